"""A packed game packet whose numbers are rewritten in place, frame by frame.

Packing a packet of flatbuffer objects costs more than the physics of a 1v1. So the library packs each shape of packet
once (a shape is: which cars have touched the ball, whether there is a ball, which accolades are told), with a value in
every field so that none is left out, and each frame only writes numbers where that packing put them.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final, NamedTuple

import rlbot_flatbuffers as flat

from runtime.protocol import pack_core
from runtime.protocol.layout import Table

_physics: Final = Struct("<12f").pack_into
_score: Final = Struct("<7I").pack_into
_vector: Final = Struct("<3f").pack_into
_pair: Final = Struct("<2f").pack_into
_float: Final = Struct("<f").pack_into
_number: Final = Struct("<I").pack_into
_input: Final = Struct("<5f3?").pack_into
_pad: Final = Struct("<?3xf").pack_into

PAD_BYTES: Final = 8
TEAM_BYTES: Final = 8
MESSAGE_SLOT: Final = 1
"""Slot of the root's message; slot 0 tells its kind."""


class Touch(NamedTuple):
    """A car's latest contact with the ball: game time in s, place in uu, unit normal towards the ball's centre."""

    seconds: float
    location: tuple[float, float, float]
    normal: tuple[float, float, float]


class PlayerNumbers(NamedTuple):
    """What changes of a player from frame to frame; in the packet's units and words."""

    physics: tuple[float, ...]
    """Location, rotation (pitch, yaw, roll), velocity, angular velocity: 12 numbers."""
    score: tuple[int, ...]
    """The seven counts of `ScoreInfo`."""
    touch: Touch | None
    air_state: int
    dodge_timeout: float
    demolished_timeout: float
    is_supersonic: bool
    boost: float
    last_input: tuple[float, float, float, float, float, bool, bool, bool]
    has_jumped: bool
    has_double_jumped: bool
    has_dodged: bool
    dodge_elapsed: float
    dodge_dir: tuple[float, float]


class MatchNumbers(NamedTuple):
    """What changes of the match from frame to frame."""

    seconds_elapsed: float
    game_time_remaining: float
    is_overtime: bool
    is_unlimited_time: bool
    phase: int
    gravity_z: float
    game_speed: float
    frame: int
    score: tuple[int, int]


class PacketImage:
    """One shape of packet; what is written stays until it is written again. Owned by one thread.

    Raises (when made):
        LayoutError: the library packs a packet differently from what this module knows.
        ProtocolError: the packet holds text that cannot be sent.
    """

    __slots__ = ("_ball", "_buffer", "_info", "_pads", "_players", "_teams")

    def __init__(self, packet: flat.GamePacket) -> None:
        data = pack_core(packet)
        root = Table.root(data).table(MESSAGE_SLOT)
        players = zip(root.tables(0), packet.players, strict=True)
        self._players = [_player_places(table, player.latest_touch is not None) for table, player in players]
        self._pads = root.vector(1)[0]
        self._ball = [ball.offset(0) for ball in root.tables(2)]
        self._info = [root.table(3).offset(slot) for slot in (0, 1, 2, 3, 4, 5, 6, 8)]
        self._teams = root.vector(4)[0]
        self._buffer = bytearray(data)

    def payload(self) -> bytes:
        """The packed message as it is now."""
        return bytes(self._buffer)

    def write_player(self, index: int, numbers: PlayerNumbers) -> None:
        """Rewrites what changes of one player."""
        buffer = self._buffer
        (
            physics,
            score,
            touch,
            air,
            timeout,
            demolished,
            supersonic,
            boost,
            inputs,
            jumped,
            double,
            dodged,
            since,
            way,
        ) = self._players[index]
        _physics(buffer, physics, *numbers.physics)
        _score(buffer, score, *numbers.score)
        if touch is not None and numbers.touch is not None:
            _float(buffer, touch[0], numbers.touch.seconds)
            _vector(buffer, touch[1], *numbers.touch.location)
            _vector(buffer, touch[2], *numbers.touch.normal)
        buffer[air] = numbers.air_state
        _float(buffer, timeout, numbers.dodge_timeout)
        _float(buffer, demolished, numbers.demolished_timeout)
        buffer[supersonic] = numbers.is_supersonic
        _float(buffer, boost, numbers.boost)
        _input(buffer, inputs, *numbers.last_input)
        buffer[jumped] = numbers.has_jumped
        buffer[double] = numbers.has_double_jumped
        buffer[dodged] = numbers.has_dodged
        _float(buffer, since, numbers.dodge_elapsed)
        _pair(buffer, way, *numbers.dodge_dir)

    def write_ball(self, physics: tuple[float, ...]) -> None:
        """Rewrites the ball's 12 numbers; without effect on a packet without a ball."""
        for place in self._ball:
            _physics(self._buffer, place, *physics)

    def write_pads(self, pads: bytes) -> None:
        """Rewrites all pads; `pads` comes from `packed_pads`."""
        self._buffer[self._pads : self._pads + len(pads)] = pads

    def write_match(self, numbers: MatchNumbers) -> None:
        """Rewrites clock, phase and score."""
        buffer = self._buffer
        elapsed, clock, overtime, unlimited, phase, gravity, speed, frame = self._info
        _float(buffer, elapsed, numbers.seconds_elapsed)
        _float(buffer, clock, numbers.game_time_remaining)
        buffer[overtime] = numbers.is_overtime
        buffer[unlimited] = numbers.is_unlimited_time
        buffer[phase] = numbers.phase
        _float(buffer, gravity, numbers.gravity_z)
        _float(buffer, speed, numbers.game_speed)
        _number(buffer, frame, numbers.frame)
        for team, goals in enumerate(numbers.score):
            _number(buffer, self._teams + team * TEAM_BYTES + 4, goals)


def packed_pads(count: int, taken: Sequence[tuple[int, float]]) -> bytes:
    """The states of `count` pads; `taken` names those that are away, with the seconds since their pickup."""
    pads = bytearray(count * PAD_BYTES)
    for index in range(count):
        pads[index * PAD_BYTES] = True
    for index, since_s in taken:
        _pad(pads, index * PAD_BYTES, False, since_s)
    return bytes(pads)


def _player_places(
    player: Table, has_touch: bool
) -> tuple[int, int, tuple[int, int, int] | None, int, int, int, int, int, int, int, int, int, int, int]:
    touch = None
    if has_touch:
        table = player.table(4)
        touch = (table.offset(0), table.offset(1), table.offset(2))
    at = player.offset
    return (
        at(0), at(1), touch, at(5), at(6), at(7), at(8), at(12), at(15), at(16), at(17), at(18), at(19), at(20)
    )  # fmt: skip
