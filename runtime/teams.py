"""The numbers of the teams in messages and documents; imports nothing of Kickabout."""

from typing import Final

BLUE: Final = 0
ORANGE: Final = 1
SCRIPTS: Final = 2
"""The team number under which the protocol files scripts."""
