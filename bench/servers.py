"""The two servers that are compared: the arena, and bare sockets around the same steps."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import psutil
import rlbot_flatbuffers as flat

from bench.matches import bench_match
from bench.processes import listening_port, started
from runtime.protocol import Client

MANAGER = flat.ConnectionSettings(agent_id="", wants_ball_predictions=False, wants_comms=True)


@contextlib.contextmanager
def arena_server(
    cars: int, meshes: Path, *, pace: str, seconds: float | None = None
) -> Iterator[tuple[int, psutil.Process, Client]]:
    """A running arena with a match of `cars` bots that waits for them; yields port, process and manager session."""
    arguments = ["-m", "runtime.arena", "--port", "0", "--pace", pace, "--seed", "0", "--meshes", str(meshes)]
    arguments += ["--seconds", str(seconds)] if seconds is not None else []
    with started(arguments) as process:
        port = listening_port(process)
        with Client("127.0.0.1", port, MANAGER) as manager:
            manager.connect(10.0)
            manager.send(bench_match(cars))
            yield port, psutil.Process(process.pid), manager


@contextlib.contextmanager
def bare_server(
    cars: int,
    meshes: Path,
    *,
    prediction: bool = False,
    pack: bool = False,
    weave: bool = False,
    realtime_s: float | None = None,
) -> Iterator[tuple[int, psutil.Process]]:
    """The reference server; yields its port and process."""
    options = {"--prediction": prediction, "--pack": pack, "--weave": weave}
    flags = [flag for flag, is_wanted in options.items() if is_wanted]
    flags += ["--realtime", str(realtime_s)] if realtime_s is not None else []
    with started(["-m", "bench.bare_server", "0", str(cars), str(meshes), *flags]) as process:
        yield listening_port(process), psutil.Process(process.pid)
