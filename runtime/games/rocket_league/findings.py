"""Findings about RLBotServer and Rocket League on this computer."""

import time
from collections.abc import Iterator
from functools import partial
from typing import Final

from runtime.games.game import GameSettings
from runtime.games.ports import port_probe
from runtime.games.rocket_league.installations import find_installations
from runtime.games.rocket_league.launch import ANTI_CHEAT
from runtime.games.rocket_league.running import CONTROLLER_PORT, running_games
from runtime.games.rocket_league.server import (
    IN_WORKING_FOLDER,
    VERSION_S,
    ServerError,
    can_play,
    find_server,
    read_version,
    running_servers,
    version_problem,
)
from runtime.games.rocket_league.system import System, native_system
from runtime.model.findings import PROBE_S, Finding, FindingAction, FindingState, Probe
from runtime.model.messages import Message, message, sentences

SERVER: Final = message("area-server", "RLBotServer")
LIMITS: Final = {"server-file": VERSION_S + 1.0}
"""Time limits of checks that take longer than usual: the server's program is asked for its version."""
_POLL_S: Final = 0.05
GOOD, INFO, WARNING, MISSING = FindingState


def rocket_league_probes(settings: GameSettings, name: Message, system: System | None = None) -> tuple[Probe, ...]:
    """Returns the checks of a computer, by default of this one; `name` is that of the game."""
    system = system or native_system()
    checks = (
        ("server-running", SERVER, _running_servers),
        ("server-file", SERVER, _server_file),
        ("game-running", name, _running_games),
        ("stores", name, _stores),
        ("anti-cheat", name, _anti_cheat),
    )
    probes = [
        Probe(key=key, area=area, find=partial(find, settings, system), limit_s=LIMITS.get(key, PROBE_S))
        for key, area, find in checks
    ]
    use = message("port-of-game", "through which RLBotServer reaches Rocket League")
    return (*probes, port_probe(CONTROLLER_PORT, use))


def _running_servers(settings: GameSettings, system: System) -> Iterator[Finding]:
    servers = running_servers(system)
    for server in servers:
        pid = server.process.pid
        values = {"port": str(server.port), "pid": str(pid)}
        if pid == settings.kept_server.pid:
            text = message("own-server-runs", "Kickabout runs it on port {port} (process {pid}).", **values)
            yield Finding("server-running", GOOD, text, actions=(FindingAction.STOP_SERVER,))
        else:
            text = message("other-server-runs", "It runs on port {port} (process {pid}); Kickabout uses it.", **values)
            yield Finding("server-running", GOOD, text)
    if not servers:
        text = message("no-server-runs", "It does not run; a match in Rocket League starts it.")
        yield Finding("server-running", INFO, text)


def _server_file(settings: GameSettings, system: System) -> Iterator[Finding]:
    """Yields the program and its version; a program of the working folder, which may be a bot's, is not run."""
    choose, download = FindingAction.CHOOSE_SERVER, FindingAction.DOWNLOAD_SERVER
    key, version = "server-file", ""
    try:
        file = find_server(system, settings.server_program, settings.downloads)
        text = message("server-file", "Its program is {path} ({origin}).", path=file.path, origin=file.origin)
        yield Finding(key, GOOD, text, actions=(choose,))
        if file.origin == IN_WORKING_FOLDER:
            return
        key = "server-version"
        for step in read_version(file):
            version = step if isinstance(step, str) else ""
            time.sleep(_POLL_S)
    except ServerError as error:
        yield Finding(key, MISSING, error.text, actions=(download, choose))
        return
    text = message("server-version", "Its version is {version}.", version=version or "?")
    problem = version_problem(version)
    update = (download,) if problem is not None else ()
    state = GOOD if problem is None else INFO if can_play(version) else WARNING
    yield Finding(key, state, sentences(text, problem), actions=update)


def _running_games(_settings: GameSettings, system: System) -> Iterator[Finding]:
    games = running_games(system)
    for game in games:
        pid = str(game.process.pid)
        if game.is_for_bots:
            port = str(game.controller_port or "?")
            text = message("game-for-bots", "It runs for bots (process {pid}), with port {port}.", pid=pid, port=port)
            yield Finding("game-running", GOOD, text)
        else:
            text = message("game-for-people", "It runs (process {pid}), but was not started for bots.", pid=pid)
            fix = message("game-for-people-fix", "Close it; Kickabout starts it again with a match, or offers to.")
            yield Finding("game-running", WARNING, text, fix)
    if not games:
        yield Finding("game-running", INFO, message("no-game-runs", "It does not run; a match starts it."))


def _stores(settings: GameSettings, system: System) -> Iterator[Finding]:
    found = find_installations(system, settings.game_command)
    for store in found:
        yield Finding(f"store-{store.store.value}", GOOD if store.installation is not None else INFO, store.text)
    if not any(store.installation for store in found):
        text = message(
            "no-installation", "Rocket League cannot be started; the arena needs neither it nor RLBotServer."
        )
        yield Finding("no-installation", MISSING, text)


def _anti_cheat(settings: GameSettings, _system: System) -> Iterator[Finding]:
    with_anti_cheat = message("with-anti-cheat", "It is started with anti-cheat.")
    without = message("without-anti-cheat", "It is started without anti-cheat.")
    yield Finding("anti-cheat", INFO, sentences(with_anti_cheat if settings.has_anti_cheat else without, ANTI_CHEAT))
