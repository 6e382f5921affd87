"""Numbers of teams in messages and documents."""

from typing import Final

BLUE: Final = 0
ORANGE: Final = 1
SCRIPTS: Final = 2
"""The team number of scripts in the protocol."""
SERVER_INDEX: Final = 0xFFFFFFFF
"""The index of match communication from the arena itself; servers do not forward messages of sessions with it."""
