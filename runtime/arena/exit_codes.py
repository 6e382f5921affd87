"""How the arena's program ends; 0 is SIGTERM or a session that asked, 2 is wrong use."""

from typing import Final

EXIT_BROKEN: Final = 1
EXIT_INFRASTRUCTURE: Final = 3
EXIT_INTERRUPTED: Final = 130
