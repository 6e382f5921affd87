"""Finds out which packages the agents of a match lack, and installs them once somebody agreed.

    provision = Provision(sources, configured=python, environments=folder)
    provision.start()
    while not provision.is_over:
        for event in provision.poll(0.1): ...    # answer NeedsFound with `install` or `skip`
    provision.close()

All that takes time runs in programs of a supervisor of its own, one after the other; no call here waits longer than it
is told to. Nothing is started when nothing has to be found out.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from runtime.deletion import discard
from runtime.environments.building import Build, BuildState, Course, Pause, TimeLimits, Verdict
from runtime.environments.checking import Answer, NoAnswer, ask
from runtime.environments.choice import AgentSource, Choice, InterpreterKind, choose
from runtime.environments.installer import Installer, find_installer
from runtime.environments.records import CheckRecords, Lack
from runtime.environments.requirements import Fault, Requirement
from runtime.environments.steps import StepResult, StepRunner
from runtime.processes import SupervisorClient, SupervisorError, SupervisorLost

_FOUND: Final = re.compile(r"^\s*(?:Collecting|Requirement already satisfied:|Obtaining|Processing) ")
_LATER: Final = (
    (re.compile(r"^Resolved \d+ package"), 0.3),
    (re.compile(r"^(?:Prepared|Downloaded) \d+ package"), 0.8),
    (re.compile(r"^Building wheels? for"), 0.75),
    (re.compile(r"^Installing collected packages"), 0.8),
    (re.compile(r"^(?:Successfully installed|Installed \d+ package)"), 1.0),
)
_FETCHED: Final = re.compile(r"^\s*Downloading (\S+) \(([\d.]+)\s*([MG])i?B\)")
LARGE_MB: Final = 10.0
"""Downloads from this size on are worth a word, for they take a while."""
_FINDING: Final = 0.7
"""The share of the time that finding and fetching takes, as a rule."""


class InstallMeter:
    """Reads the lines of one installation of `parts` packages; its share only grows."""

    def __init__(self, parts: int) -> None:
        self._parts = parts
        self._found = 0
        self._share = 0.0
        self.fetching = ""
        """The large file that is being fetched, with its size; empty while there is none."""

    @property
    def share(self) -> float:
        """0 to 1."""
        return self._share

    def take(self, lines: Iterable[str]) -> None:
        """The next lines. Packages that others need come on top, so each counts for less than its part."""
        for line in lines:
            self._note(line)
            if _FOUND.match(line):
                self._found += 1
            reached = next((share for pattern, share in _LATER if pattern.match(line)), 0.0)
            found = _FINDING * self._found / (self._found + self._parts) if self._parts else 0.0
            self._share = max(self._share, found, reached if self._parts else 0.0)

    def _note(self, line: str) -> None:
        fetched = _FETCHED.match(line)
        if fetched is not None and float(fetched[2]) * (1000.0 if fetched[3] == "G" else 1.0) >= LARGE_MB:
            self.fetching = f"{'-'.join(fetched[1].split('-')[:2])}, {fetched[2]} {fetched[3]}B"
        elif fetched is not None or any(pattern.match(line) for pattern, _ in _LATER):
            self.fetching = ""


class ProvisionState(Enum):
    """How far a provision is."""

    CHECKING = "checking what is installed"
    ASKING = "waiting for an answer"
    INSTALLING = "installing packages"
    CANCELLING = "ending"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What agents that share an interpreter and requirements lack."""

    agents: tuple[AgentSource, ...]
    choice: Choice
    lacks: tuple[Lack, ...]
    """Lines that are not satisfied."""
    faults: tuple[Fault, ...] = ()
    """Lines that could not be installed before, or that nobody understands."""
    doubt: str = ""
    """Why it could not be found out what is installed, as a sentence; then nothing is known to be lacking."""

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, each once."""
        return tuple(dict.fromkeys(agent.name for agent in self.agents))

    @property
    def is_new(self) -> bool:
        """Whether something is lacking of which it is not known that it cannot be installed."""
        known = {(fault.file, fault.line, fault.text) for fault in self.faults}
        lines = [lack.requirement for lack in self.lacks]
        return any((line.file, line.line, line.title) not in known for line in lines)

    @property
    def can_install(self) -> bool:
        """Whether Kickabout can do something about it."""
        return bool(self.lacks) and self.choice.can_install


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsFound:
    """Every agent was looked at; no needs mean that all have what they require."""

    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgressed:
    """An installation goes on; `share` is between 0 and 1 for this need."""

    need: Need
    text: str
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
    """The last event. `trouble` is a sentence when Kickabout itself could not go on."""

    was_cancelled: bool
    trouble: str = ""


ProvisionEvent = NeedsFound | InstallProgressed | InstallSaid | NeedConcluded | ProvisionEnded


BASICS: Final = ("rlbot>=2.0.0b1",)
"""What a made environment holds besides a bot's own requirements; the version keeps the packages of RLBot v4 out."""

_Known = tuple[tuple[Lack, ...], tuple[Fault, ...]]
"""Lines that are lacking, and lines that are known to fail."""
_RESTED: Final = StepResult(code=0)
"""What a course gets after a pause."""


class Provision:
    """One check, and if wanted one installation, for the agents of a match; owned by one thread, which may be any.

    Args:
        sources: the agents; those that are no Python programs are left alone.
        configured: interpreter for agents that have none of their own.
        environments: folder for what Kickabout makes and remembers; None means that it makes nothing.
        installer: None means what this machine has.
        basics: what every made environment holds.
    """

    def __init__(
        self,
        sources: Iterable[AgentSource],
        *,
        configured: Path = Path(sys.executable),
        environments: Path | None,
        installer: Installer | None = None,
        limits: TimeLimits | None = None,
        basics: Sequence[str] = BASICS,
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
        self._course: Course[None] | None = None
        self._pause_until = 0.0
        self._meter = InstallMeter(0)
        self._current: Need | None = None
        self._title = ""
        self._share = 0.0
        self._news: list[ProvisionEvent] = []
        self._state = ProvisionState.CHECKING
        self.needs: tuple[Need, ...] = ()
        """What was found, once `NeedsFound` has come."""

    @property
    def state(self) -> ProvisionState:
        """How far it is."""
        return self._state

    @property
    def is_over(self) -> bool:
        """Whether `ProvisionEnded` was handed out or waits to be."""
        return self._state is ProvisionState.OVER

    def start(self) -> None:
        """Begins to look; `NeedsFound` follows, at the next poll when everything is known from earlier starts."""
        self._follow(self._check())

    def install(self) -> None:
        """Installs what the needs lack, as far as possible; only while an answer is waited for."""
        if self._state is ProvisionState.ASKING:
            self._state = ProvisionState.INSTALLING
            self._follow(self._install())

    def skip(self) -> None:
        """Installs nothing; only while an answer is waited for."""
        if self._state is ProvisionState.ASKING:
            self._end()

    def cancel(self) -> None:
        """Ends whatever runs; `ProvisionEnded` follows when nothing runs any more. The half-made is mended later."""
        if self._state in (ProvisionState.CANCELLING, ProvisionState.OVER):
            return
        self._state = ProvisionState.CANCELLING
        self._runner.stop()
        if not self._runner.is_busy:
            self._break_off(was_cancelled=True)

    def poll(self, timeout_s: float = 0.0) -> tuple[ProvisionEvent, ...]:
        """What happened, in order; waits up to `timeout_s` for something to happen."""
        if not self._news and not self.is_over:
            self._turn(timeout_s)
        news, self._news = tuple(self._news), []
        return news

    def close(self) -> None:
        """Kills what still runs and forgets; may be called twice."""
        if self._has_supervisor:
            self._supervisor.close()
            self._has_supervisor = False
        self._forget_course()
        if self._work is not None:
            discard(self._work)
            self._work = None
        self._state = ProvisionState.OVER

    def _check(self) -> Course[None]:
        groups = [(choice, agents, self._remembered(choice)) for choice, agents in self._groups()]
        answers = yield from self._ask(choice for choice, _, known in groups if known is None)
        looked = (
            _need(choice, agents, known) if known is not None else self._look(choice, agents, answers[choice.python])
            for choice, agents, known in groups
        )
        self.needs = tuple(need for need in looked if need is not None)
        self._news.append(NeedsFound(needs=self.needs))
        if any(need.can_install for need in self.needs):
            self._state = ProvisionState.ASKING
        else:
            self._end()

    def _ask(self, choices: Iterable[Choice]) -> Course[dict[Path, Answer | NoAnswer]]:
        """Looks at each interpreter once, for the lines of all its agents."""
        lines: dict[Path, list[Requirement]] = {}
        runnable: dict[Path, bool] = {}
        for choice in choices:
            lines.setdefault(choice.python, []).extend(_lines(choice))
            runnable[choice.python] = runnable.get(choice.python, True) and self._may_run(choice)
        answers: dict[Path, Answer | NoAnswer] = {}
        for python, wanted in lines.items():
            answers[python] = yield from ask(
                python,
                wanted,
                work=self._workplace(),
                limit_s=self._limits.check_s,
                may_run=runnable[python],
            )
        return answers

    def _may_run(self, choice: Choice) -> bool:
        """Whether an interpreter may run before the match: the user's or the system's, and in no agent's folder."""
        if choice.is_path or choice.kind not in (InterpreterKind.CONFIGURED, InterpreterKind.NAMED):
            return False
        folders = {source.folder for source in self._sources}
        folders |= {source.document.parent for source in self._sources if source.document is not None}
        programs = (choice.python.absolute(), choice.python.resolve())
        homes = {place for folder in folders for place in (folder.absolute(), folder.resolve())}
        return not any(program.is_relative_to(home) for program in programs for home in homes)

    def _remembered(self, choice: Choice) -> _Known | None:
        """Lines that are lacking and lines that failed, as far as that needs no interpreter to be asked."""
        requirements = choice.requirements
        if requirements is None or not requirements.lines:
            return (), requirements.faults if requirements is not None else ()
        if choice.kind is not InterpreterKind.MADE or choice.stamp is None:
            return self._records.read(requirements, choice.python)
        failed = {(fault.file, fault.line) for fault in choice.stamp.faults}
        lines = [line for line in requirements.lines if (line.file, line.line) in failed]
        lacks = tuple(Lack(requirement=line, reason="could not be installed") for line in lines)
        return lacks, choice.stamp.faults

    def _groups(self) -> list[tuple[Choice, tuple[AgentSource, ...]]]:
        """Agents by interpreter and requirements; those that require nothing are left out."""
        groups: dict[tuple[Path, str], tuple[Choice, tuple[AgentSource, ...]]] = {}
        for source in self._sources:
            choice = choose(source, self._configured, self._environments)
            if choice is not None and choice.requirements is not None:
                key = (choice.python, choice.requirements.digest)
                groups[key] = (choice, (*groups.get(key, (choice, ()))[1], source))
        return list(groups.values())

    def _look(self, choice: Choice, agents: tuple[AgentSource, ...], answer: Answer | NoAnswer) -> Need | None:
        """What an interpreter's answer means for its agents; remembered for the next start."""
        if isinstance(answer, NoAnswer):
            return Need(agents=agents, choice=choice, lacks=(), doubt=answer.reason)
        lines = _lines(choice)
        lacks = tuple(lack for lack in answer.lacks if lack.requirement in lines)
        faults: tuple[Fault, ...] = ()
        if choice.requirements is not None:
            faults = choice.requirements.faults
            self._records.write(choice.requirements, choice.python, folders=answer.folders, lacks=lacks, faults=faults)
        return _need(choice, agents, (lacks, faults))

    def _install(self) -> Course[None]:
        for need in self.needs:
            if need.can_install:
                self._current, self._share = need, 0.0
                verdict = yield from self._build(need)
                self._news.append(NeedConcluded(need=need, verdict=verdict))
                self._current = None
        self._end()

    def _build(self, need: Need) -> Course[Verdict]:
        self._installer = self._installer or find_installer()
        try:
            build = Build(
                need.choice,
                base=self._configured,
                installer=self._installer,
                limits=self._limits,
                basics=self._basics,
                work=self._workplace(),
                records=self._records,
            )
            return (yield from build.run())
        except OSError as error:
            return Verdict(state=BuildState.FAILED, lacks=need.lacks, reason=f"A file could not be written: {error}.")

    def _workplace(self) -> Path:
        if self._work is None:
            self._work = Path(tempfile.mkdtemp(prefix=f"kickabout-packages-{os.getpid()}-"))
        return self._work

    def _follow(self, course: Course[None]) -> None:
        self._course = course
        self._advance(None)

    def _advance(self, result: StepResult | None) -> None:
        """Lets the course go on until it wants a program to run."""
        if self._course is None:
            return
        try:
            item = next(self._course) if result is None else self._course.send(result)
            self._start_supervisor()
        except StopIteration:
            self._course = None
            return
        except SupervisorError as error:
            self._break_off(trouble=str(error))
            return
        if isinstance(item, Pause):
            self._pause_until = self._clock() + item.seconds
            self._meter = InstallMeter(0)
            self._show(item.title, 0.0)
            return
        self._meter = InstallMeter(item.parts)
        self._show(item.title, item.share)
        self._runner.begin(item)

    def _start_supervisor(self) -> None:
        if not self._has_supervisor:
            self._supervisor.start()
            self._has_supervisor = True

    def _turn(self, timeout_s: float) -> None:
        left_s = max(0.0, self._pause_until - self._clock()) if self._pause_until else timeout_s
        events = self._supervisor.poll(min(timeout_s, left_s)) if self._has_supervisor else []
        self._runner.take(events)
        result = self._runner.result()
        if self._state is ProvisionState.CANCELLING:
            if not self._runner.is_busy:
                self._break_off(was_cancelled=True)
        elif any(isinstance(event, SupervisorLost) for event in events):
            self._break_off(trouble="The supervisor process was lost.")
        elif result is not None:
            self._advance(result)
        elif self._pause_until and self._clock() >= self._pause_until:
            self._pause_until = 0.0
            self._advance(_RESTED)

    def _on_lines(self, lines: tuple[str, ...]) -> None:
        if self._current is None:
            return
        self._news.append(InstallSaid(need=self._current, lines=lines))
        before = self._meter.fetching
        self._meter.take(lines)
        if self._meter.share > self._share or self._meter.fetching != before:
            self._show(self._title, self._meter.share)

    def _show(self, title: str, share: float) -> None:
        self._title, self._share = title, max(self._share, share)
        fetching = f" (fetching {self._meter.fetching})" if self._meter.fetching else ""
        if self._current is not None:
            self._news.append(InstallProgressed(need=self._current, text=title + fetching, share=self._share))

    def _break_off(self, *, was_cancelled: bool = False, trouble: str = "") -> None:
        """Nothing runs any more, and the course is not to go on: it lets go of what it holds."""
        self._forget_course()
        self._end(was_cancelled=was_cancelled, trouble=trouble)

    def _forget_course(self) -> None:
        if self._course is not None:
            self._course.close()
            self._course = None

    def _end(self, *, was_cancelled: bool = False, trouble: str = "") -> None:
        self._state = ProvisionState.OVER
        self._news.append(ProvisionEnded(was_cancelled=was_cancelled, trouble=trouble))


def _lines(choice: Choice) -> tuple[Requirement, ...]:
    return choice.requirements.lines if choice.requirements is not None else ()


def _need(choice: Choice, agents: tuple[AgentSource, ...], known: _Known) -> Need | None:
    lacks, faults = known
    return Need(agents=agents, choice=choice, lacks=lacks, faults=faults) if lacks or faults else None
