"""What the library shows of bots, hiveminds and scripts on disk: plain values that carry no behaviour of it."""

import unicodedata
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.problems import Problem


class EntryKind(Enum):
    """What an entry of the library is."""

    BOT = "bot"
    HIVEMIND = "hivemind"
    SCRIPT = "script"
    V4 = "v4"
    """A bot or script for RLBot v4, which no match takes yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceVersion:
    """Which state of its source files an entry is."""

    digest: str
    """Eight hexadecimal digits of the files' names and contents; equal files give equal digits on every machine."""
    changed_s: float
    """When the newest of the files was changed, in seconds of the epoch."""
    files: int
    is_partial: bool = False
    """Whether some files could not be looked at: too many, or not readable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """One bot, hivemind or script, whether its document can be used or not."""

    path: Path
    """The document: bot.toml, script.toml or a .cfg of RLBot v4."""
    root: Path
    """The folder under which the entry was found."""
    kind: EntryKind
    name: str
    """Never empty: the folder's name where the document has none."""
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
    """Every word by which the entry is found, as `folded` writes them."""

    @property
    def is_broken(self) -> bool:
        """Whether an error in its files keeps it out of every match."""
        return any(problem.is_error for problem in self.problems)

    @property
    def can_play(self) -> bool:
        """Whether a match takes it."""
        return self.kind is not EntryKind.V4 and not self.is_broken


class RelationKind(Enum):
    """How an entry relates to the scripts that its tags name; see `runtime.model.needs`."""

    REQUIRES = "requires"
    SUPPORTS = "supports"
    ENABLES = "enables"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One thing that an entry requires, supports or enables."""

    kind: RelationKind
    word: str
    """The thing, as its tag has it."""
    partners: tuple[LibraryEntry, ...]
    """The scripts that enable it; of a script that enables it, those that require or support it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanNotice:
    """Something that a scan could not look into, in words."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommendedTeam:
    """One team that a pack of bots recommends."""

    path: Path
    """The file that says so."""
    bots: tuple[str, ...]
    """Names of bots; one that occurs twice drives two cars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesFound:
    """Entries of one folder that are new, or not what they were at the last scan."""

    root: Path
    entries: tuple[LibraryEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderScanned:
    """One of the library's folders has been looked through."""

    root: Path
    gone: tuple[Path, ...]
    """Documents of an earlier scan that are no longer there."""
    total: int
    """How many entries the folder holds."""
    notices: tuple[ScanNotice, ...]
    duration_s: float
    is_whole: bool
    """False where the scan was given up before its end; nothing is `gone` then."""
    recommended: tuple[RecommendedTeam, ...] = ()
    """The teams that files in the folder recommend."""


ScanEvent = EntriesFound | FolderScanned


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFile:
    """One file of an entry's folder."""

    name: str
    """Path within the folder, with `/`."""
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDetails:
    """What is read of an entry only when somebody looks at it."""

    path: Path
    """The entry's document."""
    readme: str = ""
    """Text of its README, in Markdown; empty where there is none."""
    files: tuple[EntryFile, ...] = ()
    is_cut: bool = False
    """Whether there are more files than these."""


def folded(text: str) -> str:
    """A text as it is compared in a search: without case, accents and doubled blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).casefold().split())
