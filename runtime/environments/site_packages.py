"""Adds the files of `resources.site` and Kickabout's own packages to the environments that it made.

An environment gets Kickabout's packages if `rlbot` could not be installed in it: without a network, and for
requirements with hashes, to which nothing may be added. The environment's own packages come first on the path.
"""

import contextlib
import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Final

from resources.site import SITE_FILES
from runtime.environments.interpreter import interpreter_in, layout_of

FILE: Final = "kickabout-lends.pth"
_NEEDED: Final = "rlbot"
_SITES: Final = ("site-packages", "dist-packages")


def add_own_packages(environment: Path, base: Path) -> bool:
    """Appends Kickabout's packages to an environment's path; returns False if they would not fit or are not there.

    Args:
        environment: Folder of the environment.
        base: The Python it was made with; only Kickabout's own fits.
    """
    found = importlib.util.find_spec(_NEEDED)
    site = _site(environment)
    if base != Path(sys.executable) or found is None or found.origin is None or site is None:
        return False
    text = f"{Path(found.origin).parents[1]}\n"
    (site / FILE).write_text(text, encoding="utf-8" if sys.version_info >= (3, 13) else "locale")
    return True


def add_site_files(environment: Path) -> None:
    """Copies the files of `resources.site` that an environment lacks; a file that cannot be written is left out."""
    site = _site(environment)
    if site is None:
        return
    with contextlib.suppress(OSError):
        for file in SITE_FILES:
            if not (site / file.name).is_file():
                shutil.copyfile(file, site / file.name)


def _site(environment: Path) -> Path | None:
    layout = layout_of(interpreter_in(environment))
    folders = layout.folders if layout is not None else ()
    return next((folder for folder in folders if folder.is_relative_to(environment) and folder.name in _SITES), None)
