"""Commands that make environments and install packages, with uv if it is available, else with venv and pip.

If the user has configured pip (a package index, wheels in a folder, a proxy), pip is used, because uv does not read
that configuration. Both inherit the user's environment variables; this module does not name an index.
"""

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.files import read_file
from runtime.v4_host.encoding import decoded

_MAX_CONFIG_BYTES: Final = 1 << 20
_SOURCES: Final = (
    "INDEX_URL",
    "EXTRA_INDEX_URL",
    "FIND_LINKS",
    "NO_INDEX",
    "CONSTRAINT",
    "TRUSTED_HOST",
    "PROXY",
    "CERT",
    "CLIENT_CERT",
)
_SETTING: Final = re.compile(
    r"^\s*(?:index[-_]url|extra[-_]index[-_]url|find[-_]links|no[-_]index|constraint|trusted[-_]host|proxy|cert)\s*[=:]",
    re.MULTILINE,
)
CONNECT_S: Final = 5
"""Time limit of a connection when checking whether an index can be reached."""
INDEXED: Final = "pip"
"""A package that every index has."""
_VARIABLES: Final[Mapping[str, str]] = {"PIP_NO_INPUT": "1", "PIP_USER": "0", "UV_NO_PROGRESS": "1"}
_IMPATIENT: Final[Mapping[str, str]] = {
    "PIP_RETRIES": "1",
    "PIP_TIMEOUT": str(CONNECT_S),
    "UV_HTTP_TIMEOUT": str(CONNECT_S),
    "UV_HTTP_RETRIES": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Installer:
    """The programs that make environments and install packages."""

    uv: Path | None = None
    pip: Path | None = None
    """A Python whose pip can install into other environments; None means the pip of each environment."""

    def environment(self, *, is_impatient: bool = False) -> Mapping[str, str]:
        """Returns additional environment variables: no questions, no other target, maybe no long waits."""
        return {**_VARIABLES, **_IMPATIENT} if is_impatient else _VARIABLES

    def create(self, base: Path, place: Path) -> tuple[str, ...]:
        """Returns the command that makes an empty environment."""
        if self.uv is not None:
            return (str(self.uv), "venv", "--quiet", "--python", str(base), str(place))
        bare = ("--without-pip",) if self.pip is not None else ()
        return (str(base), "-m", "venv", *bare, str(place))

    def install(
        self, python: Path, file: Path, *, is_offline: bool = False, no_dependencies: bool = False
    ) -> tuple[str, ...]:
        """Returns the command that installs a requirements file into the environment of `python`.

        Args:
            python: The environment's Python.
            file: The requirements file.
            is_offline: Whether only what is on this machine may be used.
            no_dependencies: Whether the file names all dependencies.
        """
        offline = ("--offline" if self.uv is not None else "--no-index",) if is_offline else ()
        extra = (*offline, *(("--no-deps",) if no_dependencies else ()))
        return (*self._pip_install(python), *extra, "-r", str(file))

    def install_into(self, python: Path, folder: Path, package: str) -> tuple[str, ...]:
        """Returns the command that installs a package into its own folder, for the version of `python`."""
        return (*self._pip_install(python), "--target", str(folder), package)

    def check_index(self, python: Path, file: Path) -> tuple[str, ...]:
        """Returns a command that succeeds if a package index can be reached; it installs nothing.

        Args:
            python: The environment's Python.
            file: A requirements file with the bot's options and `INDEXED`.
        """
        again = ("--reinstall", "--refresh") if self.uv is not None else ("--ignore-installed",)
        return (*self._pip_install(python), "--dry-run", "--no-deps", *again, "-r", str(file))

    def _pip_install(self, python: Path) -> tuple[str, ...]:
        if self.uv is not None:
            return (str(self.uv), "pip", "install", "--color", "never", "--python", str(python))
        own = (str(python), "-m", "pip")
        pip = own if self.pip is None else (str(self.pip), "-P", "-m", "pip", "--python", str(python))
        return (*pip, "install", "--disable-pip-version-check", "--progress-bar", "off", "--no-color")


def find_installer(own_python: Path = Path(sys.executable)) -> Installer:
    """Returns the installers here: uv on PATH or beside our Python unless pip was configured, and our pip."""
    pip = own_python if importlib.util.find_spec("pip") is not None else None
    if is_pip_configured(os.environ, _config_files(os.environ)):
        return Installer(pip=pip)
    uv = shutil.which("uv") or shutil.which("uv", path=str(own_python.parent))
    return Installer(uv=Path(uv) if uv else None, pip=pip)


def is_pip_configured(variables: Mapping[str, str], files: Iterable[Path]) -> bool:
    """Returns whether the user configured a package index for pip, but not for uv."""
    if any(name.startswith("UV_") and name.endswith(("INDEX", "INDEX_URL", "FIND_LINKS")) for name in variables):
        return False
    if any(variables.get(f"PIP_{name}") for name in _SOURCES):
        return True
    return any(_SETTING.search(_text(file)) for file in files)


def _config_files(variables: Mapping[str, str]) -> tuple[Path, ...]:
    """Returns the paths of pip's configuration files (pip's user guide, "Configuration")."""
    home = Path.home()
    folders = [home / ".config/pip", home / ".pip", home / "pip", home / "Library/Application Support/pip"]
    folders += [
        Path(variables[name]) / "pip" for name in ("XDG_CONFIG_HOME", "APPDATA", "PROGRAMDATA") if variables.get(name)
    ]
    folders += [Path("/etc"), Path("/etc/xdg/pip"), Path("/Library/Application Support/pip"), Path(sys.prefix)]
    named = [Path(variables["PIP_CONFIG_FILE"])] if variables.get("PIP_CONFIG_FILE") else []
    return (*named, *(folder / name for folder in folders for name in ("pip.conf", "pip.ini")))


def _text(file: Path) -> str:
    try:
        return decoded(read_file(file, _MAX_CONFIG_BYTES))[0]
    except OSError:
        return ""
