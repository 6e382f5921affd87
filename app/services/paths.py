"""Where Kickabout keeps its files; the only module that knows the platform's folders.

`KICKABOUT_HOME` moves all of them below one folder, for portable use and for tests.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "KICKABOUT_HOME"
_APP: Final = "kickabout"


class FolderError(OSError):
    """A folder that Kickabout needs cannot be made; the text is for the user, `reason` is the system's."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            f"Kickabout cannot make its folder {folder}: {reason}. "
            f"To keep its files elsewhere, set {HOME_VARIABLE} to a folder that you can write to."
        )
        self.reason = reason


def config_dir() -> Path:
    """Settings; not made here, since the window can do without."""
    return _place("config", platformdirs.user_config_path)


def state_dir() -> Path:
    """Logs and what is remembered between starts; likewise."""
    return _place("state", platformdirs.user_state_path)


def logs_dir() -> Path:
    """Where each of the last matches has a folder with its logs; likewise."""
    return state_dir() / "logs"


def cache_dir() -> Path:
    """What can be made again, like the arena's meshes; likewise."""
    return _place("cache", platformdirs.user_cache_path)


def environments_dir() -> Path:
    """Virtual environments that were made for bots; not made here, since a match can do without.

    They need a network to be made again.
    """
    return _place("data", platformdirs.user_data_path) / "environments"


def packs_dir() -> Path:
    """Packs of bots, a folder each; not made here, since many have none."""
    return _place("data", platformdirs.user_data_path) / "packs"


def kept_edits_dir() -> Path:
    """Copies of what users changed in packs; likewise."""
    return _place("data", platformdirs.user_data_path) / "kept-edits"


def made(folder: Path) -> Path:
    """One of these folders, made where it is missing.

    Raises:
        FolderError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(folder, error.strerror or str(error)) from error
    return folder


def _place(name: str, usual: Callable[..., Path]) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    try:
        return Path(home).expanduser().resolve() / name if home else usual(_APP, appauthor=False)
    except (OSError, RuntimeError) as error:  # a user without a home, or a working folder that was deleted
        raise FolderError(Path(home or "~"), str(error)) from error
