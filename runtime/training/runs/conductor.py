"""The course of a run in its learner process: phases, their learners and workers, and their starting points."""

import traceback
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.arena.modes import MODES
from runtime.extras import MissingExtraError
from runtime.files import reason_of
from runtime.model.messages import Message, MessageError, message
from runtime.model.training import EndReason, PhaseMode, RunChanged, RunEvent, RunNoted
from runtime.training.environment import load, make
from runtime.training.learners import LEARNERS, POLICY_FILE, Learner, LearnerSetup, Policy, save_policy
from runtime.training.runs.checkpoints import Checkpoint, CheckpointError
from runtime.training.runs.conditions import PhaseEnd
from runtime.training.runs.folder import MetricsLog, RunFolder
from runtime.training.runs.objectives import OBJECTIVES, Objective
from runtime.training.runs.opponents import PARAMETER as OPPONENT
from runtime.training.runs.opponents import OpponentSchedule, has_room, with_older_versions
from runtime.training.runs.plan import RunPlan, configuration_hash
from runtime.training.runs.record import RunRecord
from runtime.training.runs.resuming import find_checkpoint, newest_checkpoint, resume_refusal
from runtime.training.runs.session import Inbox, PhaseSession, Played, SessionServices, do_nothing
from runtime.training.runs.state import RunTrigger
from runtime.training.runs.viewer import ArenaViewer
from runtime.training.specification import Component, EnvironmentSpec, SpecificationError
from runtime.training.workers import WorkerPool

TEST_STEPS: Final = 150
"""Steps of each arena in one iteration of a phase without learning."""


class RunFailedError(MessageError):
    """The run cannot continue, and restarting its learner would not help; `text` says why."""


class StopRequestedError(BaseException):
    """A signal asked the learner process to end at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """The starting point of a phase."""

    checkpoint: Checkpoint | None
    text: Message
    value: float | None = None
    """Value of the objective, if the checkpoint is from the same phase."""


class RunConductor:
    """Runs the phases of a plan; owned by the main thread of the learner process."""

    def __init__(
        self, plan: RunPlan, inbox: Inbox, emit: Callable[[RunEvent], None], *, environments: Path | None = None
    ) -> None:
        """Takes a plan, and the folder of the environments made for bots."""
        self._plan = plan
        self._environments = environments
        self._inbox = inbox
        self._emit = emit
        self._folder = RunFolder(plan.folder)
        self._store = self._folder.store(plan.checkpoints.kept)
        self._metrics = MetricsLog(self._folder.metrics)
        self._record = RunRecord(plan)
        self._pool: WorkerPool | None = None
        self._pool_of: tuple[EnvironmentSpec, int, Component | None] | None = None
        self._learner: Learner | None = None
        self._session: PhaseSession | None = None
        self._viewer = ArenaViewer(emit, matches={"environments": environments})

    def run(self, *, is_resumed: bool) -> None:
        """Runs all phases that are not over.

        Raises:
            RunFailedError: It cannot continue.
        """
        record = self._record
        checkpoint = self._resumed() if is_resumed else None
        self._store_changed()
        record.change(RunTrigger.START)
        for index in range(record.present, len(record.phases)):
            record.present = index
            if record.phase.end is None and not self._run_phase(checkpoint):
                break
            checkpoint = None
        last = next((phase.end for phase in reversed(record.phases[: record.present + 1]) if phase.end), None)
        record.end = last.reason if last is not None else EndReason.MAXIMUM
        record.text = last.text if last is not None else None
        record.change(RunTrigger.END)
        self._show()

    def fail(self, text: Message) -> None:
        """Reports that the run has failed."""
        self._record.end, self._record.text = EndReason.FAILED, text
        self._record.change(RunTrigger.FAIL)
        if not self._record.phase.state.is_over:
            self._record.phase.change(RunTrigger.FAIL)
            self._record.phase.end = PhaseEnd(reason=EndReason.FAILED, text=text)
        self._show()

    def save_if_consistent(self) -> None:
        """Saves a checkpoint if the learner is certainly between two updates; only logs a failure."""
        if self._session is not None and self._learner is not None and self._session.is_consistent:
            try:
                self._session.save()
            except Exception:  # noqa: BLE001 - the process ends anyway, and older checkpoints are whole
                traceback.print_exc()

    def close(self) -> tuple[str, ...]:
        """Ends workers and viewer; returns descriptions of processes that could not be ended."""
        self._viewer.close()
        survivors = self._close_pool()
        self._metrics.close()
        return survivors

    def _resumed(self) -> Checkpoint | None:
        """Continues from the newest complete checkpoint of the latest phase that has one.

        Raises:
            RunFailedError: It belongs to another configuration.
        """
        checkpoint = newest_checkpoint(self._plan, on_skip=self._warn)
        if checkpoint is None:
            self._warn(message("nothing-to-resume", "There is no complete checkpoint, so the run starts from scratch."))
            self._metrics.rewind(-1)
            return None
        refusal = resume_refusal(self._plan, checkpoint)
        if refusal is not None:
            raise RunFailedError(refusal)
        self._record.restore(checkpoint.progress["record"])
        self._metrics.rewind(self._record.steps)
        return checkpoint

    def _run_phase(self, resumed: Checkpoint | None) -> bool:
        """Runs the current phase, from its own checkpoint or from its source; returns whether the run continues."""
        phase = self._record.phase
        while True:
            source = self._source() if resumed is None else self._continued(resumed)
            phase.source = source.text
            phase.change(RunTrigger.START)
            self._show()
            session = self._prepare(source)
            self._play(session)
            if not session.is_restart_wanted or session.is_run_over:
                break
            resumed = None
            self._forget_phase()
        is_broken_off = session.is_run_over and session.end is not None and session.end.reason is EndReason.CANCELLED
        if is_broken_off:
            session.save()  # a resume must continue the phase, so the checkpoint must not contain its end
        phase.end = session.end
        phase.change(RunTrigger.END)
        if not is_broken_off:
            session.save()
        self._session = None
        return not session.is_run_over

    def _forget_phase(self) -> None:
        """Resets the current phase so that it begins again, and sets its checkpoints aside."""
        record = self._record
        record.phase.restart()
        self._store.set_aside(record.phase.plan.name)
        self._metrics.rewind(record.steps)
        self._store_changed()

    def _continued(self, checkpoint: Checkpoint) -> _Source:
        text = message("phase-resumes", "Continues from its checkpoint at step {step}.", step=self._record.steps)
        return _Source(checkpoint=checkpoint, text=text, value=checkpoint.progress.get("metric_value"))

    def _source(self) -> _Source:
        """Returns the starting point of the current phase."""
        record, load_source = self._record, self._record.phase.plan.load
        if load_source.is_fresh:
            return _Source(checkpoint=None, text=message("phase-fresh", "Starts fresh."))
        if load_source.is_default and record.present == 0:
            return _Source(checkpoint=None, text=message("phase-from-nowhere", "Starts fresh: it is the first phase."))
        try:
            checkpoint = find_checkpoint(self._plan, record.present, load_source, on_skip=self._warn)
        except CheckpointError as error:
            raise RunFailedError(
                message(
                    "load-failed",
                    "Phase {phase} cannot begin: {reason}",
                    phase=record.phase.plan.name,
                    reason=error.text,
                )
            ) from error
        if checkpoint is None:
            return _Source(
                checkpoint=None, text=message("phase-from-nothing", "Starts fresh: there is no checkpoint before it.")
            )
        text = message("phase-continues", "Continues from {folder}.", folder=checkpoint.folder)
        return _Source(checkpoint=checkpoint, text=text)

    def _prepare(self, source: _Source) -> PhaseSession:
        """Creates workers, learner and opponents of the current phase."""
        plan, record = self._plan, self._record
        phase = record.phase.plan
        spec = phase.environment
        has_older = plan.opponents is not None and has_room(spec)
        if has_older:
            spec = with_older_versions(spec)
        try:
            setup = setup_of(spec, plan.seed)
        except SpecificationError as error:
            text = message(
                "environment-unusable", "{key} of the environment: {reason}", key=error.key, reason=error.reason
            )
            raise RunFailedError(text) from error
        learner = self._learner = self._loaded_learner(setup, source.checkpoint)
        pool = self._ready_pool(spec, phase.workers or plan.workers.count, plan.muscle or learner.muscle())
        opponent: dict[str, bytes] = {}

        def use(policy: bytes) -> None:
            if has_older:
                opponent[OPPONENT] = policy
                pool.set_parameters(opponent)

        schedule = None
        if plan.opponents is not None:
            schedule = OpponentSchedule(
                plan.opponents, self._folder.opponents, learner.policy, use, seed=plan.seed, step=record.steps
            )
        if record.parameters:
            pool.set_parameters(record.parameters)
        pool.reset()
        self._viewer.use(spec, ChainMap(record.parameters, opponent), learner.policy)
        services = SessionServices(
            inbox=self._inbox,
            emit=self._emit,
            record_metrics=self._metrics.append,
            save=self._save,
            watch=self._viewer.watch,
            refresh=self._viewer.refresh,
            after_steps=schedule.after_steps if schedule is not None else do_nothing,
            evaluate=self._evaluate,
            terms=pool.layout.reward_terms,
            has_opponents=spec.controlled != "all" and spec.orange > 0,
        )
        objective = objective_of(plan.objective)
        self._session = PhaseSession(record, pool, objective, services, saved_value=source.value)
        return self._session

    def _play(self, session: PhaseSession) -> None:
        """Runs the current phase until it is over."""
        assert self._learner is not None
        mode = self._record.phase.plan.mode
        session.show(at_once=True)
        while not session.is_over:
            session.begin()
            if mode is PhaseMode.TRAIN:
                self._learner.train(session)
                session.end_by_learner()
            elif mode is PhaseMode.TEST:
                play_without_learning(session, self._learner.policy())
            else:
                session.end_evaluation(self._evaluate())

    def _ready_pool(self, spec: EnvironmentSpec, count: int, muscle: Component | None) -> WorkerPool:
        """Returns running workers for an environment; reuses the workers of the previous phase if they fit."""
        if self._pool is not None and self._pool_of == (spec, count, muscle):
            return self._pool
        survivors = self._close_pool()
        if survivors:
            self._warn(message("workers-survive", "Processes could not be ended: {processes}.", processes=survivors))
        plan = self._plan
        self._pool = WorkerPool(
            spec,
            workers=count,
            arenas=plan.workers.arenas,
            seed=plan.seed,
            quota=plan.workers.quota,
            muscle=muscle,
            cluster=plan.workers.cluster,
            matches={"environments": self._environments},
        )
        self._pool_of = spec, count, muscle
        self._pool.start()
        return self._pool

    def _close_pool(self) -> tuple[str, ...]:
        if self._pool is None:
            return ()
        self._record.discarded_steps += self._pool.statistics().discarded_steps
        report = self._pool.close()
        self._pool = None
        return report.survivors

    def _loaded_learner(self, setup: LearnerSetup, checkpoint: Checkpoint | None) -> Learner:
        learner = new_learner(self._plan.learner, setup, on_old_signature=self._warn)
        if checkpoint is not None:
            try:
                learner.load(checkpoint.folder)
            except (OSError, ValueError) as error:
                raise RunFailedError(
                    message(
                        "checkpoint-does-not-fit",
                        "The learner cannot continue from {folder}: {error}.",
                        folder=checkpoint.folder,
                        error=str(error).rstrip("."),
                    )
                ) from error
        return learner

    def _save(self, value: float | None) -> None:
        """Saves a checkpoint of the current phase; a failure is only a warning, and training continues."""
        assert self._learner is not None
        learner, record = self._learner, self._record
        phase = record.phase
        configuration = self._plan.configuration(record.present)
        former_best = phase.progress.best_saved
        is_best = phase.is_best(value, is_higher_better=objective_of(self._plan.objective).is_higher_better)
        progress = {
            "record": record.as_json(),
            "metric_value": value,
            "configuration": configuration,
            "configuration_hash": configuration_hash(configuration),
        }

        def write(folder: Any) -> None:
            learner.save(folder)
            save_policy(learner.policy(), folder / POLICY_FILE)

        try:
            self._store.save(phase.plan.name, self._plan.agent, record.steps, write, progress, is_best=is_best)
        except CheckpointError as error:
            phase.progress.best_saved = former_best
            self._warn(error.text)
        self._store_changed()

    def _store_changed(self) -> None:
        self._record.checkpoints = self._store.views(self._plan.name)

    def _evaluate(self) -> Played:
        """Plays against the gallery; warns about opponents that cannot be played."""
        from runtime.training.evaluation import MatchSettings  # noqa: PLC0415 - most runs play no matches
        from runtime.training.runs.gallery import evaluate  # noqa: PLC0415 - most runs play no matches

        assert self._learner is not None
        plan, games = self._plan, self._record.phase.plan.games
        gallery = plan.gallery if games is None else replace(plan.gallery, games=games)
        try:
            settings = MatchSettings(environments=self._environments, is_stopped=lambda: self._inbox.is_stop_wanted)
            policy, steps = self._learner.policy(), self._record.steps
            evaluation = evaluate(plan, policy, steps, gallery=gallery, settings=settings)
        except (OSError, MissingExtraError) as error:
            reason = error.reason if isinstance(error, MissingExtraError) else reason_of(error)
            self._warn(message("evaluation-failed", "The games were not played: {reason}", reason=reason))
            return Played()
        for problem in evaluation.problems:
            self._warn(problem)
        self._record.ratings = evaluation.standings
        games = sum(not result.reason for result in evaluation.results)
        return Played(values=evaluation.metrics(), games=games, planned=evaluation.planned)

    def _show(self) -> None:
        if self._session is not None:
            self._session.show(at_once=True)
        else:
            self._emit(RunChanged(view=self._record.view()))

    def _warn(self, text: Message) -> None:
        self._emit(RunNoted(text=text, is_warning=True))


def objective_of(component: Component) -> Objective:
    """Returns the objective of a run.

    Raises:
        RunFailedError: Its class cannot be loaded or rejects its parameters.
    """
    objective: Objective = _made(component, OBJECTIVES, "objective")
    return objective


def new_learner(component: Component, setup: LearnerSetup, *, on_old_signature: Callable[[Message], None]) -> Learner:
    """Creates a learner. Without a `LearnerSetup`, its constructor gets seed and sizes as keywords, with a warning.

    Raises:
        RunFailedError: Its class cannot be loaded or rejects its parameters.
    """
    kind = _loaded(component, LEARNERS, "learner")
    try:
        learner: Learner = kind(setup, **component.parameters)
    except TypeError as error:
        sizes = {"observation_size": setup.observation_size, "outputs": setup.outputs}
        try:
            learner = kind(seed=setup.seed, **sizes, **component.parameters)
        except TypeError:
            raise _refused(component, error) from error
        text = message(
            "learner-old-signature",
            "The constructor of {name} takes no setup, which is deprecated: it got seed and sizes.",
            name=component.name,
        )
        on_old_signature(text)
    except (ValueError, ImportError) as error:
        raise _refused(component, error) from error
    return learner


def _made(component: Component, known: Mapping[str, Callable[..., Any]], key: str) -> Any:
    try:
        return _loaded(component, known, key)(**component.parameters)
    except (TypeError, ValueError, ImportError) as error:
        raise _refused(component, error) from error


def _loaded(component: Component, known: Mapping[str, Callable[..., Any]], key: str) -> Callable[..., Any]:
    try:
        loaded: Callable[..., Any] = load(component.name, known, key)
    except SpecificationError as error:
        raise RunFailedError(error.reason) from error
    return loaded


def _refused(component: Component, error: Exception) -> RunFailedError:
    text = message(
        "class-refused",
        "{name} cannot be built: {error}.",
        name=component.name,
        error=f"{type(error).__name__}: {error}".rstrip("."),
    )
    return RunFailedError(text)


def setup_of(spec: EnvironmentSpec, seed: int) -> LearnerSetup:
    """Returns the properties of the environment that a learner needs.

    Raises:
        SpecificationError: A component cannot be created.
    """
    actions, observation = make("actions", spec.actions), make("observation", spec.observation)
    return LearnerSetup(
        interface=spec.as_json(),
        observation_size=int(observation.size(spec.teams, len(MODES[spec.mode].field.pads))),
        action_bins=() if actions.count is None else (actions.count,),
        action_size=actions.size,
        seed=seed,
    )


def play_without_learning(session: PhaseSession, policy: Policy) -> None:
    """Plays with a policy until the session is over."""
    pool = session.pool
    observations: NDArray[np.float32] = pool.reset()
    is_wanted = True
    while is_wanted:
        episodes: list[Any] = []
        for _ in range(TEST_STEPS):
            arenas, agents, size = observations.shape
            actions = np.asarray(policy.act(observations.reshape(-1, size)))
            result = pool.step(actions.reshape(arenas, agents, *pool.layout.action_shape))
            observations = result.observations
            episodes += result.episodes
        is_wanted = session.iteration(steps=TEST_STEPS * arenas * agents, metrics={}, episodes=episodes)
