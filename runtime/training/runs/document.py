"""Documents of training runs, run.toml: reading with problems, and editing in place.

Names of classes are only compared here. Nothing from a run's folder is imported before the run starts.
"""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, Self

from runtime.documents import Reading, TextDocument
from runtime.documents.choices import MUTATORS, SKILLS
from runtime.documents.outline import written_key
from runtime.documents.source import DocumentError, Source, load, parse
from runtime.documents.suggestions import closest, did_you_mean
from runtime.documents.table import Table, without_quotes, wrong_type
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Repair
from runtime.model.training import PhaseMode
from runtime.training.environment import BOT, KINDS, PHYSICS, PHYSICS_OF_MATCH, built, drawer, make
from runtime.training.learners import EVOLUTION, LEARNERS, LearnerSetup
from runtime.training.learners.evolution import EvolutionStrategies
from runtime.training.runs.checkpoints import safe_name
from runtime.training.runs.conditions import OBJECTIVE, EndConditions, Plateau, Success
from runtime.training.runs.metrics import METRICS
from runtime.training.runs.objectives import OBJECTIVES
from runtime.training.runs.opponents import has_room
from runtime.training.runs.plan import (
    DEFAULT_AGENT,
    FRESH,
    LATEST,
    LEARNER_QUOTA,
    PREVIOUS,
    VERSION,
    CheckpointsPlan,
    GalleryPlan,
    LoadSource,
    OpponentsPlan,
    ParameterPlan,
    PhasePlan,
    RunPlan,
    WorkersPlan,
)
from runtime.training.specification import (
    ALL,
    BLUE,
    MAX_CARS_PER_TEAM,
    MAX_TICK_SKIP,
    Component,
    EnvironmentSpec,
    RewardTerm,
    SpecificationError,
)
from runtime.training.workers import NO_BOTS_IN_CLUSTERS, ClusterError, RestartQuota, check_addresses

NEW_TEXT: Final = """\
version = 1

[run]
name = "Reach the ball"
seed = 1

[environment]
blue = 1
orange = 0
controlled = "blue"
observation = "car_frame"
actions = "continuous"
terminations = ["touch"]
truncations = [{ name = "time_limit", seconds = 6 }]
start = "random"

[[environment.rewards]]
name = "velocity_to_ball"
weight = 1.0

# Steps of each arena in one iteration: episodes of 6 s end within 90 steps.
[learner]
name = "evolution"
steps = 100

[workers]
count = 2
arenas = 16

[[phases]]
name = "train"
seconds = 300
"""
SELF_PLAY_TEXT: Final = """\
version = 1

[run]
name = "Self-play"
seed = 1

[environment]
blue = 1
orange = 1
controlled = "blue"
terminations = ["goal"]
truncations = [{ name = "no_touch", seconds = 8.0 }, { name = "time_limit", seconds = 20.0 }]
start = "random"

[[environment.rewards]]
name = "goal"
weight = 10.0

[[environment.rewards]]
name = "velocity_to_ball"
weight = 0.1

[[environment.rewards]]
name = "ball_to_goal"
weight = 0.2

# Older versions of the policy play orange.
[opponents]
snapshot_every = 50_000

# Steps of each arena in one iteration: episodes of 20 s end within 300 steps.
[learner]
name = "evolution"
steps = 300

[workers]
count = 2
arenas = 16

# A slider in the window.
[[parameters]]
name = "weight.velocity_to_ball"
value = 0.1
least = 0.0
most = 1.0

[gallery]
stand_ins = ["Rookie"]

[[phases]]
name = "train"
steps = 5_000_000

[[phases]]
name = "evaluate"
mode = "evaluate"
"""
TEMPLATES: Final = {"reach": NEW_TEXT, "self-play": SELF_PLAY_TEXT}
TOP_KEYS: Final = (
    *("version", "run", "environment", "learner", "muscle", "objective", "workers", "checkpoints", "opponents"),
    *("gallery", "parameters", "phases"),
)
RUN_KEYS: Final = ("name", "seed", "agent", "folder", "failed_updates", *("restarts", "restarts_in_period", "period_s"))
WORKERS_KEYS: Final = ("count", "arenas", "cluster", "restarts", "restarts_in_period", "period_s")
CHECKPOINT_KEYS: Final = ("every_s", "every_steps", "kept")
OPPONENT_KEYS: Final = ("snapshot_every", "swap_every", "window", "latest_share")
GALLERY_KEYS: Final = ("bots", "stand_ins", "checkpoints", "games", "seconds")
PARAMETER_KEYS: Final = ("name", "value", "least", "most")
PHASE_KEYS: Final = (
    *("name", "mode", "steps", "episodes", "seconds", "success", "plateau", "evaluate_every", "workers", "games"),
    *("load", "environment"),
)
LOAD_KEYS: Final = ("run", "phase", "agent", "checkpoint")
SUCCESS_KEYS: Final = ("metric", "at_least", "at_most", "over")
PLATEAU_KEYS: Final = ("metric", "steps", "change")
GAME_MODES: Final = ("Soccar", "Hoops", "Heatseeker", "Snowday")
MODES: Final = tuple(mode.value for mode in PhaseMode)
UNLIMITED: Final = -1
_KNOWN: Final[Mapping[str, Collection[str]]] = {**KINDS, "learner": LEARNERS, "objective": OBJECTIVES}
"""Names of built-in classes by kind."""
_OF_OTHERS: Final = ("mix", "situation", BOT)
"""Classes whose parameters are classes or files; they are not created before the run starts."""
_MAX_NUMBER: Final = 10**15
_DOTTED: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_PHYSICS: Final = "physics."
_USE_MUTATORS: Final = message("use-mutators", "Remove it, or change the mutators of the environment.")
_LOAD_EXAMPLE: Final = message(
    "write-load", "Write {example}.", example='load = "fresh" or load = { run = "../other/run.toml", phase = "train" }'
)


class RunDocument(TextDocument[RunPlan]):
    """One run.toml while it is edited."""

    links: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("gallery", "bots", "*"),
        ("environment", "opponents", "path"),
        ("phases", "*", "environment", "opponents", "path"),
        ("phases", "*", "load", "run"),
    )

    @classmethod
    def new(cls) -> Self:
        """Returns a document without a file, in which a car learns to reach the ball."""
        return cls(NEW_TEXT, None)

    @classmethod
    def of_template(cls, key: str) -> Self:
        """Returns a document without a file, with the text of one of `TEMPLATES`."""
        return cls(TEMPLATES[key], None)

    def reading(self) -> Reading[RunPlan]:
        """Reads the run from the current text."""
        return read_run_text(self.text, self.problem_path)


def read_run(path: Path) -> Reading[RunPlan]:
    """Reads a run.toml; the value is None if it has an error."""
    source, problems = load(path)
    findings: list[Problem] = list(problems)
    return Reading.of(None if source is None else _read(source, findings), findings)


def read_run_text(text: str, path: Path) -> Reading[RunPlan]:
    """Reads the document of a run that is not saved; its paths are relative to the folder of `path`."""
    findings: list[Problem] = []
    try:
        return Reading.of(_read(parse(path, text), findings), findings)
    except DocumentError as error:
        return Reading.of(None, [error.problem])


def known_names(kind: str) -> tuple[str, ...]:
    """Returns the names of Kickabout's classes of a kind: `learner`, `objective`, or a component of an environment."""
    return tuple(_KNOWN.get(kind, ()))


def parameter_names(environment: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the parameters that have a meaning in an environment, as far as its table is valid."""
    usual = [term.as_json() for term in EnvironmentSpec().rewards]
    rewards, start = environment.get("rewards", usual), environment.get("start")
    terms = [one.get("name") if isinstance(one, dict) else one for one in rewards if isinstance(rewards, list)]
    name = start.get("name") if isinstance(start, dict) else start
    starts: tuple[str, ...] = ("ball_speed", "ball_height", "car_speed", "distance") if name == "random" else ()
    if name == "mix" and isinstance(start, dict) and isinstance(start.get("starts"), list):
        starts = tuple(f"weight.{number}" for number in range(len(start["starts"])))
    return (
        *(f"weight.{term}" for term in dict.fromkeys(terms) if isinstance(term, str)),
        *(f"physics.{one}" for one in PHYSICS),
        *(f"start.{one}" for one in starts),
    )


def run_folder(document: Path) -> Path:
    """Returns the default folder for a run's checkpoints, metrics and logs; its document may name another one."""
    name = document.name.removesuffix(".toml").removesuffix(".run")
    return document.absolute().parent / "runs" / safe_name(name or "run")


def _cluster(workers: Table) -> str:
    addresses = workers.text("cluster")
    try:
        check_addresses(addresses)
    except ClusterError as error:
        workers.error("cluster", error.text)
    return addresses


def _read(source: Source, findings: list[Problem]) -> RunPlan:
    top = Table(source, (), source.data, findings)
    top.check_keys(TOP_KEYS, dict.fromkeys(RUN_KEYS, "[run]"))
    _check_version(top)
    run = top.table("run")
    run.check_keys(RUN_KEYS)
    name = run.text("name") or source.path.stem
    folder = run.text("folder")
    environment = top.table("environment")
    workers = top.table("workers")
    workers.check_keys(WORKERS_KEYS)
    plan = RunPlan(
        name=name,
        document=source.path,
        folder=(source.path.absolute().parent / folder) if folder else run_folder(source.path),
        learner=_learner(top),
        muscle=_component(top, "muscle", "muscle"),
        objective=_component(top, "objective", "objective") or Component(name="reward"),
        agent=run.text("agent") or DEFAULT_AGENT,
        seed=_whole(run, "seed", 0, 0, 2**32 - 1),
        failed_updates=_whole(run, "failed_updates", 10, 0),
        learner_quota=_quota(run, LEARNER_QUOTA),
        workers=WorkersPlan(
            count=_whole(workers, "count", 2, 1, 1024),
            arenas=_whole(workers, "arenas", 8, 1, 4096),
            cluster=_cluster(workers),
            quota=_quota(workers, RestartQuota()),
        ),
        checkpoints=_checkpoints(top.table("checkpoints")),
        opponents=_opponents(top.table("opponents")) if top.has("opponents") else None,
        gallery=_gallery(top.table("gallery")),
        parameters=tuple(map(_parameter, top.tables("parameters"))),
        phases=_phases(top, environment),
        written=source.data,
    )
    _warn_of_idle_tables(top, plan)
    _check_bots(top, plan)
    return plan


def _warn_of_idle_tables(top: Table, plan: RunPlan) -> None:
    """Warns about evaluations without a gallery, and about opponents without a car."""
    gallery = plan.gallery
    is_empty = not (gallery.bots or gallery.stand_ins or gallery.checkpoints)
    if is_empty and any(phase.mode is PhaseMode.EVALUATE or phase.evaluate_every for phase in plan.phases):
        said = message("gallery-empty", "The gallery is empty, so there is nothing to play against.")
        fix = message("add-gallery", "Add bots, stand_ins or checkpoints to [gallery].")
        top.warn("gallery" if top.has("gallery") else "phases", said, fix=fix)
    if plan.opponents is not None and not any(has_room(phase.environment) for phase in plan.phases):
        said = message("opponents-unused", "[opponents] has no effect: no orange car is left to them.")
        fix = message("open-to-opponents", 'Write controlled = "blue" and at least one orange car, without opponents.')
        top.warn("opponents", said, fix=fix)


def _check_bots(top: Table, plan: RunPlan) -> None:
    """Reports options that cannot be combined with a bot as opponent."""
    if not any(map(_has_bot, (phase.environment for phase in plan.phases))):
        return
    if plan.workers.cluster:
        fix = message("remove-cluster", "Remove cluster, or let older versions play ([opponents]).")
        top.at(("workers",)).error("cluster", NO_BOTS_IN_CLUSTERS, fix=fix)
    for position, parameter in enumerate(plan.parameters):
        if parameter.name.startswith(_PHYSICS):
            top.at(("parameters", position)).error("name", PHYSICS_OF_MATCH, fix=_USE_MUTATORS)


def _has_bot(environment: EnvironmentSpec) -> bool:
    return environment.opponents is not None and environment.opponents.name == BOT


def _check_version(top: Table) -> None:
    version = top.values.get("version", VERSION)
    if type(version) is int and version > VERSION:
        said = message("run-too-new", "This run is of a newer version of Kickabout ({n}).", n=str(version))
        top.error("version", said)
    elif type(version) is not int or version != VERSION:
        fix = message("write-version", "Write version = {version}.", version=str(VERSION))
        top.error("version", wrong_type("version", version, message("kind-version", "1")), fix=fix)


def _checkpoints(table: Table) -> CheckpointsPlan:
    table.check_keys(CHECKPOINT_KEYS)
    usual = CheckpointsPlan()
    return CheckpointsPlan(
        every_s=_number(table, "every_s", usual.every_s, 0.0),
        every_steps=_whole_or_none(table, "every_steps"),
        kept=_whole(table, "kept", usual.kept, 1, 1000),
    )


def _opponents(table: Table) -> OpponentsPlan:
    table.check_keys(OPPONENT_KEYS)
    usual = OpponentsPlan()
    return OpponentsPlan(
        snapshot_every=_whole(table, "snapshot_every", usual.snapshot_every, 1),
        swap_every=_whole(table, "swap_every", usual.swap_every, 1),
        window=_whole(table, "window", usual.window, 1, 1000),
        latest_share=_number(table, "latest_share", usual.latest_share, 0.0, 1.0) or 0.0,
    )


def _gallery(table: Table) -> GalleryPlan:
    table.check_keys(GALLERY_KEYS)
    usual = GalleryPlan()
    return GalleryPlan(
        bots=table.files("bots", is_agent=True),
        stand_ins=_stand_ins(table),
        checkpoints=_whole(table, "checkpoints", usual.checkpoints, 0, 100),
        games=_whole(table, "games", usual.games, 1, 10_000),
        seconds=_number(table, "seconds", usual.seconds, 1.0) or usual.seconds,
    )


def _stand_ins(table: Table) -> tuple[str, ...]:
    skills = table.texts("stand_ins")
    for position, skill in enumerate(skills):
        if skill not in SKILLS:
            fault = message(
                "skill-unknown", "There is no skill '{skill}'. Known skills: {known:,}.", skill=skill, known=SKILLS
            )
            table.at(("stand_ins", position)).error("", fault)
    return tuple(skill for skill in skills if skill in SKILLS)


def _parameter(table: Table) -> ParameterPlan:
    table.check_keys(PARAMETER_KEYS)
    value = _number(table, "value", 0.0) or 0.0
    least, most = _number(table, "least", min(0.0, value)), _number(table, "most", max(1.0, value))
    assert least is not None
    assert most is not None
    if not table.text("name"):
        table.error("name", message("parameter-nameless", "A parameter needs a name."))
    if not least <= value <= most:
        fault = message(
            "parameter-outside",
            "value is {value:g}, but least is {least:g} and most is {most:g}.",
            value=value,
            least=least,
            most=most,
        )
        table.error("value", fault)
    return ParameterPlan(name=table.text("name"), value=value, least=least, most=most)


def _phases(top: Table, environment: Table) -> tuple[PhasePlan, ...]:
    base = read_environment(environment, EnvironmentSpec())
    tables = top.tables("phases")
    if not tables:
        fix = message("add-phase", "Add a table [[phases]] with an end, such as steps = 100_000.")
        top.error("phases", message("no-phases", "A run needs a phase."), fix=fix)
    phases: list[PhasePlan] = []
    for position, table in enumerate(tables):
        phase = _phase(table, base, f"phase-{position + 1}")
        if any(safe_name(phase.name) == safe_name(other.name) for other in phases):
            said = message("phase-twice", 'Two phases have the name "{name}".', name=phase.name)
            table.error("name", said, fix=message("rename-phase", "Give each a name of its own."))
        _check_loaded_phase(table, phase.load, [other.name for other in phases])
        phases.append(phase)
    return tuple(phases)


def _phase(table: Table, base: EnvironmentSpec, usual_name: str) -> PhasePlan:
    table.check_keys(PHASE_KEYS)
    mode = PhaseMode(table.choice("mode", MODES, PhaseMode.TRAIN.value))
    end = EndConditions(
        steps=_whole_or_none(table, "steps"),
        episodes=_whole_or_none(table, "episodes"),
        seconds=_number(table, "seconds", None, 0.0),
        success=_success(table.table("success")) if table.has("success") else None,
        plateau=_plateau(table.table("plateau")) if table.has("plateau") else None,
    )
    if mode is not PhaseMode.EVALUATE and end == EndConditions():
        said = message("phase-endless", "This phase has no end, so it runs until it is stopped.")
        table.warn("", said, fix=message("add-end", "Add steps, episodes, seconds, success or plateau."))
    override = table.table("environment")
    return PhasePlan(
        name=table.text("name") or usual_name,
        mode=mode,
        environment=read_environment(override, base) if table.has("environment") else base,
        end=end,
        evaluate_every=_whole_or_none(table, "evaluate_every"),
        workers=_whole_or_none(table, "workers"),
        games=_whole_or_none(table, "games"),
        load=_load(table),
    )


def _success(table: Table) -> Success:
    table.check_keys(SUCCESS_KEYS)
    success = Success(
        metric=_metric(table),
        at_least=_number(table, "at_least", None),
        at_most=_number(table, "at_most", None),
        over=_whole(table, "over", 1, 1, 10_000),
    )
    if success.at_least is None and success.at_most is None:
        said = message("success-without-value", "success needs the value that the metric must reach.")
        table.error("", said, fix=message("add-at-least", "Add at_least or at_most."))
    return success


def _plateau(table: Table) -> Plateau:
    table.check_keys(PLATEAU_KEYS)
    if not table.has("steps"):
        said = message("plateau-without-steps", "plateau needs steps, for which the metric does not improve.")
        table.error("", said)
    return Plateau(
        metric=_metric(table),
        steps=_whole(table, "steps", 1, 1),
        change=_number(table, "change", 0.0, 0.0) or 0.0,
    )


def _metric(table: Table) -> str:
    metric = table.text("metric", OBJECTIVE)
    if "/" not in metric and metric not in METRICS:
        said = message("metric-unknown", 'There is no metric "{name}", so this never ends the phase.', name=metric)
        names = message("write-one", "Write one of {names:or}.", names=METRICS)
        table.warn("metric", said, fix=did_you_mean(closest(metric, METRICS)) or names)
    return metric


def _load(table: Table) -> LoadSource:
    """Returns the starting checkpoint of a phase; if it is malformed, warns and returns the default."""
    value = table.values.get("load", PREVIOUS)
    if value == FRESH:
        return LoadSource(is_fresh=True)
    if value == PREVIOUS:
        return LoadSource()
    if isinstance(value, dict):
        inner = table.table("load").lenient()
        inner.check_keys(LOAD_KEYS)
        texts = {key: inner.text(key) for key in LOAD_KEYS}
        if all(isinstance(value.get(key, ""), str) for key in LOAD_KEYS) and set(value) & set(LOAD_KEYS):
            run = _other_run(inner) if texts["run"] else None
            if run is not None or not texts["run"]:
                return LoadSource(
                    run=run, phase=texts["phase"], agent=texts["agent"], checkpoint=texts["checkpoint"] or LATEST
                )
            return LoadSource()
    said = message("load-malformed", "load is not understood, so the phase continues from the previous one.")
    table.warn("load", said, fix=_LOAD_EXAMPLE)
    return LoadSource()


def _check_loaded_phase(table: Table, load: LoadSource, before: Sequence[str]) -> None:
    """Reports a load from a phase of this run that does not come before the one that loads."""
    if load.run is None and load.phase and safe_name(load.phase) not in map(safe_name, before):
        said = message("load-phase-unknown", 'No phase before this one is named "{name}".', name=load.phase)
        names = message("write-one", "Write one of {names:or}.", names=tuple(before)) if before else None
        table.at(("load",)).error("phase", said, fix=did_you_mean(closest(load.phase, before)) or names)


def _other_run(table: Table) -> Path | None:
    """Returns the run folder for the path of a document or a folder; None after a warning."""
    path = table.source.path.absolute().parent / table.text("run")
    if path.is_dir():
        return path
    return run_folder(path) if table.file("run") is not None else None


def _learner(top: Table) -> Component:
    """Returns the learner; the parameters of the one that needs no other package are tried."""
    component = _component(top, "learner", "learner")
    if component is None and not top.has("learner"):
        fix = message("add-named-table", 'Add [{table}] with name = "{name}".', table="learner", name=EVOLUTION)
        top.error("", message("table-missing", "The run has no [{table}].", table="learner"), fix=fix)
    if component is not None and component.name == EVOLUTION:
        usual = LearnerSetup(interface={}, observation_size=1)
        with _reported(top.at(("learner",)), component.parameters):
            built(partial(EvolutionStrategies, usual), EVOLUTION, component.parameters)
    return component or Component(name="")


def _component(table: Table, key: str, kind: str) -> Component | None:
    """Returns the class that a key names; None if it is missing, or after reporting a problem."""
    return _component_at(table.at((key,)), table.values[key], kind) if table.has(key) else None


def _component_at(place: Table, value: object, kind: str) -> Component | None:
    """Returns the class of a text, or of a table with name and parameters; None after reporting a problem."""
    known = known_names(kind)
    is_table = isinstance(value, dict)
    name = value.get("name") if isinstance(value, dict) else value
    key = "name" if isinstance(value, dict) and "name" in value else ""
    example = '"package.module:Class"'
    if not isinstance(name, str) or not name:
        said = message("class-nameless", "{place} needs the name of a class.", place=written_key(place.path))
        fix = message("write-class", "Write name = {name}.", name=f'"{known[0]}"' if known else example)
        place.error(key, said, fix=fix)
        return None
    if name not in known and not _DOTTED.fullmatch(name):
        meant = closest(name, known)
        said = message("class-unknown", '{place} has no class "{name}".', place=written_key(place.path), name=name)
        fix = message(
            "write-one-or-class",
            "Write one of {names:or}, or a class of your own as {example}.",
            names=tuple(known),
            example=example,
        )
        path = (*place.path, "name") if is_table else place.path
        place.error(key, said, fix=did_you_mean(meant) or fix, repair=Repair(path=path, value=meant) if meant else None)
        return None
    parameters = {one: given for one, given in value.items() if one != "name"} if isinstance(value, dict) else {}
    component = Component(name=name, parameters=parameters)
    if kind in KINDS and name in KINDS[kind] and name not in _OF_OTHERS:
        with _reported(place, parameters):
            make(kind, component, kind)
    return component


@contextmanager
def _reported(place: Table, parameters: Mapping[str, Any]) -> Iterator[None]:
    """Reports parameters that a class refuses, at their place."""
    try:
        yield
    except SpecificationError as error:
        parameter = error.key.rpartition(".")[2]
        place.error(parameter if parameter in parameters else "", error.reason)


def _elements(table: Table, key: str) -> list[tuple[Table, object]]:
    """Returns the elements of an array with their places."""
    values = table.values[key]
    if not isinstance(values, list):
        fix = message("write-array", "Write it in square brackets.")
        table.error(key, wrong_type(key, values, message("kind-array", "an array")), fix=fix)
        return []
    return [
        (table.at((key, position), value if isinstance(value, dict) else None), value)
        for position, value in enumerate(values)
    ]


def _quota(table: Table, usual: RestartQuota) -> RestartQuota:
    return RestartQuota(
        lifetime=_whole(table, "restarts", usual.lifetime, UNLIMITED),
        per_period=_whole(table, "restarts_in_period", usual.per_period, UNLIMITED),
        period_s=_number(table, "period_s", usual.period_s, 0.001) or usual.period_s,
    )


def _whole(table: Table, key: str, usual: int, least: int, most: int = _MAX_NUMBER) -> int:
    value = table.values.get(key, usual)
    if type(value) is int and least <= value <= most:
        return value
    expected = message("whole-range", "a whole number from {least} to {most}", least=str(least), most=str(most))
    if most == _MAX_NUMBER:
        expected = message("whole-from", "a whole number from {least} up", least=str(least))
    table.error(key, wrong_type(key, value, expected), fix=_number_fix(value))
    return usual


def _whole_or_none(table: Table, key: str) -> int | None:
    return _whole(table, key, 1, 1) if table.has(key) else None


def _number(
    table: Table, key: str, usual: float | None, least: float = -_MAX_NUMBER, most: float = _MAX_NUMBER
) -> float | None:
    value = table.values.get(key, usual)
    if value is None:
        return None
    if type(value) in (int, float) and least <= value <= most:
        return float(value)
    expected = message("kind-number-range", "a number from {least} to {most}", least=f"{least:g}", most=f"{most:g}")
    if most == _MAX_NUMBER:
        expected = message("number-from", "a number from {least} up", least=f"{least:g}")
    if least == -_MAX_NUMBER:
        expected = message("kind-any-number", "a number")
    table.error(key, wrong_type(key, value, expected), fix=_number_fix(value))
    return usual


def _number_fix(value: object) -> Message | None:
    try:
        is_quoted = isinstance(value, str) and math.isfinite(float(value))
    except ValueError:
        return None
    return without_quotes(str(value)) if is_quoted else None


def read_environment(table: Table, base: EnvironmentSpec) -> EnvironmentSpec:
    """Returns the environment of a table; missing keys are taken from `base`."""
    table.check_keys(ENVIRONMENT_KEYS)
    values: dict[str, Any] = {key: getattr(base, key) for key in ENVIRONMENT_KEYS}
    for key in filter(table.has, ENVIRONMENT_KEYS):
        values[key] = _ENVIRONMENT[key](table, key, values[key])
    if table.has("controlled") and values["controlled"] == ALL and not table.has("opponents"):
        values["opponents"] = None
    try:
        spec = EnvironmentSpec(**values)
    except SpecificationError as error:
        table.error(error.key if table.has(error.key) else "", error.reason)
        return base
    if _has_bot(spec) and (table.has("opponents") or table.has("parameters")):
        for name in (name for name in spec.parameters if name.startswith(_PHYSICS)):
            place, key = (table.at(("parameters",)), name) if table.has("parameters") else (table, "opponents")
            place.error(key, PHYSICS_OF_MATCH, fix=_USE_MUTATORS)
    return spec


def _opponents_of(table: Table, key: str, usual: Component | None) -> Component | None:
    """Returns the driver of the cars without agents; a bot's path is relative to the document."""
    component = _component(table, key, "opponents")
    if component is None or component.name != BOT:
        return component or usual
    value = table.values[key]
    place = table.at((key,), value if isinstance(value, dict) else None)
    if not place.has("path"):
        said = message("bot-without-path", "A bot as opponent needs the path of its bot.toml.")
        fix = message(
            "write-bot", "Write {example}.", example='opponents = { name = "bot", path = "../my_bot/bot.toml" }'
        )
        table.error(key, said, fix=fix)
        return usual
    place.check_keys(("name", "path"))
    path = place.file("path", is_agent=True)
    return usual if path is None else Component(name=BOT, parameters={"path": str(path)})


def _one(kind: str) -> Callable[[Table, str, Any], Any]:
    return lambda table, key, usual: _component(table, key, kind) or usual


def _several(kind: str) -> Callable[[Table, str, Any], Any]:
    def read(table: Table, key: str, _usual: Any) -> tuple[Component, ...]:
        found = (_component_at(place, value, kind) for place, value in _elements(table, key))
        return tuple(component for component in found if component is not None)

    return read


def _rewards(table: Table, key: str, _usual: Any) -> tuple[RewardTerm, ...]:
    terms = []
    for place, value in _elements(table, key):
        weight = _number(place, "weight", 1.0) or 0.0
        plain = {name: given for name, given in value.items() if name != "weight"} if isinstance(value, dict) else value
        component = _component_at(place, plain, "rewards")
        terms += [RewardTerm(component=component, weight=weight)] if component is not None else []
    return tuple(terms)


def _numbers(table: Table, key: str, _usual: Any) -> dict[str, Any]:
    numbers = table.table(key)
    for name, value in numbers.values.items():
        try:
            drawer(name, value)
        except SpecificationError as error:
            numbers.error(name, error.reason)
            continue
        kind, _, rest = name.partition(".")
        if kind == "physics" and rest not in PHYSICS:
            said = message("parameter-unknown", "This is unknown. Known: {known:,}.", known=PHYSICS)
            meant = closest(rest, PHYSICS)
            numbers.error(name, said, fix=did_you_mean(f"physics.{meant}") if meant else None)
    return dict(numbers.values)


def _mutators(table: Table, key: str, _usual: Any) -> dict[str, str]:
    inner = table.table(key)
    inner.check_keys(tuple(MUTATORS))
    return {name: inner.choice(name, MUTATORS[name], MUTATORS[name][0]) for name in inner.values if name in MUTATORS}


def _cars(least: int) -> Callable[[Table, str, int], int]:
    return lambda table, key, usual: _whole(table, key, usual, least, MAX_CARS_PER_TEAM)


_ENVIRONMENT: Final[Mapping[str, Callable[[Table, str, Any], Any]]] = {
    "mode": lambda table, key, usual: table.choice(key, GAME_MODES, usual),
    "blue": _cars(1),
    "orange": _cars(0),
    "controlled": lambda table, key, usual: table.choice(key, (ALL, BLUE), usual),
    "opponents": _opponents_of,
    "tick_skip": lambda table, key, usual: _whole(table, key, usual, 1, MAX_TICK_SKIP),
    "action_delay": lambda table, key, usual: _whole(table, key, usual, 0, MAX_TICK_SKIP),
    **{kind: _one(kind) for kind in ("observation", "actions", "start")},
    "rewards": _rewards,
    **{kind: _several(kind) for kind in ("terminations", "truncations")},
    "mutators": _mutators,
    "parameters": _numbers,
}
ENVIRONMENT_KEYS: Final = tuple(_ENVIRONMENT)
