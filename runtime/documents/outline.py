"""The positions of all statements, keys and values of a TOML text, which the standard parser does not report.

The scanner assumes valid TOML. On an invalid text it stops and keeps the positions found so far, which is enough to
locate the last statement.
"""

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from runtime.toml import MAX_DEPTH, MAX_PARTS

KeyPath = tuple[str | int, ...]
"""Keys and array positions from the top of a document to a value: `("cars", 0, "team")`."""

_BLANK: Final = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_SPACE: Final = re.compile(r"[ \t]*+")
_REST_OF_LINE: Final = re.compile(r"[ \t]*+(?:#[^\n]*+)?\r?(?:\n|\Z)")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]++")
_STRINGS: Final = (
    re.compile(r'"""(?:[^\\"]++|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL),
    re.compile(r"'''(?:[^']++|'{1,2}(?!'))*'{3,5}"),
    re.compile(r'"(?:[^"\\\n]++|\\.)*+"'),
    re.compile(r"'[^'\n]*+'"),
)
"""Groups around a lookahead are not possessive; early versions of Python 3.11 lose the match of such a group."""
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:[0-9:.]+(?:[Zz]|[+-]\d\d:\d\d)?")
_BARE_VALUE: Final = re.compile(r"(?![\"'])[^\s,\]}#]++")


class Kind(Enum):
    """The kinds of statements."""

    TABLE = "table"
    ARRAY_TABLE = "array table"
    PAIR = "pair"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A header, or a key with its value; all numbers are offsets into the text."""

    kind: Kind
    path: KeyPath
    table: KeyPath
    """The table of the preceding header; a header has its own path."""
    start: int
    end: int
    """The offset after the final line break."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """The position of a key or array element; all numbers are offsets into the text."""

    start: int
    value_start: int
    value_end: int


class _StopScanError(Exception):
    """The rest of the text is not TOML."""


class Outline:
    """The positions of all statements, keys and array elements of a TOML text; `is_whole` is false after an error."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.statements: list[Statement] = []
        self.spots: dict[KeyPath, Spot] = {}
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._last_start = 0
        self._position = 0
        self._table: KeyPath = ()
        self._counts: dict[KeyPath, int] = {}
        try:
            self._scan()
        except _StopScanError:
            self.is_whole = False
        else:
            self.is_whole = True

    @property
    def last_line(self) -> int:
        """The line on which the last statement begins."""
        return self.line_at(self._last_start)

    def line_at(self, offset: int) -> int:
        """Returns the line of a character, from 1."""
        return bisect_right(self._breaks, offset - 1) + 1

    def line_of(self, path: KeyPath) -> int | None:
        """Returns the line of a key, or of the innermost surrounding table in the text."""
        while path:
            spot = self.spots.get(path)
            if spot is not None:
                return self.line_at(spot.start)
            path = path[:-1]
        return None

    def statement_line(self, line: int) -> int:
        """Returns the first line of the statement that contains `line`."""
        starts = [self.line_at(statement.start) for statement in self.statements]
        starts.append(self.last_line)
        return max((start for start in starts if start <= line), default=line)

    def is_array_of_tables(self, path: KeyPath) -> bool:
        """Returns whether `path` is an array of tables with `[[...]]` headers."""
        return path in self._counts

    def _scan(self) -> None:
        while True:
            self._take(_BLANK)
            if self._position >= len(self.text):
                return
            self._last_start = self._position
            if self.text.startswith("[", self._position):
                self._header()
            else:
                self._pair()

    def _header(self) -> None:
        start = self._position
        brackets = 2 if self.text.startswith("[[", start) else 1
        self._position += brackets
        keys = self._keys()
        self._expect("]" * brackets)
        self._table = self._resolve(keys, is_array=brackets == 2)
        spot = Spot(start=start, value_start=start, value_end=self._position)
        self._note(self._table, spot)
        self._finish(Kind.ARRAY_TABLE if brackets == 2 else Kind.TABLE, self._table, start)

    def _resolve(self, keys: list[str], *, is_array: bool) -> KeyPath:
        path: KeyPath = ()
        for key in keys[:-1]:
            path = self._inside((*path, key))
        path = (*path, keys[-1])
        if is_array:
            self._counts[path] = self._counts.get(path, 0) + 1
        return self._inside(path)

    def _inside(self, path: KeyPath) -> KeyPath:
        count = self._counts.get(path, 0)
        return (*path, count - 1) if count else path

    def _pair(self) -> None:
        start = self._position
        path = self._key_and_value(self._table)
        self._finish(Kind.PAIR, path, start)

    def _finish(self, kind: Kind, path: KeyPath, start: int) -> None:
        self._take(_REST_OF_LINE, is_needed=True)
        self.statements.append(
            Statement(kind=kind, path=path, table=self._table, start=start, end=self._position),
        )

    def _key_and_value(self, table: KeyPath) -> KeyPath:
        start = self._position
        path = (*table, *self._keys())
        self._expect("=")
        self._take(_SPACE)
        value_start = self._position
        self._value(path)
        self._note(path, Spot(start=start, value_start=value_start, value_end=self._position))
        return path

    def _note(self, path: KeyPath, spot: Spot) -> None:
        self.spots[path] = spot
        for size in range(len(path) - 1, 0, -1):
            if path[:size] in self.spots:  # its parents are recorded as well
                return
            self.spots[path[:size]] = spot

    def _keys(self) -> list[str]:
        keys = [self._key()]
        while self._skip("."):
            if len(keys) >= MAX_PARTS:
                raise _StopScanError
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        self._take(_SPACE)
        bare = self._match(_BARE_KEY)
        if bare is not None:
            return bare
        quoted = next((text for pattern in _STRINGS[2:] if (text := self._match(pattern)) is not None), None)
        if quoted is None:
            raise _StopScanError
        try:
            return str(tomllib.loads(f"key = {quoted}")["key"])
        except tomllib.TOMLDecodeError as error:
            raise _StopScanError from error

    def _value(self, path: KeyPath) -> None:
        if len(path) > MAX_DEPTH:
            raise _StopScanError
        if self._skip("["):
            self._array(path)
        elif self._skip("{"):
            self._inline_table(path)
        elif not any(self._match(pattern) is not None for pattern in (*_STRINGS, _DATE, _BARE_VALUE)):
            raise _StopScanError

    def _array(self, path: KeyPath) -> None:
        position = 0
        self._take(_BLANK)
        while not self._skip("]"):
            start = self._position
            self._value((*path, position))
            self.spots[*path, position] = Spot(start=start, value_start=start, value_end=self._position)
            position += 1
            self._take(_BLANK)
            if not self._skip(",") and not self.text.startswith("]", self._position):
                raise _StopScanError
            self._take(_BLANK)

    def _inline_table(self, path: KeyPath) -> None:
        self._take(_BLANK)
        while not self._skip("}"):
            self._key_and_value(path)
            self._take(_BLANK)
            if not self._skip(",") and not self.text.startswith("}", self._position):
                raise _StopScanError
            self._take(_BLANK)

    def _take(self, pattern: re.Pattern[str], *, is_needed: bool = False) -> None:
        if self._match(pattern) is None and is_needed:
            raise _StopScanError

    def _match(self, pattern: re.Pattern[str]) -> str | None:
        match = pattern.match(self.text, self._position)
        if match is None:
            return None
        self._position = match.end()
        return match.group()

    def _skip(self, mark: str) -> bool:
        self._take(_SPACE)
        if not self.text.startswith(mark, self._position):
            return False
        self._position += len(mark)
        return True

    def _expect(self, mark: str) -> None:
        if not self._skip(mark):
            raise _StopScanError


def written_key(path: KeyPath) -> str:
    """Returns a path as shown to users: `cars[0].team`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


@lru_cache(maxsize=32)
def outline_of(text: str) -> Outline:
    """Returns the outline of a text, which nobody may change. A window reads a match four times when it opens it."""
    return Outline(text)
