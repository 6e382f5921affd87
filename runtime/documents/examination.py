"""Finding and checking documents in any mix of files and folders; nothing that lies there is ever run."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from runtime.documents.agents import TEAM_TABLES, read_bot, read_loadout, read_script
from runtime.documents.match_file import TOP_KEYS, read_match
from runtime.documents.model import BotFile, Match, Reading, ScriptFile
from runtime.documents.source import MAX_BYTES, load
from runtime.documents.v4_files import HOSTING_FIX, HOSTING_FOLLOWS, is_v4_document
from runtime.documents.validation import judged
from runtime.files import is_there, names_in, read_start
from runtime.model.problems import Problem, Severity

SKIPPED_FOLDERS: Final = frozenset({"node_modules", "__pycache__", "venv", "env", "site-packages"})
"""Folders that hold other people's programs; those that begin with a dot are left out too."""

MAX_FOLDERS: Final = 20_000
"""More folders than these under one path are not looked into."""

_VENV_MARK: Final = "pyvenv.cfg"
_TELLING_TABLES: Final = ("cars", "match", "mutators", "rlbot")
_AGENT_TABLES: Final = ("settings", "details")
_TELLING_HEADER: Final = re.compile(
    r"^\s*\[\[?\s*(cars|match|mutators|rlbot|blue_loadout|orange_loadout)\b", re.MULTILINE
)


class DocumentKind(Enum):
    """What a document describes."""

    MATCH = "match"
    BOT = "bot"
    SCRIPT = "script"
    LOADOUT = "loadout"


_TELLING_NAMES: Final = {"match.toml": DocumentKind.MATCH, "loadout.toml": DocumentKind.LOADOUT}
"""These are such documents in a folder, whatever they hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One document in a folder."""

    kind: DocumentKind
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What a check has found."""

    documents: int
    """How many documents were looked at, those that could not be read included."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _View:
    """How documents are looked at."""

    platform: str
    judge: Callable[[Match], tuple[Problem, ...]]
    judge_agent: Callable[[ScriptFile], tuple[Problem, ...]]


def check(paths: Sequence[Path], *, platform: str = sys.platform) -> tuple[Problem, ...]:
    """Every problem in the documents that `paths` name or contain, each once."""
    return examine(paths, platform=platform).problems


def examine(
    paths: Sequence[Path],
    *,
    platform: str = sys.platform,
    judge: Callable[[Match], tuple[Problem, ...]] | None = None,
    judge_agent: Callable[[ScriptFile], tuple[Problem, ...]] | None = None,
) -> Examination:
    """Looks at every document that `paths` name or contain.

    `judge` adds what it finds in matches that can be read, `judge_agent` what it finds in bots and scripts.
    """
    view = _View(platform, judge or (lambda _: ()), judge_agent or (lambda _: ()))
    problems: list[Problem] = []
    documents: set[str] = set()

    def is_new(path: Path) -> bool:
        """Notes a document; False for one that was looked at already, by whatever path."""
        place = os.path.realpath(path)
        is_known = place in documents
        documents.add(place)
        return not is_known

    for path in paths:
        if is_there(path, as_folder=True):
            found, gaps = _search(path)
            problems.extend(gaps if found else (*gaps, _no_document(path)))
            for document in found:
                if is_new(document.path):
                    problems.extend(_READERS[document.kind](document.path, view))
        elif is_new(path):
            problems.extend(_check_file(path, view))
    return Examination(documents=len(documents), problems=tuple(dict.fromkeys(problems)))


def find_documents(folder: Path) -> tuple[Found, ...]:
    """The documents in a folder and the folders within, sorted by path; at most `MAX_FOLDERS` folders are visited."""
    found, _ = _search(folder)
    return found


def kind_of(path: Path) -> DocumentKind | None:
    """What the file at `path` describes, by its name, else by its tables; None when it does not tell."""
    kind = _kind_by_name(path)
    if kind is not None:
        return kind
    source, _ = load(path)
    if source is None:
        return None
    if not source.data:
        return DocumentKind.MATCH if path.suffix.lower() == ".toml" else None
    return _kind_by_tables(path, source.data)


def _search(folder: Path) -> tuple[tuple[Found, ...], tuple[Problem, ...]]:
    """The documents, and what could not be looked into."""
    found: list[Found] = []
    gaps: list[Problem] = []
    for path in sorted(_toml_files(folder, gaps)):
        kind = _kind_by_name(path) or _kind_in_folder(path)
        if kind is not None:
            found.append(Found(kind=kind, path=path))
    return tuple(found), tuple(gaps)


def _no_document(folder: Path) -> Problem:
    message = "There is no match, bot, script or loadout document in this folder."
    v4 = next(
        (name for name in names_in(folder) if name.lower().endswith(".cfg") and is_v4_document(folder / name)), ""
    )
    if v4:
        message = f"This folder holds a bot or script for RLBot v4 ({v4}), which Kickabout does not play yet."
    return Problem(severity=Severity.WARNING, path=folder, message=message)


def _check_file(path: Path, view: _View) -> Iterable[Problem]:
    kind = kind_of(path)
    if kind is not None:
        return _READERS[kind](path, view)
    source, problems = load(path)
    if is_v4_document(path):
        return (Problem(severity=Severity.WARNING, path=path, message=HOSTING_FOLLOWS, fix=HOSTING_FIX),)
    if source is None and path.suffix.lower() != ".toml" and is_there(path):
        message = "This is not a match, bot, script or loadout document."
        return (Problem(severity=Severity.ERROR, path=path, message=message, fix="Documents end in .toml."),)
    if source is None:
        return problems
    message = "This is not a match, bot, script or loadout document: it has none of their tables."
    fix = "A match has [[cars]], a bot or script has [settings], a loadout has [blue_loadout]."
    return (*problems, Problem(severity=Severity.ERROR, path=path, message=message, fix=fix))


def _check_match(path: Path, view: _View) -> tuple[Problem, ...]:
    reading = read_match(path, platform=view.platform)
    return Reading.of(None, judged(reading, view.judge).problems).problems


def _check_agent(reading: Reading[BotFile] | Reading[ScriptFile], view: _View) -> tuple[Problem, ...]:
    found = view.judge_agent(reading.value) if reading.value is not None else ()
    return (*reading.problems, *found)


_READERS: Final[dict[DocumentKind, Callable[[Path, _View], tuple[Problem, ...]]]] = {
    DocumentKind.MATCH: _check_match,
    DocumentKind.BOT: lambda path, view: _check_agent(read_bot(path, platform=view.platform), view),
    DocumentKind.SCRIPT: lambda path, view: _check_agent(read_script(path, platform=view.platform), view),
    DocumentKind.LOADOUT: lambda path, _: read_loadout(path).problems,
}


def _toml_files(folder: Path, gaps: list[Problem]) -> Iterator[Path]:
    def skip(error: OSError) -> None:
        message = f"This folder cannot be read: {error.strerror or error}."
        gaps.append(Problem(severity=Severity.WARNING, path=Path(error.filename or folder), message=message))

    visited = 0
    for place, folders, files in os.walk(folder, onerror=skip):
        visited += 1
        if visited > MAX_FOLDERS:
            message = f"Only the first {MAX_FOLDERS} folders in it are scanned."
            gaps.append(Problem(severity=Severity.WARNING, path=folder, message=message, fix="Name a smaller one."))
            return
        if _VENV_MARK in files:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not name.startswith("."))
        yield from (Path(place, name) for name in files if name.lower().endswith(".toml"))


def _kind_by_name(path: Path) -> DocumentKind | None:
    name = path.name.lower()
    for kind in (DocumentKind.BOT, DocumentKind.SCRIPT):
        if name == f"{kind.value}.toml" or name.endswith(f".{kind.value}.toml"):
            return kind
    return None


def _kind_in_folder(path: Path) -> DocumentKind | None:
    if path.name.lower() in _TELLING_NAMES:
        return _TELLING_NAMES[path.name.lower()]
    source, problems = load(path)
    if source is None:
        return _kind_by_header(path) if problems else None
    if any(table in source.data for table in TEAM_TABLES):
        return DocumentKind.LOADOUT
    return DocumentKind.MATCH if any(table in source.data for table in _TELLING_TABLES) else None


def _kind_by_header(path: Path) -> DocumentKind | None:
    try:
        header = _TELLING_HEADER.search(read_start(path, MAX_BYTES).decode("utf-8", "replace"))
    except OSError:
        return None
    if header is None:
        return None
    return DocumentKind.LOADOUT if header[1] in TEAM_TABLES else DocumentKind.MATCH


def _kind_by_tables(path: Path, data: dict[str, Any]) -> DocumentKind | None:
    if any(key in data for key in TOP_KEYS):
        return DocumentKind.MATCH
    if any(key in data for key in TEAM_TABLES):
        return DocumentKind.LOADOUT
    if any(key in data for key in _AGENT_TABLES):
        return DocumentKind.SCRIPT if "script" in path.name.lower() else DocumentKind.BOT
    return None
