"""Converts packets, a client's view of the game, to the state arrays of training.

Uses only numpy and rlbot_flatbuffers, because exported bots include this module. Packets lack some information:

- Events come from counters: touches (at most one per packet), goals, own goals, assists, shots, saves and demolitions.
  Bumps and picked-up pads are 0.
- The angular velocity and the timers of pads come from the packet; Rocket League rounds them.
- `can_flip` and `air_time_since_jump` follow from the time left for a dodge, which does not run while the first jump is
  held. When it is over, `air_time_since_jump` is counted from packet to packet.
- `holds_jump` is the last input in the packet. `is_boosting` and `handbrake` follow it as in the game, if no packets
  were skipped.
- `on_ground` is true with all wheels on the ground. In training three wheels are enough, so `on_ground` and `can_flip`
  differ for some ticks when a car takes off or lands.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import rlbot_flatbuffers as flat

from runtime.model.game_facts import BIG_PAD_S, DODGE_S, RESPAWN_S, SMALL_PAD_S, TICKS_PER_S

from .state import CAR_NUMBERS, NO_CAR, NO_TEAM, ArenaState

Vector: TypeAlias = tuple[float, float, float]

MIN_BOOST_S: Final = 0.1
"""Minimum duration of a boost."""
HANDBRAKE_RISE: Final = 5.0
"""Increase per second while the button is held."""
HANDBRAKE_FALL: Final = 2.0
"""Decrease per second after the button was released."""
COUNTERS: Final = ("goals", "own_goals", "assists", "shots", "saves", "demolitions")
"""Events for which packets have counters with the same names."""
ABSENT_Z: Final = -1000.0
"""Height of an absent car."""
_JUMPING: Final = int(flat.AirState.Jumping)
_DODGING: Final = int(flat.AirState.Dodging)
_ON_GROUND: Final = int(flat.AirState.OnGround)
_COUNTDOWN: Final = int(flat.MatchPhase.Countdown)


class PacketReader:
    """Turns the packets of one match into an `ArenaState` with one row.

    Args:
        field: the field of the match, for the times of pads.
    """

    def __init__(self, field: flat.FieldInfo) -> None:
        pads_s = [BIG_PAD_S if pad.is_full_boost else SMALL_PAD_S for pad in field.boost_pads]
        self._pad_s = np.array(pads_s, np.float32)
        self._state = ArenaState(())
        self._seen: dict[int, _Seen] = {}
        """The state of each car in the last packet."""
        self._frame = self._begin = self._touch_frame = 0

    def read(self, packet: flat.GamePacket, cars: Sequence[int | None] = (), teams: Sequence[int] = ()) -> ArenaState:
        """Returns the state in a packet with a ball; the next call overwrites it.

        `cars` are the packet's indices of the cars in the state, in this order, and `teams` are their teams. None is an
        absent car; it appears demolished below the field. The default is all cars, blue ones first.
        """
        players = packet.players
        if not cars:
            everyone = sorted(range(len(players)), key=lambda index: (players[index].team, index))
            cars, teams = everyone, [players[index].team for index in everyone]
        if self._state.layout.teams != tuple(teams):
            self._state = ArenaState(teams, pads=len(self._pad_s))
        state, frame = self._state, packet.match_info.frame_num
        if frame < self._frame or int(packet.match_info.match_phase) == _COUNTDOWN:
            self._begin = self._touch_frame = frame
            state.last_touch[0] = NO_CAR
        elapsed_s, self._frame = max(0, frame - self._frame) / TICKS_PER_S, frame
        state.events[:] = 0
        state.goal[0] = NO_TEAM
        for place, index in enumerate(cars):
            if index is None:
                self._leave_out(state, place)
            else:
                self._read_car(state, place, players[index])
                self._read_history(state, place, index, players[index], elapsed_s)
        _read_ball(state, packet.balls[0].physics)
        self._read_pads(state, packet.boost_pads)
        state.has_goal, state.has_events = bool(state.goal[0] != NO_TEAM), bool(state.events.any())
        state.clock, state.begun_at[0], state.touched_at[0] = frame, self._begin, self._touch_frame
        return state

    def _read_car(self, state: ArenaState, place: int, player: flat.PlayerInfo) -> None:
        physics, air, last = player.physics, int(player.air_state), player.last_input
        state.car_position[0, place] = _vector(physics.location)
        state.car_velocity[0, place] = _vector(physics.velocity)
        state.car_angular_velocity[0, place] = _vector(physics.angular_velocity)
        axes = axes_of(physics.rotation.pitch, physics.rotation.yaw, physics.rotation.roll)
        state.car_forward[0, place], state.car_right[0, place], state.car_up[0, place] = axes
        for name, value in (
            ("boost", player.boost),
            ("on_ground", air == _ON_GROUND),
            ("is_demolished", player.demolished_timeout >= 0.0),
            ("respawn_s", max(0.0, player.demolished_timeout)),
            ("is_supersonic", player.is_supersonic),
            ("holds_jump", last.jump),
            ("has_jumped", player.has_jumped),
            ("is_jumping", air == _JUMPING),
            ("has_flipped", player.has_dodged),
            ("is_flipping", air == _DODGING),
            ("has_double_jumped", player.has_double_jumped),
        ):
            getattr(state, f"car_{name}")[0, place] = value

    def _read_history(
        self, state: ArenaState, place: int, index: int, player: flat.PlayerInfo, elapsed_s: float
    ) -> None:
        """Reads values that depend on earlier packets: touches, counters, and the time since a jump."""
        touch = player.latest_touch
        before = self._seen.get(index, _NEW)
        now = _Seen(
            touch_s=-1.0 if touch is None else touch.game_seconds,
            counts=tuple(getattr(player.score_info, name) for name in COUNTERS),
            air_s=_seconds_since_jump(player, before, elapsed_s),
            handbrake=_handbrake(player.last_input.handbrake, before, elapsed_s),
            boosting_s=_boosting_s(player, before, elapsed_s),
        )
        self._seen[index] = now
        state.car_air_time_since_jump[0, place] = now.air_s
        state.car_handbrake[0, place] = now.handbrake
        state.car_is_boosting[0, place] = now.boosting_s > 0.0
        is_spent = player.has_double_jumped or player.has_dodged or player.last_input.jump
        is_airborne = int(player.air_state) != _ON_GROUND
        state.car_can_flip[0, place] = is_airborne and not is_spent and now.air_s < DODGE_S
        if before is _NEW:
            return
        if now.touch_s > before.touch_s:
            self._touch_frame = self._frame
            state.touches[0, place], state.last_touch[0] = 1, place
        for name, count, last in zip(COUNTERS, now.counts, before.counts, strict=True):
            getattr(state, name)[0, place] = max(0, count - last)
        if state.goals[0, place] or state.own_goals[0, place]:
            scorer = bool(player.team) != bool(state.own_goals[0, place])
            state.goal[0] = int(scorer)

    def _read_pads(self, state: ArenaState, pads: Sequence[flat.BoostPadState]) -> None:
        taken = np.array([0.0 if pad.is_active else pad.timer for pad in pads], np.float32)
        away = np.array([not pad.is_active for pad in pads], np.bool_)
        state.pad_timers[0] = np.where(away, np.maximum(self._pad_s - taken, 0.0), 0.0)

    def _leave_out(self, state: ArenaState, place: int) -> None:
        state.car_position[0, place] = (0.0, 0.0, ABSENT_Z)
        state.car_velocity[0, place] = state.car_angular_velocity[0, place] = 0.0
        state.car_forward[0, place], state.car_right[0, place], state.car_up[0, place] = np.eye(3)
        for name in CAR_NUMBERS:
            getattr(state, f"car_{name}")[0, place] = 0.0
        state.car_is_demolished[0, place] = 1.0
        state.car_respawn_s[0, place] = RESPAWN_S


class _Seen(NamedTuple):
    """A car's values in one packet, for comparison with the next packet."""

    touch_s: float = -1.0
    counts: tuple[int, ...] = ()
    air_s: float = 0.0
    handbrake: float = 0.0
    boosting_s: float = 0.0


_NEW: Final = _Seen()


def _seconds_since_jump(player: flat.PlayerInfo, before: _Seen, elapsed_s: float) -> float:
    """Returns the time since the first jump ended; 0 if there was none."""
    air = int(player.air_state)
    if air in (_ON_GROUND, _JUMPING) or not player.has_jumped:
        return 0.0
    return DODGE_S - player.dodge_timeout if player.dodge_timeout >= 0.0 else before.air_s + elapsed_s


def _handbrake(is_pressed: bool, before: _Seen, elapsed_s: float) -> float:
    """Returns the strength of the handbrake, which rises and falls as in the game and in RocketSim."""
    change = HANDBRAKE_RISE if is_pressed else -HANDBRAKE_FALL
    return min(1.0, max(0.0, before.handbrake + change * elapsed_s))


def _boosting_s(player: flat.PlayerInfo, before: _Seen, elapsed_s: float) -> float:
    """Returns the time since the boost started; it lasts a minimum time even if the button is released at once."""
    is_lit = player.last_input.boost or 0.0 < before.boosting_s < MIN_BOOST_S
    return before.boosting_s + max(elapsed_s, 1.0 / TICKS_PER_S) if is_lit and player.boost > 0.0 else 0.0


def axes_of(pitch: float, yaw: float, roll: float) -> tuple[Vector, Vector, Vector]:
    """Returns the directions forward, right and up of a car with these angles, rad."""
    cp, sp, cy, sy = math.cos(pitch), math.sin(pitch), math.cos(yaw), math.sin(yaw)
    cr, sr = math.cos(roll), math.sin(roll)
    return (
        (cp * cy, cp * sy, sp),
        (cy * sp * sr - cr * sy, sy * sp * sr + cr * cy, -cp * sr),
        (-cr * cy * sp - sr * sy, -cr * sy * sp + sr * cy, cp * cr),
    )


def _read_ball(state: ArenaState, ball: flat.Physics) -> None:
    state.ball_position[0] = _vector(ball.location)
    state.ball_velocity[0] = _vector(ball.velocity)
    state.ball_angular_velocity[0] = _vector(ball.angular_velocity)


def _vector(of: flat.Vector3) -> Vector:
    return of.x, of.y, of.z
