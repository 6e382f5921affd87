"""What can be asked about the agents of a match: who stands where, who is missing, who is silent, what is new."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from runtime.agents.entry import FRAMES_PER_S, Entry, new_entry, outline, restart_remark, silence_remark
from runtime.agents.roster import Agent
from runtime.model.states import AgentState, SwapMode
from runtime.model.teams import SCRIPTS
from runtime.model.values import AgentStatus

UNREPORTED_PATIENCE: Final = 3
"""Behind a server that sends no reports, a silence has to last so many times as long: it is told by what can be seen
from outside, and a quick bot with a steady hand shows little."""
PREPARED: Final = (AgentState.READY, AgentState.PLAYING)
PRESENT: Final = (AgentState.CONNECTED, *PREPARED)
_ON_THE_WAY: Final = (AgentState.STARTING, AgentState.CONNECTED)


class Roll:
    """The questions; `Lineup` takes the facts that answer them. Owned by the match's thread.

    In a match that `is_hurried`, played by a clock that may be too fast for bots, nobody is blamed for a few answers.
    `clock` counts seconds, from any start, and never backwards.
    """

    def __init__(
        self, agents: Iterable[Agent], *, is_hurried: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._entries = {agent.key: new_entry(agent) for agent in agents}
        self._is_hurried = is_hurried
        self._clock = clock
        self._is_playing = False
        self._is_stopping = False
        self._is_reported = False
        self._assumed: dict[str, AgentStatus] = {}
        self._frame = 0

    @property
    def statuses(self) -> tuple[AgentStatus, ...]:
        """All agents, in the roster's order."""
        return tuple(entry.status for entry in self._entries.values())

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The roster."""
        return tuple(entry.agent for entry in self._entries.values())

    @property
    def is_playing(self) -> bool:
        """Whether the match runs, as far as the agents were told."""
        return self._is_playing

    @property
    def faults(self) -> tuple[AgentStatus, ...]:
        """The agents that ended although nobody asked them to, without those that will be restarted."""
        return tuple(status for status in self.statuses if status.state.is_fault)

    @property
    def fallen(self) -> tuple[AgentStatus, ...]:
        """Those of `faults` that have no process any more and of which nothing has been decided yet.

        An agent that the user starts is not among them: the user may start it again.
        """
        return tuple(entry.status for entry in self._entries.values() if entry.is_fallen)

    @property
    def mendable(self) -> tuple[str, ...]:
        """Names of the agents that ended and that a save brings back, since it swaps them without a question."""
        return self._named(lambda entry: entry.status.state.is_fault and entry.status.swap_mode is SwapMode.AUTO)

    @property
    def remarked(self) -> tuple[AgentStatus, ...]:
        """The agents that took part but were restarted or hardly answered; their reason says it in sentences."""
        remarked = [(entry.status, self._remark(entry)) for entry in self._entries.values()]
        return tuple(replace(status, reason=remark) for status, remark in remarked if remark)

    @property
    def is_deserted(self) -> bool:
        """Whether the agents with cars, or the scripts of a match without any, have all ended for good."""
        drivers = [entry for entry in self._entries.values() if entry.status.team != SCRIPTS]
        players = drivers or list(self._entries.values())
        return bool(players) and all(entry.status.state.is_over and not entry.has_hung for entry in players)

    def status(self, key: str) -> AgentStatus:
        """One agent."""
        return self._entries[key].status

    def title(self, key: str) -> str:
        """What sentences call one agent: `Ada (blue-1)`."""
        return str(self._entries[key].agent)

    def changes(self) -> tuple[AgentStatus, ...]:
        """The agents whose state, reason, process or starts changed since the last call of this or of `figures`."""
        return self._news(outline)

    def figures(self) -> tuple[AgentStatus, ...]:
        """The agents of which anything changed, the counters included, since the last call of this or of `changes`."""
        return self._news(lambda status: status)

    def not_connected(self) -> tuple[str, ...]:
        """Names of the agents that have not reached the server."""
        return self._named(lambda entry: entry.status.state not in PRESENT)

    def not_ready(self) -> tuple[str, ...]:
        """Names of the agents that have not said that they are ready."""
        return self._named(lambda entry: entry.status.state not in (AgentState.READY, AgentState.PLAYING))

    def silent(self, frames: int) -> tuple[str, ...]:
        """Keys of the agents with cars that gave no sign of life for so many frames of the running match.

        That many frames must have taken as long as they do in realtime: a match in a hurry blames nobody for a pause.
        """
        frames = self._patience(frames)
        now_s, least_s = self._clock(), frames / FRAMES_PER_S
        return tuple(
            key
            for key, entry in self._entries.items()
            if self._is_expected(entry)
            and self._frame - entry.answered_at >= frames
            and now_s - entry.answered_s >= least_s
        )

    def delayed(self, within_s: float) -> tuple[str, ...]:
        """Keys of the agents that were restarted so long ago and are not ready yet."""
        since_s = self._clock() - within_s
        return tuple(
            key
            for key, entry in self._entries.items()
            if entry.status.restarts and entry.status.state in _ON_THE_WAY and entry.started_s <= since_s
        )

    def _patience(self, frames: int) -> int:
        """How many frames a silence has to last in this match where so many would do with reports."""
        return frames if self._is_reported else UNREPORTED_PATIENCE * frames

    def _remark(self, entry: Entry) -> str:
        remarks = restart_remark(entry), silence_remark(entry, self._frame, is_hurried=self._is_hurried)
        return " ".join(filter(None, remarks))

    def _is_expected(self, entry: Entry) -> bool:
        """Whether the running match waits for answers of this agent's process."""
        is_told = self._is_playing and (self._is_reported or entry.is_metered)
        if not is_told or not entry.agent.cars or entry.status.pid is None:
            return False
        return entry.status.state is AgentState.PLAYING or entry.is_lost

    def _named(self, is_meant: Callable[[Entry], bool]) -> tuple[str, ...]:
        return tuple(str(entry.agent) for entry in self._entries.values() if is_meant(entry))

    def _news(self, seen: Callable[[AgentStatus], AgentStatus]) -> tuple[AgentStatus, ...]:
        """News of those of whom something changed; a fault waits for its explanation, or what is decided about it."""
        now_s = self._clock()
        news = [
            entry
            for entry in self._entries.values()
            if seen(entry.status) != seen(entry.told) and (self._is_stopping or entry.is_clear(now_s))
        ]
        for entry in news:
            entry.told = entry.status
        return tuple(entry.status for entry in news)
