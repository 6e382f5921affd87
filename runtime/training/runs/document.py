"""Documents of training runs, run.toml: reading with problems, and editing in place.

Names of classes are only compared here. Nothing from a run's folder is imported before the run starts.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, Self

from resources.examples import run_template
from runtime.documents import Reading, TextDocument
from runtime.documents.choices import MUTATORS, SKILLS
from runtime.documents.outline import written_key
from runtime.documents.suggestions import closest, did_you_mean
from runtime.documents.table import Readers, Table, read_file, read_text, wrong_type
from runtime.model.keys import keys_of, names_of, number
from runtime.model.messages import message
from runtime.model.problems import Repair
from runtime.model.training import PhaseMode
from runtime.training.environment import BOT, KINDS, PHYSICS, PHYSICS_OF_MATCH, built, drawer, make
from runtime.training.learners import EVOLUTION, LEARNERS, LearnerSetup
from runtime.training.learners.evolution import EvolutionStrategies
from runtime.training.runs.checkpoints import safe_name
from runtime.training.runs.conditions import EndConditions, Plateau, Success
from runtime.training.runs.metrics import METRICS
from runtime.training.runs.objectives import OBJECTIVES
from runtime.training.runs.opponents import has_room
from runtime.training.runs.plan import (
    DEFAULT_AGENT,
    FRESH,
    LATEST,
    PREVIOUS,
    VERSION,
    LoadSource,
    ParameterPlan,
    PhasePlan,
    RunPlan,
)
from runtime.training.specification import (
    ALL,
    Component,
    EnvironmentSpec,
    RewardTerm,
    SpecificationError,
)
from runtime.training.workers import NO_BOTS_IN_CLUSTERS, ClusterError, check_addresses

_KNOWN: Final[Mapping[str, Collection[str]]] = {**KINDS, "learner": LEARNERS, "objective": OBJECTIVES}
"""Names of built-in classes by kind."""
_OF_OTHERS: Final = ("mix", "situation", BOT)
"""Classes whose parameters are classes or files; they are not created before the run starts."""
_LOAD_KEYS: Final = tuple(key.path for key in keys_of(LoadSource))
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
        return cls.of_template("reach")

    @classmethod
    def of_template(cls, key: str) -> Self:
        """Returns a document without a file, with the text of a template (`resources.examples`)."""
        return cls(cls.open(run_template(key)).text, None)

    def reading(self) -> Reading[RunPlan]:
        """Reads the run from the current text."""
        return read_run_text(self.text, self.problem_path)


def read_run(path: Path) -> Reading[RunPlan]:
    """Reads a run.toml; the value is None if it has an error."""
    return read_file(path, _read)


def read_run_text(text: str, path: Path) -> Reading[RunPlan]:
    """Reads the document of a run that is not saved; its paths are relative to the folder of `path`."""
    return read_text(text, path, _read)


def known_names(kind: str) -> tuple[str, ...]:
    """Returns the names of Kickabout's classes of a kind: `learner`, `objective`, or a component of an environment."""
    return tuple(_KNOWN.get(kind, ()))


def parameter_names(environment: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the parameters that have a meaning in an environment, as far as its table is valid."""
    default = [term.as_json() for term in EnvironmentSpec().rewards]
    rewards, start = environment.get("rewards", default), environment.get("start")
    terms = [part.get("name") if isinstance(part, dict) else part for part in rewards if isinstance(rewards, list)]
    name = start.get("name") if isinstance(start, dict) else start
    starts: tuple[str, ...] = ("ball_speed", "ball_height", "car_speed", "distance") if name == "random" else ()
    if name == "mix" and isinstance(start, dict) and isinstance(start.get("starts"), list):
        starts = tuple(f"weight.{number}" for number in range(len(start["starts"])))
    return (
        *(f"weight.{term}" for term in dict.fromkeys(terms) if isinstance(term, str)),
        *(f"physics.{name}" for name in PHYSICS),
        *(f"start.{value}" for value in starts),
    )


def run_folder(document: Path) -> Path:
    """Returns the default folder for a run's checkpoints, metrics and logs; its document may name another one."""
    name = document.name.removesuffix(".toml").removesuffix(".run")
    return document.absolute().parent / "runs" / safe_name(name or "run")


def _read(top: Table) -> RunPlan:
    path = top.source.path
    _check_version(top)
    base = _environment(top, "environment", EnvironmentSpec()) if top.has("environment") else EnvironmentSpec()
    defaults = RunPlan(document=path, folder=run_folder(path), written=top.values)
    readers: Readers = {**_READERS, tuple[PhasePlan, ...]: partial(_phases, base=base)}
    homes = dict.fromkeys(names_of(RunPlan)["run",], "[run]")
    plan = top.read(defaults, readers, homes, more=("version", "environment"))
    plan = replace(plan, name=plan.name or path.stem, agent=plan.agent or DEFAULT_AGENT)
    _check_learner(top, plan)
    _check_cluster(top.table("workers"))
    if not plan.phases:
        fix = message("add-phase", "Add a table [[phases]] with an end, such as steps = 100_000.")
        top.error("phases", message("no-phases", "A run needs a phase."), fix=fix)
    _warn_of_idle_tables(top, plan)
    _check_bots(top, plan)
    return plan


def _check_cluster(workers: Table) -> None:
    try:
        check_addresses(workers.text("cluster"))
    except ClusterError as error:
        workers.error("cluster", error.text)


def _warn_of_idle_tables(top: Table, plan: RunPlan) -> None:
    """Warns about evaluations without a gallery, and about opponents without a car."""
    gallery = plan.gallery
    is_empty = not (gallery.bots or gallery.stand_ins or gallery.checkpoints)
    if is_empty and any(phase.mode is PhaseMode.EVALUATE or phase.evaluate_every for phase in plan.phases):
        text = message("gallery-empty", "The gallery is empty, so there is nothing to play against.")
        fix = message("add-gallery", "Add bots, stand_ins or checkpoints to [gallery].")
        top.warn("gallery" if top.has("gallery") else "phases", text, fix=fix)
    if plan.opponents is not None and not any(has_room(phase.environment) for phase in plan.phases):
        text = message("opponents-unused", "[opponents] has no effect: no orange car is left to them.")
        fix = message("open-to-opponents", 'Write controlled = "blue" and at least one orange car, without opponents.')
        top.warn("opponents", text, fix=fix)


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
        text = message("run-too-new", "This run is of a newer version of Kickabout ({n}).", n=str(version))
        top.error("version", text)
    elif type(version) is not int or version != VERSION:
        fix = message("write-version", "Write version = {version}.", version=str(VERSION))
        top.error("version", wrong_type("version", version, message("kind-version", "1")), fix=fix)


def _folder(table: Table, key: str, default: Path) -> Path:
    folder = table.text(key)
    return (table.source.path.absolute().parent / folder) if folder else default


def _stand_ins(table: Table, key: str, _usual: Any) -> tuple[str, ...]:
    skills = table.texts(key)
    for position, skill in enumerate(skills):
        if skill not in SKILLS:
            fault = message(
                "skill-unknown", "There is no skill '{skill}'. Known skills: {known:,}.", skill=skill, known=SKILLS
            )
            table.at((key, position)).error("", fault)
    return tuple(skill for skill in skills if skill in SKILLS)


def _parameters(top: Table, key: str, _usual: Any) -> tuple[ParameterPlan, ...]:
    return tuple(map(_parameter, top.tables(key)))


def _parameter(table: Table) -> ParameterPlan:
    value = table.values.get("value", 0.0)
    middle = float(value) if number().accepts(value) else 0.0
    plan = table.read(ParameterPlan(least=min(0.0, middle), most=max(1.0, middle)))
    if not plan.name:
        table.error("name", message("parameter-nameless", "A parameter needs a name."))
    if not plan.least <= plan.value <= plan.most:
        fault = message(
            "parameter-outside",
            "value is {value:g}, but least is {least:g} and most is {most:g}.",
            value=plan.value,
            least=plan.least,
            most=plan.most,
        )
        table.error("value", fault)
    return plan


def _phases(top: Table, key: str, _usual: Any, *, base: EnvironmentSpec) -> tuple[PhasePlan, ...]:
    phases: list[PhasePlan] = []
    for position, table in enumerate(top.tables(key)):
        name = f"phase-{position + 1}"
        phase = table.read(PhasePlan(name=name, environment=base), _READERS)
        phase = replace(phase, name=phase.name or name)
        has_end = any(table.has(key.path) for key in keys_of(EndConditions))
        if phase.mode is not PhaseMode.EVALUATE and not has_end:
            text = message("phase-endless", "This phase has no end, so it runs until it is stopped.")
            table.warn("", text, fix=message("add-end", "Add steps, episodes, seconds, success or plateau."))
        if any(safe_name(phase.name) == safe_name(other.name) for other in phases):
            text = message("phase-twice", 'Two phases have the name "{name}".', name=phase.name)
            table.error("name", text, fix=message("rename-phase", "Give each a name of its own."))
        _check_loaded_phase(table, phase.load, [other.name for other in phases])
        phases.append(phase)
    return tuple(phases)


def _success(phase: Table, key: str, _usual: Any) -> Success:
    table = phase.table(key)
    success = table.read(Success())
    _check_metric(table, success.metric)
    if success.at_least is None and success.at_most is None:
        text = message("success-without-value", "success needs the value that the metric must reach.")
        table.error("", text, fix=message("add-at-least", "Add at_least or at_most."))
    return success


def _plateau(phase: Table, key: str, _usual: Any) -> Plateau:
    table = phase.table(key)
    plateau = table.read(Plateau(steps=1))
    _check_metric(table, plateau.metric)
    if not table.has("steps"):
        text = message("plateau-without-steps", "plateau needs steps, for which the metric does not improve.")
        table.error("", text)
    return plateau


def _check_metric(table: Table, metric: str) -> None:
    if "/" not in metric and metric not in METRICS:
        text = message("metric-unknown", 'There is no metric "{name}", so this never ends the phase.', name=metric)
        names = message("write-one", "Write one of {names:or}.", names=METRICS)
        table.warn("metric", text, fix=did_you_mean(closest(metric, METRICS)) or names)


def _load(table: Table, key: str, _usual: Any) -> LoadSource:
    """Returns the starting checkpoint of a phase; if it is malformed, warns and returns the default."""
    value = table.values[key]
    if value == FRESH:
        return LoadSource(is_fresh=True)
    if value == PREVIOUS:
        return LoadSource()
    if isinstance(value, dict):
        inner = table.table(key).lenient()
        inner.check_keys(_LOAD_KEYS)
        texts = {key: inner.text(key) for key in _LOAD_KEYS}
        if all(isinstance(value.get(key, ""), str) for key in _LOAD_KEYS) and set(value) & set(_LOAD_KEYS):
            run = _other_run(inner) if texts["run"] else None
            if run is not None or not texts["run"]:
                return LoadSource(
                    run=run, phase=texts["phase"], agent=texts["agent"], checkpoint=texts["checkpoint"] or LATEST
                )
            return LoadSource()
    text = message("load-malformed", "load is not understood, so the phase continues from the previous one.")
    table.warn(key, text, fix=_LOAD_EXAMPLE)
    return LoadSource()


def _check_loaded_phase(table: Table, load: LoadSource, before: Sequence[str]) -> None:
    """Reports a load from a phase of this run that does not come before the one that loads."""
    if load.run is None and load.phase and safe_name(load.phase) not in map(safe_name, before):
        text = message("load-phase-unknown", 'No phase before this one is named "{name}".', name=load.phase)
        names = message("write-one", "Write one of {names:or}.", names=tuple(before)) if before else None
        table.at(("load",)).error("phase", text, fix=did_you_mean(closest(load.phase, before)) or names)


def _other_run(table: Table) -> Path | None:
    """Returns the run folder for the path of a document or a folder; None after a warning."""
    path = table.source.path.absolute().parent / table.text("run")
    if path.is_dir():
        return path
    return run_folder(path) if table.file("run") is not None else None


def _check_learner(top: Table, plan: RunPlan) -> None:
    """Reports a missing learner; tries the parameters of the one that needs no other package."""
    if not top.has("learner"):
        fix = message("add-named-table", 'Add [{table}] with name = "{name}".', table="learner", name=EVOLUTION)
        top.error("", message("table-missing", "The run has no [{table}].", table="learner"), fix=fix)
    if plan.learner.name == EVOLUTION:
        setup = LearnerSetup(interface={}, observation_size=1)
        with _reported(top.at(("learner",)), plan.learner.parameters):
            built(partial(EvolutionStrategies, setup), EVOLUTION, plan.learner.parameters)


def _component(table: Table, key: str, default: Component | None) -> Component | None:
    """Returns the class that a key names; a bot's path is relative to the document."""
    component = _component_at(table.at((key,)), table.values[key], key)
    if component is None or component.name != BOT or key != "opponents":
        return component or default
    value = table.values[key]
    place = table.at((key,), value if isinstance(value, dict) else None)
    if not place.has("path"):
        text = message("bot-without-path", "A bot as opponent needs the path of its bot.toml.")
        fix = message(
            "write-bot", "Write {example}.", example='opponents = { name = "bot", path = "../my_bot/bot.toml" }'
        )
        table.error(key, text, fix=fix)
        return default
    place.check_keys(("name", "path"))
    path = place.file("path", is_agent=True)
    return default if path is None else Component(name=BOT, parameters={"path": str(path)})


def _component_at(place: Table, value: object, kind: str) -> Component | None:
    """Returns the class of a text, or of a table with name and parameters; None after reporting a problem."""
    known = known_names(kind)
    is_table = isinstance(value, dict)
    name = value.get("name") if isinstance(value, dict) else value
    key = "name" if isinstance(value, dict) and "name" in value else ""
    example = '"package.module:Class"'
    if not isinstance(name, str) or not name:
        text = message("class-nameless", "{place} needs the name of a class.", place=written_key(place.path))
        fix = message("write-class", "Write name = {name}.", name=f'"{known[0]}"' if known else example)
        place.error(key, text, fix=fix)
        return None
    if name not in known and not _DOTTED.fullmatch(name):
        meant = closest(name, known)
        text = message("class-unknown", '{place} has no class "{name}".', place=written_key(place.path), name=name)
        fix = message(
            "write-one-or-class",
            "Write one of {names:or}, or a class of your own as {example}.",
            names=tuple(known),
            example=example,
        )
        path = (*place.path, "name") if is_table else place.path
        place.error(key, text, fix=did_you_mean(meant) or fix, repair=Repair(path=path, value=meant) if meant else None)
        return None
    parameters = {name: inner for name, inner in value.items() if name != "name"} if isinstance(value, dict) else {}
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


def _environment(top: Table, key: str, base: EnvironmentSpec) -> EnvironmentSpec:
    """Returns the environment of a table; missing keys are taken from `base`."""
    table = top.table(key)
    values = table.read_values(base, _READERS)
    if table.has("controlled") and values["controlled"] == ALL and not table.has("opponents"):
        values["opponents"] = None
    try:
        spec = EnvironmentSpec(**values)
    except SpecificationError as error:
        table.error(error.key if table.has(error.key) else "", error.reason)
        return base
    if _has_bot(spec) and (table.has("opponents") or table.has("parameters")):
        for name in (name for name in spec.parameters if name.startswith(_PHYSICS)):
            place, wrong = (table.at(("parameters",)), name) if table.has("parameters") else (table, "opponents")
            place.error(wrong, PHYSICS_OF_MATCH, fix=_USE_MUTATORS)
    return spec


def _several(table: Table, key: str, _usual: Any) -> tuple[Component, ...]:
    components = (_component_at(place, value, key) for place, value in _elements(table, key))
    return tuple(component for component in components if component is not None)


def _rewards(table: Table, key: str, _usual: Any) -> tuple[RewardTerm, ...]:
    terms = []
    for place, value in _elements(table, key):
        weight = place.number("weight", number(), 1.0)
        plain = {name: inner for name, inner in value.items() if name != "weight"} if isinstance(value, dict) else value
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
            text = message("parameter-unknown", "This is unknown. Known: {known:,}.", known=PHYSICS)
            meant = closest(rest, PHYSICS)
            numbers.error(name, text, fix=did_you_mean(f"physics.{meant}") if meant else None)
    return dict(numbers.values)


def _mutators(table: Table, key: str, _usual: Any) -> dict[str, str]:
    inner = table.table(key)
    inner.check_keys(tuple(MUTATORS))
    return {name: inner.choice(name, MUTATORS[name], MUTATORS[name][0]) for name in inner.values if name in MUTATORS}


_READERS: Final[Readers] = {
    Path: _folder,
    Component: _component,
    EnvironmentSpec: _environment,
    LoadSource: _load,
    Success: _success,
    Plateau: _plateau,
    tuple[str, ...]: _stand_ins,
    tuple[Component, ...]: _several,
    tuple[RewardTerm, ...]: _rewards,
    tuple[ParameterPlan, ...]: _parameters,
    Mapping[str, str]: _mutators,
    Mapping[str, Any]: _numbers,
}
