"""The making of one environment and the installation of what a bot requires, as a sequence of steps.

Nothing here runs or waits: `Build.run` is a generator that asks for steps and gets their results.
"""

import re
import sys
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import Final, TypeVar

from runtime import deletion
from runtime.environments.checking import NoAnswer, ask
from runtime.environments.choice import Choice, InterpreterKind
from runtime.environments.installer import (
    ANSWERED,
    NOTHING_FOUND,
    OFFLINE,
    Haste,
    Installer,
    culprit,
    explanation,
)
from runtime.environments.records import (
    CheckRecords,
    Lack,
    Stamp,
    interpreter_in,
    lock_path,
    read_stamp,
    write_stamp,
)
from runtime.environments.requirements import Fault, Requirement, Requirements, canonical
from runtime.environments.site_packages import lend
from runtime.environments.steps import Step, StepResult
from runtime.locks import FileLock

AGAIN_S: Final = 0.25
"""How often it is tried to take over from another launcher that installs the same."""
UNREACHED_LINES: Final = 3
"""After so many lines in vain for lack of a network, only what is on this machine is tried."""
MOST_NAMES: Final = 5
_DELETE: Final = str(Path(deletion.__file__))
_RLBOT: Final = "rlbot"
_BRING_RLBOT: Final = (_RLBOT, "rlgym-rlbot")
"""Packages with which `rlbot` comes; a bot that requires one of them decides on its version."""
_FLATBUFFERS: Final = "rlbot-flatbuffers"
_IMPORT_RLBOT: Final = "import rlbot.managers"
_PRE_RELEASES: Final = ">=2.0.0b1"
"""Old versions of pip consider pre-releases, of which RLBot v5 has no others, where a specifier names one."""
_RLBOT_LINE: Final = re.compile(r"(rlbot\s*(?:\[[^\]]*\])?)\s*([^;@\s][^;@]*?)?\s*(;.*)?", re.IGNORECASE)
_ANY_VERSION_2: Final = re.compile(r"==\s*2(?:\.0){0,2}\.\*|!=.*|<\s*3.*")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """How long each step may take."""

    check_s: float = 30.0
    create_s: float = 120.0
    install_s: float = 1800.0
    """Everything at once; some packages are several gigabytes."""
    line_s: float = 900.0
    """One line, when everything at once did not work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Nothing to run for so long; `title` says what is awaited."""

    title: str
    seconds: float


Course = Generator[Step | Pause, StepResult, T]


class BuildState(Enum):
    """How an installation ended."""

    COMPLETE = "installed"
    PARTIAL = "installed, except for some lines"
    OFFLINE = "not installed: no network"
    FAILED = "not installed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of an installation."""

    state: BuildState
    faults: tuple[Fault, ...] = ()
    """Lines that cannot be installed."""
    lacks: tuple[Lack, ...] = ()
    """What is missing all the same: for lack of a network, or because nothing could be done."""
    reason: str = ""
    """Why it failed, as a sentence."""


class Build:
    """Fills one environment, which it makes before if it is one of ours; used once.

    Args:
        choice: what is to be filled; `can_install` holds.
        base: interpreter from which an environment is made.
        basics: requirements that every environment gets whose bot does not name them itself.
        work: a folder for files that the installer reads.
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
        can_add = not choice.requirements.are_hashed
        self._lines = (*choice.requirements.lines, *(self._basics if can_add else ()))
        self._faults: dict[Requirement, Fault] = {}
        self._unreached: list[Requirement] = []
        self._is_online: bool | None = None
        """Whether indexes can be reached; None while that is not known."""

    def run(self) -> Course[Verdict]:
        """The steps, one after the other; waits for another launcher that does the same."""
        lock = FileLock(self._lock_path())
        while not lock.try_acquire():
            yield Pause(title="another Kickabout is installing the same", seconds=AGAIN_S)
        try:
            return (yield from self._locked())
        finally:
            lock.release()

    def _lock_path(self) -> Path:
        if self._is_ours:
            return lock_path(self._place)
        return self._records.lock_file(self._python)

    def _locked(self) -> Course[Verdict]:
        stamp = read_stamp(self._place) if self._is_ours else None
        if stamp is not None and stamp.is_usable and stamp != self._choice.stamp:
            return _of_stamp(stamp)
        if self._is_ours and stamp is None:
            trouble = yield from self._make()
            if trouble:
                return Verdict(state=BuildState.FAILED, reason=trouble, lacks=self._all_lacking())
        wanted = yield from self._wanted()
        if isinstance(wanted, NoAnswer):
            return Verdict(state=BuildState.FAILED, reason=wanted.reason, lacks=self._all_lacking())
        if wanted:
            yield from self._fill(wanted)
        trouble = (yield from self._provide_rlbot()) if self._needs_rlbot else ""
        return (yield from self._conclude(trouble))

    def _provide_rlbot(self) -> Course[str]:
        """Makes `rlbot` importable in an environment of ours, whatever the requirements did to it.

        Returns why the environment is of no use without it, as a sentence; else an empty text.
        """
        trouble = yield from self._import_rlbot()
        if trouble and not self._requirements.are_hashed and len(self._unreached) < UNREACHED_LINES:
            unwanted = {*self._faults, *self._unreached, *self._basics}
            kept = [line for line in self._lines if line not in unwanted]
            result = yield self._installation([*kept, _our_rlbot(self._requirements.file)], Haste.HASTY)
            trouble = (yield from self._import_rlbot()) if result.is_fine else trouble
        if trouble and lend(self._place, self._base):
            trouble = yield from self._import_rlbot()
        names = {line.name for line in self._requirements.lines}
        speaks_itself = _FLATBUFFERS in names and not names.intersection(_BRING_RLBOT)
        if not trouble or speaks_itself:
            for line in self._basics:
                self._faults.pop(line, None)
        return "" if speaks_itself else trouble

    def _import_rlbot(self) -> Course[str]:
        """Returns why `rlbot` cannot be imported; empty where it can."""
        argv = (str(self._python), "-I", "-c", _IMPORT_RLBOT)
        result = yield self._step("checking rlbot", argv, self._limits.check_s)
        return "" if result.is_fine else f"Its environment cannot import 'rlbot'. {_why(result)}"

    def _make(self) -> Course[str]:
        """An empty environment in place of what may be there; returns why it could not be made."""
        if self._place.exists():
            clear = (sys.executable, "-P", _DELETE, str(self._place))
            cleared = yield self._step("removing an incomplete environment", clear, self._limits.create_s)
            if not cleared.is_fine:
                return f"'{self._place}' is incomplete and cannot be removed. {_why(cleared)}"
        argv = self._installer.create(self._base, self._place)
        made = yield self._step("creating an environment", argv, self._limits.create_s)
        if not made.is_fine and self._installer.uv is not None:
            self._installer = Installer(pip=self._installer.pip)
            argv = self._installer.create(self._base, self._place)
            made = yield self._step("creating an environment", argv, self._limits.create_s)
        if not made.is_fine:
            return f"An environment could not be made with '{self._base}'. {_why(made)}"
        return ""

    def _wanted(self) -> Course[list[Requirement] | NoAnswer]:
        """The lines that are to be installed."""
        answer = yield from ask(self._python, self._lines, work=self._work, limit_s=self._limits.check_s, may_run=True)
        if isinstance(answer, NoAnswer):
            return answer
        return [lack.requirement for lack in answer.lacks]

    def _fill(self, lacking: Sequence[Requirement]) -> Course[None]:
        """Everything at once; without the lines that are blamed; at last line by line."""
        lines = [line for line in self._lines if line not in self._faults]
        while lines:
            result = yield self._installation(lines, None)
            if result.is_fine:
                return
            blamed = None if _is_offline(result) else _blamed(culprit(result.lines), lines)
            if blamed is not None and self._is_doubtful(result):
                again = yield self._installation([blamed], Haste.HASTY)
                result = again if _is_offline(again) else result
                self._is_online = not _is_offline(result)
            if blamed is None or self._is_online is False:
                break
            self._blame(blamed, result)
            lines.remove(blamed)
        else:
            return
        yield from self._line_by_line(lines, [line for line in lacking if line in lines], not _is_offline(result))

    def _is_doubtful(self, result: StepResult) -> bool:
        """Whether a package may seem to be nowhere only because no index was reached."""
        is_told = any(NOTHING_FOUND in line for line in result.lines)
        return is_told and self._is_online is None and "--no-index" not in self._requirements.options

    def _line_by_line(
        self, lines: Sequence[Requirement], lacking: Sequence[Requirement], is_online: bool
    ) -> Course[None]:
        """Adds one line after the other to those that work together.

        Lists with hashes name everything that is needed, so each of their lines stands alone.
        """
        good = [line for line in lines if line not in lacking]
        for place, line in enumerate(lacking):
            if len(self._unreached) >= UNREACHED_LINES:
                haste = Haste.LOCAL
            else:
                haste = Haste.PATIENT if is_online else Haste.HASTY
            alone = self._requirements.are_hashed
            step = self._installation([line] if alone else [*good, line], haste, alone=alone)
            result = yield replace(step, title=f"installing {line.title}", share=place / len(lacking))
            if result.is_fine:
                good.append(line)
            elif _is_offline(result) or haste is Haste.LOCAL:
                self._unreached.append(line)
            else:
                self._blame(line, result)

    def _conclude(self, trouble: str) -> Course[Verdict]:
        """Looks what is there now, and writes it down; `trouble` is why the environment is of no use."""
        lines = self._requirements.lines
        answer = yield from ask(self._python, lines, work=self._work, limit_s=self._limits.check_s, may_run=True)
        if isinstance(answer, NoAnswer):
            return Verdict(state=BuildState.FAILED, reason=answer.reason, lacks=self._all_lacking())
        lacks = answer.lacks
        unreached = tuple(lack for lack in lacks if lack.requirement in self._unreached)
        for lack in lacks:
            if lack not in unreached and lack.requirement not in self._faults and lack.requirement.name:
                said = f"The installer found no fault, but it {lack.reason}."
                self._faults[lack.requirement] = _fault(lack.requirement, said)
        faults = (*self._requirements.faults, *self._faults_in_order())
        if self._is_ours:
            is_usable = not (unreached or trouble)
            write_stamp(self._place, Stamp(python=answer.version, is_usable=is_usable, faults=faults))
        else:
            failed = [line for line in self._requirements.lines if line in self._faults]
            kept = [*unreached, *(Lack(requirement=line, reason="could not be installed") for line in failed)]
            self._records.write(self._requirements, self._python, folders=answer.folders, lacks=kept, faults=faults)
        if trouble and not unreached:
            return Verdict(state=BuildState.FAILED, faults=faults, reason=trouble)
        state = BuildState.OFFLINE if unreached else BuildState.PARTIAL if faults else BuildState.COMPLETE
        return Verdict(state=state, faults=faults, lacks=unreached)

    def _faults_in_order(self) -> list[Fault]:
        lines = (*self._requirements.lines, *self._basics)
        return [self._faults[line] for line in lines if line in self._faults]

    def _installation(self, lines: Sequence[Requirement], haste: Haste | None, *, alone: bool = False) -> Step:
        """Installs some lines; `haste` None means all at once, as patiently as the user has it."""
        file = self._work / "requirements.txt"
        text = "\n".join([*self._requirements.options, *map(_with_pre_releases, lines)])
        file.write_text(text + "\n", encoding="utf-8")
        how = haste or Haste.PATIENT
        return Step(
            title=f"installing {_listed(lines)}",
            argv=self._installer.install(self._python, file, how, no_dependencies=alone),
            cwd=self._work,
            limit_s=self._limits.install_s if haste is None else self._limits.line_s,
            environment=self._installer.haste_environment(how),
            parts=len(lines) if haste is None else 0,
        )

    def _step(self, title: str, argv: tuple[str, ...], limit_s: float) -> Step:
        environment = self._installer.environment
        return Step(title=title, argv=argv, cwd=self._work, limit_s=limit_s, environment=environment)

    def _blame(self, line: Requirement, result: StepResult) -> None:
        reasons = [_why(result)]
        if any(OFFLINE.search(said) for said in result.lines):
            reasons.append("A package index could not be reached.")
        self._faults[line] = _fault(line, " ".join(reasons))

    def _all_lacking(self) -> tuple[Lack, ...]:
        return tuple(Lack(requirement=line, reason="is not installed") for line in self._requirements.lines)


def _of_stamp(stamp: Stamp) -> Verdict:
    state = BuildState.PARTIAL if stamp.faults else BuildState.COMPLETE
    return Verdict(state=state, faults=stamp.faults)


def _added(requirements: Requirements, basics: Sequence[str]) -> tuple[Requirement, ...]:
    names = {line.name for line in requirements.lines}
    if names.intersection(_BRING_RLBOT):
        return ()
    added = [(text, canonical(text.split(">")[0].split("=")[0].strip())) for text in basics]
    return tuple(Requirement(text=text, file=requirements.file, line=0, name=name) for text, name in added)


def _our_rlbot(file: Path) -> Requirement:
    """The version of `rlbot` that Kickabout has itself."""
    return Requirement(text=f"{_RLBOT}=={metadata.version(_RLBOT)}", file=file, line=0, name=_RLBOT)


def _with_pre_releases(line: Requirement) -> str:
    """A line as the installer gets it: one that admits version 2 of `rlbot` admits its pre-releases."""
    match = _RLBOT_LINE.fullmatch(line.text)
    if match is None or line.has_hashes:
        return line.text
    package, versions, condition = match[1].strip(), match[2] or "", match[3] or ""
    clauses = [clause.strip() for clause in versions.split(",") if clause.strip()]
    if not all(map(_ANY_VERSION_2.fullmatch, clauses)):
        return line.text
    return f"{package}{','.join([*clauses, _PRE_RELEASES])} {condition}".strip()


def _blamed(named: str, lines: Sequence[Requirement]) -> Requirement | None:
    """The line that an installer means; None when it is not certain, or when it is about a package of a package."""
    exact = [line for line in lines if line.title == named]
    if len(exact) == 1:
        return exact[0]
    match = re.match(r"[A-Za-z0-9._-]+", named)
    name = canonical(match[0].rstrip("-_.")) if match else ""
    found = [line for line in lines if line.name and line.name == name]
    return found[0] if len(found) == 1 else None


def _listed(lines: Sequence[Requirement]) -> str:
    names = [line.name or line.title for line in lines]
    return ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} packages"


def _fault(line: Requirement, reason: str) -> Fault:
    return Fault(text=line.title, file=line.file, line=line.line, reason=reason)


def _is_offline(result: StepResult) -> bool:
    """Whether an installation failed for lack of a network, rather than because an index lacks what is wanted."""
    has_answer = any(ANSWERED.search(line) for line in result.lines)
    return not has_answer and any(OFFLINE.search(line) for line in result.lines)


def _why(result: StepResult) -> str:
    return result.trouble or explanation(result.lines)
