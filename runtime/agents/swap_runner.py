"""The course of a swap: check, start beside the old version, take over; or why it does not come to that."""

import time
from collections.abc import Callable
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.launcher import Backstage
from runtime.agents.process_table import Role
from runtime.agents.queries import PREPARED, PRESENT
from runtime.agents.relaunch import Relaunch
from runtime.agents.source_check import batches
from runtime.agents.swap import Swap
from runtime.agents.swap_cycle import SwapEvent
from runtime.agents.swap_records import SwapBook
from runtime.documents import loadout_to_wire
from runtime.model.states import SwapOutcome, SwapState
from runtime.processes import ChildEnded, ChildEvent, ChildFailed, ChildOutput, ChildStarted, CommandError
from runtime.protocol import InterfaceMessage
from runtime.telemetry.report import AgentReport

CHECK_S: Final = 20.0
"""How long the check of one change may take."""
VERDICT_S: Final = 0.3
"""After the end of a process, the server may so long tell that a new version had taken over before."""
STOOD_BY_VERDICT_S: Final = 1.5
"""The same for one that is known to have waited to take over: longer than the time between two reports."""
UNTOLD_S: Final = 2.0
"""Behind a server that tells nothing of its agents, a new version that runs for so long plays."""


class Swapping:
    """Carries out single swaps; owned by the match's thread, which calls `look` at every beat.

    Args:
        send: sends a message to the server.
        may_dress: whether the match allows to change what a car wears.
        ready_s: how long a new version may take from its start until it is ready.
    """

    def __init__(
        self,
        *,
        backstage: Backstage,
        relaunch: Relaunch,
        book: SwapBook,
        send: Callable[[InterfaceMessage], bool],
        may_dress: bool,
        ready_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backstage = backstage
        self._relaunch = relaunch
        self._book = book
        self._send = send
        self._may_dress = may_dress
        self._ready_s = ready_s
        self._clock = clock

    def begin(self, swap: Swap, row: AgentReport | None) -> None:
        """Checks everything that changed; `row` is what the server said last of the agent, None where it tells nothing.

        A change that needs no new process takes effect at once.
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

    def look(self, swap: Swap) -> None:
        """Ends what takes too long, and notices what only time shows."""
        now = self._clock()
        if swap.end is not None and now >= swap.deadline:
            self._fail(swap, f"It ended before it was ready ({swap.end.text})")
        elif now >= swap.deadline:
            self._late(swap)
        elif swap.state is not SwapState.CHECKING and not swap.process and not swap.has_stepped_in:
            self._look_in_place(swap, now)

    def reported(self, swap: Swap, row: AgentReport) -> None:
        """The server told of the agent of a swap under way."""
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

    def hear_probe(self, swap: Swap, event: ChildEvent) -> None:
        """News of the check."""
        if isinstance(event, ChildOutput):
            swap.found.add(event.lines)
        if not isinstance(event, ChildEnded | ChildFailed):
            return
        self._backstage.crew.forget(event.key)
        found = swap.found
        if found.problems:
            swap.output = " ".join(map(swap.describe, found.problems))
            self._refuse(swap)
        elif isinstance(event, ChildFailed) or not found.is_checked:
            how = str(event.text).rstrip(".")
            self._refuse(swap, f"It could not be checked ({how}). {found.other}".rstrip())
        elif swap.unchecked:
            self._check_next(swap)
        else:
            self._start(swap)

    def hear_next(self, swap: Swap, event: ChildEvent) -> None:
        """News of the new version's process beside the old one."""
        if isinstance(event, ChildStarted):
            swap.pid = event.pid
        elif isinstance(event, ChildOutput):
            swap.words.add(event.lines)
        elif isinstance(event, ChildEnded):
            self._await_verdict(swap, event)
        elif isinstance(event, ChildFailed):
            self._backstage.crew.forget(event.key)
            self._fail(swap, str(event.text).rstrip("."))

    def hear_playing(self, swap: Swap, event: ChildEvent) -> bool:
        """News of the process that plays; true when they mean that the new version has taken its place."""
        if swap.state is SwapState.CLEARING and isinstance(event, ChildStarted):
            swap.go(SwapEvent.STARTED, swap.text)
            swap.started_at = self._clock()
            self._book.show(swap)
        elif swap.state is SwapState.STARTING and not swap.process:
            self._hear_alone(swap, event)
        elif swap.state is SwapState.STARTING and isinstance(event, ChildEnded):
            self._step_in(swap)
            self._backstage.crew.forget(event.key)
            return True
        return False

    def _hear_alone(self, swap: Swap, event: ChildEvent) -> None:
        """News of a new version that was started in place of the old one, or was left alone by it."""
        if isinstance(event, ChildOutput):
            swap.words.add(event.lines)
        elif isinstance(event, ChildEnded) and swap.has_stepped_in:
            self._await_verdict(swap, event)
        elif isinstance(event, ChildEnded):
            swap.end = event
            swap.deadline = self._clock()

    def _await_verdict(self, swap: Swap, end: ChildEnded) -> None:
        """The new version has ended; the server may still tell that it had taken over before."""
        swap.end = end
        swap.deadline = self._clock() + (STOOD_BY_VERDICT_S if swap.has_stood_by else VERDICT_S)

    def break_off(self, swap: Swap, reason: str) -> None:
        """The agent, or with it the match, comes to its end or begins anew; so does its swap."""
        is_busy = swap.state.is_busy
        self._dismiss(swap)
        swap.give_up(SwapEvent.BROKEN_OFF, swap.began_at if is_busy else self._clock())
        if is_busy:
            self._book.enter(swap, SwapOutcome.BROKEN_OFF, self._clock(), reason)
        else:
            self._book.show(swap)

    def _check_next(self, swap: Swap) -> None:
        assert swap.renewal is not None
        try:
            self._backstage.probe(swap.renewal.agent, swap.unchecked.pop(0))
        except CommandError as error:
            self._refuse(swap, str(error))
        else:
            self._book.show(swap)

    def _start(self, swap: Swap) -> None:
        """Starts the new version: beside the old one where the server lets it take over, else in its place."""
        assert swap.renewal is not None
        swap.deadline = self._clock() + self._ready_s
        if swap.row is None or self._backstage.lineup.status(swap.key).state not in PRESENT:
            swap.go(SwapEvent.CLEARED, swap.text)
            self._relaunch.again(swap.renewal.agent)
        else:
            try:
                swap.process = self._backstage.launch(swap.renewal.agent, Role.NEXT)
            except CommandError as error:
                self._refuse(swap, str(error))
                return
            swap.counted = swap.row.swaps
            swap.go(SwapEvent.STARTED, swap.text)
        self._book.show(swap)

    def _look_in_place(self, swap: Swap, now: float) -> None:
        """What has become of a version that was started in place of the old one."""
        status = self._backstage.lineup.status(swap.key)
        is_alone = self._backstage.crew.playing(swap.key) is None and not self._relaunch.awaits(swap.key)
        is_believed = swap.row is not None or now >= swap.started_at + UNTOLD_S
        if swap.state is SwapState.CLEARING and is_alone:
            self._fail(swap, str(status.reason).rstrip("."))
        elif swap.state is SwapState.STARTING and status.state in PREPARED and is_believed:
            self._succeed(swap, SwapOutcome.SWAPPED)

    def _late(self, swap: Swap) -> None:
        if swap.state is SwapState.CHECKING:
            self._refuse(swap, f"Its check took more than {CHECK_S:g} s.")
        else:
            self._fail(swap, f"It was not ready within {self._ready_s:g} s")

    def _step_in(self, swap: Swap) -> None:
        """The old version is gone before the new one is known to be ready: whatever comes of this, it is the agent."""
        self._replace(swap, is_ready=False)
        swap.process = ""
        swap.has_stepped_in = True
        swap.started_at = self._clock()
        self._book.show(swap)

    def _replace(self, swap: Swap, *, is_ready: bool = True) -> None:
        """The new version's process is the agent's from now on, or was, where it has ended meanwhile."""
        assert swap.renewal is not None
        crew, lineup = self._backstage.crew, self._backstage.lineup
        former = crew.playing(swap.key)
        crew.promote(swap.process)
        if former is not None:
            self._backstage.stop(former)
        lineup.taken_over(swap.renewal.agent, swap.pid, swap.words, is_ready=is_ready)
        if swap.end is not None:
            crew.forget(swap.process)
            lineup.ended(swap.key, swap.end.code, str(swap.end.text))

    def _succeed(self, swap: Swap, outcome: SwapOutcome) -> None:
        assert swap.renewal is not None
        swap.documents.take(swap.renewal)
        remarks = [*swap.renewal.remarks, *self._dress(swap)]
        if outcome is SwapOutcome.SWAPPED:
            swap.version += 1
            swap.running = swap.source
            swap.swaps += 1
            swap.own_writes.settled(self._clock())
        swap.go(SwapEvent.TAKEN_OVER if outcome is SwapOutcome.SWAPPED else SwapEvent.APPLIED)
        self._book.enter(swap, outcome, self._clock(), " ".join(remarks))
        swap.dirty.clear()

    def _dress(self, swap: Swap) -> list[str]:
        """Sends what cars wear now; returns in a sentence why not."""
        assert swap.renewal is not None
        if swap.renewal.loadouts and not self._may_dress:
            return ["The new loadout takes effect in the next match, since this one allows no state setting."]
        for car, loadout in swap.renewal.loadouts:
            self._send(flat.SetLoadout(car, loadout_to_wire(loadout)))
        return []

    def _refuse(self, swap: Swap, reason: str = "") -> None:
        """The new version is not started."""
        self._dismiss(swap)
        text = " ".join([*map(swap.describe, swap.found.problems), *filter(None, [reason]), *self._goes_on(swap)])
        swap.go(SwapEvent.REFUSED, text)
        self._book.enter(swap, SwapOutcome.REFUSED, self._clock(), text)

    def _fail(self, swap: Swap, reason: str) -> None:
        """The new version does not come to play; `reason` has no full stop."""
        self._dismiss(swap)
        culprit = swap.culprit()
        if culprit is not None:
            swap.found.problems.append(culprit)
        words = swap.words.text if culprit is None else swap.describe(culprit)
        swap.output = words.rstrip(".")
        sentence = f"{reason}: {words}".removesuffix(": ").rstrip(".")
        text = " ".join([f"{sentence}.", *self._goes_on(swap)])
        swap.own_writes.settled(self._clock())
        swap.go(SwapEvent.REFUSED, text)
        self._book.enter(swap, SwapOutcome.FAILED, self._clock(), text)

    def _goes_on(self, swap: Swap) -> list[str]:
        """Says who plays in place of the new version, if anybody does."""
        status = self._backstage.lineup.status(swap.key)
        return [f"Version {swap.version} keeps running."] if status.state in PRESENT else []

    def _dismiss(self, swap: Swap) -> None:
        """Ends the new version's process, and the check's."""
        crew = self._backstage.crew
        for process in crew.of(swap.key):
            if crew.role(process) in (Role.NEXT, Role.PROBE):
                self._backstage.dismiss(process, 0.0)
        if swap.end is not None:
            crew.forget(swap.process)
