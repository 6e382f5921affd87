"""The properties that distinguish one game mode from another."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.stadium.containment import Walls
from runtime.arena.stadium.field import Field
from runtime.model.game_facts import BALL_RADIUS, BALL_REST_Z

Scorer: TypeAlias = Callable[[RocketSim.Arena, RocketSim.BallState, float], int | None]
"""Called with the ball's own gravity in uu/s², which RocketSim does not know."""
Measure: TypeAlias = Callable[[RocketSim.BallState], float]
BallShape: TypeAlias = flat.SphereShape | flat.CylinderShape

THREAT_S: Final = 2.0
"""A goal threatens if the ball would be in it within this time; our value."""


class Task(Enum):
    """Task of a car on the ground: how goals are scored in a mode."""

    DRIVE = auto()
    """The ball is driven into the goal."""
    GUARD = auto()
    """The ball flies at the goals by itself, and a team guards its own."""
    LOB = auto()
    """The goal is a ring overhead: the ball has to be hit so hard that it flies."""
    PUSH = auto()
    """The ball is a puck, which slides where it is pushed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModePhysics:
    """The physics of a game mode before any mutator; the numbers are RocketSim's."""

    game_mode: int = RocketSim.GameMode.SOCCAR
    ball_radius: float = BALL_RADIUS
    ball_rest_z: float = BALL_REST_Z
    """Height of the ball at a kickoff."""
    ball_mass: float = 30.0
    ball_bounciness: float = 0.6
    boost_is_unlimited: bool = False
    is_puck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Start of the ball at the end of the countdown, uu and uu/s."""

    place: tuple[float, float]
    velocity: tuple[float, float, float]


def sphere(ball_radius: float) -> BallShape:
    """Returns the shape of a ball for packets."""
    return flat.SphereShape(2.0 * ball_radius)


def sphere_reach(ball_radius: float, _ball: RocketSim.BallState) -> float:
    """Returns the radius."""
    return ball_radius


def scorer_of_the_engine(arena: RocketSim.Arena, ball: RocketSim.BallState, _pull_z: float) -> int | None:
    """Returns RocketSim's judgement for goals in the back walls."""
    if not arena.is_ball_probably_going_in(THREAT_S):
        return None
    return 0 if ball.vel.y > 0.0 else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One game mode."""

    physics: ModePhysics
    field: Field
    walls: Callable[[], Walls]
    line_uu: Measure
    """Distance of the ball from the nearer goal."""
    ball_place: tuple[float, float] = (0.0, 0.0)
    """Place of the ball during the countdown, seen from blue's side."""
    launch: Launch | None = None
    """If None, the ball stays in its place until it is touched."""
    has_sides: bool = False
    """True if the ball starts on a random team's side; place and launch are given for blue's side."""
    scorer: Scorer = scorer_of_the_engine
    """Returns the team that is about to score if no car touches the ball; None if neither is."""
    reach_down_uu: Callable[[float, RocketSim.BallState], float] = sphere_reach
    """Returns the distance from the ball's middle to its lowest point; called with the ball's radius."""
    target_speed: Measure | None = None
    """The ball's target speed for packets; None if it has none."""
    ball_shape: Callable[[float], BallShape] = sphere
    """Called with the ball's radius."""
    task: Task = Task.DRIVE

    oval: Callable[[float, float, float], bool] | None = None
    """Returns whether a ball at x, y, z is in a ring overhead; None if goals are in the back walls."""

    def is_in_goal(self, ball: RocketSim.BallState) -> bool:
        """Returns whether a ball that RocketSim reports as scored is in the goal.

        For goals in the back walls, RocketSim compares only one coordinate.
        """
        x, y, z = ball.pos.as_tuple()
        if self.oval is not None:
            return self.oval(x, y, z)
        goal = self.field.goals[0]
        return bool(abs(x) <= goal.width / 2.0 and z <= goal.height)
