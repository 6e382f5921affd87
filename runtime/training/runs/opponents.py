"""Self-play against older versions: snapshots of the policy in a folder; one of them is the current opponent.

The learner process sends the opponent's policy to the workers with their next orders. Schedule and defaults follow
ML-Agents: a snapshot every N steps, a new opponent every M steps, the current policy with a given probability.
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.deletion import discard
from runtime.files import names_in, read_file, write_atomically
from runtime.training.learners import Policy
from runtime.training.runs.plan import OpponentsPlan
from runtime.training.specification import BLUE, Component, EnvironmentSpec

PARAMETER: Final = "opponents.policy"
"""The environment's parameter for the opponent: the bytes of a policy."""
_POLICY: Final = "policy"
_MAX_BYTES: Final = 1 << 28
_SNAPSHOT: Final = re.compile(r"snapshot-(\d{12,})\.npz")


class OlderVersion:
    """Drives orange cars with a policy; `set_parameters` sets or replaces it at any time."""

    def __init__(self) -> None:
        self._policy: Policy | None = None

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets the policy from the bytes in `policy`.

        Raises:
            ValueError: the bytes are not a policy.
        """
        self._policy = Policy.from_bytes(parameters[_POLICY])

    def act(self, observations: NDArray[np.float32]) -> NDArray[Any]:
        """Returns the policy's actions (m, d)."""
        assert self._policy is not None, "an opponent needs a policy before it acts"
        return self._policy.act(observations)


class OpponentSchedule:
    """Takes snapshots and chooses opponents; `after_steps` is called between iterations."""

    def __init__(
        self,
        plan: OpponentsPlan,
        folder: Path,
        policy: Callable[[], Policy],
        use: Callable[[bytes], None],
        *,
        seed: int,
        step: int,
    ) -> None:
        """Continues at a step of the run; discards snapshots of later steps, which the run has abandoned.

        Args:
            plan: the schedule.
            folder: of the snapshots.
            policy: returns the current policy.
            use: called with each opponent, as the bytes of its policy.
            seed: of the run.
            step: of the run.
        """
        self._plan = plan
        self._folder = folder
        self._policy = policy
        self._use = use
        self._seed = seed
        self._folder.mkdir(parents=True, exist_ok=True)
        for name in self._snapshots():
            if _step_of(name) > step:
                discard(folder / name)
        self._next_snapshot = step // plan.snapshot_every * plan.snapshot_every + plan.snapshot_every
        self._next_swap = step // plan.swap_every * plan.swap_every + plan.swap_every
        if not self._snapshots():
            self._snapshot(step)
        self.swap(step)

    def after_steps(self, step: int) -> None:
        """Takes a snapshot and chooses an opponent if these are due."""
        if step >= self._next_snapshot:
            self._snapshot(step)
            self._next_snapshot = (
                step // self._plan.snapshot_every * self._plan.snapshot_every + self._plan.snapshot_every
            )
        if step >= self._next_swap:
            self.swap(step)
            self._next_swap = step // self._plan.swap_every * self._plan.swap_every + self._plan.swap_every

    def swap(self, step: int) -> str:
        """Chooses an opponent by seed and step; returns the name of the snapshot, empty for the current policy."""
        random = Random(f"{self._seed}-{step}")
        if random.random() < self._plan.latest_share:
            self._use(self._policy().to_bytes())
            return ""
        name = random.choice(self._snapshots())
        try:
            data = read_file(self._folder / name, _MAX_BYTES)
            Policy.from_bytes(data)
        except (OSError, ValueError) as error:
            sys.stderr.write(f"The current policy plays instead of {name}, which cannot be used: {error}\n")
            data, name = self._policy().to_bytes(), ""
        self._use(data)
        return name

    def _snapshot(self, step: int) -> None:
        write_atomically(self._folder / f"snapshot-{step:012d}.npz", self._policy().to_bytes(), is_durable=False)
        for name in self._snapshots()[: -self._plan.window]:
            discard(self._folder / name)

    def _snapshots(self) -> list[str]:
        """Returns the names of the snapshots, oldest first."""
        return sorted(filter(_SNAPSHOT.fullmatch, names_in(self._folder)), key=_step_of)


def has_room(environment: EnvironmentSpec) -> bool:
    """Returns whether the orange cars have no driver yet."""
    return environment.controlled == BLUE and environment.orange > 0 and environment.opponents is None


def with_older_versions(environment: EnvironmentSpec) -> EnvironmentSpec:
    """Returns the environment with older versions as drivers of the orange cars, if these have no other driver."""
    if not has_room(environment):
        return environment
    return replace(environment, opponents=Component(name=f"{__name__}:{OlderVersion.__name__}"))


def _step_of(name: str) -> int:
    match = _SNAPSHOT.fullmatch(name)
    return int(match[1]) if match else 0
