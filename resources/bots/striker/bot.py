"""Striker: reads the ball prediction, meets the ball as early as it can, and shoots it at the opponents' goal."""

from driving import Car, Pads, Vec, drive
from rlbot import flat
from rlbot.managers import Bot
from shooting import (
    Intercept,
    Pitch,
    Shooter,
    find_intercept,
    goal_time,
    good_target,
    is_kickoff,
    travel_time,
)

PLAY = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)


class Striker(Bot):
    """Every packet ends in one of five decisions: kickoff, save, shoot, support a team mate, or rotate back."""

    def initialize(self) -> None:
        self.pitch = Pitch(self.field_info)
        self.shooter = Shooter(self.pitch)
        self.side = -1.0 if self.team == 0 else 1.0
        """Sign of y at our own goal."""
        self.pads = Pads(self.field_info)

    def get_output(self, packet: flat.GamePacket) -> flat.ControllerState:
        car = Car(packet, self.index)
        now = packet.match_info.seconds_elapsed
        if not packet.balls or car.is_demolished or packet.match_info.match_phase not in PLAY:
            return self.shooter.rest(now)
        ball = Vec.of(packet.balls[0].physics.location)
        owed = self.shooter.continue_move(car, ball, now)
        if owed is not None:
            return owed
        mates = [
            Car(packet, index)
            for index, player in enumerate(packet.players)
            if player.team == self.team and index != self.index and player.demolished_timeout < 0.0
        ]
        if is_kickoff(ball) and self.is_first_to(ball, car, mates):
            return self.shooter.kick_off(car, ball, now)
        return self.play(packet, car, mates, now)

    def play(self, packet: flat.GamePacket, car: Car, mates: list[Car], now: float) -> flat.ControllerState:
        """Decides what to do in open play, if no move is under way."""
        meeting = find_intercept(car, self.ball_prediction, now)
        if meeting is None:
            ball = Vec.of(packet.balls[0].physics.location)
            meeting = Intercept(ball, now + travel_time(car, ball))
        danger = goal_time(self.ball_prediction, self.pitch, self.side)
        if danger is None and not self.is_first_to(meeting.location, car, mates):
            return self.support(packet, car, meeting.location)
        if self.is_goal_side(car, meeting.location):
            return self.attack(packet, car, meeting, now)
        if danger is not None and meeting.time < danger + 0.3:
            return self.shooter.shoot(car, meeting, self.way_out(car, meeting.location), now)
        return self.rotate_back(packet, car, meeting.location, now)

    def is_first_to(self, place: Vec, car: Car, mates: list[Car]) -> bool:
        """Returns whether no team mate can reach a place clearly earlier; in a draw, the lower index goes first."""
        own = travel_time(car, place)
        for mate in mates:
            other = travel_time(mate, place)
            faces_it = abs(mate.angle_to(place)) < 0.7 and self.is_goal_side(mate, place)
            if faces_it and (other < own - 0.2 or (other < own + 0.2 and mate.index < car.index)):
                return False
        return True

    def is_goal_side(self, car: Car, ball: Vec) -> bool:
        """Returns whether the car is between the ball and its own goal, so that a hit sends the ball away."""
        return (car.location.y - ball.y) * self.side > -100.0

    def attack(self, packet: flat.GamePacket, car: Car, meeting: Intercept, now: float) -> flat.ControllerState:
        """Shoots; if there is time, fetches boost on the way."""
        ball = meeting.location
        left = meeting.time - now
        if left > 1.6 and car.boost < 40.0:
            pad = self.pads.on_the_way(packet, car, ball, 250.0)
            if pad is not None:
                return drive(car, pad)
        return self.shooter.shoot(car, meeting, good_target(car, ball, self.pitch, self.side), now)

    def way_out(self, car: Car, ball: Vec) -> Vec:
        """Returns where a car on the wrong side of the ball sends one that is about to go in: to the side."""
        away = 1.0 if ball.x > car.location.x else -1.0
        return Vec(ball.x + away * 2000.0, ball.y - self.side * 300.0)

    def rotate_back(self, packet: flat.GamePacket, car: Car, ball: Vec, now: float) -> flat.ControllerState:
        """Drives back to its own goal, on the side of the field away from the ball."""
        away = -1.0 if ball.x > 0.0 else 1.0
        home = Vec(away * 700.0, self.side * (self.pitch.goal_y - 500.0))
        back = ball + (home - ball).flat().unit() * 1500.0
        if car.location.flat_distance(ball) < 900.0:
            back.x += 350.0 * (1.0 if car.location.x > ball.x else -1.0)
        pad = self.pads.on_the_way(packet, car, back, 300.0) if car.boost < 60.0 else None
        target = self.pitch.clamp(pad if pad is not None else back)
        distance = car.location.flat_distance(target)
        if car.boost < 5.0 and distance > 2000.0 and 900.0 < car.speed < 1700.0 and abs(car.angle_to(target)) < 0.15:
            self.shooter.start_flip(now)
        return drive(car, target)

    def support(self, packet: flat.GamePacket, car: Car, ball: Vec) -> flat.ControllerState:
        """Stays behind the team mate who has the ball, and fetches boost meanwhile."""
        spot = self.pitch.clamp(Vec(-0.3 * ball.x, ball.y + self.side * 1800.0))
        if car.boost < 70.0:
            pad = self.pads.on_the_way(packet, car, spot, 1200.0)
            if pad is not None:
                return drive(car, pad)
        if car.location.flat_distance(spot) < 600.0:
            return drive(car, ball, 700.0, may_boost=False)
        return drive(car, spot, may_boost=False)


if __name__ == "__main__":
    Striker("kickabout/striker").run()
