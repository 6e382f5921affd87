"""Runs one v4 document: a bot, a hivemind, a standalone bot or a script."""

import configparser
import contextlib
import os
import queue
import runpy
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import rlbot.matchcomms.client
import rlbot_flatbuffers as flat

from .connection import Connection, ServerGoneError
from .matchcomms import Broadcaster, Client, WebSocket

rlbot.matchcomms.client.MatchcommsClient = Client  # before other modules import this name

from rlbot.agents.base_loadout_generator import BaseLoadoutGenerator  # noqa: E402 - after the replacement
from rlbot.agents.hivemind.drone_agent import DroneAgent  # noqa: E402
from rlbot.botmanager.agent_metadata import AgentMetadata  # noqa: E402
from rlbot.botmanager.bot_manager_independent import BotManagerIndependent  # noqa: E402
from rlbot.botmanager.bot_manager_struct import BotManagerStruct  # noqa: E402
from rlbot.botmanager.helper_process_manager import run_helper_process  # noqa: E402
from rlbot.utils.class_importer import import_agent, import_class_with_base  # noqa: E402

from . import relay  # noqa: E402
from .encoding import decoded  # noqa: E402
from .game import Game, install  # noqa: E402
from .notes import note_once  # noqa: E402
from .settings import v5_loadout  # noqa: E402

RELOAD_VARIABLE = "RLBOT_V4_RELOAD"
"""Set to 1 if the bot reloads itself when a file changes; otherwise Kickabout swaps the process."""
LOCATIONS = "Locations"
GATE_VARIABLE = "KICKABOUT_GATE"
"""Names the file in which the server's address appears as soon as the bot may connect; set if it was started early."""
GATE_S = 1800.0
"""Time limit for that; the game may be installed or updated meanwhile."""
GATE_POLL_S = 0.05
MAX_SOURCE = 4 << 20
"""Larger files are not searched for ball predictions."""


class Document:
    r"""A `.cfg` of a bot or script; paths are relative to its folder, and `\\` counts as `/`."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.folder = self.path.parent
        self.parser = configparser.RawConfigParser(strict=False)
        self.parser.read_string(decoded(self.path.read_bytes())[0])

    def text(self, key: str) -> str:
        """Returns a value of `[Locations]`, empty if it is missing."""
        value = self.parser.get(LOCATIONS, key, fallback="") or ""
        return "" if value.strip() == "None" else value.strip()

    def is_on(self, key: str) -> bool:
        """Returns a flag of `[Locations]`."""
        return self.text(key).lower() in ("1", "yes", "true", "on")

    def file(self, key: str) -> "Path | None":
        """Returns the file that a key names; None if it does not name a file."""
        written = self.text(key)
        return (self.folder / written.replace("\\", "/")).resolve() if written else None


class Host:
    """One process: a session, the game interface on it, and the agents that use it."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._quit = threading.Event()
        self._is_script = document.file("script_file") is not None
        self._wrapper: Any = None
        """The bot's module, if it was loaded before the connection."""
        gate = os.environ.get(GATE_VARIABLE)
        if gate:
            self._load_early()
        host, port = (
            address_in(Path(gate))
            if gate
            else (
                os.environ.get("RLBOT_SERVER_IP", "127.0.0.1"),
                os.environ.get("RLBOT_SERVER_PORT", "23234"),
            )
        )
        self._connection = Connection(
            host,
            int(port),
            os.environ.get("RLBOT_AGENT_ID", "").strip(),
            wants_prediction=mentions_prediction(document.folder),
        )
        self._connection.wait_for_match(is_script=self._is_script)
        Client.broadcaster = Broadcaster(self._connection)
        self._matchcomms_url = WebSocket(Client.broadcaster).url
        self._game = Game(self._connection, str(document.path), self._quit, self._leave)
        self.is_program = False
        """True if a standalone bot or a script runs as the main program, without a manager."""
        self._metadata: queue.Queue[AgentMetadata] = queue.Queue()
        install(self._game)
        relay.install(self._connection, self._game)

    def run(self) -> None:
        """Runs the program until the match or the program ends."""
        signal.signal(signal.SIGTERM, lambda *_: self._leave())
        os.chdir(self._document.folder.parent)
        document = self._document
        script, program = document.file("script_file"), document.file("python_file")
        if script is not None:
            self._run_program(script, [])
        elif program is None:
            raise FileNotFoundError(f"{document.path} names no python_file.")
        elif document.is_on("supports_standalone"):
            index, spawn_id = self._connection.cars[0]
            self._generate_loadouts()
            self._run_program(
                program,
                [
                    *("--config-file", str(document.path), "--name", self._name(spawn_id)),
                    *("--team", str(self._connection.team), "--player-index", str(index)),
                    *("--spawn-id", str(spawn_id)),
                ],
            )
        else:
            self._run_agents(program)

    def _load_early(self) -> None:
        """Loads the module of an agent that a manager runs; other programs run as a whole, after the connection."""
        document = self._document
        program = document.file("python_file")
        if program is not None and not self._is_script and not document.is_on("supports_standalone"):
            os.chdir(document.folder.parent)
            self._wrapper = import_agent(str(program))

    def close(self) -> None:
        """Releases the controls and ends the session."""
        self._game.neutral()
        self._connection.close()

    def _run_agents(self, program: Path) -> None:
        wrapper = self._wrapper or import_agent(str(program))
        agent_class = wrapper.get_loaded_class()
        configuration = agent_class.base_create_agent_configurations()
        configuration.parse_file(self._document.parser, config_directory=str(self._document.folder))
        is_hivemind = issubclass(agent_class, DroneAgent)
        is_independent = hasattr(agent_class, "run_independently")
        if os.environ.get(RELOAD_VARIABLE) != "1":
            agent_class.is_hot_reload_enabled = lambda _self: False
        self._generate_loadouts()
        manager_class = BotManagerIndependent if is_independent else BotManagerStruct
        managers = [
            manager_class(
                self._quit,
                threading.Event(),
                threading.Event(),
                configuration,
                self._name(spawn_id),
                self._connection.team,
                index,
                wrapper,
                self._metadata,
                self._game.config,
                urlparse(self._matchcomms_url),
                spawn_id,
            )
            for index, spawn_id in self._connection.cars
        ]
        if is_hivemind:
            self._run_hivemind(managers)
            return
        threading.Thread(target=self._serve_helpers, name="v4 helpers", daemon=True).start()
        if is_independent:
            self._connection.initialize()
        managers[0].run()

    def _run_hivemind(self, drones: "list[BotManagerIndependent]") -> None:
        agents = [drone.load_agent()[0] for drone in drones]
        request = agents[0].get_helper_process_request()
        run_helper_process(request.python_file_path, self._metadata, self._quit, request.options)
        for agent in agents:
            agent.retire()

    def _serve_helpers(self) -> None:
        """Starts the helpers that the bot asks for, and passes them its metadata."""
        helpers: dict[str, queue.Queue[AgentMetadata]] = {}
        while True:
            metadata = self._metadata.get()
            request = metadata.helper_process_request
            if request is None:
                continue
            if request.key not in helpers:
                helpers[request.key] = queue.Queue()
                self._start_helper(request, helpers[request.key])
            helpers[request.key].put(metadata)

    def _start_helper(self, request: Any, metadata: "queue.Queue[AgentMetadata]") -> None:
        if request.python_file_path is not None:
            arguments = (request.python_file_path, metadata, self._quit, request.options)
            threading.Thread(target=run_helper_process, args=arguments, name="v4 helper", daemon=True).start()
        elif request.executable is not None:
            command = [request.executable, *(request.exe_args or ())]
            subprocess.Popen(command, cwd=request.current_working_directory)

    def _run_program(self, program: Path, arguments: "list[str]") -> None:
        """Runs a file as the main program, as v4 did in a separate process."""
        self.is_program = True
        sys.argv = [str(program), *arguments, "--matchcomms-url", self._matchcomms_url]
        sys.path.insert(0, str(program.parent))
        runpy.run_path(str(program), run_name="__main__")

    def _generate_loadouts(self) -> None:
        """Sends the loadouts from the document's generator; after a failure, the document's own loadouts stay."""
        generator_file = self._document.file("loadout_generator")
        if generator_file is None:
            return
        try:
            wrapper = import_class_with_base(str(generator_file), BaseLoadoutGenerator)
            generator = wrapper.get_loaded_class()(self._document.folder)
            for index, _ in self._connection.cars:
                loadout = v5_loadout(generator.generate_loadout(index, self._connection.team))
                self._connection.send(flat.SetLoadout(index, loadout))
        except Exception as error:  # noqa: BLE001 - the bot's own code; v4 falls back to the file as well
            note_once(f"The loadout generator failed, so the loadout file is used: {error!r}")

    def _name(self, spawn_id: int) -> str:
        """Returns the car's name in the match, as in the packets."""
        return next((player.name for player in self._game.config.player_configs if player.spawn_id == spawn_id), "")

    def _leave(self) -> None:
        """Makes managers leave their loop; ends a standalone program at once, as v4 did with SIGTERM."""
        self._quit.set()
        if self.is_program:
            end_process(0)


def mentions_prediction(folder: Path) -> bool:
    """Returns whether any Python file of the bot mentions ball predictions.

    A game computes and sends predictions only to agents that want them, and a match in lockstep is about three times
    faster without them.
    """
    for file in folder.rglob("*.py"):
        try:
            if file.stat().st_size <= MAX_SOURCE and b"ball_prediction" in file.read_bytes():
                return True
        except OSError:
            continue
    return False


def address_in(gate: Path, limit_s: float = GATE_S) -> "tuple[str, str]":
    """Waits for the file in which the server's address appears, and returns host and port.

    Raises:
        ServerGoneError: it did not appear in time.
    """
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError):
            host, port = gate.read_text(encoding="utf-8").split()
            return host, port
        time.sleep(GATE_POLL_S)
    raise ServerGoneError(f"No match began within {limit_s:g} s.")


def end_process(code: int) -> None:
    """Ends the process without Python's clean-up; may be called in a signal handler."""
    with contextlib.suppress(RuntimeError, OSError, ValueError):  # the write was interrupted, or the stream is closed
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def main(arguments: "list[str]") -> int:
    """Hosts the document that the first argument names; returns the exit code of a standalone program.

    A hosted agent's process ends at once, like its `multiprocessing` process in v4, because libraries such as numba
    need seconds to shut down.
    """
    try:
        host = Host(Document(Path(arguments[0])))
    except ServerGoneError as error:
        note_once(str(error))
        return 1
    code = 1
    try:
        host.run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:  # noqa: BLE001 - printed here because the interpreter does not come to it
        traceback.print_exc()
    finally:
        host.close()
    if not host.is_program:
        end_process(code)
    return code
