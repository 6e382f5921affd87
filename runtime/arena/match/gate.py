"""Decides which session may ask what of the server, and counts what was refused or done from outside.

An arena that a launcher owns (it was started with the launcher's key) takes orders from that launcher's session alone.
Other sessions without an agent id observe: they get packets and, if they ask, drawings; all else that they send is
refused. Agents may do what the protocol lets agents do in a match, but neither start, stop nor steer matches.

An open arena refuses nothing. It counts the orders of sessions other than the one that started the present match.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

import rlbot_flatbuffers as flat

from runtime.arena.match.commands import asks_for_drawings
from runtime.arena.match.game_commands import is_game_command
from runtime.arena.match.session import Session
from runtime.documents.agent_keys import without_token
from runtime.model.teams import SCRIPTS
from runtime.model.values import Interference

INTRODUCTION_S: Final = 5.0
"""A connection that has not sent `ConnectionSettings` for this long is closed."""
MAX_OBSERVERS: Final = 32
"""Sessions without an agent id, the owner's not counted."""
MAX_IDLE_AGENTS: Final = 32
"""Sessions with an agent id that no agent of the match is left for."""
MAX_EARLY_AGENTS: Final = 128
"""Sessions with an agent id that wait for the first match, or the next."""
MAX_ENTRIES: Final = 50
"""Kinds of interference that are told apart; the rest is counted as one."""
MAX_NAME: Final = 80
"""Characters of a session's name in a count."""

ORDERS: Final[Mapping[type, str]] = {
    flat.MatchConfiguration: "MatchConfiguration",
    flat.StartCommand: "StartCommand",
    flat.StopCommand: "StopCommand",
    flat.ConsoleCommand: "ConsoleCommand",
    flat.RenderingStatus: "RenderingStatus",
}
"""Messages by which managers start, stop and steer a match."""
STARTS: Final = (flat.MatchConfiguration, flat.StartCommand)
_FROM_EVERYONE: Final = (flat.ConnectionSettings, flat.InitComplete, flat.PingRequest, flat.DisconnectSignal)


class Gate:
    """Owned by the server's thread. `manager_key` is the key of the launcher that owns the arena; empty for nobody."""

    def __init__(self, manager_key: str = "") -> None:
        self._manager_key = manager_key
        self._counts: dict[tuple[str, str, bool], int] = {}
        self._started_by: int | None = None
        """The session that started the present match."""

    @property
    def manager_key(self) -> str:
        """The key of the launcher that owns the arena; empty in an open one."""
        return self._manager_key

    @property
    def is_owned(self) -> bool:
        """Whether the arena belongs to a launcher."""
        return bool(self._manager_key)

    @property
    def interference(self) -> tuple[Interference, ...]:
        """Counts what was refused, or done by others, since the match was started."""
        return tuple(
            Interference(what=what, by=by, count=count, was_refused=was_refused)
            for (what, by, was_refused), count in self._counts.items()
        )

    def is_owner(self, presented: str) -> bool:
        """Returns whether a session presents the key of the launcher that owns the arena."""
        return self.is_owned and secrets.compare_digest(
            presented.encode("utf-8", "replace"), self._manager_key.encode("utf-8", "replace")
        )

    def begin(self, starter: Session) -> None:
        """Notes which session has started a match, and forgets the counts of the match before."""
        self._counts.clear()
        self._started_by = starter.number

    def has_started(self, session: Session) -> bool | None:
        """Returns whether a session has started the present match; None without a match."""
        return None if self._started_by is None else session.number == self._started_by

    def end(self) -> None:
        """No match is on; the counts of the last one stay until the next."""
        self._started_by = None

    def allows(self, session: Session, message: Any) -> bool:
        """Returns whether a session may send this message, and counts it where it may not or comes from outside."""
        what = type(message).__name__
        if not self.is_owned:
            if self._is_foreign_order(session, message):
                self.count(what, session, was_refused=False)
            return True
        if session.is_owner or isinstance(message, _FROM_EVERYONE):
            return True
        if _is_harmless(session, message) or (session.agent_id and not _is_order(message)):
            return True
        self.count(what, session)
        return False

    def count(self, what: str, session: Session | None = None, *, was_refused: bool = True) -> None:
        """Counts one act of a session, or of a connection that nobody knows."""
        by = without_token(session.label)[:MAX_NAME] if session is not None else "unknown connections"
        entry = (what, by, was_refused)
        if entry not in self._counts and len(self._counts) >= MAX_ENTRIES:
            entry = ("other", "others", was_refused)
        self._counts[entry] = self._counts.get(entry, 0) + 1

    def _is_foreign_order(self, session: Session, message: Any) -> bool:
        if self.has_started(session) is not False or _is_harmless(session, message):
            return False
        if type(message) in STARTS:
            return False  # the host counts these when it knows whether a match comes of it
        return type(message) in ORDERS or (session.is_manager and isinstance(message, flat.DesiredGameState))


def _is_harmless(session: Session, message: Any) -> bool:
    """Returns whether an order concerns its sender alone: its own drawings, or whether it is sent those of others."""
    if isinstance(message, flat.ConsoleCommand):
        return session.is_manager and asks_for_drawings(message.command)
    if isinstance(message, flat.RenderingStatus):
        is_script = session.team == SCRIPTS
        return session.agent_place is not None and message.is_bot != is_script and session.holds(message.index)
    return False


def _is_order(message: Any) -> bool:
    """Returns whether an agent's message steers the match; commands to the game itself are state setting."""
    if isinstance(message, flat.ConsoleCommand):
        return not is_game_command(message.command)
    return type(message) in ORDERS
