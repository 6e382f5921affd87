"""Finds problems with the versions of a bot's Python and its `rlbot`, by reading files before anything runs."""

import os
import re
import sys
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from resources.site import SITE_FILES
from runtime.environments.choice import (
    V4_PYTHONS,
    AgentSource,
    Choice,
    InterpreterKind,
    choose,
    requirement_folders,
)
from runtime.environments.interpreter import layout_of, version_of
from runtime.environments.own_modules import hiding_problems
from runtime.environments.pointers import pointers_in
from runtime.environments.requirements import Fault, Requirement, find_requires_python, invalid_reason
from runtime.files import read_text
from runtime.folders import is_ignored_folder, is_made_by_tools
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity
from runtime.processes import source_probe

BROKEN_RLBOT: Final = frozenset({"2.0.0b55", "2.0.0b56"})
"""Versions in which every call of `set_game_state` raises TypeError."""
_MAX_POINTERS: Final = 5
_SET_STATE: Final = "set_game_state("
_MOST_FOLDERS: Final = 200
_MOST_SOURCES: Final = 200
_MOST_BYTES: Final = 256 << 10
_LOWEST: Final = re.compile(r"(?:>=|~=|==)\s*(\d+\.\d+)")


def remarks(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns problems with the files of an agent and with the Python that would run it; nothing runs.

    Args:
        source: The agent.
        configured: Interpreter for agents that have none of their own.
        environments: Folder of the environments that Kickabout made.
    """
    choice = choose(source, configured, environments)
    own = tuple(islice(map(_pointer_problem, pointers_in(source.home)), _MAX_POINTERS))
    if choice is None:
        return own
    own += tuple(hiding_problems(source))
    if choice.is_v4:
        return own if choice.base is not None else (*own, _no_v4_python(source))
    return (*own, *filter(None, (_unfit_python(source, choice), _broken_rlbot(source, choice))))


def _pointer_problem(file: Path) -> Problem:
    said = message("pointer-only", "{file} is only a Git LFS pointer; the file itself is missing.", file=file.name)
    fix = message("fetch-lfs", "Get it with `git lfs pull`, or from a release of the bot that contains it.")
    return Problem(severity=Severity.WARNING, path=file, message=said, fix=fix)


def syntax_problems(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns problems for Python files of an agent that do not compile; nothing runs.

    Agents for another Python version than this one are not checked, because the syntax may differ.
    """
    choice = choose(source, configured, environments)
    if choice is None or version_of(choice.base or choice.python).split(".")[:2] != [*map(str, sys.version_info[:2])]:
        return ()
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as warnings about unknown escape sequences
        for file in islice(_sources(source.folder), _MOST_SOURCES):
            fault = source_probe.fault(str(file))
            if fault is not None:
                said = message(
                    "source-invalid", "This file cannot be compiled: {reason}.", reason=str(fault["message"])
                )
                line = fault["line"] if isinstance(fault["line"], int) else None
                found.append(Problem(severity=Severity.WARNING, path=file, line=line, message=said))
    return tuple(found)


def requirement_problems(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns a problem for each line of an agent's requirements that no installer accepts; nothing runs."""
    choice = choose(source, configured, environments)
    if choice is None or choice.requirements is None:
        return ()
    found: list[tuple[Fault | Requirement, Message]] = [(fault, fault.reason) for fault in choice.requirements.faults]
    for line in choice.requirements.lines:
        reason = invalid_reason(line)
        if reason is not None:
            said = message("requirement-invalid", "'{text}' {reason}.", text=line.title, reason=reason)
            found.append((line, said))
    return tuple(
        Problem(severity=Severity.WARNING, path=place.file, line=place.line or None, message=said)
        for place, said in found
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
    return any(specifiers.contains(each, prereleases=True) for each in candidates)


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


def _unfit_python(source: AgentSource, choice: Choice) -> Problem | None:
    found = find_requires_python(requirement_folders(source))
    version = version_of(choice.python)
    if found is None or not version or is_allowed(version, found.specifier):
        return None
    lowest = _LOWEST.search(found.specifier)
    return Problem(
        severity=Severity.WARNING,
        path=found.file,
        line=found.line,
        key="project.requires-python",
        message=message(
            "python-unfit",
            "{name} requires Python {specifier}, but Python {version} runs it.",
            name=source.name,
            specifier=found.specifier,
            version=version,
        ),
        fix=how_to_get(lowest[1] if lowest else "", source.home),
    )


def _broken_rlbot(source: AgentSource, choice: Choice) -> Problem | None:
    """Returns a problem at the first line that sets the game state if the agent's `rlbot` does not support that."""
    if choice.kind is InterpreterKind.MADE:
        return None
    layout = layout_of(choice.python)
    version = layout.version_of("rlbot") if layout is not None else ""
    if layout is None or version not in BROKEN_RLBOT:
        return None
    if any((folder / SITE_FILES[-1].name).is_file() for folder in layout.folders):
        return None
    for file in islice(_sources(source.folder), _MOST_SOURCES):
        line = _line_of(file, _SET_STATE)
        if line is not None:
            return Problem(
                severity=Severity.WARNING,
                path=file,
                line=line,
                message=message(
                    "rlbot-broken",
                    "set_game_state raises TypeError in rlbot {version}, which '{python}' has.",
                    version=version,
                    python=choice.python,
                ),
                fix=message(
                    "install-rlbot",
                    "Install rlbot {version} there, the newest version in which it works.",
                    version="2.0.0b54",
                ),
            )
    return None


def _sources(folder: Path) -> Iterator[Path]:
    for parent, folders, names in islice(os.walk(folder), _MOST_FOLDERS):
        if is_made_by_tools((*folders, *names)):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not is_ignored_folder(name) and not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if name.endswith(".py"))


def _line_of(file: Path, text: str) -> int | None:
    """Returns the number of the first line that contains `text`, from 1; None if the file is too large."""
    try:
        lines = read_text(file, _MOST_BYTES, errors="replace").splitlines()
    except OSError:
        return None
    return next((number for number, line in enumerate(lines, 1) if text in line), None)
