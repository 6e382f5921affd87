"""The invisible screen of tests and benchmarks, larger than any window that they open.

Qt's own offscreen screen has 800 x 800 pixels. The window's usual size is larger, and the window would shrink to its
screen.
"""

import os
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_suffix(".json")
OFFSCREEN: Final = f"offscreen:configfile={_FILE if os.name != 'nt' else os.path.relpath(_FILE)}"
"""For `QT_QPA_PLATFORM`; Qt splits it at colons, so that it takes no drive."""
