"""How a match's mutators bend the physics, as the numbers that RocketSim wants."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import RocketSim

from runtime.arena.physics.frames import RATE
from runtime.arena.physics.mutator_numbers import (
    BALL_BOUNCINESS,
    BALL_GRAVITY_Z,
    BALL_MAX_SPEED,
    BALL_RADIUS_UU,
    BALL_SIZE,
    BALL_WEIGHT,
    BOOST_STRENGTH,
    DEFAULT_GRAVITY_Z,
    DEMOLISH,
    GRAVITY_Z,
    RESPAWN_S,
)
from runtime.documents.model import Mutators

NEVER_S: Final = 1e9
"""RocketSim's own respawn is put off for ever: it draws spots without a seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The physics of a game mode before any mutator; RocketSim's numbers."""

    game_mode: int = RocketSim.GameMode.SOCCAR
    ball_radius: float = 91.25
    ball_rest_z: float = 93.15
    """Height at which it lies at a kickoff."""
    ball_mass: float = 30.0
    ball_bounciness: float = 0.6
    boost_is_unlimited: bool = False
    is_puck: bool = False
    """Whether the ball is one."""


SOCCAR: Final = Base()


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """The physics of one match: uu, s."""

    base: Base = SOCCAR
    gravity_z: float = DEFAULT_GRAVITY_Z
    ball_gravity_z: float | None = None
    """The ball's own gravity; None for that of everything."""
    ball_max_speed: float = 6000.0
    ball_radius: float = SOCCAR.ball_radius
    ball_mass: float = SOCCAR.ball_mass
    ball_hit_strength: float = 1.0
    ball_bounciness: float = SOCCAR.ball_bounciness
    boost_strength: float = 1.0
    boost_is_unlimited: bool = False
    has_pads: bool = True
    demo_mode: int = RocketSim.DemoMode.NORMAL
    has_team_demolitions: bool = False
    respawn_frames: int = 3 * RATE

    @classmethod
    def of(cls, mutators: Mutators, base: Base = SOCCAR) -> "Physics":
        """Reads the mutators that `refusal` lets pass, for a mode."""
        demo_mode, team_demolitions = DEMOLISH[mutators.demolish]
        weight, ball_hit_strength = BALL_WEIGHT[mutators.ball_weight]
        amount, bounciness = mutators.boost_amount, BALL_BOUNCINESS[mutators.ball_bounciness]
        return cls(
            base=base,
            gravity_z=GRAVITY_Z[mutators.gravity],
            ball_gravity_z=BALL_GRAVITY_Z[mutators.ball_gravity],
            ball_max_speed=BALL_MAX_SPEED[mutators.ball_max_speed],
            ball_radius=(BALL_RADIUS_UU[mutators.ball_type] or base.ball_radius) * BALL_SIZE[mutators.ball_size],
            ball_mass=base.ball_mass * weight,
            ball_hit_strength=ball_hit_strength,
            ball_bounciness=base.ball_bounciness if bounciness is None else bounciness,
            boost_strength=BOOST_STRENGTH[mutators.boost_strength],
            boost_is_unlimited=amount == "UnlimitedBoost" or (amount == "NormalBoost" and base.boost_is_unlimited),
            has_pads=amount != "NoBoost",
            demo_mode=getattr(RocketSim.DemoMode, demo_mode),
            has_team_demolitions=team_demolitions,
            respawn_frames=RESPAWN_S[mutators.respawn_time] * RATE,
        )

    @property
    def kickoff_boost(self) -> float:
        """Boost of every car at a kickoff and after a respawn."""
        if self.boost_is_unlimited:
            return 100.0
        return 100.0 / 3.0 if self.has_pads else 0.0

    @property
    def ball_rest_z(self) -> float:
        """Height at which the ball lies still."""
        return self.base.ball_rest_z + self.ball_radius - self.base.ball_radius

    def new_arena(self) -> RocketSim.Arena:
        """An arena of the mode with these numbers, for a ball alone.

        What happens in it depends on nothing but the state that was set last: RocketSim's own grid forgets all contacts
        in every frame. It has one cell here, because making smaller ones takes up to half a second.
        """
        return self._arena(
            RocketSim.ArenaConfig(use_custom_broadphase=True, max_aabb_len=_ONE_CELL_UU, no_ball_rot=False)
        )

    @property
    def pull_of_ball_z(self) -> float:
        """What the ball falls with, uu/s²; above 0 it falls up."""
        return self.gravity_z if self.ball_gravity_z is None else self.ball_gravity_z

    def new_arena_for_cars(self) -> RocketSim.Arena:
        """An arena of the mode with these numbers, quick with many cars; it remembers contacts."""
        return self._arena(RocketSim.ArenaConfig(use_custom_broadphase=False, no_ball_rot=False))

    def stepper(self, arena: RocketSim.Arena) -> Callable[[], RocketSim.BallState]:
        """What plays one frame in `arena`, which has these numbers, and returns the ball, settled."""
        return partial(_step, self.mover(arena), settler(arena.ball))

    def mover(self, arena: RocketSim.Arena) -> Callable[[], None]:
        """What plays one frame in `arena`, which has these numbers, and leaves the ball as it is then."""
        move = partial(arena.step, 1)
        if self.ball_gravity_z is not None:
            pull_uu_s = (self.ball_gravity_z - self.gravity_z) / RATE
            move = partial(_move_with_pull, arena, pull_uu_s, self.ball_rest_z + _LIES_UU)
        if not self.base.is_puck:
            return move
        from runtime.arena.physics.backstop import kept_back  # noqa: PLC0415 - loads numpy

        return kept_back(move, arena.ball, self.ball_bounciness)

    def configure(self, arena: RocketSim.Arena) -> None:
        """Gives `arena` these numbers; its cars keep their mass and the ball its place."""
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
        arena = RocketSim.Arena(self.base.game_mode, config=config)
        self.configure(arena)
        return arena


_ONE_CELL_UU: Final = 20000.0
"""Wider than every arena."""
_NUDGE_UU_S: Final = 0.01
_LIES_UU: Final = 0.6
"""A ball that is lower than this above its place of rest, and slow, is not pulled: a pull would let it hop for ever."""


def settler(ball: RocketSim.Ball) -> Callable[[], RocketSim.BallState]:
    """What sets the ball to what is read of it, and returns that.

    RocketSim computes in units of 50 uu and single precision, so that a state loses its last bits when it is read.
    Where every state that is told has been set as well, nothing is lost: another arena that is set to it goes on from
    there bit for bit as this one does. One that waits in the middle is left alone, or Hoops would never launch it.
    """
    return partial(_settled, ball.get_state, ball.set_state)


LAUNCH_FRAMES: Final = 32
"""So long RocketSim lets a ball of Hoops wait in the middle."""


def is_awaiting_launch(ball: RocketSim.BallState) -> bool:
    """Whether the ball lies or hangs in the middle, where RocketSim launches it in Hoops."""
    return not (ball.vel.z or ball.pos.x or ball.pos.y)


def steady(ball: RocketSim.Ball) -> RocketSim.BallState:
    """The same for a ball that was put somewhere, whose place reading and setting does not change any more."""
    for _ in range(_UNTIL_STEADY):
        ball.set_state(ball.get_state())
    return ball.get_state()


_UNTIL_STEADY: Final = 2
"""So often every number of single precision changes at most when it is multiplied by 50 and by 0.02."""


def _wake(ball: RocketSim.Ball) -> None:
    """Gives a ball the least speed: one that lies still is asleep, and would keep the gravity that it has."""
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
    """RocketSim has one gravity; the ball's own is what it gains beside. One that lies still stays where it is."""
    ball = arena.ball
    state = ball.get_state()
    x, y, z = state.vel.as_tuple()
    is_lying = state.pos.z < low_z and abs(z) < 2.0 * abs(pull_uu_s)
    if not is_lying and (x or y or z or any(state.ang_vel.as_tuple())):
        state.vel = RocketSim.Vec(x, y, z + pull_uu_s)
        ball.set_state(state)
    arena.step(1)
