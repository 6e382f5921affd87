"""Two simple models: the chance that a touch becomes a goal, and that blue wins. See docs/telemetry.md."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import exp, hypot, inf, nan, sqrt
from typing import Final

from runtime.model.game_facts import BACK_Y, GOAL_HEIGHT, GOAL_WIDTH
from runtime.model.placements import Vector

FLIGHT_S: Final = 4.0
"""A ball that needs longer to reach the goal is not a shot."""
DECAY_S: Final = 1.5
MISS_UU: Final = 400.0
SAVE_SHARE: Final = 0.2
"""Each opponent between ball and goal reduces the chance by this fraction."""
PRIOR_GOALS: Final = 3.0
PRIOR_GOAL_S: Final = 100.0
"""Prior: each team scores once in this time; it has the weight of `PRIOR_GOALS` goals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalMouth:
    """A goal as clients see it, in uu."""

    y: float
    """Negative for blue's goal."""
    x: float = 0.0
    width: float = GOAL_WIDTH
    height: float = GOAL_HEIGHT
    floor_z: float = 0.0


SOCCAR_GOALS: Final = (GoalMouth(y=-BACK_Y), GoalMouth(y=BACK_Y))
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
    """Returns the chance, from 0 to 1, that a ball with this motion becomes a goal.

    The ball flies freely until it reaches the plane of the goal after `t` seconds, where it misses the mouth by `d` uu.
    The chance is `exp(-t / 1.5 s) * exp(-(d / 400 uu)^2) * 0.8^n` with `n` opponents between ball and goal line. It is
    0 if the ball does not fly towards the goal or needs more than 4 s.
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
    """Returns the probability, from 0 to 1, that blue wins; NaN for a match without a time limit (`left_s` infinite).

    Both teams score independently at a constant rate, `(3 + goals) / (300 s + time played)`, so the goals in the rest
    of the match are Poisson distributed. After a tie, the next goal decides.
    """
    if left_s == inf and not is_overtime:
        return nan
    blue, orange = ((PRIOR_GOALS + goals) / (PRIOR_GOALS * PRIOR_GOAL_S + played_s) for goals in score)
    next_is_blue = blue / (blue + orange)
    lead = score[0] - score[1]
    if is_overtime or left_s <= 0:
        return next_is_blue if lead == 0 else float(lead > 0)
    maximum = _max_goals(max(blue, orange) * left_s)
    blues, oranges = _poisson(blue * left_s, maximum), _poisson(orange * left_s, maximum)
    fewer = [0.0, *accumulate(oranges)]
    wins = sum(chance * fewer[min(maximum, max(0, goals + lead))] for goals, chance in enumerate(blues))
    level = sum(chance * oranges[goals + lead] for goals, chance in enumerate(blues) if 0 <= goals + lead < maximum)
    return wins + level * next_is_blue


def _max_goals(mean: float) -> int:
    """Returns a number of goals above which the rest of a Poisson distribution is negligible."""
    return int(mean + 8 * sqrt(mean)) + 8


def _poisson(mean: float, maximum: int) -> list[float]:
    """Returns the probabilities of 0, 1, ... `maximum` - 1 goals."""
    return list(accumulate(range(1, maximum), lambda chance, goals: chance * mean / goals, initial=exp(-mean)))
