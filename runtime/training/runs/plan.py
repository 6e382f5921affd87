"""A training run as its document describes it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from runtime.model.training import PhaseMode
from runtime.training.runs.conditions import EndConditions
from runtime.training.specification import Component, EnvironmentSpec
from runtime.training.workers import RestartQuota

VERSION: Final = 1
DEFAULT_AGENT: Final = "agent"
FRESH: Final = "fresh"
PREVIOUS: Final = "previous"
LATEST: Final = "latest"
LEARNER_QUOTA: Final = RestartQuota(lifetime=10, per_period=3, period_s=60.0)
BEST: Final = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadSource:
    """The checkpoint that a phase continues from; the default is the newest of the same agent in the previous phase."""

    is_fresh: bool = False
    run: Path | None = None
    """Folder of another run; None for this one."""
    phase: str = ""
    """Name of the phase; empty for the previous phase of this run, or for another run's last phase with checkpoints."""
    agent: str = ""
    """Empty for the agent of this run."""
    checkpoint: str = LATEST
    """`latest`, `best` (the latest, if the objective had no value), or the name of one."""

    @property
    def is_default(self) -> bool:
        """Returns whether the document does not specify it."""
        return self == LoadSource()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlan:
    """One phase of a run."""

    name: str
    environment: EnvironmentSpec
    mode: PhaseMode = PhaseMode.TRAIN
    end: EndConditions = field(default_factory=EndConditions)
    evaluate_every: int | None = None
    """Steps between two evaluations against the gallery during training; None for no evaluations."""
    workers: int | None = None
    """Number of workers in this phase; None for the run's number."""
    games: int | None = None
    """Games against each member of the gallery; None for the gallery's number."""
    load: LoadSource = LoadSource()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkersPlan:
    """The worker processes of a run."""

    count: int = 2
    arenas: int = 8
    """Arenas per worker."""
    quota: RestartQuota = field(default_factory=RestartQuota)
    cluster: str = ""
    """Address of a Dask scheduler whose machines run the workers; empty for this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointsPlan:
    """Intervals between checkpoints; both count from the last checkpoint."""

    every_s: float | None = 300.0
    every_steps: int | None = None
    kept: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentsPlan:
    """Older versions of the policy as opponents (defaults of ML-Agents' self-play)."""

    snapshot_every: int = 20_000
    """Steps between two snapshots."""
    swap_every: int = 2_000
    """Steps between two changes of the opponent."""
    window: int = 10
    """Number of snapshots to choose from."""
    latest_share: float = 0.5
    """Probability that the opponent is the current policy instead of a snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GalleryPlan:
    """The players that the policy is rated against."""

    bots: tuple[Path, ...] = ()
    """Documents of bots."""
    stand_ins: tuple[str, ...] = ()
    """Skills of the arena's stand-ins."""
    checkpoints: int = 0
    """Number of older checkpoints of this run."""
    games: int = 2
    """Games against each player."""
    seconds: float = 60.0
    """Game time of each game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterPlan:
    """A parameter of the environment that can be changed while the run is running."""

    name: str
    value: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """A run as its document describes it."""

    name: str
    document: Path
    folder: Path
    """The folder of its checkpoints, metrics and logs."""
    learner: Component
    phases: tuple[PhasePlan, ...]
    agent: str = DEFAULT_AGENT
    """Name of the agent in checkpoints."""
    seed: int = 0
    muscle: Component | None = None
    """None for the learner's own."""
    objective: Component = field(default_factory=lambda: Component(name="reward"))
    workers: WorkersPlan = WorkersPlan()
    checkpoints: CheckpointsPlan = CheckpointsPlan()
    opponents: OpponentsPlan | None = None
    gallery: GalleryPlan = GalleryPlan()
    parameters: tuple[ParameterPlan, ...] = ()
    learner_quota: RestartQuota = field(default_factory=lambda: LEARNER_QUOTA)
    failed_updates: int = 10
    """Maximum number of failed learning steps in a row."""
    written: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The content of the document."""

    def configuration(self, phase: int) -> dict[str, Any]:
        """Returns the part of the document on which a phase's checkpoints depend, by dotted key."""
        return dict(_flattened(_relevant(self.written, phase)))


_LASTING: Final = ("environment", "learner", "muscle", "objective", "opponents")
_LASTING_RUN_KEYS: Final = ("seed", "agent")
_LASTING_PHASE_KEYS: Final = ("name", "mode", "environment", "load")


def configuration_hash(configuration: Mapping[str, Any]) -> str:
    """Returns the SHA-256 sum of a configuration."""
    return sha256(json.dumps(configuration, sort_keys=True, default=str).encode()).hexdigest()


def differing_keys(configuration: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the dotted keys in which two configurations differ, sorted."""
    missing = object()
    keys = configuration.keys() | other.keys()
    return tuple(sorted(key for key in keys if configuration.get(key, missing) != other.get(key, missing)))


def _relevant(written: Mapping[str, Any], phase: int) -> dict[str, Any]:
    """Leaves out what may change between two starts: later phases, end conditions, workers, intervals, gallery."""
    content = {key: written[key] for key in _LASTING if key in written}
    run = {key: written["run"][key] for key in _LASTING_RUN_KEYS if key in written.get("run", {})}
    present = written.get("phases", [])[: phase + 1]
    phases = [{key: table[key] for key in _LASTING_PHASE_KEYS if key in table} for table in present]
    return {**content, "run": run, "phases": phases}


def _flattened(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flattened(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _flattened(inner, f"{path}[{position}]")
    else:
        yield path, value
