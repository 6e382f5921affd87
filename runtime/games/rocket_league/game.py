"""Rocket League as the game of a match."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from runtime.documents.model import Match
from runtime.games.game import Capabilities, Game, GameError, GameOrder, GameRun, GameSettings
from runtime.games.kept_server import KEY
from runtime.model.findings import Probe
from runtime.model.messages import Message, MessageError, literal, message, sentences
from runtime.model.states import Remedy
from runtime.texts import printable, unstyled

if TYPE_CHECKING:
    from runtime.games.rocket_league.installations import Installation
    from runtime.games.rocket_league.running import RunningGame
    from runtime.games.rocket_league.system import System

SERVER_PORT: Final = 23234
"""Default port of RLBotServer, and the first one that is tried."""
CONTROLLER_PORT: Final = 23233
"""Port on which RLBotServer expects the game, unless it is taken (`IdealGamePort` in RLBot/core)."""
SERVER_S: Final = 20.0
"""Time for RLBotServer to listen after its start."""
LISTENING_S: Final = 0.05
"""Time between two looks whether it listens."""
MAX_STARTS: Final = 3
"""Number of starts on different ports, because another program may take a free port first."""
STOP_S: Final = 10.0
"""Time for a server of ours to end before another one is started."""
SEARCH_S: Final = 1.0
"""Time between two searches for the game's process."""
_FIRST_STORE: Final = {"Steam": "steam", "Epic": "epic", "legendary": "legendary", "heroic": "heroic"}
"""The store that a match prefers, by its launcher or, for a custom one, its argument."""
_EXPECTED: Final = re.compile(r"expecting Rocket League on port (\d{1,5})")
"""In the first line of RLBotServer's log."""
_CONNECTED: Final = re.compile("(Connected to Rocket League)")
_TAKEN: Final = re.compile("(already in use)")
_ERROR: Final = re.compile(r"\b(?:ERROR|CRIT)\b.*?: +(.+)")
"""A line of RLBotServer's log that reports an error; the group is its text."""


@dataclass(frozen=True, kw_only=True)
class RocketLeagueGame(Game):
    """RLBotServer, running or started by us, and Rocket League, running or started by either."""

    capabilities: ClassVar = Capabilities(
        name=message("rocket-league", "Rocket League"),
        hint=message("rocket-league-hint", "The real game, through RLBotServer; needs Rocket League on this computer"),
        title=message("game-rocket-league", "Rocket League"),
        keeps_early_sessions=False,
        has_console=False,  # RLBotServer 5.0.0-rc.16 ignores the message
    )

    settings: GameSettings = field(default_factory=GameSettings)
    system: "System | None" = None
    """The computer; None for the real one."""

    @classmethod
    def create(cls, settings: GameSettings) -> Self:
        """See `Game`."""
        return cls(settings=settings)

    @classmethod
    def probes(cls, settings: GameSettings) -> tuple[Probe, ...]:
        """See `Game`."""
        from runtime.games.rocket_league.findings import rocket_league_probes  # noqa: PLC0415 - rarely needed
        from runtime.games.rocket_league.system import native_system  # noqa: PLC0415 - see above

        name = cls.capabilities.name
        return rocket_league_probes(settings, native_system(), name=name, controller_port=CONTROLLER_PORT)

    def begin(self, order: GameOrder) -> GameRun:
        """See `Game`."""
        from runtime.games.rocket_league.system import native_system  # noqa: PLC0415 - not needed until a match starts

        return RocketLeagueRun(self.settings, self.system or native_system(), order)

    def explain_absence(self, waited_s: float) -> Message:
        """See `Game`."""
        return message(
            "server-silent-after-start",
            "RLBotServer did not answer within {seconds:g} s; the log of the game says how far it came.",
            seconds=waited_s,
        )

    def explain_loss(self, reason: Message) -> Message:
        """See `Game`."""
        return message("server-ended-session", "RLBotServer ended the session. {reason}", reason=reason)


class RocketLeagueRun(GameRun):
    """One match in Rocket League; owned by the match's thread."""

    explains_loss: ClassVar = True

    def __init__(
        self, settings: GameSettings, system: "System", order: GameOrder, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._kept = settings.kept_server
        self._system = system
        self._order = order
        self._clock = clock
        self._port: int | None = None
        self._server_pid: int | None = None
        self._is_kept = False
        """True if the server is ours."""
        self._is_left_to_server = False
        """True if the server starts the game."""
        self._game: RunningGame | None = None
        self._is_connected = False
        self._next_search_s = float("-inf")
        self._is_sent = False
        """True if the match was sent; until then, games are closed and started here."""
        self._new_lines: list[str] = []
        self._error = ""

    @property
    def port(self) -> int | None:
        """See `GameRun`."""
        return self._port

    def prepare(self) -> Iterator[Message]:
        """See `GameRun`; each wait has a limit."""
        try:
            yield from self._find_game()
            yield from self._ready_server()
            yield from self._check_game_port()
            if self._game is None:
                yield from self._start_game()
        except GameError:
            raise
        except MessageError as error:
            raise GameError(error.text, Remedy.SET_UP_GAME) from error

    def adapted(self, match: Match) -> Match:
        """See `GameRun`; the server starts the game only if it should."""
        self._error, self._is_sent = "", True
        return match if self._is_left_to_server else replace(match, launcher="NoLaunch", launcher_arg="")

    def lines(self) -> tuple[str, ...]:
        """See `GameRun`."""
        self._read_log()
        lines, self._new_lines = tuple(self._new_lines), []
        return lines

    def check(self) -> None:
        """See `GameRun`."""
        self._read_log()
        if self._is_sent and self._game is None and self._clock() >= self._next_search_s:
            self._next_search_s = self._clock() + SEARCH_S
            self._game = self._running_game()
        # The server ends with the game, which is therefore looked at first.
        if self._is_sent and self._game is not None and not self._system.is_running(self._game.process):
            self._game = None
            raise GameError(message("game-ended", "Rocket League has ended. The next match starts it again."))
        if self._is_kept and not self._kept.is_running:
            how = self._kept.end or message("server-stopped", "was stopped")
            text = message("rlbotserver-ended", "RLBotServer ended during the match: {how}.", how=how)
            raise GameError(sentences(text, literal(self._error) if self._error else None))

    def refusal(self) -> Message | None:
        """See `GameRun`."""
        if not self._error:
            return None
        return message("server-refused", "RLBotServer refused the match. Its log says: {line}", line=self._error)

    def explain_slowness(self, waited_s: float) -> Message:
        """See `GameRun`."""
        if self._game is None:
            text = message(
                "game-never-came",
                "Rocket League has not started within {seconds:g} s. Start it yourself with the arguments for bots, "
                "or let Kickabout start it: see Environment.",
                seconds=waited_s,
            )
        elif self._is_kept and not self._is_connected:
            text = message(
                "game-never-connected",
                "Rocket League runs but has not connected to RLBotServer within {seconds:g} s. "
                "Close it and start again.",
                seconds=waited_s,
            )
        else:
            text = message(
                "map-never-loaded",
                "Rocket League has not loaded the match within {seconds:g} s. A dialog in the game may wait for you.",
                seconds=waited_s,
            )
        return text

    def _find_game(self) -> Iterator[Message]:
        """Finds the running game; closes one that was not started for bots only if the user has agreed."""
        from runtime.games.rocket_league.launch import close_games  # noqa: PLC0415 - not needed until a match starts
        from runtime.games.rocket_league.running import running_games  # noqa: PLC0415 - see above

        games = running_games(self._system)
        self._game = next((game for game in games if game.is_for_bots), None)
        if not games or self._game is not None:
            return
        if not self._settings.closes_game:
            text = message(
                "game-without-arguments",
                "Rocket League runs, but it was not started for bots. It has to be closed and started again.",
            )
            raise GameError(text, Remedy.RESTART_GAME)
        yield from close_games(self._system)

    def _running_game(self) -> "RunningGame | None":
        from runtime.games.rocket_league.running import running_games  # noqa: PLC0415 - not needed until a match starts

        return next((game for game in running_games(self._system) if game.is_for_bots), None)

    def _ready_server(self) -> Iterator[Message]:
        """Uses our running server, or another one, or starts one."""
        from runtime.games.rocket_league.server import running_servers  # noqa: PLC0415 - not needed until a match starts

        if self._kept.is_running and self._is_outdated():
            self._kept.stop()
            end_s = self._clock() + STOP_S
            while self._kept.is_running:
                if self._clock() >= end_s:
                    text = message(
                        "server-does-not-stop", "RLBotServer did not stop within {seconds:g} s.", seconds=STOP_S
                    )
                    raise GameError(text)
                yield message("stopping-server", "waiting for the earlier RLBotServer to end")
        if not self._kept.is_running:
            others = running_servers(self._system)
            if others:
                self._port = others[0].port
                self._server_pid = others[0].process.pid
                pid, port = others[0].process.pid, others[0].port
                self._new_lines.append(f"Uses the RLBotServer that already runs (pid {pid}, port {port}).")
                return
            yield from self._start_server()
        self._port = int(self._kept.argument)
        self._server_pid = self._kept.pid
        self._is_kept = True

    def _check_game_port(self) -> Iterator[Message]:
        """Closes a game that connects to another server than this one only if the user has agreed."""
        from runtime.games.rocket_league.launch import close_games  # noqa: PLC0415 - not needed until a match starts

        game, expected = self._game, self._controller_port
        if game is None or game.controller_port in (None, expected):
            return
        if not self._settings.closes_game:
            text = message(
                "game-on-other-port",
                "Rocket League connects to port {port}, but RLBotServer expects it on port {expected}. It has to be "
                "closed and started again.",
                port=str(game.controller_port),
                expected=str(expected),
            )
            raise GameError(text, Remedy.RESTART_GAME)
        yield from close_games(self._system)
        self._game = None

    def _is_outdated(self) -> bool:
        """Returns whether our server can no longer reach a game.

        The part of it that talks to the game ends with the game, and it expects the game on one port only.
        """
        if self._game is None:
            return bool(self._kept.fact("connected"))
        return self._game.controller_port not in (None, int(self._kept.fact("controller_port") or 0))

    def _start_server(self) -> Iterator[Message]:
        from runtime.endpoints import free_port  # noqa: PLC0415 - not needed until a match starts
        from runtime.games.rocket_league.server import (  # noqa: PLC0415 - see above
            ServerError,
            can_play,
            find_server,
            read_version,
            version_problem,
        )
        from runtime.processes import ChildSpec  # noqa: PLC0415 - see above

        try:
            file = find_server(self._system, self._settings.server_program, self._settings.downloads)
            version = ""
            for step in read_version(file):
                if isinstance(step, str):
                    version = step
                else:
                    yield step
        except ServerError as error:
            raise GameError(error.text, Remedy.GET_SERVER) from error
        problem = version_problem(version)
        if problem is not None and not can_play(version):
            raise GameError(problem, Remedy.GET_SERVER)
        self._new_lines.append(f"Starts {file.path} (version {version or 'unknown'}).")
        if problem is not None:
            self._new_lines.append(str(problem))
        for _ in range(MAX_STARTS):
            port = free_port(SERVER_PORT)
            logs = self._settings.logs
            spec = ChildSpec(
                key=KEY,
                argv=(str(file.path), str(port)),
                cwd=file.path.parent,
                grace_s=0.0,
                terminate_s=2.0,
                log=logs / "RLBotServer.log" if logs is not None else None,
            )
            self._kept.start(spec, str(port), {"controller_port": _EXPECTED, "connected": _CONNECTED, "taken": _TAKEN})
            yield from self._await_listening(port)
            if self._kept.is_running or not self._kept.fact("taken"):
                return

    def _await_listening(self, port: int) -> Iterator[Message]:
        """Waits until our server listens, or has ended."""
        end_s = self._clock() + SERVER_S
        next_s = self._clock()
        while self._kept.is_running:
            if self._clock() >= next_s:
                next_s = self._clock() + LISTENING_S
                if self._kept.pid is not None and port in self._system.listening_ports(self._kept.pid):
                    return
            if self._clock() >= end_s:
                text = message(
                    "server-not-listening", "RLBotServer did not listen within {seconds:g} s.", seconds=SERVER_S
                )
                raise GameError(text)
            yield message("waiting-for-server", "waiting for RLBotServer")

    def _start_game(self) -> Iterator[Message]:
        """Starts the game, or leaves that to a server of others; a game that our server started would end with it."""
        self._is_left_to_server = not self._is_kept and self._settings.starter == "auto"
        if self._is_left_to_server or self._order.launcher == "NoLaunch":
            return
        from runtime.games.rocket_league.launch import launch  # noqa: PLC0415 - not needed until a match starts

        launched = yield from launch(
            self._ways(),
            self._system,
            controller_port=self._controller_port,
            has_anti_cheat=self._settings.has_anti_cheat,
        )
        self._new_lines += map(str, launched.attempts)
        self._game = launched.game

    @property
    def _controller_port(self) -> int:
        """The port on which the server expects the game."""
        known = self._kept.fact("controller_port") if self._is_kept else ""
        others = self._system.listening_ports(self._server_pid) - {self._port} if self._server_pid is not None else ()
        return int(known) if known else min(others, default=CONTROLLER_PORT)

    def _ways(self) -> "tuple[Installation, ...]":
        """Returns the ways to start the game, that of the match first.

        Raises:
            GameError: there is none; the text says what was looked for.
        """
        from runtime.games.rocket_league.installations import find_installations  # noqa: PLC0415 - as above

        findings = find_installations(self._system, self._settings.game_command)
        ways = [finding.installation for finding in findings if finding.installation is not None]
        if not ways:
            text = message("game-not-found", "Rocket League was not found.")
            raise GameError(sentences(text, *(finding.text for finding in findings)), Remedy.SET_UP_GAME)
        order = self._order
        preferred = _FIRST_STORE.get(order.launcher_arg if order.launcher == "Custom" else order.launcher)
        return tuple(sorted(ways, key=lambda way: (way.store.value != "command", way.store.value != preferred)))

    def _read_log(self) -> None:
        """Takes the new lines of our server, and what they say about the game and the match."""
        for line in self._kept.take_lines() if self._is_kept else ():
            plain = unstyled(line)
            self._new_lines.append(line)
            self._is_connected = self._is_connected or _CONNECTED.search(plain) is not None
            error = _ERROR.search(plain)
            if error is not None:
                self._error = printable(error[1])
