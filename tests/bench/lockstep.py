"""Frames per second of a 1v1 of two Python bots in lockstep, against bare sockets around the same steps."""

import contextlib
from pathlib import Path
from statistics import mean

from tests.bench.figures import Figure
from tests.bench.matches import AGENT
from tests.bench.processes import BOTS, bot_environment, matched, started
from tests.bench.servers import arena_server, bare_server

ROUNDS = {False: 65, True: 33}
"""Without and with prediction.

Many short rounds: where the system puts three processes on two processors changes from start to start, and with it the
rate of bare sockets, without prediction by a quarter (standard deviation). Means rather than medians: rates of one run
lie far apart (800 to 5,000 frames/s on a busy host), and a median leaps. Drawn anew from 176 rounds, the ratio of 65
has a standard deviation of 0.03 by means (0.93 in all) and of 0.06 by medians (0.96 in all).
"""
FRAMES = "1000"
BAR = 0.85


def measure(meshes: Path) -> list[Figure]:
    """One figure without and one with ball prediction."""
    return [_compare(meshes, prediction=False), _compare(meshes, prediction=True)]


def _compare(meshes: Path, *, prediction: bool) -> Figure:
    rates: list[tuple[float, float]] = []
    for _ in range(ROUNDS[prediction]):
        with arena_server(2, meshes, pace="lockstep") as (port, _process, _manager):
            ours = _frames_per_second(port, prediction=prediction)
        with bare_server(2, meshes, prediction=prediction, weave=True) as (port, _process):
            rates.append((ours, _frames_per_second(port, prediction=prediction)))
    ours, bare = (mean(column) for column in zip(*rates, strict=True))
    return Figure(
        name="lockstep with prediction" if prediction else "lockstep",
        value=ours / bare,
        unit="ratio",
        bound=BAR,
        sense="at least",
        detail={"frames/s": ours, "bare": bare},
    )


def _frames_per_second(port: int, *, prediction: bool) -> float:
    arguments = [str(BOTS / "steady.py"), *(["--prediction"] if prediction else [])]
    environment = {**bot_environment(port, AGENT), "BENCH_COUNT": FRAMES}
    with contextlib.ExitStack() as stack:
        bots = [stack.enter_context(started(arguments, environment)) for _ in range(2)]
        found = matched(bots[0], r"called (\d+) frames in ([\d.]+) seconds")
        return int(found[1]) / float(found[2])
