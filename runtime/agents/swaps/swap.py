"""The swaps of one agent to new versions: their state; `runner` carries them out."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from runtime.agents.agent_entry import AgentEntry
from runtime.agents.output import AgentOutput
from runtime.agents.roster import Agent
from runtime.agents.swaps.agent_documents import AgentDocuments, Renewal
from runtime.agents.swaps.own_writes import OwnWrites
from runtime.agents.swaps.records import few
from runtime.agents.swaps.source_check import CheckOutput
from runtime.agents.swaps.state import TRANSITIONS, SwapEvent
from runtime.agents.swaps.versions import SourceCopy, SourceDigest, VersionBook
from runtime.model.messages import Message, literal, message
from runtime.model.problems import Problem, Severity
from runtime.model.states import SwapMode, SwapOutcome, SwapState
from runtime.model.values import SwapRecord
from runtime.processes import ChildEnded
from runtime.protocol.report import TrialReport


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerVersion:
    """The version that played before the present one; its process is idle and may get the cars back."""

    version: int
    renewal: Renewal
    """Takes back the documents that came with the present version."""
    source: SourceDigest | None
    files: tuple[Path, ...]
    """The changed files that the present version has and this one has not."""
    process: str
    pid: int | None
    output: AgentOutput
    session: int
    """Number of its session on the server."""
    successor: int
    """Number of the session of the present version."""
    is_successor_new: bool
    """True if the present version has not played before."""
    successor_errors: int
    """Number of errors that the present version had printed when it took over."""
    is_faultless: bool
    """True if it has printed no error; otherwise errors of the present version do not bring it back."""
    since_s: float
    """Time at which the present version took over."""


@dataclass(slots=True, kw_only=True)
class Swap:
    """The state of one agent's swaps; starts and ends no processes. Times are seconds on the match's clock."""

    entry: AgentEntry
    documents: AgentDocuments
    mode: SwapMode
    state: SwapState = SwapState.IDLE
    text: Message | None = None
    version: int = 1
    """The version that plays."""
    newest: int = 1
    """The highest number of a version so far."""
    versions: VersionBook = field(default_factory=VersionBook)
    copy: SourceCopy | None = None
    """The copy of the next version's source."""
    restored: int | None = None
    """Number of the earlier version that is being started again; None for a new version."""
    swaps: int = 0
    former: FormerVersion | None = None
    """The way back; None without one."""
    former_until_s: float = 0.0
    """Time until which it is kept."""
    back_s: float | None = None
    """Time at which it plays again, because the server has given it the cars back; the version that hangs prints its
    stack until then."""
    own_writes: OwnWrites = field(default_factory=OwnWrites)
    """The files that the agent writes itself, whose changes do not count."""

    changed: dict[Path, None] = field(default_factory=dict)
    """The files that changed since the present or last swap began."""
    changed_at: float | None = None
    """Time at which the first change was seen, or a swap was requested."""
    dirty: dict[Path, None] = field(default_factory=dict)
    """Earlier changes that the version that plays does not have; `changed` is not included."""
    is_due: bool = False
    """True if a swap is to begin as soon as it can."""
    is_forced: bool = False
    """True if that swap takes place even without changes."""

    source: SourceDigest | None = None
    """The source of the present or last swap."""
    running: SourceDigest | None = None
    """The source of the version that plays."""
    began_at: float = 0.0
    deadline: float = 0.0
    renewal: Renewal | None = None
    unchecked: list[list[Path]] = field(default_factory=list)
    check: CheckOutput = field(default_factory=CheckOutput)
    process: str = ""
    """The next version's process beside the old one; empty if it was started in place of the old one."""
    pid: int | None = None
    output: AgentOutput = field(default_factory=AgentOutput)
    """The output of the next version."""
    counted: int = 0
    """Number of swaps that the server had counted when the next version was started."""
    session: int | None = None
    """Number of the session that drove the cars then."""
    trial: TrialReport | None = None
    """The newest report on the next version's trial."""
    trial_since_s: float = 0.0
    """Time at which the trial was first reported."""
    trial_s: float = 0.0
    """Time limit of the trial."""
    trial_errors: int = 0
    """Number of errors that the next version had printed before its trial."""
    approved: int | None = None
    """Number of the session that was told to take over."""
    gave_way: int = 0
    """Number of versions in a row that gave way to the next one."""
    launched_at: float = math.inf
    """Time at which the newest process of the agent was started."""
    started_at: float = 0.0
    """Time at which the next version started in place of the old one, or at which the old one beside it ended."""
    has_stepped_in: bool = False
    """True if the old version ended before the next one was known to have the cars."""
    verdict: Message | None = None
    """Why the next version fails at `deadline`, if that is certain; it has printed its stack by then."""
    is_stack_printed: bool = False
    """True if the next version was asked for its stack, because it is about to be given up."""
    has_stood_by: bool = False
    """True if the server has reported that the next version waits to take over."""
    end: ChildEnded | None = None
    """The end of the next version's process, while it is unclear whether it had taken over."""

    @property
    def agent(self) -> Agent:
        """The agent with the settings that the match uses."""
        return self.documents.agent

    @property
    def is_faultless(self) -> bool:
        """True if the version that plays has printed no error, so that errors of a new one count."""
        return self.entry.status.errors == 0

    @property
    def key(self) -> str:
        """The agent's key."""
        return self.agent.key

    @property
    def home(self) -> Path:
        """The folder of the agent's document; without a document, the folder that it runs in."""
        source = self.agent.source
        return source.parent if source is not None else Path(self.agent.root_dir)

    @property
    def working_folder(self) -> Path:
        """The folder that the version in the agent's folder runs in."""
        return self.documents.working_folder

    @property
    def takeover(self) -> Renewal:
        """The documents and the program of the version that is being swapped in."""
        assert self.renewal is not None
        return self.renewal

    def apply(self, event: SwapEvent, text: Message | None = None) -> None:
        """Changes the state; no other method does."""
        self.state = TRANSITIONS.after(self.state, event)
        self.text = text
        self.show()

    def show(self) -> None:
        """Writes the state into the agent's status."""
        self.entry.update(
            swap_mode=self.mode, swap_state=self.state, swap_text=self.text, version=self.version, swaps=self.swaps
        )

    def show_earlier(self) -> None:
        """Writes the versions that can play again into the agent's status if they have changed."""
        earlier, status = self.versions.earlier(self.version), self.entry.status
        playing = self.versions.get(self.version)
        copy = playing.folder if playing is not None and self.dirty else None
        if (earlier, copy) != (status.earlier, status.source_copy):
            self.entry.update(earlier=earlier, source_copy=copy)

    def record(
        self,
        outcome: SwapOutcome,
        now: float,
        reason: Message | None = None,
        *,
        former: FormerVersion | None = None,
        problem: Problem | None = None,
    ) -> SwapRecord:
        """Returns the record of a swap that ends or, with `former`, of the return to this version after a problem."""
        self.show()
        since_s, source, problems = self.began_at, self.source, tuple(self.check.problems)
        if former is not None:
            since_s, source = former.since_s, self.running
            problems = () if problem is None else (problem,)
        return SwapRecord(
            key=self.key,
            name=self.agent.name,
            version=self.version,
            digest=source.value() if source is not None else "",
            files=self.names(),
            time_s=since_s,
            duration_s=now - since_s,
            outcome=outcome,
            reason=reason,
            problems=problems,
        )

    def note(self, files: Iterable[Path], now: float) -> None:
        """Adds changed files to the next swap."""
        self.changed.update(dict.fromkeys(files))
        if self.changed_at is None:
            self.changed_at = now

    def approve(self, now: float) -> None:
        """Makes the swap due, because the user wants it; its duration counts from now."""
        self.changed_at = now
        self.is_due = True

    def begin(self, now: float) -> bool:
        """Begins a swap with everything that changed; returns whether it takes place even without changes."""
        is_forced = self.is_forced
        self._collect(now)
        self.check, self.output, self.process, self.pid, self.end = CheckOutput(), AgentOutput(), "", None, None
        self.has_stepped_in = self.has_stood_by = self.is_stack_printed = False
        self.trial = self.approved = self.verdict = self.restored = None
        self.source = SourceDigest(self.home)
        self.copy = self.versions.copy(self.home, self.working_folder, self.newest + 1)
        self.apply(SwapEvent.BEGUN, few(self.names()))
        return is_forced

    def give_up(self, event: SwapEvent, now: float) -> None:
        """Leaves the changes out of the match until a later swap."""
        self._collect(now)
        self.drop_copy()
        if not self.state.is_busy:  # this version was neither read nor checked
            self.source, self.check = None, CheckOutput()
        self.apply(event)

    def drop_copy(self) -> None:
        """Deletes the copy of a next version that does not come to play."""
        if self.copy is not None:
            self.copy.delete()
            self.copy = None

    def restart(self) -> None:
        """Notes that a process starts with the agent's present source; changed documents still need a swap.

        If that source has changed, it is a new version.
        """
        files = tuple(path for path in self.dirty | self.changed if path not in self.documents.files)
        for waiting in (self.changed, self.dirty):
            for path in waiting.keys() & set(files):
                del waiting[path]
        if files:
            self.version = self.newest = self.newest + 1
            copy = self.versions.copy(self.home, self.working_folder, self.version)
            self.versions.add(self.version, files, SourceDigest(self.home), copy)
        self.is_due = self.is_forced or (self.is_due and bool(self.changed))
        self.running = SourceDigest(self.home)

    def names(self) -> tuple[str, ...]:
        """Returns the files of the swap under way; those in the agent's folder are relative to it."""
        return tuple(_short(path, self.working_folder) for path in self.dirty)

    def changed_text(self) -> Message | None:
        """Returns which files wait for the user's answer."""
        return few([_short(path, self.working_folder) for path in self.dirty | self.changed])

    def describe(self, problem: Problem) -> Message:
        """Returns a problem with its place in the form that editors understand: `bot.py:12: Invalid syntax.`"""
        place = _short(problem.path, self.working_folder, *self.versions.folders)
        line = f":{problem.line}" if problem.line is not None else ""
        return message("problem-in-source", "{place}: {problem}", place=f"{place}{line}", problem=problem.message)

    def culprit(self, output: AgentOutput, folder: Path) -> Problem | None:
        """Returns the place in its own source, below `folder`, where a version with this output failed or hung."""
        traceback, frame = output.traceback, output.culprit(folder)
        text = message("was-running-line", "It was still running this line.")
        if traceback is not None:
            text = literal(f"{traceback.error.rstrip('.')}.")
        else:
            frame = output.hung_at(folder)
        if frame is None:
            return None
        return Problem(severity=Severity.ERROR, path=folder / frame.file, line=frame.line, message=text)

    def _collect(self, now: float) -> None:
        self.began_at = now if self.changed_at is None else self.changed_at
        self.changed_at = None
        self.is_due = self.is_forced = False
        self.dirty.update(self.changed)
        self.changed.clear()


def _short(path: Path, *folders: Path) -> str:
    """Returns a path relative to the first of the folders that contains it; unchanged if none does."""
    homes = (folder for folder in folders if path.is_relative_to(folder))
    return str(next((path.relative_to(folder) for folder in homes), path))
