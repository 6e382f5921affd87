"""How punctual the arena is at 120 Hz with 8 Python bots: error of the tick starts, and frames lost."""

import contextlib
import json
import os
import time
from pathlib import Path

import rlbot_flatbuffers as flat

from runtime.protocol import Client
from tests.bench.figures import Figure
from tests.bench.matches import AGENT
from tests.bench.processes import BOTS, bot_environment, started
from tests.bench.servers import arena_server

BOTS_PLAYING = 8
SECONDS = float(os.environ.get("BENCH_REALTIME_SECONDS", "60"))
START_S = 60.0


def measure(meshes: Path) -> list[Figure]:
    """The 99th percentile of the tick start error, and the frames that were late by a whole frame or dropped."""
    with contextlib.ExitStack() as stack:
        port, _process, manager = stack.enter_context(arena_server(BOTS_PLAYING, meshes, pace="realtime"))
        for _ in range(BOTS_PLAYING):
            stack.enter_context(started([str(BOTS / "steady.py")], bot_environment(port, AGENT)))
        reports = _reports(manager)
    first, last = reports[0], reports[-1]
    errors = sorted(report["tick_error_ms"]["p99"] for report in reports)
    drops = sum(agent["drops"] for agent in last["agents"]) - sum(agent["drops"] for agent in first["agents"])
    lost = last["overruns"] - first["overruns"] + drops
    detail = {"seconds": float(len(reports) - 1), "worst ms": max(r["tick_error_ms"]["max"] for r in reports)}
    p99 = errors[min(len(errors) - 1, int(len(errors) * 0.99))]
    return [
        Figure(name="realtime tick error p99", value=p99, unit="ms", bound=1.0, sense="at most", detail=detail),
        Figure(name="realtime frames lost", value=lost, unit="frames", bound=0.0, sense="at most"),
    ]


def _reports(manager: Client) -> list[dict]:
    reports: list[dict] = []
    playing_since = None
    deadline = time.monotonic() + START_S
    while playing_since is None or time.monotonic() < playing_since + SECONDS:
        for message in manager.receive(1.0):
            if isinstance(message, flat.MatchComm):
                report = json.loads(message.content)
                if report["phase"] in ("Kickoff", "Active"):
                    playing_since = playing_since or time.monotonic()
                    reports.append(report)
        if playing_since is None and time.monotonic() > deadline:
            raise TimeoutError("the bots did not start playing")
    return reports[1:]
