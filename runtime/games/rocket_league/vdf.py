"""Reads Valve's text files of keys and values (VDF): `"key" "value"` and `"key" { ... }`."""

import re
from pathlib import Path
from typing import Final, TypeAlias

from runtime.files import read_text

Section: TypeAlias = "dict[str, str | Section]"
"""Values and sections by their keys in lower case, because Valve ignores the case; the last of equal keys counts."""
MAX_BYTES: Final = 2 << 20
MAX_DEPTH: Final = 32
_TOKEN: Final = re.compile(
    r'(?:\s|//[^\n]*+)*+(?:"(?P<quoted>(?:[^"\\]|\\.)*+)"|(?P<word>[^\s"{}]++)|(?P<mark>[{}]|\Z))', re.DOTALL
)


class VdfError(ValueError):
    """A text is not VDF."""


def read_vdf(path: Path) -> Section:
    """Returns the content of a file.

    Raises:
        OSError: the file cannot be read, or is larger than `MAX_BYTES`.
        VdfError: it is not VDF, or its sections are nested deeper than `MAX_DEPTH`.
    """
    text = read_text(path, MAX_BYTES, errors="surrogateescape")
    sections: list[Section] = [{}]
    key = ""
    position = 0
    while match := _TOKEN.match(text, position):
        position = match.end()
        mark = match["mark"]
        if mark is None:
            value = match["word"] or re.sub(r'\\(["\\])', r"\1", match["quoted"] or "")
            if key:
                sections[-1][key], key = value, ""
            else:
                key = value.lower()
                if not key:
                    break
        elif mark == "{" and key and len(sections) <= MAX_DEPTH:
            section: Section = {}
            sections[-1][key], key = section, ""
            sections.append(section)
        elif mark == "}" and not key and len(sections) > 1:
            sections.pop()
        elif not mark and not key and len(sections) == 1:
            return sections[0]
        else:
            break
    raise VdfError(f"line {text.count(chr(10), 0, position) + 1} is not in Valve's format")


def section_at(section: Section, *keys: str) -> Section:
    """Returns a section within sections; empty if there is none."""
    for key in keys:
        value = section.get(key)
        section = value if isinstance(value, dict) else {}
    return section


def text_at(section: Section, *keys: str) -> str:
    """Returns a value within sections; empty if there is none."""
    value = section_at(section, *keys[:-1]).get(keys[-1])
    return value if isinstance(value, str) else ""
