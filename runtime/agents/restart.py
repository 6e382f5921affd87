"""Starts agents again that ended unasked or hang, as often as the match's policy allows."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from runtime.agents.restart_quota import Again, RestartQuota
from runtime.agents.table import Lineup
from runtime.documents.model import RestartPolicy
from runtime.model.states import AgentEnding, AgentState, WhenSpent
from runtime.model.values import AgentStatus

_NEVER_AGAIN: Final = (AgentEnding.NOT_STARTED, None)


class RecoveryActions(Protocol):
    """What a recovery asks to be done; the agents are named by their keys."""

    def relaunch(self, key: str) -> bool:
        """Starts an agent's process again, unless it has one; false while that has to wait."""

    def kill(self, key: str) -> None:
        """Ends all processes that play for an agent, without grace."""

    def stand_down(self, key: str) -> None:
        """Brings the cars of an agent to rest that nobody drives."""

    def look(self) -> None:
        """Goes on with what takes time."""

    def close(self) -> None:
        """Breaks it off."""


class Recovery:
    """Decides what becomes of agents that ended unasked, and does it in time; owned by the match's thread.

    `look` is called at every beat, and `close` at the end. `ready_s` is how long a restarted agent may take until it is
    ready to play.

    `clock` counts seconds, from any start, and never backwards.
    """

    def __init__(
        self,
        *,
        policy: RestartPolicy,
        lineup: Lineup,
        actions: RecoveryActions,
        ready_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._policy = policy
        self._lineup = lineup
        self._actions = actions
        self._ready_s = ready_s
        self._clock = clock
        self._quotas: dict[tuple[str, int], RestartQuota] = {}
        """By agent and how often it was started by others: a new version has a quota of its own."""
        self._due_s: dict[str, float] = {}
        self._out: list[str] = []

    def look(self) -> None:
        """One look at the agents: kills who hangs, decides about who has fallen, restarts whose time has come."""
        now_s = self._clock()
        self._end_hangs()
        for status in self._lineup.fallen:
            self._decide(status, now_s)
        self._restart_due(now_s)
        self._actions.look()

    @property
    def when_spent(self) -> WhenSpent:
        """What becomes of the match when an agent has ended for good."""
        return self._policy.when_spent

    def close(self) -> None:
        """Nobody is restarted any more; may be called twice."""
        self._due_s.clear()
        self._actions.close()

    def take_out(self) -> tuple[AgentStatus, ...]:
        """The agents that ended for good since the last call; of scripts, those that did so by a fault."""
        keys, self._out = self._out, []
        return tuple(status for status in self._lineup.statuses if status.key in keys)

    def _end_hangs(self) -> None:
        frames = self._policy.hang_frames
        for key in () if frames is None else self._lineup.silent(frames):
            self._lineup.hung(key, frames or 0)
            self._actions.kill(key)
        for key in self._lineup.delayed(self._ready_s):
            self._lineup.came_late(key, self._ready_s)
            self._actions.kill(key)

    def _decide(self, status: AgentStatus, now_s: float) -> None:
        key = status.key
        if self._lineup.is_playing and status.cars:
            self._actions.stand_down(key)
        if status.ending in _NEVER_AGAIN:
            self._give_up(key)
        elif not status.cars and status.exit_code == 0:
            self._lineup.stays_out(key)
        else:
            self._ask_quota(status, now_s)

    def _ask_quota(self, status: AgentStatus, now_s: float) -> None:
        starter = status.key, status.starts - status.restarts
        quota = self._quotas.setdefault(starter, RestartQuota(self._policy))
        decision = quota.ask(now_s, is_early=not self._lineup.is_playing)
        if isinstance(decision, Again):
            self._due_s[status.key] = now_s + decision.after_s
            self._lineup.restarts(status.key, decision.text)
        else:
            self._give_up(status.key, decision.because)

    def _give_up(self, key: str, because: str = "") -> None:
        self._lineup.stays_out(key, because)
        self._out.append(key)

    def _restart_due(self, now_s: float) -> None:
        waiting = {status.key for status in self._lineup.statuses if status.state is AgentState.RESTARTING}
        for key, due_s in list(self._due_s.items()):
            if key not in waiting or (now_s >= due_s and self._actions.relaunch(key)):
                del self._due_s[key]
