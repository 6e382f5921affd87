"""Typed reading of one table of a document; every surprise becomes a problem with line, key and fix."""

import re
from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, Final

from runtime.documents.outline import KeyPath, written_key
from runtime.documents.source import Source, absolute, file_fault
from runtime.documents.suggestions import OLD_KEYS, OLD_VALUES, closest
from runtime.model.problems import Problem, Repair, Severity
from runtime.texts import quoted

_U32: Final = 1 << 32
_TEXT: Final = "a text in quotes"
_FLAG: Final = "true or false"
_NUMBER: Final = "a whole number"
_SHOWN: Final = 60
_ONE_TABLE: Final = re.compile(r"\[[a-z]+(\.[a-z]+)*\]")
_FLAG_WORDS: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}
_MOST_FIXES: Final = 100
"""Unknown keys of one table for which a known one is looked for, which takes long."""


class Table:
    """One table of a document while it is read; findings go to the list that all tables of a reading share."""

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
        self._findings = findings
        self._worst = worst

    def lenient(self) -> "Table":
        """The same table, for keys that no game reads: what would be an error is a warning."""
        return Table(self.source, self.path, self.values, self._findings, Severity.WARNING)

    def has(self, key: str) -> bool:
        """Whether the key is written."""
        return key in self.values

    def text(self, key: str, default: str = "", *, may_be_number: bool = True) -> str:
        """A text; `may_be_number` tells whether a number is only lacking its quotes."""
        value = self.values.get(key, default)
        if isinstance(value, str) and "\0" not in value:
            return value
        if isinstance(value, str):
            self.error(key, f"{key} contains a NUL character.")
            return default
        if _is_plain(value) and (may_be_number or isinstance(value, str)):
            written = _as_written(value)
            self._wrong_type(key, value, _TEXT, fix=f'Put it in quotes: "{written}".', right=written)
        else:
            self._wrong_type(key, value, _TEXT)
        return default

    def flag(self, key: str, default: bool) -> bool:
        """A boolean."""
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self._wrong_type(key, value, _FLAG, fix=_flag_fix(value), right=_meant_flag(value))
        return default

    def item_number(self, key: str) -> int:
        """The number of an item, 0 when it is not written."""
        value = self.values.get(key, 0)
        if type(value) is not int:
            self._wrong_type(key, value, _NUMBER, fix=_number_fix(value), right=_meant_number(value))
            return 0
        if not 0 <= value < _U32:
            self.error(key, f"{key} is {value}, but only 0 to {_U32 - 1} fit.")
            return 0
        return value

    def choice(self, key: str, names: Collection[str], default: str) -> str:
        """One of `names`, in any case; the answer has the case of `names`."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            self._wrong_type(key, value, _TEXT, fix=f"Use one of: {quoted(names)}.")
            return default
        for name in names:
            if name.lower() == value.lower():
                return name
        meant = OLD_VALUES.get((key, value.lower())) or closest(value, names)
        fix = f'Did you mean "{meant}"?' if meant else f"Use one of: {quoted(names)}."
        self.error(key, f'{key} has no value "{_short(value)}".', fix=fix, repair=self._set(key, meant or None))
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        """An array of texts."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self._wrong_type(key, value, "an array of texts", fix=f'Write ["{value}"].' if _is_plain(value) else "")
            return ()
        for position, item in enumerate(value):
            if not isinstance(item, str):
                self.at((key, position)).error("", f"{key} holds {described(item)}, but {_TEXT} is expected.")
        return tuple(item for item in value if isinstance(item, str))

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """A table of texts, as names and values."""
        table = self.table(key)
        return tuple((name, table.text(name)) for name in table.values)

    def table(self, key: str) -> "Table":
        """A table within; empty when it is not written."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            name = written_key((*self.path, key))
            fix = f"Write [{name}] once, in single brackets." if self._is_array(key) else f"Write it as [{name}]."
            self._wrong_type(key, value, "a table", fix=fix)
            value = {}
        return self._within((key,), value)

    def tables(self, key: str) -> "list[Table]":
        """The tables of an array that is written as `[[key]]`; an inline array is refused, as the game does."""
        if key not in self.values:
            return []
        if not self._is_array(key):
            fix = f"Write each entry under a header of its own, [[{key}]]."
            self._wrong_type(key, self.values[key], "an array of tables", fix=fix)
            return []
        return [self._within((key, position), values) for position, values in enumerate(self.values[key])]

    def file(self, key: str, *, is_agent: bool = False, is_document: bool = True) -> Path | None:
        """The existing file that a text names, relative to the document; None after reporting why there is none.

        `is_agent` tells that a bot or script is meant. Documents have a largest size, other files have none.
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
        message = f'{key} is "{_short(written)}", but this {fault.what}.'
        if written:
            self.error(key, message, fix=fault.fix, repair=self._set(key, fault.meant or None))
        else:
            self.error(key, message, fix=f"Remove {key}.", repair=self.removal(key))
        return None

    def at(self, path: KeyPath) -> "Table":
        """The place `path` within this table, to report findings there."""
        return self._within(path, {})

    def check_keys(self, known: Collection[str], homes: Mapping[str, str] | None = None) -> None:
        """Warns of every key that nobody reads; `homes` tells for keys of other tables where they belong."""
        for position, key in enumerate(key for key in self.values if key not in known):
            kind = "Table" if isinstance(self.values[key], dict | list) else "Key"
            message = f'{kind} "{_short(key)}" is unknown and has no effect.'
            fix, new_key = self._unknown_fix(key, known, homes or {}) if position < _MOST_FIXES else ("", "")
            if new_key and new_key not in self.values:
                repair: Repair | None = Repair(path=(*self.path, key), new_key=new_key)
            else:
                repair = None if new_key else self._move(key, (homes or {}).get(key, ""))
            self.warn(key, message, fix=fix, repair=repair)

    def warn(self, key: str, message: str, *, fix: str = "", repair: Repair | None = None) -> None:
        """Reports something odd that does not keep the document from being used; no key means the table."""
        self._report(Severity.WARNING, key, message, fix, repair)

    def error(self, key: str, message: str, *, fix: str = "", repair: Repair | None = None) -> None:
        """Reports something that makes the document unusable; no key means the table."""
        self._report(self._worst, key, message, fix, repair)

    def _move(self, key: str, home: str) -> Repair | None:
        """Returns the repair that moves a key to the table `home`, `[match]`; None where it cannot be moved."""
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
        """The line of a key, or of the table; None where neither is written."""
        return self.source.outline.line_of((*self.path, key) if key else self.path)

    def _within(self, path: KeyPath, values: dict[str, Any]) -> "Table":
        return Table(self.source, (*self.path, *path), values, self._findings, self._worst)

    def _report(self, severity: Severity, key: str, message: str, fix: str, repair: Repair | None) -> None:
        path = (*self.path, key) if key else self.path
        problem = Problem(
            severity=severity,
            path=self.source.path,
            line=self.line_of(key),
            key=written_key(path),
            message=message,
            fix=fix,
            repair=repair,
        )
        self._findings.append(problem)

    def _is_array(self, key: str) -> bool:
        return self.source.outline.is_array_of_tables((*self.path, key))

    def _wrong_type(
        self, key: str, value: object, expected: str, *, fix: str = "", right: str | float | None = None
    ) -> None:
        message = f"{key} is {described(value)}, but {expected} is expected."
        self.error(key, message, fix=fix, repair=self._set(key, right))

    def _set(self, key: str, value: str | float | None) -> Repair | None:
        """Returns the repair that gives a key its right value; None if that is not known."""
        return None if value is None else Repair(path=(*self.path, key), value=value)

    def _unknown_fix(self, key: str, known: Collection[str], homes: Mapping[str, str]) -> tuple[str, str]:
        """Returns the fix for an unknown key, and the key of this table that was meant, if one was."""
        old = OLD_KEYS.get(key)
        if old is not None and old.new in known:
            return old.fix, old.new
        if key in homes:
            return f"It belongs in {homes[key]}.", ""
        close = closest(key, known)
        if close:
            return f'Did you mean "{close}"?', close
        far = closest(key, homes)
        return f'Did you mean "{far}"?' if far else "", ""


def _meant_flag(value: object) -> bool | None:
    if isinstance(value, str):
        return _FLAG_WORDS.get(value.strip().lower())
    return bool(value) if value in (0, 1) else None


def _meant_number(value: object) -> int | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(value) if isinstance(value, str) and _number_fix(value) else None


def _flag_fix(value: object) -> str:
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return f"Write {value.lower()} without quotes."
    meant = _meant_flag(value)
    return "" if meant is None else f"Write {'true' if meant else 'false'}."


def _number_fix(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return f"Write {value:.0f}."
    if isinstance(value, str) and value.isdecimal() and len(value) < len(str(_U32)):
        return f"Write {value} without quotes."
    return ""


def _is_plain(value: object) -> bool:
    return isinstance(value, str | bool | int | float) and len(str(value)) < _SHOWN


def _as_written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def described(value: object) -> str:
    """A value as a sentence about its document names it."""
    if isinstance(value, str):
        return f'the text "{_short(value)}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {_short(str(value))}"
    if isinstance(value, datetime | date | time):
        return "a date"
    return "a table" if isinstance(value, dict) else "an array"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
