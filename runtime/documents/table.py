"""Typed reading of one table of a document; wrong keys and values become problems with line, key and fix."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import is_dataclass, replace
from datetime import date, datetime, time
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast, get_args, get_origin

from runtime.documents.choices import use_one_of
from runtime.documents.model import Reading
from runtime.documents.outline import KeyPath, written_key
from runtime.documents.source import DocumentError, Source, absolute, file_fault, load, parse
from runtime.documents.suggestions import (
    OLD_KEYS,
    OLD_VALUES,
    closest,
    did_you_mean,
    in_other_case,
    is_same_word,
    other_case,
)
from runtime.model.keys import UNLIMITED, UNLIMITED_WORDS, Key, NumberRange, keys_of, names_of
from runtime.model.messages import Message, Text, message
from runtime.model.problems import Problem, Repair, Severity

T = TypeVar("T")
Readers = Mapping[Any, Callable[["Table", str, Any], Any]]
"""Functions that read values, by type or dotted key; they get the table, the last part of the key and the default."""
_U32: Final = 1 << 32
_TEXT: Final = message("kind-text", "a text in quotes")
_FLAG: Final = message("kind-flag", "true or false")
_NUMBER: Final = message("kind-number", "a whole number")
_SHOWN: Final = 60
_ONE_TABLE: Final = re.compile(r"\[[a-z]+(\.[a-z]+)*\]")
_FLAG_WORDS: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}
_MAX_FIXES: Final = 100
"""Maximum number of unknown keys per table for which a similar known key is searched; the search is slow."""


_NO_READERS: Final[Readers] = MappingProxyType({})


class Table:
    """One table of a document; problems are appended to `findings`, which all tables of a document share."""

    def __init__(
        self,
        source: Source,
        path: KeyPath,
        values: dict[str, Any],
        findings: list[Problem],
        worst: Severity = Severity.ERROR,
    ) -> None:
        self.source = source
        self.path = path
        self.values = values
        self.findings = findings
        self._worst = worst

    def lenient(self) -> "Table":
        """Returns the same table with errors reported as warnings; for keys that no game reads."""
        return Table(self.source, self.path, self.values, self.findings, Severity.WARNING)

    def has(self, key: str) -> bool:
        """Returns whether the document has the key."""
        return key in self.values

    def text(self, key: str, default: str = "", *, may_be_number: bool = True) -> str:
        """Returns a text; with `may_be_number`, the fix for a number is to quote it."""
        value = self.values.get(key, default)
        if isinstance(value, str) and "\0" not in value:
            return value
        if isinstance(value, str):
            self.error(key, message("nul-character", "{key} contains a NUL character.", key=key))
            return default
        if _is_plain(value) and (may_be_number or isinstance(value, str)):
            written = _as_written(value)
            fix = message("quote-value", 'Put it in quotes: "{written}".', written=written)
            self._wrong_type(key, value, _TEXT, fix=fix, right=written)
        else:
            self._wrong_type(key, value, _TEXT)
        return default

    def flag(self, key: str, default: bool) -> bool:
        """Returns a boolean."""
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self._wrong_type(key, value, _FLAG, fix=_flag_fix(value), right=_meant_flag(value))
        return default

    def number(self, key: str, numbers: NumberRange, default: Any) -> Any:
        """Returns a number; None for no limit."""
        return self.checked(key, self.values[key], numbers, default) if key in self.values else default

    def checked(self, key: str, value: Any, numbers: NumberRange, default: Any) -> Any:
        """Returns a number of a key, or reports a problem and returns the default."""
        if numbers.accepts(value):
            return numbers.number_of(value)
        word = value.lower() if isinstance(value, str) else value
        if numbers.may_be_unlimited and type(word) in (int, str) and word in UNLIMITED_WORDS:
            fix = message("write-unlimited", 'Write "{written}" for no limit.', written=UNLIMITED)
        elif isinstance(value, str) and numbers.value_of(value) is not None:
            fix = without_quotes(value.strip())
        else:
            fix = message("write-value", "Write {expected}.", expected=numbers.description)
        self.error(key, wrong_type(key, value, numbers.description), fix=fix)
        return default

    def item_number(self, key: str) -> int:
        """Returns the number of an item; 0 if the key is missing."""
        value = self.values.get(key, 0)
        if type(value) is not int:
            self._wrong_type(key, value, _NUMBER, fix=_number_fix(value), right=_meant_number(value))
            return 0
        if not 0 <= value < _U32:
            fault = message(
                "number-out-of-range",
                "{key} is {value}, but only 0 to {most} fit.",
                key=key,
                value=str(value),
                most=str(_U32 - 1),
            )
            self.error(key, fault)
            return 0
        return value

    def count(self, key: str, default: int, *, maximum: int) -> int:
        """Returns a whole number from 1 to `maximum`."""
        value = self.values.get(key, default)
        if type(value) is not int:
            self._wrong_type(key, value, _NUMBER, fix=_number_fix(value), right=_meant_number(value))
            return default
        if not 1 <= value <= maximum:
            right = min(maximum, max(1, value))
            fault = message(
                "count-out-of-range",
                "{key} is {value}, but 1 to {most} are possible.",
                key=key,
                value=value,
                most=maximum,
            )
            fix = message("write-value", "Write {expected}.", expected=str(right))
            self.error(key, fault, fix=fix, repair=self._set(key, right))
            return default
        return value

    def choice(self, key: str, names: Collection[str], default: str) -> str:
        """Returns one of `names`; case does not matter in the document."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            self._wrong_type(key, value, _TEXT, fix=use_one_of(names))
            return default
        for name in names:
            if name.lower() == value.lower():
                return name
        old = OLD_VALUES.get((key, value.lower()))
        meant = old or closest(value, names)
        fault = message("unknown-value", '{key} has no value "{written}".', key=key, written=_short(value))
        repair = self._set(key, meant or None, is_certain=old is not None or is_same_word(value, meant))
        self.error(key, fault, fix=did_you_mean(meant) or use_one_of(names), repair=repair)
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        """Returns an array of texts; leaves out elements that are not texts."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            fix = message("write-value", "Write {expected}.", expected=f'["{value}"]') if _is_plain(value) else None
            self._wrong_type(key, value, message("kind-texts", "an array of texts"), fix=fix)
            return ()
        for position, item in enumerate(value):
            if not isinstance(item, str):
                fault = message(
                    "wrong-element",
                    "{key} holds {found}, but {expected} is expected.",
                    key=key,
                    found=described(item),
                    expected=_TEXT,
                )
                self.at((key, position)).error("", fault)
        return tuple(item for item in value if isinstance(item, str))

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """Returns a table of texts as pairs of name and value."""
        table = self.table(key)
        return tuple((name, table.text(name)) for name in table.values)

    def table(self, key: str) -> "Table":
        """Returns a table in this one; empty if it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            name = written_key((*self.path, key))
            if self._is_array(key):
                fix = message("write-one-table", "Write [{table}] once, in single brackets.", table=name)
            else:
                fix = message("write-as-table", "Write it as [{table}].", table=name)
            self._wrong_type(key, value, message("kind-table", "a table"), fix=fix)
            value = {}
        return self._within((key,), value)

    def tables(self, key: str) -> "list[Table]":
        """Returns the tables of an array written as `[[key]]`; RLBotServer and this function reject inline arrays."""
        if key not in self.values:
            return []
        if not self._is_array(key):
            fix = message("write-headers", "Write each entry under a header of its own, [[{table}]].", table=key)
            self._wrong_type(key, self.values[key], message("kind-tables", "an array of tables"), fix=fix)
            return []
        return [self._within((key, position), values) for position, values in enumerate(self.values[key])]

    def file(
        self, key: str, *, is_agent: bool = False, is_document: bool = True, is_appearance: bool = False
    ) -> Path | None:
        """Returns the existing file that a key names, relative to the document; None after reporting a problem.

        `is_agent` means that the file is the document of a bot or script. Only documents have a maximum size. A file
        that `is_appearance` may be written in other case, which is only a warning.
        """
        written = self.text(key)
        if written != self.values.get(key, ""):
            return None
        path = absolute(self.source.path.parent, written)
        home = self.source.path.absolute().parent
        home_of_fix = None if Path(written).is_absolute() else home
        fault = file_fault(path, home=home_of_fix, is_agent=is_agent, is_document=is_document)
        if fault is None:
            return path
        text, suggestion = fault.linked(key, _short(written)), fault.suggestion
        repair = self._set(key, suggestion.meant or None, is_certain=suggestion.is_certain)
        same = in_other_case(path) if is_appearance else None
        if same is not None and file_fault(same, is_document=is_document) is None:
            self.warn(key, other_case(key, _short(written), same), fix=suggestion.fix, repair=repair)
            return same
        if written:
            self.error(key, text, fix=suggestion.fix, repair=repair)
        else:
            self.error(key, text, fix=message("remove-key", "Remove {key}.", key=key), repair=self.removal(key))
        return None

    def files(self, key: str, *, is_agent: bool = False) -> tuple[Path, ...]:
        """Returns the existing files that an array of texts names, as `file` does; reports the others."""
        paths = []
        home = self.source.path.absolute().parent
        for position, written in enumerate(self.texts(key)):
            path = absolute(self.source.path.parent, written)
            fault = file_fault(path, home=None if Path(written).is_absolute() else home, is_agent=is_agent)
            if fault is None:
                paths.append(path)
            else:
                self.at((key, position)).error("", fault.linked(key, _short(written)), fix=fault.suggestion.fix)
        return tuple(paths)

    def at(self, path: KeyPath, values: dict[str, Any] | None = None) -> "Table":
        """Returns the place `path` within this table, for reporting problems there or for reading `values`."""
        return self._within(path, values or {})

    def read(
        self,
        defaults: T,
        readers: Readers = _NO_READERS,
        homes: Mapping[str, Text] | None = None,
        more: Collection[str] = (),
    ) -> T:
        """Returns an object of a class with keys (`runtime.model.keys`) with the values of this table.

        Args:
            defaults: supplies the values of keys that are missing or wrong.
            readers: for types and keys that `_read_key` does not read itself.
            homes: the right tables for keys of other tables; for this table and those in dotted keys.
            more: names of further keys that this table may have.
        """
        return replace(defaults, **self.read_values(defaults, readers, homes, more))  # type: ignore[type-var]

    def read_values(
        self,
        defaults: Any,
        readers: Readers = _NO_READERS,
        homes: Mapping[str, Text] | None = None,
        more: Collection[str] = (),
    ) -> dict[str, Any]:
        """Returns the arguments for an object like `read`."""
        kind: Any = type(defaults)
        for path, names in names_of(kind).items():
            self.inner(path).check_keys(dict.fromkeys((*names, *(() if path else more))), homes)
        return self._fields(defaults, readers)

    def inner(self, path: Sequence[str]) -> "Table":
        """Returns a table in this one by its path; empty if it is missing."""
        return self.table(path[0]).inner(path[1:]) if path else self

    def _fields(self, defaults: Any, readers: Readers) -> dict[str, Any]:
        values, kind = {}, cast(Any, type(defaults))
        for key in keys_of(kind):
            default, table = getattr(defaults, key.field), self.inner(key.parts[:-1])
            if key.is_flat:
                values[key.field] = replace(default, **table._fields(default, readers))
            else:
                is_there = table.has(key.parts[-1]) or table.has(key.other)
                values[key.field] = _read_key(table, key, default, readers) if is_there else default
        return values

    def check_keys(self, known: Collection[str], homes: Mapping[str, Text] | None = None) -> None:
        """Warns about every key that is not `known`; `homes` gives the right table for keys of other tables."""
        for position, key in enumerate(key for key in self.values if key not in known):
            if isinstance(self.values[key], dict | list):
                fault = message("unknown-table", 'Table "{key}" is unknown and has no effect.', key=_short(key))
            else:
                fault = message("unknown-key", 'Key "{key}" is unknown and has no effect.', key=_short(key))
            fix, new_key = self._unknown_fix(key, known, homes or {}) if position < _MAX_FIXES else (None, "")
            if new_key and new_key not in self.values:
                repair: Repair | None = Repair(path=(*self.path, key), new_key=new_key)
            else:
                repair = None if new_key else self._move(key, str((homes or {}).get(key, "")))
            self.warn(key, fault, fix=fix, repair=repair)

    def warn(self, key: str, text: Message, *, fix: Message | None = None, repair: Repair | None = None) -> None:
        """Reports a warning; an empty key stands for the table itself."""
        self._report(Severity.WARNING, key, text, fix, repair)

    def error(self, key: str, text: Message, *, fix: Message | None = None, repair: Repair | None = None) -> None:
        """Reports an error, or a warning in a lenient table; an empty key stands for the table itself."""
        self._report(self._worst, key, text, fix, repair)

    def _move(self, key: str, home: str) -> Repair | None:
        """Returns the repair that moves a key to the table `home`, such as `[match]`; None if that is impossible."""
        table = tuple(home[1:-1].split(".")) if _ONE_TABLE.fullmatch(home) else ()
        inner: Any = self.source.data
        for part in table:
            inner = inner.get(part, {}) if isinstance(inner, dict) else None
        is_free = isinstance(inner, dict) and key not in inner
        if not table or not is_free or not isinstance(self.values[key], str | int | float | bool):
            return None
        return Repair(path=(*self.path, key), new_table=table)

    def removal(self, key: str) -> Repair:
        """Returns the repair that removes a key of this table."""
        return Repair(path=(*self.path, key))

    def line_of(self, key: str = "") -> int | None:
        """Returns the line of a key, or of the table; None if neither is in the document."""
        return self.source.outline.line_of((*self.path, key) if key else self.path)

    def _within(self, path: KeyPath, values: dict[str, Any]) -> "Table":
        return Table(self.source, (*self.path, *path), values, self.findings, self._worst)

    def _report(self, severity: Severity, key: str, text: Message, fix: Message | None, repair: Repair | None) -> None:
        path = (*self.path, key) if key else self.path
        problem = Problem(
            severity=severity,
            path=self.source.path,
            line=self.line_of(key),
            key=written_key(path),
            message=text,
            fix=fix,
            repair=repair,
        )
        self.findings.append(problem)

    def _is_array(self, key: str) -> bool:
        return self.source.outline.is_array_of_tables((*self.path, key))

    def _wrong_type(
        self,
        key: str,
        value: object,
        expected: Message,
        *,
        fix: Message | None = None,
        right: str | float | None = None,
    ) -> None:
        self.error(key, wrong_type(key, value, expected), fix=fix, repair=self._set(key, right, is_certain=True))

    def _set(self, key: str, value: str | float | None, *, is_certain: bool = False) -> Repair | None:
        """Returns the repair that sets a key to the right value; None if that is unknown."""
        return None if value is None else Repair(path=(*self.path, key), value=value, is_certain=is_certain)

    def _unknown_fix(self, key: str, known: Collection[str], homes: Mapping[str, Text]) -> tuple[Message | None, str]:
        """Returns the fix for an unknown key, and the key of this table that was probably meant, if there is one."""
        old = OLD_KEYS.get(key)
        if old is not None and old.new in known:
            return old.fix, old.new
        if key in homes:
            return message("key-belongs", "It belongs in {home}.", home=homes[key]), ""
        close = closest(key, known)
        if close:
            return did_you_mean(close), close
        return did_you_mean(closest(key, homes)), ""


def _read_key(table: Table, key: Key, default: Any, readers: Readers) -> Any:
    """Returns the value of a key; the default if it is wrong."""
    name: str = key.parts[-1]
    kind: Any = key.kind
    reader = readers.get(key.path) or readers.get(kind)
    if reader is not None:
        return reader(table, name, default)
    if key.number is not None:
        return table.number(name, key.number, default)
    if key.names and get_origin(kind) is not tuple:
        return kind(table.choice(name, key.names, getattr(default, "value", default)))
    if _has_keys(kind):
        return table.table(name).read(kind() if default is None else default, readers)
    if kind is bool:
        return _read_flag(table, name, key.other, default)
    return _read_elements(table, key, readers) if get_origin(kind) is tuple else _PLAIN[kind](table, name)


_PLAIN: Final[Mapping[Any, Callable[[Table, str], Any]]] = {str: Table.text, int: Table.item_number}


def _read_flag(table: Table, key: str, other: str, default: bool) -> bool:
    """Returns a flag that may have two names; `key`, which RLBotServer reads, overrides `other`."""
    value = table.flag(other, default)
    if not table.has(key):
        return value
    decisive = table.flag(key, default)
    if table.has(other) and decisive != value:
        text = message(
            "key-overridden", "{key} has no effect beside {other}, which says otherwise.", key=other, other=key
        )
        table.warn(other, text, fix=message("remove-key", "Remove {key}.", key=other), repair=table.removal(other))
    return decisive


def _read_elements(table: Table, key: Key, readers: Readers) -> tuple[Any, ...]:
    kind: Any = get_args(key.kind)[0]
    name = key.parts[-1]
    if _has_keys(kind):
        return tuple(element.read(kind(), readers) for element in table.tables(name))
    return table.files(name, is_agent=key.is_agent) if kind is Path else table.texts(name)


def _has_keys(kind: Any) -> bool:
    return is_dataclass(kind)


def read_file(path: Path, read: Callable[[Table], T | None]) -> Reading[T]:
    """Reads a document with a function that gets its top table; the value is None if there is an error."""
    source, problems = load(path)
    findings = list(problems)
    return Reading.of(None if source is None else read(Table(source, (), source.data, findings)), findings)


def read_text(text: str, path: Path, read: Callable[[Table], T | None]) -> Reading[T]:
    """Reads an unsaved document like `read_file`; its links are relative to the folder of `path`."""
    findings: list[Problem] = []
    try:
        source = parse(path, text)
    except DocumentError as error:
        return Reading.of(None, [error.problem])
    return Reading.of(read(Table(source, (), source.data, findings)), findings)


def wrong_type(key: str, value: object, expected: Message) -> Message:
    """Returns the message for a value of the wrong type or out of range; `expected` describes the right ones."""
    return message(
        "wrong-type",
        "{key} is {found}, but {expected} is expected.",
        key=key,
        found=described(value),
        expected=expected,
    )


def _meant_flag(value: object) -> bool | None:
    if isinstance(value, str):
        return _FLAG_WORDS.get(value.strip().lower())
    return bool(value) if value in (0, 1) else None


def _meant_number(value: object) -> int | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(value) if isinstance(value, str) and _number_fix(value) else None


def _flag_fix(value: object) -> Message | None:
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return without_quotes(value.lower())
    meant = _meant_flag(value)
    return None if meant is None else message("write-value", "Write {expected}.", expected=str(meant).lower())


def _number_fix(value: object) -> Message | None:
    if isinstance(value, float) and value.is_integer():
        return message("write-value", "Write {expected}.", expected=f"{value:.0f}")
    if isinstance(value, str) and value.isdecimal() and len(value) < len(str(_U32)):
        return without_quotes(value)
    return None


def without_quotes(written: str) -> Message:
    """Returns the fix for a number or flag in quotes."""
    return message("remove-quotes", "Write {written} without quotes.", written=written)


def _is_plain(value: object) -> bool:
    return isinstance(value, str | bool | int | float) and len(str(value)) < _SHOWN


def _as_written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def described(value: object) -> Message | str:
    """Returns a value of a document as part of a sentence, such as `the number 3`."""
    if isinstance(value, str):
        return message("found-text", 'the text "{written}"', written=_short(value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return message("found-number", "the number {value}", value=_short(str(value)))
    if isinstance(value, datetime | date | time):
        return message("found-date", "a date")
    return message("found-table", "a table") if isinstance(value, dict) else message("found-array", "an array")


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
