"""Builds the game packet from the state of a match; called every frame.

What only events change (names, scores, touches) is packed once in a `PacketImage`; the numbers of a frame are written
into it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.car_input import CarInput
from runtime.arena.game.jumps import Jumps
from runtime.arena.game.packet_image import PacketImage, info_into, physics_into
from runtime.arena.game.rules import Rules
from runtime.arena.game.scoring import Scoring
from runtime.arena.physics import RATE
from runtime.arena.physics.world import World
from runtime.model.states import Phase

HITBOX_MARGIN_UU: Final = 2.5
"""By this much RocketSim's hitboxes are larger than those the game reports."""

_PHASES: Final = {phase: int(getattr(flat.MatchPhase, phase.value)) for phase in Phase}


@dataclass(frozen=True, slots=True)
class Nameplate:
    """What a packet says of a car that no frame changes."""

    name: str
    team: int
    player_id: int
    is_bot: bool
    """Whether an agent drives it; false for people and for stand-ins."""


_Look: TypeAlias = tuple[bool, float, int, int, int]
"""Whether there is a ball, its target speed, the score, and how many accolades there were."""


class PacketBuilder:
    """Turns a match into packed packets; owned by one thread."""

    def __init__(
        self, nameplates: Sequence[Nameplate], world: World, *, dodge_grace_s: Callable[[int], float] | None = None
    ) -> None:
        self._nameplates = tuple(nameplates)
        self._world = world
        self._is_bot = [plate.is_bot for plate in nameplates]
        self._jumps = Jumps(dodge_grace_s)
        self._hitboxes = [_hitbox(world.config_of(index)) for index in range(len(nameplates))]
        self.touches: list[flat.Touch | None] = [None] * len(nameplates)
        """Each car's last touch."""
        self._phase = Phase.PAUSED
        self._number = _PHASES[Phase.PAUSED]
        """The protocol's number of that phase."""
        self._image: PacketImage | None = None
        """The last one, as long as nothing happens."""
        self._look: _Look | None = None
        """What it is of."""

    def body_changed(self, index: int) -> None:
        """Reads the hitbox of a car anew."""
        self._hitboxes[index] = _hitbox(self._world.config_of(index))
        self._image = None

    def begin_game(self) -> None:
        """Nobody has touched the ball yet."""
        self.touches = [None] * len(self._nameplates)
        self._image = None

    def touched(self, index: int, game_seconds: float) -> None:
        """Notes where a car touches the ball in this frame."""
        hit = self._world.cars[index].ball_hit_info
        x, y, z = hit.relative_pos_on_ball.as_tuple()
        ball_x, ball_y, ball_z = hit.ball_pos.as_tuple()
        length = (x * x + y * y + z * z) ** 0.5 or 1.0
        self.touches[index] = flat.Touch(
            game_seconds,
            flat.Vector3(ball_x + x, ball_y + y, ball_z + z),
            flat.Vector3(-x / length, -y / length, -z / length),
            0,
        )
        self._image = None

    def build(self, rules: Rules, scoring: Scoring, inputs: Sequence[CarInput], game_speed: float) -> bytearray:
        """The framed packet of the state as it is now, which the next call changes.

        `inputs` are the cars' last ones.
        """
        world = self._world
        blue, orange = rules.score
        measure = world.mode.target_speed
        look = world.has_ball, measure(world.ball) if measure is not None else 0.0, blue, orange, scoring.given
        image = self._image
        if image is None or look != self._look or scoring.accolades:
            image = self._new_image(look, scoring)
        buffer = image.buffer
        for index, car in enumerate(world.cars):
            self._write(image, index, car, inputs[index].told)
        for place in image.balls:
            _write_ball(buffer, place, world.ball)
        image.show_pads(world.taken_pads())
        info_into(
            buffer,
            image.info,
            rules.frames / RATE,
            rules.clock_frames / RATE,
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
        """One for as long as nothing happens, or, with accolades, for this frame alone."""
        has_ball, target_speed, blue, orange, _ = look
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
        """What only events change of a player; what frames change has any value but the default one."""
        plate = self._nameplates[index]
        hitbox, offset = self._hitboxes[index]
        return flat.PlayerInfo(
            score_info=flat.ScoreInfo(*scoring.stats[index].counts()),
            hitbox=hitbox,
            hitbox_offset=offset,
            latest_touch=self.touches[index],
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

    def _write(self, image: PacketImage, index: int, car: RocketSim.CarState, told: bytes) -> None:
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
            -1.0 if back_frame is None else (back_frame - world.frame) / RATE,
            name,
            car.boost,
            references,
            told,
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
