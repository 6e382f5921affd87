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
_START: Final = re.compile(r"(?<!\w)\w|[^\w\s]")
"""Where a phrase may begin: a word or a sign."""
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
    end = 0
    start = _START.search(text)
    while start is not None:
        found, behind = _phrase_at(text, start.start())
        if found is not None:
            parts += [text[end : start.start()], found]
            end = behind
        start = _START.search(text, max(behind, start.end()))
    return (*parts, text[end:])


def _phrase_at(text: str, place: int) -> tuple[_Found | None, int]:
    """The phrase that begins at a place of a text, and where it ends."""
    for form in (*(_forms().get("", ()) if place == 0 else ()), *_forms().get(text[place].lower(), ())):
        begin = form.partition("{")[0]
        is_lower = begin[:1].isupper() and text[place] == begin[0].lower()
        if begin[is_lower:] != text[place + is_lower : place + len(begin)]:
            continue
        match = _pattern(form).match(text, place)
        if match is not None:
            return _Found(form=form, values=match.groupdict(), is_lower=is_lower), match.end()
    return None, place


@cache
def _forms() -> Mapping[str, tuple[str, ...]]:
    """The phrases by the small letter or sign that they begin with, the longest first.

    Nothing stands for those that begin with a list of names: they begin the text too.
    """
    forms: dict[str, list[str]] = {}
    for form in sorted(map(str, PHRASES), key=lambda form: -len(_VALUE.sub("", form))):
        forms.setdefault("" if form[0] == "{" else form[0].lower(), []).append(form)
    return {initial: tuple(those) for initial, those in forms.items()}


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """How a phrase is found, whether its first letter is a capital one or not."""
    pattern = ""
    for place, piece in enumerate(_VALUE.split(form)):
        pattern += f"(?P<{piece}>{_KINDS.get(piece) or _anything(form, piece)})" if place % 2 else re.escape(piece)
    if form[0].isupper():
        pattern = f"[{form[0]}{form[0].lower()}]{pattern[1:]}"
    after = r"(?!\w)" if form[-1].isalnum() or form[-1] == "." else ""
    return re.compile(f"{pattern}{after}")


def _anything(form: str, name: str) -> str:
    if f"'{{{name}}}'" in form:
        return "[^']+"
    return _LIST_AT_END if form.endswith(f"{{{name}}}") else ".+?"
