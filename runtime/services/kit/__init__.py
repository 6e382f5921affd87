"""This folder is on the path of a service's Python; it holds the package `kickabout` that authors import."""

import shutil
from pathlib import Path
from typing import Final

KIT: Final = Path(__file__).resolve().parent
PACKAGE: Final = KIT / "kickabout"
_OWN_MARK: Final = "launchers.py"
"""A module that only our `kickabout` package has."""


class KitError(Exception):
    """The kit cannot be copied; the text is for the user."""


def copy_kit(folder: Path) -> Path:
    """Copies the kit into a bot's folder, for launchers that do not provide it; returns the folder of the copy.

    Raises:
        KitError: the folder has something else under this name.
        OSError: the kit cannot be copied.
    """
    target = folder / PACKAGE.name
    if target.exists() and not (target / _OWN_MARK).is_file():
        raise KitError(f"{target} is something else.")
    target.mkdir(exist_ok=True)
    names = {source.name for source in PACKAGE.glob("*.py")}
    for former in target.glob("*.py"):
        if former.name not in names:
            former.unlink()
    for name in sorted(names):
        shutil.copyfile(PACKAGE / name, target / name)
    return target
