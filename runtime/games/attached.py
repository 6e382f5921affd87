"""A server that another program has started, on this computer or another one; we never end it."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import ClassVar, Final, Self

from runtime.arena.net.listening import shown
from runtime.documents.choices import RANDOM_MAP
from runtime.documents.maps import is_map_file, map_name
from runtime.documents.model import Match
from runtime.files import reason_of
from runtime.games.addresses import RLBOT_PORT, is_numeric, is_this_computer, numeric_form, parse_address, unknown_host
from runtime.games.game import Capabilities, Game, GameError, GameOrder, GameRun, GameSettings
from runtime.games.ports import port_probe
from runtime.games.waiting import waiting
from runtime.model.findings import Probe
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity

LOOKUP_S: Final = 5.0
"""Time limit for looking up the name of a computer."""


@dataclass(frozen=True, kw_only=True)
class AttachedGame(Game):
    """A server that already listens."""

    capabilities: ClassVar = Capabilities(
        name=message("attached", "Running server"),
        hint=message("attached-hint", "A server that you started yourself, on this computer or another one"),
        title=message("game-attached", "the running server"),
        takes_address=True,
        keeps_early_sessions=False,
    )

    port: int = RLBOT_PORT
    look_up: Callable[[str], str] = numeric_form
    """Returns the numeric address of a name, or raises OSError; called in a thread of its own."""
    lookup_s: float = LOOKUP_S

    @classmethod
    def create(cls, settings: GameSettings) -> Self:
        """See `Game`."""
        host, port = parse_address(settings.address)
        return cls(host=host, port=port)

    @property
    def address(self) -> str:
        """Host and port as one text."""
        return shown(self.host, self.port)

    @classmethod
    def probes(cls, _settings: GameSettings) -> tuple[Probe, ...]:
        """See `Game`."""
        return (port_probe(RLBOT_PORT, message("port-of-servers", "the usual port of servers")),)

    @property
    def title(self) -> Message:
        """See `Game`."""
        return message("game-attached-at", "the server on {address}", address=self.address)

    @property
    def warning(self) -> Message | None:
        """See `Game`."""
        return risk_of(self.host)

    def problems(self, match: Match, severity: Severity = Severity.ERROR) -> tuple[Problem, ...]:
        """See `Game`; a map that is a file of this computer is unknown to another one."""
        known = super().problems(match, severity)
        if is_this_computer(self.host) or match.map_choice == RANDOM_MAP or not is_map_file(match.game_map_upk):
            return known
        text = message(
            "map-file-elsewhere",
            "The map {map} is a file of this computer, which the server on {address} cannot read.",
            map=map_name(match.game_map_upk),
            address=self.address,
        )
        return (*known, self.capabilities.problem(match, severity, "match.game_map_upk", text))

    def begin(self, _order: GameOrder) -> GameRun:
        """See `Game`."""
        return _AttachedRun(self)

    def explain_absence(self, waited_s: float) -> Message:
        """See `Game`."""
        return message(
            "server-absent",
            "No server answered on {address} within {seconds:g} s. Start it, check its address and the firewall of its "
            "computer, or choose the arena.",
            address=self.address,
            seconds=waited_s,
        )

    def explain_loss(self, reason: Message) -> Message:
        """See `Game`."""
        return message(
            "server-ended", "The server on {address} ended the session: {reason}", address=self.address, reason=reason
        )


def risk_of(host: str) -> Message | None:
    """Returns what a user should know before bots play on a server of this host; None for this computer."""
    if is_this_computer(host):
        return None
    return message(
        "server-without-password",
        "The connection to {host} has no password and no encryption: use it only in a network that you trust.",
        host=host,
    )


class _AttachedRun(GameRun):
    """Looks up the name of the server's computer, because bots take only a numeric address."""

    def __init__(self, game: AttachedGame) -> None:
        self._game = game
        self._host: str | None = None

    @property
    def host(self) -> str | None:
        return self._host

    def prepare(self) -> Iterator[Message]:
        name = self._game.host
        if is_numeric(name):
            return
        results: SimpleQueue[str | OSError] = SimpleQueue()

        def look_up() -> None:
            try:
                results.put(self._game.look_up(name))
            except OSError as error:
                results.put(error)

        threading.Thread(target=look_up, name="server address", daemon=True).start()
        text = message("looking-up", "looking up the address of {host}", host=name)
        if (yield from waiting(lambda: None if results.empty() else True, text, self._game.lookup_s)) is None:
            late = message("lookup-late", "no answer within {seconds:g} s", seconds=self._game.lookup_s)
            raise GameError(unknown_host(name, late))
        result = results.get()
        if isinstance(result, OSError):
            raise GameError(unknown_host(name, reason_of(result)))
        self._host = result
