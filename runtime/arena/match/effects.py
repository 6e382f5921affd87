"""Effects: what message handlers and the match life cycle request of the server's loop, as values.

Handlers change the state of the match (slots, turn, game, notes) directly. Everything that sends to sessions, ends them
or replaces the match is an effect: the loop applies it after the handler has returned, so that no handler runs within
another one. The effects that replace a match are in `lifecycle`.
"""

from dataclasses import dataclass
from typing import TypeAlias

from runtime.arena.match.session import Session
from runtime.model.messages import Message
from runtime.protocol import CoreMessage, frame, pack_core
from runtime.protocol.report import GameReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Send a framed message to a session."""

    session: Session
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """End a session; `fault` continues a sentence that begins with its label, None without a fault.

    With `after_s`, its last message follows later, so that it handles the messages before.
    """

    session: Session
    fault: Message | None = None
    after_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Publish:
    """Send a report to the launchers, or to one session only."""

    report: GameReport
    only_to: Session | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Send a line to the learner of step mode."""

    line: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowState:
    """Send the present state to all sessions, between two ticks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shutdown:
    """End the server."""


SessionEffect: TypeAlias = Send | End
"""Effects that concern one session."""


def send(session: Session, message: CoreMessage) -> Send:
    """Returns the effect that packs and sends a message.

    Raises:
        ProtocolError: the message cannot be sent.
    """
    return Send(session=session, data=frame(pack_core(message)))
