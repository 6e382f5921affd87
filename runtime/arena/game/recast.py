"""Where a match stands, for a game that goes on from there with other cars."""

from collections.abc import Mapping
from dataclasses import dataclass

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.accolade_tracker import Honours
from runtime.arena.game.car_input import CarInput
from runtime.arena.game.packets import PacketBuilder
from runtime.arena.game.rules import Rules
from runtime.arena.game.scoring import Scoring
from runtime.arena.game.shots import ShotWatch
from runtime.arena.physics.world import Hitbox, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stays of a match when some of its cars are exchanged: the rules with score and clock, the ball, and cars.

    The cars that stay go by their index among the new ones.
    """

    rules: Rules
    scoring: Scoring
    shots: ShotWatch
    honours: Honours
    """Scoring, shots and honours are copies that have the new cars."""
    ball: RocketSim.BallState | None
    """None while there is none."""
    gravity_z: float
    """As state setting left it, and so the game's speed."""
    game_speed: float
    cars: Mapping[int, RocketSim.CarState]
    """The cars that stay."""
    bodies: Mapping[int, Hitbox]
    """What they wear."""
    inputs: Mapping[int, CarInput]
    """What they are driven with."""
    wreck_frames: Mapping[int, int]
    """How long those that are demolished stay so."""
    touches: Mapping[int, flat.Touch | None]
    """Where they touched the ball last."""

    def set_up(self, world: World, packets: PacketBuilder) -> None:
        """Puts ball and cars of a new world where they were; new cars stand on kickoff spots, and all pads are full."""
        for index, car in self.cars.items():
            world.set_car(index, car)
        for index, frames in self.wreck_frames.items():
            world.wrecks[index] = world.frame + frames
        self._make_way(world)
        for index, touch in self.touches.items():
            packets.touches[index] = touch
        if self.ball is None:
            world.remove_ball()
        else:
            world.set_ball(self.ball)

    def _make_way(self, world: World) -> None:
        """Cars on drawn spots on which others stand go to free ones."""
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
