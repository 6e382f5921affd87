"""Edits of the `[[tables]]` of a TOML text that leave every other byte as it was.

A table's block is its header with everything under it, the comment right above it, and the comment right below it
unless that stands right above something else.

Raises (all of them):
    EditError: the text is not written in a way that this edit could follow.
"""

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from runtime.documents.outline import KeyPath, Outline
from runtime.documents.source import Source
from runtime.documents.surgery import EditError, Value, inserted, line_break_of, parsed, toml_value, verified

_BLANK_LINES: Final = re.compile(r"(?:[ \t\r]*+\n)*+")
_BLANK_END: Final = re.compile(r"(?:\A|\n)[ \t\r]*+\n\Z")


def append_table(text: str, array: str, values: Mapping[str, Value]) -> str:
    """Adds one `[[array]]` table behind the last one, or at the end."""
    source = parsed(text)
    data, outline = source.data, source.outline
    if array in data and not outline.is_array_of_tables((array,)):
        raise EditError(f"{array} is not written as [[{array}]], so nothing can be added to it.")
    expected = copy.deepcopy(data)
    expected.setdefault(array, []).append(dict(values))
    line_break = line_break_of(text)
    lines = [f"[[{array}]]", *(f"{key} = {toml_value(value)}" for key, value in values.items())]
    block = "".join(line + line_break for line in lines)
    ends = [one.end for one in outline.statements if one.table[:1] == (array,)]
    position = _block_end(text, ends[-1]) if ends else len(text)
    return verified(inserted(text, position, block, line_break), expected)


def remove_table(text: str, array: str, position: int) -> str:
    """Removes one `[[array]]` table with the comment right above it and the blank lines after it.

    A comment at the very top of the text is about the text, and stays.
    """
    source = parsed(text)
    data, outline = source.data, source.outline
    tables = data.get(array)
    if not isinstance(tables, list) or not outline.is_array_of_tables((array,)) or not 0 <= position < len(tables):
        raise EditError(f"There is no {array}[{position}] to remove.")
    expected = copy.deepcopy(data)
    del expected[array][position]
    if not expected[array]:
        del expected[array]
    for start, end in reversed(_runs(outline, (array, position))):
        text = _cut(text, start, end)
    return verified(text, expected)


def duplicate_table(text: str, array: str, position: int) -> str:
    """Puts a copy of one `[[array]]` table right behind it, without the comments around it."""
    source = parsed(text)
    tables = _tables(source, array, position)
    start, end = _whole_block(source.outline, array, position)
    expected = copy.deepcopy(source.data)
    expected[array].insert(position + 1, copy.deepcopy(tables[position]))
    statements = [one for one in source.outline.statements if one.table[:2] == (array, position)]
    first = text.rfind("\n", 0, statements[0].start) + 1
    line_break = line_break_of(text)
    block = text[max(first, start) : statements[-1].end]
    return verified(inserted(text, end, block if block.endswith("\n") else block + line_break, line_break), expected)


def reorder_tables(text: str, array: str, order: Sequence[int]) -> str:
    """Puts the `[[array]]` tables in another order: `order` names them by where they stand now, each once.

    Their blocks change places; what stands between the blocks stays where it is.
    """
    source = parsed(text)
    tables = _tables(source, array, 0) if order else []
    if sorted(order) != list(range(len(tables))):
        raise EditError(f"{list(order)} is no order of {len(tables)} {array}.")
    if list(order) == sorted(order):
        return text
    expected = copy.deepcopy(source.data)
    expected[array] = [expected[array][place] for place in order]
    slots = [_whole_block(source.outline, array, place) for place in range(len(tables))]
    blocks = [_ended(text[start:end], line_break_of(text)) for start, end in slots]
    edited = text
    for place in reversed(range(len(slots))):
        start, end = slots[place]
        edited = edited[:start] + blocks[order[place]] + edited[end:]
    return verified(edited, expected)


def _ended(block: str, line_break: str) -> str:
    return block if block.endswith("\n") else block + line_break


def _tables(source: Source, array: str, position: int) -> list[Any]:
    tables = source.data.get(array)
    if isinstance(tables, list) and source.outline.is_array_of_tables((array,)) and 0 <= position < len(tables):
        return tables
    raise EditError(f"There is no {array}[{position}].")


def _whole_block(outline: Outline, array: str, position: int) -> tuple[int, int]:
    runs = _runs(outline, (array, position))
    if len(runs) != 1:
        raise EditError(f"{array}[{position}] is written in several places. Edit it by hand.")
    return runs[0]


def _runs(outline: Outline, table: KeyPath) -> list[tuple[int, int]]:
    """The stretches of text that hold `table` and what is nested in it."""
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
    """After the comment lines right below `end`, unless they stand right above something else."""
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
