"""Modules that Python did not find and that no requirements name: whether a bot lacks a file of its own."""

import os
import re
from pathlib import Path

from runtime.environments.choice import AgentSource
from runtime.environments.interpreter import Layout
from runtime.environments.missing import missing_modules
from runtime.model.messages import Message, message

_PLACE = r"(?m)^(?P<file>.+?\.pyw?):\d+(?=$|: .*No module named '?{module}\b)"
"""The place in front of an error message that names a module, or in a line of its own."""


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
    for found in re.finditer(_PLACE.replace("{module}", re.escape(module)), text):
        if os.path.isfile(source.folder / found["file"]):  # noqa: PTH113 - does not raise for any text
            return Path(found["file"]), found[0]
    return None, ""
