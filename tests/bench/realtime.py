"""How punctual the arena is at 120 Hz with 8 Python bots: error of the tick starts, and frames lost.

Beside it, just before and just after, a bare loop that never sleeps awaits the same frames: what it is late by, the
machine took, and no server can give it back.
"""

import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any

import psutil
import rlbot_flatbuffers as flat

from runtime.protocol import Client
from tests.bench.figures import Figure
from tests.bench.matches import AGENT
from tests.bench.processes import BOTS, bot_environment, started
from tests.bench.servers import arena_server

BOTS_PLAYING = 8
SECONDS = float(os.environ.get("BENCH_REALTIME_SECONDS", "60"))
SPARE_S = 60.0
BARE_SHARE = 0.25
"""So much of the match's time the bare loop is given, before it and after it."""
FRAMES_PER_S = 120


def measure(meshes: Path) -> list[Figure]:
    """The 99th percentile of the tick start error, and the frames that were left out or dropped."""
    bare_ms = _bare_errors_ms(BARE_SHARE * SECONDS)
    with contextlib.ExitStack() as stack:
        server = arena_server(BOTS_PLAYING, meshes, pace="realtime", seconds=SECONDS)
        port, _process, manager = stack.enter_context(server)
        for _ in range(BOTS_PLAYING):
            stack.enter_context(started([str(BOTS / "steady.py")], bot_environment(port, AGENT)))
        stolen_s, begun_s = _stolen_s(), time.monotonic()
        report = _final_report(manager)
        stolen = 100.0 * (_stolen_s() - stolen_s) / (time.monotonic() - begun_s)
    bare_ms = sorted(bare_ms + _bare_errors_ms(BARE_SHARE * SECONDS))
    error = report["tick_error_ms"]
    drops = sum(agent["drops"] for agent in report["agents"])
    detail = {
        "p50": error["p50"],
        "p95": error["p95"],
        "frames": float(report["frame"]),
        "a bare loop's p99": bare_ms[int(0.99 * len(bare_ms))],
        "% of a processor stolen": stolen,
    }
    lost = {"left out": float(report["overruns"]), "dropped": float(drops)}
    return [
        Figure(
            name="realtime tick error p99", value=error["p99"], unit="ms", bound=1.0, sense="at most", detail=detail
        ),
        Figure(
            name="realtime frames lost",
            value=sum(lost.values()),
            unit="frames",
            bound=0.0,
            sense="at most",
            detail=lost,
        ),
    ]


def _bare_errors_ms(seconds: float) -> list[float]:
    begun_s = time.perf_counter()
    errors_ms = []
    for frame in range(1, round(seconds * FRAMES_PER_S) + 1):
        due_s = begun_s + frame / FRAMES_PER_S
        while (now_s := time.perf_counter()) < due_s:
            pass
        errors_ms.append(1000.0 * (now_s - due_s))
    return errors_ms


def _stolen_s() -> float:
    """How much of the processors' time the machine gave to other machines, of which only Linux knows; else 0."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


def _final_report(manager: Client) -> dict[str, Any]:
    deadline = time.monotonic() + SECONDS + SPARE_S
    while time.monotonic() < deadline:
        for message in manager.receive(1.0):
            if isinstance(message, flat.MatchComm):
                report: dict[str, Any] = json.loads(message.content)
                if report["final"]:
                    return report
    raise TimeoutError("the match did not end")
