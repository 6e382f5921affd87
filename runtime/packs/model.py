"""Values of packs: their sources, the versions on offer, and the installed packs."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from msgspec import Struct

from runtime.model.messages import Message, message


class SourceKind(Enum):
    """Kind of the source of a pack."""

    GITHUB = "github"
    ADDRESS = "address"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The origin of a pack, which is also searched for newer versions."""

    kind: SourceKind
    place: str
    """`owner/repository`, a URL, or the absolute path of a file."""
    branch: str = ""
    """Branch of a repository to use instead of its releases; empty for releases."""

    def __str__(self) -> str:
        return f"{self.place} ({self.branch})" if self.branch else self.place


class Origin(Enum):
    """Kind of an archive on offer."""

    BUILD = "build of a release for this system"
    RELEASE = "source of a release"
    BRANCH = "newest source"
    ADDRESS = "file at an address"
    FILE = "file of this machine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One version of a pack that can be fetched."""

    source: Source
    version: str
    """Version to display: a tag, the beginning of a commit, or a date."""
    identity: str
    """A text that is different for every version."""
    origin: Origin
    address: str
    """Address or path of the archive."""
    size: int | None = None
    """Bytes of the archive; None if the server does not report them."""
    published: str = ""
    """Date as YYYY-MM-DD; empty if unknown."""
    notes: str = ""
    """Release notes by the authors."""
    sha256: str = ""
    """Expected checksum of the archive in hexadecimal digits; empty if unknown."""

    @property
    def is_local(self) -> bool:
        """True if the archive is on this machine already."""
        return self.origin is Origin.FILE

    @property
    def is_plain(self) -> bool:
        """True if the download is unencrypted, so it could be changed on the way."""
        return self.address.startswith("http://")


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSketch:
    """The parts of a bot, hivemind or script that are compared between versions."""

    path: str
    """Path of its document within the pack, with `/`."""
    name: str
    digest: str
    """Digest of all files that belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotChanges:
    """Names of the bots that another version adds, changes or removes."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """True if no bot is added, changed or removed."""
        return not (self.new or self.changed or self.removed)


class FileMark(Struct, frozen=True, kw_only=True, array_like=True):
    """A file of a pack as it was unpacked."""

    size: int
    digest: str
    is_executable: bool
    changed_ns: int


Manifest = dict[str, FileMark]
"""Every file of a pack by its path within it, with `/`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """Differences between a pack's folder and its archive, as paths within the pack; whole new folders end with `/`."""

    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def own(self) -> tuple[str, ...]:
        """Paths of the user's changes, which would be lost with the folder."""
        return (*self.changed, *self.added)

    @property
    def damaged(self) -> tuple[str, ...]:
        """Paths of files that are changed or missing."""
        return (*self.changed, *self.missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRecord:
    """The document of an installed pack."""

    source: Source
    version: str
    identity: str
    origin: Origin
    address: str
    archive_size: int
    archive_sha256: str
    published: str
    installed: str
    """Date and time as YYYY-MM-DD HH:MM."""
    bots: tuple[BotSketch, ...] = ()
    left_out: tuple[Message, ...] = ()
    """Members of the archive that were not unpacked, with the reasons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A pack on this machine."""

    folder: Path
    record: PackRecord | None
    """None if its document cannot be read."""
    fault: Message | None = None
    """Reason why the document cannot be read, and the remedy."""

    @property
    def key(self) -> str:
        """Name of its folder, which is unique."""
        return self.folder.name

    @property
    def title(self) -> str:
        """Name to display."""
        if self.record is None or self.record.source.kind is not SourceKind.GITHUB:
            return self.key
        return self.record.source.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Result of the installation of a version."""

    pack: Pack
    changes: BotChanges
    kept: Path | None = None
    """Folder with copies of the files that the user had changed; None if there were none."""
    carried: int = 0
    """Number of the user's own files and folders that were copied into the new version."""


class PackError(Exception):
    """An operation on a pack has failed; `message` is a sentence for the user."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class CancelledError(PackError):
    """The user cancelled an operation."""

    def __init__(self) -> None:
        super().__init__(message("cancelled", "It was cancelled."))


class FetchKind(Enum):
    """Reason why a download failed or is incomplete."""

    OFFLINE = "offline"
    NO_ANSWER = "no answer"
    STALLED = "stalled"
    BROKEN = "broken off"
    NOT_FOUND = "not found"
    REFUSED = "refused"
    RATE_LIMIT = "too many questions"
    SERVER = "the server failed"
    UNTRUSTED = "not trusted"
    TOO_LARGE = "too large"
    NO_ARCHIVE = "no archive"
    CHANGED = "not what was offered"


PASSING = frozenset({FetchKind.STALLED, FetchKind.BROKEN, FetchKind.SERVER})
"""Reasons that may disappear by themselves; a new attempt makes sense."""


class FetchError(PackError):
    """A download has failed."""

    def __init__(self, kind: FetchKind, message: Message) -> None:
        super().__init__(message)
        self.kind = kind


class ArchiveError(PackError):
    """An archive cannot be unpacked because it is damaged or unsafe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkLimits:
    """Time limits of network access, in seconds, and number of attempts."""

    connect_s: float = 10.0
    stall_s: float = 20.0
    """Time without a single byte."""
    answer_s: float = 30.0
    """Time until a short answer is complete."""
    tries: int = 4
    """Maximum number of attempts of a download that is interrupted."""
    pause_s: float = 1.5
    """Pause before the second attempt; doubled before each later one."""
