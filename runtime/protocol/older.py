"""Messages of older clients that the flatbuffers library no longer reads.

Until 0.18 of the library, a `DesiredGameState` had a fourth field, a vector of console commands. The library drops it
unread and unchecked, so its content is untrusted.

Until 2.0.0b45, the `rlbot` package put four bytes in front of each message, its type and its size, both big-endian, and
sent the message without the table `InterfacePacket` around it. Its first message is `ConnectionSettings`, type 11.
"""

import struct
from typing import Final

import rlbot_flatbuffers as flat

from runtime.protocol.framing import frame
from runtime.protocol.layout import LayoutError, Table

OLDEST_RLBOT: Final = "2.0.0b46"
"""The first version of the `rlbot` package that frames messages as today."""
_OLD_INTRODUCTION: Final = 11
_OLD_HEADER: Final = struct.Struct(">HH")

MAX_COMMANDS: Final = 64
"""Commands beyond this number in one message are ignored."""
_MESSAGE_SLOT: Final = 1
_COMMANDS_SLOT: Final = 3
_TEXT_SLOT: Final = 0


def console_commands(payload: bytes) -> tuple[str, ...]:
    """Returns the commands in a packed `DesiredGameState` message; empty if there are none or they are malformed."""
    try:
        state = Table.root(payload).table(_MESSAGE_SLOT)
        return tuple(command.text(_TEXT_SLOT) for command in state.tables(_COMMANDS_SLOT, at_most=MAX_COMMANDS))
    except (LayoutError, struct.error):
        return ()


def older_agent_id(payload: bytes, received: bytes) -> str | None:
    """Returns the agent id of a client whose `rlbot` is older than `OLDEST_RLBOT`; None for any other client.

    `payload` is the first message of a session as today's framing reads it, `received` the bytes that arrived last. The
    id is empty if the message has not arrived completely.
    """
    start = frame(payload)
    start = received if received.startswith(start) else start
    if len(payload) != _OLD_INTRODUCTION:
        return None
    _kind, size = _OLD_HEADER.unpack_from(start)
    introduction = start[4 : 4 + size]
    if not 4 <= int.from_bytes(introduction[:4], "little") <= size - 4:
        return None
    if len(introduction) < size:
        return ""
    try:
        return flat.ConnectionSettings.unpack(introduction).agent_id
    except flat.InvalidFlatbuffer:
        return None
