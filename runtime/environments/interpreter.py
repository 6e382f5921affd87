"""The version of an interpreter and the folders of its packages, read from files; runs nothing.

The interpreter may belong to a bot, and nothing from a bot's folder may run before the match starts.
"""

import os
import platform
import re
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from runtime.files import is_there, read_start
from runtime.v4_host.encoding import decoded

_CONFIG: Final = "pyvenv.cfg"
_MAX_BYTES: Final = 64 << 10
_MAX_FOLDERS: Final = 64
_MAX_NAMES: Final = 20_000
MAX_VERSION: Final = 40
"""Longer versions in an environment's settings are ignored."""
_VERSIONED: Final = re.compile(r"python(\d+\.\d+)t?")
_WINDOWS_LIBRARY: Final = re.compile(r"python(3)(\d+)t?\.dll", re.IGNORECASE)
_PYTHON_NAME: Final = re.compile(r"python(\d\.\d+)", re.IGNORECASE)
_FOREIGN: Final = ".so" if sys.platform == "win32" else ".pyd"
_INFO: Final = re.compile(r"(.+?)-([^-]+?)(?:-py[\d.]+)?\.(?:dist|egg)-info")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Properties of an interpreter, read from its files."""

    version: str
    """`3.11.7`, or `3.11` if no more is known."""
    folders: tuple[Path, ...]
    """The folders of its packages in the order of an import."""

    def version_of(self, package: str) -> str:
        """Returns the installed version of a package with this canonical name; empty if it is not installed."""
        for folder in self.folders:
            for name in _names(folder):
                match = _INFO.fullmatch(name)
                if match and re.sub(r"[-_.]+", "-", match[1]).lower() == package:
                    return match[2]
        return ""

    def has_module(self, module: str) -> bool:
        """Returns whether one of the folders has a top-level module or package of this name."""
        return any(name.partition(".")[0] == module for folder in self.folders for name in _names(folder))

    def foreign_file(self, module: str) -> Path | None:
        """Returns the compiled file of a module that only another system can load; None if there is none."""
        *parents, name = module.split(".")
        for folder in self.folders:
            place = folder.joinpath(*parents)
            files = [file for file in _names(place) if file.partition(".")[0] == name]
            if files:
                return next((place / file for file in files if file.endswith(_FOREIGN)), None)
        return None

    @property
    def has_foreign_files(self) -> bool:
        """True if a package has a compiled file for another system at its top; others are not searched."""
        for folder in self.folders:
            names = _names(folder)
            packages = [_names(folder / name) for name in names if "." not in name]
            if any(file.endswith(_FOREIGN) for files in (names, *packages) for file in files):
                return True
        return False


def interpreter_in(environment: Path) -> Path:
    """Returns the path of the Python in a virtual environment."""
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def is_environment(python: Path) -> bool:
    """Returns whether an interpreter belongs to a virtual environment."""
    return any(is_there(place / _CONFIG) for place in (python.parent.parent, python.parent))


def version_of(python: Path) -> str:
    """Returns the version of an interpreter as precisely as its files and its name say; empty if they do not."""
    if python == Path(sys.executable):
        return platform.python_version()
    layout = layout_of(python)
    named = _PYTHON_NAME.match(python.name)
    return layout.version if layout is not None else named[1] if named else ""


def layout_of(python: Path) -> Layout | None:
    """Returns the layout of an interpreter, with or without a virtual environment; None if its files do not say.

    Links are not followed before the environment is found, because the interpreter is a link in most environments.
    """
    for place in (python.parent.parent, python.parent):
        config = _settings(place / _CONFIG)
        if config is not None:
            return _of_environment(python, place, config)
    return _of_base(python)


def _of_environment(python: Path, place: Path, config: dict[str, str]) -> Layout | None:
    version = _stated_version(config) or _version_in(place)
    linked = _PYTHON_NAME.fullmatch(python.resolve().name)
    if linked and not version.startswith(linked[1]):  # the system's Python was updated since
        version = linked[1]
    own = _site_folders(place, ".".join(version.split(".")[:2]))
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
    """Returns the package folders of the interpreter in `home`, outside of environments; the user's folder first."""
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
    folders = [folder for folder in of_system if is_there(folder, as_folder=True)]
    return [*(folder for folder in of_user if is_there(folder, as_folder=True)), *folders] if folders else []


def _site_folders(prefix: Path, version: str) -> list[Path]:
    """Returns the existing package folders below an interpreter's prefix; of all versions if `version` is empty."""
    named = [f"python{version}", f"python{version}t"] if version else _version_folders(prefix / "lib")
    posix = [
        prefix / lib / name / kind
        for lib in ("lib", "lib64")
        for name in named
        for kind in ("site-packages", "dist-packages")
    ]
    folders = [folder for folder in (*posix, prefix / "Lib" / "site-packages") if is_there(folder, as_folder=True)]
    return list({folder.resolve(): folder for folder in folders}.values())


def _version_in(prefix: Path) -> str:
    """Returns `3.11` from the names of folders and libraries below a prefix; empty if they name none or several."""
    named = [_VERSIONED.fullmatch(name) for name in _version_folders(prefix / "lib")]
    versions = {match[1] for match in named if match}
    versions |= {f"{match[1]}.{match[2]}" for name in _names(prefix) if (match := _WINDOWS_LIBRARY.fullmatch(name))}
    return versions.pop() if len(versions) == 1 else ""


def _version_folders(lib: Path) -> list[str]:
    return [name for name in _names(lib) if _VERSIONED.fullmatch(name)]


def _with_links(folders: list[Path]) -> tuple[Path, ...]:
    """Returns the folders and those that their .pth files add; statements in .pth files are not executed."""
    linked = dict.fromkeys(folders)
    for folder in folders:
        for name in sorted(name for name in _names(folder) if name.endswith(".pth")):
            lines = (_text(folder / name) or "").splitlines()
            added = [folder / line.strip() for line in lines if line.strip() and not line.startswith(("#", "import"))]
            linked.update(dict.fromkeys(path for path in added if is_there(path, as_folder=True)))
            if len(linked) >= _MAX_FOLDERS:
                return tuple(linked)[:_MAX_FOLDERS]
    return tuple(linked)


def _settings(file: Path) -> dict[str, str] | None:
    text = _text(file)
    if text is None:
        return None
    pairs = (line.partition("=") for line in text.splitlines())
    return {key.strip().lower(): value.strip() for key, mark, value in pairs if mark}


def _stated_version(config: dict[str, str]) -> str:
    version = config.get("version") or config.get("version_info") or ""
    return version if len(version) <= MAX_VERSION else ""


def _short(version: str) -> str:
    """Returns `3.11.7` for `3.11.7.final.0`, the form that some installers write."""
    return ".".join(part for part in version.split(".")[:3] if part.isdigit()) or version


def _names(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in islice(entries, _MAX_NAMES)]
    except OSError:
        return []


def _text(file: Path) -> str | None:
    """Returns the beginning of a regular file; None if it cannot be read."""
    try:
        return decoded(read_start(file, _MAX_BYTES), is_cut=True)[0]
    except OSError:
        return None
