"""The contract between a training run and the algorithm that learns in it."""

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
    """What a learner must know of its environment before the first step."""

    interface: Mapping[str, Any]
    """The components `observation` and `actions`, and `tick_skip`, in JSON; goes into the policy."""
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
        """Surrounds the computation of an update; all changes of the learner happen at its end, or not at all.

        An exception in it is logged and counted, and training goes on without this update.
        """

    def iteration(self, *, steps: int, metrics: Mapping[str, float], episodes: Sequence[Any] = ()) -> bool:
        """Reports one iteration of `steps` steps of agents; returns False if the learner shall stop.

        Pauses, commands, checkpoints and the conditions that end a phase are handled in here.
        """


class Learner(Protocol):
    """An algorithm that improves a policy; its constructor takes a `LearnerSetup` and its own keyword parameters."""

    def train(self, session: Session) -> None:
        """Trains until `session.iteration` returns False; it is called again when workers were added or removed."""

    def muscle(self) -> Component | None:
        """Returns the class that acts in workers, for `WorkerPool.rollout`; None if the learner acts itself."""

    def policy(self) -> Policy:
        """Returns the present policy; it does not change with the learner."""

    def save(self, folder: Path) -> None:
        """Writes everything that `load` needs to continue as if nothing had happened."""

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
