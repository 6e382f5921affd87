"""A packed and framed game packet whose numbers are rewritten in place, frame by frame.

Building and packing a packet from objects costs more than the physics of a 1v1. Therefore a packet is packed only after
an event (touch, goal, accolade), with a value in every field so that the library omits none. Each frame then writes
only the changing numbers. One call writes each player, together with the constant bytes between its numbers; their
layout is checked when the image is made. Only pads that are taken or have come back are written.
"""

from collections.abc import Callable, Sequence
from functools import cache
from struct import Struct
from typing import Final, NamedTuple

import rlbot_flatbuffers as flat

from runtime.protocol import HEADER_SIZE, LayoutError, Table, frame, pack_core

physics_into: Final = Struct("<12f").pack_into
"""Location, rotation (pitch, yaw, roll), velocity, angular velocity."""
info_into: Final = Struct("<4fII2?B").pack_into
"""`seconds_elapsed`, clock, gravity, speed, spectated, frame, overtime, unlimited, phase."""

_pad_into: Final = Struct("<?3xf").pack_into
_PAD_BYTES: Final = 8
_PHYSICS: Final = 48
_TIMEOUTS: Final = 8
_BOOST: Final = 4
MESSAGE_SLOT: Final = 1
"""Slot of the root's message; slot 0 has its kind."""


class PlayerPlace(NamedTuple):
    """The place of a player's numbers and the bytes between them.

    `into` writes everything in this order: location, rotation (pitch, yaw, roll), velocity, angular velocity; `shape`;
    `dodge_timeout`, `demolished_timeout`; `name`; `boost`; `references`; the packed `last_input`; `dodge_elapsed`;
    `dodge_dir`; `air_state`; `is_supersonic`, `is_bot`, `has_jumped`, `has_double_jumped`, `has_dodged`.
    """

    into: Callable[..., None]
    at: int
    shape: bytes
    name: bytes
    references: bytes


class PacketImage:
    """One packed packet with the offsets for the functions above; owned by one thread.

    All pads of the packet must be available, or none; if none are, `show_pads` must not get a taken pad.

    Raises (when made):
        LayoutError: the library packs a packet in a layout that this module does not expect.
        ProtocolError: the packet holds text that cannot be sent.
    """

    __slots__ = ("_away", "_pads", "balls", "buffer", "info", "players")

    def __init__(self, packet: flat.GamePacket) -> None:
        data = frame(pack_core(packet))
        root = Table.root(data, HEADER_SIZE).table(MESSAGE_SLOT)
        self.buffer = bytearray(data)
        """The packet with its frame."""
        self.players = [_player_place(player) for player in root.tables(0)]
        self._pads = root.vector(1)[0]
        self._away: set[int] = set()
        self.balls = [ball.offset(0) for ball in root.tables(2)]
        self.info = _info_place(root.table(3))

    def show_pads(self, taken: Sequence[tuple[int, float]]) -> None:
        """Writes the taken pads with the seconds since they were taken; all others are available."""
        if not (taken or self._away):
            return
        buffer, first = self.buffer, self._pads
        away = set()
        for pad, since_s in taken:
            _pad_into(buffer, first + pad * _PAD_BYTES, False, since_s)
            away.add(pad)
        for pad in self._away - away:
            _pad_into(buffer, first + pad * _PAD_BYTES, True, 0.0)
        self._away = away


@cache
def _player_into(shape: int, name: int, references: int) -> Callable[..., None]:
    return Struct(f"<12f{shape}s2f{name}sf{references}s24s3fB5?").pack_into


def _player_place(player: Table) -> PlayerPlace:
    physics, timeouts, boost, tail = (player.offset(slot) for slot in (0, 6, 12, 15))
    if not physics + _PHYSICS <= timeouts <= boost - _TIMEOUTS <= tail - _TIMEOUTS - _BOOST:
        raise LayoutError("The numbers of a player lie in another order.")
    _require(player, timeouts, ((6, 0), (7, 4)))
    _require(player, tail, ((15, 0), (19, 24), (20, 28), (5, 36), (8, 37), (9, 38), (16, 39), (17, 40), (18, 41)))
    shape = player.data[physics + _PHYSICS : timeouts]
    name = player.data[timeouts + _TIMEOUTS : boost]
    references = player.data[boost + _BOOST : tail]
    into = _player_into(len(shape), len(name), len(references))
    return PlayerPlace(into, physics, shape, name, references)


def _info_place(info: Table) -> int:
    start = info.offset(0)
    _require(info, start, ((0, 0), (1, 4), (5, 8), (6, 12), (7, 16), (8, 20), (2, 24), (3, 25), (4, 26)))
    return start


def _require(table: Table, start: int, fields: Sequence[tuple[int, int]]) -> None:
    for slot, distance in fields:
        if table.offset(slot) != start + distance:
            raise LayoutError(f"Slot {slot} lies {table.offset(slot) - start} bytes from its group, not {distance}.")
