"""The interface between a training run and its learning algorithm."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from runtime.files import read_file, write_atomically
from runtime.training.learners.policy import Policy
from runtime.training.specification import Component

POLICY_FILE: Final = "policy.npz"
_MAX_POLICY: Final = 1 << 28


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerSetup:
    """Properties of the environment that a learner needs before the first step."""

    interface: Mapping[str, Any]
    """The components `observation` and `actions`, and `tick_skip`, in JSON; stored in the policy."""
    observation_size: int
    action_bins: tuple[int, ...] = ()
    """Number of choices of each discrete action component; empty for continuous actions."""
    action_size: int = 8
    """Number of components of one action."""
    seed: int = 0

    @property
    def outputs(self) -> int:
        """Number of outputs of a policy."""
        return sum(self.action_bins) or self.action_size


class Session(Protocol):
    """A run as its learner sees it."""

    @property
    def pool(self) -> Any:
        """The workers with the arenas."""

    def update(self) -> AbstractContextManager[None]:
        """Wrap the computation of an update in this. Do all changes of the learner at its end, or none.

        If an exception occurs in it, the exception is logged and counted, and training continues without this update.
        """

    def iteration(self, *, steps: int, metrics: Mapping[str, float], episodes: Sequence[Any] = ()) -> bool:
        """Reports one iteration of `steps` steps of agents; returns False if the learner has to stop.

        It handles pauses, commands, checkpoints and the end conditions of the phase.
        """


class Learner(Protocol):
    """An algorithm that improves a policy; its constructor takes a `LearnerSetup` and its own keyword parameters."""

    def train(self, session: Session) -> None:
        """Trains until `session.iteration` returns False; called again after workers were added or removed."""

    def muscle(self) -> Component | None:
        """Returns the class that acts in workers, for `WorkerPool.rollout`; None if the learner acts itself."""

    def policy(self) -> Policy:
        """Returns the current policy; later changes of the learner do not affect it."""

    def save(self, folder: Path) -> None:
        """Writes everything that `load` needs to continue without a difference."""

    def load(self, folder: Path) -> None:
        """Continues from a folder that `save` wrote.

        Raises:
            ValueError: The folder does not fit this learner.
        """


def save_policy(policy: Policy, path: Path | str) -> None:
    """Writes a policy as one .npz file.

    Raises:
        OSError: The file cannot be written.
    """
    write_atomically(Path(path), policy.to_bytes())


def load_policy(path: Path | str) -> Policy:
    """Returns the policy that `save_policy` wrote.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is not a policy.
    """
    return Policy.from_bytes(read_file(path, _MAX_POLICY))
