"""Conversion of v5 messages to the ctypes structures of RLBot v4.

The structures are those of `rlbot.utils.structures`; their memory is written with `struct`, because a packet has
thousands of bytes and is converted for every frame.
"""

import array
import ctypes
import math
import struct

import rlbot_flatbuffers as flat
from rlbot.utils.structures.ball_prediction_struct import MAX_SLICES, BallPrediction, Slice
from rlbot.utils.structures.game_data_struct import (
    MAX_BOOSTS,
    MAX_GOALS,
    MAX_TILES,
    FieldInfoPacket,
    GameTickPacket,
    PlayerInfo,
)
from rlbot.utils.structures.rigid_body_struct import RigidBodyTick
from rlbot.utils.structures.start_match_structures import MAX_NAME_LENGTH, MAX_PLAYERS

SMALL_PAD_Z, BIG_PAD_Z = 70.0, 73.0
"""Heights of boost pads in v4, which some bots compare; in v5 they are 0.082 and 8."""
MAX_FRAME = 0x7FFFFFFF

_PHYSICS = struct.Struct("<12f")
_CAR_HEAD = struct.Struct("<12f7i6?")
"""`PlayerInfo` up to `double_jumped`."""
_CAR_TAIL = struct.Struct("<B3xi6fi")
"""`PlayerInfo` from `team` on."""
_GAME_INFO = struct.Struct("<2f5?3x2fi")
_SHAPES = {flat.BoxShape: 0, flat.SphereShape: 1, flat.CylinderShape: 2}
_SLICE_FLOATS = ctypes.sizeof(Slice) // 4
_MAX_NAME = MAX_NAME_LENGTH - 1
_CAR_SIZE = ctypes.sizeof(PlayerInfo)


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
    """Writes v5 packets into v4 packets; keeps what v5 packets may leave out."""

    def __init__(self, pads: PadOrder, humans: "frozenset[int]") -> None:
        self._pads = pads.order
        self._pad_states = struct.Struct("<" + "?3xf" * len(self._pads))
        self._humans = humans
        """Player ids of human cars; every other car is a bot in v4."""
        self._flags = (False, False, False)
        """Round active, kickoff pause, match ended: kept while the match is paused."""

    def write(self, source: "flat.GamePacket", target: GameTickPacket) -> None:
        """Overwrites a v4 packet; slots beyond the last car are zero."""
        self._write_cars(source, target)
        self._write_pads(source, target)
        if source.balls:
            _write_ball(source, target)
        self._write_info(source.match_info, target)
        tiles = source.tiles[:MAX_TILES]
        for index, tile in enumerate(tiles):
            target.dropshot_tiles[index].tile_state = int(tile) + 1
        target.num_tiles = len(tiles)
        for index, team in enumerate(source.teams[:2]):
            target.teams[index].team_index = team.team_index
            target.teams[index].score = team.score
        target.num_teams = min(2, len(source.teams))

    def _write_cars(self, source: "flat.GamePacket", target: GameTickPacket) -> None:
        cars = source.players[:MAX_PLAYERS]
        former = max(0, min(MAX_PLAYERS, target.num_cars))
        base = GameTickPacket.game_cars.offset
        for index, car in enumerate(cars):
            start = base + index * _CAR_SIZE
            score, air_state = car.score_info, car.air_state
            _CAR_HEAD.pack_into(
                target,
                start,
                *_physics(car.physics),
                score.score,
                score.goals,
                score.own_goals,
                score.assists,
                score.saves,
                score.shots,
                score.demolitions,
                car.demolished_timeout >= 0,
                air_state == flat.AirState.OnGround,
                car.is_supersonic,
                car.is_bot or car.player_id not in self._humans,
                car.has_jumped,
                car.has_double_jumped or car.has_dodged,
            )
            box, offset = car.hitbox, car.hitbox_offset
            _CAR_TAIL.pack_into(
                target,
                start + PlayerInfo.team.offset,
                car.team,
                int(car.boost),
                box.length,
                box.width,
                box.height,
                offset.x,
                offset.y,
                offset.z,
                car.player_id,
            )
            name, slot = v4_name(car.name), target.game_cars[index]
            if slot.name != name:
                slot.name = name
        if former > len(cars):
            start = ctypes.addressof(target) + base + len(cars) * _CAR_SIZE
            ctypes.memset(start, 0, (former - len(cars)) * _CAR_SIZE)
        target.num_cars = len(cars)

    def _write_pads(self, source: "flat.GamePacket", target: GameTickPacket) -> None:
        states = source.boost_pads
        if len(states) < len(self._pads):
            return
        values: list[float] = []
        for index in self._pads:
            state = states[index]
            values += (state.is_active, state.timer)
        self._pad_states.pack_into(target, GameTickPacket.game_boosts.offset, *values)
        target.num_boost = len(self._pads)

    def _write_info(self, info: "flat.MatchInfo", target: GameTickPacket) -> None:
        phase = info.match_phase
        phases = flat.MatchPhase
        if phase != phases.Paused:
            self._flags = (
                phase in (phases.Kickoff, phases.Active),
                phase == phases.Kickoff,
                phase in (phases.Ended, phases.Inactive),
            )
        left = info.game_time_remaining
        _GAME_INFO.pack_into(
            target,
            GameTickPacket.game_info.offset,
            info.seconds_elapsed,
            -left if info.is_overtime else left,  # the clock of v4 is negative in overtime
            info.is_overtime,
            info.is_unlimited_time,
            *self._flags,
            info.world_gravity_z,
            info.game_speed,
            info.frame_num & MAX_FRAME,
        )


def _write_ball(source: "flat.GamePacket", target: GameTickPacket) -> None:
    ball, v4 = source.balls[0], target.game_ball
    _PHYSICS.pack_into(target, GameTickPacket.game_ball.offset, *_physics(ball.physics))
    v4.drop_shot_info.damage_index = max(0, ball.charge_level)
    shape, collision = ball.shape, v4.collision_shape
    collision.type = _SHAPES[type(shape)]
    if isinstance(shape, flat.SphereShape):
        collision.sphere.diameter = shape.diameter
    elif isinstance(shape, flat.CylinderShape):
        collision.cylinder.diameter, collision.cylinder.height = shape.diameter, shape.height
    else:
        collision.box.length, collision.box.width, collision.box.height = shape.length, shape.width, shape.height
    newest, toucher = None, -1
    for index, car in enumerate(source.players[:MAX_PLAYERS]):
        touch = car.latest_touch
        if touch is None or touch.ball_index != 0:
            continue
        if newest is None or touch.game_seconds > newest.game_seconds:
            newest, toucher = touch, index
    if newest is not None:
        car, to = source.players[toucher], v4.latest_touch
        to.player_name = v4_name(car.name)
        to.time_seconds = newest.game_seconds
        _set_vector(to.hit_location, newest.location)
        _set_vector(to.hit_normal, newest.normal)
        to.team, to.player_index = car.team, toucher


def write_field(source: "flat.FieldInfo", target: FieldInfoPacket, pads: PadOrder) -> None:
    """Overwrites a v4 field info; in dropshot, the goals of v4 are the tiles."""
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
    """Overwrites a v4 prediction with a packed v5 `CorePacket` of one; 720 slices at 120 Hz become 360 at 60 Hz.

    A v5 slice is its time, then twelve floats of physics; a v4 slice has the time at its end.
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
    if not payload:
        return 0, 0
    prediction = _field(payload, _field(payload, 0, None), 1)
    vector = _field(payload, prediction, 0)
    return (vector + 4, struct.unpack_from("<I", payload, vector)[0]) if vector else (0, 0)


def _field(data: bytes, table: int, slot: "int | None") -> int:
    """Returns the place that a slot of a table refers to; without a slot, the root table; 0 if it was left out."""
    at = table
    if slot is not None:
        vtable = table - struct.unpack_from("<i", data, table)[0]
        size = struct.unpack_from("<H", data, vtable)[0]
        entry = 4 + 2 * slot
        distance = struct.unpack_from("<H", data, vtable + entry)[0] if entry < size else 0
        if not distance:
            return 0
        at = table + distance
    return int(at + struct.unpack_from("<I", data, at)[0])


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
    turn = state.rotation  # type: ignore[attr-defined] # likewise
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


def _physics(physics: "flat.Physics") -> "tuple[float, ...]":
    at, turn, speed, spin = physics.location, physics.rotation, physics.velocity, physics.angular_velocity
    return (at.x, at.y, at.z, turn.pitch, turn.yaw, turn.roll, speed.x, speed.y, speed.z, spin.x, spin.y, spin.z)


def _set_vector(target: object, source: "flat.Vector3") -> None:
    target.x, target.y, target.z = source.x, source.y, source.z  # type: ignore[attr-defined] # a ctypes structure
