"""When a burst of events is over; pure, told the time by its caller."""

from dataclasses import dataclass


@dataclass(slots=True)
class _Burst:
    first: float
    due: float


class Settling:
    """For each key, waits until nothing has happened for a while, but not for ever.

    Args:
        settle_s: how long nothing may happen until a burst counts as over.
        latest_s: how long after its first event a burst is over in any case.
    """

    def __init__(self, *, settle_s: float, latest_s: float) -> None:
        if not 0 < settle_s <= latest_s:
            raise ValueError(f"Settling takes more than 0 s and at most {latest_s:g} s, not {settle_s:g} s.")
        self._settle_s = settle_s
        self._latest_s = latest_s
        self._bursts: dict[str, _Burst] = {}

    def touch(self, key: str, at: float) -> None:
        """Something happened at time `at`."""
        burst = self._bursts.get(key)
        if burst is None:
            burst = self._bursts[key] = _Burst(first=at, due=at)
        burst.due = max(burst.due, min(at + self._settle_s, burst.first + self._latest_s))

    def hold(self, key: str) -> None:
        """What is there is not enough to judge by: waits until the latest time."""
        burst = self._bursts[key]
        burst.due = burst.first + self._latest_s

    def is_running(self, key: str) -> bool:
        """Whether a burst waits for its end."""
        return key in self._bursts

    def is_last_chance(self, key: str, now: float) -> bool:
        """Whether the burst can wait no longer."""
        return now >= self._bursts[key].first + self._latest_s

    def due(self, now: float) -> list[str]:
        """The keys whose bursts are over, in the order in which they began."""
        return [key for key, burst in self._bursts.items() if burst.due <= now]

    def take(self, key: str) -> float:
        """Ends a burst, and says when it began."""
        return self._bursts.pop(key).first

    def forget(self, key: str) -> None:
        """Nobody wants to hear of this key any more."""
        self._bursts.pop(key, None)

    @property
    def next_due(self) -> float | None:
        """When to ask again; None while nothing waits."""
        return min((burst.due for burst in self._bursts.values()), default=None)
