"""Reads the documents of agents as entries of the library, without running anything."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from runtime.codec import salvage
from runtime.documents import BotFile, Details, read_bot, read_script
from runtime.documents.v4_files import is_v4_script
from runtime.files import read_file, read_start
from runtime.library.walk import Home, Walk
from runtime.model.entries import EntryDetails, EntryFile, EntryKind, LibraryEntry, SourceVersion, folded
from runtime.model.messages import message
from runtime.model.problems import Problem, Severity
from runtime.toml import loads
from runtime.v4_host.encoding import decoded

MAX_TEXT: Final = 4_000
"""Maximum number of characters of a description."""
MAX_NAME: Final = 120
_LOGO: Final = "logo.png"
_README_NAMES: Final = ("readme.md", "readme.markdown", "readme.txt", "readme")
_MAX_BYTES: Final = 1 << 20


def entry_of(root: Path, home: Home, name: str, version: SourceVersion | None) -> LibraryEntry:
    """Reads the document `name` of a home. Never raises; the entry always has a name."""
    path = home.path / name
    try:
        entry = _entry(root, path)
    except Exception as error:  # noqa: BLE001 - one odd file must not keep the others from being listed
        text = message("document-unreadable", "This document cannot be read: {reason}.", reason=str(error))
        problem = Problem(severity=Severity.ERROR, path=path, message=text)
        entry = LibraryEntry(path=path, root=root, kind=_kind(path, is_hivemind=False), name="", problems=(problem,))
    entry = replace(
        entry,
        name=_cut(" ".join(entry.name.split()), MAX_NAME) or _fallback_name(path),
        description=_cut(entry.description, MAX_TEXT),
        fun_fact=_cut(entry.fun_fact, MAX_TEXT),
        logo=entry.logo or _named(home, (_LOGO,)),
        readme=_named(home, _README_NAMES),
        version=version,
    )
    return replace(entry, searchable=_searchable(entry))


def _entry(root: Path, path: Path) -> LibraryEntry:
    reading = read_script(path) if _is_script(path) else read_bot(path)
    value = reading.value or (reading.draft if _is_v4(path) else None)
    if value is None:
        return _salvaged(root, path, reading.problems)
    is_hivemind = isinstance(value, BotFile) and value.hivemind
    entry = LibraryEntry(
        path=path,
        root=root,
        kind=_kind(path, is_hivemind=is_hivemind),
        name=value.name,
        agent_id=value.agent_id,
        run_command=value.run_command,
        problems=reading.problems,
    )
    return _with_details(entry, value.details)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settings:
    name: str = ""
    agent_id: str = ""
    hivemind: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Document:
    settings: _Settings = _Settings()
    details: Details = field(default_factory=Details)


def _salvaged(root: Path, path: Path, problems: tuple[Problem, ...]) -> LibraryEntry:
    """Returns an entry with the readable parts of an invalid document."""
    try:
        document: _Document = salvage(loads(decoded(read_file(path, _MAX_BYTES))[0]), _Document)
    except (OSError, ValueError):
        document = _Document()
    entry = LibraryEntry(
        path=path,
        root=root,
        kind=_kind(path, is_hivemind=document.settings.hivemind),
        name=document.settings.name,
        agent_id=document.settings.agent_id.strip(),
        problems=problems,
    )
    return _with_details(entry, replace(document.details, logo=None))


def _with_details(entry: LibraryEntry, details: Details) -> LibraryEntry:
    return replace(
        entry,
        description=details.description,
        fun_fact=details.fun_fact,
        source_link=details.source_link,
        developer=details.developer,
        language=details.language,
        tags=details.tags,
        logo=details.logo,
    )


def _kind(path: Path, *, is_hivemind: bool) -> EntryKind:
    if _is_script(path):
        return EntryKind.SCRIPT
    return EntryKind.HIVEMIND if is_hivemind else EntryKind.BOT


def _is_v4(path: Path) -> bool:
    return path.name.lower().endswith(".cfg")


def _is_script(path: Path) -> bool:
    if _is_v4(path):
        return is_v4_script(path)
    return path.name == "script.toml" or path.name.endswith(".script.toml")


def _fallback_name(path: Path) -> str:
    """Returns the folder's name, followed by the document's own name unless it is generic."""
    folder = path.parent.name or str(path.parent)
    own = path.name.removesuffix(".toml").removesuffix(".bot").removesuffix(".script").removesuffix(".cfg")
    return folder if own in ("", "bot", "script", folder) else f"{folder}/{own}"


def _named(home: Home, names: Iterable[str]) -> Path | None:
    """Returns the first of these files that is directly in the home; case does not matter."""
    there = {stamp.name.lower(): stamp.name for stamp in home.stamps if "/" not in stamp.name}
    path = next((there[name] for name in names if name in there), None)
    return home.path / path if path is not None else None


def _cut(text: str, length: int) -> str:
    text = text.replace("\0", "")
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _searchable(entry: LibraryEntry) -> str:
    words = (
        *(entry.name, entry.developer, entry.language, *entry.tags, entry.kind.value, entry.agent_id),
        "v4" if entry.is_v4 else "v5",
        *(entry.description, entry.fun_fact, entry.source_link, _below(entry)),
        *(entry.version.digest if entry.version is not None else "", "broken" if entry.is_broken else ""),
    )
    return folded("\n".join(words))


def _below(entry: LibraryEntry) -> str:
    """Returns the folders between the library folder and the document, which tell entries apart."""
    folder = entry.path.parent
    return str(folder.relative_to(entry.root)) if folder.is_relative_to(entry.root) else folder.name


README_BYTES: Final = 32 << 10
"""Maximum number of bytes of a README that are shown."""
MAX_FILES: Final = 200


def read_details(entry: LibraryEntry) -> EntryDetails:
    """Reads the README and the file names; leaves out unreadable parts. May take long on a slow disk."""
    home = next((home for home in Walk(entry.path.parent).homes() if home.path == entry.path.parent), None)
    stamps = home.stamps if home is not None else []
    files = tuple(EntryFile(name=stamp.name, size=stamp.size) for stamp in stamps[:MAX_FILES])
    is_cut = home is not None and (len(stamps) > MAX_FILES or home.is_partial)
    return EntryDetails(path=entry.path, readme=_readme(entry.readme), files=files, is_cut=is_cut)


def _readme(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        data = read_start(path, README_BYTES + 1)
    except OSError:
        return ""
    text = decoded(data[:README_BYTES], is_cut=True)[0].replace("\0", "")
    return f"{text}\n\n…" if len(data) > README_BYTES else text
