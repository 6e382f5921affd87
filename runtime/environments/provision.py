"""Finds missing packages of the agents of a match, and installs them with the user's consent.

    provision = Provision(sources, configured=python, environments=folder)
    provision.start()
    while not provision.is_over:
        for event in provision.poll(0.1): ...    # answer NeedsFound with `install` or `skip`
    provision.close()

Programs run one after the other in a separate supervisor, which is started when it is first needed. No call waits
longer than its timeout.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from runtime.deletion import discard
from runtime.environments.building import Build, BuildState, Pause, Procedure, TimeLimits, Verdict, not_installable
from runtime.environments.choice import AgentSource, Choice, InterpreterKind, choose
from runtime.environments.inspection import Inspection, InspectionError, inspect
from runtime.environments.installer import Installer, find_installer
from runtime.environments.records import CheckRecord, CheckRecords
from runtime.environments.requirements import V5_PACKAGES, Fault, Requirement, UnmetRequirement
from runtime.environments.steps import StepResult, StepRunner
from runtime.model.messages import Message, message
from runtime.processes import SupervisorClient, SupervisorError, SupervisorLost
from runtime.transitions import Transitions

_PAUSED: Final = StepResult(code=0)
"""Sent to a procedure after a pause."""


class ProvisionState(Enum):
    """The phase of a provision."""

    CHECKING = "checking what is installed"
    ASKING = "waiting for an answer"
    INSTALLING = "installing packages"
    CANCELLING = "ending"
    OVER = "over"


_TRANSITIONS: Final = Transitions(
    "a provision",
    (ProvisionState.ASKING, [ProvisionState.CHECKING], ProvisionState.ASKING),
    (ProvisionState.INSTALLING, [ProvisionState.ASKING], ProvisionState.INSTALLING),
    (
        ProvisionState.CANCELLING,
        [ProvisionState.CHECKING, ProvisionState.ASKING, ProvisionState.INSTALLING],
        ProvisionState.CANCELLING,
    ),
    (ProvisionState.OVER, set(ProvisionState) - {ProvisionState.OVER}, ProvisionState.OVER),
)
"""A provision has no triggers besides the states that it enters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The missing packages of agents that share an interpreter and requirements."""

    agents: tuple[AgentSource, ...]
    choice: Choice
    unmet: tuple[UnmetRequirement, ...]
    faults: tuple[Fault, ...] = ()
    """Lines that could not be read, or that an earlier installation could not install."""
    doubt: Message | None = None
    """Reason why the installed packages are unknown, as a sentence; `missing` is empty then."""

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, each once."""
        return tuple(dict.fromkeys(agent.name for agent in self.agents))

    @property
    def is_new(self) -> bool:
        """Returns whether something is missing that no earlier installation has failed to install."""
        known = {(fault.file, fault.line, fault.text) for fault in self.faults}
        lines = [unmet.requirement for unmet in self.unmet]
        return any((line.file, line.line, line.title) not in known for line in lines)

    @property
    def can_install(self) -> bool:
        """Returns whether Kickabout can install something."""
        return bool(self.unmet) and self.choice.can_install


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsFound:
    """Every agent was checked; if there are no needs, all requirements are satisfied."""

    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgressed:
    """Progress of the installation for a need; `share` grows from 0 to 1."""

    need: Need
    text: Message
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallSaid:
    """Lines that the installer printed."""

    need: Need
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedConcluded:
    """The installation for a need ended."""

    need: Need
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvisionEnded:
    """The last event; `trouble` is a sentence if Kickabout itself had to give up."""

    was_cancelled: bool
    trouble: Message | None = None


ProvisionEvent = NeedsFound | InstallProgressed | InstallSaid | NeedConcluded | ProvisionEnded


class Provision:
    """One check for the agents of a match, and at most one installation; used by one thread.

    Args:
        sources: The agents; those that are not Python programs are left out.
        configured: Interpreter for agents that have none of their own.
        environments: Folder for environments and records; None means that Kickabout makes no environments.
        installer: None means the installers of this machine.
        limits: Time limits of the steps.
        basics: Requirements that are added to every environment of Kickabout.
        clock: Returns seconds.
    """

    def __init__(
        self,
        sources: Iterable[AgentSource],
        *,
        configured: Path = Path(sys.executable),
        environments: Path | None,
        installer: Installer | None = None,
        limits: TimeLimits | None = None,
        basics: Sequence[str] = V5_PACKAGES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sources = tuple(sources)
        self._configured = configured
        self._environments = environments
        self._installer = installer
        self._limits = limits or TimeLimits()
        self._basics = basics
        self._clock = clock
        self._records = CheckRecords(environments)
        self._supervisor = SupervisorClient()
        self._has_supervisor = False
        self._runner = StepRunner(self._supervisor, self._on_lines, clock)
        self._work: Path | None = None
        self._procedure: Procedure[None] | None = None
        self._pause_until = 0.0
        self._current: Need | None = None
        self._events: list[ProvisionEvent] = []
        self._state = ProvisionState.CHECKING
        self.needs: tuple[Need, ...] = ()
        """The needs, once `NeedsFound` was emitted."""

    @property
    def state(self) -> ProvisionState:
        """The current phase."""
        return self._state

    @property
    def is_over(self) -> bool:
        """Returns whether `ProvisionEnded` was emitted or waits to be polled."""
        return self._state is ProvisionState.OVER

    def start(self) -> None:
        """Starts the check; `NeedsFound` follows, at the next poll if no program has to run."""
        self._start_procedure(self._check())

    def install(self) -> None:
        """Installs the missing packages, as far as possible; only in the state `ASKING`."""
        if self._state is ProvisionState.ASKING:
            self._enter(ProvisionState.INSTALLING)
            self._start_procedure(self._install())

    def skip(self) -> None:
        """Installs nothing; only in the state `ASKING`."""
        if self._state is ProvisionState.ASKING:
            self._end()

    def cancel(self) -> None:
        """Ends the running work; `ProvisionEnded` follows. The next installation repairs incomplete environments."""
        if _TRANSITIONS.get(self._state, ProvisionState.CANCELLING) is None:
            return
        self._enter(ProvisionState.CANCELLING)
        self._runner.stop()
        if not self._runner.is_busy:
            self._abort(was_cancelled=True)

    def poll(self, timeout_s: float = 0.0) -> tuple[ProvisionEvent, ...]:
        """Returns the next events in order; waits up to `timeout_s` for one."""
        if not self._events and not self.is_over:
            self._tick(timeout_s)
        events, self._events = tuple(self._events), []
        return events

    def close(self) -> None:
        """Kills running programs; may be called twice."""
        if self._has_supervisor:
            self._supervisor.close()
            self._has_supervisor = False
        self._close_procedure()
        if self._work is not None:
            discard(self._work)
            self._work = None
        if not self.is_over:
            self._enter(ProvisionState.OVER)

    def _enter(self, state: ProvisionState) -> None:
        self._state = _TRANSITIONS.after(self._state, state)

    def _check(self) -> Procedure[None]:
        groups = [(choice, agents, self._known(choice)) for choice, agents in self._groups()]
        found = yield from self._inspect(choice for choice, _, known in groups if known is None)
        needs = (
            self._need(choice, agents, known if known is not None else self._record(choice, found[choice.python]))
            for choice, agents, known in groups
        )
        self.needs = tuple(need for need in needs if need is not None)
        self._events.append(NeedsFound(needs=self.needs))
        if any(need.can_install for need in self.needs):
            self._enter(ProvisionState.ASKING)
        else:
            self._end()

    def _groups(self) -> list[tuple[Choice, tuple[AgentSource, ...]]]:
        """Returns the agents by interpreter and requirements, without those that have no requirements."""
        groups: dict[tuple[Path, str], tuple[Choice, tuple[AgentSource, ...]]] = {}
        for source in self._sources:
            choice = choose(source, self._configured, self._environments)
            if choice is not None and choice.requirements is not None:
                key = (choice.python, choice.requirements.digest)
                groups[key] = (choice, (*groups.get(key, (choice, ()))[1], source))
        return list(groups.values())

    def _known(self, choice: Choice) -> CheckRecord | None:
        """Returns the result that is known without an inspection; None if there is none."""
        requirements = choice.requirements
        if requirements is not None and choice.is_v4 and choice.kind is InterpreterKind.CONFIGURED:
            missing = message("not-installed", "is not installed")
            unmet = tuple(UnmetRequirement(requirement=line, reason=missing) for line in requirements.lines)
            return CheckRecord(unmet, requirements.faults)
        if requirements is None or not requirements.lines:
            return CheckRecord(faults=requirements.faults if requirements is not None else ())
        if choice.kind is not InterpreterKind.MADE or choice.stamp is None or not choice.stamp.is_usable:
            return self._records.read(requirements, choice.python)
        failed = {(fault.file, fault.line, fault.text) for fault in choice.stamp.faults}
        lines = [line for line in requirements.lines if (line.file, line.line, line.title) in failed]
        return CheckRecord(tuple(map(not_installable, lines)), choice.stamp.faults)

    def _inspect(self, choices: Iterable[Choice]) -> Procedure[dict[Path, Inspection | InspectionError]]:
        """Inspects each interpreter once, with the lines of all its agents."""
        lines: dict[Path, list[Requirement]] = {}
        runnable: dict[Path, bool] = {}
        for choice in choices:
            lines.setdefault(choice.python, []).extend(_lines(choice))
            runnable[choice.python] = runnable.get(choice.python, True) and self._may_run(choice)
        found: dict[Path, Inspection | InspectionError] = {}
        for python, wanted in lines.items():
            found[python] = yield from inspect(
                python, wanted, work=self._workplace(), limit_s=self._limits.check_s, may_run=runnable[python]
            )
        return found

    def _may_run(self, choice: Choice) -> bool:
        """Returns whether an interpreter may run before the match: not a bot's, and not one in an agent's folder."""
        if choice.is_path or choice.kind not in (InterpreterKind.CONFIGURED, InterpreterKind.NAMED):
            return False
        folders = {folder for source in self._sources for folder in (source.folder, source.home)}
        programs = (choice.python.absolute(), choice.python.resolve())
        homes = {place for folder in folders for place in (folder.absolute(), folder.resolve())}
        return not any(program.is_relative_to(home) for program in programs for home in homes)

    def _record(self, choice: Choice, found: Inspection | InspectionError) -> CheckRecord | Message:
        """Returns the result of an inspection for one choice, and records it."""
        if isinstance(found, InspectionError):
            return found.reason
        lines = _lines(choice)
        unmet = tuple(unmet for unmet in found.unmet if unmet.requirement in lines)
        if choice.requirements is None:
            return CheckRecord(unmet)
        faults = choice.requirements.faults
        self._records.write(choice.requirements, choice.python, folders=found.folders, unmet=unmet, faults=faults)
        return CheckRecord(unmet, faults)

    def _need(self, choice: Choice, agents: tuple[AgentSource, ...], found: CheckRecord | Message) -> Need | None:
        if isinstance(found, Message):
            return Need(agents=agents, choice=choice, unmet=(), doubt=found)
        if not (found.unmet or found.faults):
            return None
        return Need(agents=agents, choice=choice, unmet=found.unmet, faults=found.faults)

    def _install(self) -> Procedure[None]:
        for need in self.needs:
            if need.can_install:
                self._current = need
                verdict = yield from self._build(need)
                self._events.append(NeedConcluded(need=need, verdict=verdict))
                self._current = None
        self._end()

    def _build(self, need: Need) -> Procedure[Verdict]:
        self._installer = self._installer or find_installer()
        try:
            build = Build(
                need.choice,
                base=need.choice.base or self._configured,
                installer=self._installer,
                limits=self._limits,
                basics=() if need.choice.is_v4 else self._basics,
                work=self._workplace(),
                records=self._records,
            )
            return (yield from build.run())
        except OSError as error:
            reason = message("packages-not-written", "A file could not be written: {error}.", error=str(error))
            return Verdict(state=BuildState.FAILED, unmet=need.unmet, reason=reason)

    def _workplace(self) -> Path:
        if self._work is None:
            self._work = Path(tempfile.mkdtemp(prefix=f"kickabout-packages-{os.getpid()}-"))
        return self._work

    def _start_procedure(self, procedure: Procedure[None]) -> None:
        self._procedure = procedure
        self._advance(None)

    def _advance(self, result: StepResult | None) -> None:
        """Continues the procedure up to its next step."""
        if self._procedure is None:
            return
        try:
            item = next(self._procedure) if result is None else self._procedure.send(result)
            if not self._has_supervisor:
                self._supervisor.start()
                self._has_supervisor = True
        except StopIteration:
            self._procedure = None
            return
        except SupervisorError as error:
            self._abort(trouble=error.text)
            return
        if isinstance(item, Pause):
            self._pause_until = self._clock() + item.seconds
            self._emit_progress(item.title, 0.0)
            return
        self._emit_progress(item.title, item.share)
        self._runner.start(item)

    def _tick(self, timeout_s: float) -> None:
        left_s = max(0.0, self._pause_until - self._clock()) if self._pause_until else timeout_s
        events = self._supervisor.poll(min(timeout_s, left_s)) if self._has_supervisor else []
        self._runner.handle(events)
        result = self._runner.result()
        if self._state is ProvisionState.CANCELLING:
            if not self._runner.is_busy:
                self._abort(was_cancelled=True)
        elif any(isinstance(event, SupervisorLost) for event in events):
            self._abort(trouble=message("provision-supervisor-lost", "The supervisor process was lost."))
        elif result is not None:
            self._advance(result)
        elif self._pause_until and self._clock() >= self._pause_until:
            self._pause_until = 0.0
            self._advance(_PAUSED)

    def _on_lines(self, lines: tuple[str, ...]) -> None:
        if self._current is not None:
            self._events.append(InstallSaid(need=self._current, lines=lines))

    def _emit_progress(self, title: Message, share: float) -> None:
        if self._current is not None:
            self._events.append(InstallProgressed(need=self._current, text=title, share=share))

    def _abort(self, *, was_cancelled: bool = False, trouble: Message | None = None) -> None:
        """Ends without continuing the procedure; closing it releases its locks."""
        self._close_procedure()
        self._end(was_cancelled=was_cancelled, trouble=trouble)

    def _close_procedure(self) -> None:
        if self._procedure is not None:
            self._procedure.close()
            self._procedure = None

    def _end(self, *, was_cancelled: bool = False, trouble: Message | None = None) -> None:
        self._enter(ProvisionState.OVER)
        self._events.append(ProvisionEnded(was_cancelled=was_cancelled, trouble=trouble))


def _lines(choice: Choice) -> tuple[Requirement, ...]:
    return choice.requirements.lines if choice.requirements is not None else ()
