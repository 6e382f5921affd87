"""64 bots over sockets: game time against wall time when the bots are trivial senders."""

from pathlib import Path

from bench.figures import Figure
from bench.processes import matched, started
from bench.servers import arena_server

SESSIONS = 64
WARM_UP = 200
COUNT = 1000
FRAMES_PER_SECOND = 120


def measure(meshes: Path) -> list[Figure]:
    """Game seconds per second of wall time in lockstep."""
    with arena_server(SESSIONS, meshes, pace="lockstep") as (port, _process, _manager):
        arguments = ["-m", "bench.senders", str(port), str(SESSIONS), str(WARM_UP), str(COUNT)]
        with started(arguments) as senders:
            found = matched(senders, r"called (\d+) frames in ([\d.]+) seconds")
    rate = int(found[1]) / float(found[2])
    return [
        Figure(
            name="crowd of 64",
            value=rate / FRAMES_PER_SECOND,
            unit="x",
            bound=1.0,
            sense="at least",
            detail={"frames/s": rate},
        )
    ]
