"""Adds Kickabout's own packages to environments that it made.

An environment gets Kickabout's packages if `rlbot` could not be installed in it: without a network, or because nothing
may be added to requirements with hashes. The environment's own packages come first on the path.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Final

from runtime.environments.interpreter import interpreter_in, layout_of

FILE: Final = "kickabout-lends.pth"
_NEEDED: Final = "rlbot"
_SITES: Final = ("site-packages", "dist-packages")


def add_own_packages(environment: Path, base: Path) -> bool:
    """Appends Kickabout's packages to an environment's path; returns False if they do not fit or do not exist.

    Args:
        environment: Folder of the environment.
        base: The Python from which it was made; only Kickabout's own fits.
    """
    spec = importlib.util.find_spec(_NEEDED)
    site = _site(environment)
    if base != Path(sys.executable) or spec is None or spec.origin is None or site is None:
        return False
    text = f"{Path(spec.origin).parents[1]}\n"
    (site / FILE).write_text(text, encoding="utf-8" if sys.version_info >= (3, 13) else "locale")
    return True


def _site(environment: Path) -> Path | None:
    layout = layout_of(interpreter_in(environment))
    folders = layout.folders if layout is not None else ()
    return next((folder for folder in folders if folder.is_relative_to(environment) and folder.name in _SITES), None)
