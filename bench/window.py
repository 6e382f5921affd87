"""The window during a match of 16 agents with all panels in sight and full logs, while a user clicks and filters.

Runs in a process of its own, `python -m bench.window MATCH SECONDS`, which prints JSON.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.figures import Figure, median
from bench.offscreen import OFFSCREEN
from bench.processes import BOTS, ROOT

AGENTS = 16
SECONDS = float(os.environ.get("BENCH_WINDOW_SECONDS", "60"))
SPARE_S = 120.0
WARM_UP_MS = 20_000
"""Time until the logs are full."""
SIZE = (1600, 1000)
WORST = 6
"""Number of the slowest slots that are named."""


def measure(meshes: Path) -> list[Figure]:
    """Measures the share of the GUI thread, the longest stall, the lag from packet to plot, and the longest slot.

    Stall and lag are wall times, in which bots and arena run too. Slots are CPU times, which count only the work of the
    window itself.
    """
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        home = Path(folder) / "home"
        shutil.copytree(meshes, home / "cache")
        match = Path(folder) / "match.toml"
        match.write_text(_document(), encoding="utf-8")
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": OFFSCREEN,
            "KICKABOUT_HOME": str(home),
            "PYTHONPATH": str(ROOT),
            "RLBOT_LOG_LEVEL": "critical",
            "BENCH_LINES": "5000",
        }
        command = [sys.executable, "-m", "bench.window", str(match), str(SECONDS)]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            timeout=SECONDS + SPARE_S,
            check=True,
            text=True,
        )
    return _figures(json.loads(done.stdout))


def _figures(found: dict[str, Any]) -> list[Figure]:
    gaps, lags = sorted(found["gaps_ms"]), sorted(found["lags_ms"])
    share = {
        "s": found["seconds"],
        "log lines": found["lines"],
        "plots painted": found["paints"],
        "clicks": found["acts"],
    }
    stall = {"p99": gaps[int(0.99 * len(gaps))], "own": found["own_ms"]}
    lag = {"p95": lags[int(0.95 * len(lags))], "frames": float(len(lags))}
    slots = sorted(found["slots"].items(), key=lambda item: -item[1]["own_ms"])
    clock = max(times["worst_ms"] for _, times in slots)
    longest = {"on the clock": clock, **{name: times["own_ms"] for name, times in slots[:WORST]}}
    return [
        _figure("window share of a core", 100 * found["share"], "%", 35.0, share),
        _figure("window longest stall", gaps[-1], "ms", 50.0, stall),
        _figure("window packet to plot", median(lags), "ms", 50.0, lag),
        _figure("window longest slot", slots[0][1]["own_ms"], "ms", 16.0, longest),
    ]


def _figure(name: str, value: float, unit: str, bound: float, detail: dict[str, float]) -> Figure:
    return Figure(name=name, value=value, unit=unit, bound=bound, sense="at most", detail=detail)


def _document() -> str:
    bot = BOTS / "sender.bot.toml"
    cars = "".join(f"[[cars]]\nteam = {place % 2}\nconfig_file = '{bot}'\n" for place in range(AGENTS))
    return f'[match]\nstart_without_countdown = true\n[mutators]\nmatch_length = "Unlimited"\n{cars}'


if __name__ == "__main__":
    from bench.watched_window import watch

    print(json.dumps(watch(Path(sys.argv[1]), float(sys.argv[2]), SIZE, WARM_UP_MS)), flush=True)
    os._exit(0)  # a window that is only measured is not closed
