"""Builds the game packet from the state of a match: called every frame, so what did not change is not built again.

Parts that cannot change any more (hitboxes, pads that are there, the ball's shape, touches) are shared between packets;
nothing that a packet holds is changed after it was handed out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.field import PADS
from runtime.arena.frames import RATE, seconds
from runtime.arena.rules import Rules
from runtime.arena.scoring import Scoring, Stats
from runtime.arena.world import World
from runtime.states import Phase

HITBOX_MARGIN_UU: Final = 2.5
"""By this much RocketSim's hitboxes are larger than those the game reports."""
DODGE_TIMEOUT_S: Final = 1.25
JUMP_S: Final = 0.2
DOUBLE_JUMP_FRAMES: Final = 13

_ALL_WHEELS: Final = (True, True, True, True)
_NO_BALL_PHASES: Final = (Phase.GOAL_SCORED, Phase.REPLAY)
_PHASES: Final = {phase: getattr(flat.MatchPhase, phase.value) for phase in Phase}
_NO_DIRECTION: Final = flat.Vector2(0.0, 0.0)
_ON_GROUND: Final = flat.AirState.OnGround
_JUMPING: Final = flat.AirState.Jumping
_DOUBLE_JUMPING: Final = flat.AirState.DoubleJumping
_DODGING: Final = flat.AirState.Dodging
_IN_AIR: Final = flat.AirState.InAir


@dataclass(frozen=True, slots=True)
class Driver:
    """What a packet says of a car that no frame changes."""

    name: str
    team: int
    player_id: int
    is_bot: bool
    """Whether an agent drives it; false for people and for stand-ins."""


class PacketBuilder:
    """Turns a match into packets; owned by one thread."""

    def __init__(self, drivers: Sequence[Driver], world: World) -> None:
        self._drivers = tuple(drivers)
        self._world = world
        self._hitboxes = [_hitbox(world.config_of(index)) for index in range(len(drivers))]
        self._touches: list[flat.Touch | None] = [None] * len(drivers)
        self._scores = [(Stats(), flat.ScoreInfo())] * len(drivers)
        self._double_jumps = [-1] * len(drivers)
        self._all_pads = [flat.BoostPadState(world.physics.has_pads, 0.0) for _ in PADS]
        self._ball_shape = flat.SphereShape(2.0 * world.ball_radius)

    def body_changed(self, index: int) -> None:
        """Reads the hitbox of a car anew."""
        self._hitboxes[index] = _hitbox(self._world.config_of(index))

    def touched(self, index: int, game_seconds: float) -> None:
        """Notes where a car touches the ball in this frame."""
        hit = self._world.cars[index].ball_hit_info
        x, y, z = hit.relative_pos_on_ball.as_tuple()
        ball_x, ball_y, ball_z = hit.ball_pos.as_tuple()
        length = (x * x + y * y + z * z) ** 0.5 or 1.0
        self._touches[index] = flat.Touch(
            game_seconds,
            flat.Vector3(ball_x + x, ball_y + y, ball_z + z),
            flat.Vector3(-x / length, -y / length, -z / length),
            0,
        )

    def build(
        self, rules: Rules, scoring: Scoring, inputs: Sequence[flat.ControllerState], game_speed: float
    ) -> flat.GamePacket:
        """One packet of the state as it is now; `inputs` are the cars' last ones."""
        players = [self._player(index, car, scoring, inputs[index]) for index, car in enumerate(self._world.cars)]
        balls = [] if rules.phase in _NO_BALL_PHASES else [self._ball()]
        blue, orange = rules.score
        info = flat.MatchInfo(
            seconds(rules.frames),
            seconds(rules.clock_frames),
            rules.is_overtime,
            rules.is_unlimited,
            _PHASES[rules.phase],
            self._world.physics.gravity_z,
            game_speed,
            0,
            rules.frames,
        )
        return flat.GamePacket(
            players, self._pads(), balls, info, [flat.TeamInfo(0, blue), flat.TeamInfo(1, orange)], []
        )

    def _ball(self) -> flat.BallInfo:
        return flat.BallInfo(_physics(self._world.ball), self._ball_shape, -1, 0.0)

    def _pads(self) -> list[flat.BoostPadState]:
        taken = self._world.taken_pads()
        if not taken:
            return self._all_pads
        pads = self._all_pads.copy()
        for index, since_s in taken:
            pads[index] = flat.BoostPadState(False, since_s)
        return pads

    def _score(self, index: int, stats: Stats) -> flat.ScoreInfo:
        known, info = self._scores[index]
        if known != stats:
            known, info = Stats(*stats.counts()), flat.ScoreInfo(*stats.counts())
            self._scores[index] = (known, info)
        return info

    def _player(
        self, index: int, car: RocketSim.CarState, scoring: Scoring, last_input: flat.ControllerState
    ) -> flat.PlayerInfo:
        driver = self._drivers[index]
        hitbox, offset = self._hitboxes[index]
        respawn = self._world.respawn_in(index)
        air_state = self._air_state(index, car)
        is_airborne = air_state is not _ON_GROUND
        has_jumped = is_airborne and car.has_jumped
        has_dodged = is_airborne and car.has_flipped
        has_double_jumped = is_airborne and car.has_double_jumped
        timeout = _dodge_timeout(car) if has_jumped and not has_dodged and not has_double_jumped else -1.0
        return flat.PlayerInfo(
            _physics(car),
            self._score(index, scoring.stats[index]),
            hitbox,
            offset,
            self._touches[index],
            air_state,
            timeout,
            -1.0 if respawn is None else respawn / RATE,
            car.is_supersonic,
            driver.is_bot,
            driver.name,
            driver.team,
            car.boost,
            driver.player_id,
            scoring.accolades.get(index, []),
            last_input,
            has_jumped,
            has_double_jumped,
            has_dodged,
            car.flip_time if has_dodged else 0.0,
            _dodge_direction(car) if has_dodged else _NO_DIRECTION,
            None,
            0.0,
            0.0,
        )

    def _air_state(self, index: int, car: RocketSim.CarState) -> flat.AirState:
        if not car.has_double_jumped:
            self._double_jumps[index] = -1
        if car.is_jumping:
            return _JUMPING
        if car.wheels_with_contact == _ALL_WHEELS:
            return _ON_GROUND
        if car.is_flipping:
            return _DODGING
        return _DOUBLE_JUMPING if car.has_double_jumped and self._is_double_jumping(index) else _IN_AIR

    def _is_double_jumping(self, index: int) -> bool:
        """RocketSim knows no time of the second jump, so it counts from the first packet that shows one."""
        if self._double_jumps[index] < 0:
            self._double_jumps[index] = self._world.frame
        return self._world.frame - self._double_jumps[index] < DOUBLE_JUMP_FRAMES


def _hitbox(config: RocketSim.CarConfig) -> tuple[flat.BoxShape, flat.Vector3]:
    length, width, height = config.hitbox_size.as_tuple()
    margin = HITBOX_MARGIN_UU
    return (
        flat.BoxShape(length - margin, width - margin, height - margin),
        flat.Vector3(*config.hitbox_pos_offset.as_tuple()),
    )


def _physics(state: RocketSim.CarState | RocketSim.BallState) -> flat.Physics:
    yaw, pitch, roll = state.rot_mat.as_angle().as_tuple()
    return flat.Physics(
        flat.Vector3(*state.pos.as_tuple()),
        flat.Rotator(pitch, yaw, roll),
        flat.Vector3(*state.vel.as_tuple()),
        flat.Vector3(*state.ang_vel.as_tuple()),
    )


def _dodge_timeout(car: RocketSim.CarState) -> float:
    """Seconds left for a dodge after a jump; the time does not run while the first jump is held."""
    left = DODGE_TIMEOUT_S - car.air_time_since_jump
    if car.is_jumping:
        left += max(0.0, JUMP_S - car.jump_time)
    return left if left > 0.0 else -1.0


def _dodge_direction(car: RocketSim.CarState) -> flat.Vector2:
    """Forward and right share of the dodge; RocketSim keeps it as the torque across."""
    x, y, _ = car.flip_rel_torque.as_tuple()
    return flat.Vector2(y, -x)
