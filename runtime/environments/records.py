"""Records about environments and interpreters from earlier starts, kept on disk.

An environment of Kickabout has a stamp, which is written last, so an environment without a stamp is incomplete. A file
beside the stamp lists the bots that use the environment. The requirements that an interpreter satisfies are recorded
until its packages change. Packages that a bot imports but does not require are recorded for its next start. Every file
is replaced atomically; an unreadable file counts as missing.
"""

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct

from runtime.codec import CodecError, decode, encode
from runtime.environments.interpreter import interpreter_in, layout_of
from runtime.environments.requirements import Fault, Requirement, Requirements, UnmetRequirement, canonical
from runtime.files import read_text, write_atomically
from runtime.folders import private_folder
from runtime.model.messages import Message

STAMP: Final = "kickabout.json"
USES: Final = "kickabout-uses.json"
CHECKS: Final = "checks"
IMPORTED: Final = "imported"
"""Folder of the records on packages that bots import but do not require."""
FORMAT: Final = 1
DAY_S: Final = 86_400.0
MAX_USES: Final = 50
"""Maximum number of uses to keep per environment; copies of a bot share one."""
MAX_IMPORTED: Final = 50
"""Maximum number of recorded packages of one bot."""
_MAX_BYTES: Final = 16 << 20
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Result of the creation of an environment."""

    python: str
    """Version of its interpreter, for people."""
    is_usable: bool
    """False without a network: the environment is not used, but the next installation completes it."""
    faults: tuple[Fault, ...] = ()
    """Lines that could not be installed."""
    is_checked: bool = False
    """True if a test has imported `rlbot`; earlier versions of Kickabout did not test this."""
    format: Literal[1] = FORMAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """The use of an environment by the bots with one requirements file."""

    requirements: Path
    base: Path
    """The Python with which the environment was made."""
    at: float
    """Time of the last use, in seconds since 1970."""
    agent: Path | None = None
    """The document or folder of the bot; None in records of earlier versions of Kickabout."""


def environment_key(requirements: Requirements, base: Path) -> str:
    """Returns the name of the environment for these requirements; it depends on the version of `base`, too."""
    real = base.resolve() if base.exists() else base  # a version for uv is not a path
    return _digest(f"{FORMAT}\n{requirements.digest}\n{real}\n{_state(real)}")


def lock_path(environment: Path) -> Path:
    """Returns the file that is locked while an environment of Kickabout is made, filled or removed."""
    return environment.with_name(f"{environment.name}.lock")


def has_stamp(environment: Path) -> bool:
    """Returns whether Kickabout has completed the environment, even if its Python has disappeared since."""
    return "is_usable" in (_read(environment / STAMP, dict[str, Any]) or {})


def read_stamp(environment: Path) -> Stamp | None:
    """Returns the stamp of an environment; None if it is incomplete or its Python has disappeared."""
    stamp = _read(environment / STAMP, Stamp)
    if stamp is None or not interpreter_in(environment).is_file():
        return None
    is_usable = stamp.is_usable and (stamp.is_checked or _has_rlbot(environment))
    return replace(stamp, is_usable=is_usable)


def write_stamp(environment: Path, stamp: Stamp) -> None:
    """Marks an environment as complete.

    Raises:
        OSError: The file cannot be written.
    """
    _write(environment / STAMP, stamp)


class _Uses(Struct):
    uses: tuple[Use, ...] = ()


def read_uses(environment: Path) -> tuple[Use, ...]:
    """Returns the uses of an environment, the latest first."""
    content = _read(environment / USES, _Uses) or _Uses()
    uses = [replace(use, agent=None) if use.agent == Path() else use for use in content.uses]  # was written as ""
    return tuple(sorted(uses, key=lambda use: use.at, reverse=True))


def note_use(
    environment: Path,
    requirements: Path,
    base: Path,
    *,
    agent: Path | None = None,
    clock: Callable[[], float] = time.time,
) -> None:
    """Records that a bot with these requirements starts with the environment; writes at most once a day."""
    now = clock()
    uses = read_uses(environment)
    named = (requirements, base, agent)
    known = next((use for use in uses if (use.requirements, use.base, use.agent) == named), None)
    if known is not None and now - DAY_S < known.at <= now:
        return
    others = [use for use in uses if use is not known]
    kept = (Use(requirements=requirements, base=base, at=now, agent=agent), *others)[:MAX_USES]
    _try_write(environment / USES, _Uses(uses=kept))


class _Imports(Struct):
    agent: Path
    packages: tuple[Requirement, ...]


def note_imported(environments: Path, agent: Path, packages: Iterable[Requirement]) -> None:
    """Records packages that a bot imports but does not require, at the places of the imports."""
    known = {line.name: line for line in (*packages, *imported_packages(environments, agent))}
    imports = _Imports(agent=agent, packages=tuple(known.values())[:MAX_IMPORTED])
    _try_write(_imported_file(environments, agent), imports)


def imported_packages(environments: Path | None, agent: Path) -> tuple[Requirement, ...]:
    """Returns the recorded packages that a bot imports but does not require; `agent` is its document or folder."""
    content = _read(_imported_file(environments, agent), _Imports) if environments is not None else None
    packages = content.packages[:MAX_IMPORTED] if content is not None else ()
    try:
        return tuple(replace(line, name=canonical(line.parsed().name)) for line in packages)
    except ValueError:
        return ()


def _imported_file(environments: Path, agent: Path) -> Path:
    return environments / IMPORTED / f"{_digest(os.path.abspath(agent))}.json"  # noqa: PTH100 - keeps links


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """The requirements that an interpreter does not satisfy, and the lines that could not be installed."""

    unmet: tuple[UnmetRequirement, ...] = ()
    faults: tuple[Fault, ...] = ()


class _Check(Struct):
    folders: dict[str, str]
    """State of the interpreter's package folders at the check."""
    unmet: tuple[tuple[int, Message], ...]
    """Positions of the unmet requirements, and the reasons."""
    faults: tuple[Fault, ...]


class CheckRecords:
    """Unmet requirements at the last check of interpreters; discarded when packages or requirements change."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def read(self, requirements: Requirements, python: Path) -> CheckRecord | None:
        """Returns what the last check found; None if a new one is needed."""
        file = self._file(requirements, python)
        check = _read(file, _Check) if file is not None else None
        if check is None or any(_state(Path(folder)) != state for folder, state in check.folders.items()):
            return None
        try:
            unmet = [UnmetRequirement(requirement=requirements.lines[at], reason=reason) for at, reason in check.unmet]
        except IndexError:
            return None
        return CheckRecord(tuple(unmet), check.faults)

    def write(
        self,
        requirements: Requirements,
        python: Path,
        *,
        folders: Iterable[str],
        unmet: Iterable[UnmetRequirement],
        faults: Iterable[Fault] = (),
    ) -> None:
        """Records the result of a check; `folders` are the interpreter's package folders."""
        file = self._file(requirements, python)
        if file is None:
            return
        check = _Check(
            folders={folder: _state(Path(folder)) for folder in folders},
            unmet=tuple((requirements.lines.index(need.requirement), need.reason) for need in unmet),
            faults=tuple(faults),
        )
        _try_write(file, check)

    def lock_file(self, python: Path) -> Path:
        """Returns the file that is locked while packages are installed into a bot's environment."""
        folder = self._folder or private_folder() or Path(tempfile.gettempdir())
        return folder / CHECKS / f"{_digest(str(python))}.lock"

    def _file(self, requirements: Requirements, python: Path) -> Path | None:
        if self._folder is None:
            return None
        locations = "\n".join(line.location for line in requirements.lines)
        name = _digest(f"{FORMAT}\n{requirements.digest}\n{locations}\n{python}\n{_state(python)}")
        return self._folder / CHECKS / f"{name}.json"


def _has_rlbot(environment: Path) -> bool:
    layout = layout_of(interpreter_in(environment))
    return layout is not None and bool(layout.version_of("rlbot"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _state(path: Path) -> str:
    """Returns a text that changes with a file, or when entries are added to or removed from a folder."""
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_mtime_ns} {0 if path.is_dir() else status.st_size}"


def _read(file: Path, kind: type[_T]) -> _T | None:
    try:
        return decode(read_text(file, _MAX_BYTES), kind)
    except (OSError, UnicodeDecodeError, CodecError):
        return None


def _write(file: Path, content: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, encode(content, indent=1), is_durable=False)


def _try_write(file: Path, content: object) -> None:
    with suppress(OSError):
        _write(file, content)
