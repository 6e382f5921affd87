"""Conversion of v5 messages to the ctypes structures of RLBot v4.

The structures are those of `rlbot.utils.structures`. `struct` writes directly into their memory, because a packet has
thousands of bytes and is converted for every frame.
"""

import array
import ctypes
import math
import struct
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import rlbot_flatbuffers as flat
from rlbot.utils.structures.ball_prediction_struct import MAX_SLICES, BallPrediction, Slice
from rlbot.utils.structures.game_data_struct import (
    MAX_BOOSTS,
    MAX_GOALS,
    MAX_TILES,
    BallInfo,
    BoostPadState,
    FieldInfoPacket,
    GameTickPacket,
    PlayerInfo,
)
from rlbot.utils.structures.rigid_body_struct import RigidBodyTick
from rlbot.utils.structures.start_match_structures import MAX_NAME_LENGTH, MAX_PLAYERS

SMALL_PAD_Z, BIG_PAD_Z = 70.0, 73.0
"""Heights of boost pads in v4, which some bots compare; in v5, they are 0.082 and 8."""
MAX_FRAME = 0x7FFFFFFF

_PACKED = 4
"""Position of the values in a packed v5 struct; its floats and integers are in the same order as in v4."""
_NAME_SIZE = ctypes.sizeof(ctypes.c_wchar) * MAX_NAME_LENGTH
_CAR = struct.Struct(
    f"<48s28s6?{PlayerInfo.name.offset - 82}x{_NAME_SIZE}s"
    f"B{PlayerInfo.boost.offset - PlayerInfo.team.offset - 1}xi3f12si"
)
"""`PlayerInfo`; the padding of its name depends on the system."""
_TOUCH = struct.Struct(f"<{_NAME_SIZE}sf12s12s2i")
_TEAM = struct.Struct("<2i")
_U16, _U32, _I32 = (struct.Struct(code).unpack_from for code in ("<H", "<I", "<i"))
_GAME_INFO = struct.Struct("<2f5?3x2fi")
_BALL = struct.Struct("<48s")
_BALL_KIND = struct.Struct("<4xi4xi6f")
"""`DropShotInfo` and `CollisionShape`, which has the sizes of all three shapes."""
_SHAPES: "dict[type, tuple[int, Callable[[Any], tuple[float, ...]]]]" = {
    flat.BoxShape: (0, lambda box: (box.length, box.width, box.height, 0.0, 0.0, 0.0)),
    flat.SphereShape: (1, lambda sphere: (0.0, 0.0, 0.0, sphere.diameter, 0.0, 0.0)),
    flat.CylinderShape: (2, lambda cylinder: (0.0, 0.0, 0.0, 0.0, cylinder.diameter, cylinder.height)),
}
_PHASES = dict.fromkeys(range(8), (False, False, False))
_PHASES[int(flat.MatchPhase.Kickoff)] = (True, True, False)
_PHASES[int(flat.MatchPhase.Active)] = (True, False, False)
_PHASES |= dict.fromkeys((int(flat.MatchPhase.Ended), int(flat.MatchPhase.Inactive)), (False, False, True))
del _PHASES[int(flat.MatchPhase.Paused)]
"""Flags for an active round, a kickoff pause and an ended match; a pause changes none of them."""
_SLICE_FLOATS = ctypes.sizeof(Slice) // 4
_MAX_NAME = MAX_NAME_LENGTH - 1
_CAR_SIZE = ctypes.sizeof(PlayerInfo)
_CARS_AT, _PADS_AT = GameTickPacket.game_cars.offset, GameTickPacket.game_boosts.offset
_BALL_AT = GameTickPacket.game_ball.offset
_BALL_KIND_AT, _INFO_AT = _BALL_AT + BallInfo.drop_shot_info.offset, GameTickPacket.game_info.offset
_TOUCH_AT = _BALL_AT + BallInfo.latest_touch.offset
_PAD_SIZE = ctypes.sizeof(BoostPadState)
_SLICES_SLOT, _PADS_SLOT = 0, 1
"""Slots of vectors in the tables `BallPrediction` and `GamePacket`."""
_ON_GROUND = flat.AirState.OnGround


@cache
def _packed_name(name: str) -> bytes:
    """Returns a name in the memory format of v4 structures."""
    return bytes(ctypes.create_unicode_buffer(v4_name(name), MAX_NAME_LENGTH))


def v4_name(name: str) -> str:
    """Returns a name as v4 packets carry it: at most 31 characters."""
    return name[:_MAX_NAME]


class PadOrder:
    """The order of the boost pads in v4: sorted by 100 y + x, while v5 sorts by y, then x."""

    def __init__(self, field: "flat.FieldInfo") -> None:
        pads = field.boost_pads
        keys = [100 * pad.location.y + pad.location.x for pad in pads]
        self.order = sorted(range(len(pads)), key=keys.__getitem__)[:MAX_BOOSTS]
        """Index in v5 of each pad of v4."""


class PacketWriter:
    """Writes v5 packets into v4 packets; remembers values that v5 packets may omit."""

    def __init__(self, pads: PadOrder, humans: "frozenset[int]") -> None:
        self._pads = struct.Struct(f"<{len(pads.order)}q")
        self._in_v4_order = itemgetter(*pads.order) if len(pads.order) > 1 else tuple
        self._humans = humans
        """Player ids of human cars; every other car is a bot in v4."""
        self._flags = (False, False, False)
        """Round active, kickoff pause, match ended: kept while the match is paused."""

    def write(self, source: "flat.GamePacket", payload: bytes, target: GameTickPacket) -> None:
        """Overwrites a v4 packet with a v5 packet, given unpacked and packed; slots beyond the last car are zero."""
        cars = source.players[:MAX_PLAYERS]
        self._write_cars(cars, target)
        self._write_pads(payload, target)
        balls, teams, tiles = source.balls, source.teams[:2], source.tiles[:MAX_TILES]
        if balls:
            _write_ball(balls[0], cars, target)
        self._write_info(source.match_info, target)
        for index, tile in enumerate(tiles):
            target.dropshot_tiles[index].tile_state = int(tile) + 1
        target.num_tiles = len(tiles)
        for index, team in enumerate(teams):
            _TEAM.pack_into(target, GameTickPacket.teams.offset + index * _TEAM.size, team.team_index, team.score)
        target.num_teams = len(teams)

    def _write_cars(self, cars: "Sequence[flat.PlayerInfo]", target: GameTickPacket) -> None:
        former, start = max(0, min(MAX_PLAYERS, target.num_cars)), _CARS_AT
        for car in cars:
            air_state, box = car.air_state, car.hitbox
            _CAR.pack_into(
                target,
                start,
                car.physics.pack()[_PACKED:],
                car.score_info.pack()[_PACKED:],
                car.demolished_timeout >= 0,
                air_state == _ON_GROUND,
                car.is_supersonic,
                car.is_bot or car.player_id not in self._humans,
                car.has_jumped,
                car.has_double_jumped or car.has_dodged,
                _packed_name(car.name),
                car.team,
                int(car.boost),
                box.length,
                box.width,
                box.height,
                car.hitbox_offset.pack()[_PACKED:],
                car.player_id,
            )
            start += _CAR_SIZE
        if former > len(cars):
            ctypes.memset(ctypes.addressof(target) + start, 0, (former - len(cars)) * _CAR_SIZE)
        target.num_cars = len(cars)

    def _write_pads(self, payload: bytes, target: GameTickPacket) -> None:
        """Copies the states of the pads, which have the same bytes in both versions."""
        start, count = _vector(payload, _PADS_SLOT)
        pads = self._pads
        if count * _PAD_SIZE < pads.size:
            return
        pads.pack_into(target, _PADS_AT, *self._in_v4_order(pads.unpack_from(payload, start)))
        target.num_boost = pads.size // _PAD_SIZE

    def _write_info(self, info: "flat.MatchInfo", target: GameTickPacket) -> None:
        self._flags = _PHASES.get(int(info.match_phase), self._flags)
        left, is_overtime = info.game_time_remaining, info.is_overtime
        _GAME_INFO.pack_into(
            target,
            _INFO_AT,
            info.seconds_elapsed,
            -left if is_overtime else left,  # the clock of v4 is negative in overtime
            is_overtime,
            info.is_unlimited_time,
            *self._flags,
            info.world_gravity_z,
            info.game_speed,
            info.frame_num & MAX_FRAME,
        )


def _write_ball(ball: "flat.BallInfo", cars: "Sequence[flat.PlayerInfo]", target: GameTickPacket) -> None:
    shape = ball.shape
    kind, sizes = _SHAPES[type(shape)]
    _BALL.pack_into(target, _BALL_AT, ball.physics.pack()[_PACKED:])
    _BALL_KIND.pack_into(target, _BALL_KIND_AT, max(0, ball.charge_level), kind, *sizes(shape))
    newest_s, toucher = -math.inf, -1
    for index, car in enumerate(cars):
        touch = car.latest_touch
        if touch is not None and touch.ball_index == 0 and touch.game_seconds > newest_s:
            newest_s, toucher = touch.game_seconds, index
    if toucher >= 0:
        car = cars[toucher]
        touch = car.latest_touch
        assert touch is not None
        location, normal = touch.location.pack()[_PACKED:], touch.normal.pack()[_PACKED:]
        _TOUCH.pack_into(
            target, _TOUCH_AT, _packed_name(car.name), touch.game_seconds, location, normal, car.team, toucher
        )


def write_field(source: "flat.FieldInfo", target: FieldInfoPacket, pads: PadOrder) -> None:
    """Overwrites a v4 field info; in dropshot, the tiles become the goals, as in v4."""
    for place, index in enumerate(pads.order):
        pad, v4_pad = source.boost_pads[index], target.boost_pads[place]
        v4_pad.location.x, v4_pad.location.y = pad.location.x, pad.location.y
        v4_pad.location.z = BIG_PAD_Z if pad.is_full_boost else SMALL_PAD_Z
        v4_pad.is_full_boost = pad.is_full_boost
    target.num_boosts = len(pads.order)
    tiles, goals = source.tiles[:MAX_GOALS], source.goals[:MAX_GOALS]
    for index, tile in enumerate(tiles):
        target.goals[index].team_num = tile.team
        _set_vector(target.goals[index].location, tile.location)
    for index, goal in enumerate(() if tiles else goals):
        v4_goal = target.goals[index]
        v4_goal.team_num = goal.team_num
        _set_vector(v4_goal.location, goal.location)
        _set_vector(v4_goal.direction, goal.direction)
        v4_goal.width, v4_goal.height = goal.width, goal.height
    target.num_goals = len(tiles) or len(goals)


def write_prediction(payload: bytes, target: BallPrediction) -> None:
    """Overwrites a v4 prediction with a packed v5 `CorePacket`; 720 slices at 120 Hz become 360 at 60 Hz.

    A v5 slice is the time, then twelve floats of physics. A v4 slice has the time at its end.
    """
    start, count = prediction_slices(payload)
    count = min(count // 2, MAX_SLICES)
    if not count:
        target.num_slices = 0
        return
    source = array.array("f", payload[start : start + 2 * count * 4 * _SLICE_FLOATS])
    slices = array.array("f", bytes(count * 4 * _SLICE_FLOATS))
    last = _SLICE_FLOATS - 1
    for field in range(last):  # from the second slice of each pair
        slices[field::_SLICE_FLOATS] = source[_SLICE_FLOATS + 1 + field :: 2 * _SLICE_FLOATS]
    slices[last::_SLICE_FLOATS] = source[_SLICE_FLOATS :: 2 * _SLICE_FLOATS]
    ctypes.memmove(ctypes.addressof(target), slices.tobytes(), count * ctypes.sizeof(Slice))
    target.num_slices = count


def prediction_slices(payload: bytes) -> "tuple[int, int]":
    """Returns the position of the first slice in a packed `CorePacket`, and the number of slices."""
    return _vector(payload, _SLICES_SLOT) if payload else (0, 0)


def _vector(payload: bytes, slot: int) -> "tuple[int, int]":
    """Returns the position of the first element of a vector in the message of a packed `CorePacket`, and the count."""
    vector = _field(payload, _field(payload, _U32(payload, 0)[0], 1), slot)
    return (vector + 4, _U32(payload, vector)[0]) if vector else (0, 0)


def _field(data: bytes, table: int, slot: int) -> int:
    """Returns the position that a slot of a table refers to; 0 if the field is missing."""
    vtable = table - _I32(data, table)[0]
    entry = 4 + 2 * slot
    distance = _U16(data, vtable + entry)[0] if table and entry < _U16(data, vtable)[0] else 0
    return int(table + distance + _U32(data, table + distance)[0]) if distance else 0


def write_rigid_bodies(source: "flat.GamePacket", target: RigidBodyTick) -> None:
    """Overwrites a v4 rigid body tick; rotations become quaternions."""
    frame = source.match_info.frame_num & MAX_FRAME
    if source.balls:
        _write_body(source.balls[0].physics, target.ball.state, frame)
    cars = source.players[:MAX_PLAYERS]
    for index, car in enumerate(cars):
        player, controls = target.players[index], car.last_input
        _write_body(car.physics, player.state, frame)
        for name in ("throttle", "steer", "pitch", "yaw", "roll", "jump", "boost", "handbrake", "use_item"):
            setattr(player.input, name, getattr(controls, name))
    target.num_players = len(cars)


def _write_body(physics: "flat.Physics", state: object, frame: int) -> None:
    state.frame = frame  # type: ignore[attr-defined] # a ctypes structure
    for name in ("location", "velocity", "angular_velocity"):
        _set_vector(getattr(state, name), getattr(physics, name))
    turn = state.rotation  # type: ignore[attr-defined] # a ctypes structure
    turn.x, turn.y, turn.z, turn.w = quaternion(physics.rotation)


def quaternion(rotation: "flat.Rotator") -> "tuple[float, float, float, float]":
    """Returns x, y, z, w of a rotation, as the v4 interface computed them."""
    sp, cp = math.sin(rotation.pitch / 2), math.cos(rotation.pitch / 2)
    sy, cy = math.sin(rotation.yaw / 2), math.cos(rotation.yaw / 2)
    sr, cr = math.sin(rotation.roll / 2), math.cos(rotation.roll / 2)
    return (
        cy * cp * sr - sy * sp * cr,
        sy * cp * sr + cy * sp * cr,
        sy * cp * cr - cy * sp * sr,
        cy * cp * cr + sy * sp * sr,
    )


def _set_vector(target: object, source: "flat.Vector3") -> None:
    target.x, target.y, target.z = source.x, source.y, source.z  # type: ignore[attr-defined] # a ctypes structure
