"""Round values for the axes of plots, and their words."""

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from typing import Final

import numpy as np

from widgets.plots.plot_spec import Along, GameClock, TimeRange
from widgets.words import amount, clock

NEAR_ZERO: Final = 1.5
"""Values that are this many times farther from 0 than from each other are shown without 0."""
_HOUR_S: Final = 3600
_TIME_STEPS_S: Final = (
    *(0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200),
    *(_HOUR_S * hours for hours in (0.5, 1, 2, 4, 8, 12, 24, 48)),
)


def fitted_bounds(minimum: float, maximum: float) -> tuple[float, float]:
    """Returns round bounds around values; 0 is one of them unless the values are far from it and close together."""
    minimum, maximum = float(minimum), float(maximum)
    if minimum * maximum <= 0 or NEAR_ZERO * (maximum - minimum) >= min(abs(minimum), abs(maximum)):
        minimum, maximum = min(minimum, 0.0), max(maximum, 0.0)
    span = maximum - minimum or abs(maximum) or 1.0
    step = nice_ceiling(span / 4)
    low, high = step * floor(minimum / step + 1e-9), step * ceil(maximum / step - 1e-9)
    return low, high if high > low else low + step


def nice_ceiling(value: float) -> float:
    """Returns the smallest round number that is not below `value`; 1 if it is not positive."""
    if not isfinite(value) or value <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(value))
    return next(
        step * power for step in (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0) if step * power >= value * (1 - 1e-9)
    )


def ticks(low: float, high: float, maximum: int) -> tuple[float, ...]:
    """Returns at most `maximum` + 1 round values from `low` to `high`."""
    span = high - low
    if span <= 0 or maximum < 1:
        return ()
    power: float = 10.0 ** floor(log10(span / maximum))
    step = next(
        factor * power for factor in (1.0, 2.0, 2.5, 5.0, 10.0, 20.0) if factor * power * maximum >= span * 0.999
    )
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple(place * step for place in range(first, last + 1))


def time_ticks(time_range: TimeRange, maximum: int) -> tuple[float, ...]:
    """Returns the times of at most `maximum` + 1 labels."""
    minimum = time_range.span_s / max(1, maximum)
    step = next((step for step in _TIME_STEPS_S if step >= minimum), _TIME_STEPS_S[-1])
    first, last = ceil(time_range.from_s / step - 1e-9), floor(time_range.to_s / step + 1e-9)
    return tuple(place * step for place in range(max(0, first), last + 1))


def clock_ticks(of: GameClock, time_range: TimeRange, maximum: int) -> dict[float, str]:
    """Returns where the clock shows round times, at most about `maximum`, and these times; none while it stands."""
    step = next((step for step in _TIME_STEPS_S if step >= time_range.span_s / max(1, maximum)), _TIME_STEPS_S[-1])
    numbers = np.floor(of.values_s.astype(np.float64) / step)
    places = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1
    decimals = 1 if step < 1 else 0
    return {
        float(of.times_s[place]): _clock_words(step * max(numbers[place - 1], numbers[place]), decimals)
        for place in places
        if time_range.from_s <= of.times_s[place] <= time_range.to_s
    }


def clock_at(of: GameClock, time_s: float) -> str:
    """Returns the time on the clock, to a tenth of a second, and the game time since the start."""
    place = max(0, int(of.times_s.searchsorted(time_s, "right")) - 1)
    return f"{_clock_words(float(of.values_s[place]), 1)} ({clock(time_s, 1)})"


def _clock_words(value_s: float, decimals: int) -> str:
    return f"{'+' if value_s < 0 else ''}{clock(abs(value_s), decimals)}"


def position_words(place: float, along: Along, step: float) -> str:
    """Returns a position on the horizontal axis, exact to a `step`."""
    return clock(place, 1 if step < 1 else 0) if along.is_time else amount(place)


def step_decimals(values: Sequence[float]) -> int:
    """Returns the number of decimals that show the step of a grid exactly, at most 5."""
    step = values[1] - values[0] if len(values) > 1 else 1.0
    exact = (digits for digits in range(6) if abs(step * 10**digits - round(step * 10**digits)) < 1e-6)
    return next(exact, 5)
