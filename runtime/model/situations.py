"""Situations: the state of ball and cars at one moment, which can be loaded into any match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.model.placements import Body, Placement, StateChange, Vector

if TYPE_CHECKING:
    from runtime.model.values import ArenaView, BallView, CarView


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationCar:
    """One car of a situation: uu, uu/s, rad, rad/s; None keeps the value of the match's car."""

    team: int
    location: Vector | None = None
    rotation: Vector | None = None
    velocity: Vector | None = None
    angular_velocity: Vector | None = None
    boost: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A moment that can be loaded into any match with state setting."""

    name: str
    about: str = ""
    ball: Placement | None = None
    """Ball 0; None leaves the ball unchanged."""
    cars: tuple[SituationCar, ...] = ()
    gravity_z: float | None = None
    game_speed: float | None = None

    def change_in(self, view: "ArenaView") -> StateChange:
        """Returns the change that sets the situation in a match.

        The first car of a team in the situation becomes the first car of that team in the match, and so on. Surplus
        cars of the situation are ignored; surplus cars of the match stay unchanged.
        """
        return self.change_for([car.team for car in view.cars], has_ball=bool(view.balls))

    def change_for(self, teams: Sequence[int], *, has_ball: bool = True) -> StateChange:
        """Returns the change for a match; `teams` are the teams of its cars by packet index."""
        places = {team: [index for index, other in enumerate(teams) if other == team] for team in (0, 1)}
        placements = [self.ball] if self.ball is not None and has_ball else []
        for car in self.cars:
            if places[car.team]:
                placements.append(_placed(car, places[car.team].pop(0)))
        return StateChange(placements=tuple(placements), gravity_z=self.gravity_z, game_speed=self.game_speed)

    def missing_in(self, view: "ArenaView") -> int:
        """Returns the number of cars in the situation without a counterpart in a match."""
        teams = [car.team for car in view.cars]
        return sum(max(0, [car.team for car in self.cars].count(team) - teams.count(team)) for team in (0, 1))


def situation_of(view: "ArenaView", name: str) -> Situation:
    """Returns the situation of a frame; gravity and game speed are those of the frame."""
    return Situation(
        name=name,
        ball=placement_of_ball(view.balls[0]) if view.balls else None,
        cars=tuple(
            SituationCar(
                team=car.team,
                location=(car.x, car.y, car.z),
                rotation=(car.pitch, car.yaw, car.roll),
                velocity=car.velocity,
                angular_velocity=car.angular_velocity,
                boost=car.boost,
            )
            for car in view.cars
        ),
        gravity_z=view.gravity_z,
        game_speed=view.game_speed,
    )


def placement_of_ball(ball: "BallView", index: int = 0) -> Placement:
    """Returns the placement that leaves a ball as it is."""
    return Placement(
        body=Body.BALL,
        index=index,
        location=(ball.x, ball.y, ball.z),
        velocity=ball.velocity,
        spin=ball.angular_velocity,
    )


def placement_of_car(car: "CarView") -> Placement:
    """Returns the placement that leaves a car as it is."""
    return Placement(
        body=Body.CAR,
        index=car.index,
        location=(car.x, car.y, car.z),
        rotation=(car.pitch, car.yaw, car.roll),
        velocity=car.velocity,
        spin=car.angular_velocity,
        boost=car.boost,
    )


def _placed(car: SituationCar, index: int) -> Placement:
    return Placement(
        body=Body.CAR,
        index=index,
        location=car.location,
        rotation=car.rotation,
        velocity=car.velocity,
        spin=car.angular_velocity,
        boost=car.boost,
    )
