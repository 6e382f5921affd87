"""Restarts agents that end unexpectedly or hang, as often as the match allows, and stops their cars."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.launcher import AgentLauncher
from runtime.agents.reasons import delay_reason
from runtime.agents.roster import Agent
from runtime.agents.table import AgentTable
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.documents.model import RestartPolicy
from runtime.model.messages import Message, message
from runtime.model.states import AgentEnding, AgentState, WhenSpent
from runtime.model.values import AgentStatus
from runtime.protocol import Client, LinkError, ProtocolError
from runtime.quota import UNLIMITED, Limit, RestartCounter, RestartQuota

MIN_DELAY_S: Final = 0.1
"""Minimum delay of a restart, so that the server's last reports on the former session have been read."""
EARLY_RESTARTS: Final = 1
"""Maximum number of restarts of an agent before the match runs, so that a bot that always fails ends it quickly."""
MAX_EARLY_DELAY_S: Final = 1.0
"""Maximum delay of such a restart."""
CONNECT_S: Final = 0.1
STOPPER_TIMEOUT_S: Final = 1.0
"""Time within which the server has to give a `CarStopper` its cars; after that, it gives up."""
_MAX_DOUBLINGS: Final = 30
_NEVER_AGAIN: Final = (AgentEnding.NOT_STARTED, AgentEnding.TOO_SLOW, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted:
    """The agent is started again after `after_s`."""

    after_s: float
    count: Message
    """Number of this restart, and how many are allowed: `2 of 3 in 60 s`."""

    @property
    def text(self) -> Message:
        """The decision as a sentence."""
        return message("restarts-soon", "Restarts in {seconds:g} s ({count}).", seconds=self.after_s, count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """The agent is not started again."""

    because: Message | None
    """None if restarts are switched off."""


class AgentRestarts:
    """The restarts of one agent in one match; the caller passes seconds of one monotonic clock."""

    def __init__(self, policy: RestartPolicy) -> None:
        lifetime, in_window = (
            UNLIMITED if limit is None else limit for limit in (policy.limit, policy.limit_in_window)
        )
        self._policy = policy
        self._quota = RestartQuota(lifetime=lifetime, per_period=in_window, period_s=policy.window_s)
        self._restarts = RestartCounter(self._quota)
        self._early = 0

    @property
    def used(self) -> int:
        """Number of restarts granted so far."""
        return self._restarts.used

    def request(self, now_s: float, *, is_early: bool = False) -> Granted | Denied:
        """Decides whether an agent that ended unexpectedly at `now_s` is restarted; counts the restart if granted.

        `is_early` means that the match does not run yet.
        """
        denied = self._denied(now_s, is_early=is_early)
        if denied is not None:
            return denied
        delay_s = self._policy.backoff_s * 2.0 ** min(self._restarts.used_in_period(now_s), _MAX_DOUBLINGS)
        if self._policy.longest_backoff_s is not None:
            delay_s = min(delay_s, self._policy.longest_backoff_s)
        if is_early:
            delay_s = min(delay_s, MAX_EARLY_DELAY_S)
            self._early += 1
        self._restarts.count(now_s)
        return Granted(after_s=max(MIN_DELAY_S, delay_s), count=self._count(now_s, is_early=is_early))

    def _denied(self, now_s: float, *, is_early: bool) -> Denied | None:
        quota, limit = self._quota, self._restarts.reached(now_s)
        if 0 in (quota.lifetime, quota.per_period):
            return Denied(because=None)
        if limit is Limit.LIFETIME:
            text = message("restarts-used-up", "No restarts left: the match allows {limit}.", limit=quota.lifetime)
        elif limit is Limit.PERIOD:
            text = message(
                "restarts-used-up",
                "No restarts left: the match allows {limit} within {seconds:g} s.",
                limit=quota.per_period,
                seconds=quota.period_s,
            )
        elif is_early and self._early >= EARLY_RESTARTS:
            text = message("restarts-used-up", "No restarts left: only one is allowed before kickoff.")
        else:
            return None
        return Denied(because=text)

    def _count(self, now_s: float, *, is_early: bool) -> Message:
        """Returns the number of the restart just granted, counted against the limit that is closest."""
        policy, used, in_window = self._policy, self._restarts.used, self._restarts.used_in_period(now_s)
        if is_early:
            return message(
                "restart-before-match", "{number} of {limit} before the match", number=self._early, limit=EARLY_RESTARTS
            )
        left = None if policy.limit is None else policy.limit - used
        if policy.limit_in_window is not None and (left is None or policy.limit_in_window - in_window < left):
            return message(
                "restart-in-window",
                "{number} of {limit} in {seconds:g} s",
                number=in_window,
                limit=policy.limit_in_window,
                seconds=policy.window_s,
            )
        if policy.limit is None:
            return message("restart-number", "restart {number}", number=used)
        return message("restart-of-limit", "{number} of {limit}", number=used, limit=policy.limit)


class CarStopper:
    """Stops the cars of an agent that has ended, because servers keep applying its last input.

    A session of our own takes the agent's place, sends neutral controls once, and leaves. This works with every server.
    Owned by the match's thread, which calls `tick` until `is_done`.
    """

    def __init__(
        self,
        agent: Agent,
        host: str,
        port: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        keys: AgentKeys = NO_KEYS,
    ) -> None:
        agent_id = keys.key_of(agent.agent_id)
        settings = flat.ConnectionSettings(agent_id=agent_id, wants_comms=False, close_between_matches=True)
        self._client = Client(host, port, settings)
        self._cars = frozenset(agent.cars)
        self._clock = clock
        self._deadline_s = clock() + STOPPER_TIMEOUT_S
        self._is_done = False

    @property
    def is_done(self) -> bool:
        """True if the session has stopped the cars or has given up."""
        return self._is_done

    def tick(self) -> None:
        """Does what is due; waits only while it connects, for at most `CONNECT_S`."""
        try:
            if not self._is_done and self._has_acted():
                self.close()
        except (LinkError, ProtocolError):
            self.close()

    def close(self) -> None:
        """Ends the session; may be called twice."""
        self._is_done = True
        self._client.close()

    def _has_acted(self) -> bool:
        if not self._client.is_connected and not self._client.try_connect(CONNECT_S):
            return True
        for received in self._client.receive(0.0):
            if isinstance(received, flat.ControllableTeamInfo):
                self._stop_cars(received)
                return True
        return self._clock() >= self._deadline_s

    def _stop_cars(self, place: flat.ControllableTeamInfo) -> None:
        for part in place.controllables:
            if part.index in self._cars:
                self._client.send(flat.PlayerInput(part.index, flat.ControllerState()))
        self._client.send(flat.DisconnectSignal())


class AgentRestarter:
    """Decides which of the agents that ended are restarted, and restarts them when due; owned by the match's thread.

    `tick` is called at every turn of the match's loop, and `close` at the end.

    Args:
        policy: the match's limits.
        table: the agents.
        launcher: starts and ends processes.
        ready_s: time within which a restarted agent has to become ready.
        agent_of: returns how to start an agent again, by its key; by default as it was started before.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        *,
        policy: RestartPolicy,
        table: AgentTable,
        launcher: AgentLauncher,
        ready_s: float,
        agent_of: Callable[[str], Agent] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._policy = policy
        self._table = table
        self._launcher = launcher
        self._ready_s = ready_s
        self._agent_of = agent_of or (lambda key: table[key].agent)
        self._clock = clock
        self._restarts: dict[tuple[str, int], AgentRestarts] = {}
        """By agent and number of its starts that were not restarts, so that each new version has its own limits."""
        self._due_s: dict[str, float] = {}
        self._stoppers: dict[str, CarStopper] = {}
        self._lost: list[str] = []

    @property
    def when_spent(self) -> WhenSpent:
        """The consequence for the match when an agent has ended for good."""
        return self._policy.when_spent

    def tick(self) -> None:
        """Ends agents that hang, are too slow or not ready in time, and restarts those that ended, when due.

        Cars of agents that ended are stopped.
        """
        now_s = self._clock()
        self._end_hangs()
        for status in self._table.undecided:
            self._decide(status, now_s)
        self._restart_due(now_s)
        for key, stopper in list(self._stoppers.items()):
            stopper.tick()
            if stopper.is_done:
                del self._stoppers[key]

    def close(self) -> None:
        """Cancels all restarts; may be called twice."""
        self._due_s.clear()
        for stopper in self._stoppers.values():
            stopper.close()
        self._stoppers.clear()

    def take_lost(self) -> tuple[AgentStatus, ...]:
        """Returns the agents that ended for good since the last call, except scripts that exited with code 0."""
        keys, self._lost = self._lost, []
        return tuple(status for status in self._table.statuses if status.key in keys)

    def _end_hangs(self) -> None:
        for key in self._table.take_expired():
            if self._table[key].agent.is_manual:
                self._lost.append(key)
            else:
                self._launcher.stop_playing(key, reason=self._table[key].status.reason)
        if (frames := self._policy.hang_frames) is not None:
            for key in self._table.silent(frames):
                self._table[key].hung(frames)
                self._launcher.end_hanging(key, reason=self._table[key].status.reason)
        for key in self._table.delayed(self._ready_s):
            self._table[key].killed(delay_reason(self._ready_s))
            self._launcher.end_hanging(key, reason=self._table[key].status.reason)

    def _decide(self, status: AgentStatus, now_s: float) -> None:
        key = status.key
        if self._table.is_playing and status.cars and not self._table.is_reported:  # the arena does it itself
            self._stop_cars(key)
        if status.ending in _NEVER_AGAIN:
            self._give_up(key)
        elif not status.cars and status.exit_code == 0:
            self._table[key].stays_out()
        else:
            self._request_restart(status, now_s)

    def _request_restart(self, status: AgentStatus, now_s: float) -> None:
        version = status.key, status.starts - status.restarts
        restarts = self._restarts.setdefault(version, AgentRestarts(self._policy))
        decision = restarts.request(now_s, is_early=not self._table.is_playing)
        if isinstance(decision, Granted):
            self._due_s[status.key] = now_s + decision.after_s
            self._table[status.key].restarts(decision.text)
        else:
            self._give_up(status.key, decision.because)

    def _give_up(self, key: str, because: Message | None = None) -> None:
        self._table[key].stays_out(because)
        self._lost.append(key)

    def _restart_due(self, now_s: float) -> None:
        waiting = {status.key for status in self._table.statuses if status.state is AgentState.RESTARTING}
        for key, due_s in list(self._due_s.items()):
            if key not in waiting or (now_s >= due_s and self._has_restarted(key)):
                del self._due_s[key]

    def _has_restarted(self, key: str) -> bool:
        """Restarts an agent unless it has a process; returns False while its cars are being stopped."""
        if self._launcher.processes.playing(key) is not None:
            return True
        if key in self._stoppers:
            return False
        self._launcher.launch(self._agent_of(key), is_restart=True)
        return True

    def _stop_cars(self, key: str) -> None:
        server, keys = self._launcher.context.server, self._launcher.context.keys
        if key not in self._stoppers and server.port is not None:
            agent = self._table[key].agent
            self._stoppers[key] = CarStopper(agent, server.host, server.port, self._clock, keys=keys)
