"""Findings about this computer: what a match needs, what is there, and what to do about the rest."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from runtime.model.messages import Message

PROBE_S: Final = 2.0
"""Default time limit of a probe."""


class FindingState(Enum):
    """Judgement of a finding."""

    GOOD = "ok"
    INFO = "info"
    WARNING = "warning"
    MISSING = "missing"


class FindingAction(Enum):
    """Action that the window offers for a finding."""

    CHOOSE_SERVER = "choose the server's program"
    DOWNLOAD_SERVER = "download the server's program"
    STOP_SERVER = "stop the server"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact about this computer."""

    key: str
    state: FindingState
    text: Message
    fix: Message | None = None
    actions: tuple[FindingAction, ...] = ()
    prevents_matches: bool = False
    """True if no match can be played in any game until this is fixed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A check, which runs on a thread of its own; it may fail, and may take too long."""

    key: str
    area: Message
    """Title of the group in which its findings are shown."""
    find: Callable[[], Iterable[Finding]]
    limit_s: float = PROBE_S
    """Time after which its result is no longer awaited."""
