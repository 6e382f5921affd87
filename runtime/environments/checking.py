"""Finds out which requirements an interpreter satisfies: one short program, whose answer is read from a file.

The program runs in Kickabout's own Python and reads the metadata of the interpreter's packages as files.
"""

import json
import sys
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.environments import probe
from runtime.environments.interpreter import layout_of
from runtime.environments.records import MOST_BYTES, Lack
from runtime.environments.requirements import Requirement
from runtime.environments.steps import Step, StepResult
from runtime.files import read_text

_PROGRAM: Final = Path(probe.__file__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is known about an interpreter and requirements."""

    version: str
    folders: tuple[str, ...]
    """Where its packages are."""
    lacks: tuple[Lack, ...]
    """Lines that its packages do not satisfy, and lines that its libraries do not understand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer:
    """It could not be found out; `reason` is a sentence."""

    reason: str


def ask(
    python: Path, lines: Sequence[Requirement], *, work: Path, limit_s: float, may_run: bool = False
) -> Generator[Step, StepResult, Answer | NoAnswer]:
    """Checks requirements against the packages of `python`.

    Args:
        python: the interpreter.
        lines: the requirements.
        work: a folder for the question and the answer.
        limit_s: how long the program may take.
        may_run: whether `python` itself may run the program, which makes the answer exact where there is no
            virtual environment. Never true for an interpreter that belongs to a bot before the match starts.
    """
    question, answer = work / "question.json", work / "answer.json"
    answer.unlink(missing_ok=True)
    runs = python == Path(sys.executable) or may_run
    layout = None if runs else layout_of(python)
    if layout is None and not runs:
        return NoAnswer(reason=f"It is not known what '{python}' has installed: its folder does not say.")
    content = {
        "lines": [{"text": line.text, "name": line.name, "url": line.url} for line in lines],
        "folders": None if layout is None else [str(folder) for folder in layout.folders],
        "version": None if layout is None else layout.version,
    }
    question.write_text(json.dumps(content), encoding="utf-8")
    program = str(python) if runs else sys.executable
    result = yield Step(
        title="checking what is installed",
        argv=(program, str(_PROGRAM), str(question), str(answer)),
        cwd=work,
        limit_s=limit_s,
        environment={"PYTHONDONTWRITEBYTECODE": "1"},
    )
    if not result.is_fine:
        said = result.trouble or (result.lines[-1].strip() if result.lines else f"Code {result.code}.")
        return NoAnswer(reason=f"It cannot be found out what '{python}' has installed. {said}")
    try:
        return _read(answer, lines)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return NoAnswer(reason=f"The answer about the packages of '{python}' is invalid: {error}.")


def _read(answer: Path, lines: Sequence[Requirement]) -> Answer:
    content = json.loads(read_text(answer, MOST_BYTES))
    judged = list(zip(lines, content["reasons"], strict=True))
    return Answer(
        version=str(content["version"]),
        folders=tuple(map(str, content["folders"])),
        lacks=tuple(Lack(requirement=line, reason=str(reason)) for line, reason in judged if reason),
    )
