"""The physics of a match: cars, ball and pads in one RocketSim arena, one frame at a time.

Everything that RocketSim would draw without a seed (kickoff spots, respawn spots) is drawn here, and the cars have a
fixed order. Therefore the same seed and the same controls give the same states bit for bit, in any process, with up to
eight cars (see `engine`).
"""

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import RocketSim

from runtime.arena.modes.mode import Mode
from runtime.arena.modes.soccar import SOCCAR
from runtime.arena.physics.bodies import BALL, LIFT_Z, NUDGE_UU_S, Bodies
from runtime.arena.physics.engine import Physics, is_awaiting_launch, settler, steady
from runtime.arena.physics.hitboxes import REST_Z, CarBuild, Hitbox
from runtime.arena.physics.prediction import BallFlight
from runtime.arena.stadium.containment import Walls
from runtime.arena.stadium.field import Spot
from runtime.arena.stadium.mesh_format import validate_folder
from runtime.documents.choices import Mutators
from runtime.model.game_facts import TICKS_PER_S

_LAUNCH_UU: Final = 0.01
"""A ball that was moved farther than this during the countdown is not launched."""
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


class World(Bodies):
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
        super().__init__(builds, mode, physics or Physics.of(Mutators(), mode.physics), walls)
        self.has_ball = True
        self._kickoff_random = Random(f"{seed} kickoff")
        self._respawn_random = Random(f"{seed} respawn")
        self._ball_random = Random(f"{seed} ball")
        self._build_for_cars()
        self._taken_pads: dict[int, int] = {}
        """Frame of the pickup of each pad that is away."""
        self._pad_frames = [round(pad.cooldown_s * TICKS_PER_S) - 1 for pad in mode.field.pads]
        """Minimum number of frames for which each pad is away."""
        self._stands: dict[int, RocketSim.CarState] = {}
        """Initial states of the cars that only the physics has moved since they were put on a spot."""
        self.ball = self._arena.ball.get_state()
        self.kickoff()

    @property
    def is_ball_down(self) -> bool:
        """True if the ball is on the floor, or on the ceiling if gravity pulls it up."""
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
            self._put_car(index, spot, REST_Z[self.builds[index].hitbox])
        self._fill_pads()
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
        self._fence.put(BALL, ball.pos.as_tuple())
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
            self._respawn_due(self.cars, self._respawn_random)
        if is_held and self.physics.gravity_z > 0.0:
            self._hold_cars()
        self.ball, self.cars = ball, [car.get_state() for car in self._cars]
        if contacts.scored_by is not None and not self.mode.is_in_goal(ball):
            contacts.scored_by = None
        if not self.frame % LOOK_FRAMES:
            self._watch(self.frame // LOOK_FRAMES, ball, self.cars)

    def refresh(self) -> None:
        """Reads the states from RocketSim."""
        self.ball = self._settle()
        self.cars = [car.get_state() for car in self._cars]

    def next_scorer(self) -> int | None:
        """Returns the team that is about to score if no car touches the ball; None if neither is."""
        return self.mode.scorer(self._arena, self.ball, self.physics.pull_of_ball_z)

    def taken_pads(self) -> list[tuple[int, float]]:
        """Returns the pads that are away, in any order, with the seconds since their pickup."""
        pads = []
        for index, since in tuple(self._taken_pads.items()):
            frames = self.frame - since
            if frames >= self._pad_frames[index] and self._pads[index].get_state().is_active:
                del self._taken_pads[index]
            else:
                pads.append((index, frames / TICKS_PER_S))
        return pads

    def set_ball(self, state: RocketSim.BallState) -> None:
        """Sets the ball unless it is absent. A ball in the air gets a nudge, or RocketSim would let it hover."""
        if not self.has_ball:
            return
        if self._would_hover(state.pos.z, (*state.vel.as_tuple(), *state.ang_vel.as_tuple())):
            state = copy(state)
            state.vel = RocketSim.Vec(0.0, 0.0, NUDGE_UU_S)
        self._place_ball(state)

    def set_car(self, index: int, state: RocketSim.CarState) -> None:
        """Sets the state of a car."""
        self._stands.pop(index, None)
        super().set_car(index, state)
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
        self._build_for_cars()
        for new_car, car in zip(self._cars, self.cars, strict=True):
            new_car.set_state(car)
        for new_pad, pad in zip(self._pads, pads, strict=True):
            new_pad.set_state(pad)
        self._arena.ball.set_state(self.ball)
        self._arena.set_car_ball_collision(self.has_ball)
        self.refresh()

    def _build_for_cars(self) -> None:
        self._build(self.physics.new_arena_for_cars)
        self._prepare_steps()

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
            self._put_car(index, spot, LIFT_Z)
        self._move()

    def _put_car(self, index: int, spot: Spot, z: float) -> RocketSim.CarState:
        state = self._stands[index] = super()._put_car(index, spot, z)
        return state

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

    def _place_ball(self, state: RocketSim.BallState) -> None:
        super()._place_ball(state)
        self.ball = steady(self._arena.ball)
