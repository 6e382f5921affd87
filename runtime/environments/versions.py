"""Finds problems with the version of a bot's Python, by reading files before anything runs."""

import os
import re
import sys
import warnings
from itertools import islice
from pathlib import Path
from typing import Final

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from runtime.documents.v4_compiled import windows_part
from runtime.environments.choice import (
    V4_PYTHONS,
    AgentSource,
    Choice,
    InterpreterKind,
    choose,
    requirement_folders,
    unused_environment,
)
from runtime.environments.inspection import InstalledPackages
from runtime.environments.interpreter import interpreter_in, is_environment, layout_of, version_of
from runtime.environments.own_modules import hiding_problems
from runtime.environments.pointers import pointers_in
from runtime.environments.requirements import Fault, Requirement, find_requires_python, invalid_reason
from runtime.environments.sources import python_files
from runtime.model.messages import Message, message, sentences
from runtime.model.problems import Problem, Severity
from runtime.processes import can_run, source_probe

_MAX_POINTERS: Final = 5
_BROUGHT: Final = (InterpreterKind.NAMED, InterpreterKind.OWN)
_LOWEST_VERSION: Final = re.compile(r"(?:>=|~=|==)\s*(\d+\.\d+)")


def remarks(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns problems with the files of an agent and with the Python that would run it; nothing runs.

    Args:
        source: The agent.
        configured: Interpreter for agents that bring none.
        environments: Folder of the environments that Kickabout made.
    """
    choice = choose(source, configured, environments)
    own = tuple(islice(map(_pointer_problem, pointers_in(source.home)), _MAX_POINTERS))
    if choice is None:
        return own
    own += tuple(hiding_problems(source))
    if choice.is_v4 and choice.base is None:
        return (*own, _no_v4_python(source))
    unfit = None if choice.is_v4 else _unfit_python(source, choice)
    others = (_foreign_package(source, choice), unfit, _unused_environment(source, choice))
    return (*own, *filter(None, others))


def _pointer_problem(file: Path) -> Problem:
    text = message("pointer-only", "{file} is only a Git LFS pointer; the file itself is missing.", file=file.name)
    fix = message("fetch-lfs", "Get it with `git lfs pull`, or from a release of the bot that contains it.")
    return Problem(severity=Severity.WARNING, path=file, message=text, fix=fix)


def syntax_problems(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns problems for Python files of an agent that do not compile; nothing runs.

    Agents for another Python version than this one are not checked, because the syntax may differ.
    """
    choice = choose(source, configured, environments)
    if choice is None or version_of(choice.base or choice.python).split(".")[:2] != [*map(str, sys.version_info[:2])]:
        return ()
    problems = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as warnings about unknown escape sequences
        for file in python_files(source.folder):
            fault = source_probe.fault(str(file))
            if fault is not None:
                text = message(
                    "source-invalid", "This file cannot be compiled: {reason}.", reason=str(fault["message"])
                )
                line = fault["line"] if isinstance(fault["line"], int) else None
                problems.append(Problem(severity=Severity.WARNING, path=file, line=line, message=text))
    return tuple(problems)


def requirement_problems(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns a problem for each line of an agent's requirements that no installer accepts; nothing runs.

    For an agent that brings an environment, also for each line that this environment does not satisfy.
    """
    choice = choose(source, configured, environments)
    if choice is None or choice.requirements is None:
        return ()
    problems = [_at(fault, sentences(fault.reason)) for fault in choice.requirements.faults]
    packages = _packages_brought(choice)
    for line in choice.requirements.lines:
        invalid = invalid_reason(line)
        unmet = packages.unmet_reason(line) if packages is not None else None
        if invalid is not None:
            text = message("requirement-invalid", "'{text}' {reason}.", text=line.title, reason=invalid)
            problems.append(_at(line, text))
        elif unmet is not None:
            problems.append(_lacking(source, choice, line, unmet))
    return tuple(problems)


def _at(place: Fault | Requirement, text: Message, fix: Message | None = None) -> Problem:
    return Problem(severity=Severity.WARNING, path=place.file, line=place.line or None, message=text, fix=fix)


def _packages_brought(choice: Choice) -> InstalledPackages | None:
    """Returns the packages in the environment that an agent brings; None if it brings none."""
    is_brought = choice.kind in _BROUGHT and is_environment(choice.python)
    layout = layout_of(choice.python) if is_brought else None
    return InstalledPackages(map(str, layout.folders), layout.version) if layout is not None else None


def _lacking(source: AgentSource, choice: Choice, line: Requirement, reason: Message) -> Problem:
    text = message(
        "environment-lacks",
        "{name} requires {requirement}, which {reason} for '{python}'.",
        name=source.name,
        requirement=line.title,
        reason=reason,
        python=choice.python,
    )
    return _at(
        line, text, message("install-there", "`kickabout play --install` and the button on its card install it there.")
    )


def is_allowed(version: str, specifier: str) -> bool:
    """Returns whether a `requires-python` accepts a version; for `3.12`, whether it accepts any `3.12.x`.

    An invalid specifier accepts every version.
    """
    try:
        specifiers = SpecifierSet(specifier)
    except InvalidSpecifier:
        return True
    release = re.match(r"\d+(?:\.\d+)*", version)
    number = release[0] if release else version
    candidates = [number] if number.count(".") >= 2 else [f"{number}.0", f"{number}.99"]
    return any(specifiers.contains(candidate, prereleases=True) for candidate in candidates)


def how_to_get(version: str, folder: Path) -> Message:
    """Returns instructions for another Python; `version` is `3.12`, or empty for any suitable one."""
    if not version:
        return message(
            "install-some-python",
            "Install a Python that fits, and make an environment named 'venv' with it in {folder}.",
            folder=folder,
        )
    python = f"py -{version}" if os.name == "nt" else f"python{version}"
    return message(
        "install-python",
        "Install Python {version} or newer, and run `{python} -m venv venv` in {folder}.",
        version=version,
        python=python,
        folder=folder,
    )


def _no_v4_python(source: AgentSource) -> Problem:
    return Problem(
        severity=Severity.WARNING,
        path=source.document or source.folder,
        message=message(
            "v4-no-python",
            "{name} is a bot for RLBot v4, which needs Python {versions}; none was found.",
            name=source.name,
            versions=" / ".join(V4_PYTHONS),
        ),
        fix=message("v4-get-python", "Install Python {version}, or uv, which fetches it.", version=V4_PYTHONS[0]),
    )


def _unused_environment(source: AgentSource, choice: Choice) -> Problem | None:
    place = unused_environment(source, choice)
    if place is None:
        return None
    if can_run(interpreter_in(place)):
        text = message(
            "environment-unfit",
            "The environment '{place}' is not used: RLBot v4 needs Python {versions}, and it has {version}.",
            place=place,
            versions=" / ".join(V4_PYTHONS),
            version=version_of(interpreter_in(place)),
        )
    else:
        text = message(
            "environment-foreign",
            "The environment '{place}' is not used: it is of another system, or the Python that made it is gone.",
            place=place,
        )
    kind = InterpreterKind.CONFIGURED if choice.environment is None else InterpreterKind.MADE
    fix = message(
        "environment-remade",
        "{name} runs with {python}. To use its own environment, delete that folder and create it again here.",
        name=source.name,
        python=kind.text,
    )
    return Problem(severity=Severity.WARNING, path=source.document or source.folder, message=text, fix=fix)


def _foreign_package(source: AgentSource, choice: Choice) -> Problem | None:
    """Returns a problem if the program imports a package that only Windows can load; other systems are not known."""
    layout, program = layout_of(choice.python), source.program
    if layout is None or program is None or sys.platform == "win32" or not layout.has_foreign_files:
        return None
    part = windows_part(program, (source.folder, *layout.folders))
    if part is None or not any(part.is_relative_to(folder) for folder in layout.folders):
        return None
    text = foreign_text(source.name, part)
    return Problem(severity=Severity.WARNING, path=source.document or source.folder, message=text)


def foreign_text(name: str, file: Path) -> Message:
    """Returns that an agent needs a file that is compiled for another system."""
    return message(
        "package-of-other-system",
        "{name} cannot run here: it imports '{file}', which is compiled for another system.",
        name=name,
        file=file,
    )


def _unfit_python(source: AgentSource, choice: Choice) -> Problem | None:
    requirement = find_requires_python(requirement_folders(source))
    version = version_of(choice.python)
    if requirement is None or not version or is_allowed(version, requirement.specifier):
        return None
    lowest = _LOWEST_VERSION.search(requirement.specifier)
    return Problem(
        severity=Severity.WARNING,
        path=requirement.file,
        line=requirement.line,
        key="project.requires-python",
        message=message(
            "python-unfit",
            "{name} requires Python {specifier}, but Python {version} runs it.",
            name=source.name,
            specifier=requirement.specifier,
            version=version,
        ),
        fix=how_to_get(lowest[1] if lowest else "", source.home),
    )
