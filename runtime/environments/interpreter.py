"""Reads from files which version an interpreter has and in which folders its packages lie; runs nothing.

The interpreter may belong to a bot, and nothing from a bot's folder may run before the match starts.
"""

import os
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from runtime.files import read_start

_CONFIG: Final = "pyvenv.cfg"
_MOST_BYTES: Final = 64 << 10
_MOST_FOLDERS: Final = 64
_MOST_NAMES: Final = 20_000
_VERSIONED: Final = re.compile(r"python(\d+\.\d+)t?")
_WINDOWS_LIBRARY: Final = re.compile(r"python(3)(\d+)t?\.dll", re.IGNORECASE)
_INFO: Final = re.compile(r"(.+?)-([^-]+?)(?:-py[\d.]+)?\.(?:dist|egg)-info")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What files tell about an interpreter."""

    version: str
    """`3.11.7`, or `3.11` where only that much is known."""
    folders: tuple[Path, ...]
    """Where its packages lie, in the order of an import."""

    def version_of(self, package: str) -> str:
        """The installed version of a package with this canonical name; empty where it is not installed."""
        for folder in self.folders:
            for name in _names(folder):
                match = _INFO.fullmatch(name)
                if match and re.sub(r"[-_.]+", "-", match[1]).lower() == package:
                    return match[2]
        return ""

    def has_module(self, module: str) -> bool:
        """Whether a top-level module or package of this name lies in one of the folders."""
        return any(name.partition(".")[0] == module for folder in self.folders for name in _names(folder))


def layout_of(python: Path) -> Layout | None:
    """The layout of the interpreter at `python`, with or without a virtual environment; None where files do not tell.

    Links are not followed before the environment is found: in most environments the interpreter is a link.
    """
    for place in (python.parent.parent, python.parent):
        config = _settings(place / _CONFIG)
        if config is not None:
            return _of_environment(place, config)
    return _of_base(python)


def _of_environment(place: Path, config: dict[str, str]) -> Layout | None:
    own = _site_folders(place, _minor(config))
    version = config.get("version") or config.get("version_info") or _version_in(place)
    if not version:
        return None
    folders = [*own]
    if config.get("include-system-site-packages", "").lower() == "true" and config.get("home"):
        folders += _base_folders(Path(config["home"]), ".".join(version.split(".")[:2]))
    return Layout(version=_short(version), folders=_with_links(folders))


def _of_base(python: Path) -> Layout | None:
    real = python.resolve()
    for program in (python, real):
        named = _VERSIONED.match(real.name) or _VERSIONED.match(program.name)
        version = named[1] if named else _version_in(program.parent.parent) or _version_in(program.parent)
        folders = _base_folders(program.parent, version) if version else []
        if folders:
            return Layout(version=version, folders=_with_links(folders))
    return None


def _base_folders(home: Path, version: str) -> list[Path]:
    """The folders for packages of an interpreter in the folder `home` outside of environments, the user's first."""
    user = Path.home()
    short = version.replace(".", "")
    of_user = (
        user / ".local" / "lib" / f"python{version}" / "site-packages",
        user / "Library" / "Python" / version / "lib" / "python" / "site-packages",
        Path(os.environ.get("APPDATA", user)) / "Python" / f"Python{short}" / "site-packages",
    )
    prefix = home.parent
    of_system = (
        prefix / "local" / "lib" / f"python{version}" / "dist-packages",
        *_site_folders(prefix, version),
        *_site_folders(home, version),
        prefix / "lib" / "python3" / "dist-packages",
    )
    found = [folder for folder in of_system if folder.is_dir()]
    return [*(folder for folder in of_user if folder.is_dir()), *found] if found else []


def _site_folders(prefix: Path, version: str) -> list[Path]:
    """The folders for packages below an interpreter's prefix that exist; every version's where `version` is empty."""
    named = [f"python{version}", f"python{version}t"] if version else _version_folders(prefix / "lib")
    posix = [
        prefix / lib / name / kind
        for lib in ("lib", "lib64")
        for name in named
        for kind in ("site-packages", "dist-packages")
    ]
    found = [folder for folder in (*posix, prefix / "Lib" / "site-packages") if folder.is_dir()]
    return list({folder.resolve(): folder for folder in found}.values())


def _version_in(prefix: Path) -> str:
    """`3.11` from the names of folders and libraries below a prefix; empty where they name none or several."""
    named = [_VERSIONED.fullmatch(name) for name in _version_folders(prefix / "lib")]
    found = {match[1] for match in named if match}
    found |= {f"{match[1]}.{match[2]}" for name in _names(prefix) if (match := _WINDOWS_LIBRARY.fullmatch(name))}
    return found.pop() if len(found) == 1 else ""


def _version_folders(lib: Path) -> list[str]:
    return [name for name in _names(lib) if _VERSIONED.fullmatch(name)]


def _with_links(folders: list[Path]) -> tuple[Path, ...]:
    """The folders, and those that their .pth files add by a path; statements in .pth files do not run."""
    found = dict.fromkeys(folders)
    for folder in folders:
        for name in sorted(name for name in _names(folder) if name.endswith(".pth")):
            lines = (_text(folder / name) or "").splitlines()
            added = [folder / line.strip() for line in lines if line.strip() and not line.startswith(("#", "import"))]
            found.update(dict.fromkeys(path for path in added if path.is_dir()))
            if len(found) >= _MOST_FOLDERS:
                return tuple(found)[:_MOST_FOLDERS]
    return tuple(found)


def _settings(file: Path) -> dict[str, str] | None:
    text = _text(file)
    if text is None:
        return None
    pairs = (line.partition("=") for line in text.splitlines())
    return {key.strip().lower(): value.strip() for key, mark, value in pairs if mark}


def _minor(config: dict[str, str]) -> str:
    version = config.get("version") or config.get("version_info") or ""
    return ".".join(version.split(".")[:2])


def _short(version: str) -> str:
    """`3.11.7` of what installers write: `3.11.7.final.0`."""
    return ".".join(part for part in version.split(".")[:3] if part.isdigit()) or version


def _names(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in islice(entries, _MOST_NAMES)]
    except OSError:
        return []


def _text(file: Path) -> str | None:
    """The beginning of a regular file; None where there is none."""
    try:
        return read_start(file, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
