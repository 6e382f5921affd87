"""Finds problems with the versions of a bot's Python and its `rlbot`, by reading files before anything runs."""

import os
import re
import sys
import warnings
from pathlib import Path
from typing import Final

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from resources.site import SITE_FILES
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
from runtime.environments.requirements import find_requires_python
from runtime.environments.sources import find_line, python_files
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity
from runtime.processes import can_run, source_probe

_BROUGHT: Final = (InterpreterKind.NAMED, InterpreterKind.OWN)
BROKEN_RLBOT: Final = frozenset({"2.0.0b55", "2.0.0b56"})
"""Versions in which every call of `set_game_state` raises TypeError."""
_SET_STATE: Final = re.compile(r".*set_game_state\(")
_LOWEST: Final = re.compile(r"(?:>=|~=|==)\s*(\d+\.\d+)")


def remarks(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns problems with the Python that would run an agent; nothing runs.

    Args:
        source: The agent.
        configured: Interpreter for agents that have none of their own.
        environments: Folder of the environments that Kickabout made.
    """
    choice = choose(source, configured, environments)
    if choice is None:
        return ()
    if choice.is_v4 and choice.base is None:
        return (_no_v4_python(source),)
    own = () if choice.is_v4 else (_unfit_python(source, choice), _broken_rlbot(source, choice))
    return tuple(filter(None, (_foreign_package(source, choice), *own, _unused_environment(source, choice))))


def unmet_problems(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """Returns a problem for each requirement that the environment an agent brings does not satisfy; nothing runs."""
    choice = choose(source, configured, environments)
    layout = layout_of(choice.python) if choice is not None and is_environment(choice.python) else None
    if choice is None or choice.requirements is None or layout is None or choice.kind not in _BROUGHT:
        return ()
    packages = InstalledPackages(map(str, layout.folders), layout.version)
    reasons = ((line, packages.unmet_reason(line)) for line in choice.requirements.lines)
    return tuple(
        Problem(
            severity=Severity.WARNING,
            path=line.file,
            line=line.line or None,
            message=message(
                "environment-lacks",
                "{name} requires {requirement}, which {reason} for '{python}'.",
                name=source.name,
                requirement=line.title,
                reason=reason,
                python=choice.python,
            ),
            fix=message("install-there", "`kickabout play --install` and the button on its card install it there."),
        )
        for line, reason in reasons
        if reason is not None and reason.code != "invalid-requirement"  # wrong in every environment
    )


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
        for file in python_files(source.folder):
            fault = source_probe.fault(str(file))
            if fault is not None:
                said = message(
                    "source-invalid", "This file cannot be compiled: {reason}.", reason=str(fault["message"])
                )
                line = fault["line"] if isinstance(fault["line"], int) else None
                found.append(Problem(severity=Severity.WARNING, path=file, line=line, message=said))
    return tuple(found)


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


def _unused_environment(source: AgentSource, choice: Choice) -> Problem | None:
    place = unused_environment(source, choice)
    if place is None:
        return None
    if can_run(interpreter_in(place)):
        said = message(
            "environment-unfit",
            "The environment '{place}' is not used: RLBot v4 needs Python {versions}, and it has {version}.",
            place=place,
            versions=" / ".join(V4_PYTHONS),
            version=version_of(interpreter_in(place)),
        )
    else:
        said = message(
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
    return Problem(severity=Severity.WARNING, path=source.document or source.folder, message=said, fix=fix)


def _foreign_package(source: AgentSource, choice: Choice) -> Problem | None:
    """Returns a problem if the program imports a package that only Windows can load; other systems are not known."""
    layout, program = layout_of(choice.python), source.program
    if layout is None or program is None or sys.platform == "win32" or not layout.has_foreign_files:
        return None
    part = windows_part(program, (source.folder, *layout.folders))
    if part is None or not any(part.is_relative_to(folder) for folder in layout.folders):
        return None
    said = foreign_text(source.name, part)
    return Problem(severity=Severity.WARNING, path=source.document or source.folder, message=said)


def foreign_text(name: str, file: Path) -> Message:
    """Returns that an agent needs a file that is compiled for another system."""
    return message(
        "package-of-other-system",
        "{name} cannot run here: it imports '{file}', which is compiled for another system.",
        name=name,
        file=file,
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
    found = find_line(source.folder, _SET_STATE)
    if found is None:
        return None
    return Problem(
        severity=Severity.WARNING,
        path=found[0],
        line=found[1],
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
