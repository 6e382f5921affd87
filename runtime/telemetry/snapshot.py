"""Converts game packets to the values that the window, the log and the result share."""

from math import sqrt
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.game_facts import BALL_RADIUS
from runtime.model.placements import Vector
from runtime.model.states import AirState, Phase
from runtime.model.values import ArenaView, BallView, CarView, Controls, PadPlace, TouchView

PHASES: Final = tuple(Phase)
"""In the order of the protocol's numbers."""
AIR_STATES: Final = tuple(AirState)
"""In the order of the protocol's numbers."""


def phase_of(packet: flat.GamePacket) -> Phase:
    """The phase of the match in this packet."""
    return PHASES[int(packet.match_info.match_phase)]


def pad_places(field: flat.FieldInfo) -> tuple[PadPlace, ...]:
    """Returns the positions of the boost pads, in the order of the packet's pad states."""
    return tuple(PadPlace(x=pad.location.x, y=pad.location.y, is_big=pad.is_full_boost) for pad in field.boost_pads)


def arena_view(packet: flat.GamePacket, pads: tuple[PadPlace, ...]) -> ArenaView:
    """Returns the values that a spectator sees; `pads` comes from `pad_places` and is shared, not copied."""
    info = packet.match_info
    return ArenaView(
        frame=info.frame_num,
        phase=phase_of(packet),
        seconds_elapsed=info.seconds_elapsed,
        clock_s=info.game_time_remaining,
        is_overtime=info.is_overtime,
        is_unlimited=info.is_unlimited_time,
        score=score_of(packet),
        cars=tuple(_car(index, player) for index, player in enumerate(packet.players)),
        balls=tuple(_ball(ball) for ball in packet.balls),
        pads=pads,
        pads_active=tuple(pad.is_active for pad in packet.boost_pads),
        pad_timers=tuple(pad.timer for pad in packet.boost_pads),
        gravity_z=info.world_gravity_z,
        game_speed=info.game_speed,
    )


def score_of(packet: flat.GamePacket) -> tuple[int, int]:
    """Returns the goals of blue and orange; zeros if the packet has no teams."""
    goals = [0, 0]
    for team in packet.teams:
        if team.team_index < len(goals):
            goals[team.team_index] = team.score
    return goals[0], goals[1]


def _car(index: int, player: flat.PlayerInfo) -> CarView:
    physics, score = player.physics, player.score_info
    location, rotation, hitbox = physics.location, physics.rotation, player.hitbox
    velocity = vector(physics.velocity)
    return CarView(
        index=index,
        name=player.name,
        team=player.team,
        x=location.x,
        y=location.y,
        z=location.z,
        pitch=rotation.pitch,
        yaw=rotation.yaw,
        roll=rotation.roll,
        speed=_length(velocity),
        boost=player.boost,
        is_demolished=player.demolished_timeout >= 0,
        is_supersonic=player.is_supersonic,
        goals=score.goals,
        saves=score.saves,
        demolitions=score.demolitions,
        score=score.score,
        velocity=velocity,
        angular_velocity=vector(physics.angular_velocity),
        hitbox=(hitbox.length, hitbox.width, hitbox.height),
        hitbox_offset=vector(player.hitbox_offset),
        controls=_controls(player.last_input),
        air_state=AIR_STATES[int(player.air_state)],
        has_jumped=player.has_jumped,
        has_dodged=player.has_dodged,
        demolished_for_s=max(0.0, player.demolished_timeout),
        shots=score.shots,
        assists=score.assists,
        own_goals=score.own_goals,
        latest_touch=_touch(player.latest_touch),
    )


def _controls(state: flat.ControllerState) -> Controls:
    return Controls(
        throttle=state.throttle,
        steer=state.steer,
        pitch=state.pitch,
        yaw=state.yaw,
        roll=state.roll,
        jump=state.jump,
        boost=state.boost,
        handbrake=state.handbrake,
    )


def _touch(touch: flat.Touch | None) -> TouchView | None:
    if touch is None:
        return None
    return TouchView(game_seconds=touch.game_seconds, ball_index=touch.ball_index, location=vector(touch.location))


def _ball(ball: flat.BallInfo) -> BallView:
    location, rotation = ball.physics.location, ball.physics.rotation
    velocity = vector(ball.physics.velocity)
    return BallView(
        x=location.x,
        y=location.y,
        z=location.z,
        speed=_length(velocity),
        radius=radius_uu(ball.shape),
        is_puck=isinstance(ball.shape, flat.CylinderShape),
        pitch=rotation.pitch,
        yaw=rotation.yaw,
        roll=rotation.roll,
        velocity=velocity,
        angular_velocity=vector(ball.physics.angular_velocity),
    )


def radius_uu(shape: flat.BoxShape | flat.SphereShape | flat.CylinderShape) -> float:
    """Returns half of the largest horizontal extent; a shape without extent counts as a standard ball."""
    widest = max(shape.length, shape.width) if isinstance(shape, flat.BoxShape) else shape.diameter
    return widest / 2 if widest > 0 else BALL_RADIUS


def vector(vector: flat.Vector3) -> Vector:
    """Returns the components of a vector."""
    return vector.x, vector.y, vector.z


def _length(vector: Vector) -> float:
    x, y, z = vector
    return sqrt(x * x + y * y + z * z)
