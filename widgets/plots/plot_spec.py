"""Plots as data: which channels a panel shows, on which axes, and what is drawn at one time."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from runtime.model.game_facts import MAX_BALL_SPEED, MAX_BOOST, MAX_CAR_SPEED, TICK_MS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class PlotKind(Enum):
    """The ways to draw the samples of an axis."""

    LINES = "joined by straight lines"
    STEPS = "each holds until the next one"
    LANES = "steps, each curve in its own lane"
    SHARE = "blue's share below the curve, and orange's above"


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisSpec:
    """One axis over time; all of its channels have the same unit."""

    title: str
    """English text, marked for translation in the context Plots; empty for the titles of the channels."""
    channels: tuple[str, ...]
    """Identifiers of channels, such as `car.speed`."""
    low: float = 0.0
    high: float | None = None
    """Maximum; None fits the axis to the samples that are shown."""
    kind: PlotKind = PlotKind.LINES
    limit: float | None = None
    """Values above this one are bad; drawn as a line."""
    is_fitted: bool = False
    """Both ends fit the samples that are shown, however small these are; `low` and `high` do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotSpec:
    """One panel of plots."""

    key: str
    title: str
    """English text, marked for translation in the context Plots."""
    axes: tuple[AxisSpec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The samples of one subject; the arrays may change after the call that takes the curve."""

    subject: str
    """Key of the entry in the legend: a car, an agent, a team or a quantity."""
    label: str
    colour: str
    times_s: "NDArray[np.float64]"
    """Game time in ascending order; shape (n,)."""
    values: "NDArray[np.float32] | NDArray[np.float64]"
    """NaN where nothing is known, which is a gap in the curve; shape (n,)."""
    silences: tuple[tuple[float, float], ...] = ()
    """The times from and to which the subject did not answer; marked below the curves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """An axis with its curves."""

    key: str
    """Unique within the plot."""
    title: str
    """In the user's language, with the unit."""
    axis: AxisSpec
    curves: tuple[Curve, ...]
    hint: str = ""
    """Whole titles and definitions of the channels."""
    unit: str = ""
    decimals: int = 0
    """Digits after the point in values at the cursor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotMark:
    """An event on the time axis."""

    kind: str
    """One of `SYMBOLS`."""
    time_s: float
    """Game time."""
    wall_s: float
    colour: str
    label: str
    """The event in a few words of the user's language."""
    subject: str = ""
    """Key of the car or agent in the legend; empty if the event belongs to the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRange:
    """The part of the time axis that all plots show, in game seconds."""

    from_s: float
    to_s: float

    @property
    def span_s(self) -> float:
        """Length in seconds."""
        return self.to_s - self.from_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Along:
    """What runs along the horizontal axis; names call its positions times even if they are not."""

    is_time: bool = True
    """True for seconds; otherwise plain numbers."""
    minimum: float = 1.0
    maximum: float = 600.0
    """Limits of the part that is shown at once."""
    stale: float = 3.0
    """A value is no longer current this far after its sample; reports of a match come once a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClock:
    """The clock of the match along the time axis; the arrays may change after the call that takes it."""

    times_s: "NDArray[np.float64]"
    """Game time since the start, ascending; shape (n,)."""
    values_s: "NDArray[np.float32]"
    """Seconds on the clock, negative in overtime; shape (n,)."""


GAME_TIME: Final = Along()
SPANS_S: Final = (10.0, 20.0, 60.0, 180.0, 600.0)
"""Lengths of the time axis that the panel offers."""
SPAN_S: Final = 20.0
"""Length of the time axis at the start."""
MAX_SPAN_S: Final = GAME_TIME.maximum
SYMBOLS: Final = ("touch", "late_burst", "demolition", "goal", "swap", "crash")
"""Kinds of events, the least important first; the last ones are drawn above the others and clicked first."""
QUIET: Final = ("touch", "late_burst")
"""Kinds that have a symbol but no line, because there can be many."""
BAD_LATE_PERCENT: Final = 5.0
"""Share of late answers that is bad."""
FREE: Final = "free"
"""Key of the plot whose channels the user chooses."""


def axis(
    *channels: str,
    title: str = "",
    low: float = 0.0,
    high: float | None = None,
    kind: PlotKind = PlotKind.LINES,
    limit: float | None = None,
) -> AxisSpec:
    """Returns an axis for channels of one unit."""
    return AxisSpec(title=title, channels=channels, low=low, high=high, kind=kind, limit=limit)


def _switch(channel: str) -> AxisSpec:
    return axis(channel, high=1.0, kind=PlotKind.LANES)


PLOTS: Final = (
    PlotSpec(
        key="performance",
        title=str(QT_TRANSLATE_NOOP("Plots", "Bots")),
        axes=(
            axis("agent.response_p95", title=str(QT_TRANSLATE_NOOP("Plots", "Response, p95")), limit=TICK_MS),
            axis("agent.late_share", limit=BAD_LATE_PERCENT),
            axis("agent.answers_per_s", title=str(QT_TRANSLATE_NOOP("Plots", "Answers"))),
            axis("agent.response_p50", title=str(QT_TRANSLATE_NOOP("Plots", "Response, median")), limit=TICK_MS),
            axis("agent.response_p99", title=str(QT_TRANSLATE_NOOP("Plots", "Response, p99")), limit=TICK_MS),
            axis("agent.cpu"),
        ),
    ),
    PlotSpec(
        key="control",
        title=str(QT_TRANSLATE_NOOP("Plots", "Control")),
        axes=(
            axis("car.speed", high=MAX_CAR_SPEED),
            axis("car.boost", high=MAX_BOOST),
            axis("car.throttle", low=-1.0, high=1.0),
            axis("car.steer", low=-1.0, high=1.0),
            axis("car.height", high=2044.0),
            axis("car.ball_distance"),
            axis("car.pitch", low=-1.0, high=1.0),
            axis("car.yaw", low=-1.0, high=1.0),
            axis("car.roll", low=-1.0, high=1.0),
            _switch("car.jump"),
            _switch("car.boosting"),
            _switch("car.handbrake"),
            axis("car.air_state", high=4.0, kind=PlotKind.LANES),
        ),
    ),
    PlotSpec(
        key="match",
        title=str(QT_TRANSLATE_NOOP("Plots", "Match")),
        axes=(
            axis(
                "match.win_probability",
                title=str(QT_TRANSLATE_NOOP("Plots", "Blue wins")),
                high=100.0,
                kind=PlotKind.SHARE,
            ),
            axis("match.possession", low=-1.0, high=1.0, kind=PlotKind.SHARE),
            axis("match.pressure", low=-1.0, high=1.0, kind=PlotKind.SHARE),
            axis(
                "match.score_blue",
                "match.score_orange",
                title=str(QT_TRANSLATE_NOOP("Plots", "Score")),
                kind=PlotKind.STEPS,
            ),
            axis(
                "match.expected_goals_blue",
                "match.expected_goals_orange",
                title=str(QT_TRANSLATE_NOOP("Plots", "Expected goals")),
                kind=PlotKind.STEPS,
            ),
            axis("match.ball_speed", high=MAX_BALL_SPEED),
            axis("match.ball_height", high=2044.0),
        ),
    ),
    PlotSpec(
        key="system",
        title=str(QT_TRANSLATE_NOOP("Plots", "System")),
        axes=(
            axis("server.tick_rate"),
            axis(
                "server.lateness_p50",
                "server.lateness_p95",
                "server.lateness_p99",
                title=str(QT_TRANSLATE_NOOP("Plots", "Lateness of ticks")),
                limit=TICK_MS,
            ),
            axis("server.overruns", kind=PlotKind.STEPS),
            axis("agent.cpu"),
            axis("agent.memory"),
            axis("agent.restarts", kind=PlotKind.STEPS),
        ),
    ),
    PlotSpec(key=FREE, title=str(QT_TRANSLATE_NOOP("Plots", "Own")), axes=()),
)
"""All plots, in the order of their buttons; the axes of the last one are chosen by the user."""
