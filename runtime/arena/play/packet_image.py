"""A packed game packet whose numbers are rewritten in place, frame by frame.

Building a packet of objects and packing it costs more than the physics of a 1v1. So the library packs a packet once
for as long as nothing happens (no touch, no goal, no accolade), with a value in every field so that none is left out,
and each frame only writes the numbers that move where that packing put them. Numbers that lie side by side are written
by one call; that they do is checked when the image is made.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Final

import rlbot_flatbuffers as flat

from runtime.protocol import pack_core
from runtime.protocol.layout import LayoutError, Table

physics_into: Final = Struct("<12f").pack_into
"""Location, rotation (pitch, yaw, roll), velocity, angular velocity."""
timeouts_into: Final = Struct("<2f").pack_into
"""`dodge_timeout`, `demolished_timeout`."""
boost_into: Final = Struct("<f").pack_into
tail_into: Final = Struct("<5f4?3fB5?").pack_into
"""`last_input`; `dodge_elapsed`; `dodge_dir`; `air_state`; `is_supersonic`, `is_bot`, the three `has_` flags."""
info_into: Final = Struct("<4fII2?B").pack_into
"""`seconds_elapsed`, clock, gravity, speed, spectated, frame, overtime, unlimited, phase."""
teams_into: Final = Struct("<4I").pack_into
"""Index and score of both teams."""
pad_into: Final = Struct("<?3xf").pack_into

PAD_BYTES: Final = 8
MESSAGE_SLOT: Final = 1
"""Slot of the root's message; slot 0 tells its kind."""


class PacketImage:
    """One packed packet; the places in its bytes are for the functions above. Owned by one thread.

    Raises (when made):
        LayoutError: the library packs a packet differently from what this module knows.
        ProtocolError: the packet holds text that cannot be sent.
    """

    __slots__ = ("balls", "buffer", "info", "pads", "players", "teams")

    def __init__(self, packet: flat.GamePacket) -> None:
        data = pack_core(packet)
        root = Table.root(data).table(MESSAGE_SLOT)
        self.buffer = bytearray(data)
        self.players = [_player_places(player) for player in root.tables(0)]
        """Of each player: physics, timeouts, boost, tail."""
        self.pads = root.vector(1)[0]
        self.balls = [ball.offset(0) for ball in root.tables(2)]
        self.info = _info_place(root.table(3))
        self.teams = root.vector(4)[0]


def packed_pads(count: int, taken: Sequence[tuple[int, float]]) -> bytes:
    """The states of `count` pads; `taken` names those that are away, with the seconds since their pickup."""
    pads = bytearray(count * PAD_BYTES)
    for index in range(count):
        pads[index * PAD_BYTES] = True
    for index, since_s in taken:
        pad_into(pads, index * PAD_BYTES, False, since_s)
    return bytes(pads)


def _player_places(player: Table) -> tuple[int, int, int, int]:
    at = [player.offset(slot) for slot in (0, 6, 12, 15)]
    _require(player, at[1], ((6, 0), (7, 4)))
    _require(player, at[3], ((15, 0), (19, 24), (20, 28), (5, 36), (8, 37), (9, 38), (16, 39), (17, 40), (18, 41)))
    return at[0], at[1], at[2], at[3]


def _info_place(info: Table) -> int:
    start = info.offset(0)
    _require(info, start, ((0, 0), (1, 4), (5, 8), (6, 12), (7, 16), (8, 20), (2, 24), (3, 25), (4, 26)))
    return start


def _require(table: Table, start: int, fields: Sequence[tuple[int, int]]) -> None:
    for slot, distance in fields:
        if table.offset(slot) != start + distance:
            raise LayoutError(f"Slot {slot} lies {table.offset(slot) - start} bytes from its group, not {distance}.")
