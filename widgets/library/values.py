"""What the library's widgets show and ask for."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.entries import EntryKind, ScanNotice


class Selection(Enum):
    """Which entries are offered at all."""

    ALL = "all"
    FAVOURITES = "favourites"
    RECENT = "recent"


class Order(Enum):
    """What the entries are sorted by."""

    NAME = "name"
    DEVELOPER = "developer"
    NEWEST = "newest"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFilter:
    """Which entries are shown, and in which order; an empty text lets everything pass."""

    text: str = ""
    selection: Selection = Selection.ALL
    kind: str = ""
    """The value of an `EntryKind`, or `BROKEN`."""
    tag: str = ""
    language: str = ""
    order: Order = Order.NAME

    @property
    def is_narrow(self) -> bool:
        """Whether something may be left out."""
        return bool(self.text or self.kind or self.tag or self.language) or self.selection is not Selection.ALL


BROKEN = "broken"
"""The kind under which entries with errors are found, whatever else they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FavouriteChanged:
    """The user marks entries as favourites, or takes the mark away."""

    paths: tuple[Path, ...]
    is_favourite: bool


class FileAction(Enum):
    """What may be done with an entry's files."""

    OPEN_FOLDER = "open folder"
    EDIT = "edit"
    """Its source, as far as the run command names it."""
    CONFIGURE = "configure"
    """Its document, such as bot.toml."""
    COPY_PATH = "copy path"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileActionRequested:
    """The user wants to do something with an entry's files."""

    path: Path
    """The entry's document."""
    action: FileAction


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderState:
    """One folder of the library, as the list of folders shows it."""

    root: Path
    title: str
    total: int
    is_scanning: bool
    is_removable: bool
    is_hidden: bool = False
    """Whether it is not looked into, and nothing of it is shown, until the user wants it back."""
    notices: tuple[ScanNotice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRemovalRequested:
    """The user wants a folder to be no part of the library any more."""

    root: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderHidingRequested:
    """The user wants a folder hidden for a while, or back."""

    root: Path
    is_hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanCancelRequested:
    """The user does not want to wait until all folders have been looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldersDropped:
    """Paths were dropped on the library, to be added to it."""

    paths: tuple[Path, ...]


class Opponent(Enum):
    """Who plays against a recommended team."""

    SAME = "same"
    """The same bots."""
    PERSON = "person"
    """The user, in a car of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommendedRow:
    """One team that a pack of bots recommends."""

    key: str
    names: str
    about: str
    """Where it comes from, in a few words."""
    path: str
    """The file that recommends it."""
    reason: str = ""
    """Why it cannot be chosen; empty where it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommendedTeamChosen:
    """The user wants both teams of the match filled."""

    key: str
    """Of the row."""
    opponent: Opponent


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAgentRequested:
    """The user wants a new agent of this kind and name in a folder of its own within `folder`."""

    kind: EntryKind
    name: str
    folder: Path
