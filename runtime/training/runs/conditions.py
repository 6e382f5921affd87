"""Conditions that end a phase: success, plateau and maximum."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated, Final

from msgspec import Meta

from runtime.model.keys import Key, number, whole
from runtime.model.messages import Message, message
from runtime.model.training import EndReason

OBJECTIVE: Final = "objective"
"""Name of the metric with the value of the run's objective."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Success:
    """The mean of a metric's last values reaches a limit."""

    metric: Annotated[str, Key("Success: metric")] = OBJECTIVE
    at_least: Annotated[float | None, Key("Success: at least", number=number())] = None
    at_most: Annotated[float | None, Key("Success: at most", number=number())] = None
    over: Annotated[
        int, Key("Success: mean of", "The mean of this many values of the metric must reach it", whole(1, 10_000))
    ] = 1
    """Number of values to average."""

    def is_reached(self, value: float) -> bool:
        """Returns whether a mean satisfies both limits."""
        is_high = self.at_least is None or value >= self.at_least
        return is_high and (self.at_most is None or value <= self.at_most)

    @property
    def limit(self) -> str:
        """The limits in mathematical notation."""
        low = [f">= {self.at_least:g}"] if self.at_least is not None else []
        return ", ".join(low + ([f"<= {self.at_most:g}"] if self.at_most is not None else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plateau:
    """A metric has not improved by more than `change` for `steps` steps."""

    steps: Annotated[
        int,
        Key("No progress for (steps)", "The phase ends when its metric has not improved for this many steps", whole(1)),
    ]
    metric: Annotated[str, Key("No progress: metric")] = OBJECTIVE
    change: Annotated[
        float, Key("No progress: up to", "Improvements of this much or less do not count", number(0.0))
    ] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EndConditions:
    """The conditions of one phase; None means that a condition does not apply."""

    steps: Annotated[int | None, Key("Maximum steps", number=whole(1))] = None
    episodes: Annotated[int | None, Key("Maximum episodes", number=whole(1))] = None
    seconds: Annotated[float | None, Key("Maximum seconds", number=number(0.0))] = None
    success: Success | None = None
    plateau: Plateau | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnd:
    """The end of a phase."""

    reason: EndReason
    text: Message


@dataclass(slots=True, kw_only=True)
class PhaseProgress:
    """The progress of a phase; stored in checkpoints."""

    steps: int = 0
    episodes: int = 0
    iterations: int = 0
    wall_s: Annotated[float, Meta(ge=0.0, lt=1e12)] = 0.0
    best_value: float | None = None
    """Best value of the objective."""
    best_saved: float | None = None
    """Value of the best checkpoint."""
    recent: tuple[float, ...] | None = None
    """Last values of the metric of `Success`."""
    plateau_value: float | None = None
    plateau_step: int = 0
    """Step at which the metric of `Plateau` had its best value."""


class EndCheck:
    """Decides after each iteration whether a phase is over; reads and updates the phase's `progress`.

    Args:
        is_higher_better: direction in which a plateau's metric improves, the same as for the objective.
    """

    def __init__(self, conditions: EndConditions, progress: PhaseProgress, *, is_higher_better: bool = True) -> None:
        self._conditions = conditions
        self._progress = progress
        self._sign = 1.0 if is_higher_better else -1.0

    def end_of(self, metrics: Mapping[str, float]) -> PhaseEnd | None:
        """Takes the metrics of an iteration that `progress` already includes, or of an evaluation; None to continue."""
        return self._success(metrics) or self._maximum() or self._plateau(metrics)

    def _success(self, metrics: Mapping[str, float]) -> PhaseEnd | None:
        success = self._conditions.success
        if success is None or success.metric not in metrics:
            return None
        recent = self._progress.recent = (*(self._progress.recent or ()), metrics[success.metric])[-success.over :]
        if len(recent) < success.over or not success.is_reached(fmean(recent)):
            return None
        text = message(
            "phase-success",
            "{metric} reached {value:.4g} ({limit}).",
            metric=success.metric,
            value=fmean(recent),
            limit=success.limit,
        )
        return PhaseEnd(reason=EndReason.SUCCESS, text=text)

    def _maximum(self) -> PhaseEnd | None:
        progress, conditions = self._progress, self._conditions
        if conditions.steps is not None and progress.steps >= conditions.steps:
            text = message("phase-steps", "It made {n} of {most} steps.", n=progress.steps, most=conditions.steps)
        elif conditions.episodes is not None and progress.episodes >= conditions.episodes:
            text = message(
                "phase-episodes", "It played {n} of {most} episodes.", n=progress.episodes, most=conditions.episodes
            )
        elif conditions.seconds is not None and progress.wall_s >= conditions.seconds:
            text = message("phase-seconds", "It ran {n:.1f} of {most:g} s.", n=progress.wall_s, most=conditions.seconds)
        else:
            return None
        return PhaseEnd(reason=EndReason.MAXIMUM, text=text)

    def _plateau(self, metrics: Mapping[str, float]) -> PhaseEnd | None:
        plateau, progress = self._conditions.plateau, self._progress
        if plateau is None or plateau.metric not in metrics:
            return None
        value, best = metrics[plateau.metric], progress.plateau_value
        if best is None or self._sign * (value - best) > plateau.change:
            progress.plateau_value, progress.plateau_step = value, progress.steps
            return None
        if progress.steps - progress.plateau_step < plateau.steps:
            return None
        text = message(
            "phase-plateau",
            "{metric} has not improved on {value:.4g} for {n} steps.",
            metric=plateau.metric,
            value=best,
            n=progress.steps - progress.plateau_step,
        )
        return PhaseEnd(reason=EndReason.PLATEAU, text=text)
