"""What the runtime says of a match, in the user's language.

The runtime speaks English, to logs and to other programs. It makes its sentences of phrases, of names and numbers, and
of what bots printed. The phrases are known here; each is replaced where it stands, and all else stays as it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from widgets.phrases import PHRASES, WHOLE

translate = QCoreApplication.translate

KEPT_TEXTS: Final = 512
"""So many texts are not looked through again; a match says few, and says them often."""
_VALUE: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = r"\d+(?:[.,:]\d+)*"
_KINDS: Final = {
    "n": _NUMBER,
    "s": _NUMBER,
    "count": _NUMBER,
    "most": _NUMBER,
    "frames": _NUMBER,
    "score": _NUMBER,
    "code": r"0x[0-9A-F]+",
    "key": r"(?:blue|orange|script)-\d+",
}
_LIST_AT_END: Final = r".+?(?=, \d+ s left\Z|\Z)"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A phrase in a text, with its values."""

    form: str
    values: Mapping[str, str]
    is_lower: bool
    """Whether it stands within a sentence although its first letter is a capital one."""


def spoken(text: str) -> str:
    """A text of the runtime with its phrases in the user's language; it stays as it is where it has none of them."""
    if not text:
        return text
    return "".join(part if isinstance(part, str) else _translated(part) for part in _parts(text))


def prepare() -> None:
    """Makes what the first text needs, which takes some milliseconds; for any thread."""
    _every_phrase()


def _translated(found: _Found) -> str:
    values = {name: _value(name, value) for name, value in found.values.items()}
    words = translate("Runtime", found.form).format(**values)
    return f"{words[:1].lower()}{words[1:]}" if found.is_lower else words


def _value(name: str, value: str) -> str:
    """A value as the user writes it; the runtime groups thousands by commas."""
    if name == "names":
        return _list(value)
    if _KINDS.get(name) != _NUMBER:
        return value
    locale = QLocale()
    return value.translate(str.maketrans(",.", locale.groupSeparator()[:1] + locale.decimalPoint()[:1]))


def _list(names: str) -> str:
    """`A, B and C`, whose parts may be phrases themselves."""
    others, _, last = names.rpartition(" and ")
    if not others:
        return spoken(last)
    return translate("Runtime", "{0} and {1}").format(spoken(others), spoken(last))


@lru_cache(KEPT_TEXTS)
def _parts(text: str) -> tuple[str | _Found, ...]:
    if text in WHOLE:
        return (_Found(form=text, values={}, is_lower=False),)
    parts: list[str | _Found] = []
    begin = 0
    for match in _every_phrase().finditer(text):
        parts += [text[begin : match.start()], _found(match)]
        begin = match.end()
    return (*parts, text[begin:])


def _found(match: re.Match[str]) -> _Found:
    number = next(number for number in range(len(_forms())) if match.group(f"p{number}") is not None)
    form = _forms()[number]
    values = {name: match.group(f"p{number}{name}") for name in _VALUE.findall(form)}
    return _Found(form=form, values=values, is_lower=match.group()[0] != form[0] and form[0] != "{")


@cache
def _forms() -> tuple[str, ...]:
    """The phrases, those first that begin like others and go on."""
    return tuple(sorted(map(str, PHRASES), key=lambda form: -len(_VALUE.sub("", form))))


@cache
def _every_phrase() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<p{number}>{_pattern(form, number)})" for number, form in enumerate(_forms())))


def _anything(form: str, name: str) -> str:
    if f"'{{{name}}}'" in form:
        return "[^']+"
    return _LIST_AT_END if form.endswith(f"{{{name}}}") else ".+?"


def _pattern(form: str, number: int) -> str:
    """How a phrase is found; one that begins with a list of names begins the text too."""
    pieces = _VALUE.split(form)
    pattern = ""
    for place, piece in enumerate(pieces):
        if place % 2:
            pattern += f"(?P<p{number}{piece}>{_KINDS.get(piece) or _anything(form, piece)})"
        else:
            pattern += re.escape(piece)
    if form[0].isupper():
        pattern = f"[{form[0]}{form[0].lower()}]{pattern[1:]}"
    before = r"\A" if form[0] == "{" else r"(?<!\w)" if form[0].isalpha() else ""
    after = r"(?!\w)" if form[-1].isalnum() or form[-1] == "." else ""
    return f"{before}{pattern}{after}"
