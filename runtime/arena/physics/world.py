"""The physics of a match: cars, ball and pads in one RocketSim arena, one frame at a time.

Everything RocketSim would draw without a seed (kickoff spots, respawn spots) is drawn here, and the order of the cars
is seen to, so that the same seed and the same controls give the same states bit for bit, in any process, with up to
eight cars (see `order`).
"""

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import RocketSim

from runtime.arena.modes.mode import SOCCAR_MODE, Mode
from runtime.arena.physics.bodies import Hitbox
from runtime.arena.physics.contacts import Contacts
from runtime.arena.physics.engine import NEVER_S, Physics, is_awaiting_launch, settler, steady
from runtime.arena.physics.flight import Flight
from runtime.arena.physics.frames import RATE
from runtime.arena.physics.order import in_order
from runtime.arena.physics.pads import in_rlbot_order, switch_off
from runtime.arena.stadium.containment import Fence, Point, Walls
from runtime.arena.stadium.field import Spot
from runtime.arena.stadium.mesh_files import validate_folder
from runtime.documents.model import Mutators

REST_Z: Final = {
    Hitbox.OCTANE: 17.03,
    Hitbox.DOMINUS: 17.07,
    Hitbox.PLANK: 18.67,
    Hitbox.BREAKOUT: 18.36,
    Hitbox.HYBRID: 17.03,
    Hitbox.MERC: 18.81,
}
"""Height at which a car of each family stands still."""
RESPAWN_Z: Final = 36.0
_LIFT_Z: Final = 1000.0
"""Out of reach of floor, ceiling, pads, and a ball that lies."""
_BALL: Final = -1
"""The fence's name of the ball; cars go by index."""
_LAUNCH_UU: Final = 0.01
"""A ball that was moved farther than this during the countdown is not launched."""
_NUDGE_UU_S: Final = -0.01
DOWN_UU: Final = 2.5
"""A ball that is nearer to the floor touches it; at rest it hovers 1.9 uu above."""
LOOK_FRAMES: Final = 8
"""One frame in so many looks whether everything is still inside."""
_BOUNCE_BACK: Final = -0.6
"""A put-back object returns with this share of the speed that carried it out."""


@dataclass(frozen=True, slots=True)
class CarBuild:
    """A car before it stands on the field."""

    team: int
    hitbox: Hitbox


def prepare(meshes: Path) -> None:
    """Loads the arena's walls for this process; call it before the first World, from the same process.

    RocketSim can load them once only; a second call changes nothing.

    Raises:
        MeshError: a file that RocketSim would choke on, seen before RocketSim sees it.
    """
    validate_folder(meshes)
    try:
        RocketSim.init(str(meshes))
    except RuntimeError as error:
        if "already" not in str(error).lower():
            raise


class World:
    """Cars, ball and pads; owned by one thread.

    `ball`, `cars` and `contacts` hold the state after the last frame and are replaced by the next one. Pads are in
    RLBot order. The ball is absent between a goal and the next kickoff: it still exists, but nothing can touch it.
    """

    def __init__(
        self,
        builds: Sequence[CarBuild],
        *,
        seed: int,
        walls: Walls,
        physics: Physics | None = None,
        mode: Mode = SOCCAR_MODE,
    ) -> None:
        self.mode = mode
        self.physics = physics or Physics.of(Mutators(), mode.base)
        self.builds = tuple(builds)
        self.contacts = Contacts()
        self.frame = 0
        self.has_ball = True
        self.escapes = 0
        """How often something left the arena and was put back."""
        self._fence = Fence(walls)
        self._kickoff_random = Random(f"{seed} kickoff")
        self._respawn_random = Random(f"{seed} respawn")
        self._ball_random = Random(f"{seed} ball")
        self._build()
        self.wrecks: dict[int, int] = {}
        """The demolished cars, and the frames in which they come back."""
        self._taken_pads: dict[int, int] = {}
        """The pads that are away, and the frames in which they were taken."""
        self._pad_frames = [round(pad.cooldown_s * RATE) - 1 for pad in mode.field.pads]
        """So long a pad is away for certain."""
        self._stands: dict[int, RocketSim.CarState] = {}
        """How cars stand that nothing but the physics has moved since they were put on a spot."""
        self.ball = self._arena.ball.get_state()
        self.cars: list[RocketSim.CarState] = []
        self.kickoff()

    @property
    def is_ball_down(self) -> bool:
        """Whether the ball is where it falls to: on the floor, or on the ceiling where gravity pulls it up."""
        z = float(self.ball.pos.z)
        room = self.mode.field.ceiling_z - z if self.physics.pull_of_ball_z > 0.0 else z
        return room - self.mode.reach_down_uu(self.physics, self.ball) < DOWN_UU

    def config_of(self, index: int) -> RocketSim.CarConfig:
        """Hitbox and wheels of a car, as RocketSim has them."""
        return self._cars[index].get_config()

    def kickoff(self) -> None:
        """Puts the ball on the centre spot, the cars on drawn spots, and fills every pad."""
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
        """Puts the ball, and nothing else, where it lies during a countdown."""
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
        """Gives the ball what its mode begins with, if it still lies where `reset_ball` put it."""
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
        """Demolishes a car that nobody hit; one that is demolished already stays so."""
        if index not in self.wrecks:
            self._cars[index].demolish()
            self._wreck(index)
            self.cars[index] = self._cars[index].get_state()

    def remove_ball(self) -> None:
        """Lets nothing touch the ball until the next kickoff."""
        self.has_ball = False
        self._arena.set_car_ball_collision(False)

    def set_controls(self, index: int, controls: RocketSim.CarControls) -> None:
        """What the car does from the next frame on, until it is told otherwise."""
        self._cars[index].set_controls(controls)

    def step(self, *, is_held: bool = False) -> None:
        """One frame: physics, pads, respawns, and the watch over the walls; `is_held` keeps cars on their spots."""
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
        """Reads the states anew."""
        self.ball = self._settle()
        self.cars = [car.get_state() for car in self._cars]

    def next_scorer(self) -> int | None:
        """The team that is about to score if nobody touches the ball; None when neither is."""
        return self.mode.scorer(self._arena, self.ball, self.physics.pull_of_ball_z)

    def taken_pads(self) -> list[tuple[int, float]]:
        """Pads that are away, in any order, with the seconds since their pickup."""
        taken = []
        for index, since in tuple(self._taken_pads.items()):
            frames = self.frame - since
            if frames >= self._pad_frames[index] and self._pads[index].get_state().is_active:
                del self._taken_pads[index]
            else:
                taken.append((index, frames / RATE))
        return taken

    def set_ball(self, state: RocketSim.BallState) -> None:
        """Sets the ball; ignored while there is none. In the air it falls: RocketSim would let one at rest hover."""
        if not self.has_ball:
            return
        is_still = not any((*state.vel.as_tuple(), *state.ang_vel.as_tuple()))
        if is_still and state.pos.z > self.physics.ball_rest_z:
            state = copy(state)
            state.vel = RocketSim.Vec(0.0, 0.0, _NUDGE_UU_S)
        self._place_ball(state)

    def set_car(self, index: int, state: RocketSim.CarState) -> None:
        """Sets a car."""
        self._stands.pop(index, None)
        self._cars[index].set_state(state)
        self.cars[index] = self._cars[index].get_state()

    def set_gravity(self, gravity_z: float) -> None:
        """Changes gravity for cars and ball."""
        self.physics = replace(self.physics, gravity_z=gravity_z)
        self.physics.configure(self._arena)
        self._set_out()

    def rebuild_cars(self, hitboxes: Mapping[int, Hitbox]) -> None:
        """Gives cars other bodies; everything stays where it is. The controls of all cars have to be set anew."""
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
        """Makes the physics anew; what is in it has to be put into place."""
        cars = [(build.team, int(build.hitbox)) for build in self.builds]
        self._arena, self._cars = in_order(self.physics.new_arena_for_cars, cars)
        self._set_out()
        pads = self._arena.get_boost_pads()
        if not self.physics.has_pads:
            switch_off(pads)
        self._pads = in_rlbot_order(pads, self.mode.field.pads) if self.physics.has_pads else []
        self.contacts.listen(self._arena, self._cars, self._pads)

    def _set_out(self) -> None:
        """The physics has new numbers."""
        ball = self._arena.ball
        self._move, self._settle, self._put_ball = self.physics.mover(self._arena), settler(ball), ball.set_state
        self._flight = Flight(self.physics)

    def _ball_now(self) -> RocketSim.BallState:
        """The ball after a frame that has just been played.

        One that no car touched is where it would be if there were no cars: so predictions of it come true to the last
        bit, whatever the arena remembers of contacts. One that waits for its launch is left alone, see `settler`.
        """
        if self.contacts.touches or is_awaiting_launch(self.ball):
            return self._settle()
        free = self._flight.after(self.ball)
        self._put_ball(free)
        return free

    def _lift_cars(self, spots: Sequence[Spot]) -> None:
        """Takes cars off their wheels: one that a ramp pushed is pushed on by RocketSim until it stands on nothing."""
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
        """Puts cars back on their spots that gravity pulls up from there; else the floor holds them."""
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
    """RocketSim leaves a demolished car its speed and its jump, though it does not move any more."""
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
