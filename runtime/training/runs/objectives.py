"""Objectives: the number by which a run judges its policy, computed from the episodes of an iteration."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol


class Objective(Protocol):
    """An objective; its constructor takes keyword parameters."""

    is_higher_better: bool

    def __call__(self, episodes: Sequence[Any], metrics: Mapping[str, float], /) -> float | None:
        """Returns the value of an iteration; None if the iteration has no value."""


class MetricObjective:
    """A metric of the run, such as `win_rate`, `reward/touch` or `learner/return`."""

    def __init__(self, *, metric: str, is_higher_better: bool = True) -> None:
        self._metric = metric
        self.is_higher_better = is_higher_better

    def __call__(self, _episodes: Sequence[Any], metrics: Mapping[str, float], /) -> float | None:
        """Returns the metric, if the iteration has it."""
        return metrics.get(self._metric)


OBJECTIVES: Final[Mapping[str, Callable[..., Objective]]] = {
    "reward": lambda: MetricObjective(metric="reward"),
    "win_rate": lambda: MetricObjective(metric="win_rate"),
    "goal_difference": lambda: MetricObjective(metric="goal_difference"),
    "first_touch": lambda: MetricObjective(metric="first_touch_s", is_higher_better=False),
    "rating": lambda: MetricObjective(metric="rating"),
    "metric": MetricObjective,
}
"""Built-in objectives by name."""
