"""How punctual the arena is at 120 Hz with 8 Python bots: error of the tick starts, and frames lost."""

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


def measure(meshes: Path) -> list[Figure]:
    """The 99th percentile of the tick start error, and the frames that were left out or dropped."""
    with contextlib.ExitStack() as stack:
        server = arena_server(BOTS_PLAYING, meshes, pace="realtime", seconds=SECONDS)
        port, _process, manager = stack.enter_context(server)
        for _ in range(BOTS_PLAYING):
            stack.enter_context(started([str(BOTS / "steady.py")], bot_environment(port, AGENT)))
        stolen_s, begun_s = _stolen_s(), time.monotonic()
        report = _final_report(manager)
        stolen = 100.0 * (_stolen_s() - stolen_s) / (time.monotonic() - begun_s)
    error = report["tick_error_ms"]
    drops = sum(agent["drops"] for agent in report["agents"])
    detail = {
        "p50": error["p50"],
        "p95": error["p95"],
        "frames": float(report["frame"]),
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
