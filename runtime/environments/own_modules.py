"""A bot's own modules: whether it lacks one of its files, and whether one hides a module that it needs."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from runtime.environments.choice import AgentSource
from runtime.environments.interpreter import Layout
from runtime.environments.missing import is_well_known, missing_modules, provider
from runtime.environments.requirements import Requirements
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity

_PLACE = r"(?m)^(?P<file>.+?\.pyw?):\d+(?=$|: .*No module named '?{module}\b)"
"""The place in front of an error message that names a module, or in its own line."""


_HIDDEN: Final = re.compile(
    r"ModuleNotFoundError: No module named '(?P<missing>\w+)\.[\w.]+'"
    r"|ImportError: cannot import name '\w+' from (?:partially initialized module )?'(?P<without>[\w.]+)'"
    r"|AttributeError: (?:partially initialized )?module '(?P<bare>[\w.]+)' has no attribute "
)
_OF_RLBOT: Final = ("rlbot", "rlbot_flatbuffers")


def hidden_module(
    source: AgentSource, text: str, requirements: Requirements | None
) -> tuple[str, Path, Message] | None:
    """Returns a module that a file of the bot hides according to an error message, the file, and what is wrong.

    Python searches the folder of the program first, so `socket.py` there takes the place of Python's own.
    """
    for match in _HIDDEN.finditer(text):
        module = next(filter(None, match.groups())).partition(".")[0]
        is_needed = is_well_known(module) or provider(module, requirements) is not None
        file = _own_file(source, module, text) if is_needed or module in sys.stdlib_module_names else None
        if file is not None:
            return module, file, _hiding(source, module, file)
    return None


def hiding_problems(source: AgentSource) -> Iterator[Problem]:
    """Yields a problem for each file in a bot's folder that hides a module of the package `rlbot`."""
    for module in _OF_RLBOT:
        file = source.folder / f"{module}.py"
        if file.is_file():
            yield Problem(severity=Severity.WARNING, path=file, message=_hiding(source, module, file))


def _hiding(source: AgentSource, module: str, file: Path) -> Message:
    return message(
        "module-hidden",
        "{file} of {agent} hides the module '{module}' that the bot needs: rename it.",
        file=os.path.relpath(file, source.folder),
        agent=source.name,
        module=module,
    )


def _own_file(source: AgentSource, module: str, text: str) -> Path | None:
    """Returns the bot's file or package of a module's name, in the folder of a program that the text names."""
    programs = (Path(match["file"]) for match in re.finditer(r"(?m)^(?P<file>.+?\.pyw?):\d+:", text))
    own = [program for program in programs if not program.is_absolute() and ".." not in program.parts]
    for folder in dict.fromkeys((Path(), *(parent for program in own for parent in program.parents))):
        for name in (f"{module}.py", f"{module}/__init__.py"):
            if os.path.isfile(source.folder / folder / name):  # noqa: PTH113 - does not raise for any text
                return source.folder / folder / name
    return None


def lost_file(source: AgentSource, module: str, text: str) -> Path | None:
    """Returns the file that a module of a bot had, relative to its folder; None if nothing says that it had one.

    Compiled files outlive their source. A module of a package that is in the bot's folder belongs there too.
    """
    file, _ = importer(source, module, text)
    path = Path(*module.split("."))
    for home in Path(file or "_").parents:
        place = source.folder / home / path
        if place.is_dir() or place.with_suffix(".py").is_file():
            return None
        if ("." in module and place.parent.is_dir()) or any(place.parent.glob(f"__pycache__/{path.name}.*.pyc")):
            return (home / path).with_suffix(".py")
    return None


def explain(
    source: AgentSource, text: str, requirements: Path, layout: Layout | None
) -> tuple[str, Path | None, Message] | None:
    """Returns the first module in an error message that the bot lacks, the importing file, and what is wrong.

    None if the message is about something else, or if the module has been written or installed since.

    Args:
        source: the bot.
        text: the message; places in it are relative to the bot's working folder.
        requirements: the file for packages, which need not exist.
        layout: the bot's interpreter, if it is known.
    """
    for module in missing_modules(text):
        top = module.partition(".")[0]
        if layout is not None and layout.has_module(top):
            continue
        file_of_import, place = importer(source, module, text)
        file = lost_file(source, module, text)
        if file is not None:
            fix = message(
                "own-module-missing",
                "{place} imports '{module}', but the bot's folder has no {file}: was it renamed, moved or deleted?",
                place=place or source.name,
                module=module,
                file=file,
            )
        elif "." in module or (source.folder / top).is_dir() or (source.folder / f"{top}.py").is_file():
            continue
        else:
            fix = message(
                "module-unknown",
                "{place} imports '{module}', which is neither a file of the bot nor a package that its requirements "
                "name. Correct the name, or write the package that provides it into {requirements}.",
                place=place or source.name,
                module=module,
                requirements=requirements,
            )
        return module, source.folder / file_of_import if file_of_import is not None else None, fix
    return None


def importer(source: AgentSource, module: str, text: str) -> tuple[Path | None, str]:
    """Returns the bot's file that imports a module according to an error message, and its place; None for unknown."""
    for match in re.finditer(_PLACE.replace("{module}", re.escape(module)), text):
        if os.path.isfile(source.folder / match["file"]):  # noqa: PTH113 - does not raise for any text
            return Path(match["file"]), match[0]
    return None, ""
