"""Documents as forms: the rows that follow from their keys (`runtime.model.keys`), and the edits that entries make.

All edits raise:
    EditError: an entry is not a number, or the document is written in a way that the edit cannot follow.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from typing import Any, Final

from runtime.documents import (
    EditError,
    TextDocument,
    is_array_of_tables,
    remove_element,
    remove_table,
    set_inline,
    set_value,
    unset_values,
)
from runtime.documents.outline import written_key
from runtime.model.keys import Key, keys_of
from runtime.model.messages import message, sentences
from runtime.model.problems import Problem
from runtime.toml import loads
from widgets.messages import rendered, translated
from widgets.shared.form import Entry, Field, FieldKey, Row, Section

Values = Mapping[str, Any]
Choices = tuple[tuple[str, str], ...]
"""Values and their words."""
KIND: Final = "\0kind"
"""Last part of the key of a field that chooses how a value is written: as a number or a distribution, for example."""


def rows_of(
    kind: Any,
    data: Values,
    path: FieldKey = (),
    *,
    only: Collection[str] = (),
    more: Mapping[str, Sequence[Row]] = {},
    placeholders: Mapping[str, str] = {},
    choices: Mapping[str, Choices] = {},
    is_inner: bool = False,
) -> tuple[Row, ...]:
    """Returns the rows of the keys of a table.

    Args:
        kind: the class whose fields are the keys.
        data: the content of the table.
        path: the key of the table.
        only: the fields to show; all by default.
        more: the rows of fields that are shown in another way.
        placeholders: the texts of fields whose default is in another place.
        choices: suggestions for fields with texts.
        is_inner: the rows belong to the row above.
    """
    rows: list[Row] = []
    for key in keys_of(kind):
        if key.field in more:
            rows += more[key.field]
        elif only and key.field not in only:
            continue
        elif key.is_flat:
            rows += rows_of(key.kind, data, path)
        elif is_dataclass(key.kind):
            rows += rows_of(key.kind, table_at(data, key.parts), (*path, *key.parts))
        elif key.label:
            value = text_of(table_at(data, key.parts[:-1]).get(key.parts[-1]))
            field = Field(
                key=(*path, *key.parts),
                entry=Entry.CLASS if key.field in choices and not key.names else _entry_of(key),
                value=value,
                default=placeholders.get(key.field, "") or translated(key.placeholder) or _default_of(key),
                choices=choices.get(key.field) or _choices_of(key),
            )
            rows.append(Row(label=translated(key.label), field=field, hint=translated(key.help), is_inner=is_inner))
    return tuple(rows)


def notes_of(sections: Iterable[Section], problems: Iterable[Problem]) -> dict[FieldKey, tuple[str, str]]:
    """Returns tone and sentence of the problems that belong to rows, by the keys of their fields."""
    keys = [field.key for section in sections for row in section.rows for field in (row.field, row.weight) if field]
    names = {key: written_key(key[:-1] if key[-1] == KIND else key) for key in keys}
    notes: dict[FieldKey, tuple[str, str]] = {}
    for problem in problems:
        around = [key for key in keys if f"{problem.key}.".startswith((f"{names[key]}.", f"{names[key]}["))]
        inside = (key for key in keys if names[key].startswith((f"{problem.key}.", f"{problem.key}[")))
        key = max(around, key=lambda key: len(names[key]), default=None) or next(inside, None)
        if key is not None and problem.key and (problem.is_error or key not in notes):
            text = rendered(sentences(problem.message, problem.fix))
            notes[key] = ("bad" if problem.is_error else "warning", text)
    return notes


def apply(document: TextDocument[Any], field: Field, text: str) -> None:
    """Sets the value of a field; an empty text removes it."""
    if not text:
        remove(document, field.key)
    elif field.entry is Entry.NUMBERS:
        document.edit(partial(set_inline, path=field.key, value=[_number(part) for part in re.split(r"[;\s]+", text)]))
    else:
        document.edit(partial(set_value, path=field.key, value=_value(field, text)))


def remove(document: TextDocument[Any], key: FieldKey) -> None:
    """Removes a key, or an element of a list."""
    *array, place = key
    path, name = tuple(array), ".".join(map(str, array))
    if isinstance(place, int) and is_inline(document, path):
        document.edit(partial(remove_element, path=path, position=place))
        return
    if isinstance(place, int):
        document.edit(partial(remove_table, array=name, position=place))
        return
    try:
        document.edit(partial(unset_values, paths=[key]))
    except EditError:  # it stands under its own header, or in braces
        if path:
            rest = {other: value for other, value in value_at(document, path).items() if other != place}
            document.edit(partial(set_inline, path=path, value=rest))
        else:
            document.edit(partial(remove_table, array=place))


def value_at(document: TextDocument[Any], key: FieldKey) -> Any:
    """Returns the value of a key; an empty list if it is missing."""
    inner: Any = loads(document.text)
    for part in key:
        is_element = isinstance(inner, list) and isinstance(part, int)
        inner = inner[part] if is_element else inner.get(part, []) if isinstance(inner, dict) else []
    return inner


def is_inline(document: TextDocument[Any], array: FieldKey) -> bool:
    """Returns whether a list is written in square brackets behind its key."""
    return bool(value_at(document, array)) and not is_array_of_tables(document.text, ".".join(map(str, array)))


def text_of(value: object) -> str:
    """Returns a value as the form shows it; empty for tables and lists."""
    return str(value) if isinstance(value, str | int | float) else ""


def table_at(data: Values, path: Sequence[str]) -> Values:
    """Returns a table; an empty one if it is missing or has the wrong type."""
    for part in path:
        inner = data.get(part)
        data = inner if isinstance(inner, Mapping) else {}
    return data


def list_at(data: Values, key: str) -> list[Any]:
    """Returns a list; an empty one if it is missing or has the wrong type."""
    inner = data.get(key)
    return inner if isinstance(inner, list) else []


def _entry_of(key: Key) -> Entry:
    if key.number is not None:
        return Entry.WHOLE if key.number.is_whole else Entry.NUMBER
    return Entry.CHOICE if key.names else Entry.TEXT


def _choices_of(key: Key) -> Choices:
    return tuple(zip(key.names, map(translated, key.words or key.names), strict=True))


def _default_of(key: Key) -> str:
    default = getattr(key.default, "value", key.default)
    return f"{default:g}" if isinstance(default, float) else text_of(default)


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
