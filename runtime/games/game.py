"""Interface between a match and its game."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from runtime.documents.model import Match
from runtime.model.messages import Message
from runtime.model.problems import Problem
from runtime.model.step_mode import StepModeOptions
from runtime.processes import ChildSpec

LOOPBACK: Final = "127.0.0.1"


@dataclass(slots=True)
class ServerAddress:
    """Address of the server of one match, shared by everything that connects to it."""

    host: str
    port: int | None = None
    """None until the game has reported the port that the system has chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOrder:
    """The requirements that one match has for its game."""

    port: int
    """0 for a port that the system chooses."""
    is_port_fixed: bool
    """False if the game may choose another port when this one is taken."""
    pace: str
    """`realtime`, `lockstep` or a factor."""
    seed: int
    seconds_limit: float | None
    """Game seconds after which the match is over; None for the length given in the document."""
    game_mode: str
    """Game mode as in the document."""
    wait_s: float
    """Time that the game waits for agents before it gives the match up."""
    step_mode: StepModeOptions | None = None
    """Lets a learner step the match; None for an ordinary match."""
    situations: Path | None = None
    """Folder of situations that a learner may name."""
    manager_key: str = ""
    """Key with which our session controls the game; empty for a game that takes no keys."""


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """A server of the RLBot protocol, and how it is started. The defaults are those of a server that already runs."""

    keeps_limit: ClassVar[bool] = False
    """True if the game itself ends the match after the order's `seconds_limit`."""
    takes_keys: ClassVar[bool] = False
    """True if the game can be started with keys, so that it obeys only our session and identifies each agent."""

    host: str = LOOPBACK
    """Address that the game listens on."""
    port: int | None = None
    """Port that the game listens on; None for a port that the system chooses and `reported_port` finds."""

    @property
    @abstractmethod
    def title(self) -> Message:
        """Name of the game in sentences: `the arena`."""

    def remarks(self, _match: Match) -> tuple[Problem, ...]:
        """Returns what this game refuses or does differently from the document."""
        return ()

    def child_spec(self, _order: GameOrder) -> ChildSpec | None:
        """Returns the program to start; None if the game already runs, which is then not ended either."""
        return None

    def reported_port(self, _line: str) -> int | None:
        """Returns the port that a line of the game's output reports; None for any other line."""
        return None

    @abstractmethod
    def explain_absence(self, waited_s: float) -> Message:
        """Returns why the game does not answer, and what to do about it."""

    @abstractmethod
    def explain_loss(self, reason: Message) -> Message:
        """Returns a sentence on the end of our session during a match, when the game's process has not ended."""

    def explain_crash(self, how: Message, last_words: str) -> Message:
        """Returns why the process that `child_spec` started ended during a match.

        Args:
            how: the end of the process as a phrase, such as `exited with code 1`.
            last_words: the line of the output that best explains the end; may be empty.
        """
        raise NotImplementedError
