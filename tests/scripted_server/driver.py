"""Installs and drives the scripted server and the scripted game from tests."""

import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import rlbot_flatbuffers as flat

from runtime.protocol import unpack_interface
from tests.process_table import mentioning
from tests.scripted_server.behaviour import GameBehaviour, ServerBehaviour
from tests.scripted_server.packets import PADS

ROOT = Path(__file__).resolve().parents[2]
GAME = "RocketLeague.exe"
SERVER = "RLBotServer"
DEADLINE_S = 20.0
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def _install(path, module, *values):
    # The interpreter is named directly, because the system names a process after its script only then.
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"#!{sys.executable}\n"
        "import sys\n"
        f"sys.path[:0] = [{str(ROOT)!r}]\n"
        "sys.dont_write_bytecode = True\n"
        f"from tests.scripted_server.{module} import main\n"
        f"main({', '.join(map(repr, values))})\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return path


def install_game(folder, **behaviour):
    """Writes a scripted game into a folder and returns its path; `behaviour` are fields of `GameBehaviour`."""
    options = msgspec.to_builtins(GameBehaviour(**behaviour))
    return _install(Path(folder, GAME), "game", options, PADS)


def install_server(folder, **behaviour):
    """Writes a scripted server into a folder and returns its path; `behaviour` are fields of `ServerBehaviour`.

    Only games in the folder count as the games of this computer, unless `games` says otherwise.
    """
    settings = {"games": str(folder), "state": str(folder), "first_game_port": free_port(), **behaviour}
    return _install(Path(folder, SERVER), "server", msgspec.to_builtins(ServerBehaviour(**settings)))


def free_port():
    """Returns a free port that the system does not give to connections, which would take it away again."""
    while True:
        port = random.randrange(25000, 32000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def wait_until(condition, what="the condition", timeout_s=DEADLINE_S):
    """Polls until `condition()` is true and returns its value."""
    deadline = time.monotonic() + timeout_s
    while not (value := condition()):
        assert time.monotonic() < deadline, f"{what} did not happen within {timeout_s:g} s"
        time.sleep(0.01)
    return value


class Controls:
    """Controls a scripted server of a folder, whichever process started it; each request is one connection."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def control(self, verb, **fields):
        """Sends a request and returns the answer; waits for a server that is only starting."""

        def ask():
            with contextlib.suppress(OSError, ValueError):
                port = int((self.folder / "control.port").read_text())
                with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S) as link:
                    link.sendall(json.dumps({"verb": verb, **fields}).encode() + b"\n")
                    if (line := link.makefile().readline()) or verb == "crash":
                        return (json.loads(line or "null"),)
            return None

        return wait_until(ask, f"an answer of the scripted server to {verb}")[0]

    def set(self, **behaviour):
        """Changes fields of `ServerBehaviour` of the running server."""
        self.control("set", **behaviour)

    @property
    def state(self):
        """Facts about the server as a dictionary: sessions, phase, map, agents, process id, ports."""
        return self.control("state")

    @property
    def heard(self):
        """The number of messages that clients have sent, by kind."""
        return self.control("heard")["counts"]

    @property
    def texts(self):
        """The messages of clients except inputs, each as session, agent id, kind and text."""
        return self.control("heard")["texts"]

    @property
    def matches(self) -> list[flat.MatchConfiguration]:
        """The matches that clients have sent, in order."""
        return [unpack_interface(bytes.fromhex(payload)) for payload in self.control("heard")["matches"]]

    def goal(self, team=0):
        self.control("game", goal=team)

    def end_match(self):
        self.control("game", end=True)

    def end_game(self, code=0):
        """The game ends, as if its window was closed."""
        self.control("game", die=code)

    def drop(self, agent_id=None):
        """Ends sessions without announcing it; all, or those with an agent id."""
        self.control("drop", agent_id=agent_id)

    def crash(self, code=1):
        self.control("crash", code=code)

    def start_game(self, *arguments):
        """Starts the scripted game of the folder as somebody else does; by default with RLBot's arguments."""
        port = self.state["game_port"]
        words = arguments or ("-rlbot", f"RLBot_ControllerURL=127.0.0.1:{port}", "RLBot_PacketSendRate=240", "-nomovie")
        return subprocess.Popen([self.folder / GAME, *words])

    def games(self):
        """The running scripted games of the folder."""
        return [process for process in mentioning(self.folder / GAME) if process.pid != os.getpid()]

    def end_games(self):
        """Kills the scripted games of the folder."""
        for process in self.games():
            with contextlib.suppress(Exception):
                process.kill()
                process.wait(5)


class ScriptedServer(Controls):
    """A scripted server with a game, as a context manager: starts it and ends it with its games.

    `game` has the fields of the game's behaviour; False for no game.
    """

    def __init__(self, folder, *, port=None, game=None, **behaviour):
        super().__init__(folder)
        self.port = port or free_port()
        if game is not False:
            behaviour.setdefault("game", str(install_game(folder, **(game or {}))))
        self.path = install_server(folder, **behaviour)
        self.process = None
        self._readers = []
        self.log = []
        """Lines that it has printed, without colours."""

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.end_games()
        for thread in self._readers:
            thread.join(10)

    @property
    def address(self):
        return ("127.0.0.1", self.port)

    def start(self):
        """Starts it, also again after its end."""
        Path(self.folder, "control.port").unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [self.path, str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder
        )
        self._readers.append(threading.Thread(target=self._read, args=(self.process.stdout,)))
        self._readers[-1].start()

    def _read(self, output):
        with output:  # a game that it has started also holds the other end, which may outlive the server
            for line in output:
                self.log.append(COLOURS.sub("", line.rstrip("\n")))

    def stop(self):
        """Kills it, unless it has ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def wait_for_port(self):
        """Waits until clients can connect."""
        wait_until(lambda: self.state["is_listening"], "the server listens")

    def wait_for_log(self, text):
        """Waits for a line with this text and returns it."""
        return wait_until(lambda: next((line for line in list(self.log) if text in line), None), f'a log line "{text}"')
