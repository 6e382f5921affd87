"""Decides when agents are swapped, from their swap modes, their changed files and the user's requests."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.agents.launcher import Role, agent_of
from runtime.agents.roster import Agent, chosen
from runtime.agents.state import PREPARED, PRESENT
from runtime.agents.swaps.agent_documents import AgentDocuments
from runtime.agents.swaps.own_writes import own_writes_note
from runtime.agents.swaps.runner import GIVES_WAY_S, MAX_GIVING_WAY, SwapRunner
from runtime.agents.swaps.state import STARTED, SwapEvent
from runtime.agents.swaps.swap import Swap
from runtime.agents.swaps.versions import SourceDigest, VersionBook
from runtime.model.messages import Message, message
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from runtime.processes import ChildEnded, ChildEvent, ChildFailed, ChildStarted, ChildUsage
from runtime.protocol.report import GameReport
from runtime.watching import ChangeSet, Watched

if TYPE_CHECKING:
    from runtime.watching.watcher import Watcher

COPIES: Final = "versions"
"""Folder beside the logs with copies of the source of all versions."""
UNCHANGED: Final = message("nothing-changed", "No bot has changed since it was loaded.")


class SwapPolicy:
    """The swaps of all agents of a match; owned by its thread, which calls `tick` at every turn of its loop.

    An agent has one swap at a time. If its source changes during a swap, another swap follows; a new version that takes
    long to start gives way to it.

    Args:
        runner: carries out single swaps.
        note: gets a note for the user, and its topic if it holds until the next note of that topic.
        logs: folder of the logs, which also gets copies of the source of all versions; None for none.
    """

    def __init__(self, *, runner: SwapRunner, note: Callable[[Message, str], None], logs: Path | None = None) -> None:
        self._runner = runner
        self._records = runner.records
        self._table = runner.launcher.table
        self._processes = runner.launcher.processes
        self._note = note
        self._copies = logs / COPIES if logs is not None else None
        self._clock = runner.clock
        self._swaps: dict[str, Swap] = {}
        self._is_playing = True
        """True if ticks are played, as far as is known."""
        self._compared: dict[str, SourceDigest] = {}
        """Present source of agents that are not watched, while it is read for comparison with the source they run."""
        self._has_reloaded = False
        """True if the last request has led to a swap."""
        self._watcher: Watcher | None = None
        self._places: tuple[Watched, ...] = ()

    @property
    def watched(self) -> tuple[Watched, ...]:
        """The places to watch: those of all agents whose swap mode is not `OFF`."""
        return tuple(swap.documents.places for swap in self._swaps.values() if swap.mode is not SwapMode.OFF)

    def attend(self, all_documents: Iterable[AgentDocuments], mode: SwapMode) -> None:
        """Makes these agents swappable; the source of agents that the user starts is not watched."""
        for documents in all_documents:
            folder = self._copies / documents.agent.key if self._copies is not None else None
            swap = self._swaps[documents.agent.key] = Swap(
                entry=self._table[documents.agent.key],
                documents=documents,
                mode=SwapMode.OFF,
                versions=VersionBook(folder),
            )
            swap.running = SourceDigest(swap.home)
            if not documents.agent.is_manual:
                self._set_mode(swap, mode)
            if swap.mode is not SwapMode.OFF:
                copy = swap.versions.copy(swap.home, swap.working_folder, swap.version)
                swap.versions.add(swap.version, (), swap.running, copy)
        self._watch()

    def restore(self, agent: Agent, version: int) -> None:
        """Handles a request to let an earlier version of an agent play again."""
        swap = self._swaps[agent.key]
        if self._table[agent.key].status.debug_port is not None:
            text = message("version-debugged", "{agent} is being debugged, so it keeps its version.", agent=str(agent))
            self._note(text, "")
            return
        reason = message("version-wanted", "Version {version} was wanted back.", version=version)
        if swap.former is not None and swap.former.version == version:
            self._runner.go_back(swap)
            self.cancel((agent.key,), reason)
            return
        if swap.state.is_busy:
            self._runner.cancel(swap, reason)
        if version == swap.version or not self._runner.restore(swap, version):
            text = message(
                "version-gone",
                "Version {version} of {agent} is not kept or plays already.",
                version=version,
                agent=str(agent),
            )
            self._note(text, "")

    def agent_of(self, key: str) -> Agent:
        """Returns how to start the version of an agent that plays, after it has ended.

        That is from its copy if the agent's folder has other source.
        """
        swap, agent = self._swaps.get(key), self._table[key].agent
        if swap is None or not (swap.dirty or swap.changed):
            return agent
        version = swap.versions.get(swap.version)
        return (version.agent(agent) if version is not None else None) or agent

    def on_changed(self, key: str, files: Iterable[Path], seen_at: float) -> None:
        """Handles changed files of an agent; `seen_at` is the time at which the first change was seen."""
        swap = self._swaps.get(key)
        if swap is None or swap.mode is SwapMode.OFF:
            return
        changes = swap.own_writes.sort(files, seen_at)
        if changes.own:
            self._note(own_writes_note(str(swap.agent), changes.own, Path(swap.agent.root_dir)), "")
        if changes.counting:
            swap.note(changes.counting, seen_at)
            swap.is_due = swap.is_due or swap.mode is SwapMode.AUTO

    def request(self, names: Iterable[str]) -> None:
        """Handles a request to reload agents.

        An agent that is named by its key is reloaded even if nothing changed. If the request names a team or no agent,
        only agents whose source changed are reloaded; for agents that are not watched, the source is compared first.
        """
        named = set(names)
        self._has_reloaded = False
        for swap in self._chosen(named):
            if swap.key in named:
                self._reload(swap)
            elif swap.agent.is_manual or swap.entry.status.state is AgentState.STOPPED:
                continue
            elif swap.changed or swap.dirty:
                swap.approve(self._clock())
                self._has_reloaded = True
            elif swap.mode is SwapMode.OFF:
                self._compared[swap.key] = SourceDigest(swap.home)
        self._compare()
        if not self._compared and not self._has_reloaded and self._chosen(named):
            self._note(UNCHANGED, "")

    def answer(self, names: Iterable[str], *, is_wanted: bool) -> bool:
        """Handles the user's answer about agents that changed; returns whether there are any.

        The user may accept a new version that was declined or refused before.
        """
        asked = [swap for swap in self._chosen(names) if swap.state is SwapState.CHANGED]
        refused = [swap for swap in self._chosen(names) if swap.dirty and (swap.changed or not swap.state.is_busy)]
        concerned = asked or (refused if is_wanted else [])
        for swap in concerned:
            if is_wanted:
                swap.approve(self._clock())
                continue
            swap.give_up(SwapEvent.DECLINED, self._clock())
            self._records.add(swap.record(SwapOutcome.DECLINED, self._clock()))
        return bool(concerned)

    def set_mode(self, names: Iterable[str], mode: SwapMode) -> None:
        """Sets the swap mode of these agents, except those that the user starts."""
        for swap in self._chosen(names):
            if not swap.agent.is_manual:
                self._set_mode(swap, mode)

    def tick(self) -> None:
        """Looks for changes, begins swaps that are due, asks the user about others, and advances swaps under way."""
        self._watch()
        if self._compared:
            self._compare()
            if not self._compared and not self._has_reloaded:
                self._note(UNCHANGED, "")
        for swap in self._swaps.values():
            swap.show_earlier()
            if swap.state not in STARTED and swap.entry.status.state in PREPARED:
                swap.own_writes.settled(self._clock())
            if swap.former is not None:
                self._runner.watch_successor(swap, swap.former, is_playing=self._is_playing)
            if swap.is_due and swap.state in STARTED and self._may_give_way(swap):
                self._runner.supersede(swap)
            if swap.state.is_busy:
                self._runner.tick(swap)
            elif swap.is_due and self._may_begin(swap):
                self._runner.begin(swap)
            elif swap.mode is SwapMode.ASK and swap.changed and swap.text != swap.changed_text():
                swap.apply(SwapEvent.NOTICED, swap.changed_text())

    def on_report(self, report: GameReport) -> None:
        """Handles the server's report on the agents."""
        self._is_playing = not (report.is_paused or report.is_held)
        for swap in self._swaps.values():
            row = swap.entry.row
            if row is not None and (swap.state.is_busy or swap.former is not None):
                self._runner.on_report(swap, row)
            if row is not None and row.trial is not None and not self._is_getting_ready(swap):
                self._runner.approve(row.trial.session)  # started by the user, who decides alone

    def on_event(self, event: ChildEvent) -> bool:
        """Handles an event of an agent's process; returns true if the event does not change the agent's state."""
        key = getattr(event, "key", "")
        role, swap = self._processes.role(key), self._swaps.get(agent_of(key))
        if role is Role.LEAVING:
            if isinstance(event, ChildEnded | ChildFailed):
                self._processes.remove(key)
            return True
        if swap is None:
            return False
        if role is Role.SPARE:
            self._runner.on_former_event(swap, event)
            return True
        if isinstance(event, ChildStarted) and role is not Role.CHECK:
            swap.launched_at = self._clock()
            swap.own_writes.started(swap.launched_at)
            if not swap.state.is_busy and swap.entry.status.starts:
                self.settle(swap.key)
        if role is Role.PLAYING:
            return self._runner.on_playing_event(swap, event)
        (self._runner.on_check_event if role is Role.CHECK else self._runner.on_next_event)(swap, event)
        return True

    def on_usage(self, usage: ChildUsage) -> None:
        """Handles the usage of a process that does not play."""
        swap = self._swaps.get(agent_of(usage.key))
        if swap is not None:
            self._runner.on_usage(swap, usage)

    def cancel(self, names: Iterable[str], reason: Message) -> None:
        """Cancels the swaps of these agents, because the agents are stopped or restarted or the match ends."""
        for swap in self._chosen(names):
            swap.is_due = swap.is_forced = False
            self._runner.cancel(swap, reason)

    def settle(self, key: str) -> None:
        """Notes that an agent starts with its present source, so that no change waits and no version is rejected."""
        swap = self._swaps.get(key)
        if swap is None or Path(self._table[key].agent.root_dir).is_relative_to(swap.versions.folder):
            return
        swap.restart()
        if swap.state is SwapState.REFUSED or (swap.state is SwapState.CHANGED and not swap.changed):
            swap.apply(SwapEvent.CANCELLED)
        swap.show()

    def release(self) -> None:
        """Stops watching files, almost at once, and deletes copies of versions; may be called twice.

        The copy of a version whose source the user may want to put back stays.
        """
        for swap in self._swaps.values():
            swap.versions.close(kept=swap.version if swap.dirty else None)
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _watch(self) -> None:
        """Updates the places to watch, and handles changes in them."""
        places = self.watched
        if places != self._places:
            from runtime.watching.watcher import Watcher  # noqa: PLC0415 - takes 50 ms; most matches need none

            self._places = places
            if self._watcher is None:
                self._watcher = Watcher(clock=self._clock)
                self._watcher.start()
            self._watcher.watch(places)
        for news in self._watcher.poll() if self._watcher is not None else ():
            if isinstance(news, ChangeSet):
                self.on_changed(news.key, news.files, news.seen_at)
            else:  # the note holds as long as files are watched, which is no longer than the match
                self._note(news.text, f"watching {news.about}")

    def _reload(self, swap: Swap) -> None:
        """Reloads an agent, whether its source changed or not."""
        self._has_reloaded = True
        if swap.agent.is_manual:
            swap.began_at = self._clock()
            reason = message(
                "swap-it-yourself", "You started this agent, so start its new version yourself, beside the old one."
            )
            self._records.add(swap.record(SwapOutcome.REFUSED, swap.began_at, reason))
            return
        swap.approve(self._clock())
        swap.is_forced = True

    def _compare(self) -> None:
        """Reloads the agents whose source turned out to differ from the source they run."""
        for key, source in [*self._compared.items()]:
            running = self._swaps[key].running
            if not source.is_known or (running is not None and not running.is_known):
                continue
            del self._compared[key]
            if running is None or running.value() != source.value():
                self._reload(self._swaps[key])

    def _set_mode(self, swap: Swap, mode: SwapMode) -> None:
        if swap.mode is SwapMode.AUTO and not swap.is_forced:
            swap.is_due = False
        swap.mode = mode
        if mode is not SwapMode.OFF:
            swap.documents.read()
        if swap.state is SwapState.CHANGED and mode is SwapMode.OFF:
            swap.give_up(SwapEvent.CANCELLED, self._clock())
        elif swap.changed and mode is SwapMode.AUTO:
            swap.is_due = True
        swap.show()

    def _chosen(self, names: Iterable[str]) -> list[Swap]:
        keys = {agent.key for agent in chosen([swap.agent for swap in self._swaps.values()], names)}
        return [swap for key, swap in self._swaps.items() if key in keys]

    def _may_begin(self, swap: Swap) -> bool:
        """Returns whether the agent's state allows a swap; not while the agent has just started, for example."""
        state = swap.entry.status.state
        if swap.entry.status.debug_port is not None:
            return False
        is_between = state is AgentState.RESTARTING and self._processes.playing(swap.key) is None
        is_stopped = state is AgentState.STOPPED and swap.is_forced
        is_slow = state is AgentState.STARTING and self._is_slow_to_start(swap)
        return state in PRESENT or state.is_fault or is_between or is_stopped or is_slow

    def _may_give_way(self, swap: Swap) -> bool:
        """Returns whether the version that is being started may be given up for the next one."""
        is_wanted = swap.is_forced or swap.mode is not SwapMode.AUTO
        return (is_wanted or swap.gave_way < MAX_GIVING_WAY) and swap.end is None and self._is_slow_to_start(swap)

    def _is_getting_ready(self, swap: Swap) -> bool:
        """Returns whether a session on trial may belong to a process of ours, which may be about to end."""
        roles = map(self._processes.role, self._processes.of(swap.key))
        return not {Role.NEXT, Role.LEAVING}.isdisjoint(roles)

    def _is_slow_to_start(self, swap: Swap) -> bool:
        return self._clock() >= swap.launched_at + GIVES_WAY_S
