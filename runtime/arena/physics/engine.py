"""RocketSim arenas with the physics of a match: making, configuring and stepping them.

RocketSim keeps the cars of an arena in a hash table by their addresses. If two cars fall into one bucket, their order
changes. Then another car gets a pad that two cars reach in the same frame, and touching cars push each other a little
differently. Therefore arenas are made until one has its cars in the order of their numbers. This does not take long,
because every table without a collision has this order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from logging import getLogger
from random import Random
from typing import Final

import RocketSim

from runtime.arena.modes.mode import ModePhysics
from runtime.arena.modes.soccar import SOCCAR
from runtime.arena.physics.mutator_numbers import (
    BALL_BOUNCINESS,
    BALL_GRAVITY_Z,
    BALL_MAX_SPEED,
    BALL_RADIUS_UU,
    BALL_SIZE,
    BALL_WEIGHT,
    BOOST_STRENGTH,
    DEMOLISH,
    GRAVITIES_Z,
    RESPAWN_TIMES_S,
)
from runtime.arena.stadium.field import Pad
from runtime.documents.choices import Mutators
from runtime.model.game_facts import GRAVITY_Z, MAX_BALL_SPEED, MAX_BOOST, RESPAWN_S, TICKS_PER_S

NEVER_S: Final = 1e9
"""Turns off RocketSim's own respawns, which draw spots without a seed."""
LAUNCH_FRAMES: Final = 32
"""Number of frames for which RocketSim lets the ball wait in the middle in Hoops."""
ORDERED_CARS: Final = 8
"""Maximum number of cars that are ordered; with more, hardly any table is without a collision."""
ATTEMPTS: Final = 250
"""One attempt in four succeeds with six cars, one in sixteen with eight; an attempt takes 0.25 ms."""

_ONE_CELL_UU: Final = 20000.0
"""Larger than every arena."""
_MAX_RADIUS_UU: Final = 100.0
"""Maximum radius of a ball in the grid for training, with whose cells RocketSim aborts from 103 uu on."""
_NUDGE_UU_S: Final = 0.01
_LIES_UU: Final = 0.6
"""A slow ball less than this above its place of rest is not pulled, because it would hop forever."""
_UNTIL_STEADY: Final = 2
"""Rounds after which no number of single precision changes when it is multiplied by 50 and by 0.02."""
_ASIDE: Final = RocketSim.Vec(0.0, 0.0, 1000.0)
_HOVER_Z: Final = 60.0
"""Within reach of a pad, although cars in one place push each other up to 80 uu up or down. Off the floor, because
RocketSim never stops pushing up a car that was once inside the floor."""
_SPACER: Final = range(528, 2048, 16)
"""Sizes of the memory blocks between cars; every attempt places the cars at other distances."""

_log = getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """The physics of one match; units are uu and s."""

    mode: ModePhysics = SOCCAR.physics
    gravity_z: float = GRAVITY_Z
    ball_gravity_z: float | None = None
    """The ball's own gravity; None if it is the gravity of the cars."""
    ball_max_speed: float = MAX_BALL_SPEED
    ball_radius: float = SOCCAR.physics.ball_radius
    ball_mass: float = SOCCAR.physics.ball_mass
    ball_hit_strength: float = 1.0
    ball_bounciness: float = SOCCAR.physics.ball_bounciness
    boost_strength: float = 1.0
    boost_is_unlimited: bool = False
    has_pads: bool = True
    demo_mode: int = RocketSim.DemoMode.NORMAL
    has_team_demolitions: bool = False
    respawn_frames: int = RESPAWN_S * TICKS_PER_S

    @classmethod
    def of(cls, mutators: Mutators, mode: ModePhysics = SOCCAR.physics) -> "Physics":
        """Returns the physics of a mode with mutators that `refusals` does not refuse."""
        demo_mode, team_demolitions = DEMOLISH[mutators.demolish]
        weight, ball_hit_strength = BALL_WEIGHT[mutators.ball_weight]
        amount, bounciness = mutators.boost_amount, BALL_BOUNCINESS[mutators.ball_bounciness]
        return cls(
            mode=mode,
            gravity_z=GRAVITIES_Z[mutators.gravity],
            ball_gravity_z=BALL_GRAVITY_Z[mutators.ball_gravity],
            ball_max_speed=BALL_MAX_SPEED[mutators.ball_max_speed],
            ball_radius=(BALL_RADIUS_UU[mutators.ball_type] or mode.ball_radius) * BALL_SIZE[mutators.ball_size],
            ball_mass=mode.ball_mass * weight,
            ball_hit_strength=ball_hit_strength,
            ball_bounciness=mode.ball_bounciness if bounciness is None else bounciness,
            boost_strength=BOOST_STRENGTH[mutators.boost_strength],
            boost_is_unlimited=amount == "UnlimitedBoost" or (amount == "NormalBoost" and mode.boost_is_unlimited),
            has_pads=amount != "NoBoost",
            demo_mode=getattr(RocketSim.DemoMode, demo_mode),
            has_team_demolitions=team_demolitions,
            respawn_frames=RESPAWN_TIMES_S[mutators.respawn_time] * TICKS_PER_S,
        )

    @property
    def kickoff_boost(self) -> float:
        """Boost of every car at a kickoff and after a respawn."""
        if self.boost_is_unlimited:
            return MAX_BOOST
        return MAX_BOOST / 3.0 if self.has_pads else 0.0

    @property
    def ball_rest_z(self) -> float:
        """Height of a ball at rest."""
        return self.mode.ball_rest_z + self.ball_radius - self.mode.ball_radius

    def new_arena(self) -> RocketSim.Arena:
        """Returns an arena for a ball without cars.

        Its future depends only on the state that was set last: RocketSim's own grid forgets all contacts in every
        frame. The grid has one cell, because making smaller ones takes up to half a second.
        """
        return self._arena(
            RocketSim.ArenaConfig(use_custom_broadphase=True, max_aabb_len=_ONE_CELL_UU, no_ball_rot=False)
        )

    @property
    def pull_of_ball_z(self) -> float:
        """The ball's gravity in uu/s²; a ball with positive gravity falls up."""
        return self.gravity_z if self.ball_gravity_z is None else self.ball_gravity_z

    def new_arena_for_cars(self) -> RocketSim.Arena:
        """Returns an arena that is quick with many cars, but remembers contacts."""
        return self._arena(RocketSim.ArenaConfig(use_custom_broadphase=False, no_ball_rot=False))

    def new_arena_for_training(self) -> RocketSim.Arena:
        """Returns an arena that is a third faster with few cars and takes 20 ms to make.

        Its grid forgets all contacts in every frame, so that an episode does not depend on earlier ones. RocketSim
        aborts if a ball does not fit into a cell of the grid; such a ball gets the arena of a match. The rotation of a
        round ball is not calculated, because nothing reads it.
        """
        if self.ball_radius > _MAX_RADIUS_UU:
            return self.new_arena_for_cars()
        return self._arena(RocketSim.ArenaConfig(no_ball_rot=not self.mode.is_puck))

    def stepper(self, arena: RocketSim.Arena) -> Callable[[], RocketSim.BallState]:
        """Returns a function that steps `arena`, which has this physics, by one frame and returns the settled ball."""
        return partial(_step, self.mover(arena), settler(arena.ball))

    def mover(self, arena: RocketSim.Arena) -> Callable[[], None]:
        """Returns a function that steps `arena`, which has this physics, by one frame."""
        move = partial(arena.step, 1)
        if self.ball_gravity_z is not None:
            pull_uu_s = (self.ball_gravity_z - self.gravity_z) / TICKS_PER_S
            move = partial(_move_with_pull, arena, pull_uu_s, self.ball_rest_z + _LIES_UU)
        if not self.mode.is_puck:
            return move
        from runtime.arena.physics.backstop import kept_back  # noqa: PLC0415 - loads numpy

        return kept_back(move, arena.ball, self.ball_bounciness)

    def configure(self, arena: RocketSim.Arena) -> None:
        """Gives `arena` this physics; its cars keep their mass and the ball its place."""
        config = arena.get_mutator_config()
        config.gravity = RocketSim.Vec(0.0, 0.0, self.gravity_z)
        config.ball_max_speed = self.ball_max_speed
        config.ball_mass = self.ball_mass
        config.ball_hit_extra_force_scale = self.ball_hit_strength
        config.ball_world_restitution = self.ball_bounciness
        config.ball_radius = self.ball_radius
        config.boost_accel_ground = RocketSim.RLConst.BOOST_ACCEL_GROUND * self.boost_strength
        config.boost_accel_air = RocketSim.RLConst.BOOST_ACCEL_AIR * self.boost_strength
        config.boost_used_per_second = 0.0 if self.boost_is_unlimited else RocketSim.RLConst.BOOST_USED_PER_SECOND
        config.car_spawn_boost_amount = self.kickoff_boost
        config.demo_mode = self.demo_mode
        config.enable_team_demos = self.has_team_demolitions
        config.respawn_delay = NEVER_S
        lying = arena.ball.get_state()
        _wake(arena.ball)
        arena.set_mutator_config(config)
        arena.ball.set_state(lying)

    def _arena(self, config: RocketSim.ArenaConfig) -> RocketSim.Arena:
        arena = RocketSim.Arena(self.mode.game_mode, config=config)
        self.configure(arena)
        return arena


def settler(ball: RocketSim.Ball) -> Callable[[], RocketSim.BallState]:
    """Returns a function that reads the ball's state, sets the ball to it, and returns it.

    RocketSim computes in units of 50 uu and single precision, so that a state loses its last bits when it is read.
    Therefore every published state is also set: another arena that is set to it continues bit for bit like this one. A
    ball that waits in the middle is not set, because Hoops would then never launch it.
    """
    return partial(_settled, ball.get_state, ball.set_state)


def is_awaiting_launch(ball: RocketSim.BallState) -> bool:
    """Returns whether the ball is in the middle, where RocketSim launches it in Hoops."""
    return not (ball.vel.z or ball.pos.x or ball.pos.y)


def steady(ball: RocketSim.Ball) -> RocketSim.BallState:
    """Settles a placed ball until reading and setting no longer change its state, and returns the state."""
    for _ in range(_UNTIL_STEADY):
        ball.set_state(ball.get_state())
    return ball.get_state()


def _wake(ball: RocketSim.Ball) -> None:
    """Gives the ball a tiny speed: a ball at rest is asleep and would keep its old gravity."""
    state = ball.get_state()
    state.vel = RocketSim.Vec(state.vel.x, state.vel.y, state.vel.z - _NUDGE_UU_S)
    ball.set_state(state)


def _settled(
    read: Callable[[], RocketSim.BallState], put: Callable[[RocketSim.BallState], None]
) -> RocketSim.BallState:
    state = read()
    if not is_awaiting_launch(state):
        put(state)
    return state


def _step(move: Callable[[], None], settle: Callable[[], RocketSim.BallState]) -> RocketSim.BallState:
    move()
    return settle()


def _move_with_pull(arena: RocketSim.Arena, pull_uu_s: float, low_z: float) -> None:
    """Steps the arena with the ball's own gravity, which RocketSim does not have; a ball at rest is not pulled."""
    ball = arena.ball
    state = ball.get_state()
    x, y, z = state.vel.as_tuple()
    is_lying = state.pos.z < low_z and abs(z) < 2.0 * abs(pull_uu_s)
    if not is_lying and (x or y or z or any(state.ang_vel.as_tuple())):
        state.vel = RocketSim.Vec(x, y, z + pull_uu_s)
        ball.set_state(state)
    arena.step(1)


def in_order(
    make: Callable[[], RocketSim.Arena], cars: Sequence[tuple[int, int]]
) -> tuple[RocketSim.Arena, list[RocketSim.Car]]:
    """Makes arenas with cars until one processes the cars in their order, and returns it with its cars.

    The arena has been stepped: cars, pads and callbacks have to be set before it is used.

    Args:
        make: returns a new arena with pads.
        cars: team and number of the hitbox of each car.
    """
    random = Random(len(cars))
    spacers: list[bytearray] = []
    rejected: list[RocketSim.Arena] = []
    while True:
        arena, added = make(), []
        for team, hitbox in cars:
            if rejected:
                spacers.append(bytearray(random.choice(_SPACER)))
            added.append(arena.add_car(team, hitbox))
        if len(cars) > ORDERED_CARS or _is_in_order(arena, added):
            return arena, added
        rejected.append(arena)
        if len(rejected) == ATTEMPTS:
            _log.warning("Cars are not in order in memory: the same seed may give another match in another process")
            return arena, added


def _is_in_order(arena: RocketSim.Arena, cars: list[RocketSim.Car]) -> bool:
    """Puts the cars on one pad after another; leaves out the car that should have taken the last pad."""
    takers: list[int] = []
    arena.set_boost_pickup_callback(lambda *, car, **_: takers.append(car.id))
    arena.set_car_car_collision(False)
    for first, pad in zip(range(len(cars) - 1), arena.get_boost_pads(), strict=False):
        place = pad.get_pos()
        for index, car in enumerate(cars):
            state = RocketSim.CarState()
            state.pos = RocketSim.Vec(place.x, place.y, _HOVER_Z) if index >= first else _ASIDE
            state.boost = 0.0
            car.set_state(state)
        arena.step(1)
        if takers[-1:] != [cars[first].id]:
            return False
    arena.set_car_car_collision(True)
    return True


def switch_off(pads: Sequence[RocketSim.BoostPad]) -> None:
    """Removes pads permanently."""
    away = RocketSim.BoostPadState()
    away.is_active = False
    away.cooldown = NEVER_S
    for pad in pads:
        pad.set_state(away)


def in_rlbot_order(pads: Sequence[RocketSim.BoostPad], known: Sequence[Pad]) -> list[RocketSim.BoostPad]:
    """Returns RocketSim's pads in the order of `known`, each matched with the nearest."""
    left = list(pads)
    ordered = []
    for pad in known:
        nearest = min(left, key=lambda other: _distance(other, pad.x, pad.y))
        left.remove(nearest)
        ordered.append(nearest)
    return ordered


def _distance(pad: RocketSim.BoostPad, x: float, y: float) -> float:
    place = pad.get_pos()
    return float((place.x - x) ** 2 + (place.y - y) ** 2)
