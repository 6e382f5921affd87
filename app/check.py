"""`kickabout check`: every problem of the named documents, with its line and its mend."""

import json
from collections.abc import Sequence
from pathlib import Path

from app.exit_codes import ExitCode
from app.output import put
from runtime.arena.play.refusal import refusal_problem, undriven_problems
from runtime.config import Match, examine
from runtime.problems import Problem, Severity
from runtime.texts import printable


def check(paths: Sequence[Path], *, as_json: bool) -> ExitCode:
    """Prints the problems; the exit code is 2 when one of them is an error."""
    examination = examine(paths, judge=_not_for_the_arena)
    problems = examination.problems
    errors = sum(problem.is_error for problem in problems)
    if as_json:
        document = {
            "documents": examination.documents,
            "errors": errors,
            "warnings": len(problems) - errors,
            "problems": [problem.as_json() for problem in problems],
        }
        put(json.dumps(document) + "\n")
    else:
        lines = [printable(str(problem)) for problem in problems]
        put("\n".join([*lines, _summary(examination.documents, errors, len(problems) - errors)]) + "\n")
    return ExitCode.USAGE if errors else ExitCode.FINE


def _not_for_the_arena(match: Match) -> tuple[Problem, ...]:
    """Rocket League may well play it, so it is no error of the document."""
    return (*refusal_problem(match, Severity.WARNING), *undriven_problems(match))


def _summary(documents: int, errors: int, warnings: int) -> str:
    findings = f"{_count(errors, 'error')}, {_count(warnings, 'warning')}" if errors or warnings else "no problems"
    return f"{_count(documents, 'document')}: {findings}."


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
