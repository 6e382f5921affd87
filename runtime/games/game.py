"""What a match asks of its game, whichever it is."""

from dataclasses import dataclass
from typing import Final, Protocol

from runtime.documents.model import Match
from runtime.model.problems import Problem
from runtime.processes import ChildSpec

LOOPBACK: Final = "127.0.0.1"


@dataclass(slots=True)
class ServerAddress:
    """Where the server of one match listens; everything that connects to it shares one of these."""

    host: str
    port: int | None = None
    """None until the game has reported the port that the system chose for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOrder:
    """How one match wants its game."""

    port: int
    """0 for one that the system chooses."""
    pace: str
    """`realtime`, `lockstep` or a factor."""
    seed: int
    seconds_limit: float | None
    """Game seconds after which the match is over; None for the length that the document names."""
    game_mode: str
    """That of the one match it is wanted for, as the document names it."""
    wait_s: float
    """How long the game waits for agents before it gives the match up by itself."""
    manager_key: str = ""
    """What our session presents to a game that takes orders from us alone; empty for a game that takes no keys."""


class Game(Protocol):
    """A server of the RLBot protocol, and how it comes to run."""

    @property
    def title(self) -> str:
        """What sentences call it: `the arena`."""

    @property
    def host(self) -> str:
        """Where it listens."""

    @property
    def port(self) -> int | None:
        """Where it listens; None for a port that the system chooses and `reported_port` finds."""

    @property
    def keeps_limit(self) -> bool:
        """Whether it ends the match itself when the order's seconds are over."""

    @property
    def takes_keys(self) -> bool:
        """Whether it can be started so that it obeys our session alone, and knows each agent by a key."""

    def remarks(self, match: Match) -> tuple[Problem, ...]:
        """What this game does otherwise than the document lets expect, without refusing it."""

    def child_spec(self, order: GameOrder) -> ChildSpec | None:
        """The program to start; None when the game already runs, and then it is not ended either."""

    def reported_port(self, line: str) -> int | None:
        """The port that a line of the game's output reports; None in any other line."""

    def explain_absence(self, waited_s: float) -> str:
        """Why nobody answers, as a sentence with what to do about it."""

    def explain_end(self, how: str, last_words: str) -> str:
        """Why the game went away during a match; `how` is its process's ending in words, or why the session broke."""
