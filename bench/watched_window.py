"""Measures a real window during a real match: gaps of its event loop, times of its slots, paints of its plot."""

import functools
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget

from app.window import Desktop
from bench.real_window import open_window, pause, wait_until
from runtime.model.events import Event, FrameShown
from runtime.model.states import AgentState
from widgets.log.log_panel import ALL, LogSource
from widgets.plots.plot_canvas import PlotCanvas
from widgets.plots.plot_spec import PLOTS

TICK_MS = 5
ACT_MS = 700
FLOATING = {"plots": (900, 640), "problems": (420, 300), "notices": (420, 300), "feed": (420, 300)}
"""Panels that would cover each other, and the sizes in which they float beside the window."""


@dataclass(slots=True)
class SlotTimes:
    """Measured times of one slot, including everything that it calls."""

    calls: int = 0
    total_ms: float = 0.0
    """CPU time."""
    own_ms: float = 0.0
    """CPU time of the longest call."""
    worst_ms: float = 0.0
    """Wall time of the longest call, including the time taken by other programs."""


class SlotWatch:
    """Times every slot and every event handler of our own classes."""

    def __init__(self) -> None:
        self.times: defaultdict[str, SlotTimes] = defaultdict(SlotTimes)
        for name, module in list(sys.modules.items()):
            if name.startswith(("app.", "widgets.")):
                for found in list(vars(module).values()):
                    if isinstance(found, type) and issubclass(found, QObject) and found.__module__ == name:
                        self._wrap(found)

    def clear(self) -> None:
        """Forgets the times so far."""
        self.times.clear()

    def _wrap(self, watched: type) -> None:
        for name, method in list(vars(watched).items()):
            if isinstance(method, FunctionType) and (hasattr(method, "_slots") or name.endswith("Event")):
                setattr(watched, name, self._timed(f"{watched.__name__}.{name}", method))

    def _timed(self, name: str, method: FunctionType) -> Callable[..., Any]:
        """Returns the method, timed. It keeps the number of parameters, by which Qt decides which arguments to pass."""

        def timed(*arguments: Any) -> Any:
            began, own_began = time.perf_counter(), time.thread_time()
            try:
                return method(*arguments)
            finally:
                own, took = time.thread_time() - own_began, time.perf_counter() - began
                self._note(self.times[name], 1000 * own, 1000 * took)

        def of_none(owner: Any) -> Any:
            return timed(owner)

        def of_one(owner: Any, first: Any) -> Any:
            return timed(owner, first)

        def of_two(owner: Any, first: Any, second: Any) -> Any:
            return timed(owner, first, second)

        face = functools.wraps(method)((of_none, of_one, of_two)[method.__code__.co_argcount - 1])
        face.__defaults__ = method.__defaults__  # type: ignore[attr-defined]
        return face

    def _note(self, times: SlotTimes, own_ms: float, took_ms: float) -> None:
        times.calls += 1
        times.total_ms += own_ms
        times.own_ms = max(times.own_ms, own_ms)
        times.worst_ms = max(times.worst_ms, took_ms)


class GapWatch:
    """A timer of the window that records how late each tick was, and the CPU time of the thread meanwhile."""

    def __init__(self) -> None:
        self._timer = QTimer(interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self.gaps_ms: list[float] = []
        self.own_ms = 0.0
        """Longest CPU time of one turn."""

    def start(self) -> None:
        """Forgets the gaps so far, and starts the timer."""
        self.gaps_ms, self.own_ms = [], 0.0
        self._last, self._last_own = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Stops the timer."""
        self._timer.stop()

    def _tick(self) -> None:
        now, own = time.perf_counter(), time.thread_time()
        self.gaps_ms.append(1000 * (now - self._last))
        self.own_ms = max(self.own_ms, 1000 * (own - self._last_own))
        self._last, self._last_own = now, own


class LagWatch:
    """Measures the time of each frame from the bridge to the plot's paint."""

    def __init__(self, desktop: Desktop) -> None:
        self.lags_ms: list[float] = []
        self.paints = 0
        self._arrived: dict[int, float] = {}
        self._taken: list[int] = []
        post = desktop.session.bridge.post

        def noting(event: Event) -> None:
            if isinstance(event, FrameShown):
                self._arrived[event.view.frame] = time.perf_counter()
            post(event)

        desktop.session.bridge.post = noting  # type: ignore[method-assign]
        desktop.session.bridge.frames_arrived.connect(self._on_frames_arrived)
        paint = PlotCanvas.paintEvent

        def painting(canvas: PlotCanvas, event: QPaintEvent) -> None:
            paint(canvas, event)
            self._on_painted()

        PlotCanvas.paintEvent = painting  # type: ignore[method-assign]

    def clear(self) -> None:
        """Forgets the lags so far."""
        self.lags_ms.clear()
        self.paints = 0

    def _on_frames_arrived(self, batch: Any) -> None:
        self._taken += [view.frame for view in batch.views]

    def _on_painted(self) -> None:
        now = time.perf_counter()
        self.paints += 1
        self.lags_ms += [1000 * (now - self._arrived.pop(frame)) for frame in self._taken if frame in self._arrived]
        self._taken.clear()


def watch(match: Path, seconds: float, size: tuple[int, int], warm_up_ms: int) -> dict[str, Any]:
    """Plays the match in a window of `size` while a user clicks; returns what was measured in `seconds`."""
    slots = SlotWatch()
    desktop = open_window(match, size)
    gaps, lags = GapWatch(), LagWatch(desktop)
    wait_until(lambda: desktop.window.plots.is_built)
    _show_all(desktop)
    desktop.session.start()
    try:
        wait_until(lambda: _all_play(desktop))
    except TimeoutError as error:
        raise RuntimeError(_state(desktop)) from error
    desktop.panels["teams"].choose_source(LogSource(key=ALL, name=""))
    pause(warm_up_ms)
    lines = desktop.window.log.view.document().blockCount()
    user = User(desktop)
    slots.clear()
    lags.clear()
    gaps.start()
    user.start()
    began, own = time.perf_counter(), time.thread_time()
    pause(round(1000 * seconds))
    took, own = time.perf_counter() - began, time.thread_time() - own
    user.stop()
    gaps.stop()
    found = {
        "seconds": took,
        "share": own / took,
        "gaps_ms": gaps.gaps_ms,
        "own_ms": gaps.own_ms,
        "lags_ms": list(lags.lags_ms),
        "paints": lags.paints,
        "lines": lines,
        "acts": user.acts,
        "slots": {name: asdict(times) for name, times in slots.times.items()},
    }
    if not _all_play(desktop):
        raise RuntimeError("not every agent plays to the end")
    desktop.session.stop()
    wait_until(lambda: not desktop.session.is_running)
    desktop.panels["library"].stop()
    return found


class User:
    """Clicks a card, switches the log, types a filter and clears it, in turn."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._timer = QTimer(interval=ACT_MS)
        self._timer.timeout.connect(self._act)
        self.acts = 0

    def start(self) -> None:
        """Begins to act."""
        self._timer.start()

    def stop(self) -> None:
        """Ends."""
        self._timer.stop()

    def _act(self) -> None:
        panel = self._desktop.window.log
        cards = [card for team in self._desktop.window.teams for card in team.cards]
        turn, kind = divmod(self.acts, 4)
        self.acts += 1
        if kind == 0:
            QTest.mouseClick(cards[turn % len(cards)], Qt.MouseButton.LeftButton)
        elif kind == 1:
            QTest.keyClicks(panel.filter, "packets" if turn % 2 else "nothing prints this")
        elif kind == 2:
            panel.filter.clear()
        else:
            self._desktop.panels["teams"].choose_source(LogSource(key=ALL, name=""))


def _show_all(desktop: Desktop) -> None:
    for dock in desktop.window.workspace.findChildren(QDockWidget):
        if dock.objectName() in FLOATING:
            dock.setFloating(True)
            dock.resize(*FLOATING[dock.objectName()])
            dock.show()
    desktop.window.plots.choose(plot.key for plot in PLOTS)
    pause(200)
    hidden = [key for key in ("library", "stage", "log", *FLOATING) if not desktop.window.workspace.is_shown(key)]
    if hidden:
        raise RuntimeError(f"not in sight: {', '.join(hidden)}")


def _all_play(desktop: Desktop) -> bool:
    cards = [card.card for team in desktop.window.teams for card in team.cards]
    return bool(cards) and all(card.state is AgentState.PLAYING for card in cards)


def _state(desktop: Desktop) -> str:
    """Returns the window's messages, for a match that does not start."""
    cards = (shown.card for team in desktop.window.teams for shown in team.cards)
    agents = ", ".join(f"{card.name}: {card.state and card.state.value} {card.reason}" for card in cards)
    return f"{desktop.window.bottom.line.text()} {desktop.session.reasons.start} {agents}"
