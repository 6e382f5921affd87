"""Where the entries of each system go; the only module of the shortcut that asks for the system."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ASK_S: Final = 5.0
"""So long the system may take to name the desktop's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Folders of one user."""

    system: str
    """`linux`, `windows` or `macos`."""
    desktop: Path
    """What is on the screen."""
    menu: Path
    """Linux: applications; Windows: the start menu's programs; macOS: the user's applications."""
    data: Path
    """Linux: the user's data folder, with `mime` and `icons`; elsewhere a folder of ours for the icon."""


def native_places(own: Path) -> Places:
    """The places of this user on this system; `own` is a folder of ours."""
    home = Path.home()
    if sys.platform == "win32":
        roaming = Path(os.environ.get("APPDATA", home / "AppData" / "Roaming"))
        programs = roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        return Places(system="windows", desktop=_windows_desktop(home), menu=programs, data=own)
    if sys.platform == "darwin":
        return Places(system="macos", desktop=home / "Desktop", menu=home / "Applications", data=own)
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return Places(system="linux", desktop=_xdg_desktop(home), menu=data / "applications", data=data)


def _xdg_desktop(home: Path) -> Path:
    return _asked(["xdg-user-dir", "DESKTOP"]) or home / "Desktop"


def _windows_desktop(home: Path) -> Path:
    ask = "[Environment]::GetFolderPath('Desktop')"
    return _asked(["powershell", "-NoProfile", "-NonInteractive", "-Command", ask]) or home / "Desktop"


def _asked(command: list[str]) -> Path | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ASK_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    answer = done.stdout.strip()
    return Path(answer) if answer and Path(answer).is_absolute() else None
