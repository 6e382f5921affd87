"""The swap of one agent to a new version: check it, start it beside the old one, let it take over, or say why not."""

import json
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from threading import Thread
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.agent_documents import AgentDocuments, Renewal
from runtime.agents.launcher import AgentLauncher, Role
from runtime.agents.output import AgentOutput
from runtime.agents.own_writes import OwnWrites
from runtime.agents.roster import Agent
from runtime.agents.state import PREPARED, PRESENT
from runtime.agents.table import AgentTable
from runtime.documents import loadout_to_wire
from runtime.library import version_of_folder
from runtime.model.events import SwapChanged
from runtime.model.messages import Message, Text, literal, message, sentences
from runtime.model.problems import Problem, Severity
from runtime.model.states import SwapMode, SwapOutcome, SwapState
from runtime.model.values import SwapRecord
from runtime.processes import STACK_S, ChildEnded, ChildEvent, ChildFailed, ChildOutput, ChildStarted, CommandError
from runtime.protocol import InterfaceMessage
from runtime.telemetry.report import AgentReport

CHECK_S: Final = 20.0
"""Time limit for the check of one change."""
VERDICT_S: Final = 0.3
"""Time for which the server may still report that a new version had taken over, after the version's process ended."""
STANDBY_VERDICT_S: Final = 1.5
"""The same for a new version that was reported as a standby; longer than the time between two reports."""
GIVES_WAY_S: Final = 2.0
"""Time from the start of a process after which it is given up for a newer version, if it is not ready yet."""
MAX_GIVING_WAY: Final = 3
"""Maximum number of versions in a row that give way to saves, so that a slow agent that writes a source file at each
start comes to play."""
UNREPORTED_S: Final = 2.0
"""If the server does not report on agents, a new version that has run for this time counts as playing."""
MAX_NAMED: Final = 3
"""Maximum number of changed files that a text names; it gives only the number of the others."""
MAX_PATH_CHARACTERS: Final = 16_000
"""Maximum number of characters of paths in a command line; Windows allows 32,767 in all."""


class SwapEvent(Enum):
    """The events of a swap."""

    NOTICED = "its files changed, and the user is asked"
    DECLINED = "the user does not want the new version"
    BEGUN = "the new version is checked"
    APPLIED = "the change needs no new process"
    CLEARED = "the old version has to go first"
    STARTED = "the new version is being started"
    TAKEN_OVER = "the new version has the cars"
    REFUSED = "the new version does not come to play"
    BROKEN_OFF = "the agent or the match is stopped"


class IllegalSwapError(ValueError):
    """An event that cannot happen in the present state; a bug of the caller."""


_TABLE: Final = {
    (SwapState.IDLE, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.CHANGED, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.REFUSED, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.CHANGED, SwapEvent.DECLINED): SwapState.IDLE,
    (SwapState.IDLE, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.CHANGED, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.REFUSED, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.CHECKING, SwapEvent.APPLIED): SwapState.IDLE,
    (SwapState.CHECKING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.CHECKING, SwapEvent.CLEARED): SwapState.CLEARING,
    (SwapState.CHECKING, SwapEvent.STARTED): SwapState.STARTING,
    (SwapState.CLEARING, SwapEvent.STARTED): SwapState.STARTING,
    (SwapState.CLEARING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.STARTING, SwapEvent.TAKEN_OVER): SwapState.IDLE,
    (SwapState.STARTING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.CHANGED, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.CHECKING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.CLEARING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.STARTING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.REFUSED, SwapEvent.BROKEN_OFF): SwapState.IDLE,
}


def next_swap_state(state: SwapState, event: SwapEvent) -> SwapState:
    """Returns the state after `event`.

    Raises:
        IllegalSwapError: `event` cannot happen in `state`.
    """
    try:
        return _TABLE[state, event]
    except KeyError:
        raise IllegalSwapError(f"{event.name} cannot happen to a swap that is {state.name}.") from None


class SourceDigest:
    """The digest of an agent's source, as the library shows it.

    A thread reads the source, so that a slow disk delays the match by no more than `WAIT_S`.
    """

    WAIT_S: Final = 0.1

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digest = ""
        self._thread = Thread(target=self._read, name="source-digest", daemon=True)
        self._thread.start()

    @property
    def is_known(self) -> bool:
        """Returns whether `value` returns at once."""
        return not self._thread.is_alive()

    def value(self) -> str:
        """Returns eight hexadecimal digits; empty if the folder has no agent's document or reading takes too long."""
        self._thread.join(self.WAIT_S)
        return self._digest

    def _read(self) -> None:
        version = version_of_folder(self._folder)
        self._digest = version.digest if version is not None else ""


class CheckOutput:
    """Collects what the program `processes.source_probe` prints."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.is_checked = False
        """True if all files compile."""
        self.other = ""
        """The last line that does not come from the program, such as an error message of the interpreter."""

    def add(self, lines: Iterable[str]) -> None:
        """Takes the next lines."""
        for line in lines:
            try:
                self._add(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                self.other = line.strip() or self.other

    def _add(self, content: dict[str, object]) -> None:
        if "checked" in content:
            self.is_checked = True
            return
        line, text = content["line"], str(content["message"])
        self.problems.append(
            Problem(
                severity=Severity.ERROR,
                path=Path(str(content["file"])),
                line=line if isinstance(line, int) else None,
                message=literal(f"{text[:1].upper()}{text[1:].rstrip('.')}."),
            )
        )


def batches(files: Iterable[Path], limit: int = MAX_PATH_CHARACTERS) -> list[list[Path]]:
    """Divides files into groups that each fit into a command line; returns at least one group, which may be empty."""
    groups: list[list[Path]] = [[]]
    left = limit
    for file in files:
        size = len(str(file)) + 1
        if size > left and groups[-1]:
            groups.append([])
            left = limit
        groups[-1].append(file)
        left -= size
    return groups


@dataclass(slots=True, kw_only=True)
class Swap:
    """The state of one agent's swaps; starts and ends no processes. Times are seconds on the match's clock."""

    documents: AgentDocuments
    mode: SwapMode
    state: SwapState = SwapState.IDLE
    text: Message | None = None
    version: int = 1
    swaps: int = 0
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
    found: CheckOutput = field(default_factory=CheckOutput)
    process: str = ""
    """The next version's process beside the old one; empty if it was started in place of the old one."""
    pid: int | None = None
    output: AgentOutput = field(default_factory=AgentOutput)
    """The output of the next version."""
    row: AgentReport | None = None
    """The newest row of the agent in the server's reports."""
    counted: int = 0
    """Number of swaps that the server had counted when the next version was started."""
    gave_way: int = 0
    """Number of versions in a row that gave way to the next one."""
    launched_at: float = math.inf
    """Time at which the newest process of the agent was started."""
    started_at: float = 0.0
    """Time at which the next version started in place of the old one, or at which the old one beside it ended."""
    has_stepped_in: bool = False
    """True if the old version ended before the next one was known to have the cars."""
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
    def key(self) -> str:
        """The agent's key."""
        return self.agent.key

    @property
    def home(self) -> Path:
        """The folder of the agent's document; without a document, the folder that it runs in."""
        source = self.agent.source
        return source.parent if source is not None else Path(self.agent.root_dir)

    @property
    def takeover(self) -> Renewal:
        """The documents and the program of the version that is being swapped in."""
        assert self.renewal is not None
        return self.renewal

    def apply(self, event: SwapEvent, text: Message | None = None) -> None:
        """Changes the state; no other method does."""
        self.state = next_swap_state(self.state, event)
        self.text = text

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
        self.found, self.output, self.process, self.pid, self.end = CheckOutput(), AgentOutput(), "", None, None
        self.has_stepped_in = self.has_stood_by = self.is_stack_printed = False
        self.source = SourceDigest(self.home)
        self.apply(SwapEvent.BEGUN, few(self.names()))
        return is_forced

    def give_up(self, event: SwapEvent, now: float) -> None:
        """Leaves the changes out of the match until a later swap."""
        self._collect(now)
        if not self.state.is_busy:  # this version was neither read nor checked
            self.source, self.found = None, CheckOutput()
        self.apply(event)

    def restart(self) -> None:
        """Notes that a process starts with the agent's present source; changed documents still need a swap."""
        for waiting in (self.changed, self.dirty):
            for path in waiting.keys() - self.documents.files:
                del waiting[path]
        self.is_due = self.is_forced or (self.is_due and bool(self.changed))
        self.running = SourceDigest(self.home)

    def names(self) -> tuple[str, ...]:
        """Returns the files of the swap under way; those in the agent's folder are relative to it."""
        return tuple(_short(path, Path(self.agent.root_dir)) for path in self.dirty)

    def changed_text(self) -> Message | None:
        """Returns which files wait for the user's answer."""
        folder = Path(self.agent.root_dir)
        return few([_short(path, folder) for path in self.dirty | self.changed])

    def describe(self, problem: Problem) -> Message:
        """Returns a problem with its place in the form that editors understand: `bot.py:12: Invalid syntax.`"""
        place = _short(problem.path, Path(self.agent.root_dir))
        line = f":{problem.line}" if problem.line is not None else ""
        return message("problem-in-source", "{place}: {problem}", place=f"{place}{line}", problem=problem.message)

    def culprit(self) -> Problem | None:
        """Returns the place in the agent's own source where the new version failed or hung; None if unknown."""
        folder = Path(self.agent.root_dir)
        traceback, frame = self.output.traceback, self.output.culprit(folder)
        text = message("was-running-line", "It was still running this line.")
        if traceback is not None:
            text = literal(f"{traceback.error.rstrip('.')}.")
        elif self.is_stack_printed:
            frame = self.output.hung_at(folder)
        if frame is None:
            return None
        return Problem(severity=Severity.ERROR, path=folder / frame.file, line=frame.line, message=text)

    def _collect(self, now: float) -> None:
        self.began_at = now if self.changed_at is None else self.changed_at
        self.changed_at = None
        self.is_due = self.is_forced = False
        self.dirty.update(self.changed)
        self.changed.clear()


class SwapRecords:
    """The reports on swaps: a record of each, a line in the agent's log, and the agent's status.

    Args:
        table: the agents.
        emit: gets an event for each record.
        log: gets the agent's key and a line for its log.
        origin: the clock's time at the start of the match.
    """

    def __init__(
        self, *, table: AgentTable, emit: Callable[[SwapChanged], None], log: Callable[[str, Text], None], origin: float
    ) -> None:
        self._table = table
        self._emit = emit
        self._log = log
        self._origin = origin
        self._records: list[SwapRecord] = []

    @property
    def records(self) -> tuple[SwapRecord, ...]:
        """All records, in the order in which the swaps ended."""
        return tuple(self._records)

    def show(self, swap: Swap) -> None:
        """Writes the state of a swap into the agent's status."""
        self._table.versions(
            swap.key,
            swap_mode=swap.mode,
            swap_state=swap.state,
            swap_text=swap.text,
            version=swap.version,
            swaps=swap.swaps,
        )

    def add(self, swap: Swap, outcome: SwapOutcome, now: float, reason: Message | None = None) -> None:
        """Records the end of a swap."""
        record = SwapRecord(
            key=swap.key,
            name=swap.agent.name,
            version=swap.version,
            digest=swap.source.value() if swap.source is not None else "",
            files=swap.names(),
            time_s=swap.began_at - self._origin,
            duration_s=now - swap.began_at,
            outcome=outcome,
            reason=reason,
            problems=tuple(swap.found.problems),
        )
        self._records.append(record)
        self.show(swap)
        self._log(swap.key, f"[{swap_text(record)}]")
        self._emit(SwapChanged(record=record))


class SwapRunner:
    """Carries out single swaps; owned by the match's thread, which calls `tick` at every turn of its loop.

    Args:
        table: the agents.
        launcher: starts and ends processes.
        records: reports on swaps.
        send: sends a message to the server.
        can_set_loadout: whether the match allows changing the loadout of a car.
        ready_s: time limit from the start of a new version until it is ready.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        *,
        table: AgentTable,
        launcher: AgentLauncher,
        records: SwapRecords,
        send: Callable[[InterfaceMessage], bool],
        can_set_loadout: bool,
        ready_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._launcher = launcher
        self._records = records
        self._send = send
        self._can_set_loadout = can_set_loadout
        self._ready_s = ready_s
        self._clock = clock

    def begin(self, swap: Swap, row: AgentReport | None) -> None:
        """Checks everything that changed; a change that needs no new process takes effect at once.

        `row` is the agent's newest row in the server's reports; None if the server does not report on the agent.
        """
        now = self._clock()
        is_forced = swap.begin(now)
        swap.row = row
        swap.deadline = now + CHECK_S
        documents = swap.documents.files
        renewal = swap.renewal = swap.documents.renew()
        swap.found.problems += renewal.problems
        if renewal.problems:
            self._refuse(swap)
        elif not is_forced and renewal.agent == swap.agent and documents.issuperset(swap.dirty):
            self._succeed(swap, SwapOutcome.APPLIED)
        else:
            swap.unchecked = batches(swap.dirty)
            self._check_next(swap)

    def tick(self, swap: Swap) -> None:
        """Ends a swap that has failed or takes too long, and follows a start in place of the old version."""
        now = self._clock()
        if swap.end is not None and now >= swap.deadline:
            how = swap.end.text
            self._fail(swap, message("swap-ended-early", "It ended before it was ready ({how})", how=how))
        elif now >= swap.deadline and swap.state is SwapState.CHECKING:
            self._refuse(swap, message("check-too-slow", "Its check took more than {seconds:g} s.", seconds=CHECK_S))
        elif now >= swap.deadline:
            seconds = self._ready_s
            self._fail(swap, message("swap-not-ready", "It was not ready within {seconds:g} s", seconds=seconds))
        elif swap.state is not SwapState.CHECKING and not swap.process and not swap.has_stepped_in:
            self._tick_in_place(swap, now)
        elif swap.state is SwapState.STARTING and now >= swap.deadline - STACK_S and not swap.is_stack_printed:
            swap.is_stack_printed = True
            self._launcher.print_stacks(swap.process)

    def on_report(self, swap: Swap, row: AgentReport) -> None:
        """Handles the server's report on an agent that is being swapped."""
        swap.row = row
        swap.has_stood_by = swap.has_stood_by or (bool(swap.process) and row.has_standby)
        if swap.state is not SwapState.STARTING:
            return
        has_taken_over = row.swaps > swap.counted
        if swap.process and has_taken_over:
            self._replace(swap)
            self._succeed(swap, SwapOutcome.SWAPPED)
        elif swap.process and not row.is_connected:
            self._step_in(swap)
        elif swap.has_stepped_in:
            is_settled = row.is_ready and self._clock() >= swap.started_at + VERDICT_S
            if has_taken_over or is_settled:
                self._succeed(swap, SwapOutcome.SWAPPED)

    def on_check_event(self, swap: Swap, event: ChildEvent) -> None:
        """Handles an event of the check's process."""
        if isinstance(event, ChildOutput):
            swap.found.add(event.lines)
        if not isinstance(event, ChildEnded | ChildFailed):
            return
        self._launcher.processes.remove(event.key)
        found = swap.found
        if found.problems:
            self._refuse(swap)
        elif isinstance(event, ChildFailed) or not found.is_checked:
            text = message("not-checked", "It could not be checked ({how}).", how=event.text)
            self._refuse(swap, sentences(text, found.other))
        elif swap.unchecked:
            self._check_next(swap)
        else:
            self._start(swap)

    def on_next_event(self, swap: Swap, event: ChildEvent) -> None:
        """Handles an event of the new version's process beside the old one."""
        if isinstance(event, ChildStarted):
            swap.pid = event.pid
        elif isinstance(event, ChildOutput):
            swap.output.add(event.lines)
        elif isinstance(event, ChildEnded):
            self._await_verdict(swap, event)
        elif isinstance(event, ChildFailed):
            self._launcher.processes.remove(event.key)
            self._end_failed(swap, event.text)

    def on_playing_event(self, swap: Swap, event: ChildEvent) -> bool:
        """Handles an event of the process that plays; returns whether the new version takes its place because of it."""
        if swap.state is SwapState.CLEARING and isinstance(event, ChildStarted):
            swap.apply(SwapEvent.STARTED, swap.text)
            swap.started_at = self._clock()
            self._records.show(swap)
        elif swap.state is SwapState.STARTING and not swap.process:
            self._on_event_in_place(swap, event)
        elif swap.state is SwapState.STARTING and isinstance(event, ChildEnded):
            self._step_in(swap)
            self._launcher.processes.remove(event.key)
            return True
        return False

    def supersede(self, swap: Swap) -> None:
        """Gives up the version that is being started; its changes come with the next one."""
        reason = message("swap-superseded", "A newer version starts instead.")
        self._dismiss(swap, reason)
        swap.apply(SwapEvent.BROKEN_OFF)
        swap.gave_way += 1
        self._records.add(swap, SwapOutcome.BROKEN_OFF, self._clock(), reason)

    def break_off(self, swap: Swap, reason: Message | None) -> None:
        """Cancels a swap, because the agent is stopped or restarted or the match ends."""
        is_busy = swap.state.is_busy
        self._dismiss(swap, reason)
        swap.give_up(SwapEvent.BROKEN_OFF, swap.began_at if is_busy else self._clock())
        if is_busy:
            self._records.add(swap, SwapOutcome.BROKEN_OFF, self._clock(), reason)
        else:
            self._records.show(swap)

    def _on_event_in_place(self, swap: Swap, event: ChildEvent) -> None:
        """Handles an event of a new version that was started in place of the old one or has outlived it."""
        if isinstance(event, ChildOutput):
            swap.output.add(event.lines)
        elif isinstance(event, ChildEnded) and swap.has_stepped_in:
            self._await_verdict(swap, event)
        elif isinstance(event, ChildEnded):
            swap.end = event
            swap.deadline = self._clock()

    def _await_verdict(self, swap: Swap, end: ChildEnded) -> None:
        """Handles the end of the new version, and waits for a report that it had taken over before."""
        swap.end = end
        swap.deadline = self._clock() + (STANDBY_VERDICT_S if swap.has_stood_by else VERDICT_S)

    def _check_next(self, swap: Swap) -> None:
        try:
            self._launcher.check(swap.takeover.agent, swap.unchecked.pop(0))
        except CommandError as error:
            self._refuse(swap, error.text)
        else:
            self._records.show(swap)

    def _start(self, swap: Swap) -> None:
        """Starts the new version: beside the old one if the server supports a takeover, otherwise in its place."""
        agent = swap.takeover.agent
        swap.launched_at = self._clock()
        swap.deadline = swap.launched_at + self._ready_s
        if swap.row is None or self._table.status(swap.key).state not in PRESENT:
            swap.apply(SwapEvent.CLEARED, swap.text)
            reason = message("version-takes-place", "Version {version} takes its place.", version=swap.version + 1)
            self._launcher.relaunch(agent, reason=reason)
        else:
            try:
                swap.process = self._launcher.launch(agent, Role.NEXT)
            except CommandError as error:
                self._refuse(swap, error.text)
                return
            swap.counted = swap.row.swaps
            swap.apply(SwapEvent.STARTED, swap.text)
        self._records.show(swap)

    def _tick_in_place(self, swap: Swap, now: float) -> None:
        """Ends the swap when a version that was started in place of the old one plays or could not be started."""
        status = self._table.status(swap.key)
        is_alone = self._launcher.processes.playing(swap.key) is None and not self._launcher.is_relaunching(swap.key)
        is_believed = swap.row is not None or now >= swap.started_at + UNREPORTED_S
        if swap.state is SwapState.CLEARING and is_alone:
            self._end_failed(swap, status.reason or message("swap-gone", "It could not be started."))
        elif swap.state is SwapState.STARTING and status.state in PREPARED and is_believed:
            self._succeed(swap, SwapOutcome.SWAPPED)

    def _step_in(self, swap: Swap) -> None:
        """Makes the new version the agent, because the old one ended before the new one was known to be ready."""
        self._replace(swap, is_ready=False)
        swap.process = ""
        swap.has_stepped_in = True
        swap.started_at = self._clock()
        self._records.show(swap)

    def _replace(self, swap: Swap, *, is_ready: bool = True) -> None:
        """Makes the new version's process the agent's, even if it has ended meanwhile."""
        processes = self._launcher.processes
        former = processes.playing(swap.key)
        processes.promote(swap.process)
        if former is not None:
            text = message("version-replaced", "Version {version} took over.", version=swap.version + 1)
            self._launcher.stop(former, reason=text)
        self._table.taken_over(swap.takeover.agent, swap.pid, swap.output, is_ready=is_ready)
        if swap.end is not None:
            processes.remove(swap.process)
            self._table.ended(swap.key, swap.end.code, swap.end.text)

    def _succeed(self, swap: Swap, outcome: SwapOutcome) -> None:
        swap.gave_way = 0
        renewal = swap.takeover
        swap.documents.take(renewal)
        remarks = [*renewal.remarks, self._set_loadouts(renewal)]
        if outcome is SwapOutcome.SWAPPED:
            swap.version += 1
            swap.running = swap.source
            swap.swaps += 1
            swap.own_writes.settled(self._clock())
        swap.apply(SwapEvent.TAKEN_OVER if outcome is SwapOutcome.SWAPPED else SwapEvent.APPLIED)
        self._records.add(swap, outcome, self._clock(), sentences(*remarks) if any(remarks) else None)
        swap.dirty.clear()

    def _set_loadouts(self, renewal: Renewal) -> Message | None:
        """Sends the new loadouts; returns the reason if the match does not allow it."""
        if renewal.loadouts and not self._can_set_loadout:
            return message(
                "loadout-next-match",
                "The new loadout takes effect in the next match, since this one allows no state setting.",
            )
        for car, loadout in renewal.loadouts:
            self._send(flat.SetLoadout(car, loadout_to_wire(loadout)))
        return None

    def _refuse(self, swap: Swap, reason: Message | None = None) -> None:
        """Ends a swap without starting the new version."""
        self._dismiss(swap, reason)
        text = sentences(*map(swap.describe, swap.found.problems), reason, self._goes_on(swap))
        swap.apply(SwapEvent.REFUSED, text)
        self._records.add(swap, SwapOutcome.REFUSED, self._clock(), text)

    def _fail(self, swap: Swap, reason: Message) -> None:
        """Ends a swap whose new version failed before it played; `reason` has no full stop."""
        culprit = swap.culprit()
        if culprit is not None:
            swap.found.problems.append(culprit)
            problem = swap.describe(culprit)
            text = message(reason.code, "{reason}: {problem}", reason=reason, problem=problem)
        elif swap.output.text:
            output = swap.output.text.rstrip(".")
            text = message(reason.code, "{reason}: {output}.", reason=reason, output=output)
        else:
            text = message(reason.code, "{reason}.", reason=reason)
        self._end_failed(swap, text)

    def _end_failed(self, swap: Swap, reason: Message) -> None:
        swap.gave_way = 0
        self._dismiss(swap, reason)
        text = sentences(reason, self._goes_on(swap))
        swap.own_writes.settled(self._clock())
        swap.apply(SwapEvent.REFUSED, text)
        self._records.add(swap, SwapOutcome.FAILED, self._clock(), text)

    def _goes_on(self, swap: Swap) -> Message | None:
        """Returns a sentence about the version that keeps running; None if none does."""
        if self._table.status(swap.key).state not in PRESENT:
            return None
        return message("version-keeps-running", "Version {version} keeps running.", version=swap.version)

    def _dismiss(self, swap: Swap, reason: Message | None) -> None:
        """Ends the processes of the new version and of the check."""
        processes = self._launcher.processes
        for process in processes.of(swap.key):
            if processes.role(process) in (Role.NEXT, Role.CHECK):
                self._launcher.dismiss(process, 0.0, reason=reason)
        if swap.end is not None:
            processes.remove(swap.process)


def swap_text(record: SwapRecord) -> Message:
    """Returns a record as one line, without the agent's name; it ends with a full stop only if it gives a reason."""
    files = None if record.problems else few(record.files) or message("swap-on-request", "on request")
    outcome, seconds = _outcome(record), record.duration_s
    if files is None and record.reason is None:
        return message("swap", "{outcome} after {seconds:.2f} s", outcome=outcome, seconds=seconds)
    if files is None or record.reason is None:
        details = files or record.reason or ""
        return message(
            "swap", "{outcome} after {seconds:.2f} s: {details}", outcome=outcome, seconds=seconds, details=details
        )
    return message(
        "swap",
        "{outcome} after {seconds:.2f} s: {files}. {reason}",
        outcome=outcome,
        seconds=seconds,
        files=files,
        reason=record.reason,
    )


def _outcome(record: SwapRecord) -> Message:
    if record.outcome is SwapOutcome.SWAPPED and record.digest:
        version, digest = record.version, record.digest
        return message("swap-swapped", "reloaded as version {version} ({digest})", version=version, digest=digest)
    return {
        SwapOutcome.SWAPPED: message("swap-swapped", "reloaded as version {version}", version=record.version),
        SwapOutcome.APPLIED: message("swap-applied", "change applied"),
        SwapOutcome.REFUSED: message("swap-refused", "new version rejected"),
        SwapOutcome.FAILED: message("swap-failed", "new version failed to start"),
        SwapOutcome.DECLINED: message("swap-declined", "new version declined"),
        SwapOutcome.BROKEN_OFF: message("swap-broken-off", "reload cancelled"),
    }[record.outcome]


def few(names: Iterable[str]) -> Message | None:
    """Returns the first names and the number of the others; None without names."""
    every = tuple(names)
    if not every:
        return None
    more = len(every) - MAX_NAMED
    if more <= 0:
        return message("changed-files", "{files:,}", files=every)
    return message("changed-files", "{files:,} and {more} more", files=every[:MAX_NAMED], more=more)


def _short(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
