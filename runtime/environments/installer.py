"""How environments are made and packages installed: with uv where it is there, else with venv and pip.

Whoever configured pip (an index of the company, wheels in a folder, a proxy) gets pip: uv reads none of that and would
ask elsewhere. Both inherit the user's variables; no index is named here.
"""

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from runtime.files import read_text

_MOST_CONFIG_BYTES: Final = 1 << 20
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
HASTE_S: Final = 5
"""How long a connection may take while it is found out which lines can be installed at all."""

OFFLINE: Final = re.compile(
    r"NewConnectionError|Failed to establish a new connection|Temporary failure in name resolution|getaddrinfo failed"
    r"|Name or service not known|Max retries exceeded|ConnectTimeoutError|ReadTimeoutError|Network is unreachable"
    r"|ProxyError|error sending request|dns error|client error \(Connect\)|Network connectivity is disabled"
)
"""What pip and uv say when an index cannot be reached."""
NOTHING_FOUND: Final = "(from versions: none)"
"""What pip says of a package that no index has; and of all, when it tries once only and reaches no index."""
ANSWERED: Final = re.compile(r"\(from versions: (?!none\))")
"""What pip says of a package of which an index has other versions only."""
_CULPRITS: Final = (
    re.compile(r"No matching distribution found for ([^\s(;]+)"),
    re.compile(r"Invalid requirement: '([^']+)'"),
    re.compile(r"Because (\S+) was not found in the"),
    re.compile(r"Because there (?:is|are) no versions? of (\S+)"),
)
_COMPLAINT: Final = re.compile(r"(?:ERROR|error|cause|Caused by):\s*|\u2570\u2500\u25b6\s*")
"""How lines begin in which pip and uv say what is wrong; uv names the cause last, older versions behind an arrow."""
_EMPTY_WORDS: Final = ("ResolutionImpossible", "subprocess-exited-with-error", "See above for output")
"""What lines hold that name no cause."""
_FAILED_STEP: Final = re.compile(r"\u00d7 (.+?) did not run successfully")
"""How pip names the program that failed: `git clone` with its address, or the build of a package."""
_STYLE: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
LONGEST: Final = 300
_PATIENT: Final[Mapping[str, str]] = {"PIP_NO_INPUT": "1", "PIP_USER": "0", "UV_NO_PROGRESS": "1"}


class Haste(Enum):
    """How hard an installation tries to reach indexes."""

    PATIENT = "as the user configured it"
    HASTY = "for a few seconds, and telling when that fails"
    """pip tells of an index that it cannot reach only when it tries again."""
    LOCAL = "only what is on this machine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installer:
    """The programs that make environments and fill them."""

    uv: Path | None = None
    pip: Path | None = None
    """A Python whose pip can install into other environments; None means the pip of each environment."""

    @property
    def environment(self) -> Mapping[str, str]:
        """What its programs get besides the user's variables: nothing asks, and nothing goes elsewhere."""
        return _PATIENT

    def create(self, base: Path, place: Path) -> tuple[str, ...]:
        """Makes an empty environment."""
        if self.uv is not None:
            return (str(self.uv), "venv", "--quiet", "--python", str(base), str(place))
        bare = ("--without-pip",) if self.pip is not None else ()
        return (str(base), "-m", "venv", *bare, str(place))

    def install(
        self, python: Path, file: Path, haste: Haste = Haste.PATIENT, *, no_dependencies: bool = False
    ) -> tuple[str, ...]:
        """Installs what a requirements file names into the environment of `python`."""
        extra = ("--no-deps",) if no_dependencies else ()
        if self.uv is not None:
            offline = ("--offline",) if haste is Haste.LOCAL else ()
            with_uv = (str(self.uv), "pip", "install", "--color", "never", "--python", str(python))
            return (*with_uv, *offline, *extra, "-r", str(file))
        words = ("--disable-pip-version-check", "--progress-bar", "off", "--no-color")
        hurry: tuple[str, ...] = ("--no-index",) if haste is Haste.LOCAL else ()
        if haste is Haste.HASTY:
            hurry = ("--retries", "1", "--timeout", str(HASTE_S))
        here, there = (str(python), "-m", "pip"), (str(self.pip), "-P", "-m", "pip", "--python", str(python))
        return (*(here if self.pip is None else there), "install", *words, *hurry, *extra, "-r", str(file))

    def haste_environment(self, haste: Haste) -> Mapping[str, str]:
        """The same as `environment`, for an installation in haste."""
        if haste is not Haste.HASTY:
            return self.environment
        return {**self.environment, "UV_HTTP_TIMEOUT": str(HASTE_S), "UV_HTTP_RETRIES": "1"}


def find_installer(own_python: Path = Path(sys.executable)) -> Installer:
    """What this machine has: uv on PATH or beside our Python unless pip was configured; our pip."""
    pip = own_python if importlib.util.find_spec("pip") is not None else None
    if is_pip_configured(os.environ, _config_files(os.environ)):
        return Installer(pip=pip)
    found = shutil.which("uv") or shutil.which("uv", path=str(own_python.parent))
    return Installer(uv=Path(found) if found else None, pip=pip)


def is_pip_configured(variables: Mapping[str, str], files: Iterable[Path]) -> bool:
    """Whether the user told pip where packages come from, and did not tell uv."""
    if any(name.startswith("UV_") and name.endswith(("INDEX", "INDEX_URL", "FIND_LINKS")) for name in variables):
        return False
    if any(variables.get(f"PIP_{name}") for name in _SOURCES):
        return True
    return any(_SETTING.search(_text(file)) for file in files)


def culprit(lines: Iterable[str]) -> str:
    """The requirement that an installer blames for its failure, as it writes it; empty when it blames none."""
    text = "\n".join(lines)
    return next((match[1].rstrip(".,") for pattern in _CULPRITS if (match := pattern.search(text))), "")


def explanation(lines: Iterable[str]) -> str:
    """The line of an installer's output that says best why it failed, as a sentence."""
    said = [_STYLE.sub("", line).strip() for line in lines]
    said = [line for line in said if line and not any(word in line for word in _EMPTY_WORDS)]
    if step := next((match[1] for line in said if (match := _FAILED_STEP.match(line))), ""):
        fatal = [line for line in said if line.startswith("fatal:")]
        return f"{step} failed{': ' + fatal[-1].removeprefix('fatal:').strip().rstrip('.') if fatal else ''}."[:LONGEST]
    errors = [line for line in said if _COMPLAINT.match(line)]
    text = _COMPLAINT.sub("", (errors or said or ["It printed nothing"])[-1])[:LONGEST]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _config_files(variables: Mapping[str, str]) -> tuple[Path, ...]:
    """Where pip reads its configuration (its user guide, "Configuration"), and the file that a variable names."""
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
        return read_text(file, _MOST_CONFIG_BYTES, errors="replace")
    except OSError:
        return ""
