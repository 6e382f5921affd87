"""Makes one environment and installs what a bot requires, as a sequence of steps.

Nothing here runs or waits: `Build.run` is a generator that yields steps and is sent their results. Whether a step
succeeded is decided by its exit code alone.
"""

import os
import re
import sys
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import Final, TypeVar

import packaging.requirements

from runtime import deletion
from runtime.environments.choice import Choice, InterpreterKind
from runtime.environments.inspection import InspectionError, inspect
from runtime.environments.installer import INDEXED, Installer
from runtime.environments.interpreter import interpreter_in
from runtime.environments.records import CheckRecords, Stamp, lock_path, read_stamp, write_stamp
from runtime.environments.requirements import (
    Fault,
    Requirement,
    Requirements,
    UnmetRequirement,
    canonical,
    without_local_version,
)
from runtime.environments.site_packages import add_own_packages
from runtime.environments.steps import Step, StepResult, last_words
from runtime.locks import FileLock
from runtime.model.messages import Message, literal, message

RETRY_S: Final = 0.25
"""Time between checks whether another launcher has finished the same installation."""
MAX_NAMES: Final = 5
"""Maximum number of packages in a title."""
_DELETE: Final = str(Path(deletion.__file__))
_RLBOT: Final = "rlbot"
_BRING_RLBOT: Final = (_RLBOT, "rlgym-rlbot")
"""Packages that provide `rlbot`; a bot that requires one of them decides on its version."""
_FLATBUFFERS: Final = "rlbot-flatbuffers"
_IMPORT_RLBOT: Final = "import rlbot.managers"
_PRE_RELEASES: Final = ">=2.0.0b1"
"""Old versions of pip only consider pre-releases if a specifier names one, and RLBot v5 only has pre-releases."""
_C_FLAGS: Final = {"virxerlu-clib": "-include math.h -Dmax=fmax -Dmin=fmin"}
"""C compiler options for packages whose modules cannot be loaded without them.

This package only has wheels for Windows, and its sources use names that only Microsoft's compiler defines.
"""
_EXTRA_INDEX: Final = "--extra-index-url"
_ANY_VERSION_2: Final = re.compile(r"==2(?:\.0){0,2}\.\*|!=.*|<3.*")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """Time limits of the steps."""

    check_s: float = 30.0
    create_s: float = 120.0
    install_s: float = 1800.0
    """For all lines together; some packages are several gigabytes."""
    line_s: float = 900.0
    """For a single line, after the installation of all lines failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A wait between steps; `title` is the reason."""

    title: Message
    seconds: float


Procedure = Generator[Step | Pause, StepResult, T]


class BuildState(Enum):
    """Result of an installation."""

    COMPLETE = "installed"
    PARTIAL = "installed, except for some lines"
    OFFLINE = "not installed: no network"
    FAILED = "not installed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of an installation."""

    state: BuildState
    faults: tuple[Fault, ...] = ()
    """Lines that cannot be installed."""
    unmet: tuple[UnmetRequirement, ...] = ()
    """Requirements that are still missing because there is no network or the installation failed."""
    reason: Message | None = None
    """Reason for a failure, as a sentence."""


class Build:
    """Fills one environment; makes it first if it is one of Kickabout's. Used once.

    Args:
        choice: The interpreter; `can_install` is true.
        base: Interpreter from which an environment is made.
        basics: Requirements that are added to every environment of Kickabout unless the bot names them.
        work: A folder for files that the installer reads.
    """

    def __init__(
        self,
        choice: Choice,
        *,
        base: Path,
        installer: Installer,
        limits: TimeLimits,
        basics: Sequence[str],
        work: Path,
        records: CheckRecords,
    ) -> None:
        if choice.requirements is None:
            raise ValueError("Nothing is required.")
        self._requirements: Requirements = choice.requirements
        self._options = choice.requirements.options
        self._choice = choice
        self._base = base
        self._installer = installer
        self._limits = limits
        self._work = work
        self._records = records
        self._is_ours = choice.kind in (InterpreterKind.MADE, InterpreterKind.CONFIGURED)
        self._place = choice.environment if self._is_ours and choice.environment else choice.python.parent.parent
        self._python = interpreter_in(self._place) if self._is_ours else choice.python
        self._basics = _added(choice.requirements, basics) if self._is_ours else ()
        self._needs_rlbot = self._is_ours and bool(basics)
        self._lines = (*choice.requirements.lines, *(() if choice.requirements.are_hashed else self._basics))
        self._faults: dict[Requirement, Fault] = {}
        self._unreached: list[Requirement] = []
        self._is_offline = False

    def run(self) -> Procedure[Verdict]:
        """Yields the steps in order; waits if another launcher does the same."""
        lock = FileLock(lock_path(self._place) if self._is_ours else self._records.lock_file(self._python))
        while not lock.try_acquire():
            title = message("another-installation", "another Kickabout is installing the same")
            yield Pause(title=title, seconds=RETRY_S)
        try:
            return (yield from self._locked())
        finally:
            lock.release()

    def _locked(self) -> Procedure[Verdict]:
        stamp = read_stamp(self._place) if self._is_ours else None
        if stamp is not None and stamp.is_usable and stamp != self._choice.stamp:
            state = BuildState.PARTIAL if stamp.faults else BuildState.COMPLETE
            return Verdict(state=state, faults=stamp.faults)
        if self._is_ours and stamp is None:
            trouble = yield from self._make()
            if trouble is not None:
                return self._failed(trouble)
        inspection = yield from inspect(self._python, self._lines, work=self._work, limit_s=self._limits.check_s)
        if isinstance(inspection, InspectionError):
            return self._failed(inspection.reason)
        if inspection.unmet:
            yield from self._install([unmet.requirement for unmet in inspection.unmet])
        trouble = (yield from self._provide_rlbot()) if self._needs_rlbot else None
        return (yield from self._conclude(trouble))

    def _make(self) -> Procedure[Message | None]:
        """Makes an empty environment in place of an incomplete one; returns the reason of a failure, else None."""
        if self._place.exists():
            title = message("removing-environment", "removing an incomplete environment")
            argv = (sys.executable, "-P", _DELETE, str(self._place))
            result = yield self._step(title, argv, self._limits.create_s)
            if not result.is_success:
                return message(
                    "incomplete-environment-not-removed",
                    "'{place}' is incomplete and cannot be removed. {reason}",
                    place=self._place,
                    reason=last_words(result),
                )
        result = yield self._creation()
        if not result.is_success and self._installer.uv is not None:
            self._installer = Installer(pip=self._installer.pip)
            result = yield self._creation()
        if result.is_success:
            return None
        return message(
            "environment-not-made",
            "An environment could not be made with '{python}'. {reason}",
            python=self._base,
            reason=last_words(result),
        )

    def _creation(self) -> Step:
        title = message("creating-environment", "creating an environment")
        return self._step(title, self._installer.create(self._base, self._place), self._limits.create_s)

    def _install(self, missing: Sequence[Requirement]) -> Procedure[None]:
        """Installs all lines at once; if that fails, line by line, and offline if the network was the reason."""
        title = message("installing", "installing {packages}", packages=_listed(self._lines))
        result = yield self._installation(self._lines, title, self._limits.install_s, share=0.1)
        if not result.is_success:
            self._is_offline = not (yield from self._reaches_index())
            yield from self._install_lines(missing)

    def _reaches_index(self) -> Procedure[bool]:
        """Returns whether a package index can be reached; leaves out extra ones if one of them cannot.

        Unlike pip, uv installs nothing then.
        """
        if "--no-index" in self._options or (yield from self._reaches(self._options)):
            return True
        others = tuple(option for option in self._options if not option.startswith(_EXTRA_INDEX))
        if others == self._options or not (yield from self._reaches(others)):
            return False
        self._options = others
        return True

    def _reaches(self, options: Sequence[str]) -> Procedure[bool]:
        file = self._requirements_file([*options, INDEXED])
        title = message("checking-index", "checking the package index")
        step = self._step(title, self._installer.check_index(self._python, file), self._limits.check_s, share=0.2)
        result = yield replace(step, environment=self._installer.environment(is_impatient=True))
        return result.is_success

    def _install_lines(self, missing: Sequence[Requirement]) -> Procedure[None]:
        """Adds the lines one by one to those that can be installed together.

        Lists with hashes name all dependencies, so each of their lines is installed alone.
        """
        good = [line for line in self._lines if line not in missing]
        are_hashed = self._requirements.are_hashed
        for position, line in enumerate(missing):
            share = 0.2 + 0.7 * position / len(missing)
            result = StepResult(code=1)
            for text in (line, _without_local_version(line)):
                if text is None or result.is_success:
                    break
                title = message("installing", "installing {packages}", packages=text.title)
                if text is not line:
                    title = message(
                        "installing-public",
                        "installing {public} in place of {local}",
                        public=text.text,
                        local=line.title,
                    )
                result = yield self._installation(
                    [text] if are_hashed else [*good, text],
                    title,
                    self._limits.line_s,
                    share=share,
                    no_dependencies=are_hashed,
                )
                if result.is_success:
                    good.append(text)
                    self._lines = tuple(text if known == line else known for known in self._lines)
            if self._is_offline and not result.is_success:
                self._unreached.append(line)
            elif not result.is_success:
                self._faults[line] = _fault(line, last_words(result))

    def _provide_rlbot(self) -> Procedure[Message | None]:
        """Makes `rlbot` importable in an environment of Kickabout, even if the requirements broke it.

        Returns the reason if the environment is unusable without it, else None.
        """
        trouble = yield from self._import_rlbot()
        if trouble is not None and not self._requirements.are_hashed and not self._is_offline:
            unwanted = {*self._faults, *self._unreached, *self._basics}
            kept = [line for line in self._lines if line not in unwanted]
            own = Requirement(
                text=f"{_RLBOT}=={metadata.version(_RLBOT)}", file=self._requirements.file, line=0, name=_RLBOT
            )
            title = message("installing", "installing {packages}", packages=own.title)
            result = yield self._installation([*kept, own], title, self._limits.line_s, share=0.9)
            trouble = (yield from self._import_rlbot()) if result.is_success else trouble
        if trouble is not None and add_own_packages(self._place, self._base):
            trouble = yield from self._import_rlbot()
        names = {line.name for line in self._requirements.lines}
        speaks_protocol = _FLATBUFFERS in names and not names.intersection(_BRING_RLBOT)
        if trouble is None or speaks_protocol:
            for line in self._basics:
                self._faults.pop(line, None)
        return None if speaks_protocol else trouble

    def _import_rlbot(self) -> Procedure[Message | None]:
        """Returns the reason why `rlbot` cannot be imported; None if it can."""
        title = message("checking-rlbot", "checking rlbot")
        argv = (str(self._python), "-I", "-c", _IMPORT_RLBOT)
        result = yield self._step(title, argv, self._limits.check_s, share=0.9)
        if result.is_success:
            return None
        return message(
            "rlbot-not-importable", "Its environment cannot import 'rlbot'. {reason}", reason=last_words(result)
        )

    def _conclude(self, trouble: Message | None) -> Procedure[Verdict]:
        """Checks and records what is installed now; `trouble` is the reason if the environment is unusable."""
        lines = self._requirements.lines
        inspection = yield from inspect(self._python, lines, work=self._work, limit_s=self._limits.check_s)
        if isinstance(inspection, InspectionError):
            return self._failed(inspection.reason)
        unreached = tuple(unmet for unmet in inspection.unmet if unmet.requirement in self._unreached)
        for unmet in inspection.unmet:
            line = unmet.requirement
            if unmet not in unreached and line not in self._faults and line.name:
                self._faults[line] = _fault(
                    line,
                    message("installed-in-vain", "The installer found no fault, but it {state}.", state=unmet.reason),
                )
        failed = [line for line in (*lines, *self._basics) if line in self._faults]
        faults = (*self._requirements.faults, *(self._faults[line] for line in failed))
        if self._is_ours:
            is_usable = trouble is None and not unreached
            stamp = Stamp(python=inspection.version, is_usable=is_usable, faults=faults, is_checked=True)
            write_stamp(self._place, stamp)
        else:
            kept = [*unreached, *(not_installable(line) for line in lines if line in self._faults)]
            self._records.write(self._requirements, self._python, folders=inspection.folders, unmet=kept, faults=faults)
        if trouble is not None and not unreached:
            return Verdict(state=BuildState.FAILED, faults=faults, reason=trouble)
        state = BuildState.OFFLINE if unreached else BuildState.PARTIAL if faults else BuildState.COMPLETE
        return Verdict(state=state, faults=faults, unmet=unreached)

    def _installation(
        self,
        lines: Sequence[Requirement],
        title: Message,
        limit_s: float,
        *,
        share: float,
        no_dependencies: bool = False,
    ) -> Step:
        file = self._requirements_file([*self._options, *map(_with_pre_releases, lines)])
        argv = self._installer.install(self._python, file, is_offline=self._is_offline, no_dependencies=no_dependencies)
        environment = {**self._installer.environment(is_impatient=self._is_offline), **_compiler_flags(lines)}
        return replace(self._step(title, argv, limit_s, share=share), environment=environment)

    def _requirements_file(self, lines: Sequence[str]) -> Path:
        file = self._work / "requirements.txt"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return file

    def _step(self, title: Message, argv: tuple[str, ...], limit_s: float, *, share: float = 0.0) -> Step:
        environment = self._installer.environment()
        return Step(title=title, argv=argv, cwd=self._work, limit_s=limit_s, environment=environment, share=share)

    def _failed(self, reason: Message) -> Verdict:
        missing = message("not-installed", "is not installed")
        unmet = tuple(UnmetRequirement(requirement=line, reason=missing) for line in self._requirements.lines)
        return Verdict(state=BuildState.FAILED, reason=reason, unmet=unmet)


def not_installable(line: Requirement) -> UnmetRequirement:
    """Returns a requirement that an earlier installation could not satisfy."""
    return UnmetRequirement(requirement=line, reason=message("not-installable", "could not be installed"))


def _added(requirements: Requirements, basics: Sequence[str]) -> tuple[Requirement, ...]:
    """Returns the basic requirements unless the bot decides on `rlbot` itself."""
    if {line.name for line in requirements.lines}.intersection(_BRING_RLBOT):
        return ()
    names = [canonical(packaging.requirements.Requirement(text).name) for text in basics]
    return tuple(
        Requirement(text=text, file=requirements.file, line=0, name=name)
        for text, name in zip(basics, names, strict=True)
    )


def _without_local_version(line: Requirement) -> Requirement | None:
    """Returns a line that accepts the public version of a local one: `torch==2.0.1` for `torch==2.0.1+cpu`.

    Local versions come from special indexes, which may be unreachable or have no build for this system. Returns None if
    the line has no local version.
    """
    public = without_local_version(line.text)
    return replace(line, text=public) if public != line.text and not line.has_hashes and not line.url else None


def _with_pre_releases(line: Requirement) -> str:
    """Returns a line for the installer; if it accepts version 2 of `rlbot`, it is made to accept its pre-releases."""
    if line.name != _RLBOT or line.url or line.has_hashes:
        return line.text
    try:
        requirement = line.parsed()
    except packaging.requirements.InvalidRequirement:
        return line.text
    if not all(_ANY_VERSION_2.fullmatch(str(clause)) for clause in requirement.specifier):
        return line.text
    requirement.specifier &= _PRE_RELEASES
    return str(requirement)


def _compiler_flags(lines: Sequence[Requirement]) -> Mapping[str, str]:
    """Returns environment variables with which some packages can be built from source."""
    flags = [_C_FLAGS[line.name] for line in lines if line.name in _C_FLAGS]
    return {"CFLAGS": " ".join([os.environ.get("CFLAGS", ""), *flags]).strip()} if flags else {}


def _listed(lines: Sequence[Requirement]) -> Message:
    names = tuple(line.name or line.title for line in lines)
    if len(names) <= MAX_NAMES:
        return literal(", ".join(names))
    return message("several-packages", "{count} packages", count=len(names))


def _fault(line: Requirement, reason: Message) -> Fault:
    return Fault(text=line.title, file=line.file, line=line.line, reason=reason)
