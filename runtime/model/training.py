"""Values, events and commands of a training run, for every front end and for the learner process.

Steps are decisions of agents (with tick skip 8, fifteen per second of game time), summed over all agents of all arenas.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.events import LinesLogged
from runtime.model.messages import Message
from runtime.model.problems import Problem
from runtime.model.states import Blame
from runtime.model.values import ArenaView
from runtime.model.workers import NO_RESTARTS, RestartBudget, TimerView, WorkerView


class RunState(Enum):
    """The state of a run, and of each of its phases."""

    SCHEDULED = "scheduled"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ERROR = "error"

    @property
    def is_over(self) -> bool:
        """Returns whether nothing of it runs any more."""
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
    """Why it ended, or what it continues from."""
    steps: int = 0
    episodes: int = 0
    iterations: int = 0
    wall_s: float = 0.0
    """Time in which it ran, without pauses."""
    max_steps: int | None = None
    max_episodes: int | None = None
    max_seconds: float | None = None
    metric: str = ""
    """Name of the metric that decides about success, plateau and the best checkpoint; empty for none."""
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
    """Why it cannot be used: damaged or incomplete; None if it is whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterView:
    """A number that can be changed while the run is running, such as a parameter of the environment."""

    name: str
    value: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingView:
    """The rating of one player of the gallery, or of a checkpoint."""

    name: str
    mu: float
    sigma: float
    games: int
    wins: int = 0
    draws: int = 0
    losses: int = 0


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
    """The cause of its end, or what it waits for."""
    phase: int = 0
    """Index of the present phase in `phases`."""
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
    ratings: tuple[RatingView, ...] = ()
    failed_updates: int = 0
    """Learning steps that failed and were left out."""
    discarded_steps: int = 0
    """Steps whose experience was thrown away because a worker was restarted."""
    watched_arena: int | None = None
    timers: tuple[TimerView, ...] = ()
    """Times of the worker pool of the present phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricPoint:
    """One value of one curve.

    Names, each a mean over the episodes of an iteration: `reward` (sum per episode and agent), `reward/TERM`,
    `episode_s`, `first_touch_s` (game seconds), `touched` (share of episodes), `goals`, and against opponents
    `goal_difference` and `win_rate`. Further: `steps_per_s`, `objective`, `learner/NAME` (such as losses) of the
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
    """Decides the exit code of the command line; `MATCH` where the run itself failed."""
    problems: tuple[Problem, ...] = ()
    survivors: tuple[str, ...] = ()
    """Descriptions of processes that could not be ended."""

    @property
    def best(self) -> CheckpointView | None:
        """The best checkpoint of the newest phase that has one."""
        return next((checkpoint for checkpoint in reversed(self.view.checkpoints) if checkpoint.is_best), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChanged:
    """Something about the run changed; at most four times a second, and at once for a change of state."""

    view: RunView


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsRecorded:
    """Metrics since the previous event of this type, oldest first; all are in the run's folder too."""

    points: tuple[MetricPoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaShown:
    """A frame of the watched arena; frames in between may have been left out."""

    arena: int
    view: ArenaView
    reward_terms: tuple[tuple[str, float], ...] = ()
    """Reward of the first agent in this step by term, with weights."""
    policy_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNoted:
    """Something that the user should know, in whole sentences; the run goes on."""

    text: Message
    is_warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded:
    """The run is over and nothing of it runs any more."""

    result: RunResult


RunEvent = RunChanged | MetricsRecorded | ArenaShown | RunNoted | LinesLogged | RunEnded
"""Lines of the learner and its workers are logged under the key `learner`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseRun:
    """Stops stepping after the present iteration; the processes stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueRun:
    """Continues a paused run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRun:
    """Ends the run with a checkpoint, after the present iteration if that ends in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopPhase:
    """Ends the present phase with a checkpoint; the next one begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPhase:
    """Begins the present phase again, from what it had started with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetArenas:
    """Begins a new episode in every arena."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddWorker:
    """Starts one more worker process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWorker:
    """Stops a worker process; the one with the highest number if `worker` is None. One always stays."""

    worker: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParameter:
    """Sets a parameter of the environment in all workers, also after restarts."""

    name: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveCheckpoint:
    """Saves a checkpoint after the present iteration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchArena:
    """Starts, changes or ends (None) the events of one arena.

    The present policy plays in an arena of its own, with the seed of the training arena `arena`: in real time, or as
    fast as possible. There are up to 30 frames per second of wall time.
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
