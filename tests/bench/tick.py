"""CPU time of a server tick with 8 sessions, against the same step, one pack and the same bytes on bare sockets."""

from pathlib import Path

import psutil

from tests.bench.figures import Figure, median
from tests.bench.processes import matched, started
from tests.bench.servers import arena_server, bare_server

ROUNDS = 7
SESSIONS = 8
WARM_UP = 600
COUNT = 3000
BAR = 1.6


def measure(meshes: Path) -> list[Figure]:
    """The ratio of CPU times per frame."""
    ratios, times = [], []
    for _ in range(ROUNDS):
        with arena_server(SESSIONS, meshes, pace="lockstep") as (port, process, _manager):
            ours = _cpu_us_per_frame(port, process)
        with bare_server(SESSIONS, meshes, pack=True) as (port, process):
            bare = _cpu_us_per_frame(port, process)
        ratios.append(ours / bare)
        times.append((ours, bare))
    detail = {"us": median([time[0] for time in times]), "bare us": median([time[1] for time in times])}
    return [Figure(name="tick", value=median(ratios), unit="ratio", bound=BAR, sense="at most", detail=detail)]


def _cpu_us_per_frame(port: int, server: psutil.Process) -> float:
    with started(["-m", "tests.bench.senders", str(port), str(SESSIONS), str(WARM_UP), str(COUNT)]) as senders:
        matched(senders, "begin")
        before = server.cpu_times()
        matched(senders, "called")
        after = server.cpu_times()
    return 1e6 * (after.user + after.system - before.user - before.system) / COUNT
