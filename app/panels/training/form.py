"""The document of a training run as a form: its sections, and the edits that entries make."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from runtime.documents import (
    EditError,
    TextDocument,
    add_element,
    append_table,
    is_array_of_tables,
    remove_element,
    remove_table,
    set_inline,
    set_value,
    unset_values,
)
from runtime.documents.choices import SKILLS
from runtime.documents.outline import written_key
from runtime.model.messages import message, sentences
from runtime.model.problems import Problem
from runtime.model.training import PhaseMode
from runtime.training.runs import parameter_names
from widgets.messages import rendered
from widgets.training.run_form import Entry, Field, Key, Row, Section
from widgets.training.run_words import training_word

translate = QCoreApplication.translate
KnownNames = Callable[[str], Iterable[str]]
"""Returns the names of classes for a kind of component, such as `rewards`."""
Values = Mapping[str, Any]
MODES: Final = ("Soccar", "Hoops", "Heatseeker", "Snowday")
_CONTROLLED: Final = {
    "all": QT_TRANSLATE_NOOP("RunForm", "All cars: self-play"),
    "blue": QT_TRANSLATE_NOOP("RunForm", "Blue cars"),
}
BOT: Final = "bot"
"""The choice of a bot's file, for the gallery and for the opponents."""
OPPONENTS: Final[Key] = ("environment", "opponents")
NUMBER: Final = "number"
KIND: Final = "\0kind"
"""Last part of the key of a field that chooses how a value is written: as a number or a distribution, for example."""
CHECKPOINT: Final = "checkpoint"
_LOADS: Final = {
    "previous": QT_TRANSLATE_NOOP("RunForm", "The phase before"),
    "fresh": QT_TRANSLATE_NOOP("RunForm", "Nothing: fresh start"),
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
    "physics.gravity_z": -650.0,
    "physics.ball_max_speed": 6000.0,
    "physics.ball_mass": 30.0,
    "start.ball_speed": 1000.0,
    "start.car_speed": 1000.0,
    "start.distance": 2000.0,
}
"""Default values of new rows, by parameter; 1 for all others."""
_OWN: Final = QT_TRANSLATE_NOOP("RunForm", "A name from the list, or a class of your own: package.module:Class")


def sections_of(data: Values, usual: Values, known: KnownNames) -> tuple[Section, ...]:
    """Returns the form of a document.

    Args:
        data: its content; of the wrong type where the document has errors.
        usual: the default values of an environment.
        known: see `KnownNames`.
    """
    environment = _table(data, "environment")
    return (
        _run(data),
        _environment(environment, usual, known, has_older="opponents" in data),
        _rewards(environment, known),
        _endings(environment, "terminations", translate("RunForm", "Episode ends"), known),
        _endings(environment, "truncations", translate("RunForm", "Episode is cut off"), known),
        _learner(data, known),
        _opponents(data),
        _randomised(environment),
        _live(data),
        _workers(data),
        *_phases(data),
        _gallery(data),
    )


def notes_of(sections: Iterable[Section], problems: Iterable[Problem]) -> dict[Key, tuple[str, str]]:
    """Returns tone and sentence of the problems that belong to rows, by the keys of their fields."""
    keys = [field.key for section in sections for row in section.rows for field in (row.field, row.weight) if field]
    names = {key: written_key(key[:-1] if key[-1] == KIND else key) for key in keys}
    found: dict[Key, tuple[str, str]] = {}
    for problem in problems:
        around = [key for key in keys if f"{problem.key}.".startswith((f"{names[key]}.", f"{names[key]}["))]
        inside = (key for key in keys if names[key].startswith((f"{problem.key}.", f"{problem.key}[")))
        key = max(around, key=lambda one: len(names[one]), default=None) or next(inside, None)
        if key is not None and problem.key and (problem.is_error or key not in found):
            text = rendered(sentences(problem.message, problem.fix))
            found[key] = ("bad" if problem.is_error else "warning", text)
    return found


def apply(document: TextDocument[Any], field: Field, text: str) -> None:
    """Sets the value of a field.

    Raises:
        EditError: it is no number, or the document is written in a way that the edit cannot follow.
    """
    if not text:
        remove(document, field.key)
    elif field.key[-1] == KIND:
        path = field.key[:-1]
        value = _load_of(text) if path[-1] == "load" else _of_kind(_at(document, path), text)
        document.edit(partial(_replace, path=path, value=value))
    elif field.entry is Entry.NUMBERS:
        document.edit(partial(set_inline, path=field.key, value=[_number(one) for one in re.split(r"[;\s]+", text)]))
    else:
        document.edit(partial(set_value, path=field.key, value=_value(field, text)))


def add(document: TextDocument[Any], array: Key, choice: str) -> None:
    """Adds an element to a list; raises `EditError` like `apply`."""
    name = ".".join(map(str, array))
    if array == ("phases",):
        number = len(_at(document, array)) + 1
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
    elif array[-1] == "rewards" and not _is_inline(document, array):
        document.edit(partial(append_table, array=name, values={"name": choice, "weight": 1.0}))
    else:
        document.edit(partial(add_element, path=array, value=choice))


def add_bot(document: TextDocument[Any], bot: Path) -> None:
    """Adds a bot to the gallery; raises `EditError` like `apply`."""
    document.edit(partial(add_element, path=("gallery", "bots"), value=document.link(bot)))


def play_against(document: TextDocument[Any], bot: Path) -> None:
    """Makes a bot drive the cars that the policy does not drive; raises `EditError` like `apply`."""
    document.edit(partial(set_inline, path=OPPONENTS, value={"name": BOT, "path": document.link(bot)}))


def remove(document: TextDocument[Any], key: Key) -> None:
    """Removes a key, or an element of a list; raises `EditError` like `apply`."""
    *array, place = key
    path, name = tuple(array), ".".join(map(str, array))
    if isinstance(place, int) and _is_inline(document, path):
        document.edit(partial(remove_element, path=path, position=place))
        return
    if isinstance(place, int):
        document.edit(partial(remove_table, array=name, position=place))
        return
    try:
        document.edit(partial(unset_values, paths=[key]))
    except EditError:  # it stands under a header of its own, or in braces
        if path:
            rest = {other: value for other, value in _at(document, path).items() if other != place}
            document.edit(partial(set_inline, path=path, value=rest))
        else:
            document.edit(partial(remove_table, array=place))


def _value(field: Field, text: str) -> str | int | float:
    if field.entry is Entry.WHOLE:
        try:
            return int(text.replace(" ", "").replace("_", ""))
        except ValueError:
            raise EditError(message("not-whole", "{text} is not a whole number.", text=text)) from None
    return _number(text) if field.entry is Entry.NUMBER else text


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise EditError(message("not-a-number", "{text} is not a number.", text=text)) from None


def _usual_number(document: TextDocument[Any], name: str) -> float:
    """Returns the value of a parameter of the environment that is not written yet."""
    rewards = _list(_table(_data(document), "environment"), "rewards")
    weights = {_named(one): one.get("weight") for one in rewards if isinstance(one, Mapping)}
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


def _replace(text: str, path: Key, value: Any) -> str:
    """Sets a value in one line, also in the place of a table under a header of its own."""
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
    found = [
        float(one) for one in (numbers if isinstance(numbers, list) else [numbers]) if isinstance(one, int | float)
    ]
    return (kind if kind in _KINDS else NUMBER), found or [0.0]


def _data(document: TextDocument[Any]) -> dict[str, Any]:
    from runtime.toml import loads  # noqa: PLC0415 - small

    return loads(document.text)


def _at(document: TextDocument[Any], key: Key) -> Any:
    inner: Any = _data(document)
    for part in key:
        inner = inner.get(part, []) if isinstance(inner, dict) else inner[part]
    return inner


def _is_inline(document: TextDocument[Any], array: Key) -> bool:
    """Returns whether a list is written in square brackets behind its key."""
    return bool(_at(document, array)) and not is_array_of_tables(document.text, ".".join(map(str, array)))


# The sections


def _run(data: Values) -> Section:
    run = _table(data, "run")
    rows = (
        _row(run, ("run", "name"), translate("RunForm", "Name")),
        _row(run, ("run", "seed"), translate("RunForm", "Seed"), Entry.WHOLE, usual="0"),
        _row(
            _table(data, "checkpoints"),
            ("checkpoints", "every_s"),
            translate("RunForm", "Checkpoint every (s)"),
            Entry.NUMBER,
            usual="300",
        ),
        _row(
            _table(data, "checkpoints"),
            ("checkpoints", "every_steps"),
            translate("RunForm", "Checkpoint every (steps)"),
            Entry.WHOLE,
            hint=translate("RunForm", "Also saves one each time the phase has run this many steps; empty for never"),
        ),
        _row(
            _table(data, "checkpoints"),
            ("checkpoints", "kept"),
            translate("RunForm", "Checkpoints kept"),
            Entry.WHOLE,
            usual="5",
            hint=translate("RunForm", "Checkpoints that are kept of each phase, besides the best"),
        ),
    )
    return Section(title=translate("RunForm", "Run"), rows=rows)


def _environment(environment: Values, usual: Values, known: KnownNames, *, has_older: bool) -> Section:
    nobody = (
        translate("RunForm", "older versions") if has_older else translate("RunForm", "nobody: the cars stand still")
    )

    def row(key: str, label: str, entry: Entry = Entry.WHOLE, **more: Any) -> Row:
        return _row(environment, ("environment", key), label, entry, usual=str(usual.get(key) or ""), **more)

    modes = tuple((mode, mode) for mode in MODES)
    controlled = tuple((value, translate("RunForm", str(words))) for value, words in _CONTROLLED.items())
    rows = [
        row("mode", translate("RunForm", "Game mode"), Entry.CHOICE, choices=modes),
        row("blue", translate("RunForm", "Blue cars")),
        row("orange", translate("RunForm", "Orange cars")),
        row("controlled", translate("RunForm", "The policy drives"), Entry.CHOICE, choices=controlled),
        row(
            "tick_skip",
            translate("RunForm", "Tick skip"),
            hint=translate("RunForm", "Ticks for which an action is held; 8 of 120 are 15 actions per second"),
        ),
    ]
    for key, label in (
        ("opponents", translate("RunForm", "Opponents")),
        ("observation", translate("RunForm", "Observation")),
        ("actions", translate("RunForm", "Actions")),
        ("start", translate("RunForm", "Start of an episode")),
    ):
        named = nobody if key == "opponents" else _named(usual.get(key))
        rows += _component(environment, ("environment", key), label, named, known(key))
    return Section(title=translate("RunForm", "Environment"), rows=tuple(rows))


def _rewards(environment: Values, known: KnownNames) -> Section:
    rows: list[Row] = []
    names = tuple(known("rewards"))
    for place, written in enumerate(_list(environment, "rewards")):
        key: Key = ("environment", "rewards", place)
        weight = Field(
            key=(*key, "weight"),
            entry=Entry.NUMBER,
            value=_text(written.get("weight")) if isinstance(written, Mapping) else "",
            usual="1.0",
        )
        has_table = isinstance(written, Mapping)
        rows.append(
            Row(
                label="",
                field=_class_field((*key, "name") if has_table else key, _named(written), "", names),
                weight=weight if has_table else None,
                hint=translate("RunForm", str(_OWN)),
                removal=key,
            )
        )
        rows += _parameters(written, key, but=("name", "weight", "parameters"))
    return Section(
        title=translate("RunForm", "Rewards and their weights"),
        rows=tuple(rows),
        hint=""
        if rows
        else translate("RunForm", "None listed: goals, touches, speed towards the ball, ball to the goal."),
        array=("environment", "rewards"),
        add=translate("RunForm", "Add a reward"),
        choices=tuple((name, name) for name in names),
    )


def _endings(environment: Values, key: str, title: str, known: KnownNames) -> Section:
    rows: list[Row] = []
    names = tuple(known(key))
    for place, written in enumerate(_list(environment, key)):
        path: Key = ("environment", key, place)
        at = (*path, "name") if isinstance(written, Mapping) else path
        field = _class_field(at, _named(written), "", names)
        rows.append(Row(label="", field=field, hint=translate("RunForm", str(_OWN)), removal=path))
        rows += _parameters(written, path)
    return Section(
        title=title,
        rows=tuple(rows),
        hint="" if rows else translate("RunForm", "None listed: the default conditions apply."),
        array=("environment", key),
        add=translate("RunForm", "Add a condition"),
        choices=tuple((name, name) for name in names),
    )


def _learner(data: Values, known: KnownNames) -> Section:
    rows = [
        *_component(data, ("learner",), translate("RunForm", "Learner"), "", known("learner")),
        *_component(data, ("objective",), translate("RunForm", "Objective"), "reward", known("objective")),
    ]
    return Section(title=translate("RunForm", "Learning"), rows=tuple(rows))


def _opponents(data: Values) -> Section:
    title = translate("RunForm", "Older versions as opponents")
    opponents = _table(data, "opponents")
    if "opponents" not in data:
        hint = translate("RunForm", "Older versions of the policy can drive the orange cars while it trains.")
        add = translate("RunForm", "Let older versions play orange")
        return Section(title=title, rows=(), hint=hint, array=("opponents",), add=add)

    def row(key: str, label: str, usual: str, hint: str, entry: Entry = Entry.WHOLE) -> Row:
        return _row(opponents, ("opponents", key), label, entry, usual=usual, hint=hint)

    rows = (
        row(
            "snapshot_every",
            translate("RunForm", "Snapshot every (steps)"),
            "20000",
            translate("RunForm", "A version of the policy is kept as an opponent after this many steps"),
        ),
        row(
            "swap_every",
            translate("RunForm", "Another opponent every (steps)"),
            "2000",
            translate("RunForm", "Steps after which another version is drawn"),
        ),
        row("window", translate("RunForm", "Versions kept"), "10", translate("RunForm", "The newest ones are kept")),
        row(
            "latest_share",
            translate("RunForm", "Share of the present policy"),
            "0.5",
            translate("RunForm", "How often the present policy is the opponent: 0 never, 1 always"),
            Entry.NUMBER,
        ),
    )
    return Section(title=title, rows=rows, removal=("opponents",))


def _randomised(environment: Values) -> Section:
    path: Key = ("environment", "parameters")
    values = _table(environment, "parameters")
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


def _free(environment: Values, taken: Iterable[object]) -> tuple[tuple[str, str], ...]:
    """Returns the parameters of an environment that are not taken."""
    return tuple((name, name) for name in parameter_names(environment) if name not in set(taken))


def _ranges(values: Values, path: Key) -> list[Row]:
    """Returns the rows of values that are numbers or distributions."""
    rows: list[Row] = []
    kinds = tuple((kind, translate("RunForm", str(words))) for kind, (words, _) in _KINDS.items())
    for name, value in values.items():
        key: Key = (*path, name)
        kind, numbers = _kind_of(value)
        chooser = Field(key=(*key, KIND), entry=Entry.CHOICE, value=kind, choices=kinds)
        rows.append(Row(label=name, field=chooser, removal=key))
        if kind == NUMBER:
            field = Field(key=key, entry=Entry.NUMBER, value=_text(value))
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
    written = _list(data, "parameters")
    environment = _table(data, "environment")
    names = tuple((name, name) for name in parameter_names(environment))
    for place, table in enumerate(written):
        if not isinstance(table, Mapping):
            continue
        key: Key = ("parameters", place)
        field = Field(key=(*key, "name"), entry=Entry.CLASS, value=_text(table.get("name")), choices=names)
        hint = translate("RunForm", "A name from the list, or one that classes of your own read")
        rows.append(Row(label="", field=field, hint=hint, removal=key))
        for name, label, usual in (
            ("value", translate("RunForm", "Value"), "0.0"),
            ("least", translate("RunForm", "Minimum"), "0.0"),
            ("most", translate("RunForm", "Maximum"), "1.0"),
        ):
            number = Field(key=(*key, name), entry=Entry.NUMBER, value=_text(table.get(name)), usual=usual)
            rows.append(Row(label=label, field=number, is_inner=True))
    hint = translate("RunForm", "A slider changes a value while the run is running, on the tab Parameters.")
    return Section(
        title=translate("RunForm", "Sliders"),
        rows=tuple(rows),
        hint="" if rows else hint,
        array=("parameters",),
        add=translate("RunForm", "Add a slider"),
        choices=_free(environment, (table.get("name") for table in written if isinstance(table, Mapping))),
    )


def _gallery(data: Values) -> Section:
    gallery = _table(data, "gallery")
    skills = tuple((skill, skill) for skill in SKILLS)
    rows: list[Row] = []
    for name, label, entry, choices in (
        ("bots", translate("RunForm", "Bot"), Entry.TEXT, ()),
        ("stand_ins", translate("RunForm", "Stand-in"), Entry.CHOICE, skills),
    ):
        for place, written in enumerate(_list(gallery, name)):
            key: Key = ("gallery", name, place)
            field = Field(key=key, entry=entry, value=_text(written), choices=choices)
            rows.append(Row(label=label, field=field, removal=key))
    has_players = bool(rows or gallery.get("checkpoints"))
    for key_, label, usual, hint in (
        (
            "checkpoints",
            translate("RunForm", "Older checkpoints"),
            "0",
            translate("RunForm", "The newest checkpoints of this run, each as a player"),
        ),
        ("games", translate("RunForm", "Games against each"), "2", ""),
        ("seconds", translate("RunForm", "Length of a game (s)"), "60", ""),
    ):
        entry = Entry.NUMBER if key_ == "seconds" else Entry.WHOLE
        rows.append(_row(gallery, ("gallery", key_), label, entry, usual=usual, hint=hint))
    about = translate("RunForm", "Players that the policy plays against in phases of the mode evaluate.")
    return Section(
        title=translate("RunForm", "Gallery"),
        rows=tuple(rows),
        hint="" if has_players else about,
        array=("gallery",),
        add=translate("RunForm", "Add a player"),
        choices=(
            (BOT, translate("RunForm", "Bot from a file …")),
            *((skill, translate("RunForm", "Stand-in: {0}").format(skill)) for skill in SKILLS),
        ),
    )


def _workers(data: Values) -> Section:
    workers = _table(data, "workers")

    def row(key: str, label: str, usual: str, hint: str = "") -> Row:
        return _row(workers, ("workers", key), label, Entry.WHOLE, usual=usual, hint=hint)

    rows = (
        row("count", translate("RunForm", "Worker processes"), "2"),
        row("arenas", translate("RunForm", "Arenas of each"), "8"),
        row(
            "restarts",
            translate("RunForm", "Restarts allowed"),
            "10",
            translate("RunForm", "Of each worker in the whole run; -1 for any number"),
        ),
        row("restarts_in_period", translate("RunForm", "Restarts per period"), "1"),
        row("period_s", translate("RunForm", "Period (s)"), "60"),
        _row(
            workers,
            ("workers", "cluster"),
            translate("RunForm", "Cluster"),
            usual=translate("RunForm", "none: this machine"),
            hint=translate(
                "RunForm", "Address of a Dask scheduler on whose machines the workers run; several with commas"
            ),
        ),
    )
    return Section(title=translate("RunForm", "Workers"), rows=rows)


def _phases(data: Values) -> list[Section]:
    phases = _list(data, "phases")
    made = [_phase(place, phase, data) for place, phase in enumerate(phases) if isinstance(phase, Mapping)]
    modes = tuple((mode.value, training_word(mode)) for mode in PhaseMode)
    adding = Section(
        title=translate("RunForm", "More phases"),
        rows=(),
        array=("phases",),
        add=translate("RunForm", "Add a phase"),
        choices=modes,
    )
    return [*made, adding]


def _phase(place: int, phase: Values, data: Values) -> Section:
    key: Key = ("phases", place)
    environment = _table(data, "environment")
    modes = tuple((mode.value, training_word(mode)) for mode in PhaseMode)

    def row(name: str, label: str, entry: Entry = Entry.WHOLE, **more: Any) -> Row:
        return _row(phase, (*key, name), label, entry, **more)

    rows = [
        row("name", translate("RunForm", "Name"), Entry.TEXT, usual=f"phase-{place + 1}"),
        row("mode", translate("RunForm", "Mode"), Entry.CHOICE, usual="train", choices=modes),
        *_load(phase, key, _list(data, "phases")[:place]),
        row("steps", translate("RunForm", "Maximum steps")),
        row("episodes", translate("RunForm", "Maximum episodes")),
        row("seconds", translate("RunForm", "Maximum seconds"), Entry.NUMBER),
        *_ends(phase, key),
        row(
            "evaluate_every",
            translate("RunForm", "Evaluation every (steps)"),
            hint=translate("RunForm", "Plays against the gallery in between; empty for never"),
        ),
        row(
            "games",
            translate("RunForm", "Games against each"),
            usual=_text(_table(data, "gallery").get("games")) or "2",
            hint=translate("RunForm", "Of each evaluation in this phase; empty for the number of the gallery"),
        ),
        row(
            "workers",
            translate("RunForm", "Worker processes"),
            usual=_text(_table(data, "workers").get("count")) or "2",
            hint=translate("RunForm", "In this phase; empty for the number of the run"),
        ),
    ]
    override = _table(phase, "environment")
    values = _table(override, "parameters")
    path: Key = (*key, "environment", "parameters")
    return Section(
        title=translate("RunForm", "Phase {0}").format(place + 1),
        rows=(*rows, *_ranges(values, path)),
        removal=key,
        array=path,
        add=translate("RunForm", "Another value in this phase"),
        choices=_free({**environment, **override}, values),
    )


def _load(phase: Values, key: Key, before: Iterable[Any]) -> list[Row]:
    """Returns the rows of what a phase continues from; `before` are the phases before it."""
    written, path = phase.get("load"), (*key, "load")
    value = CHECKPOINT if isinstance(written, Mapping) else _text(written)
    words = {kind: translate("RunForm", str(said)) for kind, said in _LOADS.items()}
    if not key[-1]:
        words["previous"] = translate("RunForm", "Nothing: the first phase")
    choices = tuple(words.items())
    field = Field(key=(*path, KIND), entry=Entry.CHOICE, value=value, usual="previous", choices=choices)
    hint = translate("RunForm", "The checkpoint with which the phase begins")
    rows = [Row(label=translate("RunForm", "Continues from"), field=field, hint=hint)]
    if not isinstance(written, Mapping):
        return rows
    phases = tuple((name, name) for one in before if isinstance(one, Mapping) and (name := _text(one.get("name"))))
    checkpoints = (("latest", translate("RunForm", "The latest")), ("best", translate("RunForm", "The best")))
    for name, label, usual, names, hint in (
        (
            "run",
            translate("RunForm", "Run"),
            translate("RunForm", "this one"),
            (),
            translate("RunForm", "Document or folder of another run"),
        ),
        (
            "phase",
            translate("RunForm", "Phase"),
            translate("RunForm", "the previous one"),
            phases,
            translate("RunForm", "Name of the phase that saved it"),
        ),
        (
            "agent",
            translate("RunForm", "Agent"),
            translate("RunForm", "that of this run"),
            (),
            translate("RunForm", "Name of the agent in checkpoints"),
        ),
        (
            CHECKPOINT,
            translate("RunForm", "Checkpoint"),
            "latest",
            checkpoints,
            translate("RunForm", "The latest, the best, or the name of its folder"),
        ),
    ):
        entry = Entry.CLASS if names else Entry.TEXT
        row = _row(written, (*path, name), label, entry, usual=usual, choices=names, hint=hint)
        rows.append(replace(row, is_inner=True))
    return rows


def _ends(phase: Values, key: Key) -> list[Row]:
    """Returns the rows of the metric conditions that end a phase."""
    success, plateau = _table(phase, "success"), _table(phase, "plateau")
    of_success, of_plateau = (*key, "success"), (*key, "plateau")
    return [
        _row(success, (*of_success, "metric"), translate("RunForm", "Success: metric"), usual="objective"),
        _row(success, (*of_success, "at_least"), translate("RunForm", "Success: at least"), Entry.NUMBER),
        _row(success, (*of_success, "at_most"), translate("RunForm", "Success: at most"), Entry.NUMBER),
        _row(
            success,
            (*of_success, "over"),
            translate("RunForm", "Success: mean of"),
            Entry.WHOLE,
            usual="1",
            hint=translate("RunForm", "The mean of this many values of the metric must reach it"),
        ),
        _row(
            plateau,
            (*of_plateau, "steps"),
            translate("RunForm", "No progress for (steps)"),
            Entry.WHOLE,
            hint=translate("RunForm", "The phase ends when its metric has not improved for this many steps"),
        ),
        _row(plateau, (*of_plateau, "metric"), translate("RunForm", "No progress: metric"), usual="objective"),
        _row(
            plateau,
            (*of_plateau, "change"),
            translate("RunForm", "No progress: up to"),
            Entry.NUMBER,
            usual="0",
            hint=translate("RunForm", "Improvements of this much or less do not count"),
        ),
    ]


def _component(table: Values, path: Key, label: str, usual: str, names: Iterable[str]) -> list[Row]:
    """Returns the rows of a class and its parameters."""
    written = table.get(str(path[-1]))
    at = (*path, "name") if isinstance(written, Mapping) else path
    hint = translate("RunForm", str(_OWN))
    row = Row(label=label, field=_class_field(at, _named(written), usual, names), hint=hint)
    return [row, *_parameters(written, path)]


def _parameters(written: object, key: Key, but: tuple[str, ...] = ("name", "parameters")) -> list[Row]:
    """Returns a row for each plain parameter of a class."""
    found: dict[Key, Any] = {}
    if isinstance(written, Mapping):
        found = {(*key, name): value for name, value in written.items() if name not in but}
        inner = written.get("parameters")
        if isinstance(inner, Mapping):
            found |= {(*key, "parameters", name): value for name, value in inner.items()}
    return [
        Row(label=str(path[-1]), field=Field(key=path, entry=_entry(value), value=_text(value)), is_inner=True)
        for path, value in found.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    ]


def _entry(value: object) -> Entry:
    if isinstance(value, int):
        return Entry.WHOLE
    return Entry.NUMBER if isinstance(value, float) else Entry.TEXT


def _class_field(key: Key, value: str, usual: str, names: Iterable[str]) -> Field:
    choices = tuple((name, name) for name in names)
    return Field(key=key, entry=Entry.CLASS, value=value, usual=usual, choices=choices)


def _row(
    table: Values,
    key: Key,
    label: str,
    entry: Entry = Entry.TEXT,
    *,
    usual: str = "",
    choices: tuple[tuple[str, str], ...] = (),
    hint: str = "",
) -> Row:
    value = _text(table.get(str(key[-1])))
    return Row(label=label, field=Field(key=key, entry=entry, value=value, usual=usual, choices=choices), hint=hint)


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int | float) else ""


def _named(value: object) -> str:
    """Returns the name of a class that is written as a text or a table."""
    return _text(value.get("name")) if isinstance(value, Mapping) else _text(value)


def _table(data: Values, key: str) -> Values:
    inner = data.get(key)
    return inner if isinstance(inner, Mapping) else {}


def _list(data: Values, key: str) -> list[Any]:
    inner = data.get(key)
    return inner if isinstance(inner, list) else []
