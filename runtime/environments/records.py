"""What is known of environments and interpreters from earlier starts, on disk, so that nothing is done twice.

A made environment is a folder with a stamp, written last: a folder without one is half made. What an interpreter
satisfies is remembered until its packages change. Every file is written aside and renamed; a broken one counts as none.
"""

import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from runtime.environments.interpreter import layout_of
from runtime.environments.requirements import Fault, Requirement, Requirements
from runtime.files import read_text, write_atomically

MOST_BYTES: Final = 16 << 20
"""The record of an environment names each of its packages; none comes near."""


def read_json(file: Path | None) -> dict[str, Any] | None:
    """The object in a file; None where there is none, or none that can be read."""
    if file is None:
        return None
    try:
        content = json.loads(read_text(file, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def write_json(file: Path, content: object) -> None:
    """Writes a file, and makes its folder.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, json.dumps(content, indent=1, default=str).encode(), is_durable=False)


STAMP: Final = "kickabout.json"
CHECKS: Final = "checks"
FORMAT: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """A requirement that an interpreter does not satisfy, and why: `is not installed`, `is installed as 1.0`."""

    requirement: Requirement
    reason: str

    def __str__(self) -> str:
        return f"{self.requirement.title} {self.reason} ({self.requirement.spot})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """How the making of an environment ended."""

    python: str
    """Version of its interpreter, for people."""
    is_usable: bool
    """False where the network was missing: it does not count, but what it holds is kept for the next attempt."""
    faults: tuple[Fault, ...] = ()
    """Lines that could not be installed although everything was there to try."""
    is_checked: bool = True
    """Whether it was tried that `rlbot` can be imported; earlier versions of Kickabout did not."""


def interpreter_in(environment: Path) -> Path:
    """Where the Python of a virtual environment is."""
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def environment_key(requirements: Requirements, base: Path) -> str:
    """Names the environment for these requirements made with `base`; an updated Python counts as another."""
    real = base.resolve()
    text = f"{FORMAT}\n{requirements.digest}\n{real}\n{_state(real)}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def lock_path(environment: Path) -> Path:
    """What is locked while one of our environments is made, filled or removed."""
    return environment.with_name(f"{environment.name}.lock")


def read_stamp(environment: Path) -> Stamp | None:
    """The stamp of a made environment; None where it is half made or its Python is gone."""
    content = read_json(environment / STAMP)
    if content is None or content.get("format") != FORMAT or not interpreter_in(environment).is_file():
        return None
    try:
        is_checked = content.get("is_checked") is True
        return Stamp(
            python=str(content["python"]),
            is_usable=content["is_usable"] is True and (is_checked or _holds_rlbot(environment)),
            is_checked=is_checked,
            faults=tuple(_fault(fault) for fault in content["faults"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def write_stamp(environment: Path, stamp: Stamp) -> None:
    """Says that an environment is made.

    Raises:
        OSError: the file cannot be written.
    """
    write_json(environment / STAMP, {"format": FORMAT, **asdict(stamp)})


class CheckRecords:
    """What interpreters were found to lack; forgotten when their packages or the requirements change."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def read(self, requirements: Requirements, python: Path) -> tuple[tuple[Lack, ...], tuple[Fault, ...]] | None:
        """What is lacking and which lines failed before; None where it has to be found out."""
        content = read_json(self._file(requirements, python))
        try:
            if content is None or any(_state(Path(folder)) != state for folder, state in content["folders"].items()):
                return None
            lacks = [
                Lack(requirement=requirements.lines[place], reason=str(reason)) for place, reason in content["lacks"]
            ]
            return tuple(lacks), tuple(_fault(fault) for fault in content["faults"])
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            return None

    def write(
        self,
        requirements: Requirements,
        python: Path,
        *,
        folders: Iterable[str],
        lacks: Iterable[Lack],
        faults: Iterable[Fault] = (),
    ) -> None:
        """Remembers what was found; `folders` are those that the interpreter's packages are in."""
        file = self._file(requirements, python)
        if file is None:
            return
        content = {
            "folders": {folder: _state(Path(folder)) for folder in folders},
            "lacks": [[requirements.lines.index(lack.requirement), lack.reason] for lack in lacks],
            "faults": [asdict(fault) for fault in faults],
        }
        try:
            write_json(file, content)
        except OSError:
            return

    def lock_file(self, python: Path) -> Path:
        """What is locked while packages are installed for an interpreter that is not ours."""
        folder = self._folder or Path(tempfile.gettempdir())
        return folder / CHECKS / f"{hashlib.sha256(str(python).encode('utf-8', 'surrogatepass')).hexdigest()[:20]}.lock"

    def _file(self, requirements: Requirements, python: Path) -> Path | None:
        if self._folder is None:
            return None
        places = "\n".join(f"{line.spot}" for line in requirements.lines)
        text = f"{FORMAT}\n{requirements.digest}\n{places}\n{python}\n{_state(python)}"
        return self._folder / CHECKS / f"{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}.json"


def _holds_rlbot(environment: Path) -> bool:
    layout = layout_of(interpreter_in(environment))
    return layout is not None and bool(layout.version_of("rlbot"))


def _state(path: Path) -> str:
    """Changes when a file does, or when something is added to or taken from a folder."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns} {0 if path.is_dir() else found.st_size}"


def _fault(content: dict[str, Any]) -> Fault:
    return Fault(**{**content, "file": Path(content["file"])})


FILE: Final = "kickabout-uses.json"
DAY_S: Final = 86_400.0
MOST_USES: Final = 50
"""So many of the newest are kept: copies of a bot share an environment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One list of requirements for which the environment was used."""

    requirements: Path
    """The bot's own file."""
    base: Path
    """The Python with which the environment was made for it."""
    at: float
    """When it was used last; seconds since 1970."""


def read_uses(environment: Path) -> tuple[Use, ...]:
    """The uses, the newest first; none where nothing is known."""
    content = read_json(environment / FILE) or {}
    try:
        uses = [_use(entry) for entry in content.get("uses", ())]
    except (KeyError, TypeError, ValueError, AttributeError):
        return ()
    return tuple(sorted(uses, key=lambda use: use.at, reverse=True))


def note_use(environment: Path, requirements: Path, base: Path, *, clock: Callable[[], float] = time.time) -> None:
    """A bot with these requirements is started with the environment; what cannot be written down is left."""
    now = clock()
    uses = read_uses(environment)
    known = next((use for use in uses if (use.requirements, use.base) == (requirements, base)), None)
    if known is not None and now - DAY_S < known.at <= now:
        return
    others = [use for use in uses if use is not known]
    kept = [Use(requirements=requirements, base=base, at=now), *others][:MOST_USES]
    try:
        write_json(environment / FILE, {"uses": [_entry(use) for use in kept]})
    except OSError:
        return


def _use(entry: dict[str, Any]) -> Use:
    return Use(requirements=Path(entry["requirements"]), base=Path(entry["base"]), at=float(entry["at"]))


def _entry(use: Use) -> dict[str, Any]:
    return {"requirements": str(use.requirements), "base": str(use.base), "at": use.at}
