"""What is known of packs: where they come from, what is offered, what is installed; plain values."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.messages import Message, message


class SourceKind(Enum):
    """What a pack comes from."""

    GITHUB = "github"
    ADDRESS = "address"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a pack comes from, and where its newer versions are looked for."""

    kind: SourceKind
    place: str
    """`owner/repository`, an address, or the absolute path of a file."""
    branch: str = ""
    """Of a repository: this branch instead of its releases."""

    def __str__(self) -> str:
        return f"{self.place} ({self.branch})" if self.branch else self.place


class Origin(Enum):
    """What an offered archive is."""

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
    """For people: a tag, the beginning of a commit, or a date."""
    identity: str
    """For comparison: another one is another version."""
    origin: Origin
    address: str
    """What will be fetched: an address, or a path."""
    size: int | None = None
    """Bytes of the archive; None where the server does not say before."""
    published: str = ""
    """Date as YYYY-MM-DD; empty where unknown."""
    notes: str = ""
    """What the makers say about the release."""
    sha256: str = ""
    """What the archive has to be, as hexadecimal digits; empty where unknown."""

    @property
    def is_local(self) -> bool:
        """Whether nothing has to be fetched."""
        return self.origin is Origin.FILE

    @property
    def is_plain(self) -> bool:
        """Whether it comes without encryption, so that anybody on the way could change it."""
        return self.address.startswith("http://")


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSketch:
    """A bot, hivemind or script of a pack, as far as it takes to tell versions apart."""

    path: str
    """Its document within the pack, with `/`."""
    name: str
    digest: str
    """Of all files that came with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotChanges:
    """What another version changes, as names of bots."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether no bot is new, changed or gone."""
        return not (self.new or self.changed or self.removed)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMark:
    """A file of a pack as it was unpacked."""

    size: int
    digest: str
    is_executable: bool
    changed_ns: int


Manifest = dict[str, FileMark]
"""Every file of a pack by its path within it, with `/`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """How a pack's folder differs from what was unpacked: paths within it, those of whole new folders with `/`."""

    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def own(self) -> tuple[str, ...]:
        """What would be lost with the folder."""
        return (*self.changed, *self.added)

    @property
    def damaged(self) -> tuple[str, ...]:
        """What is not as it came."""
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
    left_out: tuple[str, ...] = ()
    """What of the archive was not unpacked, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A pack on this machine."""

    folder: Path
    record: PackRecord | None
    """None where its document cannot be read."""
    fault: Message | None = None
    """Why not, and what to do."""

    @property
    def key(self) -> str:
        """The name of its folder, which no other pack has."""
        return self.folder.name

    @property
    def title(self) -> str:
        """What people call it."""
        if self.record is None or self.record.source.kind is not SourceKind.GITHUB:
            return self.key
        return self.record.source.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """What became of it when a version was put into its place."""

    pack: Pack
    changes: BotChanges
    kept: Path | None = None
    """The folder with copies of files that the user had changed; None where there were none."""
    carried: int = 0
    """How many files and folders of the user's own were taken along."""


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
    """Why nothing, or not all, could be fetched."""

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
"""What may be over a moment later."""


class FetchError(PackError):
    """A download has failed."""

    def __init__(self, kind: FetchKind, message: Message) -> None:
        super().__init__(message)
        self.kind = kind


class ArchiveError(PackError):
    """An archive cannot be unpacked: it is damaged, or nothing that should be unpacked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkLimits:
    """How long what is waited for; seconds."""

    connect_s: float = 10.0
    stall_s: float = 20.0
    """Without a single byte."""
    answer_s: float = 30.0
    """Until a short answer is whole."""
    tries: int = 4
    """Of a download that breaks off."""
    pause_s: float = 1.5
    """Before the second try; twice as long before each later one."""
