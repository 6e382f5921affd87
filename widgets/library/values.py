"""Values and requests of the library panel."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.entries import EntryKind, ScanNotice


class Selection(Enum):
    """Selection of entries."""

    ALL = "all"
    FAVOURITES = "favourites"
    RECENT = "recent"


class Order(Enum):
    """Order of the entries."""

    NAME = "name"
    DEVELOPER = "developer"
    NEWEST = "newest"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFilter:
    """Filter and order of the entries; empty texts match everything."""

    text: str = ""
    selection: Selection = Selection.ALL
    kind: str = ""
    """The value of an `EntryKind`, or `BROKEN`."""
    tag: str = ""
    language: str = ""
    order: Order = Order.NAME

    @property
    def is_narrow(self) -> bool:
        """True if the filter may leave entries out."""
        return bool(self.text or self.kind or self.tag or self.language) or self.selection is not Selection.ALL


BROKEN = "broken"
"""Kind that matches all entries with errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FavouriteChanged:
    """Request: add or remove favourites."""

    paths: tuple[Path, ...]
    is_favourite: bool


class FileAction(Enum):
    """Action on an entry's files."""

    OPEN_FOLDER = "open folder"
    EDIT = "edit"
    """Its source file, if the run command names one."""
    CONFIGURE = "configure"
    """Its document, such as bot.toml."""
    COPY_PATH = "copy path"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileActionRequested:
    """Request: an action on an entry's files."""

    path: Path
    """The entry's document."""
    action: FileAction


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderState:
    """One folder of the library."""

    root: Path
    title: str
    total: int
    is_scanning: bool
    is_removable: bool
    is_hidden: bool = False
    """True if it is not scanned and its entries are not shown."""
    notices: tuple[ScanNotice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRemovalRequested:
    """Request: remove a folder from the library."""

    root: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderHidingRequested:
    """Request: hide or show a folder."""

    root: Path
    is_hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanCancelRequested:
    """Request: stop the scan."""


class Opponent(Enum):
    """Opponent of a recommended team."""

    SAME = "same"
    """The same bots."""
    PERSON = "person"
    """The user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommendedRow:
    """One team that a bot pack recommends."""

    key: str
    names: str
    about: str
    """Source of the recommendation."""
    path: str
    """The file that recommends it."""
    reason: str = ""
    """Reason why it cannot be chosen; empty if it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecommendedTeamChosen:
    """Request: fill both teams of the match."""

    key: str
    """Key of the row."""
    opponent: Opponent


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAgentRequested:
    """Request: create an agent in a new folder inside `folder`."""

    kind: EntryKind
    name: str
    folder: Path
