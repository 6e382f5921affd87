"""A game that another program has started; we never end it."""

from dataclasses import dataclass
from typing import Final

from runtime.documents import NAMELESS_DOCUMENT
from runtime.documents.model import Match
from runtime.games.game import Game
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity

RLBOT_PORT: Final = 23234
"""Default port of servers of the protocol."""


@dataclass(frozen=True, kw_only=True)
class AttachedGame(Game):
    """A server that already listens."""

    port: int = RLBOT_PORT

    @property
    def title(self) -> Message:
        """See `Game`."""
        return message("game-attached", "the server on port {port}", port=str(self.port))

    def remarks(self, match: Match) -> tuple[Problem, ...]:
        """See `Game`."""
        if match.step_mode is None:
            return ()
        said = message("step-mode-of-arena", "Step mode has no effect: only the arena that Kickabout starts has it.")
        return (
            Problem(
                severity=Severity.WARNING,
                path=match.path or NAMELESS_DOCUMENT,
                line=match.lines.get("kickabout.step_mode"),
                key="kickabout.step_mode",
                message=said,
            ),
        )

    def explain_absence(self, waited_s: float) -> Message:
        """See `Game`."""
        return message(
            "server-absent",
            "No server answered on {address} within {seconds:g} s. Start it, or choose the arena.",
            address=f"{self.host}:{self.port}",
            seconds=waited_s,
        )

    def explain_loss(self, reason: Message) -> Message:
        """See `Game`."""
        address = f"{self.host}:{self.port}"
        return message(
            "server-ended", "The server on {address} ended the session: {reason}", address=address, reason=reason
        )
