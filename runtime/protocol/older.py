"""What older clients say that the flatbuffers library no longer reads: console commands in `DesiredGameState`.

Until 0.18 a state that a client set had a fourth field, a vector of console commands. The library drops it unread and
unchecked, so nothing in it can be relied on.
"""

import struct
from typing import Final

from runtime.protocol.layout import LayoutError, Table

MAX_COMMANDS: Final = 64
"""More in one message are left out."""
_MESSAGE_SLOT: Final = 1
_COMMANDS_SLOT: Final = 3
_TEXT_SLOT: Final = 0


def console_commands(payload: bytes) -> tuple[str, ...]:
    """The commands in a packed interface message that holds a `DesiredGameState`; none where there is nothing sound."""
    try:
        state = Table.root(payload).table(_MESSAGE_SLOT)
        return tuple(command.text(_TEXT_SLOT) for command in state.tables(_COMMANDS_SLOT, at_most=MAX_COMMANDS))
    except (LayoutError, struct.error):
        return ()
