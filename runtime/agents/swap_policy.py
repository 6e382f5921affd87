"""Which agents get a new version, and when: their modes, what changed of them, what users want."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from runtime.agents.agent_documents import AgentDocuments, Places
from runtime.agents.entry import is_about
from runtime.agents.own_writes import own_writes_text
from runtime.agents.process_table import Crew, Role, agent_of
from runtime.agents.queries import PREPARED, PRESENT
from runtime.agents.roster import chosen
from runtime.agents.swap import SourceDigest, Swap
from runtime.agents.swap_cycle import SwapEvent
from runtime.agents.swap_records import SwapBook
from runtime.agents.swap_runner import Swapping
from runtime.agents.table import Lineup
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from runtime.processes import ChildEnded, ChildEvent, ChildFailed, ChildStarted
from runtime.telemetry.report import AgentReport, GameReport

UNCHANGED: Final = "No bot has changed since it was loaded."


class Swaps:
    """The swaps of all agents of a match; owned by its thread, which calls `look` at every beat.

    One swap of an agent at a time: what changes meanwhile leads to one more afterwards. `note` gets what the user
    should know, in sentences.
    """

    def __init__(
        self,
        *,
        crew: Crew,
        lineup: Lineup,
        swapping: Swapping,
        book: SwapBook,
        note: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._crew = crew
        self._lineup = lineup
        self._swapping = swapping
        self._book = book
        self._note = note
        self._clock = clock
        self._swaps: dict[str, Swap] = {}
        self._report: GameReport | None = None
        self._compared: dict[str, SourceDigest] = {}
        """The present source of agents that are not watched, while it is read to be compared with what they run."""
        self._has_reloaded = False
        """Whether the last request led to a swap so far."""

    @property
    def watched(self) -> tuple[Places, ...]:
        """Where the agents lie whose changes matter."""
        return tuple(swap.documents.places for swap in self._swaps.values() if swap.mode is not SwapMode.OFF)

    @property
    def is_automatic(self) -> bool:
        """Whether there are agents that are swapped on save without being asked for."""
        return any(swap.mode is SwapMode.AUTO for swap in self._swaps.values())

    def attend(self, documents: Iterable[AgentDocuments], mode: SwapMode) -> None:
        """From now on these agents can be swapped; nobody notices changes of those that the user starts."""
        for each in documents:
            swap = self._swaps[each.agent.key] = Swap(documents=each, mode=SwapMode.OFF)
            swap.running = SourceDigest(swap.home)
            if not each.agent.is_manual:
                self._choose(swap, mode)

    def changed(self, key: str, files: Iterable[Path], seen_at: float) -> None:
        """These files of an agent changed and are settled; `seen_at` is when the first change was seen."""
        swap = self._swaps.get(key)
        if swap is None or swap.mode is SwapMode.OFF:
            return
        sifted = swap.own_writes.sift(files, seen_at)
        if sifted.found:
            self._note(own_writes_text(str(swap.agent), sifted.found, Path(swap.agent.root_dir)))
        if sifted.theirs:
            swap.note(sifted.theirs, seen_at)
            swap.is_due = swap.is_due or swap.mode is SwapMode.AUTO

    def want(self, names: Iterable[str]) -> None:
        """Handles a request to reload agents.

        An agent that is named by its key is reloaded even if nothing changed. Of a team, or of all agents, those are
        reloaded whose source changed; of those that are not watched, the sources are compared first.
        """
        named = set(names)
        self._has_reloaded = False
        for swap in self._chosen(named):
            if swap.key in named:
                self._reload(swap)
            elif swap.agent.is_manual or self._lineup.status(swap.key).state is AgentState.STOPPED:
                continue
            elif swap.changed or swap.dirty:
                swap.approve(self._clock())
                self._has_reloaded = True
            elif swap.mode is SwapMode.OFF:
                self._compared[swap.key] = SourceDigest(swap.home)
        self._look_at_compared()
        if not self._compared and not self._has_reloaded and self._chosen(named):
            self._note(UNCHANGED)

    def answer(self, names: Iterable[str], *, is_wanted: bool) -> bool:
        """The user says whether the new versions of those that changed are wanted; false where none of them did.

        A new version that was declined or refused may be wanted later.
        """
        asked = [swap for swap in self._chosen(names) if swap.state is SwapState.CHANGED]
        refused = [swap for swap in self._chosen(names) if swap.dirty and not swap.state.is_busy]
        concerned = asked or (refused if is_wanted else [])
        for swap in concerned:
            if is_wanted:
                swap.approve(self._clock())
                continue
            swap.give_up(SwapEvent.DECLINED, self._clock())
            self._book.enter(swap, SwapOutcome.DECLINED, self._clock())
        return bool(concerned)

    def choose(self, names: Iterable[str], mode: SwapMode) -> None:
        """From now on, this happens when the source of these agents changes."""
        for swap in self._chosen(names):
            if not swap.agent.is_manual:
                self._choose(swap, mode)

    def look(self) -> None:
        """Begins what is due and can begin, asks where it is to be asked, and looks after what is under way."""
        if self._compared:
            self._look_at_compared()
            if not self._compared and not self._has_reloaded:
                self._note(UNCHANGED)
        for swap in self._swaps.values():
            if swap.state is not SwapState.STARTING and self._lineup.status(swap.key).state in PREPARED:
                swap.own_writes.settled(self._clock())
            if swap.state.is_busy:
                self._swapping.look(swap)
            elif swap.is_due and self._may_begin(swap):
                self._swapping.begin(swap, self._row(swap))
            elif swap.mode is SwapMode.ASK and swap.changed and swap.text != swap.changed_text():
                swap.go(SwapEvent.NOTICED, swap.changed_text())
                self._book.show(swap)

    def reported(self, report: GameReport) -> None:
        """The server told what it knows of the agents."""
        self._report = report
        for swap in self._swaps.values():
            row = self._row(swap) if swap.state.is_busy else None
            if row is not None:
                self._swapping.reported(swap, row)

    def hear(self, event: ChildEvent) -> bool:
        """Takes news of an agent's process; true when they concern nobody else."""
        key = getattr(event, "key", "")
        role, swap = self._crew.role(key), self._swaps.get(agent_of(key))
        if role is Role.LEAVING:
            if isinstance(event, ChildEnded | ChildFailed):
                self._crew.forget(key)
            return True
        if swap is None:
            return False
        if isinstance(event, ChildStarted) and role is not Role.PROBE:
            swap.own_writes.started(self._clock())
        if role is Role.PLAYING:
            return self._swapping.hear_playing(swap, event)
        (self._swapping.hear_probe if role is Role.PROBE else self._swapping.hear_next)(swap, event)
        return True

    def break_off(self, names: Iterable[str], reason: str) -> None:
        """These agents, or with them the match, come to their end or begin anew; so do swaps under way."""
        for swap in self._chosen(names):
            swap.is_due = swap.is_forced = False
            if swap.state.is_busy or swap.state is SwapState.CHANGED:
                self._swapping.break_off(swap, reason)

    def _reload(self, swap: Swap) -> None:
        """Reloads an agent, whether its source changed or not."""
        self._has_reloaded = True
        if swap.agent.is_manual:
            swap.began_at = self._clock()
            reason = "You started this agent, so start its new version yourself, beside the old one."
            self._book.enter(swap, SwapOutcome.REFUSED, swap.began_at, reason)
            return
        swap.approve(self._clock())
        swap.is_forced = True

    def _look_at_compared(self) -> None:
        """Reloads the agents of which it is known by now that their source differs from what they run."""
        for key, found in [*self._compared.items()]:
            running = self._swaps[key].running
            if not found.is_known or (running is not None and not running.is_known):
                continue
            del self._compared[key]
            if running is None or running.value() != found.value():
                self._reload(self._swaps[key])

    def settle(self, key: str) -> None:
        """The agent starts again with its present source: nothing of it waits, and no version is rejected any more."""
        swap = self._swaps.get(key)
        if swap is not None and swap.state is SwapState.REFUSED:
            self._swapping.break_off(swap, "")
            swap.dirty.clear()

    def _choose(self, swap: Swap, mode: SwapMode) -> None:
        swap.mode = mode
        if mode is not SwapMode.OFF:
            swap.documents.read()
        if swap.state is SwapState.CHANGED and mode is SwapMode.OFF:
            swap.give_up(SwapEvent.BROKEN_OFF, self._clock())
        elif swap.state is SwapState.CHANGED and mode is SwapMode.AUTO:
            swap.is_due = True
        self._book.show(swap)

    def _chosen(self, names: Iterable[str]) -> list[Swap]:
        keys = {agent.key for agent in chosen([swap.agent for swap in self._swaps.values()], names)}
        return [swap for key, swap in self._swaps.items() if key in keys]

    def _may_begin(self, swap: Swap) -> bool:
        """An agent that is about to connect is awaited; one that the user stopped stays so unless asked for."""
        state = self._lineup.status(swap.key).state
        is_between = state is AgentState.RESTARTING and self._crew.playing(swap.key) is None
        is_stopped = state is AgentState.STOPPED and swap.is_forced
        return state in PRESENT or state.is_fault or is_between or is_stopped

    def _row(self, swap: Swap) -> AgentReport | None:
        rows = self._report.agents if self._report is not None else ()
        return next((row for row in rows if is_about(row, swap.agent)), None)
