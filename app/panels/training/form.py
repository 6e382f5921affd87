"""The document of a training run as a form: its sections, and the edits that entries make."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from runtime.documents import (
    EditError,
    TextDocument,
    append_table,
    is_array_of_tables,
    remove_table,
    set_array,
    set_value,
    unset_values,
)
from runtime.model.messages import message
from runtime.model.training import PhaseMode
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
    "one": QT_TRANSLATE_NOOP("RunForm", "The first blue car"),
}
_OWN: Final = QT_TRANSLATE_NOOP("RunForm", "A name from the list, or a class of your own: package.module:Class")


def sections_of(data: Values, usual: Values, known: KnownNames) -> tuple[Section, ...]:
    """Returns the form of a document.

    Args:
        data: its content; of the wrong type where the document has errors.
        usual: the values of an environment that the document does not name.
        known: see `KnownNames`.
    """
    environment = _table(data, "environment")
    return (
        _run(data),
        _environment(environment, usual, known),
        _rewards(environment, known),
        _endings(environment, "terminations", translate("RunForm", "Episode ends"), known),
        _endings(environment, "truncations", translate("RunForm", "Episode is cut off"), known),
        _learner(data, known),
        _workers(data),
        *_phases(data),
    )


def apply(document: TextDocument[Any], field: Field, text: str) -> None:
    """Sets the value of a field.

    Raises:
        EditError: it is no number, or the document is written in a way that the edit cannot follow.
    """
    if not text:
        document.edit(partial(unset_values, paths=[field.key]))
        return
    document.edit(partial(set_value, path=field.key, value=_value(field, text)))


def add(document: TextDocument[Any], array: Key, choice: str) -> None:
    """Adds an element to a list; raises `EditError` like `apply`."""
    name = ".".join(map(str, array))
    if array == ("phases",):
        number = len(_at(document, array)) + 1
        first = {"name": f"{choice}-{number}", "mode": choice}
        end: dict[str, Any] = {} if choice == PhaseMode.EVALUATE.value else {"steps": 100_000}
        document.edit(partial(append_table, array=name, values={**first, **end}))
    elif array[-1] == "rewards" and not _is_inline(document, array):
        document.edit(partial(append_table, array=name, values={"name": choice, "weight": 1.0}))
    else:
        document.edit(partial(set_array, path=array, values=[*_at(document, array), choice]))


def remove(document: TextDocument[Any], key: Key) -> None:
    """Removes an element of a list; raises `EditError` like `apply`."""
    *array, place = key
    name = ".".join(map(str, array))
    if not isinstance(place, int):
        document.edit(partial(unset_values, paths=[key]))
    elif _is_inline(document, tuple(array)):
        values = list(_at(document, tuple(array)))
        del values[place]
        document.edit(partial(set_array, path=tuple(array), values=values))
    else:
        document.edit(partial(remove_table, array=name, position=place))


def _value(field: Field, text: str) -> str | int | float:
    try:
        if field.entry is Entry.WHOLE:
            return int(text.replace(" ", "").replace("_", ""))
        if field.entry is Entry.NUMBER:
            return float(text.replace(",", "."))
    except ValueError:
        raise EditError(message("not-a-number", "{text} is not a number.", text=text)) from None
    return text


def _at(document: TextDocument[Any], key: Key) -> Any:
    from runtime.toml import loads  # noqa: PLC0415 - small

    inner: Any = loads(document.text)
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
            ("checkpoints", "kept"),
            translate("RunForm", "Checkpoints kept"),
            Entry.WHOLE,
            usual="5",
            hint=translate("RunForm", "Checkpoints that are kept of each phase, besides the best"),
        ),
    )
    return Section(title=translate("RunForm", "Run"), rows=rows)


def _environment(environment: Values, usual: Values, known: KnownNames) -> Section:
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
        rows += _component(environment, ("environment", key), label, _named(usual.get(key)), known(key))
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
        else translate("RunForm", "Not listed: goals, touches, speed towards the ball, ball to the goal."),
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
        hint="" if rows else translate("RunForm", "Not listed: the usual ones."),
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
    )
    return Section(title=translate("RunForm", "Workers"), rows=rows)


def _phases(data: Values) -> list[Section]:
    phases = _list(data, "phases")
    made = [_phase(place, phase) for place, phase in enumerate(phases) if isinstance(phase, Mapping)]
    modes = tuple((mode.value, training_word(mode)) for mode in PhaseMode)
    adding = Section(
        title=translate("RunForm", "More phases"),
        rows=(),
        array=("phases",),
        add=translate("RunForm", "Add a phase"),
        choices=modes,
    )
    return [*made, adding]


def _phase(place: int, phase: Values) -> Section:
    key: Key = ("phases", place)
    modes = tuple((mode.value, training_word(mode)) for mode in PhaseMode)

    def row(name: str, label: str, entry: Entry = Entry.WHOLE, **more: Any) -> Row:
        return _row(phase, (*key, name), label, entry, **more)

    success, plateau = _table(phase, "success"), _table(phase, "plateau")
    rows = [
        row("name", translate("RunForm", "Name"), Entry.TEXT, usual=f"phase-{place + 1}"),
        row("mode", translate("RunForm", "Mode"), Entry.CHOICE, usual="train", choices=modes),
        row("steps", translate("RunForm", "Most steps")),
        row("episodes", translate("RunForm", "Most episodes")),
        row("seconds", translate("RunForm", "Most seconds"), Entry.NUMBER),
        _row(success, (*key, "success", "metric"), translate("RunForm", "Success: metric"), usual="objective"),
        _row(success, (*key, "success", "at_least"), translate("RunForm", "Success: at least"), Entry.NUMBER),
        _row(success, (*key, "success", "at_most"), translate("RunForm", "Success: at most"), Entry.NUMBER),
        _row(
            plateau,
            (*key, "plateau", "steps"),
            translate("RunForm", "No progress for (steps)"),
            Entry.WHOLE,
            hint=translate("RunForm", "The phase ends when its metric has not improved for this many steps"),
        ),
    ]
    title = translate("RunForm", "Phase {0}").format(place + 1)
    return Section(title=title, rows=tuple(rows), removal=key)


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
