"""The files of a run that is not running, read in the background."""

from dataclasses import dataclass
from pathlib import Path

from runtime.model.messages import Message
from runtime.model.training import MetricPoint, RunView
from runtime.training.runs import (
    Checkpoint,
    RunFolder,
    RunPlan,
    RunRecord,
    newest_checkpoint,
    read_metrics,
    resume_refusal,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """The files of a run that is not running."""

    view: RunView
    points: tuple[MetricPoint, ...]
    checkpoint: Checkpoint | None
    """The newest complete one."""
    refusal: Message | None
    """Why the run cannot be resumed from that checkpoint."""
    is_over: bool
    """All of its phases have ended."""


class RunReader:
    """Reads runs on disk, in the background; verifies the newest checkpoint once, and again when there is another."""

    def __init__(self) -> None:
        self._verified: tuple[object, Checkpoint | None] | None = None
        self._points: tuple[object, tuple[MetricPoint, ...]] | None = None

    def read(self, plan: RunPlan) -> StoredRun:
        """Reads checkpoints and metrics of a run; takes a while where they are new."""
        folder = RunFolder(plan.folder)
        record = RunRecord(plan)
        record.checkpoints = folder.store().views(plan.name)
        phases = tuple(phase.name for phase in plan.phases)
        seen = (
            plan.folder,
            plan.agent,
            phases,
            tuple((checkpoint.folder, checkpoint.created_s) for checkpoint in record.checkpoints),
        )
        if self._verified is None or self._verified[0] != seen:
            self._verified = seen, newest_checkpoint(plan)
        stamp = folder.metrics, _stamp(folder.metrics)
        if self._points is None or self._points[0] != stamp:
            self._points = stamp, read_metrics(folder.metrics)
        checkpoint = self._verified[1]
        refusal = resume_refusal(plan, checkpoint) if checkpoint is not None else None
        if checkpoint is not None and refusal is None:
            record.restore(checkpoint.progress["record"])
        return StoredRun(
            view=record.view(),
            points=self._points[1],
            checkpoint=checkpoint,
            refusal=refusal,
            is_over=bool(record.phases) and all(phase.end is not None for phase in record.phases),
        )


def _stamp(path: Path) -> tuple[int, int] | None:
    """Returns size and time of a file; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
