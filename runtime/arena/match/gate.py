"""Permissions: which messages a session may send, and counts of refused messages and of orders of others.

An arena that a launcher owns (it was started with the launcher's key) takes orders only from that launcher's session.
Other sessions without an agent id observe: they get packets and, on request, drawings; everything else that they send
is refused. Agents may do what the protocol allows agents in a match, but may not start, stop or control matches.

An open arena refuses nothing. It counts the orders of sessions other than the one that started the current match.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

import rlbot_flatbuffers as flat

from runtime.arena.commands import is_drive_command, is_game_command, is_view_command
from runtime.arena.match.session import Session
from runtime.arena.match.slots import Slot
from runtime.documents.agent_keys import without_token
from runtime.model.interference import Interference

INTRODUCTION_S: Final = 5.0
"""A connection is closed if it has not sent `ConnectionSettings` within this time."""
MAX_OBSERVERS: Final = 32
"""Maximum number of sessions without an agent id, not counting the owner's."""
MAX_IDLE_AGENTS: Final = 32
"""Maximum number of sessions with an agent id for which the match has no slot."""
MAX_EARLY_AGENTS: Final = 128
"""Maximum number of sessions with an agent id that wait for the first or next match."""
MAX_ENTRIES: Final = 50
"""Maximum number of kinds of interference; the rest is counted as one."""
MAX_NAME: Final = 80
"""Maximum number of characters of a session's name in a count."""

ORDERS: Final[Mapping[type, str]] = {
    flat.MatchConfiguration: "MatchConfiguration",
    flat.StartCommand: "StartCommand",
    flat.StopCommand: "StopCommand",
    flat.ConsoleCommand: "ConsoleCommand",
    flat.RenderingStatus: "RenderingStatus",
}
"""Messages with which managers start, stop and control a match, and their names."""
STARTS: Final = (flat.MatchConfiguration, flat.StartCommand)
_FROM_EVERYONE: Final = (flat.ConnectionSettings, flat.InitComplete, flat.PingRequest, flat.DisconnectSignal)


class Gate:
    """The permissions of one server; owned by its thread.

    `manager_key` is the key of the launcher that owns the arena; it is empty for an open arena.
    """

    def __init__(self, manager_key: str = "") -> None:
        self._manager_key = manager_key
        self._counts: dict[tuple[str, str, bool], int] = {}
        self._ports: dict[str, int] = {}
        """Ports of sessions without an agent id, by name."""
        self._started_by: int | None = None
        """Number of the session that started the current match."""

    @property
    def manager_key(self) -> str:
        """The key of the launcher that owns the arena; empty for an open arena."""
        return self._manager_key

    @property
    def is_owned(self) -> bool:
        """True if the arena belongs to a launcher."""
        return bool(self._manager_key)

    @property
    def interference(self) -> tuple[Interference, ...]:
        """The counts of refused messages and of orders of others since the match was started."""
        return tuple(
            Interference(what=what, by=by, count=count, refused=was_refused, port=self._ports.get(by, 0))
            for (what, by, was_refused), count in self._counts.items()
        )

    def is_owner(self, presented: str) -> bool:
        """Returns whether a session presents the key of the launcher that owns the arena."""
        return self.is_owned and secrets.compare_digest(
            presented.encode("utf-8", "replace"), self._manager_key.encode("utf-8", "replace")
        )

    def begin(self, starter: Session) -> None:
        """Notes which session has started a match, and forgets the counts of the previous match."""
        self._counts.clear()
        self._ports.clear()
        self._started_by = starter.number

    def has_started(self, session: Session) -> bool | None:
        """Returns whether a session has started the current match; None without a match."""
        return None if self._started_by is None else session.number == self._started_by

    def end(self) -> None:
        """Notes that the match is over; its counts stay until the next one begins."""
        self._started_by = None

    def allows(self, session: Session, message: Any, slot: Slot | None) -> bool:
        """Returns whether a session that holds `slot` may send this message; counts refusals and orders of others."""
        what = type(message).__name__
        if not self.is_owned:
            if self._is_foreign_order(session, message, slot):
                self.count(what, session, was_refused=False)
            return True
        if session.is_owner or isinstance(message, _FROM_EVERYONE):
            return True
        if _is_harmless(session, message, slot) or (session.agent_id and not _is_order(message)):
            return True
        self.count(what, session)
        return False

    def count(self, what: str, session: Session | None = None, *, was_refused: bool = True) -> None:
        """Counts one act of a session, or of a connection that has not introduced itself."""
        by = without_token(str(session.label))[:MAX_NAME] if session is not None else "unknown connections"
        entry = (what, by, was_refused)
        if entry not in self._counts and len(self._counts) >= MAX_ENTRIES:
            entry = ("other", "others", was_refused)
        self._counts[entry] = self._counts.get(entry, 0) + 1
        if session is not None and session.is_manager:
            self._ports[entry[1]] = session.port

    def _is_foreign_order(self, session: Session, message: Any, slot: Slot | None) -> bool:
        if self.has_started(session) is not False or _is_harmless(session, message, slot):
            return False
        if type(message) in STARTS:
            return False  # counted once it is known whether a match starts
        if isinstance(message, flat.ConsoleCommand) and is_drive_command(message.command):
            return False  # a human may take part
        return type(message) in ORDERS or (session.is_manager and isinstance(message, flat.DesiredGameState))


def _is_harmless(session: Session, message: Any, slot: Slot | None) -> bool:
    """Returns whether an order concerns only its sender: its permission to draw, or what it receives."""
    if isinstance(message, flat.ConsoleCommand):
        return session.is_manager and is_view_command(message.command)
    if isinstance(message, flat.RenderingStatus):
        return slot is not None and slot.agent.controls(message.index, is_bot=message.is_bot)
    return False


def _is_order(message: Any) -> bool:
    """Returns whether an agent's message controls the match; commands to the game itself are state setting."""
    if isinstance(message, flat.ConsoleCommand):
        return not is_game_command(message.command)
    return type(message) in ORDERS
