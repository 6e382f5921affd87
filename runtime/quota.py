"""Quotas of restarts: how often an agent, a worker or a learner is started again."""

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Final

from runtime.model.messages import Message, message
from runtime.model.workers import RestartBudget

UNLIMITED: Final = -1


class Limit(Enum):
    """The limits of a quota."""

    LIFETIME = "lifetime"
    PERIOD = "period"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartQuota:
    """Limits of the restarts of one program.

    Raises:
        ValueError: a limit is below -1, or the period is not positive.
    """

    lifetime: int = 10
    """Maximum number of restarts in total; -1 for no limit."""
    per_period: int = 1
    """Maximum number of restarts within any `period_s`; -1 for no limit."""
    period_s: float = 60.0

    def __post_init__(self) -> None:
        if self.lifetime < UNLIMITED or self.per_period < UNLIMITED or not self.period_s > 0:
            raise ValueError(f"{self} has a limit below -1 or a period that is not positive")


class RestartCounter:
    """Counts the restarts of one program; the caller passes seconds of one monotonic clock."""

    def __init__(self, quota: RestartQuota) -> None:
        self._quota = quota
        self._used = 0
        self._recent_s: deque[float] = deque()
        """Times of the restarts within the period."""

    @property
    def used(self) -> int:
        """Number of restarts so far."""
        return self._used

    def used_in_period(self, now_s: float) -> int:
        """Returns the number of restarts within the period that ends at `now_s`."""
        while self._recent_s and self._recent_s[0] <= now_s - self._quota.period_s:
            self._recent_s.popleft()
        return len(self._recent_s)

    def reached(self, now_s: float) -> Limit | None:
        """Returns the limit that forbids a restart at `now_s`, or None if it is allowed."""
        if self._used >= self._quota.lifetime != UNLIMITED:
            return Limit.LIFETIME
        if self.used_in_period(now_s) >= self._quota.per_period != UNLIMITED:
            return Limit.PERIOD
        return None

    def count(self, now_s: float) -> None:
        """Counts a restart at `now_s`."""
        self._used += 1
        self._recent_s.append(now_s)

    def request(self, now_s: float) -> Message | None:
        """Counts a restart at `now_s` if it is allowed; returns the reason if it is refused, else None."""
        limit, quota = self.reached(now_s), self._quota
        if limit is Limit.LIFETIME:
            return message("worker-restarts-used-up", "No restart is left; the limit is {limit}.", limit=quota.lifetime)
        if limit is Limit.PERIOD:
            return message(
                "worker-restarts-in-period-used-up",
                "No restart is left; the limit is {limit} within {seconds:g} s.",
                limit=quota.per_period,
                seconds=quota.period_s,
            )
        self.count(now_s)
        return None

    def budget(self, now_s: float) -> RestartBudget:
        """Returns the used and the allowed restarts at `now_s`."""
        quota, in_period, next_slot_s = self._quota, self.used_in_period(now_s), 0.0
        if 0 < quota.per_period <= in_period:
            next_slot_s = self._recent_s[-quota.per_period] + quota.period_s - now_s
        return RestartBudget(
            used=self._used,
            allowed=None if quota.lifetime == UNLIMITED else quota.lifetime,
            used_in_period=in_period,
            allowed_in_period=None if quota.per_period == UNLIMITED else quota.per_period,
            period_s=quota.period_s,
            next_slot_s=next_slot_s,
        )
