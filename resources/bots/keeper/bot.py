"""Keeper: stays between the ball and its own goal, sees shots coming in the prediction, and clears them."""

from math import pi, sin

from driving import TOP_SPEED, Car, Vec, clamp, drive, reverse
from rlbot import flat
from rlbot.managers import Bot
from shooting import Intercept, Shooter, find_intercept, goal_time

GOAL_Y = 5120.0
PLAY = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)
AREA = 3200.0
"""A ball this near to the middle of our goal is the keeper's."""
SWAY_S = 2.4
"""Seconds of one sway to and fro on the line: a rolling car starts faster than a standing one."""


class Keeper(Bot):
    """Clears what comes near its goal, and otherwise guards the line from the ball to the goal."""

    def initialize(self) -> None:
        self.shooter = Shooter()
        self.side = -1.0 if self.team == 0 else 1.0
        """Sign of y at our own goal."""
        self.our_goal = Vec(0.0, GOAL_Y * self.side)

    def get_output(self, packet: flat.GamePacket) -> flat.ControllerState:
        car = Car(packet, self.index)
        now = packet.match_info.seconds_elapsed
        if not packet.balls or car.is_demolished or packet.match_info.match_phase not in PLAY:
            return self.shooter.rest(now)
        ball = Vec.of(packet.balls[0].physics.location)
        owed = self.shooter.continue_move(car, ball, now)
        if owed is not None:
            return owed
        danger = goal_time(self.ball_prediction, self.team)
        if danger is not None or ball.distance(self.our_goal) < AREA:
            meeting = find_intercept(car, self.ball_prediction, now)
            if meeting is not None and self.is_mine(car, meeting, danger):
                return self.clear(car, meeting, now)
        return self.guard(car, ball, now)

    def is_mine(self, car: Car, meeting: Intercept, danger: float | None) -> bool:
        """Whether to go out: the ball can be met in front of us, and before it is in."""
        if danger is not None and meeting.time < danger:
            return True
        is_ahead = (car.location.y - meeting.location.y) * self.side > -50.0
        return is_ahead and meeting.location.distance(self.our_goal) < AREA

    def clear(self, car: Car, meeting: Intercept, now: float) -> flat.ControllerState:
        """Hits the ball away from the goal: straight on where that is outwards, else towards the nearer corner."""
        ball = meeting.location
        away = (ball - car.location).flat().unit()
        outward = (ball - self.our_goal).flat().unit()
        return self.shooter.shoot(car, meeting, ball + (away + outward) * 1000.0, now)

    def guard(self, car: Car, ball: Vec, now: float) -> flat.ControllerState:
        """Sways to and fro on the line from the goal to the ball, nose to the ball."""
        to_ball = (ball - self.our_goal).flat()
        out = clamp(0.25 * to_ball.length(), 500.0, 1500.0) + 320.0 * sin(2.0 * pi * now / SWAY_S)
        post = self.our_goal + to_ball.unit() * out
        post.x = clamp(post.x, -1100.0, 1100.0)
        distance = car.location.flat_distance(post)
        local = car.local(post - car.location)
        if distance > 900.0:
            return drive(car, post, TOP_SPEED, may_boost=distance > 2500.0)
        speed = clamp(2.5 * distance, 250.0, 1200.0)
        faces_ball = abs(car.angle_to(ball)) < 0.6
        if local.x < 0.0 and faces_ball:
            return reverse(car, post, speed)
        if local.x > 0.0 and abs(local.y) < local.x + 100.0:
            return drive(car, post, speed, may_boost=False)
        return drive(car, ball, 700.0, may_boost=False)


if __name__ == "__main__":
    Keeper("kickabout/keeper").run()
