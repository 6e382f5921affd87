"""Runs the scripted server and game by hand."""

import argparse
import signal
import tempfile
import threading
from pathlib import Path

import msgspec

from tests.scripted_server.behaviour import GameBehaviour, ServerBehaviour
from tests.scripted_server.driver import ScriptedServer
from tests.scripted_server.server import DEFAULT_PORT


def _options(parser, title, struct, skipped=()):
    group = parser.add_argument_group(title, f"Fields of {struct.__name__} as NAME=VALUE, the value as in JSON.")
    names = ", ".join(field.name for field in msgspec.structs.fields(struct) if field.name not in skipped)
    group.add_argument(f"--{title}", metavar="NAME=VALUE", action="append", default=[], help=names)


def _fields(words):
    return {name: msgspec.json.decode(value) for name, _, value in (word.partition("=") for word in words)}


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.scripted_server", description=__doc__)
    parser.add_argument("port", nargs="?", type=int, default=DEFAULT_PORT, help="default: %(default)s")
    parser.add_argument("--folder", type=Path, help="folder of the programs; default: a temporary one")
    parser.add_argument("--start-game", action="store_true", help="start the game at once, not when a match needs it")
    _options(parser, "server", ServerBehaviour, ("games", "state"))
    _options(parser, "game", GameBehaviour)
    arguments = parser.parse_args()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    with tempfile.TemporaryDirectory(prefix="scripted-server-") as temporary:
        folder = arguments.folder or Path(temporary)
        server = ScriptedServer(
            folder,
            port=arguments.port,
            game=_fields(arguments.game),
            **{"first_game_port": 23233, **_fields(arguments.server)},
        )
        print(f"Port {server.port}. The programs are in {folder}. Ctrl+C ends them.", flush=True)
        with server:
            if arguments.start_game:
                server.start_game()
            printed = 0
            while server.process.poll() is None and not stopped.wait(0.1):
                lines = server.log[printed:]
                printed += len(lines)
                print("".join(f"{line}\n" for line in lines), end="", flush=True)


if __name__ == "__main__":
    main()
