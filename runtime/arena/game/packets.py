"""Builds the game packet from the state of a match; called every frame.

Fields that only events change (names, scores, touches) are packed once in a `PacketImage`; the numbers of a frame are
written into it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.car_input import CarInput
from runtime.arena.game.packet_image import PacketImage, info_into, physics_into
from runtime.arena.game.rules import Rules
from runtime.arena.game.scoring import Scoring
from runtime.arena.game.touches import TouchLog
from runtime.arena.physics.world import World
from runtime.model.game_facts import DODGE_S, TICKS_PER_S
from runtime.model.states import Phase

HITBOX_MARGIN_UU: Final = 2.5
"""RocketSim's hitboxes are larger by this than the hitboxes that the game reports."""

_PHASES: Final = {phase: int(getattr(flat.MatchPhase, phase.value)) for phase in Phase}
JUMP_S: Final = 0.2
DOUBLE_JUMP_FRAMES: Final = 13

_ALL_WHEELS: Final = (True, True, True, True)
_ON_GROUND: Final = int(flat.AirState.OnGround)
_JUMPING: Final = int(flat.AirState.Jumping)
_DOUBLE_JUMPING: Final = int(flat.AirState.DoubleJumping)
_DODGING: Final = int(flat.AirState.Dodging)
_IN_AIR: Final = int(flat.AirState.InAir)

Jump: TypeAlias = tuple[int, float, float, float, float, bool, bool, bool]
"""air_state, dodge_timeout, dodge_elapsed, dodge_dir (2), has_jumped, has_double_jumped, has_dodged."""

_STANDS: Final[Jump] = (_ON_GROUND, -1.0, 0.0, 0.0, 0.0, False, False, False)


class Jumps:
    """Fields about jumps and dodges, for all cars of a match; for one thread.

    `dodge_grace_s` returns a car's extra time for a dodge.
    """

    __slots__ = ("_dodge_grace_s", "_double_jumps")

    def __init__(self, dodge_grace_s: Callable[[int], float] | None = None) -> None:
        self._dodge_grace_s = dodge_grace_s
        self._double_jumps: dict[int, int] = {}
        """Frame of the packet that first showed a car's second jump."""

    def of(self, index: int, car: RocketSim.CarState, frame: int) -> Jump:
        """Returns the fields of a car for the packet of `frame`."""
        if self._double_jumps and not car.has_double_jumped:
            self._double_jumps.pop(index, None)
        if not car.is_jumping and car.wheels_with_contact == _ALL_WHEELS:
            return _STANDS
        timeout, elapsed, forward, right = -1.0, 0.0, 0.0, 0.0
        has_jumped, has_double_jumped, has_dodged = car.has_jumped, car.has_double_jumped, car.has_flipped
        if has_dodged:
            elapsed = car.flip_time
            forward, right = _dodge_direction(car)
        elif has_jumped and not has_double_jumped:
            timeout = _dodge_timeout(car)
            if self._dodge_grace_s is not None and timeout > 0.0:
                timeout += self._dodge_grace_s(index)
        air_state = self._air_state(index, car, frame)
        return air_state, timeout, elapsed, forward, right, has_jumped, has_double_jumped, has_dodged

    def _air_state(self, index: int, car: RocketSim.CarState, frame: int) -> int:
        if car.is_jumping:
            return _JUMPING
        if car.is_flipping:
            return _DODGING
        return _DOUBLE_JUMPING if car.has_double_jumped and self._is_double_jumping(index, frame) else _IN_AIR

    def _is_double_jumping(self, index: int, frame: int) -> bool:
        """Returns whether the second jump goes on; its time counts from the first packet that shows the jump."""
        return frame - self._double_jumps.setdefault(index, frame) < DOUBLE_JUMP_FRAMES


def _dodge_timeout(car: RocketSim.CarState) -> float:
    """Returns the seconds left for a dodge after a jump; the time does not run while the first jump is held."""
    left = DODGE_S - car.air_time_since_jump
    if car.is_jumping:
        left += max(0.0, JUMP_S - car.jump_time)
    return left if left > 0.0 else -1.0


def _dodge_direction(car: RocketSim.CarState) -> tuple[float, float]:
    """Returns the forward and right share of the dodge, which RocketSim stores as torque."""
    x, y, _ = car.flip_rel_torque.as_tuple()
    return y, -x


@dataclass(frozen=True, slots=True)
class Nameplate:
    """Constant fields of a car."""

    name: str
    team: int
    player_id: int
    is_bot: bool
    """True if an agent drives it; false for humans and stand-ins."""


_Look: TypeAlias = tuple[bool, float, int, int, int, int]
"""Presence of a ball, its target speed, the score, and the numbers of accolades given and of touches logged."""


class PacketBuilder:
    """Turns a match into packed packets; for one thread."""

    def __init__(
        self,
        nameplates: Sequence[Nameplate],
        world: World,
        touches: TouchLog,
        *,
        dodge_grace_s: Callable[[int], float] | None = None,
    ) -> None:
        self._nameplates = tuple(nameplates)
        self._world = world
        self._is_bot = [plate.is_bot for plate in nameplates]
        self._jumps = Jumps(dodge_grace_s)
        self._hitboxes = [_hitbox(world.config_of(index)) for index in range(len(nameplates))]
        self._touches = touches
        self._phase = Phase.PAUSED
        self._number = _PHASES[Phase.PAUSED]
        """The protocol's number of that phase."""
        self._image: PacketImage | None = None
        """The current image; None after an event."""
        self._look: _Look | None = None
        """State of the fields that invalidate the image."""

    def body_changed(self, index: int) -> None:
        """Reads the hitbox of a car again."""
        self._hitboxes[index] = _hitbox(self._world.config_of(index))
        self._image = None

    def build(self, rules: Rules, scoring: Scoring, inputs: Sequence[CarInput], game_speed: float) -> bytearray:
        """Returns the framed packet of the present state; the next call changes it. `inputs` has one for each car."""
        world = self._world
        blue, orange = rules.score
        measure = world.mode.target_speed
        target_speed = measure(world.ball) if measure is not None else 0.0
        look = world.has_ball, target_speed, blue, orange, scoring.given, self._touches.count
        image = self._image
        if image is None or look != self._look or scoring.accolades:
            image = self._new_image(look, scoring)
        buffer = image.buffer
        for index, car in enumerate(world.cars):
            self._write(image, index, car, inputs[index].reported)
        for place in image.balls:
            _write_ball(buffer, place, world.ball)
        image.show_pads(world.taken_pads())
        info_into(
            buffer,
            image.info,
            rules.frames / TICKS_PER_S,
            rules.clock_frames / TICKS_PER_S,
            world.physics.gravity_z,
            game_speed,
            0,
            rules.frames,
            rules.is_overtime,
            rules.is_unlimited,
            self._number if rules.phase is self._phase else self._phase_number(rules.phase),
        )
        return buffer

    def _phase_number(self, phase: Phase) -> int:
        self._phase, self._number = phase, _PHASES[phase]
        return self._number

    def _new_image(self, look: _Look, scoring: Scoring) -> PacketImage:
        """Returns a new image, which is kept until the next event; one with accolades is not kept."""
        has_ball, target_speed, blue, orange, _, _ = look
        players = [self._player(index, scoring) for index in range(len(self._nameplates))]
        shape = self._world.mode.ball_shape(self._world.physics.ball_radius)
        balls = [flat.BallInfo(flat.Physics(), shape, -1, target_speed)] if has_ball else []
        pads = [flat.BoostPadState(self._world.physics.has_pads, 0.0) for _ in self._world.mode.field.pads]
        teams = [flat.TeamInfo(0, blue), flat.TeamInfo(1, orange)]
        info = flat.MatchInfo(1.0, 1.0, True, True, flat.MatchPhase.Active, 1.0, 2.0, 1, 1)
        image = PacketImage(flat.GamePacket(players, pads, balls, info, teams, []))
        self._image, self._look = None if scoring.accolades else image, look
        return image

    def _player(self, index: int, scoring: Scoring) -> flat.PlayerInfo:
        """Returns a player whose per-frame fields have values other than the default, so that none is left out."""
        plate = self._nameplates[index]
        hitbox, offset = self._hitboxes[index]
        return flat.PlayerInfo(
            score_info=flat.ScoreInfo(*scoring.stats[index].counts()),
            hitbox=hitbox,
            hitbox_offset=offset,
            latest_touch=self._touches.shown[index],
            air_state=flat.AirState.Dodging,
            dodge_timeout=1.0,
            demolished_timeout=1.0,
            is_supersonic=True,
            is_bot=True,
            name=plate.name,
            team=plate.team,
            boost=1.0,
            player_id=plate.player_id,
            accolades=scoring.accolades.get(index, []),
            has_jumped=True,
            has_double_jumped=True,
            has_dodged=True,
            dodge_elapsed=1.0,
        )

    def _write(self, image: PacketImage, index: int, car: RocketSim.CarState, last_input: bytes) -> None:
        world = self._world
        back_frame = world.wrecks.get(index)
        air_state, timeout, elapsed, forward, right, has_jumped, has_double_jumped, has_dodged = self._jumps.of(
            index, car, world.frame
        )
        into, at, shape, name, references = image.players[index]
        location_x, location_y, location_z = car.pos.as_tuple()
        yaw, pitch, roll = car.rot_mat.as_angle().as_tuple()
        velocity_x, velocity_y, velocity_z = car.vel.as_tuple()
        spin_x, spin_y, spin_z = car.ang_vel.as_tuple()
        into(
            image.buffer,
            at,
            location_x,
            location_y,
            location_z,
            pitch,
            yaw,
            roll,
            velocity_x,
            velocity_y,
            velocity_z,
            spin_x,
            spin_y,
            spin_z,
            shape,
            timeout,
            -1.0 if back_frame is None else (back_frame - world.frame) / TICKS_PER_S,
            name,
            car.boost,
            references,
            last_input,
            elapsed,
            forward,
            right,
            air_state,
            car.is_supersonic,
            self._is_bot[index],
            has_jumped,
            has_double_jumped,
            has_dodged,
        )


def _write_ball(buffer: bytearray, place: int, ball: RocketSim.BallState) -> None:
    x, y, z = ball.pos.as_tuple()
    yaw, pitch, roll = ball.rot_mat.as_angle().as_tuple()
    velocity_x, velocity_y, velocity_z = ball.vel.as_tuple()
    spin_x, spin_y, spin_z = ball.ang_vel.as_tuple()
    physics_into(
        buffer,
        place,
        x,
        y,
        z,
        pitch,
        yaw,
        roll,
        velocity_x,
        velocity_y,
        velocity_z,
        spin_x,
        spin_y,
        spin_z,
    )


def _hitbox(config: RocketSim.CarConfig) -> tuple[flat.BoxShape, flat.Vector3]:
    length, width, height = config.hitbox_size.as_tuple()
    margin = HITBOX_MARGIN_UU
    return (
        flat.BoxShape(length - margin, width - margin, height - margin),
        flat.Vector3(*config.hitbox_pos_offset.as_tuple()),
    )
