"""Asks an interpreter which requirements it satisfies: one short program, whose answer is read from a file."""

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.files import read_text
from runtime.processes.interpreters import probe
from runtime.processes.interpreters.json_files import MOST_BYTES
from runtime.processes.interpreters.records import Lack
from runtime.processes.interpreters.requirements import Requirement
from runtime.processes.interpreters.steps import Step, StepResult

_PROGRAM: Final = Path(probe.__file__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an interpreter said about requirements."""

    version: str
    folders: tuple[str, ...]
    """Where its packages are."""
    lacks: tuple[Lack, ...]
    """Lines that its packages do not satisfy, and lines that its libraries do not understand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer:
    """The interpreter could not be asked; `reason` is a sentence."""

    reason: str


def ask(
    python: Path, lines: Sequence[Requirement], *, work: Path, limit_s: float
) -> Generator[Step, StepResult, Answer | NoAnswer]:
    """Asks `python` about requirements; `work` is a folder for the question and the answer."""
    question, answer = work / "question.json", work / "answer.json"
    answer.unlink(missing_ok=True)
    content = [{"text": line.text, "name": line.name, "url": line.url} for line in lines]
    question.write_text(json.dumps(content), encoding="utf-8")
    result = yield Step(
        title="checking what is installed",
        argv=(str(python), str(_PROGRAM), str(question), str(answer)),
        cwd=work,
        limit_s=limit_s,
        environment={"PYTHONDONTWRITEBYTECODE": "1"},
    )
    if not result.is_fine:
        said = result.trouble or (result.lines[-1].strip() if result.lines else f"Code {result.code}.")
        return NoAnswer(reason=f"'{python}' cannot tell what is installed. {said}")
    try:
        return _read(answer, lines)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return NoAnswer(reason=f"'{python}' gave no answer that makes sense: {error}.")


def _read(answer: Path, lines: Sequence[Requirement]) -> Answer:
    content = json.loads(read_text(answer, MOST_BYTES))
    judged = list(zip(lines, content["reasons"], strict=True))
    return Answer(
        version=str(content["version"]),
        folders=tuple(map(str, content["folders"])),
        lacks=tuple(Lack(requirement=line, reason=str(reason)) for line, reason in judged if reason),
    )
