"""The folders of Kickabout's files; the only module that knows the platform's folders.

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
    """A folder that Kickabout needs cannot be created; the text is for the user, `reason` is the system's."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            f"Kickabout cannot make its folder {folder}: {reason}. "
            f"To keep its files elsewhere, set {HOME_VARIABLE} to a folder that you can write to."
        )
        self.reason = reason


def config_dir() -> Path:
    """Returns the folder of the settings, which may not exist."""
    return _place("config", platformdirs.user_config_path)


def state_dir() -> Path:
    """Returns the folder of logs and state, which may not exist."""
    return _place("state", platformdirs.user_state_path)


def logs_dir() -> Path:
    """Returns the folder with one folder of logs per match, which may not exist."""
    return state_dir() / "logs"


def unsaved_matches_dir() -> Path:
    """Returns the folder of unsaved documents of matches, which may not exist."""
    return state_dir() / "unsaved"


def unsaved_runs_dir() -> Path:
    """Returns the folder of unsaved documents of training runs, which may not exist."""
    return state_dir() / "unsaved_runs"


def services_dir() -> Path:
    """Returns the folder with the addresses of standing agent services, which may not exist."""
    return state_dir() / "services"


def servers_dir() -> Path:
    """Returns the folder of game servers that Kickabout has downloaded, which may not exist."""
    return _place("data", platformdirs.user_data_path) / "servers"


def cache_dir() -> Path:
    """Returns the folder of generated files such as the arena's meshes, which may not exist."""
    return _place("cache", platformdirs.user_cache_path)


def environments_dir() -> Path:
    """Returns the folder of the virtual environments of bots, which may not exist.

    Creating them again needs a network.
    """
    return _place("data", platformdirs.user_data_path) / "environments"


def packs_dir() -> Path:
    """Returns the folder of packs of bots, one folder each, which may not exist."""
    return _place("data", platformdirs.user_data_path) / "packs"


def situations_dir() -> Path:
    """Returns the folder of saved situations, which may not exist."""
    return _place("data", platformdirs.user_data_path) / "situations"


def policies_dir() -> Path:
    """Returns the folder of checkpoints that were exported as bots, which may not exist."""
    return _place("data", platformdirs.user_data_path) / "policies"


def kept_edits_dir() -> Path:
    """Returns the folder with copies of users' files that Kickabout has replaced on request, which may not exist."""
    return _place("data", platformdirs.user_data_path) / "kept-edits"


def made(folder: Path) -> Path:
    """Returns one of these folders, and creates it if it is missing.

    Raises:
        FolderError: It cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(folder, error.strerror or str(error)) from error
    return folder


def _place(name: str, default: Callable[..., Path]) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    try:
        return Path(home).expanduser().resolve() / name if home else default(_APP, appauthor=False)
    except (OSError, RuntimeError) as error:  # a user without a home, or a working folder that was deleted
        raise FolderError(Path(home or "~"), str(error)) from error
