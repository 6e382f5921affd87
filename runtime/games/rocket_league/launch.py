"""Starts Rocket League in short steps, each with a deadline, one way after the other.

A launch changes nothing of the user's: no settings file, no start option of a store, and the game's log is only read.
Nothing has to be restored afterwards, not even after a crash.
"""

import codecs
import re
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import quote

from runtime.files import read_start, reason_of
from runtime.games.rocket_league.installations import ARGUMENTS, EPIC_APP, STEAM_APP, Installation, Store
from runtime.games.rocket_league.running import RunningGame, running_games
from runtime.games.rocket_league.system import Program, System, SystemProcess
from runtime.games.waiting import waiting
from runtime.model.messages import Message, MessageError, literal, message, sentences

_Result = TypeVar("_Result")

_STEAM_FLATPAK: Final = "com.valvesoftware.Steam"
_EPIC_URL: Final = (
    "com.epicgames.launcher://apps/9773aa1aa54f4f7b80e44bef04986cea%3A530145df28a24424923f5828cc9031a1%3ASugar"
    "?action=launch&silent=true"
)
_NO_ANTI_CHEAT: Final = "-noeac"
"""Argument for the launcher that Epic Games ships with the game; Steam starts another program instead."""
_SCAN_S: Final = 0.5
"""Time between two looks at the processes, because each takes some milliseconds."""

_DOCUMENTS: Final = (r"HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders", "Personal")
_LOG: Final = "My Games/Rocket League/TAGame/Logs/Launch.log"
_MAX_LOG_BYTES: Final = 256 << 10
"""The lines that matter are among the first of the log."""
_LOG_START_BYTES: Final = 4 << 10
"""Identifies a log, because its first line has the time."""
_COMMAND_LINE: Final = "Init: Command line: "
_WORD: Final = re.compile(r'(?:"[^"]*"|[^\s"])+')
_OWN_ARGUMENT: Final = re.compile(r"-rlbot|-nomovie|RLBot_\w+=.*", re.IGNORECASE)

ANTI_CHEAT: Final = message(
    "anti-cheat",
    "Bots play with and without Easy Anti-Cheat, but without it Rocket League refuses online matches until it is "
    "started again, and with it mods such as BakkesMod do not work.",
)
"""Meaning of the choice for the user (RLBot/core, issue 156 and pull request 172)."""

_OTHER_GAME: Final = message(
    "other-game", "Rocket League already runs, but does not connect to this server. Close it, then try again."
)
_EPIC_ANTI_CHEAT: Final = message(
    "epic-anti-cheat", "It cannot be started with both anti-cheat and the arguments for bots. Turn anti-cheat off."
)
_STOPPED: Final = message(
    "launch-stopped", "No other way was tried, because Rocket League may still be starting. Close it, then try again."
)


class LaunchError(MessageError):
    """The game could not be started or ended; `text` says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """Time limits in seconds; each step has one."""

    store_s: float = 60.0
    """From the start of a store's program until it is ready."""
    login_s: float = 90.0
    """From the start through Epic until the game has written its login to its log."""
    close_s: float = 20.0
    """Until a game that was asked to end has ended."""
    appear_s: float = 60.0
    """From the start of the game until its process is there with its arguments."""
    settle_s: float = 2.0
    """Time that the game must run before it counts as started, and be missing before it counts as ended."""


DEADLINES: Final = Deadlines()


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """Rocket League that runs and connects to our server."""

    game: RunningGame
    attempts: tuple[Message, ...]
    """The ways that failed before, each with its reason."""


def game_arguments(controller_port: int) -> tuple[str, ...]:
    """Returns the arguments that make Rocket League connect to a server (`GetRLBotArgs` in RLBot/core)."""
    return ("-rlbot", f"RLBot_ControllerURL=127.0.0.1:{controller_port}", "RLBot_PacketSendRate=240", "-nomovie")


def launch(
    ways: Sequence[Installation],
    system: System,
    *,
    controller_port: int,
    has_anti_cheat: bool = False,
    deadlines: Deadlines = DEADLINES,
    clock: Callable[[], float] = time.monotonic,
) -> Generator[Message, None, Launched]:
    """Starts Rocket League the first way that works; yields what it waits for, and returns the game.

    The caller calls `next` at its own rate and cancels by no longer calling it: what was started stays, and nothing
    else is started. Nothing here sleeps, and the processes are looked at twice a second at any rate of calls. A game
    that runs already is used if it connects to `controller_port`; any other one is refused and never closed.

    Raises:
        LaunchError: no way worked; the text lists each attempt with its result.
    """
    games = running_games(system)
    for game in games:
        if game.controller_port == controller_port:
            return Launched(game=game, attempts=())
    if games:
        raise LaunchError(_OTHER_GAME)
    starter = _Starter(system=system, port=controller_port, deadlines=deadlines, clock=clock)
    attempts: list[Message] = []
    for way in ways:
        if attempts and starter.may_be_starting():
            attempts.append(_STOPPED)
            break
        yield message("launch-begins", "starting Rocket League ({store})", store=_name(way.store))
        try:
            game = yield from starter.start(way, has_anti_cheat=has_anti_cheat)
        except LaunchError as error:
            attempts.append(message("launch-attempt", "{store}: {reason}", store=_name(way.store), reason=error.text))
        else:
            return Launched(game=game, attempts=tuple(attempts))
    failure = message("game-not-started", "Rocket League could not be started.")
    words = " ".join(game_arguments(controller_port))
    fix = message(
        "start-game-yourself",
        "Start it without Kickabout to see what it asks for, such as a login or an update, then try again. "
        "You can also start it yourself with these arguments: {words}",
        words=words,
    )
    raise LaunchError(sentences(failure, *attempts, fix))


def close_games(
    system: System, deadlines: Deadlines = DEADLINES, clock: Callable[[], float] = time.monotonic
) -> Generator[Message, None, None]:
    """Ends all running Rocket League processes, which the user must have agreed to; yields like `launch`.

    Raises:
        LaunchError: a process did not end in time; the text names it.
    """
    asked: set[SystemProcess] = set()
    remaining: tuple[RunningGame, ...] = ()

    def is_closed() -> bool | None:
        nonlocal remaining
        remaining = running_games(system)
        for process in (game.process for game in remaining):
            if process not in asked:
                asked.add(process)
                system.end(process)
        return None if remaining else True

    text = message("wait-for-close", "waiting for Rocket League to end")
    if not (yield from waiting(is_closed, text, deadlines.close_s, every_s=_SCAN_S, clock=clock)):
        name, pid, limit = remaining[0].process.name, remaining[0].process.pid, deadlines.close_s
        text = message(
            "game-not-closed",
            "{name} (process {pid}) did not end within {limit:.0f} s. End it yourself, then try again.",
            name=name,
            pid=pid,
            limit=limit,
        )
        raise LaunchError(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Starter:
    """Starts the game in one way at a time."""

    system: System
    port: int
    deadlines: Deadlines
    clock: Callable[[], float]
    started: list[SystemProcess] = field(default_factory=list)
    """The programs that were to start the game."""

    def start(self, way: Installation, *, has_anti_cheat: bool) -> Generator[Message, None, RunningGame]:
        """Starts the game and waits for it.

        Raises:
            LaunchError: it did not start; the text says why.
        """
        is_game = way.store in {Store.STEAM, Store.EPIC} and not has_anti_cheat
        if way.store is Store.STEAM:
            yield from self._require_steam(way)
        if way.store is not Store.EPIC:
            program = _program(way, self.system, game_arguments(self.port), has_anti_cheat=has_anti_cheat)
        elif has_anti_cheat:
            raise LaunchError(_EPIC_ANTI_CHEAT)
        else:
            program = yield from self._program_with_login(way)
        self.started.append(self._run(program))
        return (yield from self._appearance(self.started[-1], is_game=is_game))

    def may_be_starting(self) -> bool:
        """Returns whether the game, or a program that was to start it, still runs."""
        return bool(running_games(self.system)) or any(map(self.system.is_running, self.started))

    def _wait(
        self, probe: Callable[[], _Result | None], text: Message, limit_s: float
    ) -> Generator[Message, None, _Result | None]:
        return waiting(probe, text, limit_s, every_s=_SCAN_S, clock=self.clock)

    def _run(self, program: Program) -> SystemProcess:
        try:
            return self.system.start_detached(program)
        except OSError as error:
            name = Path(program.argv[0]).name
            reason = reason_of(error) if error.strerror else type(error).__name__  # other texts may quote a login
            text = message("program-not-started", "{name} cannot be started: {reason}.", name=name, reason=reason)
            raise LaunchError(text) from None

    def _require_steam(self, way: Installation) -> Generator[Message, None, None]:
        """Waits until Steam has a login for the game: on Windows its window, on Linux the program that draws it."""
        if _is_running(self.system, "steam"):
            return
        self._run(Program(argv=_steam_command(way, self.system)))
        text = message("wait-for-steam", "waiting for Steam to start; it may ask you to log in")

        def is_ready() -> bool | None:
            if self.system.is_windows:
                return self.system.has_window("Steam") or None
            return _is_running(self.system, "steamwebhelper") or None

        if (yield from self._wait(is_ready, text, self.deadlines.store_s)):
            yield from self._wait(lambda: None, text, _SCAN_S)  # a window appears before its login is done
        elif self.system.is_windows or not _is_running(self.system, "steam"):
            limit = self.deadlines.store_s
            text = message("steam-not-ready", "It was not ready within {limit:.0f} s. Log in to it first.", limit=limit)
            raise LaunchError(text)

    def _program_with_login(self, way: Installation) -> Generator[Message, None, Program]:
        """Returns how to start the game with the login that Epic Games has given to a first start, which is ended."""
        log = Path(self.system.registry_value(*_DOCUMENTS) or self.system.home / "Documents") / _LOG
        before = _read(log)[:_LOG_START_BYTES]
        self.started.append(self._run(_opener(_EPIC_URL, self.system)))
        text = message("wait-for-epic", "waiting for Epic Games to start Rocket League and to log in")
        login = yield from self._wait(lambda: _login_in(_read(log), before), text, self.deadlines.login_s)
        if login is None:
            limit = self.deadlines.login_s
            text = message("no-epic-login", "The game's log had no login within {limit:.0f} s.", limit=limit)
            raise LaunchError(text)
        yield from close_games(self.system, self.deadlines, self.clock)
        return _game_program(way, (*game_arguments(self.port), *login))

    def _appearance(self, program: SystemProcess, *, is_game: bool) -> Generator[Message, None, RunningGame]:
        """Waits until the game runs; `is_game` if `program` runs as long as the game does."""
        latest: RunningGame | Message | None = None
        since = 0.0
        has_appeared = False

        def lasting_game() -> RunningGame | None:
            nonlocal latest, since, has_appeared
            now = self.clock()
            state = self._state(program if is_game else None, has_appeared=has_appeared)
            if state != latest:
                latest, since = state, now
            has_appeared = has_appeared or state is not None
            if latest is None or now - since < self.deadlines.settle_s:
                return None
            if isinstance(latest, Message):
                raise LaunchError(latest)
            return latest

        text = message("wait-for-game", "waiting for Rocket League to start")
        limit_s = self.deadlines.appear_s + self.deadlines.settle_s
        game = yield from self._wait(lasting_game, text, limit_s)
        if game is not None:
            return game
        limit = self.deadlines.appear_s
        text = message("game-not-there", "Rocket League did not start within {limit:.0f} s.", limit=limit)
        raise LaunchError(text)

    def _state(self, program: SystemProcess | None, *, has_appeared: bool) -> RunningGame | Message | None:
        """Returns the game if it is ready, why the attempt has failed, or None if the game may still come."""
        games = running_games(self.system)
        for game in games:
            if game.controller_port == self.port:
                return game
        for game in games:
            if game.is_for_bots:
                return message(
                    "game-on-other-port",
                    "Rocket League was started for another server. Remove `-rlbot` from its start options.",
                )
            if game.process.command:  # a system may hide the arguments of a game with anti-cheat
                return message("game-without-arguments", "Rocket League was started without arguments for bots.")
        has_ended = program is not None and not self.system.is_running(program)
        if games or not (has_appeared or has_ended):
            return None
        return message("game-ended-at-once", "Rocket League ended at once.")


def _is_running(system: System, name: str) -> bool:
    return any(process.name.lower().removesuffix(".exe") == name for process in system.processes(name))


def _name(store: Store) -> Message:
    if store is Store.COMMAND:
        return message("own-command", "Your command")
    return literal({Store.EPIC: "Epic Games"}.get(store, store.value.title()))


def _steam_command(way: Installation, system: System) -> tuple[str, ...]:
    """Returns how to call the Steam client, which on Linux depends on the package that its folder belongs to."""
    if system.is_windows:
        return (str(way.client),)
    folder = (way.client or Path()).as_posix()
    if f"/.var/app/{_STEAM_FLATPAK}/" in folder:
        return ("flatpak", "run", _STEAM_FLATPAK)
    return ("snap", "run", "steam") if "/snap/steam/" in folder else ("steam",)


def _program(way: Installation, system: System, arguments: tuple[str, ...], *, has_anti_cheat: bool) -> Program:
    """Returns what starts the game for each store but Epic Games."""
    if way.store is Store.COMMAND:
        return Program(argv=_inserted(way.command, arguments))
    if way.store is Store.STEAM:
        if not has_anti_cheat:
            return _steam_program(way, system, arguments)
        return Program(argv=(*_steam_command(way, system), "-applaunch", STEAM_APP, *arguments))
    if not has_anti_cheat:
        arguments = (*arguments, _NO_ANTI_CHEAT)
    if way.store is Store.LEGENDARY:
        return Program(argv=(str(way.client), "launch", EPIC_APP, *arguments))
    query = "".join(f"&arg={quote(argument, safe='')}" for argument in arguments)
    return _opener(f"heroic://launch?appName={EPIC_APP}&runner=legendary{query}", system)


def _steam_program(way: Installation, system: System, arguments: tuple[str, ...]) -> Program:
    """Returns the game itself with what makes Steam log it in, which avoids anti-cheat."""
    program = _game_program(way, arguments)
    environment = {"SteamAppId": STEAM_APP, "SteamGameId": STEAM_APP}
    if not system.is_windows:
        program = replace(program, argv=(str(way.proton), "run", *program.argv))
        environment |= {
            "STEAM_COMPAT_APP_ID": STEAM_APP,
            "STEAM_COMPAT_CLIENT_INSTALL_PATH": str(way.client),
            "STEAM_COMPAT_DATA_PATH": str(way.compat_data),
        }
    return replace(program, environment=environment)


def _game_program(way: Installation, arguments: tuple[str, ...]) -> Program:
    return Program(argv=(str(way.game), *arguments), cwd=way.game.parent if way.game is not None else None)


def _inserted(words: tuple[str, ...], arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Returns a command with the arguments at `{arguments}`, which may be a part of a word."""
    pieces = (arguments if word == ARGUMENTS else (word.replace(ARGUMENTS, " ".join(arguments)),) for word in words)
    return tuple(argument for piece in pieces for argument in piece)


def _opener(url: str, system: System) -> Program:
    """Returns what opens an address; `start` of Windows would need a shell, which splits addresses at `&`."""
    argv = ("rundll32", "url.dll,FileProtocolHandler", url) if system.is_windows else ("xdg-open", url)
    return Program(argv=argv)


def _read(log: Path) -> bytes:
    try:
        return read_start(log, _MAX_LOG_BYTES)
    except OSError:  # it does not exist yet, or the game is replacing it
        return b""


def _login_in(content: bytes, before: bytes) -> tuple[str, ...] | None:
    """Returns the arguments of the game in a new log; None until it has them.

    The beginning of the log tells a new one from an old one that grows or is touched: a login is valid only once.
    """
    if before and content.startswith(before):
        return None
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    lines = content.decode(encoding, "replace").replace("\0", "").split("\n")[:-1]  # the last one may be unfinished
    commands = [line.removeprefix(_COMMAND_LINE) for line in lines if line.startswith(_COMMAND_LINE)]
    if not commands:
        return None
    words = (word.replace('"', "") for word in _WORD.findall(commands[0]))
    return tuple(word for word in words if not _OWN_ARGUMENT.fullmatch(word))
