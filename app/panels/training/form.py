"""The form of training runs: sections, lists and distributions; its other rows follow from the keys of `RunPlan`."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.document.form import (
    KIND,
    Choices,
    Values,
    is_inline,
    list_at,
    rows_of,
    table_at,
    text_of,
    value_at,
)
from app.document.form import apply as apply_plain
from runtime.documents import (
    EditError,
    TextDocument,
    add_element,
    append_table,
    remove_table,
    set_inline,
    set_value,
)
from runtime.documents.choices import SKILLS
from runtime.model.game_facts import GRAVITY_Z, MAX_BALL_SPEED
from runtime.model.training import PhaseMode
from runtime.training.runs import known_names, parameter_names
from runtime.training.runs.plan import (
    BEST,
    FRESH,
    LATEST,
    PREVIOUS,
    GalleryPlan,
    LoadSource,
    ParameterPlan,
    PhasePlan,
    RunPlan,
    WorkersPlan,
)
from runtime.training.specification import EnvironmentSpec
from widgets.shared.form import Entry, Field, FieldKey, Row, Section
from widgets.training.run_words import training_word

translate = QCoreApplication.translate
BOT: Final = "bot"
"""The choice of a bot's file, for the gallery and for the opponents."""
OPPONENTS: Final[FieldKey] = ("environment", "opponents")
NUMBER: Final = "number"
CHECKPOINT: Final = "checkpoint"
_LOADS: Final = {
    PREVIOUS: QT_TRANSLATE_NOOP("RunForm", "The phase before"),
    FRESH: QT_TRANSLATE_NOOP("RunForm", "Nothing: fresh start"),
    CHECKPOINT: QT_TRANSLATE_NOOP("RunForm", "Another checkpoint"),
}
"""The choices of the source from which a phase continues."""
_KINDS: Final = {
    NUMBER: (QT_TRANSLATE_NOOP("RunForm", "Always the same"), ()),
    "uniform": (
        QT_TRANSLATE_NOOP("RunForm", "Evenly distributed"),
        (QT_TRANSLATE_NOOP("RunForm", "From"), QT_TRANSLATE_NOOP("RunForm", "To")),
    ),
    "normal": (
        QT_TRANSLATE_NOOP("RunForm", "Normally distributed"),
        (QT_TRANSLATE_NOOP("RunForm", "Mean"), QT_TRANSLATE_NOOP("RunForm", "Deviation")),
    ),
    "choice": (QT_TRANSLATE_NOOP("RunForm", "One of several"), ()),
}
"""Kinds of values that change between episodes, and the names of their numbers."""
_USUAL_NUMBERS: Final = {
    "physics.gravity_z": GRAVITY_Z,
    "physics.ball_max_speed": MAX_BALL_SPEED,
    "physics.ball_mass": 30.0,
    "start.ball_speed": 1000.0,
    "start.car_speed": 1000.0,
    "start.distance": 2000.0,
}
"""Default values of new rows, by parameter; 1 for all others."""
_OWN: Final = QT_TRANSLATE_NOOP("RunForm", "A name from the list, or a class of your own: package.module:Class")


def sections_of(data: Values) -> tuple[Section, ...]:
    """Returns the form of a document; `data` is its content, of the wrong type where it has errors."""
    environment = table_at(data, ("environment",))
    return (
        Section(
            title=translate("RunForm", "Run"),
            rows=rows_of(RunPlan, data, only=("name", "seed", "checkpoints")),
        ),
        _environment(environment, has_older="opponents" in data),
        _rewards(environment),
        _endings(environment, "terminations", translate("RunForm", "Episode ends")),
        _endings(environment, "truncations", translate("RunForm", "Episode is cut off")),
        _learner(data),
        _opponents(data),
        _randomised(environment),
        _live(data),
        Section(title=translate("RunForm", "Workers"), rows=rows_of(RunPlan, data, only=("workers",))),
        *_phases(data),
        _gallery(data),
    )


def apply(document: TextDocument[Any], field: Field, text: str) -> None:
    """Sets the value of a field; raises `EditError` like `app.document.form`."""
    if not text or field.key[-1] != KIND:
        apply_plain(document, field, text)
        return
    path = field.key[:-1]
    value = _load_of(text) if path[-1] == "load" else _of_kind(value_at(document, path), text)
    document.edit(partial(_replace, path=path, value=value))


def add(document: TextDocument[Any], array: FieldKey, choice: str) -> None:
    """Adds an element to a list; raises `EditError` like `apply`."""
    name = ".".join(map(str, array))
    if array == ("phases",):
        number = len(value_at(document, array)) + 1
        first = {"name": f"{choice}-{number}", "mode": choice}
        end: dict[str, Any] = {} if choice == PhaseMode.EVALUATE.value else {"steps": 100_000}
        document.edit(partial(append_table, array=name, values={**first, **end}))
    elif array == ("opponents",):
        document.edit(partial(set_value, path=("opponents", "snapshot_every"), value=20_000))
    elif array == ("gallery",):
        document.edit(partial(add_element, path=("gallery", "stand_ins"), value=choice))
    elif array == ("parameters",):
        value = _usual_number(document, choice)
        limits = {"least": min(0.0, 2 * value), "most": max(1.0, 2 * value)}
        document.edit(partial(append_table, array=name, values={"name": choice, "value": value, **limits}))
    elif array[-1] == "parameters":
        document.edit(partial(set_inline, path=(*array, choice), value=_usual_number(document, choice)))
    elif array[-1] == "rewards" and not is_inline(document, array):
        document.edit(partial(append_table, array=name, values={"name": choice, "weight": 1.0}))
    else:
        document.edit(partial(add_element, path=array, value=choice))


def add_bot(document: TextDocument[Any], bot: Path) -> None:
    """Adds a bot to the gallery; raises `EditError` like `apply`."""
    document.edit(partial(add_element, path=("gallery", "bots"), value=document.link(bot)))


def play_against(document: TextDocument[Any], bot: Path) -> None:
    """Makes a bot drive the cars that the policy does not drive; raises `EditError` like `apply`."""
    document.edit(partial(set_inline, path=OPPONENTS, value={"name": BOT, "path": document.link(bot)}))


def _usual_number(document: TextDocument[Any], name: str) -> float:
    """Returns the value of a parameter of the environment that is not written yet."""
    rewards = value_at(document, ("environment", "rewards"))
    weights = {_named(term): term.get("weight") for term in rewards if isinstance(term, Mapping)}
    weight = weights.get(name.removeprefix("weight."))
    is_weight = name.startswith("weight.") and isinstance(weight, int | float)
    return float(weight) if is_weight and weight is not None else _USUAL_NUMBERS.get(name, 1.0)


def _of_kind(value: object, kind: str) -> float | dict[str, list[float]]:
    """Returns a number or distribution as another kind, around the same middle."""
    former, numbers = _kind_of(value)
    middle = numbers[0] if former in (NUMBER, "normal") else sum(numbers) / len(numbers)
    spread = abs(numbers[1] - middle) if len(numbers) > 1 else abs(middle) / 2 or 1.0
    if kind == NUMBER:
        return middle
    return {kind: {"uniform": [middle - spread, middle + spread], "normal": [middle, spread], "choice": numbers}[kind]}


def _replace(text: str, path: FieldKey, value: Any) -> str:
    """Sets a value in one line, also in the place of a table under its own header."""
    try:
        return set_inline(text, path, value)
    except EditError:
        return set_inline(remove_table(text, path), path, value)


def _load_of(kind: str) -> str | dict[str, str]:
    return {CHECKPOINT: "latest"} if kind == CHECKPOINT else kind


def _kind_of(value: object) -> tuple[str, list[float]]:
    """Returns the kind of a value that changes between episodes, and its numbers; 0 for one that is malformed."""
    kind, numbers = NUMBER, value
    if isinstance(value, Mapping) and len(value) == 1:
        kind, numbers = next(iter(value.items()))
    values = [
        float(part) for part in (numbers if isinstance(numbers, list) else [numbers]) if isinstance(part, int | float)
    ]
    return (kind if kind in _KINDS else NUMBER), values or [0.0]


# The sections


def _environment(environment: Values, *, has_older: bool) -> Section:
    nobody = (
        translate("RunForm", "older versions") if has_older else translate("RunForm", "nobody: the cars stand still")
    )
    rows = [*rows_of(EnvironmentSpec, environment, ("environment",))]
    defaults = EnvironmentSpec()
    for key, label, name in (
        ("opponents", translate("RunForm", "Opponents"), nobody),
        ("observation", translate("RunForm", "Observation"), defaults.observation.name),
        ("actions", translate("RunForm", "Actions"), defaults.actions.name),
        ("start", translate("RunForm", "Start of an episode"), defaults.start.name),
    ):
        rows += _component(environment.get(key), key, ("environment", key), label, name)
    return Section(title=translate("RunForm", "Environment"), rows=tuple(rows))


def _rewards(environment: Values) -> Section:
    title, add = translate("RunForm", "Rewards and their weights"), translate("RunForm", "Add a reward")
    default = translate("RunForm", "None listed: goals, touches, speed towards the ball, ball to the goal.")
    return _classes(environment, "rewards", title, add, default)


def _endings(environment: Values, key: str, title: str) -> Section:
    default = translate("RunForm", "None listed: the default conditions apply.")
    return _classes(environment, key, title, translate("RunForm", "Add a condition"), default)


def _classes(environment: Values, key: str, title: str, add: str, default: str) -> Section:
    """Returns the section of a list of classes; `default` says what applies without it."""
    rows: list[Row] = []
    for place, component in enumerate(list_at(environment, key)):
        rows += _component(component, key, ("environment", key, place), is_element=True)
    return Section(
        title=title,
        rows=tuple(rows),
        hint="" if rows else default,
        array=("environment", key),
        add=add,
        choices=_pairs(known_names(key)),
    )


def _learner(data: Values) -> Section:
    default = RunPlan().objective.name
    rows = [
        *_component(data.get("learner"), "learner", ("learner",), translate("RunForm", "Learner")),
        *_component(data.get("objective"), "objective", ("objective",), translate("RunForm", "Objective"), default),
    ]
    return Section(title=translate("RunForm", "Learning"), rows=tuple(rows))


def _opponents(data: Values) -> Section:
    title = translate("RunForm", "Older versions as opponents")
    if "opponents" not in data:
        hint = translate("RunForm", "Older versions of the policy can drive the orange cars while it trains.")
        add = translate("RunForm", "Let older versions play orange")
        return Section(title=title, rows=(), hint=hint, array=("opponents",), add=add)
    return Section(title=title, rows=rows_of(RunPlan, data, only=("opponents",)), removal=("opponents",))


def _randomised(environment: Values) -> Section:
    path: FieldKey = ("environment", "parameters")
    values = table_at(environment, ("parameters",))
    rows = _ranges(values, path)
    hint = translate("RunForm", "Each arena draws a value when an episode begins, such as gravity or a weight.")
    return Section(
        title=translate("RunForm", "Values that change between episodes"),
        rows=tuple(rows),
        hint="" if rows else hint,
        array=path,
        add=translate("RunForm", "Add a value"),
        choices=_free(environment, values),
    )


def _free(environment: Values, taken: Iterable[object]) -> Choices:
    """Returns the parameters of an environment that are not taken."""
    return _pairs(name for name in parameter_names(environment) if name not in set(taken))


def _ranges(values: Values, path: FieldKey) -> list[Row]:
    """Returns the rows of values that are numbers or distributions."""
    rows: list[Row] = []
    kinds = tuple((kind, translate("RunForm", str(words))) for kind, (words, _) in _KINDS.items())
    for name, value in values.items():
        key: FieldKey = (*path, name)
        kind, numbers = _kind_of(value)
        chooser = Field(key=(*key, KIND), entry=Entry.CHOICE, value=kind, choices=kinds)
        rows.append(Row(label=name, field=chooser, removal=key))
        if kind == NUMBER:
            field = Field(key=key, entry=Entry.NUMBER, value=text_of(value))
            rows.append(Row(label=translate("RunForm", "Value"), field=field, is_inner=True))
        elif kind == "choice":
            text = "; ".join(f"{number:g}" for number in numbers)
            field = Field(key=(*key, kind), entry=Entry.NUMBERS, value=text)
            hint = translate("RunForm", "Numbers with semicolons between them")
            rows.append(Row(label=translate("RunForm", "Values"), field=field, is_inner=True, hint=hint))
        else:
            for place, (words, number) in enumerate(zip(_KINDS[kind][1], numbers, strict=False)):
                field = Field(key=(*key, kind, place), entry=Entry.NUMBER, value=f"{number:g}")
                rows.append(Row(label=translate("RunForm", str(words)), field=field, is_inner=True))
    return rows


def _live(data: Values) -> Section:
    rows: list[Row] = []
    environment = table_at(data, ("environment",))
    names = _pairs(parameter_names(environment))
    tables = [(place, table) for place, table in enumerate(list_at(data, "parameters")) if isinstance(table, Mapping)]
    for place, table in tables:
        key: FieldKey = ("parameters", place)
        field = Field(key=(*key, "name"), entry=Entry.CLASS, value=text_of(table.get("name")), choices=names)
        hint = translate("RunForm", "A name from the list, or one that classes of your own read")
        rows.append(Row(label="", field=field, hint=hint, removal=key))
        rows += rows_of(ParameterPlan, table, key, is_inner=True)
    hint = translate("RunForm", "A slider changes a value while the run is running, on the tab Parameters.")
    return Section(
        title=translate("RunForm", "Sliders"),
        rows=tuple(rows),
        hint="" if rows else hint,
        array=("parameters",),
        add=translate("RunForm", "Add a slider"),
        choices=_free(environment, (table.get("name") for _, table in tables)),
    )


def _gallery(data: Values) -> Section:
    gallery = table_at(data, ("gallery",))
    rows: list[Row] = []
    for name, label, entry, choices in (
        ("bots", translate("RunForm", "Bot"), Entry.TEXT, ()),
        ("stand_ins", translate("RunForm", "Stand-in"), Entry.CHOICE, _pairs(SKILLS)),
    ):
        for place, player in enumerate(list_at(gallery, name)):
            key: FieldKey = ("gallery", name, place)
            field = Field(key=key, entry=entry, value=text_of(player), choices=choices)
            rows.append(Row(label=label, field=field, removal=key))
    has_players = bool(rows or gallery.get("checkpoints"))
    about = translate("RunForm", "Players that the policy plays against in phases of the mode evaluate.")
    return Section(
        title=translate("RunForm", "Gallery"),
        rows=(*rows, *rows_of(RunPlan, data, only=("gallery",))),
        hint="" if has_players else about,
        array=("gallery",),
        add=translate("RunForm", "Add a player"),
        choices=(
            (BOT, translate("RunForm", "Bot from a file …")),
            *((skill, translate("RunForm", "Stand-in: {0}").format(skill)) for skill in SKILLS),
        ),
    )


def _modes() -> Choices:
    return tuple((mode.value, training_word(mode)) for mode in PhaseMode)


def _phases(data: Values) -> list[Section]:
    phases = list_at(data, "phases")
    adding = Section(
        title=translate("RunForm", "More phases"),
        rows=(),
        array=("phases",),
        add=translate("RunForm", "Add a phase"),
        choices=_modes(),
    )
    return [*(_phase(place, phase, data) for place, phase in enumerate(phases) if isinstance(phase, Mapping)), adding]


def _phase(place: int, phase: Values, data: Values) -> Section:
    key: FieldKey = ("phases", place)
    rows = rows_of(
        PhasePlan,
        phase,
        key,
        more={"load": _load(phase, key, list_at(data, "phases")[:place]), "environment": ()},
        placeholders={
            "name": f"phase-{place + 1}",
            "games": text_of(table_at(data, ("gallery",)).get("games")) or str(GalleryPlan().games),
            "workers": text_of(table_at(data, ("workers",)).get("count")) or str(WorkersPlan().count),
        },
        choices={"mode": _modes()},
    )
    environment, override = table_at(data, ("environment",)), table_at(phase, ("environment",))
    values = table_at(override, ("parameters",))
    path: FieldKey = (*key, "environment", "parameters")
    return Section(
        title=translate("RunForm", "Phase {0}").format(place + 1),
        rows=(*rows, *_ranges(values, path)),
        removal=key,
        array=path,
        add=translate("RunForm", "Another value in this phase"),
        choices=_free({**environment, **override}, values),
    )


def _load(phase: Values, key: FieldKey, before: Iterable[Any]) -> tuple[Row, ...]:
    """Returns the rows of what a phase continues from; `before` are the phases before it."""
    load, path = phase.get("load"), (*key, "load")
    value = CHECKPOINT if isinstance(load, Mapping) else text_of(load)
    words = {kind: translate("RunForm", str(label)) for kind, label in _LOADS.items()}
    if not key[-1]:
        words[PREVIOUS] = translate("RunForm", "Nothing: the first phase")
    choices = tuple(words.items())
    field = Field(key=(*path, KIND), entry=Entry.CHOICE, value=value, default=PREVIOUS, choices=choices)
    hint = translate("RunForm", "The checkpoint with which the phase begins")
    row = Row(label=translate("RunForm", "Continues from"), field=field, hint=hint)
    if not isinstance(load, Mapping):
        return (row,)
    names = (text_of(other.get("name")) for other in before if isinstance(other, Mapping))
    phases = _pairs(filter(None, names))
    checkpoints = ((LATEST, translate("RunForm", "The latest")), (BEST, translate("RunForm", "The best")))
    suggestions = {"phase": phases, "checkpoint": checkpoints} if phases else {"checkpoint": checkpoints}
    return (row, *rows_of(LoadSource, load, path, choices=suggestions, is_inner=True))


def _component(
    component: object, kind: str, key: FieldKey, label: str = "", default: str = "", *, is_element: bool = False
) -> list[Row]:
    """Returns the rows of a class and its plain parameters."""
    table = component if isinstance(component, Mapping) else None
    weight = None
    if kind == "rewards" and table is not None:
        weight = Field(key=(*key, "weight"), entry=Entry.NUMBER, value=text_of(table.get("weight")), default="1.0")
    field = Field(
        key=key if table is None else (*key, "name"),
        entry=Entry.CLASS,
        value=_named(component),
        default=default,
        choices=_pairs(known_names(kind)),
    )
    hint, removal = translate("RunForm", str(_OWN)), key if is_element else None
    rows = [Row(label=label, field=field, weight=weight, hint=hint, removal=removal)]
    names = ("name", "parameters") if weight is None else ("name", "parameters", "weight")
    plain = {(*key, name): value for name, value in (table or {}).items() if name not in names}
    plain |= {(*key, "parameters", name): value for name, value in table_at(table or {}, ("parameters",)).items()}
    for path, value in plain.items():
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            inner = Field(key=path, entry=_entry(value), value=text_of(value))
            rows.append(Row(label=str(path[-1]), field=inner, is_inner=True))
    return rows


def _entry(value: object) -> Entry:
    if isinstance(value, int):
        return Entry.WHOLE
    return Entry.NUMBER if isinstance(value, float) else Entry.TEXT


def _pairs(names: Iterable[str]) -> Choices:
    """Returns choices that are their own words."""
    return tuple((name, name) for name in names)


def _named(value: object) -> str:
    """Returns the name of a class that is written as a text or a table."""
    return text_of(value.get("name")) if isinstance(value, Mapping) else text_of(value)
