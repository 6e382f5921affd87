"""Format-preserving edits of TOML, as functions from text to text: every other byte stays as it is.

New lines end with the line break that is most frequent in the text. The block of a table consists of its header,
everything below it, the comment directly above, and the comment directly below unless that belongs to something else.

All functions raise:
    EditError: The text is in a form that this edit does not support.
"""

import copy
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from runtime.documents.outline import KeyPath, Kind, Outline, Statement, written_key
from runtime.documents.source import DocumentError, Source, parse
from runtime.model.messages import Message, message, sentences

Value = str | int | float | bool
Inline: TypeAlias = "Value | Sequence[Inline] | Mapping[str, Inline]"
"""A value that an edit can write."""

_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_DELETE: Final = 0x7F
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'""")
"""One part of a dotted key."""


class EditError(Exception):
    """An edit is impossible; `message` is a sentence for the user."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


INVALID_TOML: Final = message("toml-invalid", "The document is not valid TOML.")
_UNSUPPORTED: Final = message(
    "edit-by-hand", "The document is written in a way that this edit cannot follow. Edit it by hand."
)


def no_entry(array: str, position: int) -> Message:
    """Returns the message for an array of tables without an entry at `position`."""
    return message("no-such-entry", "There is no {entry}.", entry=f"{array}[{position}]")


def _missing(path: KeyPath) -> Message:
    return message("no-such-key", "There is no {entry}.", entry=written_key(path))


def _no_table(path: KeyPath) -> Message:
    return message("no-such-table", "There is no {place} to write in.", place=written_key(path))


def set_value(text: str, path: KeyPath, value: Value) -> str:
    """Sets a key: an existing key or element of an array in place, a new key at the end of its table."""
    return set_values(text, {path: value})


def set_values(text: str, values: Mapping[KeyPath, Value]) -> str:
    """Sets several keys at once, which is faster than one by one for existing keys."""
    source = parsed(text)
    expected = copy.deepcopy(source.data)
    changes: list[tuple[int, int, str]] = []
    missing: dict[KeyPath, Value] = {}
    for path, value in values.items():
        spot = source.outline.spots.get(path)
        if spot is None or isinstance(_value_at(source.data, path), dict | list):
            missing[path] = value
        elif not _same(_value_at(source.data, path), value):
            _value_at(expected, path[:-1])[path[-1]] = value
            changes.append((spot.value_start, spot.value_end, toml_value(value)))
    edited = verified(_replaced(text, changes), expected) if changes else text
    for path, value in missing.items():
        source = parsed(edited)
        expected = copy.deepcopy(source.data)
        _container(expected, path)[_last(path)] = value
        edited = verified(_with_key(source.outline, source.data, path, value), expected)
    return edited


def unset_values(text: str, paths: Collection[KeyPath]) -> str:
    """Removes several keys at once, each with its lines; missing keys are not an error."""
    source = parsed(text)
    expected = copy.deepcopy(source.data)
    lines: list[tuple[int, int, str]] = []
    for path in dict.fromkeys(paths):
        if path not in source.outline.spots:
            continue
        statement = next(
            (entry for entry in source.outline.statements if entry.kind is Kind.PAIR and entry.path == path), None
        )
        if statement is None:
            place = written_key(path)
            raise EditError(
                message("not-removable", "{place} is not on a line of its own, so it cannot be removed.", place=place)
            )
        _container(expected, path).pop(_last(path))
        _drop_implicit(source.outline, expected, path)
        lines.append((text.rfind("\n", 0, statement.start) + 1, statement.end, ""))
    return verified(_replaced(text, lines), expected)


def _replaced(text: str, changes: Collection[tuple[int, int, str]]) -> str:
    """Returns the text with ranges replaced, given as start, end and new text."""
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def rename_key(text: str, path: KeyPath, new_key: str) -> str:
    """Renames a key, or a table with a single header; value, place and comments stay."""
    source = parsed(text)
    expected = copy.deepcopy(source.data)
    container = _container(expected, path)
    if _last(path) not in container:
        raise EditError(_missing(path))
    if new_key in container:
        place = written_key((*path[:-1], new_key))
        reason = message(
            "key-exists", "{place} already exists, so {other} cannot be renamed.", place=place, other=_last(path)
        )
        raise EditError(reason)
    container[new_key] = container.pop(_last(path))
    spot = source.outline.spots.get(path)
    header = _header(source.outline, path)
    start = header.start if header is not None else spot.start if spot is not None else 0
    end = header.end if header is not None else spot.value_start if spot is not None else 0
    names = [*_KEY.finditer(text, start, end)]
    match = next((name for name in reversed(names) if name[0].strip("\"'") == _last(path)), None)
    if match is None:
        raise EditError(_UNSUPPORTED)
    return verified(text[: match.start()] + _toml_key(new_key) + text[match.end() :], expected)


def move_key(text: str, path: KeyPath, table: tuple[str, ...]) -> str:
    """Moves a key with a plain value to the end of another table; removes a comment on its line.

    Raises:
        EditError: the key is not written, its value is a table or an array, or the other table has that key.
    """
    data = parsed(text).data
    key, target = _last(path), (*table, _last(path))
    container = _container(copy.deepcopy(data), path)
    if key not in container:
        raise EditError(_missing(path))
    value = container[key]
    if not isinstance(value, str | int | float | bool):
        raise EditError(
            message(
                "not-a-value", "{place} is a table or an array, which this edit does not move.", place=written_key(path)
            )
        )
    if key in _container(copy.deepcopy(data), target):
        raise EditError(
            message(
                "key-exists",
                "{place} already exists, so {other} cannot be moved.",
                place=written_key(target),
                other=written_key(path),
            )
        )
    return unset_values(set_value(text, target, value), [path])


def toml_value(value: Value) -> str:
    """Returns a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise EditError(
            message("not-unicode", "{value} cannot be written: it is not valid Unicode.", value=repr(value))
        ) from None
    return f'"{"".join(_escaped(character) for character in value)}"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\u{code:04x}" if code < ord(" ") or code == _DELETE else character


def parsed(text: str) -> Source:
    """Parses a text."""
    try:
        return parse(Path(), text)
    except DocumentError as error:
        raise EditError(sentences(error.problem.message)) from error


def verified(text: str, expected: dict[str, Any]) -> str:
    """Returns the edited text after checking that it parses to `expected`."""
    try:
        is_right = _same(parse(Path(), text).data, expected)
    except DocumentError:
        is_right = False
    if not is_right:
        raise EditError(_UNSUPPORTED)
    return text


def _same(data: object, other: object) -> bool:
    if isinstance(data, dict) and isinstance(other, dict):
        return data.keys() == other.keys() and all(_same(data[key], other[key]) for key in data)
    if isinstance(data, list) and isinstance(other, list):
        return len(data) == len(other) and all(map(_same, data, other))
    return type(data) is type(other) and (data == other or repr(data) == repr(other))


def _container(data: dict[str, Any], path: KeyPath) -> dict[str, Any]:
    inner: Any = data
    for part in path[:-1]:
        try:
            if isinstance(part, int) and part < 0:
                raise IndexError(part)  # noqa: TRY301 - the same answer as for a place beyond the end
            inner = inner.setdefault(part, {}) if isinstance(part, str) else inner[part]
        except (KeyError, IndexError, TypeError, AttributeError):
            raise EditError(_no_table(path[:-1])) from None
    if not isinstance(inner, dict):
        raise EditError(message("not-a-table", "{place} is not a table.", place=written_key(path[:-1])))
    return inner


def _drop_implicit(outline: Outline, data: dict[str, Any], path: KeyPath) -> None:
    """Removes the tables that only existed because of the removed key `path`: they have no header and no value."""
    for depth in range(len(path) - 1, 0, -1):
        table = path[:depth]
        if _value_at(data, table) or any(statement.path == table for statement in outline.statements):
            return
        del _container(data, table)[_last(table)]


def _last(path: KeyPath) -> str:
    key = path[-1] if path else 0
    if not isinstance(key, str):
        if not path:
            raise EditError(message("not-a-key", "The document is not a key."))
        raise EditError(message("not-a-key", "{place} is not a key.", place=written_key(path)))
    return key


def _value_at(data: dict[str, Any], path: KeyPath) -> Any:
    inner: Any = data
    for part in path:
        inner = inner[part]
    return inner


def _header(outline: Outline, table: KeyPath) -> Statement | None:
    """Returns the header of a table; None if it has none."""
    return next((entry for entry in outline.statements if entry.kind is not Kind.PAIR and entry.path == table), None)


def _with_key(outline: Outline, data: dict[str, Any], path: KeyPath, value: Value) -> str:
    if outline.spots.get(path) is not None:
        raise EditError(
            message(
                "not-a-value",
                "{place} is a table or an array, which this edit does not replace.",
                place=written_key(path),
            )
        )
    text, table = outline.text, path[:-1]
    line_break = line_break_of(text)
    pair = f"{_toml_key(_last(path))} = {toml_value(value)}"
    header = _header(outline, table)
    if header is not None or not table:
        return _under_header(outline, header, table, pair)
    spot = outline.spots.get(table)
    if spot is not None and text.startswith("{", spot.value_start):
        return _in_inline_table(text, spot.value_end, pair, is_empty=not _value_at(data, table))
    dotted = [
        entry for entry in outline.statements if entry.path[: len(table)] == table and len(entry.table) < len(table)
    ]
    if dotted:
        prefix = ".".join(_toml_key(str(part)) for part in table[len(dotted[-1].table) :])
        return _lines_at(text, dotted[-1].end, f"{prefix}.{pair}", line_break)
    if any(isinstance(part, int) for part in table):
        return _dotted_below(outline, path, value)
    name = ".".join(_toml_key(str(part)) for part in table)
    return inserted(text, len(text), f"[{name}]{line_break}{pair}{line_break}", line_break)


def _dotted_below(outline: Outline, path: KeyPath, value: Value) -> str:
    """Adds a key of a table that does not exist yet to the surrounding [[table]], as a dotted key."""
    for depth in range(len(path) - 2, 0, -1):
        header = _header(outline, path[:depth])
        if header is not None:
            key = ".".join(_toml_key(str(part)) for part in path[depth:])
            return _under_header(outline, header, path[:depth], f"{key} = {toml_value(value)}")
    raise EditError(_no_table(path[:-1]))


def _under_header(outline: Outline, header: Statement | None, table: KeyPath, pair: str) -> str:
    text = outline.text
    pairs = [entry for entry in outline.statements if entry.kind is Kind.PAIR and entry.table == table]
    last = pairs[-1] if pairs else header
    if last is None:
        return pair + line_break_of(text) + text
    line_start = text.rfind("\n", 0, last.start) + 1
    return _lines_at(text, last.end, text[line_start : last.start] + pair, line_break_of(text))


def _in_inline_table(text: str, end: int, pair: str, *, is_empty: bool) -> str:
    brace = end - 1
    before = text[:brace].rstrip(" \t")
    return f"{before}{' ' if is_empty else ', '}{pair} {text[brace:]}"


def _lines_at(text: str, position: int, line: str, line_break: str) -> str:
    before = text[:position]
    gap = "" if not before or before.endswith("\n") else line_break
    return f"{before}{gap}{line}{line_break}{text[position:]}"


def inserted(text: str, position: int, block: str, line_break: str) -> str:
    """Returns the text with a block of lines inserted at an offset, separated by blank lines."""
    before, after = text[:position], text[position:]
    if before and not before.endswith("\n"):
        before += line_break
    if before.strip() and not before.endswith(("\n\n", "\n\r\n")):
        before += line_break
    gap = line_break if after.strip() and not after.startswith(("\n", "\r\n")) else ""
    return f"{before}{block}{gap}{after}"


def line_break_of(text: str) -> str:
    """Returns the most frequent line break in a text."""
    windows = text.count("\r\n")
    return "\r\n" if windows > text.count("\n") - windows else "\n"


def _toml_key(key: str) -> str:
    is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare else toml_value(key)


_BLANK_LINES: Final = re.compile(r"(?:[ \t\r]*+\n)*+")
_BLANK_END: Final = re.compile(r"(?:\A|\n)[ \t\r]*+\n\Z")


def append_table(text: str, array: str, values: Mapping[str, Value]) -> str:
    """Adds one `[[array]]` table after the last one, or at the end; `array` may be dotted: `environment.rewards`."""
    source = parsed(text)
    outline, path = source.outline, _array_path(array)
    if _found(source.data, path) is not None and not outline.is_array_of_tables(path):
        raise EditError(
            message(
                "not-an-array",
                "{place} is not written as [[{table}]], so nothing can be added to it.",
                place=array,
                table=array,
            )
        )
    expected = copy.deepcopy(source.data)
    _container(expected, path).setdefault(path[-1], []).append(dict(values))
    line_break = line_break_of(text)
    lines = [f"[[{array}]]", *(f"{key} = {toml_value(value)}" for key, value in values.items())]
    block = "".join(line + line_break for line in lines)
    ends = [entry.end for entry in outline.statements if entry.table[: len(path)] == path]
    position = _block_end(text, ends[-1]) if ends else len(text)
    return verified(inserted(text, position, block, line_break), expected)


def remove_table(text: str, array: str | KeyPath, position: int | None = None) -> str:
    """Removes one `[[array]]` table, or the `[table]` without a position, and its nested tables.

    The comment directly above and the blank lines below are removed too; a comment at the top of the text belongs to
    the document and stays. `array` may be dotted, or a path with the position of a surrounding table.
    """
    source = parsed(text)
    outline, path = source.outline, _array_path(array) if isinstance(array, str) else array
    tables = _found(source.data, path)
    expected = copy.deepcopy(source.data)
    container, key = _container(expected, path), _last(path)
    if position is None and isinstance(tables, dict):
        del container[key]
    elif isinstance(tables, list) and outline.is_array_of_tables(path) and 0 <= (position or 0) < len(tables):
        del container[key][position or 0]
        if not container[key]:
            del container[key]
    else:
        entry = written_key(path if position is None else (*path, position))
        raise EditError(message("no-such-entry", "There is no {entry} to remove.", entry=entry))
    _drop_implicit(outline, expected, path)
    for start, end in reversed(_runs(outline, path if position is None else (*path, position))):
        text = _cut(text, start, end)
    return verified(text, expected)


def _array_path(array: str) -> tuple[str, ...]:
    return tuple(array.split("."))


def _found(data: dict[str, Any], path: KeyPath) -> Any:
    """Returns the value of a key; None if it is missing."""
    inner: Any = data
    for part in path:
        if isinstance(part, int):
            inner = inner[part] if isinstance(inner, list) and part < len(inner) else None
        else:
            inner = inner.get(part) if isinstance(inner, dict) else None
    return inner


def is_array_of_tables(text: str, array: str) -> bool:
    """Returns whether an array, which may be dotted, is written as `[[array]]`."""
    return parsed(text).outline.is_array_of_tables(_array_path(array))


def set_inline(text: str, path: KeyPath, value: Inline) -> str:
    """Sets a key to a value in one line; replaces an existing value unless it is written under [headers]."""
    source = parsed(text)
    expected = copy.deepcopy(source.data)
    spot = source.outline.spots.get(path)
    _container(expected, path)[_last(path)] = copy.deepcopy(value)
    if spot is None and _found(source.data, path) is None:
        text = _with_key(source.outline, source.data, path, 0)
        spot = parsed(text).outline.spots[path]
    if spot is None:
        raise EditError(_UNSUPPORTED)
    return verified(_replaced(text, [(spot.value_start, spot.value_end, _inline(value))]), expected)


def add_element(text: str, path: KeyPath, value: Inline) -> str:
    """Adds an element to the end of an array in square brackets, or creates the array; comments in it stay."""
    source = parsed(text)
    written = _found(source.data, path)
    if not written:
        return set_inline(text, path, [value])
    expected = copy.deepcopy(source.data)
    _container(expected, path)[_last(path)].append(copy.deepcopy(value))
    last, before = (source.outline.spots.get((*path, len(written) - back)) for back in (1, 2))
    if last is None:
        raise EditError(_UNSUPPORTED)
    changes = [(last.value_end, last.value_end, f", {_inline(value)}")]
    line = text[text.rfind("\n", 0, last.start) + 1 : last.start]
    rest = _REST_OF_ELEMENT.match(text, last.value_end)
    if before is not None and not line.strip() and rest is not None and rest[0].endswith("\n"):
        has_comma = rest[0].lstrip().startswith(",")
        changes = [(last.value_end, last.value_end, "" if has_comma else ",")]
        changes.append((rest.end(), rest.end(), f"{line}{_inline(value)},{line_break_of(text)}"))
    return verified(_replaced(text, changes), expected)


def remove_element(text: str, path: KeyPath, position: int) -> str:
    """Removes an element of an array in square brackets with the comment behind it; other elements stay unchanged."""
    source = parsed(text)
    expected = copy.deepcopy(source.data)
    spots = source.outline.spots
    spot = spots.get((*path, position))
    if spot is None:
        raise EditError(no_entry(written_key(path), position))
    del _container(expected, path)[_last(path)][position]
    before, after = spots.get((*path, position - 1)), spots.get((*path, position + 1))
    start, end = spot.value_start, spot.value_end
    if after is not None:
        end = after.value_start
    elif before is not None and not set("\n#") & set(text[before.value_end : start]):
        start = before.value_end
    else:
        rest = _REST_OF_ELEMENT.match(text, end)
        assert rest is not None
        line_start = text.rfind("\n", 0, start) + 1
        start, end = line_start if not text[line_start:start].strip() else start, rest.end()
    return verified(_replaced(text, [(start, end, "")]), expected)


_REST_OF_ELEMENT: Final = re.compile(r"[ \t]*+,?(?:[ \t]*+(?:#[^\n]*+)?\r?\n)?")


def _inline(value: Inline) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_toml_key(key)} = {_inline(entry)}" for key, entry in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, str | int | float):
        return toml_value(value)
    return f"[{', '.join(map(_inline, value))}]"


def duplicate_table(text: str, array: str, position: int) -> str:
    """Inserts a copy of one `[[array]]` table after it, without the comments around it."""
    source = parsed(text)
    tables = _tables(source, array, position)
    start, end = _whole_block(source.outline, array, position)
    expected = copy.deepcopy(source.data)
    expected[array].insert(position + 1, copy.deepcopy(tables[position]))
    statements = [entry for entry in source.outline.statements if entry.table[:2] == (array, position)]
    first = text.rfind("\n", 0, statements[0].start) + 1
    line_break = line_break_of(text)
    block = text[max(first, start) : statements[-1].end]
    return verified(inserted(text, end, _ended(block, line_break), line_break), expected)


def reorder_tables(text: str, array: str, order: Sequence[int]) -> str:
    """Reorders the `[[array]]` tables; `order` lists their current positions, each once.

    The blocks change places; text between the blocks stays.
    """
    source = parsed(text)
    tables = _tables(source, array, 0) if order else []
    if sorted(order) != list(range(len(tables))):
        value, n = str(list(order)), len(tables)
        raise EditError(message("not-an-order", "{value} does not order {n} {table}.", value=value, n=n, table=array))
    if list(order) == sorted(order):
        return text
    expected = copy.deepcopy(source.data)
    expected[array] = [expected[array][place] for place in order]
    slots = [_whole_block(source.outline, array, place) for place in range(len(tables))]
    blocks = [_ended(text[start:end], line_break_of(text)) for start, end in slots]
    changes = [(*slot, blocks[place]) for slot, place in zip(slots, order, strict=True)]
    return verified(_replaced(text, changes), expected)


def _ended(block: str, line_break: str) -> str:
    return block if block.endswith("\n") else block + line_break


def _tables(source: Source, array: str, position: int) -> list[Any]:
    tables = source.data.get(array)
    if isinstance(tables, list) and source.outline.is_array_of_tables((array,)) and 0 <= position < len(tables):
        return tables
    raise EditError(no_entry(array, position))


def _whole_block(outline: Outline, array: str, position: int) -> tuple[int, int]:
    runs = _runs(outline, (array, position))
    if len(runs) != 1:
        place = f"{array}[{position}]"
        raise EditError(
            message("scattered-table", "{place} is written in several places. Edit it by hand.", place=place)
        )
    return runs[0]


def _runs(outline: Outline, table: KeyPath) -> list[tuple[int, int]]:
    """Returns the ranges of the text that contain `table` and its nested tables."""
    runs: list[tuple[int, int]] = []
    is_open = False
    for statement in outline.statements:
        is_inside = statement.table[: len(table)] == table
        if is_inside:
            start = runs.pop()[0] if is_open else _block_start(outline.text, statement.start)
            runs.append((start, _block_end(outline.text, statement.end)))
        is_open = is_inside
    return runs


def _block_start(text: str, start: int) -> int:
    start = text.rfind("\n", 0, start) + 1
    top = start
    while top > 0:
        line_start = text.rfind("\n", 0, top - 1) + 1
        line = text[line_start:top].strip()
        if not line.startswith("#") or line.startswith("#:"):
            return top
        top = line_start
    return start


def _block_end(text: str, end: int) -> int:
    """Returns the offset after the comment lines directly below `end`, unless they belong to the next statement."""
    after = end
    while text.startswith("#", _line_text(text, after)):
        line_break = text.find("\n", after)
        after = len(text) if line_break < 0 else line_break + 1
    is_free = after >= len(text) or text[_line_text(text, after) :].startswith(("\n", "\r\n"))
    return after if is_free else end


def _line_text(text: str, position: int) -> int:
    while text.startswith((" ", "\t"), position):
        position += 1
    return position


def _cut(text: str, start: int, end: int) -> str:
    before, after = text[:start], text[end:]
    if not after.strip():
        return _without_blank_end(before)
    if not before or _BLANK_END.search(before):
        return before + after[_match_end(_BLANK_LINES, after) :]
    return before + after


def _match_end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return 0 if match is None else match.end()


def _without_blank_end(text: str) -> str:
    line_break = text.find("\n", len(text.rstrip(" \t\r\n")))
    return text if line_break < 0 else text[: line_break + 1]
