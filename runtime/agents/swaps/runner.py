"""Carries out the swap of one agent: check the new version, start it beside the old one, try it, and let it take over.

The **trial**: the new version takes the cars only after it has answered `TRIAL_ANSWERS` packets without an error; the
server counts its answers and does not apply them. The **way back**: the old version's process stays for some seconds,
idle, and gets the cars back if the new version raises an error, stops answering or ends. Errors count only if the
version that played before has printed none, so that an author can repair a bot step by step.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.launcher import AgentLauncher, Role
from runtime.agents.output import AgentOutput
from runtime.agents.state import PREPARED, PRESENT
from runtime.agents.swaps.agent_documents import Renewal
from runtime.agents.swaps.records import SwapRecords
from runtime.agents.swaps.source_check import batches
from runtime.agents.swaps.state import STARTED, SwapEvent
from runtime.agents.swaps.swap import FormerVersion, Swap
from runtime.documents import loadout_to_wire
from runtime.model.messages import Message, message, sentences
from runtime.model.problems import Problem
from runtime.model.states import SwapOutcome, SwapState
from runtime.model.values import TRIAL_ANSWERS
from runtime.processes import (
    STACK_S,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    ChildStarted,
    ChildUsage,
    CommandError,
)
from runtime.protocol import InterfaceMessage
from runtime.protocol.report import AgentReport, TrialReport

CHECK_S: Final = 20.0
"""Time limit for the check of one change."""
TRIAL_S: Final = 5.0
"""Time limit for the answers on trial; time in which the server sends no packet does not count."""
TRIAL_AFTER_ERROR_S: Final = 1.0
"""The same for a version that has printed an error before its trial was reported, perhaps in its first answers."""
SLOW_TRIAL_S: Final = 1.0
"""Duration of a trial after which fewer answers are enough, if it answered all packets: the match itself is slow."""
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
RAISED_ON_TRIAL: Final = message("trial-error", "It raised an error on trial")
HUNG: Final = message("version-hung", "It stopped answering")
_MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialLimits:
    """Limits of the second process that an agent has during a swap."""

    keep_s: float = 5.0
    """Time for which the old version is kept after a swap; 0 to end it at once."""
    memory_bytes: int = 4_096_000_000
    """Maximum memory of the new version until it takes over, and of an old version that is kept."""


class SwapRunner:
    """Carries out single swaps; owned by the match's thread, which calls `tick` at every turn of its loop.

    Args:
        launcher: starts and ends processes.
        records: reports on swaps.
        send: sends a message to the server.
        can_set_loadout: whether the match allows changing the loadout of a car.
        ready_s: time limit from the start of a new version until it is ready.
        limits: limits of the second process.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        *,
        launcher: AgentLauncher,
        records: SwapRecords,
        send: Callable[[InterfaceMessage], bool],
        can_set_loadout: bool,
        ready_s: float,
        limits: TrialLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.launcher = launcher
        self.records = records
        self._send = send
        self._can_set_loadout = can_set_loadout
        self._ready_s = ready_s
        self._limits = limits or TrialLimits()
        self.clock = clock

    def begin(self, swap: Swap) -> None:
        """Checks everything that changed; a change that needs no new process takes effect at once."""
        now = self.clock()
        is_forced = swap.begin(now)
        swap.deadline = now + CHECK_S
        documents = swap.documents.files
        renewal = swap.renewal = swap.documents.renew()
        swap.check.problems += renewal.problems
        if renewal.problems:
            self._refuse(swap)
        elif not is_forced and renewal.agent == swap.agent and documents.issuperset(swap.dirty):
            self._succeed(swap, SwapOutcome.APPLIED)
        else:
            swap.unchecked = batches(swap.dirty)
            self._check_next(swap)

    def tick(self, swap: Swap) -> None:
        """Ends a swap that has failed or takes too long, and follows a start in place of the old version."""
        now = self.clock()
        if swap.end is None and any(entry.status.debug_port is not None for entry in self.launcher.table.values()):
            swap.deadline = max(swap.deadline, now + self._ready_s)  # the match may be standing at a breakpoint
        if swap.end is not None and now >= swap.deadline:
            how = message("swap-ended-early", "It ended before it was ready ({how})", how=swap.end.text)
            has_played = swap.state is SwapState.TRIAL or swap.verdict is not None
            self._fail(swap, _ended(swap.end) if has_played else how)
        elif swap.verdict is not None and now >= swap.deadline:
            self._fail(swap, swap.verdict)
        elif now >= swap.deadline and swap.state is SwapState.CHECKING:
            self._refuse(swap, message("check-too-slow", "Its check took more than {seconds:g} s.", seconds=CHECK_S))
        elif now >= swap.deadline and swap.state is SwapState.TRIAL and not swap.has_stepped_in:
            has_raised = swap.output.errors > 0 and swap.is_faultless
            self._fail(swap, RAISED_ON_TRIAL if has_raised else _unanswered(swap.trial, swap.trial_s))
        elif now >= swap.deadline:
            seconds = self._ready_s
            self._fail(swap, message("swap-not-ready", "It was not ready within {seconds:g} s", seconds=seconds))
        elif swap.state is not SwapState.CHECKING and not swap.process and not swap.has_stepped_in:
            self._tick_in_place(swap, now)
        elif swap.process and swap.state in STARTED and now >= swap.deadline - STACK_S and not swap.is_stack_printed:
            swap.is_stack_printed = True
            self.launcher.print_stacks(swap.process)

    def on_report(self, swap: Swap, row: AgentReport) -> None:
        """Handles the server's report on an agent that is being swapped."""
        swap.has_stood_by = swap.has_stood_by or (bool(swap.process) and row.has_standby)
        failed = self.launcher.processes.playing(swap.key)
        has_lost_cars = swap.former is not None and row.session == swap.former.session
        if has_lost_cars and swap.back_s is None and failed is not None:
            swap.back_s = self.clock() + STACK_S
            self.launcher.print_stacks(failed)
        if swap.state not in STARTED:
            return
        has_taken_over = row.swaps > swap.counted
        if swap.process and has_taken_over and row.session is not None and row.session == swap.session:
            if swap.end is not None:
                self._fail(swap, _ended(swap.end))
            else:  # its end may follow, and explains the loss of the cars
                self._judge(swap, HUNG)
        elif swap.process and has_taken_over:
            self._take_over(swap, row)
        elif swap.process and not row.is_connected:
            self._step_in(swap)
        elif swap.process and row.trial is not None:
            self._follow_trial(swap, row.trial)
        elif swap.has_stepped_in:
            is_settled = row.is_ready and self.clock() >= swap.started_at + VERDICT_S
            if has_taken_over or is_settled:
                self._succeed(swap, SwapOutcome.SWAPPED)

    def on_check_event(self, swap: Swap, event: ChildEvent) -> None:
        """Handles an event of the check's process."""
        if isinstance(event, ChildOutput):
            swap.check.add(event.lines)
        if not isinstance(event, ChildEnded | ChildFailed):
            return
        self.launcher.processes.remove(event.key)
        check = swap.check
        if check.problems:
            self._refuse(swap)
        elif isinstance(event, ChildFailed) or not check.is_checked:
            text = message("not-checked", "It could not be checked ({how}).", how=event.text)
            self._refuse(swap, sentences(text, check.other))
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
            has_raised = swap.state is SwapState.TRIAL and swap.output.errors > swap.trial_errors
            if has_raised and swap.is_faultless:
                self._fail(swap, RAISED_ON_TRIAL)
        elif isinstance(event, ChildEnded):
            self._await_verdict(swap, event)
        elif isinstance(event, ChildFailed):
            self.launcher.processes.remove(event.key)
            self._end_failed(swap, event.text)

    def on_usage(self, swap: Swap, usage: ChildUsage) -> None:
        """Limits the memory of a new version on its way, and of an old version that is kept."""
        limit = self._limits.memory_bytes
        if usage.rss_bytes <= limit:
            return
        if swap.former is not None and usage.key == swap.former.process:
            self.drop_former(swap)
        elif usage.key == swap.process and swap.state in STARTED:
            how = message(
                "trial-memory",
                "It used more than {megabytes:,} MB of memory before it took over",
                megabytes=limit // _MEGABYTE,
            )
            self._judge(swap, how)

    def on_former_event(self, swap: Swap, event: ChildEvent) -> None:
        """Handles an event of the old version's process while it is kept."""
        if isinstance(event, ChildOutput) and swap.former is not None:
            swap.former.output.add(event.lines)
        elif isinstance(event, ChildEnded | ChildFailed):
            self.launcher.processes.remove(event.key)
            swap.former = None

    def on_playing_event(self, swap: Swap, event: ChildEvent) -> bool:
        """Handles an event of the process that plays; returns whether the new version takes its place because of it."""
        if swap.state is SwapState.CLEARING and isinstance(event, ChildStarted):
            swap.apply(SwapEvent.STARTED, swap.text)
            swap.started_at = self.clock()
        elif swap.state in STARTED and not swap.process:
            self._on_event_in_place(swap, event)
        elif swap.former is not None and isinstance(event, ChildEnded):
            is_ours = swap.back_s is not None and event.code == 0  # the server has ended the session of one that hung
            self.go_back(swap, HUNG if is_ours else _ended(event))
            self.launcher.processes.remove(event.key)
            return True
        elif swap.state in STARTED and isinstance(event, ChildEnded):
            self._step_in(swap)
            self.launcher.processes.remove(event.key)
            return True
        return False

    def watch_successor(self, swap: Swap, former: FormerVersion, *, is_playing: bool) -> None:
        """Goes back to the old version if the new one has raised an error, and ends the old one when its time is up.

        The time counts only while ticks are played (`is_playing`).
        """
        errors = swap.entry.output.errors
        if swap.back_s is not None:
            if self.clock() >= swap.back_s:
                self.go_back(swap, HUNG)
        elif former.is_faultless and errors > former.successor_errors:
            self.go_back(swap, message("version-raised", "It raised an error"))
        elif not is_playing:
            swap.former_until_s = self.clock() + self._limits.keep_s
        elif self.clock() >= swap.former_until_s:
            self.drop_former(swap)

    def drop_former(self, swap: Swap, reason: Message | None = None) -> None:
        """Ends the old version's process if it is still kept; by default because the new one has proved itself."""
        if swap.former is not None:
            text = reason or message("version-replaced", "Version {version} took over.", version=swap.version)
            self._send(flat.ConsoleCommand(f"kickabout dismiss {swap.former.session}"))
            self.launcher.dismiss(swap.former.process, reason=text)
            swap.former = None

    def approve(self, session: int, *, keeps_former: bool = False) -> None:
        """Lets a session on trial take over."""
        self._send(flat.ConsoleCommand(f"kickabout takeover {session}{' keep' if keeps_former else ''}"))

    def supersede(self, swap: Swap) -> None:
        """Gives up the version that is being started; its changes come with the next one."""
        reason = message("swap-superseded", "A newer version starts instead.")
        self._dismiss(swap, reason)
        swap.apply(SwapEvent.CANCELLED)
        swap.gave_way += 1
        self.records.add(swap.record(SwapOutcome.CANCELLED, self.clock(), reason))

    def cancel(self, swap: Swap, reason: Message | None) -> None:
        """Cancels a swap, because the agent is stopped or restarted or the match ends."""
        is_busy = swap.state.is_busy
        self.drop_former(swap, reason)
        self._dismiss(swap, reason)
        if not is_busy and swap.state is not SwapState.CHANGED:
            return
        swap.give_up(SwapEvent.CANCELLED, swap.began_at if is_busy else self.clock())
        if is_busy:
            self.records.add(swap.record(SwapOutcome.CANCELLED, self.clock(), reason))

    def _on_event_in_place(self, swap: Swap, event: ChildEvent) -> None:
        """Handles an event of a new version that was started in place of the old one or has outlived it."""
        if isinstance(event, ChildOutput):
            swap.output.add(event.lines)
        elif isinstance(event, ChildEnded) and swap.has_stepped_in:
            self._await_verdict(swap, event)
        elif isinstance(event, ChildEnded):
            swap.end = event
            swap.deadline = self.clock()

    def _await_verdict(self, swap: Swap, end: ChildEnded) -> None:
        """Handles the end of the new version, and waits for a report that it had taken over before."""
        swap.end = end
        swap.deadline = self.clock() + (STANDBY_VERDICT_S if swap.has_stood_by else VERDICT_S)

    def _judge(self, swap: Swap, how: Message) -> None:
        """Lets the new version fail as soon as it has had time to print its stack; `how` has no full stop."""
        if swap.verdict is None and swap.end is None:
            swap.verdict, swap.deadline = how, self.clock() + STACK_S

    def _check_next(self, swap: Swap) -> None:
        try:
            self.launcher.check(swap.takeover.agent, swap.unchecked.pop(0))
        except CommandError as error:
            self._refuse(swap, error.text)

    def _start(self, swap: Swap) -> None:
        """Starts the new version: beside the old one if the server supports a takeover, otherwise in its place."""
        agent = swap.takeover.agent
        swap.launched_at = self.clock()
        swap.deadline = swap.launched_at + self._ready_s
        if swap.entry.row is None or swap.entry.status.state not in PRESENT:
            swap.apply(SwapEvent.CLEARED, swap.text)
            reason = message("version-takes-place", "Version {version} takes its place.", version=swap.newest + 1)
            self.launcher.relaunch(agent, reason=reason)
        else:
            self._send(flat.ConsoleCommand("kickabout trial on"))
            try:
                swap.process = self.launcher.launch(agent, Role.NEXT)
            except CommandError as error:
                self._refuse(swap, error.text)
                return
            swap.counted, swap.session = swap.entry.row.swaps, swap.entry.row.session
            swap.apply(SwapEvent.STARTED, swap.text)

    def _tick_in_place(self, swap: Swap, now: float) -> None:
        """Ends the swap when a version that was started in place of the old one plays or could not be started."""
        status = swap.entry.status
        is_alone = self.launcher.processes.playing(swap.key) is None and not self.launcher.is_relaunching(swap.key)
        is_believed = swap.entry.row is not None or now >= swap.started_at + UNREPORTED_S
        if swap.state is SwapState.CLEARING and is_alone:
            self._end_failed(swap, status.reason or message("swap-gone", "It could not be started."))
        elif swap.state is SwapState.STARTING and status.state in PREPARED and is_believed:
            self._succeed(swap, SwapOutcome.SWAPPED)

    def _follow_trial(self, swap: Swap, trial: TrialReport) -> None:
        """Follows the answers of the new version on trial, and lets it take over after enough of them."""
        now = self.clock()
        if swap.state is SwapState.STARTING:
            swap.apply(SwapEvent.TRIED, swap.text)
            swap.trial_errors, swap.trial_since_s = swap.output.errors, now
        if swap.verdict is None and (swap.trial is None or trial.packets == trial.answers):
            swap.trial_s = TRIAL_AFTER_ERROR_S if swap.output.errors and swap.is_faultless else TRIAL_S
            swap.deadline = now + swap.trial_s
        swap.trial = trial
        is_quick = 0 < trial.answers == trial.packets and now >= swap.trial_since_s + SLOW_TRIAL_S
        is_tried = trial.answers >= TRIAL_ANSWERS or is_quick or not swap.agent.cars
        if is_tried and swap.approved != trial.session and swap.end is None and swap.verdict is None:
            swap.approved = trial.session
            memory = swap.entry.status.rss_bytes
            is_kept = self._limits.keep_s > 0.0 and memory <= self._limits.memory_bytes
            self.approve(trial.session, keeps_former=is_kept)

    def _take_over(self, swap: Swap, row: AgentReport) -> None:
        """Makes the new version the agent, because the server has given it the cars."""
        self.drop_former(swap)
        process, status = self.launcher.processes.playing(swap.key), swap.entry.status
        if process and row.spare is not None and row.spare == swap.session and row.session is not None and not swap.end:
            swap.former = FormerVersion(
                version=swap.version,
                renewal=swap.documents.inverse(swap.takeover),
                source=swap.running,
                files=tuple(swap.dirty),
                process=process,
                pid=status.pid,
                output=swap.entry.output,
                session=row.spare,
                successor=row.session,
                is_successor_new=swap.restored is None,
                successor_errors=swap.output.errors,
                is_faultless=swap.is_faultless,
                since_s=self.clock(),
            )
            swap.former_until_s = self.clock() + self._limits.keep_s
        self._replace(swap)
        self._succeed(swap, SwapOutcome.SWAPPED)

    def go_back(self, swap: Swap, how: Message | None = None) -> None:
        """Lets the old version play again; `how` says how the new one failed, without a full stop.

        Without `how`, the user wants the old version back.
        """
        former, swap.former, swap.back_s = swap.former, None, None
        assert former is not None
        now, output, failed = self.clock(), swap.entry.output, self.launcher.processes.playing(swap.key)
        problem, reason = None, message("version-wanted", "Version {version} was wanted back.", version=former.version)
        if how is not None:
            problem, cause = self._cause(swap, how, output, Path(swap.agent.root_dir))
            reason = message(
                "version-failed",
                "Version {failed} failed {seconds:.1f} s after it took over; version {version} plays on. {cause}",
                failed=swap.version,
                seconds=now - former.since_s,
                cause=cause,
                version=former.version,
            )
        swap.session = former.session
        self._send(flat.ConsoleCommand(f"kickabout return {former.successor}"))
        self.launcher.processes.promote(former.process)
        if failed is not None:
            self.launcher.dismiss(failed, 0.0, reason=reason)
        swap.documents.take(former.renewal)
        self._set_loadouts(former.renewal)
        agent = former.renewal.agent
        swap.entry.taken_over(agent, former.pid, former.output, is_ready=True, is_back=True)
        if how is not None and former.is_successor_new:
            swap.versions.remove(swap.version)
        swap.version = former.version
        swap.dirty.update(dict.fromkeys(former.files))
        if how is not None and not swap.state.is_busy and swap.state is not SwapState.CHANGED:
            swap.apply(SwapEvent.RETURNED, reason)
        self.records.add(swap.record(SwapOutcome.RETURNED, now, reason, former=former, problem=problem))
        swap.running = former.source

    def _step_in(self, swap: Swap) -> None:
        """Makes the new version the agent, because the old one ended before the new one was known to be ready."""
        self._replace(swap, is_ready=False)
        swap.process = ""
        swap.has_stepped_in = True
        swap.started_at = self.clock()

    def _replace(self, swap: Swap, *, is_ready: bool = True) -> None:
        """Makes the new version's process the agent's, even if it has ended meanwhile."""
        processes = self.launcher.processes
        former = processes.playing(swap.key)
        processes.promote(swap.process, Role.LEAVING if swap.former is None else Role.SPARE)
        if former is not None and swap.former is None:
            text = message("version-replaced", "Version {version} took over.", version=swap.newest + 1)
            self.launcher.stop(former, reason=text)
        swap.entry.taken_over(swap.takeover.agent, swap.pid, swap.output, is_ready=is_ready)
        if swap.end is not None:
            processes.remove(swap.process)
            swap.entry.ended(swap.end.code, swap.end.text)

    def restore(self, swap: Swap, version: int) -> bool:
        """Starts an earlier version beside the one that plays; returns whether its source is kept."""
        kept = swap.versions.get(version)
        agent = kept.agent(swap.agent) if kept is not None else None
        if kept is None or agent is None:
            return False
        swap.begin(self.clock())
        swap.drop_copy()
        swap.restored, swap.source = version, kept.source
        swap.text = message("version", "version {version}", version=version)
        swap.renewal = Renewal(agent=agent)
        self._start(swap)
        return True

    def _succeed(self, swap: Swap, outcome: SwapOutcome) -> None:
        swap.gave_way = 0
        renewal = swap.takeover
        swap.documents.take(renewal)
        remarks = [*renewal.remarks, self._set_loadouts(renewal)]
        if outcome is not SwapOutcome.SWAPPED:
            swap.drop_copy()
        elif swap.restored is not None:
            swap.version = swap.restored
        else:
            if swap.changed:  # while it started, so that nobody knows which source it has read
                swap.drop_copy()
                swap.source = None
            swap.version = swap.newest = swap.newest + 1
            swap.versions.add(swap.version, tuple(swap.dirty), swap.source, swap.copy)
            swap.copy = None
        if outcome is SwapOutcome.SWAPPED:
            swap.running = swap.source
            swap.swaps += 1
            swap.own_writes.settled(self.clock())
        swap.apply(SwapEvent.TAKEN_OVER if outcome is SwapOutcome.SWAPPED else SwapEvent.APPLIED)
        self.records.add(swap.record(outcome, self.clock(), sentences(*remarks) if any(remarks) else None))
        swap.dirty.clear()
        swap.dirty.update(dict.fromkeys(swap.versions.files_after(swap.version)))

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
        text = sentences(*map(swap.describe, swap.check.problems), reason, self._goes_on(swap))
        swap.apply(SwapEvent.REFUSED, text)
        self.records.add(swap.record(SwapOutcome.REFUSED, self.clock(), text))

    def _fail(self, swap: Swap, reason: Message) -> None:
        """Ends a swap whose new version failed before it played; `reason` has no full stop."""
        problem, text = self._cause(swap, reason, swap.output, Path(swap.takeover.agent.root_dir))
        if problem is not None:
            swap.check.problems.append(problem)
        self._end_failed(swap, text)

    def _cause(self, swap: Swap, how: Message, output: AgentOutput, folder: Path) -> tuple[Problem | None, Message]:
        """Returns the place below `folder` where a version failed, and a sentence with `how` and that place."""
        problem = swap.culprit(output, folder)
        if problem is not None:
            text = message(how.code, "{how}: {problem}", how=how, problem=swap.describe(problem))
        elif output.text:
            text = message(how.code, "{how}: {output}.", how=how, output=output.text.rstrip("."))
        else:
            text = message(how.code, "{how}.", how=how)
        return problem, text

    def _end_failed(self, swap: Swap, reason: Message) -> None:
        swap.gave_way = 0
        self._dismiss(swap, reason)
        text = sentences(reason, self._goes_on(swap))
        swap.own_writes.settled(self.clock())
        swap.apply(SwapEvent.REFUSED, text)
        self.records.add(swap.record(SwapOutcome.FAILED, self.clock(), text))

    def _goes_on(self, swap: Swap) -> Message | None:
        """Returns a sentence about the version that keeps running; None if none does."""
        if swap.entry.status.state not in PRESENT:
            return None
        return message("version-keeps-running", "Version {version} keeps running.", version=swap.version)

    def _dismiss(self, swap: Swap, reason: Message | None) -> None:
        """Ends the processes of the new version and of the check, and its session even if a service keeps it open."""
        processes = self.launcher.processes
        if swap.trial is not None:
            self._send(flat.ConsoleCommand(f"kickabout dismiss {swap.trial.session}"))
        for process in processes.of(swap.key):
            if processes.role(process) in (Role.NEXT, Role.CHECK):
                self.launcher.dismiss(process, 0.0, reason=reason)
        if swap.end is not None:
            processes.remove(swap.process)
        swap.drop_copy()


def _ended(end: ChildEnded) -> Message:
    return message("version-ended", "It ended ({how})", how=end.text)


def _unanswered(trial: TrialReport | None, seconds: float) -> Message:
    """Returns how few packets a new version answered on trial."""
    answers = trial.answers if trial is not None else 0
    if answers >= TRIAL_ANSWERS:  # it was about to take over
        return HUNG
    if not answers:
        return message("trial-unanswered", "It answered no packet within {seconds:g} s", seconds=seconds)
    return message(
        "trial-unanswered",
        "It answered only {answers} of {packets} packets within {seconds:g} s",
        answers=answers,
        packets=TRIAL_ANSWERS,
        seconds=seconds,
    )
