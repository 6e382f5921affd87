"""Self-play against older versions: snapshots of the policy in a folder, one of which is the present opponent.

The learner process writes `current.npz`; each environment looks at it before it acts. Schedule and defaults follow
ML-Agents: a snapshot each N steps, another opponent each M steps, the present policy with a given probability.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.deletion import discard
from runtime.files import names_in, read_file, write_atomically
from runtime.training.learners import Policy, load_policy
from runtime.training.runs.plan import OpponentsPlan
from runtime.training.specification import BLUE, Component, EnvironmentSpec

CURRENT: Final = "current.npz"
_MAX_BYTES: Final = 1 << 28
_SNAPSHOT: Final = re.compile(r"snapshot-(\d{12,})\.npz")


class OlderVersion:
    """Drives orange cars with the policy in `folder`, which may be replaced at any time; stands while there is none."""

    def __init__(self, *, folder: str) -> None:
        self._path = Path(folder) / CURRENT
        self._stamp: tuple[int, int] | None = None
        self._policy: Policy | None = None

    def act(self, observations: NDArray[np.float32]) -> NDArray[Any]:
        """Returns the policy's actions (m, d)."""
        try:
            status = os.stat(self._path)  # noqa: PTH116 - in each step: half the time of Path.stat
        except OSError:
            status = None
        if status is not None and (stamp := (status.st_mtime_ns, status.st_ino)) != self._stamp:
            self._policy, self._stamp = load_policy(self._path), stamp
        if self._policy is None:
            raise FileNotFoundError(f"There is no opponent yet: {self._path}")
        return self._policy.act(observations)


class OpponentSchedule:
    """Takes snapshots and chooses opponents; `after_steps` is called between iterations."""

    def __init__(
        self, plan: OpponentsPlan, folder: Path, policy: Callable[[], Policy], *, seed: int, step: int
    ) -> None:
        """Continues at a step of the run; snapshots of later steps belong to a course that was given up."""
        self._plan = plan
        self._folder = folder
        self._policy = policy
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
        """Takes a snapshot and chooses an opponent where these are due."""
        if step >= self._next_snapshot:
            self._snapshot(step)
            self._next_snapshot = (
                step // self._plan.snapshot_every * self._plan.snapshot_every + self._plan.snapshot_every
            )
        if step >= self._next_swap:
            self.swap(step)
            self._next_swap = step // self._plan.swap_every * self._plan.swap_every + self._plan.swap_every

    def swap(self, step: int) -> str:
        """Chooses an opponent by seed and step; returns the name of the snapshot, empty for the present policy."""
        random = Random(f"{self._seed}-{step}")
        if random.random() < self._plan.latest_share:
            write_atomically(self._folder / CURRENT, self._policy().to_bytes(), is_durable=False)
            return ""
        name = random.choice(self._snapshots())
        write_atomically(self._folder / CURRENT, read_file(self._folder / name, _MAX_BYTES), is_durable=False)
        return name

    def _snapshot(self, step: int) -> None:
        write_atomically(self._folder / f"snapshot-{step:012d}.npz", self._policy().to_bytes(), is_durable=False)
        for name in self._snapshots()[: -self._plan.window]:
            discard(self._folder / name)

    def _snapshots(self) -> list[str]:
        """Returns the names of the snapshots, oldest first."""
        return sorted(filter(_SNAPSHOT.fullmatch, names_in(self._folder)), key=_step_of)


def has_room(environment: EnvironmentSpec) -> bool:
    """Returns whether nothing drives the orange cars."""
    return environment.controlled == BLUE and environment.orange > 0 and environment.opponents is None


def with_older_versions(environment: EnvironmentSpec, folder: Path) -> EnvironmentSpec:
    """Returns the environment with older versions on the orange cars, if nothing else drives them."""
    if not has_room(environment):
        return environment
    component = Component(name=f"{__name__}:{OlderVersion.__name__}", parameters={"folder": str(folder)})
    return EnvironmentSpec.from_json({**environment.as_json(), "opponents": component.as_json()})


def _step_of(name: str) -> int:
    found = _SNAPSHOT.fullmatch(name)
    return int(found[1]) if found else 0
