"""The state of a match that a game with other cars continues."""

from collections.abc import Mapping
from dataclasses import dataclass

import RocketSim

from runtime.arena.game.accolade_tracker import AccoladeTracker
from runtime.arena.game.car_input import CarInput
from runtime.arena.game.rules import Rules
from runtime.arena.physics.world import Hitbox, World


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedState:
    """The part of a match that stays when cars are exchanged: rules with score and clock, ball, and remaining cars.

    Cars that stay have their new indices.
    """

    rules: Rules
    accolades: AccoladeTracker
    """A copy for the new cars, with scoreboard and touches."""
    ball: RocketSim.BallState | None
    """None while it is absent."""
    gravity_z: float
    """Gravity and game speed as state setting left them."""
    game_speed: float
    cars: Mapping[int, RocketSim.CarState]
    """The cars that stay."""
    bodies: Mapping[int, Hitbox]
    """Their hitboxes."""
    inputs: Mapping[int, CarInput]
    """Their last inputs."""
    wreck_frames: Mapping[int, int]
    """Frames until the demolished ones respawn."""

    def set_up(self, world: World) -> None:
        """Sets ball and cars of a new world; new cars stand on kickoff spots, and all pads are full."""
        for index, car in self.cars.items():
            world.set_car(index, car)
        for index, frames in self.wreck_frames.items():
            world.wrecks[index] = world.frame + frames
        self._make_way(world)
        if self.ball is None:
            world.remove_ball()
        else:
            world.set_ball(self.ball)

    def _make_way(self, world: World) -> None:
        """Moves new cars from occupied spots to free ones."""
        field = world.mode.field
        for index in sorted(set(range(len(world.cars))) - self.cars.keys()):
            x, y, z = world.cars[index].pos.as_tuple()
            others = [
                car.pos.as_tuple()[:2] for i, car in enumerate(world.cars) if i != index and i not in world.wrecks
            ]
            spot = field.free_kickoff(world.builds[index].team, (x, y), others)
            if spot is not None:
                car = world.cars[index]
                car.pos = RocketSim.Vec(spot.x, spot.y, z)
                car.rot_mat = RocketSim.Angle(spot.yaw, 0.0, 0.0).as_rot_mat()
                world.set_car(index, car)
