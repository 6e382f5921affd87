"""Interface between a match and its game, and what a game can do."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Self

from runtime.documents.choices import GAME_MODES
from runtime.documents.maps import maps_of
from runtime.documents.model import Match
from runtime.documents.validation import NAMELESS_DOCUMENT
from runtime.games.kept_server import KeptServer
from runtime.model.findings import Probe
from runtime.model.messages import Message, MessageError, message
from runtime.model.problems import Problem, Severity
from runtime.model.states import Remedy
from runtime.model.step_mode import StepModeOptions
from runtime.model.values import LOCKSTEP, REALTIME, Starter

if TYPE_CHECKING:
    from runtime.processes import ChildSpec  # the window chooses a game before it needs any process

LOOPBACK: Final = "127.0.0.1"
MIN_FACTOR: Final = 0.25
"""Slowest pace of a game that has only a game speed; at a much slower one its bots get no packets."""
MAX_FACTOR: Final = 2.0


class GameError(MessageError):
    """The game cannot be used, or has ended; `text` says why and what to do."""

    def __init__(self, text: Message, remedy: Remedy | None = None) -> None:
        super().__init__(text)
        self.remedy = remedy
        """The remedy that a front end can offer; None if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """The user's choices about games, which are not part of a match; each game takes what concerns it."""

    cache: Callable[[], Path | None] = lambda: None
    """Returns the folder of generated files; None for the default."""
    address: str = ""
    """`HOST:PORT` or `HOST` of a server that another program has started; empty for the default."""
    server_program: str = ""
    """Path of the server's program; empty to look in the usual places."""
    downloads: Path | None = None
    """Folder of server programs that Kickabout has downloaded."""
    game_command: str = ""
    """Command that starts the game, for a game that no known store has installed."""
    starter: Starter = "auto"
    has_anti_cheat: bool = False
    """True if the game is started with its store's anti-cheat."""
    closes_game: bool = False
    """True if a running game that cannot be used may be closed; the user was asked for this match."""
    kept_server: KeptServer = field(default_factory=KeptServer)
    """Runs a server that several matches use."""
    logs: Path | None = None
    """Folder for the log of a server that runs for several matches; None for no log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """The abilities of a game that are known before the match; the defaults describe a server that already runs.

    `name` and `hint` describe the game in a list, `title` is its name in sentences: `the arena`.
    """

    name: Message
    hint: Message
    title: Message
    takes_address: bool = False
    """True if the user says where the server listens."""
    takes_commands: bool = False
    """True if the game reports to us and obeys the console commands of Kickabout: pause, step, pace and others."""
    has_console: bool = True
    """True if the server may know console commands, such as the game's own `Pause`; the protocol never says so."""
    has_standby: bool = False
    """True if a new version of an agent can wait in the match until it gets the cars; otherwise they stand still."""
    takes_keys: bool = False
    """True if the game can be started with keys, so that it obeys only our session and identifies each agent."""
    takes_learners: bool = False
    """True if the game has step mode."""
    keeps_early_sessions: bool = True
    """True if agents may connect before the match is sent; other servers end their sessions when it starts."""
    keeps_limit: bool = False
    """True if the game itself ends the match after the order's `seconds_limit`."""
    ends_with_match: bool = False
    """True if the server was started for one match and shuts down after it."""
    has_own_window: bool = True
    """True if people watch and drive in a window of the game; otherwise they do so in ours."""
    modes: tuple[str, ...] = GAME_MODES
    """The game modes that are played."""
    maps: Callable[[str], tuple[str, ...]] = maps_of
    """Returns the maps on which the game plays a mode."""
    refused_options: Callable[[Match], Iterable[tuple[str, Message]]] = lambda _match: ()
    """Returns the options of a match that the game cannot play, by their dotted keys, each with the reason."""
    ignored_options: Callable[[Match], Mapping[str, Message]] = lambda _match: {}
    """Returns the options of a match that have no effect in the game, by their dotted keys, each with the reason."""

    def problems(self, match: Match, severity: Severity = Severity.ERROR) -> tuple[Problem, ...]:
        """Returns what the game refuses in a match, and a warning about step mode if it has none."""
        remarks = [(severity, key, reason) for key, reason in self.refused_options(match)]
        if match.step_mode is not None and not self.takes_learners:
            text = message(
                "step-mode-of-arena", "Step mode has no effect: only the arena that Kickabout starts has it."
            )
            remarks.append((Severity.WARNING, "kickabout.step_mode", text))
        return tuple(self.problem(match, severity, key, text) for severity, key, text in remarks)

    @staticmethod
    def problem(match: Match, severity: Severity, key: str, text: Message) -> Problem:
        """Returns a problem of an option, by its dotted key."""
        path = match.path or NAMELESS_DOCUMENT
        return Problem(severity=severity, path=path, line=match.lines.get(key), key=key, message=text)

    def as_reporting(self) -> Self:
        """Returns the capabilities of a server that has sent a report, which proves it to be an arena."""
        return replace(self, takes_commands=True, has_own_window=False, has_console=True, has_standby=True)

    def pace_refusal(self, pace: str) -> Message | None:
        """Returns why the game cannot play at a pace; None if it can."""
        if self.takes_commands or pace == REALTIME:
            return None
        if pace != LOCKSTEP and MIN_FACTOR <= float(pace) <= MAX_FACTOR:
            return None
        return message(
            "pace-of-arena",
            "Only the arena plays at this speed; {game} plays in real time or at {minimum:g} to {maximum:g} times the "
            "normal speed.",
            game=self.title,
            minimum=MIN_FACTOR,
            maximum=MAX_FACTOR,
        )


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
    launcher: str = "NoLaunch"
    """The store that starts a game of its own, as in the document."""
    launcher_arg: str = ""
    wait_s: float
    """Time that the game waits for agents before it gives the match up."""
    step_mode: StepModeOptions | None = None
    """Lets a learner step the match; None for an ordinary match."""
    situations: Path | None = None
    """Folder of situations that a learner may name."""
    manager_key: str = ""
    """Key with which our session controls the game; empty for a game that takes no keys."""


class GameRun:
    """A game during one match, besides the protocol; owned by the match's thread. The defaults do nothing."""

    explains_loss: ClassVar[bool] = False
    """True if `check` may say a moment later why our session has ended."""

    def prepare(self) -> Iterator[Message]:
        """Makes the game ready for our session in short steps; yields what it does: `waiting for Steam`.

        The caller calls `next` about every 10 ms and ends the preparation by no longer calling it.

        Raises:
            GameError: the game cannot be made ready.
        """
        return iter(())

    @property
    def host(self) -> str | None:
        """The numeric address of the server, known at the end of `prepare`; None if it is the game's `host`."""
        return None

    @property
    def port(self) -> int | None:
        """The port of the server, known at the end of `prepare`; None if the game's address has it."""
        return None

    def adapted(self, match: Match) -> Match:
        """Returns the match as it is sent."""
        return match

    def lines(self) -> tuple[str, ...]:
        """Returns what the server has printed since the last call, if it is not a child of the match."""
        return ()

    def check(self) -> None:
        """Raises `GameError` if the server or the game has ended; called about every 10 ms."""

    def refusal(self) -> Message | None:
        """Returns why the server has refused the match since it was sent, as far as its output says so."""
        return None

    def explain_slowness(self, waited_s: float) -> Message:
        """Returns why the match has not loaded within this time, and what to do about it."""
        return message("map-not-loaded", "The game did not load the match within {seconds:g} s.", seconds=waited_s)


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """A server of the RLBot protocol, and how it is started. The defaults are those of a server that already runs.

    Modules of games load neither the game nor what starts processes, so that a front end can ask for capabilities.
    """

    capabilities: ClassVar[Capabilities]

    host: str = LOOPBACK
    """Address that the game listens on; may be a name, whose numeric form the game's run has."""
    port: int | None = None
    """Port that the game listens on; None for a port that the system chooses and `reported_port` finds."""

    @classmethod
    def create(cls, _settings: GameSettings) -> Self:
        """Returns the game as the user wants it.

        Raises:
            GameError: a setting is wrong.
        """
        return cls()

    @classmethod
    def probes(cls, _settings: GameSettings) -> tuple[Probe, ...]:
        """Returns the checks of what this computer has for the game; making them reads nothing."""
        return ()

    @property
    def title(self) -> Message:
        """Name of the game in sentences: `the arena`."""
        return self.capabilities.title

    @property
    def warning(self) -> Message | None:
        """A warning for the user before a match is played in this game; None if there is none."""
        return None

    def problems(self, match: Match, severity: Severity = Severity.ERROR) -> tuple[Problem, ...]:
        """Returns what the game refuses in a match; see `Capabilities.problems`."""
        return self.capabilities.problems(match, severity)

    def child_spec(self, _order: GameOrder) -> "ChildSpec | None":
        """Returns the program to start; None if the game already runs, which is then not ended either."""
        return None

    def begin(self, _order: GameOrder) -> GameRun:
        """Returns what the game does during one match besides speaking the protocol."""
        return GameRun()

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
