"""The screen of tests and benchmarks: none that can be seen, and larger than any window they open.

Qt's own offscreen screen has 800 x 800 pixels, less than the window's usual size, which keeps to its screen.
"""

import os
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_suffix(".json")
OFFSCREEN: Final = f"offscreen:configfile={_FILE if os.name != 'nt' else os.path.relpath(_FILE)}"
"""For `QT_QPA_PLATFORM`; Qt splits it at colons, so that it takes no drive."""
