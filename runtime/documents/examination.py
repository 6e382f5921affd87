"""Finds and checks documents in files and folders, without running anything."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from runtime.documents.agents import TEAM_TABLES, read_bot, read_loadout, read_script
from runtime.documents.match_file import TOP_KEYS, not_a_match, read_match
from runtime.documents.model import BotFile, Match, Reading, ScriptFile
from runtime.documents.situations import read_situation
from runtime.documents.source import MAX_BYTES, load
from runtime.documents.v4_files import is_v4_document, is_v4_loadout, is_v4_match, is_v4_name, is_v4_script
from runtime.documents.validation import judged
from runtime.files import is_there, read_start, reason_of
from runtime.folders import is_ignored_folder, is_made_by_tools
from runtime.model.messages import message
from runtime.model.problems import Problem, Severity
from runtime.v4_host.encoding import decoded

MAX_FOLDERS: Final = 20_000
"""Maximum number of folders to search under one path."""

_TELLING_TABLES: Final = ("cars", "match", "mutators", "rlbot")
_AGENT_TABLES: Final = ("settings", "details")
_TELLING_HEADER: Final = re.compile(
    r"^\s*\[\[?\s*(cars|match|mutators|rlbot|blue_loadout|orange_loadout|learner|phases)\b", re.MULTILINE
)


class DocumentKind(Enum):
    """The subject of a document."""

    MATCH = "match"
    BOT = "bot"
    SCRIPT = "script"
    LOADOUT = "loadout"
    SITUATION = "situation"
    RUN = "run"


_RUN_TABLES: Final = ("learner", "phases")
"""Tables that every run has."""
_TELLING_NAMES: Final = {"match.toml": DocumentKind.MATCH, "loadout.toml": DocumentKind.LOADOUT}
"""Files whose name alone makes them documents when a folder is searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A document found in a folder."""

    kind: DocumentKind
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """The result of a check."""

    documents: int
    """Number of documents, including unreadable ones."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _View:
    """The parameters of a check."""

    platform: str
    judge: Callable[[Match], tuple[Problem, ...]]
    judge_agent: Callable[[ScriptFile], tuple[Problem, ...]]
    check_run: Callable[[Path], tuple[Problem, ...]]


def check(paths: Sequence[Path], *, platform: str = sys.platform) -> tuple[Problem, ...]:
    """Returns all problems of the documents that `paths` name or contain, without duplicates."""
    return examine(paths, platform=platform).problems


def examine(
    paths: Sequence[Path],
    *,
    platform: str = sys.platform,
    judge: Callable[[Match], tuple[Problem, ...]] | None = None,
    judge_agent: Callable[[ScriptFile], tuple[Problem, ...]] | None = None,
    check_run: Callable[[Path], tuple[Problem, ...]] | None = None,
) -> Examination:
    """Checks all documents that `paths` name or contain.

    `judge` returns further problems of readable matches, `judge_agent` of bots and scripts. `check_run` returns the
    problems of a training run, which this package cannot read.
    """
    view = _View(
        platform, judge or (lambda _: ()), judge_agent or (lambda _: ()), check_run or (lambda path: load(path)[1])
    )
    problems: list[Problem] = []
    documents: set[str] = set()

    def is_new(path: Path) -> bool:
        """Records a document; False if it was checked before, under any path."""
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
    folders = [path if is_there(path, as_folder=True) else path.parent for path in paths]
    named = (replace(problem, path=_as_named(problem.path, folders)) for problem in problems)
    return Examination(documents=len(documents), problems=tuple(dict.fromkeys(named)))


def _as_named(path: Path, folders: Sequence[Path]) -> Path:
    """Returns the path of a document that another one names: relative if the named folder that contains it is."""
    for folder in folders:
        place = Path(os.path.realpath(folder))
        if path.is_absolute() and not folder.is_absolute() and path.is_relative_to(place):
            return folder / path.relative_to(place)
    return path


def find_documents(folder: Path) -> tuple[Found, ...]:
    """Returns the documents in a folder and its subfolders, at most `MAX_FOLDERS`, sorted by path."""
    documents, _ = _search(folder)
    return documents


def kind_of(path: Path) -> DocumentKind | None:
    """Returns the kind of a document by its name, or else by its tables; None if both are inconclusive."""
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
    """Returns the documents, and a problem for each folder that could not be searched."""
    documents: list[Found] = []
    gaps: list[Problem] = []
    for path in sorted(_document_files(folder, gaps)):
        kind = _kind_by_name(path) or _kind_in_folder(path)
        if kind is not None:
            documents.append(Found(kind=kind, path=path))
    return tuple(documents), tuple(gaps)


def _no_document(folder: Path) -> Problem:
    text = message("folder-without-document", "There is no match, bot, script, loadout or run document in this folder.")
    return Problem(severity=Severity.WARNING, path=folder, message=text)


def _check_file(path: Path, view: _View) -> Iterable[Problem]:
    kind = kind_of(path)
    if kind is not None:
        return _READERS[kind](path, view)
    foreign = not_a_match(path) if is_v4_match(path) else None
    if foreign is not None:
        return (foreign,)
    source, problems = load(path)
    if source is None and path.suffix.lower() != ".toml" and is_there(path):
        text = message("not-a-document", "This is not a match, bot, script, loadout or run document.")
        fix = message("use-toml-suffix", "Documents end in .toml; those of RLBot v4 bots end in .cfg.")
        return (Problem(severity=Severity.ERROR, path=path, message=text, fix=fix),)
    if source is None:
        return problems
    text = message(
        "not-a-document", "This is not a match, bot, script, loadout or run document: it has none of their tables."
    )
    fix = message(
        "tables-of-documents",
        "A match has [[cars]], a bot or script has [settings], a loadout has [blue_loadout], a run has [[phases]].",
    )
    return (*problems, Problem(severity=Severity.ERROR, path=path, message=text, fix=fix))


def _check_match(path: Path, view: _View) -> tuple[Problem, ...]:
    reading = read_match(path, platform=view.platform)
    return Reading.of(None, judged(reading, view.judge).problems).problems


def _check_agent(reading: Reading[BotFile] | Reading[ScriptFile], view: _View) -> tuple[Problem, ...]:
    remarks = view.judge_agent(reading.value) if reading.value is not None else ()
    return (*reading.problems, *remarks)


_READERS: Final[dict[DocumentKind, Callable[[Path, _View], tuple[Problem, ...]]]] = {
    DocumentKind.MATCH: _check_match,
    DocumentKind.BOT: lambda path, view: _check_agent(read_bot(path, platform=view.platform), view),
    DocumentKind.SCRIPT: lambda path, view: _check_agent(read_script(path, platform=view.platform), view),
    DocumentKind.LOADOUT: lambda path, _: read_loadout(path).problems,
    DocumentKind.SITUATION: lambda path, _: read_situation(path).problems,
    DocumentKind.RUN: lambda path, view: view.check_run(path),
}


def _document_files(folder: Path, gaps: list[Problem]) -> Iterator[Path]:
    def skip(error: OSError) -> None:
        text = message("folder-unreadable", "This folder cannot be read: {reason}.", reason=reason_of(error))
        gaps.append(Problem(severity=Severity.WARNING, path=Path(error.filename or folder), message=text))

    visited = 0
    for place, folders, files in os.walk(folder, onerror=skip):
        visited += 1
        if visited > MAX_FOLDERS:
            text = message("too-many-folders", "Only the first {n} folders in it are scanned.", n=MAX_FOLDERS)
            fix = message("name-smaller-folder", "Name a smaller one.")
            gaps.append(Problem(severity=Severity.WARNING, path=folder, message=text, fix=fix))
            return
        if is_made_by_tools((*files, *folders)):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not is_ignored_folder(name) and not name.startswith("."))
        yield from (Path(place, name) for name in files if name.lower().endswith((".toml", ".cfg")))


def _kind_by_name(path: Path) -> DocumentKind | None:
    if is_v4_name(path):
        return _v4_kind(path)
    name = path.name.lower()
    for kind in (DocumentKind.BOT, DocumentKind.SCRIPT, DocumentKind.SITUATION, DocumentKind.RUN):
        if name == f"{kind.value}.toml" or name.endswith(f".{kind.value}.toml"):
            return kind
    return None


def _v4_kind(path: Path) -> DocumentKind | None:
    if is_v4_document(path):
        return DocumentKind.SCRIPT if is_v4_script(path) else DocumentKind.BOT
    return DocumentKind.LOADOUT if is_v4_loadout(path) else None


def _kind_in_folder(path: Path) -> DocumentKind | None:
    if is_v4_name(path):
        return None
    if path.name.lower() in _TELLING_NAMES:
        return _TELLING_NAMES[path.name.lower()]
    source, problems = load(path)
    if source is None:
        return _kind_by_header(path) if problems else None
    if any(table in source.data for table in TEAM_TABLES):
        return DocumentKind.LOADOUT
    if all(table in source.data for table in _RUN_TABLES):
        return DocumentKind.RUN
    return DocumentKind.MATCH if any(table in source.data for table in _TELLING_TABLES) else None


def _kind_by_header(path: Path) -> DocumentKind | None:
    try:
        header = _TELLING_HEADER.search(decoded(read_start(path, MAX_BYTES), is_cut=True)[0])
    except OSError:
        return None
    if header is None:
        return None
    if header[1] in _RUN_TABLES:
        return DocumentKind.RUN
    return DocumentKind.LOADOUT if header[1] in TEAM_TABLES else DocumentKind.MATCH


def _kind_by_tables(path: Path, data: dict[str, Any]) -> DocumentKind | None:
    if any(key in data for key in _RUN_TABLES):
        return DocumentKind.RUN
    if any(key in data for key in TOP_KEYS):
        return DocumentKind.MATCH
    if any(key in data for key in TEAM_TABLES):
        return DocumentKind.LOADOUT
    if any(key in data for key in _AGENT_TABLES):
        return DocumentKind.SCRIPT if "script" in path.name.lower() else DocumentKind.BOT
    return None
