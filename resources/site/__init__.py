"""Files for the site-packages folder of every Python that Kickabout provides for bots."""

from pathlib import Path
from typing import Final

SITE_FILES: Final = tuple(
    Path(__file__).resolve().with_name(name) for name in ("kickabout_rlbot.py", "kickabout_rlbot.pth")
)
"""The module, then the .pth file that makes Python import it at startup."""
