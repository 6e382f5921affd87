"""The metrics of a training run as cells with curves; imported with numpy."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from math import floor, isfinite, log10
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from resources.looks import Looks
from runtime.model.training import MetricPoint
from widgets.plots.plot_spec import AxisSpec, Cell, Curve, TimeRange

Array = NDArray[np.float64]
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The metrics of one cell."""

    key: str
    """Name of the only metric, or the part before the slash of several."""
    title: str
    high: float | None = None
    """Maximum of the axis; None fits it to the values."""


GROUPS: Final = (
    Group(key="reward", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Reward per episode"))),
    Group(key="reward/", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Reward terms"))),
    Group(key="episode_s", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Episode length (s)"))),
    Group(key="first_touch_s", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Time to the first touch (s)"))),
    Group(key="win_rate", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Win rate")), high=1.0),
    Group(key="rating", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Rating"))),
    Group(key="loss/", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Losses"))),
    Group(key="learner/", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Learner"))),
    Group(key="objective", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Objective"))),
    Group(key="goals", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Goals per episode"))),
    Group(key="touched", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Episodes with a touch")), high=1.0),
    Group(key="steps_per_s", title=str(QT_TRANSLATE_NOOP("TrainingCurves", "Steps per second"))),
)
"""In the order of their cells; metrics of other names follow."""


class _Series:
    """The values of one metric, by ascending step."""

    def __init__(self) -> None:
        self.steps, self.wall_s, self.values = array("d"), array("d"), array("d")

    def add(self, point: MetricPoint) -> None:
        """Adds a value; one of an earlier step replaces all from there on, because the run was resumed there."""
        while self.steps and self.steps[-1] > point.step:
            for column in (self.steps, self.wall_s, self.values):
                column.pop()
        self.steps.append(point.step)
        self.wall_s.append(max(point.wall_s, self.wall_s[-1] if self.wall_s else 0.0))
        self.values.append(point.value)


class Metrics:
    """All metrics of one run."""

    def __init__(self) -> None:
        self._series: dict[str, _Series] = {}
        self.last_step = 0.0
        self.last_s = 0.0

    def add(self, points: Iterable[MetricPoint]) -> None:
        """Adds values, oldest first."""
        for point in points:
            series = self._series.get(point.name)
            if series is None:
                series = self._series[point.name] = _Series()
            series.add(point)
            self.last_step, self.last_s = float(point.step), max(point.wall_s, self.last_s)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all metrics that have a value."""
        return tuple(self._series)

    def groups(self) -> list[tuple[Group, tuple[str, ...]]]:
        """Returns the cells that have values, with the names of their metrics."""
        left = dict.fromkeys(self._series)
        groups = []
        for group in GROUPS:
            names = tuple(name for name in left if _is_in(name, group.key))
            groups += [(group, names)] if names else []
            for name in names:
                del left[name]
        others: dict[str, list[str]] = {}
        for name in left:
            others.setdefault(name.partition("/")[0] + "/" if "/" in name else name, []).append(name)
        groups += [(Group(key=key, title=key.rstrip("/")), tuple(names)) for key, names in others.items()]
        return groups

    def last(self, *, is_time: bool) -> float:
        """Returns the end of the run so far, in seconds or steps."""
        return self.last_s if is_time else self.last_step

    def samples(self, name: str, *, is_time: bool) -> tuple[Array, Array]:
        """Returns positions and values of a metric; shapes (n,)."""
        series = self._series[name]
        return np.array(series.wall_s if is_time else series.steps), np.array(series.values)


def cells_of(metrics: Metrics, looks: Looks, *, is_time: bool) -> list[Cell]:
    """Returns a cell for each group of metrics that has values."""
    cells = []
    places = count()
    for group, names in metrics.groups():
        curves = []
        for name in sorted(names):
            times, values = metrics.samples(name, is_time=is_time)
            curves.append(
                Curve(
                    subject=name,
                    label=name.partition("/")[2] or translate("TrainingCurves", group.title),
                    colour=colour_of(next(places), looks),
                    times_s=times,
                    values=values,
                )
            )
        is_fitted = group.high is None
        axis = AxisSpec(title=group.title, channels=tuple(names), high=group.high, is_fitted=is_fitted)
        title = translate("TrainingCurves", group.title)
        cells.append(Cell(key=group.key, title=title, axis=axis, curves=tuple(curves), decimals=_decimals(curves)))
    return cells


def colour_of(place: int, looks: Looks) -> str:
    """Returns one of the colours of curves in turn."""
    colours = (*looks.blue_curves, *looks.orange_curves, looks.good, looks.script, looks.warning)
    return colours[place % len(colours)]


def _is_in(name: str, key: str) -> bool:
    return name.startswith(key) if key.endswith("/") else name == key


def _decimals(curves: Sequence[Curve]) -> int:
    """Returns the digits after the point that show three significant digits of the newest values."""
    newest = [abs(float(curve.values[-1])) for curve in curves if len(curve.values)]
    maximum = max((value for value in newest if isfinite(value) and value > 0), default=1.0)
    return min(6, max(0, 2 - floor(log10(maximum))))


def whole(metrics: Metrics, *, is_time: bool) -> TimeRange:
    """Returns the range of the whole run; never empty."""
    return TimeRange(from_s=0.0, to_s=max(metrics.last(is_time=is_time), 1.0))
