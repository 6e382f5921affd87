"""The progress of a run: stored in its checkpoints, and shown by front ends."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runtime.codec import convert, decode, encode, plain
from runtime.model.messages import Message
from runtime.model.ratings import Rating
from runtime.model.training import (
    CheckpointView,
    EndReason,
    ParameterView,
    PhaseView,
    RunState,
    RunView,
)
from runtime.model.workers import TimerView, WorkerView
from runtime.training.runs.conditions import PhaseEnd, PhaseProgress
from runtime.training.runs.plan import PhasePlan, RunPlan
from runtime.training.runs.state import TRANSITIONS, RunTrigger


class PhaseRecord:
    """One phase: its plan, its progress and its state."""

    def __init__(self, plan: PhasePlan) -> None:
        self.plan = plan
        self.progress = PhaseProgress()
        self.state = RunState.SCHEDULED
        self.end: PhaseEnd | None = None
        self.source: Message | None = None
        """Description of the starting point."""
        self.values: dict[str, float] = {}
        """The newest value of each metric."""

    def change(self, trigger: RunTrigger) -> None:
        """Changes the state."""
        self.state = TRANSITIONS.after(self.state, trigger)

    def is_best(self, value: float | None, *, is_higher_better: bool) -> bool:
        """Returns whether a checkpoint with this value of the objective is the best so far, and remembers the value."""
        best, sign = self.progress.best_saved, 1.0 if is_higher_better else -1.0
        if value is None or (best is not None and sign * (value - best) <= 0.0):
            return False
        self.progress.best_saved = value
        return True

    def restart(self) -> None:
        """Resets all progress."""
        self.progress, self.state, self.end, self.values = PhaseProgress(), RunState.SCHEDULED, None, {}

    def view(self, index: int, metric: str) -> PhaseView:
        """Returns the values that a front end shows."""
        plan, progress, conditions = self.plan, self.progress, self.plan.end
        shown = conditions.success or conditions.plateau
        name = shown.metric if shown is not None else metric
        return PhaseView(
            index=index,
            name=plan.name,
            mode=plan.mode,
            state=self.state,
            end=self.end.reason if self.end is not None else None,
            text=self.end.text if self.end is not None else self.source,
            steps=progress.steps,
            episodes=progress.episodes,
            iterations=progress.iterations,
            wall_s=progress.wall_s,
            max_steps=conditions.steps,
            max_episodes=conditions.episodes,
            max_seconds=conditions.seconds,
            metric=name,
            metric_value=self.values.get(name),
            best_value=progress.best_value,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _SavedPhase:
    progress: PhaseProgress
    end: str
    """JSON of its reason and text; empty before the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _SavedRecord:
    """The form in checkpoints."""

    phase: int
    phases: list[_SavedPhase]
    policy_version: int
    failed_updates: int
    discarded_steps: int
    parameters: dict[str, float]
    ratings: str
    """JSON of `Rating` objects."""


class RunRecord:
    """The run as a whole; owned by the learner process's main thread."""

    def __init__(self, plan: RunPlan) -> None:
        self.plan = plan
        self.phases = [PhaseRecord(phase) for phase in plan.phases]
        self.present = 0
        """Index of the current phase."""
        self.state = RunState.SCHEDULED
        self.end: EndReason | None = None
        self.text: Message | None = None
        self.policy_version = 0
        self.failed_updates = 0
        self.discarded_steps = 0
        """Steps discarded by earlier pools."""
        self.steps_per_s = 0.0
        self.parameters = {parameter.name: parameter.value for parameter in plan.parameters}
        self.ratings: tuple[Rating, ...] = ()
        self.checkpoints: tuple[CheckpointView, ...] = ()
        self.watched_arena: int | None = None

    @property
    def phase(self) -> PhaseRecord:
        """The current phase."""
        return self.phases[self.present]

    @property
    def steps(self) -> int:
        """Steps of all phases."""
        return sum(phase.progress.steps for phase in self.phases)

    @property
    def wall_s(self) -> float:
        """Seconds of all phases."""
        return sum(phase.progress.wall_s for phase in self.phases)

    def change(self, trigger: RunTrigger) -> None:
        """Changes the state of the run and of its current phase."""
        self.state = TRANSITIONS.after(self.state, trigger)

    def as_json(self) -> dict[str, Any]:
        """Returns the record for a checkpoint."""
        saved = _SavedRecord(
            phase=self.present,
            phases=[_SavedPhase(progress=phase.progress, end=_end_text(phase.end)) for phase in self.phases],
            policy_version=self.policy_version,
            failed_updates=self.failed_updates,
            discarded_steps=self.discarded_steps,
            parameters=self.parameters,
            ratings=encode(self.ratings).decode(),
        )
        content: dict[str, Any] = plain(saved)
        return content

    def restore(self, content: Mapping[str, Any]) -> None:
        """Restores the record from a checkpoint; keeps the states of the run and of the current phase.

        Raises:
            LookupError, TypeError, ValueError: The content is not a record of such a run.
        """
        saved = convert(content, _SavedRecord)
        self.present = range(len(self.phases))[saved.phase]
        for phase, written in zip(self.phases, saved.phases, strict=False):
            phase.progress = written.progress
            phase.end = _end_of(written.end)
            phase.state = RunState.FINISHED if phase.end is not None else RunState.SCHEDULED
        self.policy_version = saved.policy_version
        self.failed_updates = saved.failed_updates
        self.discarded_steps = saved.discarded_steps
        self.parameters |= {name: value for name, value in saved.parameters.items() if name in self.parameters}
        self.ratings = decode(saved.ratings, tuple[Rating, ...])

    def view(
        self,
        *,
        workers: tuple[WorkerView, ...] = (),
        discarded_steps: int = 0,
        arenas: int = 0,
        timers: tuple[TimerView, ...] = (),
    ) -> RunView:
        """Returns the values that a front end shows; `discarded_steps` are those of the current pool."""
        plan = self.plan
        return RunView(
            name=plan.name,
            document=plan.document,
            folder=plan.folder,
            state=self.state,
            end=self.end,
            text=self.text,
            phase=self.present,
            phases=tuple(phase.view(index, "objective") for index, phase in enumerate(self.phases)),
            steps=self.steps,
            episodes=sum(phase.progress.episodes for phase in self.phases),
            wall_s=self.wall_s,
            steps_per_s=self.steps_per_s,
            policy_version=self.policy_version,
            workers=workers,
            arenas=arenas,
            checkpoints=self.checkpoints,
            parameters=tuple(
                ParameterView(
                    name=parameter.name,
                    value=self.parameters[parameter.name],
                    least=parameter.least,
                    most=parameter.most,
                )
                for parameter in plan.parameters
            ),
            ratings=self.ratings,
            failed_updates=self.failed_updates,
            discarded_steps=self.discarded_steps + discarded_steps,
            watched_arena=self.watched_arena,
            timers=timers,
        )


def _end_text(end: PhaseEnd | None) -> str:
    return "" if end is None else encode((end.reason, end.text)).decode()


def _end_of(written: str) -> PhaseEnd | None:
    if not written:
        return None
    reason, text = decode(written, tuple[Any, Message])
    if isinstance(reason, dict):  # earlier versions wrote an object
        reason = reason["value"]
    str(text)  # raises if the template does not fit its arguments
    return PhaseEnd(reason=EndReason(reason), text=text)
