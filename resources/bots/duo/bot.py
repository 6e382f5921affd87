"""Duo: one program that drives two cars. The car that can reach the ball first attacks, the other covers."""

from driving import Car, Pads, Vec, drive
from rlbot import flat
from rlbot.managers import Hivemind
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
SWAP_S = 0.25
"""Another car takes over the attack only if it is this much earlier, so that the roles do not flicker."""


class Duo(Hivemind):
    """Works for any number of cars: one attacks, the rest cover at growing distance."""

    def initialize(self) -> None:
        """Called once; `self.indices` are our cars."""
        self.pitch = Pitch(self.field_info)
        self.shooters = {index: Shooter(self.pitch) for index in self.indices}
        self.attacker = self.indices[0]
        self.pads = Pads(self.field_info)
        self.side = -1.0 if self.team == 0 else 1.0
        """Sign of y at our own goal."""
        self.our_goal = Vec(0.0, self.pitch.goal_y * self.side)

    def get_outputs(self, packet: flat.GamePacket) -> dict[int, flat.ControllerState]:
        """Called for every packet; returns the controls of every car, by its index."""
        now = packet.match_info.seconds_elapsed
        cars = [Car(packet, index) for index in self.indices]
        if not packet.balls or packet.match_info.match_phase not in PLAY:
            return {car.index: self.shooters[car.index].rest(now) for car in cars}
        ball = Vec.of(packet.balls[0].physics.location)
        self.choose_attacker(cars, ball)
        danger = goal_time(self.ball_prediction, self.pitch, self.side)
        outputs, covers = {}, 0
        for car in cars:
            shooter = self.shooters[car.index]
            controls = shooter.rest(now) if car.is_demolished else shooter.continue_move(car, ball, now)
            if car.index != self.attacker:
                covers += 1
                controls = controls or self.save(car, danger, now) or self.cover(packet, car, ball, covers)
            elif is_kickoff(ball):
                controls = controls or shooter.kick_off(car, ball, now)
            else:
                controls = controls or self.attack(packet, car, ball, now)
            outputs[car.index] = controls
        return outputs

    def choose_attacker(self, cars: list[Car], ball: Vec) -> None:
        """Makes the car the attacker that can hit the ball first."""
        times = {car.index: self.time_to_attack(car, ball) for car in cars}
        best = min(self.indices, key=lambda index: (times[index], index))
        if times[best] < times[self.attacker] - SWAP_S:
            self.attacker = best

    def time_to_attack(self, car: Car, ball: Vec) -> float:
        """Returns the seconds until a car can hit the ball forwards; a car ahead of it must come back first."""
        if car.is_demolished:
            return 60.0
        beyond = max(0.0, (ball.y - car.location.y) * self.side)
        return travel_time(car, ball) + beyond / 1000.0

    def attack(self, packet: flat.GamePacket, car: Car, ball: Vec, now: float) -> flat.ControllerState:
        """Shoots from behind the ball; a car on the wrong side of it drives home first."""
        meeting = find_intercept(car, self.ball_prediction, now)
        if meeting is None:
            meeting = Intercept(ball, now + travel_time(car, ball))
        place = meeting.location
        if (place.y - car.location.y) * self.side > 100.0:
            past = 350.0 if car.location.x > place.x else -350.0
            return drive(car, self.pitch.clamp(Vec(place.x + past, place.y + self.side * 1400.0)))
        if car.boost < 40.0 and meeting.time - now > 1.6:
            pad = self.pads.on_the_way(packet, car, place, 250.0)
            if pad is not None:
                return drive(car, pad)
        return self.shooters[car.index].shoot(car, meeting, good_target(car, place, self.pitch, self.side), now)

    def save(self, car: Car, danger: float | None, now: float) -> flat.ControllerState | None:
        """Clears a ball on its way into our goal if this car can reach it in time, else returns None."""
        if danger is None:
            return None
        meeting = find_intercept(car, self.ball_prediction, now)
        if meeting is None or meeting.time > danger:
            return None
        target = good_target(car, meeting.location, self.pitch, self.side)
        return self.shooters[car.index].shoot(car, meeting, target, now)

    def cover(self, packet: flat.GamePacket, car: Car, ball: Vec, rank: int) -> flat.ControllerState:
        """Covers the line from the ball to our goal, fetches boost on the way, and keeps rolling."""
        share = 0.5 if rank == 1 else 0.8
        spot = self.pitch.clamp(ball + (self.our_goal - ball) * share)
        if car.boost < 80.0:
            pad = self.pads.on_the_way(packet, car, spot, 900.0)
            if pad is not None:
                return drive(car, pad, may_boost=False)
        if car.location.flat_distance(spot) < 500.0:
            return drive(car, ball, 600.0, may_boost=False)
        return drive(car, spot, may_boost=False)


if __name__ == "__main__":
    Duo("kickabout/duo").run()
