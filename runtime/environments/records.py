"""Records about environments and interpreters from earlier starts, kept on disk.

An environment of Kickabout has a stamp, which is written last, so an environment without a stamp is incomplete. A file
beside the stamp lists the bots that use the environment. The requirements that an interpreter satisfies are recorded
until its packages change. Packages that a bot imports but does not require are recorded for its next start. Every file
is replaced atomically; an unreadable file counts as missing.
"""

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import packaging.requirements

from runtime.environments.interpreter import interpreter_in, layout_of
from runtime.environments.requirements import Fault, Requirement, Requirements, UnmetRequirement, canonical
from runtime.files import read_text, write_atomically
from runtime.folders import private_folder
from runtime.model.messages import Argument, Message, literal

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Result of the creation of an environment."""

    python: str
    """Version of its interpreter, for people."""
    is_usable: bool
    """False without a network: the environment is not used, but the next installation completes it."""
    faults: tuple[Fault, ...] = ()
    """Lines that could not be installed."""
    is_checked: bool = True
    """True if a test has imported `rlbot`; earlier versions of Kickabout did not test this."""


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
    return "is_usable" in (_read_json(environment / STAMP) or {})


def read_stamp(environment: Path) -> Stamp | None:
    """Returns the stamp of an environment; None if it is incomplete or its Python has disappeared."""
    content = _read_json(environment / STAMP)
    if content is None or content.get("format") != FORMAT or not interpreter_in(environment).is_file():
        return None
    try:
        is_checked = content.get("is_checked") is True
        return Stamp(
            python=str(content["python"]),
            is_usable=content["is_usable"] is True and (is_checked or _has_rlbot(environment)),
            is_checked=is_checked,
            faults=tuple(_fault(fault) for fault in content["faults"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def write_stamp(environment: Path, stamp: Stamp) -> None:
    """Marks an environment as complete.

    Raises:
        OSError: The file cannot be written.
    """
    faults = [_fault_json(fault) for fault in stamp.faults]
    values = {"python": stamp.python, "is_usable": stamp.is_usable, "is_checked": stamp.is_checked}
    _write_json(environment / STAMP, {"format": FORMAT, **values, "faults": faults})


def read_uses(environment: Path) -> tuple[Use, ...]:
    """Returns the uses of an environment, the latest first."""
    content = _read_json(environment / USES) or {}
    try:
        uses = [
            Use(
                requirements=Path(entry["requirements"]),
                base=Path(entry["base"]),
                at=float(entry["at"]),
                agent=Path(entry["agent"]) if entry.get("agent") else None,
            )
            for entry in content.get("uses", ())
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        return ()
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
    kept = [Use(requirements=requirements, base=base, at=now, agent=agent), *others][:MAX_USES]
    entries = [
        {"requirements": str(use.requirements), "base": str(use.base), "at": use.at, "agent": str(use.agent or "")}
        for use in kept
    ]
    _try_write_json(environment / USES, {"uses": entries})


def note_imported(environments: Path, agent: Path, packages: Iterable[Requirement]) -> None:
    """Records packages that a bot imports but does not require, at the places of the imports."""
    known = {line.name: line for line in (*packages, *imported_packages(environments, agent))}
    entries = [{"text": line.text, "file": str(line.file), "line": line.line} for line in known.values()]
    _try_write_json(_imported_file(environments, agent), {"agent": str(agent), "packages": entries[:MAX_IMPORTED]})


def imported_packages(environments: Path | None, agent: Path) -> tuple[Requirement, ...]:
    """Returns the recorded packages that a bot imports but does not require; `agent` is its document or folder."""
    content = _read_json(_imported_file(environments, agent)) if environments is not None else None
    try:
        return tuple(
            Requirement(
                text=str(entry["text"]),
                file=Path(entry["file"]),
                line=int(entry["line"]),
                name=canonical(packaging.requirements.Requirement(entry["text"]).name),
            )
            for entry in (content or {}).get("packages", ())[:MAX_IMPORTED]
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return ()


def _imported_file(environments: Path, agent: Path) -> Path:
    return environments / IMPORTED / f"{_digest(os.path.abspath(agent))}.json"  # noqa: PTH100 - keeps links


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """The requirements that an interpreter does not satisfy, and the lines that could not be installed."""

    unmet: tuple[UnmetRequirement, ...] = ()
    faults: tuple[Fault, ...] = ()


class CheckRecords:
    """Unmet requirements at the last check of interpreters; discarded when packages or requirements change."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def read(self, requirements: Requirements, python: Path) -> CheckRecord | None:
        """Returns what the last check found; None if a new one is needed."""
        file = self._file(requirements, python)
        content = _read_json(file) if file is not None else None
        try:
            if content is None or any(_state(Path(folder)) != state for folder, state in content["folders"].items()):
                return None
            unmet = [
                UnmetRequirement(requirement=requirements.lines[position], reason=_message(reason))
                for position, reason in content["unmet"]
            ]
            return CheckRecord(tuple(unmet), tuple(_fault(fault) for fault in content["faults"]))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            return None

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
        content = {
            "folders": {folder: _state(Path(folder)) for folder in folders},
            "unmet": [[requirements.lines.index(each.requirement), _message_json(each.reason)] for each in unmet],
            "faults": [_fault_json(fault) for fault in faults],
        }
        _try_write_json(file, content)

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
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns} {0 if path.is_dir() else found.st_size}"


def _fault_json(fault: Fault) -> dict[str, Any]:
    reason = {"reason": str(fault.reason), "message": _message_json(fault.reason)}
    return {"text": fault.text, "file": str(fault.file), "line": fault.line, **reason}


def _fault(content: dict[str, Any]) -> Fault:
    """Reads a fault; faults from earlier versions of Kickabout have no message."""
    reason = _message(content["message"]) if "message" in content else literal(str(content["reason"]))
    return Fault(text=str(content["text"]), file=Path(content["file"]), line=int(content["line"]), reason=reason)


def _message_json(value: Message) -> dict[str, Any]:
    args = {name: _message_json(arg) if isinstance(arg, Message) else arg for name, arg in value.args}
    return {"code": value.code, "template": value.template, "args": args}


def _message(content: dict[str, Any]) -> Message:
    args: list[tuple[str, Argument]] = [
        (str(name), _message(arg) if isinstance(arg, dict) else arg if isinstance(arg, int | float) else str(arg))
        for name, arg in content["args"].items()
    ]
    read = Message(str(content["code"]), str(content["template"]), tuple(args))
    str(read)  # raises if the template does not fit its arguments
    return read


def _read_json(file: Path) -> dict[str, Any] | None:
    try:
        content = json.loads(read_text(file, _MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def _write_json(file: Path, content: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, json.dumps(content, indent=1, default=str).encode(), is_durable=False)


def _try_write_json(file: Path, content: object) -> None:
    try:
        _write_json(file, content)
    except OSError:
        return
