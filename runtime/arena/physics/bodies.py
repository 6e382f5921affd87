"""Cars, ball and pads in one RocketSim arena: the part that matches (`World`) and environments (`Simulation`) share."""

import math
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeVar

import RocketSim

from runtime.arena.modes.mode import Mode
from runtime.arena.physics.contacts import Contacts
from runtime.arena.physics.engine import NEVER_S, Physics, in_order, in_rlbot_order, switch_off
from runtime.arena.physics.hitboxes import CarBuild
from runtime.arena.stadium.containment import Fence, Point, Walls
from runtime.arena.stadium.field import Spot

RESPAWN_Z: Final = 36.0
LIFT_Z: Final = 1000.0
"""Out of reach of floor, ceiling, pads, and a ball at rest."""
BALL: Final = -1
"""Number of the ball in the fence; cars have their indices."""
NUDGE_UU_S: Final = -0.01
"""Vertical speed given to a ball placed in the air at rest; RocketSim would let it hover otherwise."""
_BOUNCE_BACK: Final = -0.6
"""An object that is put back has its speed multiplied by this."""

State = TypeVar("State", RocketSim.BallState, RocketSim.CarState)


class Bodies:
    """Cars, ball and pads; for one thread. Pads are in RLBot order."""

    def __init__(self, builds: Sequence[CarBuild], mode: Mode, physics: Physics, walls: Walls) -> None:
        self.builds = tuple(builds)
        self.mode = mode
        self.physics = physics
        self.contacts = Contacts()
        self.cars: list[RocketSim.CarState] = []
        self.frame = 0
        self.wrecks: dict[int, int] = {}
        """Frame of the respawn of each demolished car."""
        self.escapes = 0
        """Number of times that something left the arena and was put back."""
        self._fence = Fence(walls)

    def demolish(self, index: int) -> None:
        """Demolishes a car without an attacker; a demolished car stays demolished."""
        if index not in self.wrecks:
            self._cars[index].demolish()
            self._wreck(index)
            self.cars[index] = self._cars[index].get_state()

    def set_car(self, index: int, state: RocketSim.CarState) -> None:
        """Sets the state of a car."""
        self._cars[index].set_state(state)

    def _build(self, new_arena: Callable[[], RocketSim.Arena]) -> None:
        """Makes a RocketSim arena, whose contents have to be set."""
        self._arena, self._cars = in_order(new_arena, [(build.team, int(build.hitbox)) for build in self.builds])
        pads = self._arena.get_boost_pads()
        if not self.physics.has_pads:
            switch_off(pads)
        self._pads = in_rlbot_order(pads, self.mode.field.pads) if self.physics.has_pads else []
        self.contacts.listen(self._arena, self._cars, self._pads)

    def _fill_pads(self) -> None:
        full = RocketSim.BoostPadState()
        full.is_active, full.cooldown, full.prev_locked_car_id = True, 0.0, 0
        for pad in self._pads:
            pad.set_state(full)

    def _place_ball(self, state: RocketSim.BallState) -> None:
        self._arena.ball.set_state(state)

    def _would_hover(self, z: float, speeds: Iterable[float]) -> bool:
        return z > self.physics.ball_rest_z and not any(speeds)

    def _put_car(self, index: int, spot: Spot, z: float) -> RocketSim.CarState:
        """Puts a car on a spot or above it, and returns its state; below `RESPAWN_Z` it stands on its wheels."""
        state = RocketSim.CarState()
        state.pos = RocketSim.Vec(spot.x, spot.y, z)
        state.rot_mat = RocketSim.Angle(spot.yaw, 0.0, 0.0).as_rot_mat()
        state.boost = self.physics.kickoff_boost
        state.is_on_ground = z < RESPAWN_Z
        state.wheels_with_contact = (state.is_on_ground,) * 4
        self._cars[index].set_state(state)
        self.wrecks.pop(index, None)
        self._fence.put(index, (spot.x, spot.y, z))
        return state

    def _wreck(self, index: int) -> None:
        """Notes that a car is demolished, and clears its speed and jump, which RocketSim keeps."""
        self.wrecks[index] = self.frame + self.physics.respawn_frames
        wreck = self._cars[index]
        before, state = wreck.get_state(), RocketSim.CarState()
        state.pos, state.rot_mat, state.boost = before.pos, before.rot_mat, before.boost
        state.is_demoed, state.demo_respawn_timer = True, NEVER_S
        state.is_on_ground = False
        wreck.set_state(state)

    def _respawn_due(self, cars: list[RocketSim.CarState], random: Random) -> None:
        """Lets the cars come back that are due; `cars` are the states of all cars, and are updated."""
        for index in sorted(index for index, due in self.wrecks.items() if due <= self.frame):
            occupied = [car.pos.as_tuple()[:2] for i, car in enumerate(cars) if i not in self.wrecks]
            spot = self.mode.field.respawn(self.builds[index].team, occupied, random)
            self._put_car(index, spot, RESPAWN_Z)
            cars[index] = self._cars[index].get_state()

    def _watch(self, look: int, ball: RocketSim.BallState, cars: Sequence[RocketSim.CarState]) -> None:
        """Puts back what has left the arena; `look` is the number of the look."""
        place = self._fence.way_back(BALL, ball.pos.as_tuple(), look)
        if place is not None:
            self._place_ball(self._put_back(ball, place))
        for index, car in enumerate(cars):
            place = self._fence.way_back(index, car.pos.as_tuple(), look)
            if place is not None:
                self.set_car(index, self._put_back(car, place))

    def _put_back(self, state: State, place: Point) -> State:
        self.escapes += 1
        if not _is_finite(state):
            state = type(state)()
        state.pos = RocketSim.Vec(*place)
        x, y, z = state.vel.as_tuple()
        state.vel = RocketSim.Vec(x * _BOUNCE_BACK, y * _BOUNCE_BACK, z * _BOUNCE_BACK)
        return state


def _is_finite(state: RocketSim.BallState | RocketSim.CarState) -> bool:
    vectors = (state.pos, state.vel, state.ang_vel, state.rot_mat.forward, state.rot_mat.up)
    return all(math.isfinite(number) for vector in vectors for number in vector.as_tuple())
