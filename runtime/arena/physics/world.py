"""The physics of a match: cars, ball and pads in one RocketSim arena, one frame at a time.

Everything that RocketSim would draw without a seed (kickoff spots, respawn spots) is drawn here, and the cars have a
fixed order. Therefore the same seed and the same controls give the same states bit for bit, in any process, with up to
eight cars (see `engine`).
"""

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any, Final

import RocketSim

from runtime.arena.modes.mode import Mode
from runtime.arena.modes.soccar import SOCCAR
from runtime.arena.physics.engine import (
    NEVER_S,
    Physics,
    in_order,
    in_rlbot_order,
    is_awaiting_launch,
    settler,
    steady,
    switch_off,
)
from runtime.arena.physics.prediction import BallFlight
from runtime.arena.stadium.containment import Fence, Point, Walls
from runtime.arena.stadium.field import Spot
from runtime.arena.stadium.mesh_format import validate_folder
from runtime.documents.model import Mutators
from runtime.model.game_facts import CAR_REST_Z, TICKS_PER_S


class Hitbox(IntEnum):
    """The families of car bodies with the same hitbox, numbered like RocketSim's presets."""

    OCTANE = 0
    DOMINUS = 1
    PLANK = 2
    BREAKOUT = 3
    HYBRID = 4
    MERC = 5


_FAMILIES: Final = {
    Hitbox.DOMINUS: (
        *(29, 403, 597, 600, 1018, 1171, 1286, 1675, 1689, 1883, 2070, 2268, 2666),
        *(3155, 3156, 3157, 3265, 3426, 3875, 3879, 3880, 4014, 4155, 4472, 4473, 4770),
    ),
    Hitbox.PLANK: (24, 803, 1603, 1691, 1919, 3594, 3614, 3622),
    Hitbox.BREAKOUT: (22, 1416, 1894, 1932, 3031),
    Hitbox.HYBRID: (28, 31, 1159, 1317, 1624, 1856, 2269, 3451),
    Hitbox.MERC: (30,),
}
"""The families that Psyonix publishes; any other body has the Octane's hitbox."""
_BODIES: Final = {body: hitbox for hitbox, bodies in _FAMILIES.items() for body in bodies}
REST_Z: Final = {
    Hitbox.OCTANE: CAR_REST_Z,
    Hitbox.DOMINUS: 17.07,
    Hitbox.PLANK: 18.67,
    Hitbox.BREAKOUT: 18.36,
    Hitbox.HYBRID: 17.03,
    Hitbox.MERC: 18.81,
}
"""Height of a standing car of each family."""
RESPAWN_Z: Final = 36.0
_LIFT_Z: Final = 1000.0
"""Out of reach of floor, ceiling, pads, and a ball at rest."""
_BALL: Final = -1
"""Number of the ball in the fence; cars have their indices."""
_LAUNCH_UU: Final = 0.01
"""A ball that was moved farther than this during the countdown is not launched."""
_NUDGE_UU_S: Final = -0.01
DOWN_UU: Final = 2.5
"""A ball nearer to the floor than this touches it; a ball at rest hovers 1.9 uu above it."""
LOOK_FRAMES: Final = 8
"""Number of frames between two checks whether everything is inside the arena."""
EXPLOSION_UU_S: Final = 2500.0
"""Speed that the explosion of a goal would give a car in its centre; it falls linearly with the distance ..."""
EXPLOSION_UU: Final = 3000.0
"""... to 0 at this one."""
EXPLOSION_BELOW_UU: Final = 150.0
"""Distance of the centre below the ball, which lifts cars on the floor. Nothing is published; we chose the numbers."""
_BOUNCE_BACK: Final = -0.6
"""An object that is put back has its speed multiplied by this."""


def hitbox_of(car_id: int) -> Hitbox:
    """Returns the family of the body with the game's number `car_id`."""
    return _BODIES.get(car_id, Hitbox.OCTANE)


@dataclass(frozen=True, slots=True)
class CarBuild:
    """Team and hitbox of a car."""

    team: int
    hitbox: Hitbox


class Contacts:
    """Collects RocketSim's callbacks of one frame by car index; called during a step, on the stepping thread."""

    __slots__ = (
        "_index",
        "_pads",
        "bumps",
        "demolitions",
        "has_any",
        "pickups",
        "scored_by",
        "touches",
    )

    def __init__(self) -> None:
        self._index: dict[int, int] = {}
        self._pads: dict[tuple[float, float, float], int] = {}
        self.has_any = False
        """True if there was any contact; a goal does not count."""
        self.touches: list[int] = []
        self.bumps: list[tuple[int, int]] = []
        """Bumper and victim."""
        self.demolitions: list[tuple[int, int]] = []
        """Attacker and victim."""
        self.pickups: list[tuple[int, int]] = []
        """Car and pad."""
        self.scored_by: int | None = None
        """The team that scored, in each frame in which the ball is in the goal."""

    def listen(self, arena: RocketSim.Arena, cars: list[RocketSim.Car], pads: list[RocketSim.BoostPad]) -> None:
        """Registers the callbacks of `arena`; indices are positions in `cars` and `pads`."""
        self._index = {car.id: index for index, car in enumerate(cars)}
        self._pads = {pad.get_pos().as_tuple(): index for index, pad in enumerate(pads)}
        arena.set_ball_touch_callback(self._on_touch)
        arena.set_car_bump_callback(self._on_bump)
        arena.set_car_demo_callback(self._on_demolition)
        arena.set_boost_pickup_callback(self._on_pickup)
        arena.set_goal_score_callback(self._on_goal)

    def clear(self) -> None:
        """Removes the events of the last frame."""
        if self.touches:
            self.touches = []
        if self.bumps or self.demolitions or self.pickups:
            self.bumps, self.demolitions, self.pickups = [], [], []
        self.has_any = False
        self.scored_by = None

    def _on_touch(self, *, car: RocketSim.Car, **_: Any) -> None:
        self.has_any = True
        self.touches.append(self._index[car.id])

    def _on_bump(self, *, bumper: RocketSim.Car, victim: RocketSim.Car, **_: Any) -> None:
        self.has_any = True
        self.bumps.append((self._index[bumper.id], self._index[victim.id]))

    def _on_demolition(self, *, bumper: RocketSim.Car, victim: RocketSim.Car, **_: Any) -> None:
        self.has_any = True
        self.demolitions.append((self._index[bumper.id], self._index[victim.id]))

    def _on_pickup(self, *, car: RocketSim.Car, boost_pad: RocketSim.BoostPad, **_: Any) -> None:
        self.has_any = True
        self.pickups.append((self._index[car.id], self._pads[boost_pad.get_pos().as_tuple()]))

    def _on_goal(self, *, team: int, **_: Any) -> None:
        self.scored_by = int(team)


def prepare(meshes: Path) -> None:
    """Loads the arena's walls for this process; called before the first World is made.

    RocketSim can load them only once; a second call does nothing.

    Raises:
        MeshError: RocketSim could not load a file.
    """
    validate_folder(meshes)
    try:
        RocketSim.init(str(meshes))
    except RuntimeError as error:
        if "already" not in str(error).lower():
            raise


class World:
    """Cars, ball and pads; for one thread.

    `ball`, `cars` and `contacts` are the state after the last frame. Pads are in RLBot order. Between a goal and the
    next kickoff the ball counts as absent: it exists, but nothing can touch it.
    """

    def __init__(
        self,
        builds: Sequence[CarBuild],
        *,
        seed: int,
        walls: Walls,
        physics: Physics | None = None,
        mode: Mode = SOCCAR,
    ) -> None:
        self.mode = mode
        self.physics = physics or Physics.of(Mutators(), mode.physics)
        self.builds = tuple(builds)
        self.contacts = Contacts()
        self.frame = 0
        self.has_ball = True
        self.escapes = 0
        """Number of times that something left the arena and was put back."""
        self._fence = Fence(walls)
        self._kickoff_random = Random(f"{seed} kickoff")
        self._respawn_random = Random(f"{seed} respawn")
        self._ball_random = Random(f"{seed} ball")
        self._build()
        self.wrecks: dict[int, int] = {}
        """Frame of the respawn of each demolished car."""
        self._taken_pads: dict[int, int] = {}
        """Frame of the pickup of each pad that is away."""
        self._pad_frames = [round(pad.cooldown_s * TICKS_PER_S) - 1 for pad in mode.field.pads]
        """Least number of frames for which each pad is away."""
        self._stands: dict[int, RocketSim.CarState] = {}
        """Initial states of the cars that only the physics has moved since they were put on a spot."""
        self.ball = self._arena.ball.get_state()
        self.cars: list[RocketSim.CarState] = []
        self.kickoff()

    @property
    def is_ball_down(self) -> bool:
        """Returns whether the ball is on the floor, or on the ceiling if gravity pulls it up."""
        z = float(self.ball.pos.z)
        room = self.mode.field.ceiling_z - z if self.physics.pull_of_ball_z > 0.0 else z
        return room - self.mode.reach_down_uu(self.physics.ball_radius, self.ball) < DOWN_UU

    def config_of(self, index: int) -> RocketSim.CarConfig:
        """Returns RocketSim's configuration of a car."""
        return self._cars[index].get_config()

    def kickoff(self) -> None:
        """Puts the ball on its place and the cars on drawn spots, and fills every pad."""
        spots = self.mode.field.kickoff([build.team for build in self.builds], self._kickoff_random)
        self._lift_cars(spots)
        self.reset_ball()
        for index, spot in enumerate(spots):
            self._place(index, spot, REST_Z[self.builds[index].hitbox])
        full = RocketSim.BoostPadState()
        full.is_active = True
        full.cooldown = 0.0
        full.prev_locked_car_id = 0
        for pad in self._pads:
            pad.set_state(full)
        self._taken_pads.clear()
        self.contacts.clear()
        self.refresh()

    def reset_ball(self) -> None:
        """Puts only the ball on its place of the countdown."""
        ball = RocketSim.BallState()
        side = self._ball_random.choice((1.0, -1.0)) if self.mode.has_sides else 1.0
        x, y = self.mode.ball_place
        ball.pos = RocketSim.Vec(x, side * y, self.physics.ball_rest_z)
        self._place_ball(ball)
        self._fence.put(_BALL, ball.pos.as_tuple())
        self.contacts.clear()
        if not self.has_ball:
            self._arena.set_car_ball_collision(True)
            self.has_ball = True

    def launch_ball(self) -> None:
        """Starts the ball as its mode requires, unless it was moved since `reset_ball`."""
        launch, place = self.mode.launch, self.mode.ball_place
        side = math.copysign(1.0, self.ball.pos.y * place[1])
        if launch is None or math.dist(self.ball.pos.as_tuple()[:2], (place[0], side * place[1])) > _LAUNCH_UU:
            return
        x, y, z = launch.velocity
        ball = self._arena.ball.get_state()
        ball.pos = RocketSim.Vec(launch.place[0], side * launch.place[1], self.ball.pos.z)
        ball.vel = RocketSim.Vec(x, side * y, z)
        self._put_ball(ball)
        self.ball = ball

    def demolish(self, index: int) -> None:
        """Demolishes a car without an attacker; a demolished car stays demolished."""
        if index not in self.wrecks:
            self._cars[index].demolish()
            self._wreck(index)
            self.cars[index] = self._cars[index].get_state()

    def remove_ball(self) -> None:
        """Makes the ball untouchable until the next kickoff."""
        self.has_ball = False
        self._arena.set_car_ball_collision(False)

    def explode(self) -> None:
        """Pushes cars away from the ball, as the explosion of a goal does; demolished cars stay where they are."""
        x, y, z = self.ball.pos.as_tuple()
        centre = (x, y, z - EXPLOSION_BELOW_UU)
        for index, car in enumerate(self.cars):
            away = [at - of for at, of in zip(car.pos, centre, strict=True)]
            distance = math.hypot(*away)
            if index in self.wrecks or not 0.0 < distance < EXPLOSION_UU:
                continue
            gain = EXPLOSION_UU_S * (1.0 - distance / EXPLOSION_UU) / distance
            car.vel = RocketSim.Vec(*(speed + gain * way for speed, way in zip(car.vel, away, strict=True)))
            self.set_car(index, car)

    def set_controls(self, index: int, controls: RocketSim.CarControls) -> None:
        """Sets the controls of a car from the next frame on."""
        self._cars[index].set_controls(controls)

    def step(self, *, is_held: bool = False) -> None:
        """Plays one frame: physics, pads, respawns, escapes; `is_held` keeps cars on their spots."""
        contacts = self.contacts
        if contacts.has_any or contacts.scored_by is not None:
            contacts.clear()
        self._move()
        ball = self._ball_now()
        self.frame += 1
        if contacts.has_any:
            self._note_contacts()
        if self.wrecks:
            self._respawn_due()
        if is_held and self.physics.gravity_z > 0.0:
            self._hold_cars()
        self.ball, self.cars = ball, [car.get_state() for car in self._cars]
        if contacts.scored_by is not None and not self.mode.is_in_goal(ball):
            contacts.scored_by = None
        if not self.frame % LOOK_FRAMES:
            self._watch(self.frame // LOOK_FRAMES)

    def refresh(self) -> None:
        """Reads the states from RocketSim."""
        self.ball = self._settle()
        self.cars = [car.get_state() for car in self._cars]

    def next_scorer(self) -> int | None:
        """Returns the team that is about to score if no car touches the ball; None if neither is."""
        return self.mode.scorer(self._arena, self.ball, self.physics.pull_of_ball_z)

    def taken_pads(self) -> list[tuple[int, float]]:
        """Returns the pads that are away, in any order, with the seconds since their pickup."""
        taken = []
        for index, since in tuple(self._taken_pads.items()):
            frames = self.frame - since
            if frames >= self._pad_frames[index] and self._pads[index].get_state().is_active:
                del self._taken_pads[index]
            else:
                taken.append((index, frames / TICKS_PER_S))
        return taken

    def set_ball(self, state: RocketSim.BallState) -> None:
        """Sets the ball unless it is absent. A ball in the air gets a nudge, or RocketSim would let it hover."""
        if not self.has_ball:
            return
        is_still = not any((*state.vel.as_tuple(), *state.ang_vel.as_tuple()))
        if is_still and state.pos.z > self.physics.ball_rest_z:
            state = copy(state)
            state.vel = RocketSim.Vec(0.0, 0.0, _NUDGE_UU_S)
        self._place_ball(state)

    def set_car(self, index: int, state: RocketSim.CarState) -> None:
        """Sets the state of a car."""
        self._stands.pop(index, None)
        self._cars[index].set_state(state)
        self.cars[index] = self._cars[index].get_state()

    def set_gravity(self, gravity_z: float) -> None:
        """Sets the gravity of cars and ball."""
        self.physics = replace(self.physics, gravity_z=gravity_z)
        self.physics.configure(self._arena)
        self._prepare_steps()

    def rebuild_cars(self, hitboxes: Mapping[int, Hitbox]) -> None:
        """Changes the hitboxes of cars and keeps all states; the controls of all cars have to be set again."""
        builds = list(self.builds)
        for index, hitbox in hitboxes.items():
            builds[index] = replace(builds[index], hitbox=hitbox)
        self.builds = tuple(builds)
        pads = [pad.get_state() for pad in self._pads]
        self._build()
        for new_car, car in zip(self._cars, self.cars, strict=True):
            new_car.set_state(car)
        for new_pad, pad in zip(self._pads, pads, strict=True):
            new_pad.set_state(pad)
        self._arena.ball.set_state(self.ball)
        self._arena.set_car_ball_collision(self.has_ball)
        self.refresh()

    def _build(self) -> None:
        """Makes a new RocketSim arena, whose contents have to be set."""
        cars = [(build.team, int(build.hitbox)) for build in self.builds]
        self._arena, self._cars = in_order(self.physics.new_arena_for_cars, cars)
        self._prepare_steps()
        pads = self._arena.get_boost_pads()
        if not self.physics.has_pads:
            switch_off(pads)
        self._pads = in_rlbot_order(pads, self.mode.field.pads) if self.physics.has_pads else []
        self.contacts.listen(self._arena, self._cars, self._pads)

    def _prepare_steps(self) -> None:
        """Prepares the functions that depend on the physics."""
        ball = self._arena.ball
        self._move, self._settle, self._put_ball = self.physics.mover(self._arena), settler(ball), ball.set_state
        self._flight = BallFlight(self.physics)

    def _ball_now(self) -> RocketSim.BallState:
        """Returns the ball after a step.

        A ball that no car touched is set to the state that it would have without cars. Thus predictions are exact to
        the last bit, whatever contacts the arena remembers. For a ball that waits for its launch, see `settler`.
        """
        if self.contacts.touches or is_awaiting_launch(self.ball):
            return self._settle()
        free = self._flight.after(self.ball)
        self._put_ball(free)
        return free

    def _lift_cars(self, spots: Sequence[Spot]) -> None:
        """Lifts cars, because RocketSim keeps pushing a car that a ramp has pushed until the car touches nothing."""
        for index, spot in enumerate(spots):
            self._place(index, spot, _LIFT_Z)
        self._move()

    def _place(self, index: int, spot: Spot, z: float) -> None:
        state = RocketSim.CarState()
        state.pos = RocketSim.Vec(spot.x, spot.y, z)
        state.rot_mat = RocketSim.Angle(spot.yaw, 0.0, 0.0).as_rot_mat()
        state.boost = self.physics.kickoff_boost
        state.is_on_ground = z < RESPAWN_Z
        state.wheels_with_contact = (state.is_on_ground,) * 4
        self._cars[index].set_state(state)
        self._stands[index] = state
        self.wrecks.pop(index, None)
        self._fence.put(index, (spot.x, spot.y, z))

    def _hold_cars(self) -> None:
        """Puts cars back on their spots if gravity pulls them up; otherwise the floor holds them."""
        for index, stand in self._stands.items():
            self._cars[index].set_state(stand)

    def _note_contacts(self) -> None:
        contacts = self.contacts
        for _, victim in contacts.demolitions:
            self._wreck(victim)
        for _, pad in contacts.pickups:
            self._taken_pads[pad] = self.frame

    def _wreck(self, index: int) -> None:
        self.wrecks[index] = self.frame + self.physics.respawn_frames
        _lay_still(self._cars[index])

    def _respawn_due(self) -> None:
        for index in sorted(index for index, due in self.wrecks.items() if due <= self.frame):
            occupied = [car.pos.as_tuple()[:2] for i, car in enumerate(self.cars) if i not in self.wrecks]
            spot = self.mode.field.respawn(self.builds[index].team, occupied, self._respawn_random)
            self._place(index, spot, RESPAWN_Z)
            self.cars[index] = self._cars[index].get_state()

    def _watch(self, look: int) -> None:
        back = self._fence.way_back(_BALL, self.ball.pos.as_tuple(), look)
        if back is not None:
            self._put_back_ball(back)
        for index, car in enumerate(self.cars):
            back = self._fence.way_back(index, car.pos.as_tuple(), look)
            if back is not None:
                self._put_back_car(index, back)

    def _put_back_ball(self, place: Point) -> None:
        self.escapes += 1
        state = self.ball if _is_number(self.ball) else RocketSim.BallState()
        state.pos = RocketSim.Vec(*place)
        state.vel = _scaled(state.vel, _BOUNCE_BACK)
        self._place_ball(state)

    def _place_ball(self, state: RocketSim.BallState) -> None:
        self._arena.ball.set_state(state)
        self.ball = steady(self._arena.ball)

    def _put_back_car(self, index: int, place: Point) -> None:
        self.escapes += 1
        state = self.cars[index] if _is_number(self.cars[index]) else RocketSim.CarState()
        state.pos = RocketSim.Vec(*place)
        state.vel = _scaled(state.vel, _BOUNCE_BACK)
        self.set_car(index, state)


def _lay_still(wreck: RocketSim.Car) -> None:
    """Clears speed and jump of a demolished car, which RocketSim keeps although the car does not move."""
    found, state = wreck.get_state(), RocketSim.CarState()
    state.pos, state.rot_mat, state.boost = found.pos, found.rot_mat, found.boost
    state.is_demoed, state.demo_respawn_timer = found.is_demoed, NEVER_S
    state.is_on_ground = False
    wreck.set_state(state)


def _is_number(state: RocketSim.BallState | RocketSim.CarState) -> bool:
    vectors = (state.pos, state.vel, state.ang_vel, state.rot_mat.forward, state.rot_mat.up)
    return all(math.isfinite(number) for vector in vectors for number in vector.as_tuple())


def _scaled(vector: RocketSim.Vec, factor: float) -> RocketSim.Vec:
    return RocketSim.Vec(vector.x * factor, vector.y * factor, vector.z * factor)
