"""Training runs: their documents, checkpoints, the learner process and its control.

A module is loaded when one of its names is first used; a learner process needs neither matches nor control of runs.
"""

from typing import TYPE_CHECKING, Final

from runtime.lazy import lazy_names

if TYPE_CHECKING:
    from runtime.training.runs.bots import bot_name, checkpoint_bot
    from runtime.training.runs.checkpoints import Checkpoint, CheckpointError, CheckpointStore
    from runtime.training.runs.document import (
        RunDocument,
        known_names,
        parameter_names,
        read_run,
        read_run_text,
        run_folder,
    )
    from runtime.training.runs.folder import RunFolder, read_metrics
    from runtime.training.runs.gallery import Evaluation, evaluate
    from runtime.training.runs.plan import GalleryPlan, PhasePlan, RunPlan
    from runtime.training.runs.record import RunRecord
    from runtime.training.runs.resuming import newest_checkpoint, resume_refusal
    from runtime.training.runs.run import TrainingRun

__all__ = [
    "Checkpoint",
    "CheckpointError",
    "CheckpointStore",
    "Evaluation",
    "GalleryPlan",
    "PhasePlan",
    "RunDocument",
    "RunFolder",
    "RunPlan",
    "RunRecord",
    "TrainingRun",
    "bot_name",
    "checkpoint_bot",
    "evaluate",
    "known_names",
    "newest_checkpoint",
    "parameter_names",
    "read_metrics",
    "read_run",
    "read_run_text",
    "resume_refusal",
    "run_folder",
]

_MODULES: Final = ("folder", "checkpoints", "plan", "record", "resuming", "document", "run", "bots", "gallery")
"""Modules in which a name is searched, the fastest to load first."""

if not TYPE_CHECKING:  # type checkers should only know the names from above
    __getattr__ = lazy_names(__name__, __all__, _MODULES)
