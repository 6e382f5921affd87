"""RLBotServer and Rocket League during one match."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Final

from runtime.documents.model import Match
from runtime.endpoints import free_port
from runtime.games.addresses import RLBOT_PORT
from runtime.games.game import GameError, GameOrder, GameRun, GameSettings
from runtime.games.rocket_league.installations import Installation, Store, find_installations
from runtime.games.rocket_league.launch import close_games, launch
from runtime.games.rocket_league.running import CONTROLLER_PORT, RunningGame, running_games
from runtime.games.rocket_league.server import (
    ServerError,
    can_play,
    find_server,
    read_version,
    running_servers,
    version_problem,
)
from runtime.games.rocket_league.system import System, native_system
from runtime.games.waiting import waiting
from runtime.model.messages import Message, MessageError, literal, message, sentences
from runtime.model.states import Remedy
from runtime.processes import ChildSpec
from runtime.texts import printable, unstyled

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
_FACTS: Final = {
    "controller_port": re.compile(r"expecting Rocket League on port (\d{1,5})"),
    "connected": re.compile("(Connected to Rocket League)"),
    "taken": re.compile("(already in use)"),
}
"""Lines of RLBotServer's log that say how it is; the first of them is that of the port."""
_ERROR: Final = re.compile(r"\b(?:ERROR|CRIT)\b.*?: +(.+)")
"""A line of RLBotServer's log that reports an error; the group is its text."""


class RocketLeagueRun(GameRun):
    """One match in Rocket League; owned by the match's thread. `system` is the real computer if it is None."""

    explains_loss: ClassVar = True

    def __init__(
        self, settings: GameSettings, order: GameOrder, system: System | None = None, *, first_port: int = RLBOT_PORT
    ) -> None:
        self._settings = settings
        self._kept = settings.kept_server
        self._system = system or native_system()
        self._order = order
        self._first_port = first_port
        self._port: int | None = None
        self._server_pid: int | None = None
        self._is_kept = False
        """True if the server is ours."""
        self._is_left_to_server = False
        """True if the server starts the game."""
        self._game: RunningGame | None = None
        self._next_search_s = float("inf")
        """Time of the next search for the game's process; not before it is prepared."""
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
            self._next_search_s = time.monotonic()
        except GameError:
            raise
        except MessageError as error:
            remedy = Remedy.GET_SERVER if isinstance(error, ServerError) else Remedy.SET_UP_GAME
            raise GameError(error.text, remedy) from error

    def adapted(self, match: Match) -> Match:
        """See `GameRun`; the server starts the game only if it should."""
        self._read_log()
        self._error = ""
        return match if self._is_left_to_server else replace(match, launcher="NoLaunch", launcher_arg="")

    def lines(self) -> tuple[str, ...]:
        """See `GameRun`."""
        self._read_log()
        lines, self._new_lines = tuple(self._new_lines), []
        return lines

    def check(self) -> None:
        """See `GameRun`."""
        has_server_ended = self._is_kept and self._kept.end is not None
        now = time.monotonic()
        if now >= self._next_search_s or has_server_ended:
            self._next_search_s = now + SEARCH_S
            if self._game is None:
                self._game = self._game_for_bots()
            elif not self._system.is_running(self._game.process):  # first: a server may end because of it
                raise GameError(message("game-ended", "Rocket League has ended. The next match starts it again."))
        if has_server_ended:
            self._read_log()
            how = self._kept.end or message("server-stopped", "was stopped")
            text = message("rlbotserver-ended", "RLBotServer has ended: {how}.", how=how)
            raise GameError(sentences(text, literal(self._error) if self._error else None))

    def refusal(self) -> Message | None:
        """See `GameRun`."""
        if not self._error:
            return None
        return message("server-refused", "RLBotServer refused the match. Its log says: {line}", line=self._error)

    def explain_slowness(self, waited_s: float) -> Message:
        """See `GameRun`."""
        if self._game is None:
            return message(
                "game-never-came",
                "Rocket League has not started within {seconds:g} s. Start it yourself with the arguments for bots, "
                "or let Kickabout start it: see Environment.",
                seconds=waited_s,
            )
        if self._is_kept and not self._kept.fact("connected"):
            return message(
                "game-never-connected",
                "Rocket League runs but has not connected to RLBotServer within {seconds:g} s. "
                "Close it and start again.",
                seconds=waited_s,
            )
        return message(
            "map-never-loaded",
            "Rocket League has not loaded the match within {seconds:g} s. A dialog in the game may wait for you.",
            seconds=waited_s,
        )

    def _game_for_bots(self) -> RunningGame | None:
        return next((game for game in running_games(self._system) if game.is_for_bots), None)

    def _find_game(self) -> Iterator[Message]:
        """Finds the running game; one that was not started for bots has to be closed."""
        self._game = self._game_for_bots()
        if self._game is None and running_games(self._system):
            text = message(
                "game-without-arguments",
                "Rocket League runs, but it was not started for bots. It has to be closed and started again.",
            )
            yield from self._close_games(text)

    def _check_game_port(self) -> Iterator[Message]:
        """Makes sure that the running game connects to this server."""
        game, expected = self._game, self._controller_port
        if game is not None and game.controller_port not in (None, expected):
            text = message(
                "game-on-other-port",
                "Rocket League connects to port {port}, but RLBotServer expects it on port {expected}. It has to be "
                "closed and started again.",
                port=str(game.controller_port),
                expected=str(expected),
            )
            yield from self._close_games(text)

    def _close_games(self, why: Message) -> Iterator[Message]:
        """Closes the running game only if the user has agreed; `why` says that it has to be closed."""
        if not self._settings.closes_game:
            raise GameError(why, Remedy.RESTART_GAME)
        yield from close_games(self._system)
        self._game = None

    def _ready_server(self) -> Iterator[Message]:
        """Uses our running server, or another one, or starts one."""
        if self._kept.is_running and (self._kept.end is not None or self._is_outdated()):
            self._kept.stop()
            text = message("stopping-server", "waiting for the earlier RLBotServer to end")
            if not (yield from waiting(lambda: not self._kept.is_running or None, text, STOP_S)):
                text = message("server-does-not-stop", "RLBotServer did not stop within {seconds:g} s.", seconds=STOP_S)
                raise GameError(text)
        if not self._kept.is_running:
            server = next(iter(running_servers(self._system)), None)
            if server is not None:
                self._port, self._server_pid = server.port, server.process.pid
                self._new_lines.append(
                    f"Uses the RLBotServer that already runs (pid {server.process.pid}, port {server.port})."
                )
                return
            yield from self._start_server()
        self._is_kept = True
        self.check()
        self._port, self._server_pid = self._kept.port, self._kept.pid

    def _is_outdated(self) -> bool:
        """Returns whether our server can no longer reach a game.

        The part of it that talks to the game ends with the game, and it expects the game on one port only.
        """
        if self._game is None:
            return bool(self._kept.fact("connected"))
        return self._game.controller_port not in (None, int(self._kept.fact("controller_port") or 0))

    def _start_server(self) -> Iterator[Message]:
        """Starts our server, which may end at once; on another port if its own was taken meanwhile."""
        file = find_server(self._system, self._settings.server_program, self._settings.downloads)
        version = ""
        for step in read_version(file):
            if isinstance(step, str):
                version = step
            else:
                yield step
        problem = version_problem(version)
        if problem is not None and not can_play(version):
            raise ServerError(problem)
        self._new_lines.append(f"Starts {file.path} (version {version or 'unknown'}).")
        if problem is not None:
            self._new_lines.append(str(problem))
        logs = self._settings.logs
        for _ in range(MAX_STARTS):
            port = free_port(self._first_port)
            spec = ChildSpec(
                key="server",
                argv=(str(file.path), str(port)),
                cwd=file.path.parent,
                grace_s=0.0,
                terminate_s=2.0,
                log=logs / "RLBotServer.log" if logs is not None else None,
            )
            self._kept.start(spec, port, _FACTS)
            text = message("waiting-for-server", "waiting for RLBotServer")
            if (yield from waiting(self._is_settled, text, SERVER_S, every_s=LISTENING_S)) is None:
                text = message(
                    "server-not-listening", "RLBotServer did not listen within {seconds:g} s.", seconds=SERVER_S
                )
                raise GameError(text)
            if self._kept.is_running or not self._kept.fact("taken"):
                return

    def _is_settled(self) -> bool | None:
        """Returns True if our server listens or has ended, None before."""
        pid = self._kept.pid
        is_listening = pid is not None and self._kept.port in self._system.listening_ports(pid)
        return is_listening or not self._kept.is_running or None

    def _start_game(self) -> Iterator[Message]:
        """Starts the game, or leaves that to a server of others; a game that our server started would end with it."""
        self._is_left_to_server = not self._is_kept and self._settings.starter == "auto"
        if self._is_left_to_server or self._order.launcher == "NoLaunch":
            return
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

    def _ways(self) -> tuple[Installation, ...]:
        """Returns the ways to start the game, that of the match first.

        Raises:
            GameError: there is none; the text says what was looked for.
        """
        findings = find_installations(self._system, self._settings.game_command)
        ways = [finding.installation for finding in findings if finding.installation is not None]
        if not ways:
            text = message("game-not-found", "Rocket League was not found.")
            raise GameError(sentences(text, *(finding.text for finding in findings)), Remedy.SET_UP_GAME)
        order = self._order
        preferred = (order.launcher_arg if order.launcher == "Custom" else order.launcher).lower()
        return tuple(sorted(ways, key=lambda way: (way.store is not Store.COMMAND, way.store.value != preferred)))

    def _read_log(self) -> None:
        """Takes the new lines of our server, and the last error among them."""
        for line in self._kept.take_lines() if self._is_kept else ():
            self._new_lines.append(line)
            error = _ERROR.search(unstyled(line))
            if error is not None:
                self._error = printable(error[1])
