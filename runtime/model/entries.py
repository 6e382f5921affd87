"""Values of the library: bots, hiveminds and scripts on disk, and the events of a scan."""

import unicodedata
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.messages import Message
from runtime.model.problems import Problem


class EntryKind(Enum):
    """The kinds of entries."""

    BOT = "bot"
    HIVEMIND = "hivemind"
    SCRIPT = "script"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceVersion:
    """The state of the source files of an entry."""

    digest: str
    """Eight hexadecimal digits of a digest of the files' names and contents; the same on every machine."""
    changed_s: float
    """Time of the latest change of a file, in seconds since the epoch."""
    files: int
    is_partial: bool = False
    """True if files were left out because they are unreadable or too many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """One bot, hivemind or script, with a valid or an invalid document."""

    path: Path
    """The document: bot.toml, script.toml or a .cfg of RLBot v4."""
    root: Path
    """The library folder that contains the entry."""
    kind: EntryKind
    name: str
    """The folder's name if the document has none; never empty."""
    agent_id: str = ""
    developer: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    description: str = ""
    fun_fact: str = ""
    source_link: str = ""
    run_command: str = ""
    """Command line for this platform."""
    logo: Path | None = None
    readme: Path | None = None
    version: SourceVersion | None = None
    problems: tuple[Problem, ...] = ()
    searchable: str = ""
    """All words for the search, normalised by `folded`."""

    @property
    def is_broken(self) -> bool:
        """True if an error in its files excludes the entry from matches."""
        return any(problem.is_error for problem in self.problems)

    @property
    def is_v4(self) -> bool:
        """True if the entry is an agent for RLBot v4."""
        return self.path.suffix.lower() == ".cfg"

    @property
    def can_play(self) -> bool:
        """True if a match accepts the entry."""
        return not self.is_broken


class RelationKind(Enum):
    """The relations that tags create between entries; see `runtime.model.needs`."""

    REQUIRES = "requires"
    SUPPORTS = "supports"
    ENABLES = "enables"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One word that an entry requires, supports or enables."""

    kind: RelationKind
    word: str
    """The word as written in the tag."""
    partners: tuple[LibraryEntry, ...]
    """The scripts that enable the word; for ENABLES, the entries that require or support it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanNotice:
    """A file or folder that a scan could not read."""

    path: Path
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommendedTeam:
    """A team that a pack of bots recommends."""

    path: Path
    """The file with the recommendation."""
    bots: tuple[str, ...]
    """Names of bots; a name that occurs twice drives two cars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesFound:
    """Entries of a folder that are new or changed since the last scan."""

    root: Path
    entries: tuple[LibraryEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderScanned:
    """The scan of one library folder has ended."""

    root: Path
    gone: tuple[Path, ...]
    """Documents of the previous scan that no longer exist."""
    total: int
    """Number of entries in the folder."""
    notices: tuple[ScanNotice, ...]
    duration_s: float
    is_whole: bool
    """False if the scan was cancelled; `gone` is empty then."""
    recommended: tuple[RecommendedTeam, ...] = ()
    """The recommended teams of all files in the folder."""


ScanEvent = EntriesFound | FolderScanned


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFile:
    """A file in the folder of an entry."""

    name: str
    """Path relative to the folder, with `/`."""
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDetails:
    """Details of an entry that are read only when the entry is displayed."""

    path: Path
    """The entry's document."""
    readme: str = ""
    """The README in Markdown; empty if there is none."""
    files: tuple[EntryFile, ...] = ()
    is_cut: bool = False
    """True if the list of files is incomplete."""


def folded(text: str) -> str:
    """Returns a text normalised for searching: case, accents and repeated blanks do not count."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).casefold().split())
