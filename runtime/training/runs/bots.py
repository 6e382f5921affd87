"""Checkpoints as bots."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from runtime.training.learners import POLICY_FILE, load_policy
from runtime.training.learners.export import export_bot
from runtime.training.runs.checkpoints import read_checkpoint

MAX_CHARACTERS: Final = 60
"""Maximum length of a bot's name."""


def bot_name(run: str, step: int) -> str:
    """Returns the name of a checkpoint's bot, made of run and step and cut to the maximum length."""
    return f"{run[: MAX_CHARACTERS - len(str(step)) - 1]} {step}"


def checkpoint_bot(
    folder: Path, run: str, document: Path, into: Path, *, name: str = "", write: Callable[..., Path] = export_bot
) -> Path:
    """Exports the policy of a checkpoint as a bot and returns the bot's document.

    Args:
        folder: folder of the checkpoint, which is verified.
        run: the name of the run.
        document: document of the run; users' classes are beside it.
        into: folder in which the bot's folder is created.
        name: name of the bot; by default made of run and step.
        write: `export_bot`, or `playable_bot` to create the bot only once.

    Raises:
        CheckpointError: The checkpoint is incomplete or damaged.
        NewAgentError: as `export_bot`.
        OSError, ValueError: The policy cannot be read.
    """
    checkpoint = read_checkpoint(folder)
    return write(
        load_policy(folder / POLICY_FILE),
        into,
        name=name or bot_name(run, checkpoint.step),
        origin=f"Checkpoint {folder.name} of {run}.",
        modules=(document.absolute().parent,),
    )
