"""The numbers of the teams in messages and documents; imports nothing of Kickabout."""

from typing import Final

BLUE: Final = 0
ORANGE: Final = 1
SCRIPTS: Final = 2
"""The team number under which the protocol files scripts."""
SERVER_INDEX: Final = 0xFFFFFFFF
"""The index of match communication from the arena itself: no server passes on that of a session with this index."""
