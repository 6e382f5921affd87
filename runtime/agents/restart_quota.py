"""Whether an agent that ended unasked may be started again, and when: a quota per agent, kept by the match's policy."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from runtime.documents.model import RestartPolicy

SOONEST_S: Final = 0.1
"""No restart comes sooner, so that what the server still had to say of the session before has been heard."""
EARLY_RESTARTS: Final = 1
"""Before the match runs, an agent is started again once at most: who fails at once each time fails the match soon."""
LONGEST_EARLY_S: Final = 1.0
"""The longest wait before such a restart."""
_MOST_DOUBLINGS: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """The agent is started again after `after_s`."""

    after_s: float
    count: str
    """Which restart this is, of how many that are allowed: `2 of 3 in 60 s`."""

    @property
    def text(self) -> str:
        """The decision as a sentence without a full stop."""
        return f"Restarts in {self.after_s:g} s ({self.count})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """The agent is not started again; `because` is a sentence, empty where restarts were never wanted."""

    because: str


Verdict = Again | Spent


class RestartQuota:
    """Counts the restarts of one agent in one match; seconds are of one monotonic clock, brought by the caller."""

    def __init__(self, policy: RestartPolicy) -> None:
        self._policy = policy
        self._used = 0
        self._early = 0
        self._stamps: deque[float] = deque()

    @property
    def used(self) -> int:
        """Restarts that were granted so far."""
        return self._used

    def ask(self, now_s: float, *, is_early: bool = False) -> Verdict:
        """The agent ended unasked at `now_s`; a restart that is granted is counted.

        `is_early` says that the match does not run yet.
        """
        self._forget_before(now_s - self._policy.window_s)
        spent = self._spent(is_early=is_early)
        if spent is not None:
            return spent
        delay_s = self._delay_s()
        if is_early:
            delay_s = min(delay_s, LONGEST_EARLY_S)
            self._early += 1
        self._used += 1
        self._stamps.append(now_s)
        return Again(after_s=max(SOONEST_S, delay_s), count=self._count(is_early=is_early))

    def _forget_before(self, since_s: float) -> None:
        while self._stamps and self._stamps[0] <= since_s:
            self._stamps.popleft()

    def _spent(self, *, is_early: bool) -> Spent | None:
        policy = self._policy
        if policy.limit == 0 or policy.limit_in_window == 0:
            return Spent(because="")
        if policy.limit is not None and self._used >= policy.limit:
            return Spent(because=f"No restarts left: the match allows {policy.limit}.")
        if policy.limit_in_window is not None and len(self._stamps) >= policy.limit_in_window:
            had = f"{policy.limit_in_window} within {policy.window_s:g} s"
            return Spent(because=f"No restarts left: the match allows {had}.")
        if is_early and self._early >= EARLY_RESTARTS:
            return Spent(because="No restarts left: only one is allowed before kickoff.")
        return None

    def _delay_s(self) -> float:
        """How long the next restart waits: twice as long for each one that the window still holds."""
        delay_s = self._policy.backoff_s * 2.0 ** min(len(self._stamps), _MOST_DOUBLINGS)
        longest_s = self._policy.longest_backoff_s
        return delay_s if longest_s is None else min(delay_s, longest_s)

    def _count(self, *, is_early: bool) -> str:
        """The number of the restart just granted, by the limit of which least is left."""
        policy = self._policy
        if is_early:
            return f"{self._early} of {EARLY_RESTARTS} before the match"
        left = None if policy.limit is None else policy.limit - self._used
        if policy.limit_in_window is not None:
            in_window = len(self._stamps)
            if left is None or policy.limit_in_window - in_window < left:
                return f"{in_window} of {policy.limit_in_window} in {policy.window_s:g} s"
        return f"restart {self._used}" if policy.limit is None else f"{self._used} of {policy.limit}"
