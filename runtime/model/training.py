"""Values, events and commands of a training run, for all front ends and for the learner process.

Steps are decisions of agents (with tick skip 8, fifteen per second of game time), summed over all agents of all arenas.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.events import LinesLogged
from runtime.model.messages import Message
from runtime.model.problems import Problem
from runtime.model.ratings import Rating
from runtime.model.states import Blame
from runtime.model.values import ArenaView
from runtime.model.workers import NO_RESTARTS, RestartBudget, TimerView, WorkerView


class RunState(Enum):
    """The state of a run and of each of its phases."""

    SCHEDULED = "scheduled"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ERROR = "error"

    @property
    def is_over(self) -> bool:
        """True if no part of it is running any more."""
        return self in (RunState.FINISHED, RunState.ERROR)


class EndReason(Enum):
    """The reason why a run or a phase ended."""

    SUCCESS = "success"
    """The metric of the phase reached its value."""
    PLATEAU = "plateau"
    """The metric of the phase no longer improved."""
    MAXIMUM = "maximum"
    """The number of steps, episodes or seconds was reached."""
    CANCELLED = "cancelled"
    """The user stopped it."""
    FAILED = "failed"


class PhaseMode(Enum):
    """The purpose of a phase."""

    TRAIN = "train"
    TEST = "test"
    """Plays the phase's environment without learning."""
    EVALUATE = "evaluate"
    """Plays matches against the gallery and rates the policy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseView:
    """One phase of a run."""

    index: int
    name: str
    mode: PhaseMode
    state: RunState = RunState.SCHEDULED
    end: EndReason | None = None
    text: Message | None = None
    """Reason for its end, or its starting point."""
    steps: int = 0
    episodes: int = 0
    iterations: int = 0
    wall_s: float = 0.0
    """Running time, without pauses."""
    max_steps: int | None = None
    max_episodes: int | None = None
    max_seconds: float | None = None
    metric: str = ""
    """Name of the metric for success, plateau and the best checkpoint; empty for none."""
    metric_value: float | None = None
    best_value: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointView:
    """One checkpoint on disk."""

    run: str
    phase: str
    agent: str
    name: str
    """Name of its folder, such as `000000120000`: the number of steps."""
    folder: Path
    step: int
    created_s: float
    """Seconds since the epoch."""
    metric_value: float | None = None
    is_best: bool = False
    is_latest: bool = False
    size_bytes: int = 0
    problem: Message | None = None
    """Reason why it cannot be used: damaged or incomplete; None if it is intact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterView:
    """A number that can be changed during the run, such as a parameter of the environment."""

    name: str
    value: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """Everything about a run except its metrics."""

    name: str
    document: Path
    """The run.toml."""
    folder: Path
    """The folder of its checkpoints, metrics and logs."""
    state: RunState = RunState.SCHEDULED
    end: EndReason | None = None
    text: Message | None = None
    """Reason for its end, or what it is waiting for."""
    phase: int = 0
    """Index of the current phase in `phases`."""
    phases: tuple[PhaseView, ...] = ()
    steps: int = 0
    """Steps of all phases."""
    episodes: int = 0
    wall_s: float = 0.0
    steps_per_s: float = 0.0
    policy_version: int = 0
    learner_pid: int | None = None
    learner_restarts: RestartBudget = NO_RESTARTS
    workers: tuple[WorkerView, ...] = ()
    arenas: int = 0
    checkpoints: tuple[CheckpointView, ...] = ()
    parameters: tuple[ParameterView, ...] = ()
    ratings: tuple[Rating, ...] = ()
    failed_updates: int = 0
    """Number of learning steps that failed and were skipped."""
    discarded_steps: int = 0
    """Steps whose experience was discarded because a worker was restarted."""
    watched_arena: int | None = None
    timers: tuple[TimerView, ...] = ()
    """Times of the current phase's worker pool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricPoint:
    """One value of one curve.

    Metrics that are means over the episodes of an iteration: `reward` (sum per episode and agent), `reward/TERM`,
    `episode_s`, `first_touch_s` (game seconds), `touched` (share of episodes), `goals`, and against opponents
    `goal_difference` and `win_rate`. Other metrics: `steps_per_s`, `objective`, `learner/NAME` (such as losses) of the
    learner, and `evaluation/NAME` and `rating` of games against the gallery.
    """

    name: str
    step: int
    """Steps of the whole run."""
    wall_s: float
    """Seconds of the whole run, without pauses."""
    value: float
    phase: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """The end of a run."""

    view: RunView
    blame: Blame = Blame.NOBODY
    """Decides the exit code of the command line; `MATCH` if the run itself failed."""
    problems: tuple[Problem, ...] = ()
    survivors: tuple[str, ...] = ()
    """Descriptions of processes that could not be ended."""

    @property
    def best(self) -> CheckpointView | None:
        """The best checkpoint of the newest phase that has one."""
        return next((checkpoint for checkpoint in reversed(self.view.checkpoints) if checkpoint.is_best), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChanged:
    """A part of the run changed; at most four times a second, and at once for a change of state."""

    view: RunView


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsRecorded:
    """Metrics since the previous event of this type, oldest first; the run's folder contains all of them too."""

    points: tuple[MetricPoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaShown:
    """A frame of the watched arena; frames in between may be missing."""

    arena: int
    view: ArenaView
    reward_terms: tuple[tuple[str, float], ...] = ()
    """Reward of the first agent in this step by term, with weights."""
    policy_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNoted:
    """Information for the user, in whole sentences; the run continues."""

    text: Message
    is_warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded:
    """The run is over, and all its processes have ended."""

    result: RunResult


RunEvent = RunChanged | MetricsRecorded | ArenaShown | RunNoted | LinesLogged | RunEnded
"""Lines of the learner and its workers are logged under the key `learner`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseRun:
    """Stops stepping after the current iteration; the processes stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueRun:
    """Continues a paused run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRun:
    """Ends the run with a checkpoint, after the current iteration if that ends in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopPhase:
    """Ends the current phase with a checkpoint; the next one begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPhase:
    """Begins the current phase again, from its starting point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetArenas:
    """Begins a new episode in every arena."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWorker:
    """Starts one more worker process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWorker:
    """Stops a worker process; None means the one with the highest number. The last worker is never stopped."""

    worker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParameter:
    """Sets a parameter of the environment in all workers, also after restarts."""

    name: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveCheckpoint:
    """Saves a checkpoint after the current iteration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchArena:
    """Starts, changes or ends (None) the events of one arena.

    The current policy plays in a separate arena with the seed of the training arena `arena`, in real time or as fast as
    possible. There are up to 30 frames per second of wall time.
    """

    arena: int | None
    is_realtime: bool = True


RunCommand = (
    PauseRun
    | ContinueRun
    | StopRun
    | StopPhase
    | RestartPhase
    | ResetArenas
    | AddWorker
    | RemoveWorker
    | SetParameter
    | SaveCheckpoint
    | WatchArena
)
