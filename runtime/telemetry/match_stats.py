"""Statistics of a match beyond those of its cars, counted packet by packet."""

from collections import deque
from collections.abc import Sequence
from math import fsum, inf, nan
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.game_facts import TICKS_PER_S
from runtime.model.telemetry import Kind
from runtime.telemetry.car_stats import UU, UU_S, CarTally
from runtime.telemetry.measures import PERCENT, Measure, length, measure, percent
from runtime.telemetry.models import SOCCAR_GOALS, GoalMouth, blue_wins, goal_chance
from runtime.telemetry.snapshot import radius_uu, score_of, vector

POSSESSION_TICKS: Final = TICKS_PER_S
POSSESSION_SHARE: Final = 0.9
"""A team has the ball if its nearest car is closer than this fraction of the other team's distance."""
PRESSURE_TICKS: Final = 10 * TICKS_PER_S
REBOUND_S: Final = 1.0
"""Touches by one car within this time are one shot; only the best chance among them counts."""
SIDE: Final = (-1.0, 1.0)


class MatchTally:
    """Counts the events of a match; owned by the match's thread.

    A packet stands for the ticks since the previous packet. Time counts while the ball is in play (Kickoff and Active).
    Sides are 1 for orange's half, where blue attacks, and -1 for blue's.
    """

    def __init__(self) -> None:
        self.score = (0, 0)
        self.ball: flat.BallInfo | None = None
        self.info = flat.MatchInfo()
        self.play_ticks = 0
        self.half_ticks = [0, 0]
        """Ticks with the ball in blue's half and in orange's half."""
        self.owned_ticks = [0, 0]
        self.expected = [0.0, 0.0]
        """Expected goals of blue and orange."""
        self._half_uu = abs(SOCCAR_GOALS[0].y)
        self._goals: tuple[GoalMouth | None, GoalMouth | None] = SOCCAR_GOALS
        self._owners: deque[int] = deque(maxlen=POSSESSION_TICKS)
        self._sides: deque[float] = deque(maxlen=PRESSURE_TICKS)
        self._shots: dict[int, tuple[float, float]] = {}
        """Game time and chance of the newest shot of each car."""

    def field(self, goals: Sequence[flat.GoalInfo]) -> None:
        """Sets the goals of the field; ignores horizontal goals, as in hoops, because they have no mouth to aim at."""
        mouths = {goal.team_num: _mouth(goal) for goal in goals}
        if 0 in mouths and 1 in mouths:
            self._goals = mouths[0], mouths[1]
            self._half_uu = max(abs(goal.location.y) for goal in goals) or self._half_uu

    def take(self, packet: flat.GamePacket, played_ticks: int, cars: Sequence[CarTally]) -> None:
        """Counts a packet with `played_ticks` ticks of the ball in play, after the `cars` have counted it."""
        self.info, self.score = packet.match_info, score_of(packet)
        self.ball = packet.balls[0] if packet.balls else None
        self.play_ticks += played_ticks
        if not played_ticks or self.ball is None:
            return
        y = self.ball.physics.location.y
        if y:
            self.half_ticks[y > 0] += played_ticks
        self._sides.extend([self.side(y)] * min(played_ticks, PRESSURE_TICKS))
        owner = _owner(cars)
        self._owners.extend([owner] * min(played_ticks, POSSESSION_TICKS))
        if owner:
            self.owned_ticks[owner < 0] += played_ticks

    def touch(self, index: int, cars: Sequence[CarTally], game_s: float) -> None:
        """Rates the touch in the newest packet and adds it to the expected goals of the car and its team."""
        car = cars[index]
        team = car.player.team
        goal = self._goals[1 - team] if team in (0, 1) else None
        if goal is None or self.ball is None:
            return
        physics = self.ball.physics
        chance = goal_chance(
            vector(physics.location),
            vector(physics.velocity),
            goal,
            [vector(other.player.physics.location) for other in cars if other.is_opponent_of(team)],
            radius=radius_uu(self.ball.shape),
            gravity_z=self.info.world_gravity_z,
        )
        shot_s, counted = self._shots.get(index, (-inf, 0.0))
        if game_s - shot_s > REBOUND_S:
            counted = 0.0
        if chance > counted:
            car.expected_goals += chance - counted
            self.expected[team] += chance - counted
            self._shots[index] = game_s, chance

    def side(self, y: float) -> float:
        """Returns the position along the field, from blue's goal line (-1) to orange's (1)."""
        return max(-1.0, min(1.0, y / self._half_uu))

    @property
    def pressure(self) -> float:
        """Mean side of the ball in the last 10 s of play."""
        return fsum(self._sides) / len(self._sides) if self._sides else 0.0

    @property
    def possession(self) -> float:
        """Blue's ticks minus orange's as a fraction of the last 120 ticks of play."""
        return sum(self._owners) / len(self._owners) if self._owners else 0.0

    @property
    def clock_s(self) -> float:
        """Seconds on the scoreboard; some servers use negative numbers where it counts up."""
        return abs(self.info.game_time_remaining)

    @property
    def win_probability(self) -> float:
        """Blue's probability of winning in percent; NaN for a match without a time limit."""
        info = self.info
        if info.match_phase == flat.MatchPhase.Ended:
            blue, orange = self.score
            return 50.0 if blue == orange else 100.0 * (blue > orange)
        left_s = inf if info.is_unlimited_time else max(0.0, info.game_time_remaining)
        played_s = self.play_ticks / TICKS_PER_S
        return 100.0 * blue_wins(self.score, played_s=played_s, left_s=left_s, is_overtime=info.is_overtime)


def _mouth(goal: flat.GoalInfo) -> GoalMouth | None:
    if goal.direction.z or goal.width <= 0:
        return None
    return GoalMouth(
        y=goal.location.y,
        x=goal.location.x,
        width=goal.width,
        height=goal.height,
        floor_z=goal.location.z - goal.height / 2,
    )


def _owner(cars: Sequence[CarTally]) -> int:
    """Returns 1 if blue has the ball, -1 if orange has it, 0 if neither team's nearest car is clearly closer."""
    nearest = [inf, inf]
    for car in cars:
        team = car.player.team
        if team < len(nearest) and not car.is_demolished and car.ball_uu < nearest[team]:
            nearest[team] = car.ball_uu
    blue, orange = nearest
    return (blue < POSSESSION_SHARE * orange) - (orange < POSSESSION_SHARE * blue)


MATCH_MEASURES: Final[tuple[Measure[MatchTally], ...]] = (
    measure(
        "match.score_blue",
        "Score of blue",
        "Goals of blue in this game.",
        lambda match: float(match.score[0]),
        kind=Kind.COUNTER,
    ),
    measure(
        "match.score_orange",
        "Score of orange",
        "Goals of orange in this game.",
        lambda match: float(match.score[1]),
        kind=Kind.COUNTER,
    ),
    measure(
        "match.ball_speed",
        "Ball speed",
        "Length of the first ball's velocity.",
        lambda match: length(match.ball.physics.velocity) if match.ball is not None else nan,
        unit=UU_S,
    ),
    measure(
        "match.ball_height",
        "Ball height",
        "Height of the first ball's centre above the floor.",
        lambda match: match.ball.physics.location.z if match.ball is not None else nan,
        unit=UU,
    ),
    measure(
        "match.ball_side",
        "Ball side",
        "Place of the ball between the goal lines: -1 at blue's goal, 1 at orange's.",
        lambda match: match.side(match.ball.physics.location.y) if match.ball is not None else nan,
        bounds=SIDE,
    ),
    measure(
        "match.pressure",
        "Pressure",
        "Mean side of the ball in the last 10 s of play: positive while blue presses, negative while orange does.",
        lambda match: match.pressure,
        bounds=SIDE,
    ),
    measure(
        "match.possession",
        "Possession",
        "Ticks of blue less ticks of orange, divided by all, in the last 120 ticks of play. "
        "A tick is a team's if its nearest car is more than 10 % nearer to the ball than the other's.",
        lambda match: match.possession,
        bounds=SIDE,
    ),
    measure(
        "match.possession_blue",
        "Possession of blue",
        "Share of the play time in which blue had the ball, its nearest car more than 10 % nearer than orange's.",
        lambda match: percent(match.owned_ticks[0], match.play_ticks),
        unit="%",
        kind=Kind.SHARE,
        bounds=PERCENT,
    ),
    measure(
        "match.possession_orange",
        "Possession of orange",
        "Share of the play time in which orange had the ball, its nearest car more than 10 % nearer than blue's.",
        lambda match: percent(match.owned_ticks[1], match.play_ticks),
        unit="%",
        kind=Kind.SHARE,
        bounds=PERCENT,
    ),
    measure(
        "match.ball_in_blue_half",
        "Ball in blue's half",
        "Share of the play time with the ball in blue's half; the halfway line belongs to neither.",
        lambda match: percent(match.half_ticks[0], match.play_ticks),
        unit="%",
        kind=Kind.SHARE,
        bounds=PERCENT,
    ),
    measure(
        "match.ball_in_orange_half",
        "Ball in orange's half",
        "Share of the play time with the ball in orange's half; the halfway line belongs to neither.",
        lambda match: percent(match.half_ticks[1], match.play_ticks),
        unit="%",
        kind=Kind.SHARE,
        bounds=PERCENT,
    ),
    measure(
        "match.expected_goals_blue",
        "Expected goals of blue",
        "Sum of the chances of blue's touches to become goals; the model is described in docs/telemetry.md.",
        lambda match: match.expected[0],
        kind=Kind.COUNTER,
    ),
    measure(
        "match.expected_goals_orange",
        "Expected goals of orange",
        "Sum of the chances of orange's touches to become goals; the model is described in docs/telemetry.md.",
        lambda match: match.expected[1],
        kind=Kind.COUNTER,
    ),
    measure(
        "match.win_probability",
        "Win probability of blue",
        "Probability that blue wins, by score, scoring rates and time left. No value in a match without end. "
        "The model is described in docs/telemetry.md.",
        lambda match: match.win_probability,
        unit="%",
        bounds=PERCENT,
    ),
    measure(
        "match.play_time",
        "Play time",
        "Time with the ball in play: from kickoff to goal.",
        lambda match: match.play_ticks / TICKS_PER_S,
        unit="s",
        kind=Kind.COUNTER,
    ),
    measure(
        "match.clock",
        "Clock",
        "Time on the scoreboard: the time left, or the time played in a match without end. "
        "Negative in overtime: the time since it began.",
        lambda match: -match.clock_s if match.info.is_overtime else match.clock_s,
        unit="s",
    ),
)
