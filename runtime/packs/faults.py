"""What can go wrong with packs; every text is a sentence that says what happened and what to do."""

from enum import Enum


class PackError(Exception):
    """Something with a pack cannot be done."""


class CancelledError(PackError):
    """The user broke it off."""

    def __init__(self) -> None:
        super().__init__("It was cancelled.")


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
    """Something could not be fetched."""

    def __init__(self, kind: FetchKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class ArchiveError(PackError):
    """An archive cannot be unpacked: it is damaged, or nothing that should be unpacked."""
