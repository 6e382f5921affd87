"""A training run as its document describes it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

from runtime.documents.choices import SKILLS
from runtime.model.keys import INTERNAL, Key, number, whole
from runtime.model.training import PhaseMode
from runtime.quota import UNLIMITED, RestartQuota
from runtime.training.runs.conditions import EndConditions
from runtime.training.specification import Component, EnvironmentSpec

VERSION: Final = 1
DEFAULT_AGENT: Final = "agent"
FRESH: Final = "fresh"
PREVIOUS: Final = "previous"
LATEST: Final = "latest"
BEST: Final = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadSource:
    """The checkpoint that a phase continues from; the default is the newest of the same agent in the previous phase."""

    is_fresh: Annotated[bool, INTERNAL] = False
    run: Annotated[Path | None, Key("Run", "Document or folder of another run", placeholder="this one")] = None
    """Folder of another run; None for this one."""
    phase: Annotated[str, Key("Phase", "Name of the phase that saved it", placeholder="the previous one")] = ""
    """Name of the phase; empty for the previous phase of this run, or for another run's last phase with checkpoints."""
    agent: Annotated[str, Key("Agent", "Name of the agent in checkpoints", placeholder="that of this run")] = ""
    """Empty for the agent of this run."""
    checkpoint: Annotated[str, Key("Checkpoint", "The latest, the best, or the name of its folder")] = LATEST
    """`latest`, `best` (the latest, if the objective had no value), or the name of one."""

    @property
    def is_default(self) -> bool:
        """True if the document does not specify it."""
        return self == LoadSource()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlan:
    """One phase of a run."""

    name: Annotated[str, Key("Name")] = ""
    mode: Annotated[PhaseMode, Key("Mode")] = PhaseMode.TRAIN
    load: LoadSource = LoadSource()
    end: Annotated[EndConditions, Key(is_flat=True)] = field(default_factory=EndConditions)
    evaluate_every: Annotated[
        int | None, Key("Evaluation every (steps)", "Plays against the gallery in between; empty for never", whole(1))
    ] = None
    """Steps between two evaluations against the gallery during training; None for no evaluations."""
    games: Annotated[
        int | None,
        Key("Games against each", "Of each evaluation in this phase; empty for the number of the gallery", whole(1)),
    ] = None
    """Games against each member of the gallery; None for the gallery's number."""
    workers: Annotated[
        int | None, Key("Worker processes", "In this phase; empty for the number of the run", whole(1))
    ] = None
    """Number of workers in this phase; None for the run's number."""
    environment: EnvironmentSpec = field(default_factory=EnvironmentSpec)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkersPlan:
    """The worker processes of a run."""

    count: Annotated[int, Key("Worker processes", number=whole(1, 1024))] = 2
    arenas: Annotated[int, Key("Arenas of each", number=whole(1, 4096))] = 8
    """Arenas per worker."""
    restarts: Annotated[
        int, Key("Restarts allowed", "Of each worker in the whole run; -1 for any number", whole(UNLIMITED))
    ] = 10
    restarts_in_period: Annotated[int, Key("Restarts per period", number=whole(UNLIMITED))] = 1
    period_s: Annotated[float, Key("Period (s)", number=number(0.001))] = 60.0
    cluster: Annotated[
        str,
        Key(
            "Cluster",
            "Address of a Dask scheduler on whose machines the workers run; several with commas",
            placeholder="none: this machine",
        ),
    ] = ""
    """Address of a Dask scheduler whose machines run the workers; empty for this machine."""

    @property
    def quota(self) -> RestartQuota:
        """The restarts of one worker."""
        return RestartQuota(lifetime=self.restarts, per_period=self.restarts_in_period, period_s=self.period_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointsPlan:
    """Intervals between checkpoints; both count from the last checkpoint."""

    every_s: Annotated[float, Key("Checkpoint every (s)", number=number(0.0))] = 300.0
    every_steps: Annotated[
        int | None,
        Key(
            "Checkpoint every (steps)",
            "Also saves one each time the phase has run this many steps; empty for never",
            whole(1),
        ),
    ] = None
    kept: Annotated[
        int, Key("Checkpoints kept", "Checkpoints that are kept of each phase, besides the best", whole(1, 1000))
    ] = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentsPlan:
    """Older versions of the policy as opponents (defaults of ML-Agents' self-play)."""

    snapshot_every: Annotated[
        int,
        Key("Snapshot every (steps)", "A version of the policy is kept as an opponent after this many steps", whole(1)),
    ] = 20_000
    swap_every: Annotated[
        int, Key("Another opponent every (steps)", "Steps after which another version is drawn", whole(1))
    ] = 2_000
    window: Annotated[int, Key("Versions kept", "The newest ones are kept", whole(1, 1000))] = 10
    latest_share: Annotated[
        float,
        Key(
            "Share of the present policy",
            "How often the present policy is the opponent: 0 never, 1 always",
            number(0.0, 1.0),
        ),
    ] = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class GalleryPlan:
    """The players that the policy is rated against."""

    bots: Annotated[tuple[Path, ...], Key(is_agent=True)] = ()
    """Documents of bots."""
    stand_ins: Annotated[tuple[str, ...], Key(names=SKILLS)] = ()
    """Skills of the arena's stand-ins."""
    checkpoints: Annotated[
        int, Key("Older checkpoints", "The newest checkpoints of this run, each as a player", whole(0, 100))
    ] = 0
    games: Annotated[int, Key("Games against each", number=whole(1, 10_000))] = 2
    seconds: Annotated[float, Key("Length of a game (s)", number=number(1.0))] = 60.0
    """Game time of each game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterPlan:
    """A parameter of the environment that can be changed while the run is running."""

    name: str = ""
    value: Annotated[float, Key("Value", number=number())] = 0.0
    least: Annotated[float, Key("Minimum", number=number())] = 0.0
    most: Annotated[float, Key("Maximum", number=number())] = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """A run as its document describes it."""

    name: Annotated[str, Key("Name", path="run.name")] = ""
    document: Annotated[Path, INTERNAL] = Path()
    folder: Annotated[Path, Key(path="run.folder")] = Path()
    """The folder of its checkpoints, metrics and logs."""
    agent: Annotated[str, Key(path="run.agent")] = DEFAULT_AGENT
    """Name of the agent in checkpoints."""
    seed: Annotated[int, Key("Seed", number=whole(0, 2**32 - 1), path="run.seed")] = 0
    failed_updates: Annotated[int, Key(number=whole(0), path="run.failed_updates")] = 10
    """Maximum number of failed learning steps in a row."""
    restarts: Annotated[int, Key(number=whole(UNLIMITED), path="run.restarts")] = 10
    restarts_in_period: Annotated[int, Key(number=whole(UNLIMITED), path="run.restarts_in_period")] = 3
    period_s: Annotated[float, Key(number=number(0.001), path="run.period_s")] = 60.0
    learner: Component = field(default_factory=lambda: Component(name=""))
    muscle: Component | None = None
    """None for the learner's own."""
    objective: Component = field(default_factory=lambda: Component(name="reward"))
    workers: WorkersPlan = WorkersPlan()
    checkpoints: CheckpointsPlan = CheckpointsPlan()
    opponents: OpponentsPlan | None = None
    gallery: GalleryPlan = GalleryPlan()
    parameters: tuple[ParameterPlan, ...] = ()
    phases: tuple[PhasePlan, ...] = ()
    written: Annotated[Mapping[str, Any], INTERNAL] = field(default_factory=dict, compare=False, repr=False)
    """The content of the document."""

    @property
    def learner_quota(self) -> RestartQuota:
        """The restarts of the learner process."""
        return RestartQuota(lifetime=self.restarts, per_period=self.restarts_in_period, period_s=self.period_s)

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
