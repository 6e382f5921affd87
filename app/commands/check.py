"""`kickabout check`: every problem of the named documents, with its line and its fix."""

import argparse
import sys
from functools import partial
from pathlib import Path

from app.commands.options import add_game, add_json, path
from app.commands.output import print_json, print_result
from app.exit_codes import ExitCode
from app.services.paths import environments_dir
from runtime.agents.preparation import agent_sources, python_problems
from runtime.documents import Match, ScriptFile, examine
from runtime.environments import AgentSource, remarks, requirement_problems, syntax_problems
from runtime.games import capabilities_of
from runtime.model.problems import Problem, Severity
from runtime.model.values import BUILT_IN
from runtime.texts import counted, printable


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("paths", nargs="+", type=path, metavar="PATH", help="files or folders")
    add_game(parser, f"{BUILT_IN}, whose limits are only warnings")
    add_json(parser, "the problems")


def run(options: argparse.Namespace) -> ExitCode:
    """Prints the problems; the exit code is 2 if one of them is an error."""
    examination = examine(
        options.paths, judge=partial(_judge, game=options.game), judge_agent=_judge_agent, check_run=_check_run
    )
    problems = examination.problems
    errors = sum(problem.is_error for problem in problems)
    warnings = len(problems) - errors
    if options.json:
        counts = {"documents": examination.documents, "errors": errors, "warnings": warnings}
        print_json({**counts, "problems": [problem.as_json() for problem in problems]})
    else:
        lines = [printable(str(problem)) for problem in problems]
        print_result("\n".join([*lines, _summary(examination.documents, errors, warnings)]) + "\n")
    return ExitCode.USAGE if errors else ExitCode.FINE


def _judge(match: Match, game: str | None) -> tuple[Problem, ...]:
    """Returns problems with a game and Python; without a game, warnings about the built-in one."""
    agents = python_problems(match, configured=Path(sys.executable), environments=environments_dir())
    lines = [problem for source in agent_sources(match) for problem in _of_requirements(source)]
    severity = Severity.WARNING if game is None else Severity.ERROR
    return (*capabilities_of(game or BUILT_IN).problems(match, severity), *agents, *dict.fromkeys(lines))


def _judge_agent(agent: ScriptFile) -> tuple[Problem, ...]:
    source = AgentSource(
        key="", name=agent.name, folder=Path(agent.root_dir), run_command=agent.run_command, document=agent.path
    )
    configured, environments = Path(sys.executable), environments_dir()
    return (
        *remarks(source, configured=configured, environments=environments),
        *syntax_problems(source, configured=configured, environments=environments),
        *_of_requirements(source),
    )


def _of_requirements(source: AgentSource) -> tuple[Problem, ...]:
    return requirement_problems(source, configured=Path(sys.executable), environments=environments_dir())


def _check_run(path: Path) -> tuple[Problem, ...]:
    from runtime.training.runs import read_run  # noqa: PLC0415 - loads numpy, which other documents do not need

    return read_run(path).problems


def _summary(documents: int, errors: int, warnings: int) -> str:
    findings = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if errors or warnings else "no problems"
    return f"{counted(documents, 'document')}: {findings}."
