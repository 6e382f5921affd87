"""The keys of documents, as annotations of the fields of frozen dataclasses:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class CheckpointsPlan:
        kept: Annotated[int, Key("Checkpoints kept", "Besides the best", whole(1, 1000))] = 5

`runtime.documents.Table` reads an object of such a class and reports problems; `app.document.form` shows it as a form.
"""

import math
from collections.abc import Iterator
from dataclasses import KW_ONLY, MISSING, dataclass, fields, replace
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from runtime.model.messages import Message, message

UNLIMITED: Final = "unlimited"
UNLIMITED_WORDS: Final = (0, -1, "0", "-1", "none", "off", "never", "infinite", "inf", "no limit")
"""Values of other programs that mean unlimited."""
MAX_NUMBER: Final = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRange:
    """The numbers from `minimum` to `maximum`."""

    minimum: float
    maximum: float
    is_whole: bool = False
    """True if only whole numbers are accepted."""
    is_seconds: bool = False
    may_be_unlimited: bool = False

    @property
    def description(self) -> Message:
        """The accepted values as part of a sentence: `a whole number from 1 to 9 or "unlimited"`."""
        minimum, maximum = _bound(self.minimum), _bound(self.maximum)
        if self.maximum == MAX_NUMBER:
            return self._open_description(minimum)
        if self.is_whole and self.may_be_unlimited:
            return message(
                "whole-range-or-unlimited",
                'a whole number from {least} to {most} or "unlimited"',
                least=minimum,
                most=maximum,
            )
        if self.may_be_unlimited:
            return message(
                "seconds-range-or-unlimited",
                'a number of seconds from {least} to {most} or "unlimited"',
                least=minimum,
                most=maximum,
            )
        if self.is_whole:
            return message("whole-range", "a whole number from {least} to {most}", least=minimum, most=maximum)
        if self.is_seconds:
            return message("seconds-range", "a number of seconds from {least} to {most}", least=minimum, most=maximum)
        return message("kind-number-range", "a number from {least} to {most}", least=minimum, most=maximum)

    def _open_description(self, minimum: str) -> Message:
        if self.is_whole:
            return message("whole-from", "a whole number from {least} up", least=minimum)
        if self.minimum == -MAX_NUMBER:
            return message("kind-any-number", "a number")
        return message("number-from", "a number from {least} up", least=minimum)

    def accepts(self, value: object) -> bool:
        """Returns whether a document may have this value."""
        if self.may_be_unlimited and isinstance(value, str):
            return value.lower() == UNLIMITED
        is_number = type(value) is int or (type(value) is float and not self.is_whole)
        return is_number and self.minimum <= value <= self.maximum  # type: ignore[operator]

    def number_of(self, value: str | float) -> float | None:
        """Returns the number of an accepted value, a whole one as `int`; None for no limit."""
        return None if isinstance(value, str) else int(value) if self.is_whole else float(value)

    def name_of(self, value: object) -> str | None:
        """Returns a value, or None for no limit, as `60`, `0.5` or `unlimited`; None if it is not accepted."""
        if value is None or (self.accepts(value) and isinstance(value, str)):
            return UNLIMITED if self.may_be_unlimited else None
        if not self.accepts(value) or not isinstance(value, int | float):
            return None
        return str(int(value)) if float(value).is_integer() else repr(float(value))

    def value_of(self, name: str) -> int | float | str | None:
        """Returns the value that a document contains for a text; None if it is not accepted."""
        if self.may_be_unlimited and name.strip().lower() == UNLIMITED:
            return UNLIMITED
        try:
            number = float(name)
        except ValueError:
            return None
        value = int(number) if math.isfinite(number) and number.is_integer() else number
        return value if self.accepts(value) else None


def whole(minimum: int, maximum: int = MAX_NUMBER, *, may_be_unlimited: bool = False) -> NumberRange:
    """Returns a range of whole numbers."""
    return NumberRange(minimum=minimum, maximum=maximum, is_whole=True, may_be_unlimited=may_be_unlimited)


def number(minimum: float = -MAX_NUMBER, maximum: float = MAX_NUMBER) -> NumberRange:
    """Returns a range of numbers."""
    return NumberRange(minimum=minimum, maximum=maximum)


def seconds(minimum: float, maximum: float, *, may_be_unlimited: bool = False) -> NumberRange:
    """Returns a range of durations."""
    return NumberRange(minimum=minimum, maximum=maximum, is_seconds=True, may_be_unlimited=may_be_unlimited)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a document: its values, and its words in a form."""

    label: str = ""
    """English name for the form, which translates it; without one, the form does not show the key."""
    help: str = ""
    number: NumberRange | None = None
    _: KW_ONLY
    path: str = ""
    """The dotted key within the table of the class; the name of the field by default."""
    other: str = ""
    """Another name for the last part of the key."""
    names: tuple[str, ...] = ()
    """The possible texts."""
    words: tuple[str, ...] = ()
    """Labels of `names` in the form, in English."""
    placeholder: str = ""
    """Text that the form displays for a missing key, in English; the default value if this is empty."""
    is_flat: bool = False
    """True if the keys of the field's class stand in the same table."""
    is_agent: bool = False
    """True if its files are documents of bots or scripts."""
    field: str = ""
    """The name of the field; this and the following are set by `keys_of`."""
    kind: Any = None
    """The type of the field, without None."""
    default: Any = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the dotted key."""
        return tuple(self.path.split("."))


INTERNAL: Final = object()
"""Annotation of a field that is not a key."""


@cache
def keys_of(kind: Any) -> tuple[Key, ...]:
    """Returns the keys of a class, in the order of its fields."""
    keys, hints = [], get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        hint = hints[field.name]
        notes = getattr(hint, "__metadata__", ())
        if INTERNAL in notes:
            continue
        key = next((note for note in notes if isinstance(note, Key)), Key())
        inner = hint.__origin__ if notes else hint
        default = field.default if field.default_factory is MISSING else field.default_factory()
        is_optional = NoneType in get_args(inner)
        inner = get_args(inner)[0] if is_optional else inner
        keys.append(
            replace(
                key,
                path=key.path or field.name,
                field=field.name,
                names=_values_of(inner) or key.names,
                kind=inner,
                default=None if default is MISSING else default,
            )
        )
    return tuple(keys)


@cache
def names_of(kind: Any) -> dict[tuple[str, ...], list[str]]:
    """Returns the names of the keys of a class, by the path of the table in which they stand."""
    names: dict[tuple[str, ...], list[str]] = {(): []}
    for path in _paths(kind):
        for depth, part in enumerate(path):
            names.setdefault(path[:depth], []).append(part)
    return names


def _paths(kind: Any) -> Iterator[tuple[str, ...]]:
    for key in keys_of(kind):
        if key.is_flat:
            yield from _paths(key.kind)
        else:
            yield key.parts
            if key.other:
                yield (*key.parts[:-1], key.other)


def _values_of(kind: Any) -> tuple[str, ...]:
    """Returns the values of an enumeration; empty for other types."""
    return tuple(str(choice.value) for choice in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def _bound(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else f"{number:g}"
