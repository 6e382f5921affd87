"""Plots of 64 channels over ten minutes, in a window that gets new samples thirty times a second.

Runs in a process of its own, `python -m bench.plots`, which prints JSON.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from bench.figures import Figure, median
from bench.offscreen import OFFSCREEN
from bench.processes import ROOT

CARS = 16
CHANNELS = ("speed", "boost", "height", "ball_distance")
KEPT_S = 600
PER_S = 30
UPDATES = 300
SIZE = (1200, 700)
SPANS_S = (20.0, 600.0)
LIMIT_MS = 17.0
SPARE_S = 180.0


def measure(_meshes: Path) -> list[Figure]:
    """Measures the time of the GUI thread per update, for the most expensive length of the axis.

    The axis of ten minutes moves by a pixel in half a second, so it is drawn four times a second. The cost of drawing
    all curves is printed beside it.
    """
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": OFFSCREEN, "KICKABOUT_HOME": home, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "bench.plots"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, timeout=SPARE_S, check=True, text=True
        )
    found = json.loads(done.stdout)
    means = {span: sum(times) / len(times) for span, times in found["updates_ms"].items()}
    drawings = {f"drawing of {span} s": median(times) for span, times in found["drawings_ms"].items()}
    detail = {f"{span} s": mean for span, mean in means.items()} | drawings | {"MB": found["bytes"] / 1e6}
    return [
        Figure(
            name="plots of 64 curves per update",
            value=max(means.values()),
            unit="ms",
            bound=LIMIT_MS,
            sense="at most",
            detail=detail,
        )
    ]


def watch() -> dict[str, Any]:
    """Fills the history, and then adds samples in real time; returns what updates and drawings cost."""
    from PySide6.QtWidgets import QDockWidget

    from app.session.bridge import FrameBatch
    from bench.real_window import open_window, pause, wait_until

    desktop = open_window(None)
    plots, session = desktop.panels["plots"], desktop.session
    wait_until(lambda: plots.panel.is_built)
    session.bridge.frames_arrived.emit(FrameBatch(views=(_view(),)))
    plots._set_own(tuple(f"car.{name}" for name in CHANNELS))
    plots.panel.choose(("free",))
    for second in range(KEPT_S):
        session.bridge.telemetry_arrived.emit(_recorded(second * PER_S, PER_S))
    dock = desktop.window.workspace.findChild(QDockWidget, "plots")
    dock.setFloating(True)
    dock.resize(*SIZE)
    dock.show()
    pause(300)
    found: dict[str, Any] = {"updates_ms": {}, "drawings_ms": {}}
    tick = KEPT_S * PER_S
    for span_s in SPANS_S:
        plots.panel.span_chosen.emit(span_s)
        pause(200)
        updates, due = [], time.perf_counter()
        for _ in range(UPDATES):
            recorded, tick, due = _recorded(tick, 1), tick + 1, due + 1 / PER_S
            began = time.thread_time()
            session.bridge.telemetry_arrived.emit(recorded)
            pause(max(1, round(1000 * (due - time.perf_counter()))))
            updates.append(1000 * (time.thread_time() - began))
        found["updates_ms"][f"{span_s:g}"] = updates
        found["drawings_ms"][f"{span_s:g}"] = [_drawing_ms(plots) for _ in range(20)]
    found["bytes"] = session.history.nbytes
    return found


def _drawing_ms(plots: Any) -> float:
    began = time.thread_time()
    plots.draw()
    plots.panel.canvas.repaint()
    return 1000 * (time.thread_time() - began)


def _view() -> Any:
    """Returns a view of the cars at rest."""
    from runtime.model.states import Phase
    from runtime.model.values import ArenaView, CarView

    names = [field.name for field in fields(CarView) if field.default is MISSING]
    cars = tuple(
        CarView(**dict.fromkeys(names, 0) | {"index": index, "name": f"Bot {index}", "team": index % 2})
        for index in range(CARS)
    )
    return ArenaView(
        frame=0,
        phase=Phase.ACTIVE,
        seconds_elapsed=0.0,
        clock_s=300.0,
        is_overtime=False,
        is_unlimited=False,
        score=(0, 0),
        cars=cars,
        balls=(),
        pads=(),
        pads_active=(),
    )


def _recorded(first: int, count: int) -> Any:
    """Returns samples of all cars that change as slowly as those of real cars."""
    from runtime.model.events import TelemetryRecorded
    from runtime.model.telemetry import Sample, Scope
    from runtime.telemetry import channels_of

    channels = [channel.id for channel in channels_of(Scope.CAR)]
    samples = []
    for number in range(first, first + count):
        time_s = number / PER_S
        for index in range(CARS):
            wave = math.sin(0.6 * time_s + index) + 0.4 * math.sin(1.7 * time_s * (1 + 0.03 * index))
            values = (1150 + 800 * wave, 50 + 35 * wave, 300 + 200 * wave, 3000 + 2000 * wave)
            known = {f"car.{name}": value for name, value in zip(CHANNELS, values, strict=True)}
            row = tuple(known.get(channel, 0.0) for channel in channels)
            samples.append(Sample(Scope.CAR, index, time_s, time_s + 3.0, row))
    return TelemetryRecorded(samples=tuple(samples))


if __name__ == "__main__":
    print(json.dumps(watch()), flush=True)
    os._exit(0)  # a window that is only measured is not closed
