"""The message that sets the state of a match, and why it cannot be sent."""

from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.messages import Message, message
from runtime.model.placements import Body, PartialVector, Placement, StateChange
from runtime.model.values import ArenaView

REFUSED: Final = message(
    "state-setting-off", "Nothing was moved: this match does not allow its state to be set (enable_state_setting)."
)
NO_GRAVITY: Final = -1e-6
"""Gravity in uu/s² that stands for none: 0 restores that of the match."""
TOO_EARLY: Final = message("no-frame-yet", "Nothing was moved: no frame of the match has come yet.")


def why_not(change: StateChange, view: ArenaView | None, *, is_allowed: bool) -> Message | None:
    """Returns why a change cannot be carried out; None where it can."""
    if not is_allowed:
        return REFUSED
    if view is None:
        return TOO_EARLY
    return next(filter(None, (_missing(placement, view) for placement in change.placements)), None)


def _missing(placement: Placement, view: ArenaView) -> Message | None:
    is_ball = placement.body is Body.BALL
    if 0 <= placement.index < len(view.balls if is_ball else view.cars):
        return None
    number = str(placement.index)
    if is_ball:
        return message("no-such-ball", "Nothing was moved: there is no ball {number} in this match.", number=number)
    return message("no-such-car", "Nothing was moved: there is no car {number} in this match.", number=number)


def desired_state(change: StateChange) -> flat.DesiredGameState:
    """Returns the message; objects that are not placed have empty entries, since the position in the list counts."""
    balls = {one.index: one for one in change.placements if one.body is Body.BALL}
    cars = {one.index: one for one in change.placements if one.body is Body.CAR}
    has_info = change.gravity_z is not None or change.game_speed is not None
    gravity_z = NO_GRAVITY if change.gravity_z == 0.0 else change.gravity_z
    info = flat.DesiredMatchInfo(world_gravity_z=gravity_z, game_speed=change.game_speed) if has_info else None
    return flat.DesiredGameState(
        ball_states=[_ball(balls.get(index)) for index in range(max(balls, default=-1) + 1)],
        car_states=[_car(cars.get(index)) for index in range(max(cars, default=-1) + 1)],
        match_info=info,
    )


def _ball(placement: Placement | None) -> flat.DesiredBallState:
    return flat.DesiredBallState() if placement is None else flat.DesiredBallState(_physics(placement))


def _car(placement: Placement | None) -> flat.DesiredCarState:
    return flat.DesiredCarState() if placement is None else flat.DesiredCarState(_physics(placement), placement.boost)


def _physics(placement: Placement) -> flat.DesiredPhysics:
    return flat.DesiredPhysics(
        location=_partial(placement.location),
        rotation=None if placement.rotation is None else flat.RotatorPartial(*placement.rotation),
        velocity=_partial(placement.velocity),
        angular_velocity=_partial(placement.spin),
    )


def _partial(vector: PartialVector | None) -> flat.Vector3Partial | None:
    return None if vector is None else flat.Vector3Partial(*vector)
