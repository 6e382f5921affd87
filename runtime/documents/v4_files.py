"""Documents of RLBot v4: .cfg files of bots and scripts, which the library lists and no match accepts yet."""

import configparser
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.documents.model import Details
from runtime.files import read_file
from runtime.model.messages import message
from runtime.model.problems import Problem, Severity

MAX_BYTES: Final = 64 << 10
"""Maximum size of a .cfg file that is read."""
HOSTING_FOLLOWS: Final = message("v4-bot", "This is a bot for RLBot v4. It is listed, but cannot join a match yet.")
HOSTING_FIX: Final = message("v4-later", "A later version of Kickabout will host v4 bots.")

_LOCATIONS: Final = re.compile(rb"^[ \t]*\[Locations\]", re.MULTILINE | re.IGNORECASE)
_PROGRAM: Final = re.compile(rb"^[ \t]*(python_file|script_file)[ \t]*[=:]", re.MULTILINE | re.IGNORECASE)
_NAME: Final = re.compile(r"^[ \t]*name[ \t]*[=:][ \t]*(?P<name>.+?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_DETAILS: Final = ("developer", "description", "fun_fact", "github", "language", "tags")


@dataclass(frozen=True, slots=True, kw_only=True)
class V4File:
    """The description of a bot or script in a .cfg; missing values are empty."""

    name: str = ""
    details: Details = field(default=Details())
    logo_file: str = "logo.png"
    """As written; relative to the document."""
    problems: tuple[Problem, ...] = field(default=())


def is_v4_document(path: Path) -> bool:
    """Returns whether a .cfg describes a bot or script, unlike the loadout and match documents of v4."""
    text = _bytes(path)
    return bool(text) and _LOCATIONS.search(text) is not None and _PROGRAM.search(text) is not None


def read_v4(path: Path) -> V4File:
    """Reads a .cfg; invalid content becomes problems."""
    text = _bytes(path).decode("utf-8-sig", "replace")
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        found = _NAME.search(text)
        return V4File(name=found["name"] if found else "", problems=(_unreadable(path, error),))
    locations = _values(parser, "Locations")
    details = {key: _values(parser, "Details").get(key, "") for key in _DETAILS}
    return V4File(
        name=locations.get("name", ""),
        details=Details(
            description=details["description"],
            fun_fact=details["fun_fact"],
            source_link=details["github"],
            developer=details["developer"],
            language=details["language"],
            tags=tuple(tag.strip() for tag in details["tags"].split(",") if tag.strip()),
        ),
        logo_file=locations.get("logo_file", "") or "logo.png",
        problems=(_hosting(path), *_missing(path, locations)),
    )


def _values(parser: configparser.RawConfigParser, wanted: str) -> dict[str, str]:
    """Returns the values of a section, whose name is compared without case; several lines become one."""
    section = next((name for name in parser.sections() if name.lower() == wanted.lower()), None)
    if section is None:
        return {}
    return {key: " ".join((value or "").split()) for key, value in parser.items(section)}


def _hosting(path: Path) -> Problem:
    return Problem(severity=Severity.WARNING, path=path, message=HOSTING_FOLLOWS, fix=HOSTING_FIX)


def _missing(path: Path, locations: dict[str, str]) -> tuple[Problem, ...]:
    key = "python_file" if "python_file" in locations else "script_file"
    written = locations.get(key, "")
    program = path.parent / written.replace("\\", "/")
    try:
        if written and program.is_file():
            return ()
    except (OSError, ValueError):
        pass
    if written:
        said = message("program-missing", '{key} is "{written}", but there is no such file.', key=key, written=written)
    else:
        said = message("program-missing", "{key} names no file.", key=key)
    return (Problem(severity=Severity.ERROR, path=path, key=f"Locations.{key}", message=said),)


def _unreadable(path: Path, error: configparser.Error) -> Problem:
    line = getattr(error, "lineno", None)
    if line is None and isinstance(error, configparser.ParsingError) and error.errors:
        line = error.errors[0][0]
    said = message("cfg-invalid", "This is not a valid .cfg document.")
    fix = message("cfg-syntax", "Each line is a [section], a key = value, or begins with #.")
    return Problem(severity=Severity.ERROR, path=path, line=line, message=said, fix=fix)


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path, MAX_BYTES)
    except OSError:
        return b""
