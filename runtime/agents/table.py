"""The agents of a match, as a table with an entry for each."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from runtime.agents.agent_entry import FAULT_EVENTS, MIN_FRAMES, AgentEntry, MatchFacts, Play
from runtime.agents.reasons import last_output, last_output_of
from runtime.agents.roster import Agent
from runtime.agents.state import ON_THE_WAY, PREPARED, PRESENT, AgentEvent
from runtime.model.game_facts import SCRIPTS
from runtime.model.messages import Message
from runtime.model.states import AgentEnding, AgentState, SwapMode
from runtime.model.values import AgentStatus
from runtime.protocol.report import AgentReport, GameReport

BUSY_SHARE: Final = 0.1
"""Share of a processor from which an agent that is not ready yet counts as loading."""
_NO_FIGURES: Final[dict[str, Any]] = {
    **dict.fromkeys(("packets", "answers", "late", "errors", "rss_bytes", "peak_rss_bytes", "threads", "handles"), 0),
    **{"cpu_share": 0.0, "mean_cpu_share": 0.0, "answers_per_s": None, "response_ms": None, "service": None},
}


class AgentTable(Mapping[str, AgentEntry]):
    """The agents of a match by key, without access to processes or sockets; owned by the match's thread.

    Facts about one agent are recorded in its entry; `changes` and `figures` return what is new. A fault is final unless
    the agent is restarted, or had only lost its connection and comes back.

    Args:
        agents: the roster.
        is_fast_paced: whether the pace may be too fast for bots; rare answers are then not reported.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self, agents: Iterable[Agent], *, is_fast_paced: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._match = MatchFacts(clock=clock, is_fast_paced=is_fast_paced)
        self._entries = {agent.key: AgentEntry.of(agent, self._match) for agent in agents}

    def __getitem__(self, key: str) -> AgentEntry:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    # What is known

    @property
    def statuses(self) -> tuple[AgentStatus, ...]:
        """All agents, in the roster's order."""
        return tuple(entry.status for entry in self.values())

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The roster; each agent has the settings of its last start."""
        return tuple(entry.agent for entry in self.values())

    @property
    def is_playing(self) -> bool:
        """True if the match has begun."""
        return self._match.is_playing

    @property
    def is_reported(self) -> bool:
        """True if the server reports on its agents, as the arena does."""
        return self._match.is_reported

    @property
    def faults(self) -> tuple[AgentStatus, ...]:
        """The agents that ended although they were not asked to, except those that will be restarted."""
        return tuple(status for status in self.statuses if status.state.is_fault)

    @property
    def out(self) -> tuple[AgentStatus, ...]:
        """The agents of `faults` that only a command of the user can bring back."""
        return tuple(entry.status for entry in self.values() if entry.status.state.is_fault and entry.is_out)

    @property
    def undecided(self) -> tuple[AgentStatus, ...]:
        """The agents of `faults` that have no process and wait for a decision about a restart.

        An agent that the user starts is not among them, because the user may start it again.
        """
        return tuple(entry.status for entry in self.values() if entry.is_undecided)

    @property
    def returning(self) -> tuple[AgentStatus, ...]:
        """The agents that take part, and those that have left but are expected back without a command of the user."""
        return tuple(entry.status for entry in self.values() if entry.is_returning)

    @property
    def remarked(self) -> tuple[AgentStatus, ...]:
        """The agents that took part but were restarted or hardly answered; their reason says so."""
        remarks = [(entry.status, entry.remark) for entry in self.values()]
        return tuple(replace(status, reason=remark) for status, remark in remarks if remark is not None)

    @property
    def takeovers(self) -> Mapping[str, int]:
        """Number of times that another process took the cars from a process of the launcher, by name, without zeros."""
        return {str(entry.agent): entry.takeovers for entry in self.values() if entry.takeovers}

    @property
    def awaiting_save(self) -> tuple[str, ...]:
        """Titles of the agents that ended and start again as soon as their source is saved."""
        return _titles(
            entry for entry in self.values() if entry.status.state.is_fault and entry.status.swap_mode is SwapMode.AUTO
        )

    @property
    def is_unplayed(self) -> bool:
        """True if no agent with cars took part in more than half of the match, as far as the server reports."""
        drivers = [entry for entry in self.values() if entry.agent.cars]
        is_known = self.is_reported and self._match.frame >= MIN_FRAMES and bool(drivers)
        return is_known and all(2 * entry.idle_frames > self._match.frame for entry in drivers)

    @property
    def is_deserted(self) -> bool:
        """True if all agents with cars have ended for good; in a match without cars, all scripts."""
        players = [entry for entry in self.values() if entry.status.team != SCRIPTS] or list(self.values())
        return bool(players) and all(entry.is_out for entry in players)

    def not_connected(self) -> tuple[str, ...]:
        """Returns the titles of the agents that have not reached the server."""
        return _titles(entry for entry in self.values() if entry.status.state not in PRESENT)

    def not_ready(self) -> tuple[str, ...]:
        """Returns the titles of the agents that have not said that they are ready."""
        return _titles(entry for entry in self.values() if entry.status.state not in PREPARED)

    def is_busy(self, titles: Sequence[str]) -> bool:
        """Returns whether one of the agents with these titles uses the processor."""
        return any(entry.status.cpu_share >= BUSY_SHARE for entry in self.values() if str(entry.agent) in titles)

    def silent(self, frames: int) -> tuple[str, ...]:
        """Returns the keys of the agents with cars that gave no sign of life for `frames` frames of the match."""
        return tuple(key for key, entry in self.items() if entry.is_silent(frames))

    def delayed(self, within_s: float) -> tuple[str, ...]:
        """Returns the keys of the agents that were restarted at least `within_s` ago and are not ready yet."""
        return tuple(key for key, entry in self.items() if entry.is_delayed(within_s))

    def changes(self) -> tuple[AgentStatus, ...]:
        """Returns the agents that changed in more than their figures since the last call of `changes` or `figures`."""
        return self._news(lambda status: replace(status, **_NO_FIGURES))

    def figures(self) -> tuple[AgentStatus, ...]:
        """Returns the agents that changed, if only in their figures, since the last call of `changes` or `figures`."""
        return self._news(lambda status: status)

    def take_expired(self) -> tuple[str, ...]:
        """Returns the keys of the agents that have used up their time for answers since the last call."""
        expired = [entry for entry in self.values() if entry.is_expired]
        for entry in expired:
            entry.is_expired = False
        return tuple(entry.agent.key for entry in expired)

    # Facts about the match

    def overdue(self, titles: Collection[str], reason: Message) -> tuple[Message, ...]:
        """Records that the agents with these titles did not come in time; returns their last lines of output."""
        awaited = [entry for entry in self.values() if str(entry.agent) in titles]
        for entry in awaited:
            entry.apply(AgentEvent.OVERDUE, entry.with_output(reason))
        words = last_output_of if len(awaited) > 1 else last_output
        return tuple(filter(None, (words(entry.output, entry.agent) for entry in awaited)))

    def reported(self, report: GameReport) -> None:
        """Records a report of the server."""
        unclaimed = list(report.agents)
        frames = report.frame - self._match.frame
        self._match.is_reported, self._match.frame = True, report.frame
        for entry in self.values():
            row = next((row for row in unclaimed if _is_about(row, entry.agent)), None)
            if row is not None:
                if not entry.agent.cars:
                    unclaimed.remove(row)
                entry.reported(report, row, frames)
            entry.before_assumption = None  # the report has shown whether it plays

    def seen(self, frame: int, cars: Collection[int]) -> None:
        """Records the cars whose input changed in a frame, for a server that sends no reports."""
        self._match.frame = frame
        for entry in self.values():
            if not frozenset(cars).isdisjoint(entry.agent.cars):
                entry.note_activity()

    def kickoff(self) -> None:
        """Records the first frame of the match: agents that are ready play."""
        self._match.play = Play.RUNNING
        for entry in self.values():
            if entry.status.state is AgentState.READY:
                entry.apply(AgentEvent.PLAYS)

    def kickoff_for_all(self, *, is_certain: bool = True) -> None:
        """Records the first frame of a match that waits for no agent any more: all agents that have not ended play.

        If `is_certain` is false, the first report shows which agents are missing.
        """
        self._match.play = Play.RUNNING
        for entry in self.values():
            if entry.status.state in (AgentState.IDLE, AgentState.MANUAL, *ON_THE_WAY, *PREPARED):
                entry.before_assumption = None if is_certain else entry.status
                entry.apply(AgentEvent.PLAYS)

    def play_ended(self) -> None:
        """Records that no agent is restarted any more: agents that waited for a restart have ended for good."""
        if self._match.play is not Play.STOPPING:
            self._match.play = Play.OVER
        for entry in self.values():
            entry.is_undecided = False
            if entry.status.state is AgentState.RESTARTING and entry.fault is not None:
                entry.apply(FAULT_EVENTS[entry.fault.state], entry.fault.reason)

    def stopping(self) -> None:
        """Records that every agent is asked to end."""
        self.play_ended()
        self._match.play = Play.STOPPING
        for entry in self.values():
            if entry.status.state is not AgentState.STOPPING and not entry.status.state.is_over:
                event = AgentEvent.MATCH_ENDED if entry.status.pid is None else AgentEvent.STOPPING
                entry.apply(event, entry.remark)

    def all_gone(self) -> None:
        """Records that no process of the match runs any more."""
        for entry in self.values():
            if entry.status.state is AgentState.STOPPING:
                entry.apply(AgentEvent.STOPPED, entry.status.reason, pid=None, ending=AgentEnding.STOPPED)

    def _news(self, seen: Callable[[AgentStatus], AgentStatus]) -> tuple[AgentStatus, ...]:
        """Returns the agents that changed; a fault is held back until it is explained and a restart is decided on."""
        news = [entry for entry in self.values() if seen(entry.status) != seen(entry.emitted) and entry.is_settled]
        for entry in news:
            entry.emitted = entry.status
        return tuple(entry.status for entry in news)


def _titles(entries: Iterable[AgentEntry]) -> tuple[str, ...]:
    return tuple(str(entry.agent) for entry in entries)


def _is_about(row: AgentReport, agent: Agent) -> bool:
    """Returns whether a row of the server's report is about this agent."""
    if agent.cars:
        return row.team == agent.team and not set(row.cars).isdisjoint(agent.cars)
    return row.team == SCRIPTS and row.agent_id == agent.agent_id
