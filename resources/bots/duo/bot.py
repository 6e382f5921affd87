"""Duo: one program that drives two cars. The one that can be at the ball first attacks, the other covers."""

from driving import Car, Vec, clamp, drive
from rlbot import flat
from rlbot.managers import Hivemind
from shooting import Intercept, Shooter, clamp_to_field, find_intercept, travel_time

GOAL_Y = 5120.0
PLAY = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)
SWAP_S = 0.25
"""The attacker keeps its role until another car would be this much earlier: no dithering."""


class Duo(Hivemind):
    """Works for any number of cars: the first one attacks, the rest cover at growing distance."""

    def initialize(self) -> None:
        """Called once; `self.indices` are our cars."""
        self.shooters = {index: Shooter() for index in self.indices}
        self.attacker = self.indices[0]
        self.side = -1.0 if self.team == 0 else 1.0
        """Sign of y at our own goal."""
        self.our_goal = Vec(0.0, GOAL_Y * self.side)

    def get_outputs(self, packet: flat.GamePacket) -> dict[int, flat.ControllerState]:
        """Called for every packet; returns the controls of every car, by its index."""
        now = packet.match_info.seconds_elapsed
        cars = [Car(packet, index) for index in self.indices]
        if not packet.balls or packet.match_info.match_phase not in PLAY:
            return {car.index: self.shooters[car.index].rest(now) for car in cars}
        ball = Vec.of(packet.balls[0].physics.location)
        self.choose_attacker(cars, ball)
        outputs, rank = {}, 0
        for car in cars:
            if car.index != self.attacker:
                rank += 1
            outputs[car.index] = self.drive_one(packet, car, ball, rank, now)
        return outputs

    def choose_attacker(self, cars: list[Car], ball: Vec) -> None:
        """Gives the role to the car that can be at the ball first, counting the way round it."""
        times = {car.index: self.time_to_attack(car, ball) for car in cars}
        best = min(self.indices, key=lambda index: (times[index], index))
        if times[best] < times[self.attacker] - SWAP_S:
            self.attacker = best

    def time_to_attack(self, car: Car, ball: Vec) -> float:
        """Seconds until a car can hit the ball forwards; a car ahead of the ball must come back first."""
        if car.is_demolished:
            return 60.0
        beyond = max(0.0, (ball.y - car.location.y) * self.side)
        return travel_time(car, ball) + beyond / 1000.0

    def drive_one(
        self, packet: flat.GamePacket, car: Car, ball: Vec, rank: int, now: float
    ) -> flat.ControllerState:
        """The controls of one car: rank 0 attacks, the others cover."""
        shooter = self.shooters[car.index]
        if car.is_demolished:
            return shooter.rest(now)
        owed = shooter.continue_move(car, ball, now)
        if owed is not None:
            return owed
        if rank > 0:
            return self.cover(car, ball, rank)
        if packet.match_info.match_phase == flat.MatchPhase.Kickoff:
            return self.kick_off(car, shooter, ball, now)
        return self.attack(car, shooter, ball, now)

    def kick_off(self, car: Car, shooter: Shooter, ball: Vec, now: float) -> flat.ControllerState:
        """Full boost at the ball, and a dodge into it at the end."""
        if car.location.flat_distance(ball) < 520.0:
            shooter.start_flip(now, at_ball=True, rise_s=0.06)
        controls = drive(car, ball)
        controls.boost = True
        return controls

    def attack(self, car: Car, shooter: Shooter, ball: Vec, now: float) -> flat.ControllerState:
        """Shoots from behind the ball; a car on the wrong side of it drives home first."""
        meeting = find_intercept(car, self.ball_prediction, now)
        if meeting is None:
            meeting = Intercept(ball, Vec(0.0, 0.0), now + travel_time(car, ball))
        place = meeting.location
        if (place.y - car.location.y) * self.side > 100.0:
            past = 350.0 if car.location.x > place.x else -350.0
            return drive(car, clamp_to_field(Vec(place.x + past, place.y + self.side * 1400.0)))
        goal = Vec(clamp(0.5 * place.x, -650.0, 650.0), -self.side * (GOAL_Y + 150.0))
        return shooter.shoot(car, meeting, goal, now)

    def cover(self, car: Car, ball: Vec, rank: int) -> flat.ControllerState:
        """Waits on the line from the ball to our goal, and keeps rolling."""
        share = 0.5 if rank == 1 else 0.8
        spot = clamp_to_field(ball + (self.our_goal - ball) * share)
        if car.location.flat_distance(spot) < 500.0:
            return drive(car, ball, 600.0, may_boost=False)
        return drive(car, spot, may_boost=False)


if __name__ == "__main__":
    Duo("kickabout/duo").run()
