"""Checkpoints to continue from: of an interrupted run, of the previous phase, or of another run."""

from collections.abc import Callable
from typing import Final

from runtime.model.messages import Message, message
from runtime.training.runs.checkpoints import Checkpoint, CheckpointError, CheckpointStore
from runtime.training.runs.folder import RunFolder
from runtime.training.runs.plan import BEST, LATEST, LoadSource, RunPlan, configuration_hash, differing_keys
from runtime.training.runs.record import RunRecord

_SHOWN: Final = 5
"""Maximum number of keys in a refusal."""


def newest_checkpoint(plan: RunPlan, *, on_skip: Callable[[Message], None] = lambda _: None) -> Checkpoint | None:
    """Returns the newest complete checkpoint of the latest phase with checkpoints; None if there is none."""
    store = RunFolder(plan.folder).store()
    for phase in reversed(plan.phases):
        checkpoint = store.newest(phase.name, plan.agent, on_skip=on_skip)
        if checkpoint is not None:
            return checkpoint
    return None


def resume_refusal(plan: RunPlan, checkpoint: Checkpoint) -> Message | None:
    """Returns the reason why a run cannot resume from a checkpoint, such as another configuration; None if it can."""
    name = f"{checkpoint.phase}/{checkpoint.folder.name}"
    try:
        now = plan.configuration(int(checkpoint.progress["record"]["phase"]))
        keys = differing_keys(checkpoint.progress["configuration"], now)
        if configuration_hash(now) == checkpoint.progress["configuration_hash"]:
            RunRecord(plan).restore(checkpoint.progress["record"])
            return None
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        return message(
            "resume-damaged",
            "The run cannot be resumed, because checkpoint {name} is damaged. Delete it, or start from scratch.",
            name=name,
        )
    shown = (*keys[:_SHOWN], "...") if len(keys) > _SHOWN else keys
    return message(
        "resume-refused",
        "The run cannot be resumed, because its document has changed since checkpoint {name}: {keys}. "
        "Undo the change, or start from scratch.",
        name=name,
        keys=shown,
    )


def find_checkpoint(
    plan: RunPlan, phase: int, source: LoadSource, *, on_skip: Callable[[Message], None] = lambda _: None
) -> Checkpoint | None:
    """Returns the checkpoint that a phase continues from; None if the previous phase has none.

    Raises:
        CheckpointError: A named checkpoint does not exist or is unusable.
    """
    folder = plan.folder if source.run is None else source.run
    store, agent = RunFolder(folder).store(), source.agent or plan.agent
    names = [source.phase] if source.phase else _phases_before(plan, phase, source, store)
    for name in names:
        checkpoint = _named(store, name, agent, source.checkpoint, on_skip)
        if checkpoint is not None:
            return checkpoint
    if source.is_default:
        return None
    text = message(
        "no-such-checkpoint",
        "there is no complete checkpoint of agent {agent} in {folder}.",
        agent=agent,
        folder=store.folder / names[0] if names else store.folder,
    )
    raise CheckpointError(text)


def _phases_before(plan: RunPlan, phase: int, source: LoadSource, store: CheckpointStore) -> list[str]:
    if source.run is None:
        return [plan.phases[index].name for index in range(phase - 1, -1, -1)]
    views = sorted(store.views(""), key=lambda view: view.created_s, reverse=True)
    return list(dict.fromkeys(view.phase for view in views))


def _named(
    store: CheckpointStore, phase: str, agent: str, name: str, on_skip: Callable[[Message], None]
) -> Checkpoint | None:
    if name not in (LATEST, BEST):
        return store.named(phase, agent, name)
    best = store.best(phase, agent) if name == BEST else None
    return best or store.newest(phase, agent, on_skip=on_skip)
