"""Moving a car or a ball: the message that sets the state of a match, and why it cannot be sent."""

from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.messages import Message, message
from runtime.model.placements import Body, PartialVector, Placement
from runtime.model.values import ArenaView

REFUSED: Final = message(
    "state-setting-off", "Nothing was moved: this match does not allow its state to be set (enable_state_setting)."
)
TOO_EARLY: Final = message("no-frame-yet", "Nothing was moved: no frame of the match has come yet.")


def why_not(placement: Placement, view: ArenaView | None, *, is_allowed: bool) -> Message | None:
    """Returns why a placement cannot be carried out; None where it can."""
    if not is_allowed:
        return REFUSED
    if view is None:
        return TOO_EARLY
    is_ball = placement.body is Body.BALL
    if 0 <= placement.index < len(view.balls if is_ball else view.cars):
        return None
    number = str(placement.index)
    if is_ball:
        return message("no-such-ball", "Nothing was moved: there is no ball {number} in this match.", number=number)
    return message("no-such-car", "Nothing was moved: there is no car {number} in this match.", number=number)


def desired_state(placement: Placement) -> flat.DesiredGameState:
    """Returns the message; the objects before the one to move have empty entries, since the position counts."""
    physics = flat.DesiredPhysics(
        location=_partial(placement.location),
        velocity=_partial(placement.velocity),
        angular_velocity=_partial(placement.spin),
    )
    if placement.body is Body.BALL:
        others = [flat.DesiredBallState() for _ in range(placement.index)]
        return flat.DesiredGameState(ball_states=[*others, flat.DesiredBallState(physics)])
    unchanged = [flat.DesiredCarState() for _ in range(placement.index)]
    return flat.DesiredGameState(car_states=[*unchanged, flat.DesiredCarState(physics)])


def _partial(vector: PartialVector | None) -> flat.Vector3Partial | None:
    return None if vector is None else flat.Vector3Partial(*vector)
