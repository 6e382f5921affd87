"""A game that somebody else started: we are its guest, so it is never killed nor shut down."""

from dataclasses import dataclass
from typing import Final

from runtime.documents.model import Match
from runtime.games.game import LOOPBACK, GameOrder
from runtime.model.problems import Problem
from runtime.processes import ChildSpec

RLBOT_PORT: Final = 23234
"""Where a server of the protocol listens that nobody told otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedGame:
    """A server that already listens."""

    port: int = RLBOT_PORT
    host: str = LOOPBACK

    @property
    def title(self) -> str:
        """See `Game`."""
        return f"the server on port {self.port}"

    @property
    def keeps_limit(self) -> bool:
        """See `Game`."""
        return False

    @property
    def takes_keys(self) -> bool:
        """See `Game`."""
        return False

    def remarks(self, match: Match) -> tuple[Problem, ...]:  # noqa: ARG002 - `Game` has it
        """See `Game`."""
        return ()

    def child_spec(self, order: GameOrder) -> ChildSpec | None:  # noqa: ARG002 - `Game` has it
        """See `Game`."""
        return None

    def reported_port(self, line: str) -> int | None:  # noqa: ARG002 - `Game` has it
        """See `Game`."""
        return None

    def explain_absence(self, waited_s: float) -> str:
        """See `Game`."""
        return f"No server answers on {self.host}:{self.port} ({waited_s:g} s waited). Start it, or choose the arena."

    def explain_end(self, how: str, last_words: str) -> str:  # noqa: ARG002 - `Game` has it
        """See `Game`."""
        return f"The server on {self.host}:{self.port} ended the session: {how}"
