"""The result of a benchmark, and whether it keeps its limit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured value with the limit of the design; `detail` has the values that it was computed from."""

    name: str
    value: float
    unit: str
    bound: float
    sense: Literal["at least", "at most"]
    detail: dict[str, float] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """True if the value keeps its limit; exactly on the limit is good enough."""
        return self.value >= self.bound if self.sense == "at least" else self.value <= self.bound

    def __str__(self) -> str:
        verdict = "ok" if self.holds else "MISSED"
        details = ", ".join(f"{name} {value:.4g}" for name, value in self.detail.items())
        limit = f"({self.sense} {self.bound:g})"
        return f"{self.name:<32} {self.value:8.3f} {self.unit:<6} {limit:<16} {verdict:<6} {details}"


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two middle ones."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
