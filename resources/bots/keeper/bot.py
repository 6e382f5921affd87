"""Keeper: stays between the ball and its own goal, sees shots coming in the prediction, and clears them."""

from driving import Car, Vec, drive, reverse
from rlbot import flat
from rlbot.managers import Bot
from shooting import Intercept, Pitch, Shooter, find_intercept, goal_time

PLAY = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)
AREA = 0.625
"""The keeper clears a ball this near to our goal, as a share of the distance from goal to midfield."""
NEAR, FAR = 450.0, 1350.0
"""The keeper drives to and fro between these distances from the goal, because a rolling car starts faster."""


class Keeper(Bot):
    """Clears what comes near its goal, and otherwise guards the line from the ball to the goal."""

    def initialize(self) -> None:
        self.pitch = Pitch(self.field_info)
        self.shooter = Shooter(self.pitch)
        self.side = -1.0 if self.team == 0 else 1.0
        """Sign of y at our own goal."""
        self.our_goal = Vec(0.0, self.pitch.goal_y * self.side)
        self.area = AREA * self.pitch.goal_y
        self.walks_out = True

    def get_output(self, packet: flat.GamePacket) -> flat.ControllerState:
        car = Car(packet, self.index)
        now = packet.match_info.seconds_elapsed
        if not packet.balls or car.is_demolished or packet.match_info.match_phase not in PLAY:
            return self.shooter.rest(now)
        ball = Vec.of(packet.balls[0].physics.location)
        owed = self.shooter.continue_move(car, ball, now)
        if owed is not None:
            return owed
        danger = goal_time(self.ball_prediction, self.pitch, self.side)
        if danger is not None or ball.distance(self.our_goal) < self.area:
            meeting = find_intercept(car, self.ball_prediction, now)
            if meeting is not None and self.is_mine(car, meeting, danger):
                return self.clear(car, meeting, now)
        return self.guard(car, ball)

    def is_mine(self, car: Car, meeting: Intercept, danger: float | None) -> bool:
        """Returns whether to go for the ball: before it is in the goal, or in front of us and near the goal."""
        if danger is not None and meeting.time < danger:
            return True
        is_ahead = (car.location.y - meeting.location.y) * self.side > -50.0
        return is_ahead and meeting.location.distance(self.our_goal) < self.area

    def clear(self, car: Car, meeting: Intercept, now: float) -> flat.ControllerState:
        """Hits the ball away from our goal, between straight on and straight out."""
        ball = meeting.location
        away = (ball - car.location).flat().unit()
        outward = (ball - self.our_goal).flat().unit()
        return self.shooter.shoot(car, meeting, ball + (away + outward) * 1000.0, now)

    def guard(self, car: Car, ball: Vec) -> flat.ControllerState:
        """Drives to and fro on the line from goal to ball: forwards towards the ball, then back."""
        line = (ball - self.our_goal).flat().unit()
        near, far = self.our_goal + line * NEAR, self.our_goal + line * FAR
        out = (car.location - self.our_goal).dot(line)
        distance = car.location.flat_distance(near)
        if out > FAR - 150.0 or distance > 2000.0:
            self.walks_out = False
        elif out < NEAR + 150.0:
            self.walks_out = True
        if self.walks_out:
            return drive(car, far + line * 300.0, 1000.0, may_boost=False)
        if distance > 1500.0:
            return drive(car, near, may_boost=distance > 3000.0)
        is_behind = (near - car.location).dot(car.forward) < 0.0
        return (reverse if is_behind else drive)(car, near - line * 300.0, 1000.0)


if __name__ == "__main__":
    Keeper("kickabout/keeper").run()
