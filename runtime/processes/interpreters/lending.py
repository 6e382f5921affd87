"""Lets an environment see the packages of Kickabout's own Python, where what every bot needs could not be installed.

That is so without a network, and for requirements with hashes, to which nothing may be added. The environment's own
packages come first on the path.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Final

from runtime.processes.interpreters.layout import layout_of
from runtime.processes.interpreters.records import interpreter_in

FILE: Final = "kickabout-lends.pth"
_NEEDED: Final = "rlbot"
_SITES: Final = ("site-packages", "dist-packages")


def lend(environment: Path, base: Path) -> bool:
    """Adds our packages to the end of an environment's path; false where they would not fit or are not there.

    Args:
        environment: folder of the environment.
        base: the Python it was made with, which must be ours.
    """
    found = importlib.util.find_spec(_NEEDED)
    layout = layout_of(interpreter_in(environment))
    folders = layout.folders if layout is not None else ()
    site = next((folder for folder in folders if folder.is_relative_to(environment) and folder.name in _SITES), None)
    if base != Path(sys.executable) or found is None or found.origin is None or site is None:
        return False
    text = f"{Path(found.origin).parents[1]}\n"
    (site / FILE).write_text(text, encoding="utf-8" if sys.version_info >= (3, 13) else "locale")
    return True
