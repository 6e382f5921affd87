"""The message that sets the state of a match."""

from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.placements import Body, PartialVector, Placement, StateChange

NO_GRAVITY: Final = -1e-6
"""Gravity in uu/s² that is sent for none, because 0 restores the gravity of the match."""


def desired_state(change: StateChange) -> flat.DesiredGameState:
    """Returns the message; objects that are not placed get empty entries, because an entry's position is its index."""
    balls = {placement.index: placement for placement in change.placements if placement.body is Body.BALL}
    cars = {placement.index: placement for placement in change.placements if placement.body is Body.CAR}
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
