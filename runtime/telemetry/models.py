"""Two simple models: the chance that a touch becomes a goal, and that blue wins. docs/telemetry.md explains both."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import exp, hypot, inf, nan, sqrt
from typing import Final

from runtime.model.placements import Vector

FLIGHT_S: Final = 4.0
"""A ball that takes longer to the goal is no shot."""
DECAY_S: Final = 1.5
MISS_UU: Final = 400.0
SAVE_SHARE: Final = 0.2
"""Part of the chance that each opponent between ball and goal takes away."""
PRIOR_GOALS: Final = 3.0
PRIOR_GOAL_S: Final = 100.0
"""Before any goal, each team is expected to score once in this time; it weighs as much as `PRIOR_GOALS` goals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalMouth:
    """A goal as clients see it: uu."""

    y: float
    """Negative for blue's goal."""
    x: float = 0.0
    width: float = 1785.0
    height: float = 643.0
    floor_z: float = 0.0


SOCCAR_GOALS: Final = (GoalMouth(y=-5120.0), GoalMouth(y=5120.0))
"""Blue's and orange's."""


def goal_chance(
    location: Vector,
    velocity: Vector,
    goal: GoalMouth,
    opponents: Iterable[Vector],
    *,
    radius: float,
    gravity_z: float,
) -> float:
    """Returns the chance from 0 to 1 that a ball that flies like this becomes a goal.

    The ball flies freely until it reaches the plane of the goal after `t` seconds, where it misses the mouth by `d` uu:
    `exp(-t / 1.5 s) * exp(-(d / 400 uu)^2) * 0.8^n` with `n` opponents between ball and goal line. 0 for a ball that
    does not fly to the goal, or needs more than 4 s.
    """
    x, y, z = location
    toward = 1.0 if goal.y > 0 else -1.0
    left_uu, speed = (goal.y - y) * toward, velocity[1] * toward
    flight_s = left_uu / speed if speed > 0 and left_uu > 0 else inf
    if flight_s > FLIGHT_S:
        return 0.0
    side_uu = abs(x + velocity[0] * flight_s - goal.x)
    height_uu = max(radius, z + velocity[2] * flight_s + gravity_z * flight_s * flight_s / 2)
    missed_uu = hypot(
        max(0.0, side_uu - (goal.width / 2 - radius)), max(0.0, height_uu - (goal.floor_z + goal.height - radius))
    )
    between = sum(0.0 < (goal.y - place[1]) * toward < left_uu for place in opponents)
    return exp(-flight_s / DECAY_S) * exp(-((missed_uu / MISS_UU) ** 2)) * (1.0 - SAVE_SHARE) ** between


def blue_wins(score: tuple[int, int], *, played_s: float, left_s: float, is_overtime: bool) -> float:
    """Returns the probability from 0 to 1 that blue wins; NaN for a match without end (`left_s` infinite).

    Both teams score independently at a steady rate, `(3 + goals) / (300 s + time played)`, so that the goals of the
    rest of the match are Poisson distributed; a level match is decided by the next goal.
    """
    if left_s == inf and not is_overtime:
        return nan
    blue, orange = ((PRIOR_GOALS + goals) / (PRIOR_GOALS * PRIOR_GOAL_S + played_s) for goals in score)
    next_is_blue = blue / (blue + orange)
    lead = score[0] - score[1]
    if is_overtime or left_s <= 0:
        return next_is_blue if lead == 0 else float(lead > 0)
    most = _most_goals(max(blue, orange) * left_s)
    blues, oranges = _poisson(blue * left_s, most), _poisson(orange * left_s, most)
    fewer = [0.0, *accumulate(oranges)]
    wins = sum(chance * fewer[min(most, max(0, goals + lead))] for goals, chance in enumerate(blues))
    level = sum(chance * oranges[goals + lead] for goals, chance in enumerate(blues) if 0 <= goals + lead < most)
    return wins + level * next_is_blue


def _most_goals(mean: float) -> int:
    """Returns a number of goals beyond which the rest of a Poisson distribution can be left out."""
    return int(mean + 8 * sqrt(mean)) + 8


def _poisson(mean: float, most: int) -> list[float]:
    """Returns the probabilities of 0, 1, ... goals, fewer than `most`."""
    return list(accumulate(range(1, most), lambda chance, goals: chance * mean / goals, initial=exp(-mean)))
