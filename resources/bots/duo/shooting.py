"""Finds the place where a car can meet the ball, and drives and jumps so that it hits the ball towards a target.

The same file lies in the folder of every example bot that needs it, so that each folder can be copied and changed
alone.
"""

from math import hypot, sqrt

from driving import THROTTLE_SPEED, TOP_SPEED, Car, Flip, Patience, Vec, clamp, drive, recover
from rlbot import flat

STANDARD_GOAL = flat.GoalInfo(0, flat.Vector3(0.0, -5120.0, 321.5), flat.Vector3(0.0, 1.0, 0.0), 1785.0, 643.0)
"""The goal that is used if the field has none."""
REACH = 150.0
"""Distance between the centres of car and ball when the car's nose touches the ball."""
SLICE_STEP = 8
"""Step between the slices of the prediction that are examined; 15 of the 120 slices per second are."""


class Pitch:
    """The goals of the field, and the area in which cars can drive."""

    __slots__ = ("goal_y", "has_rings", "max_x", "max_y", "reach", "rim_z")

    def __init__(self, field: flat.FieldInfo) -> None:
        goal = field.goals[0] if field.goals else STANDARD_GOAL
        pads_x = max((abs(pad.location.x) for pad in field.boost_pads), default=3584.0)
        self.goal_y = abs(goal.location.y)
        """Distance of the goals from the middle of the field."""
        self.reach = 0.5 * goal.width
        """Half the width of a goal, or the radius of a hoop."""
        self.has_rings = goal.direction.z > 0.5
        """True if the goals are hoops, into which the ball falls from above."""
        self.rim_z = goal.location.z
        self.max_x = pads_x + 400.0
        self.max_y = self.goal_y + (self.reach if self.has_rings else 0.0) - 130.0

    def clamp(self, point: Vec) -> Vec:
        """Returns the nearest point that a car can stand on, with a margin to walls and corners."""
        y = clamp(point.y, -self.max_y, self.max_y)
        side = min(self.max_x, 0.88 * (self.max_x + self.max_y) - abs(y))
        return Vec(clamp(point.x, -side, side), y, 0.0)

    def is_in(self, ball: Vec | flat.Vector3, side: float) -> bool:
        """Returns whether a ball is in the goal on that side."""
        if self.has_rings:
            is_within = hypot(ball.x, ball.y - side * self.goal_y) < self.reach
            return is_within and ball.z < self.rim_z
        return ball.y * side > self.goal_y + 70.0


class Intercept:
    """A place and a time at which a car can meet the ball."""

    __slots__ = ("location", "time")

    def __init__(self, location: Vec, time: float) -> None:
        self.location = location
        self.time = time
        """Match time in s, like `seconds_elapsed` of the packet."""


def travel_time(car: Car, point: Vec | flat.Vector3) -> float:
    """Estimates the seconds that a car needs to reach a point: it turns, then accelerates while it has boost."""
    distance = car.location.flat_distance(point) - REACH
    if distance <= 0.0:
        return 0.0
    turn = abs(car.angle_to(point))
    toward = max(0.0, car.speed * (1.0 - turn))
    top = min(TOP_SPEED, max(THROTTLE_SPEED, toward) + 30.0 * car.boost)
    gain = 1500.0 if car.boost > 10.0 else 900.0
    ramp = max(0.0, top - toward) / gain
    ramp_distance = 0.5 * (toward + top) * ramp
    if distance < ramp_distance:
        drive_s = (sqrt(toward * toward + 2.0 * gain * distance) - toward) / gain
    else:
        drive_s = ramp + (distance - ramp_distance) / top
    return drive_s + 0.35 * turn


def is_kickoff(ball: Vec) -> bool:
    """Returns whether the ball is still on the centre spot."""
    return abs(ball.x) < 1.0 and abs(ball.y) < 1.0 and ball.z < 120.0


def rise_time(height: float) -> float:
    """Returns the seconds that a held jump needs to lift a car by this height in uu; for heights within one jump."""
    if height < 74.0:
        return max(0.06, (sqrt(292.0 * 292.0 + 1616.0 * max(0.0, height)) - 292.0) / 808.0)
    return 0.2 + (454.0 - sqrt(max(0.0, 454.0 * 454.0 - 1300.0 * (height - 74.0)))) / 650.0


def find_intercept(
    car: Car, prediction: flat.BallPrediction, now: float, *, highest: float = 300.0
) -> Intercept | None:
    """Returns the earliest point of the prediction that the car can reach, no higher than `highest`."""
    slices = prediction.slices
    for position in range(SLICE_STEP - 1, len(slices), SLICE_STEP):
        ball = slices[position]
        place, left = ball.physics.location, ball.game_seconds - now
        if place.z > highest or car.location.flat_distance(place) > TOP_SPEED * left + REACH:
            continue
        if travel_time(car, place) <= left:
            return Intercept(Vec.of(place), ball.game_seconds)
    return None


def goal_time(prediction: flat.BallPrediction, pitch: Pitch, side: float) -> float | None:
    """Returns the match time at which an untouched ball will be in the goal on that side, or None."""
    slices = prediction.slices
    for position in range(SLICE_STEP - 1, len(slices), 2 * SLICE_STEP):
        if pitch.is_in(slices[position].physics.location, side):
            return slices[position].game_seconds
    return None


def good_target(car: Car, ball: Vec, pitch: Pitch, side: float) -> Vec:
    """Returns where to send the ball: into the opponents' goal, or just forwards if it is deep in our half.

    `side` is the sign of y at our own goal.
    """
    wide = 0.73 * pitch.reach
    goal = Vec(clamp(0.5 * ball.x, -wide, wide), -side * (pitch.goal_y + 150.0))
    if ball.y * side < 0.3 * pitch.goal_y:
        return goal
    away = (ball - car.location).flat().unit()
    return ball + ((goal - ball).flat().unit() + away * 0.8) * 1000.0


class Shooter:
    """Moves one car: finishes moves that take several packets, and shoots at an intercept."""

    def __init__(self, pitch: Pitch) -> None:
        self.pitch = pitch
        self.flip: Flip | None = None
        self._aim_at_ball = False
        self._patience = Patience()

    def rest(self, now: float) -> flat.ControllerState:
        """Cancels the current move and does nothing; for countdowns and demolitions."""
        self.flip = None
        self._patience.rest(now)
        return flat.ControllerState()

    def continue_move(self, car: Car, ball: Vec, now: float) -> flat.ControllerState | None:
        """Returns the controls of a move that is under way; None if the car is free to decide."""
        if self.flip is not None:
            if self._aim_at_ball and now < self.flip.dodge_at:
                self.flip.aim(car, ball)
            controls = self.flip.controls(car, now)
            if controls is not None:
                return controls
            self.flip = None
        if not car.has_wheels_down:
            return recover(car, car.velocity if car.velocity.flat().length() > 200.0 else car.forward)
        return self._patience.controls(car, now)

    def start_flip(self, now: float, *, at_ball: bool = False, rise_s: float = 0.1, boosts: bool = False) -> None:
        """Begins a dodge, forwards or at the ball."""
        self.flip = Flip(now, rise_s=rise_s, boosts=boosts)
        self._aim_at_ball = at_ball

    def kick_off(self, car: Car, ball: Vec, now: float) -> flat.ControllerState:
        """Boosts at the ball, front-flips for speed over a long distance, and dodges into the ball."""
        distance = car.location.flat_distance(ball)
        if distance < 520.0:
            self.start_flip(now, at_ball=True, rise_s=0.06)
        elif car.speed > 1150.0 and 2000.0 < distance < 3800.0 and abs(car.angle_to(ball)) < 0.1:
            self.start_flip(now, rise_s=0.05, boosts=True)
        own_side = 1.0 if car.location.y > 0.0 else -1.0
        controls = drive(car, Vec(ball.x, ball.y + own_side * 60.0))
        controls.boost = True
        return controls

    def shoot(self, car: Car, meeting: Intercept, target: Vec, now: float) -> flat.ControllerState:
        """Drives behind the ball, as seen from the target, and dodges into it."""
        ball = meeting.location
        aim = (target - ball).flat().unit()
        left = meeting.time - now
        to_ball = (ball - car.location).flat()
        distance = to_ball.length()
        straight = to_ball.unit().dot(aim)
        if self._is_in_reach(car, meeting, left, straight):
            self.start_flip(now, at_ball=True, rise_s=min(0.6, rise_time(ball.z - 130.0)))
        detour = clamp(1.0 - straight, 0.0, 1.0)
        run_up = clamp(0.55 * distance, 0.0, 1100.0) * min(1.0, 2.5 * detour)
        spot = (ball - aim * (0.6 * REACH + run_up)).flat()
        needed = max(0.0, car.location.flat_distance(ball) - REACH) / max(0.02, left)
        speed = clamp(needed * 1.05, 500.0, TOP_SPEED) if straight > 0.7 else TOP_SPEED
        return drive(car, self.pitch.clamp(spot), speed)

    @staticmethod
    def _is_in_reach(car: Car, meeting: Intercept, left: float, straight: float) -> bool:
        """Returns whether a jump that starts now brings the car to the ball at the right time."""
        rise = rise_time(meeting.location.z - 130.0)
        if left > rise + 0.12 or straight < 0.3 or not car.has_wheels_down or car.up.z < 0.8:
            return False
        there = car.location + car.velocity * left
        return there.flat_distance(meeting.location) < 220.0 and abs(car.angle_to(meeting.location)) < 0.9
