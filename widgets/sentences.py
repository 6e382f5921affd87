"""What the runtime says of documents and of a match, in the user's language.

The runtime speaks English, to logs and to other programs. Some of its sentences are known as a whole (forms); others it
makes of phrases, of names and numbers, and of what bots printed. Forms and phrases are known here; each is replaced
where it stands, and all else stays as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from runtime.model.messages import Message, Text
from runtime.model.problems import Problem, Severity
from widgets.forms import VALUE, Forms
from widgets.messages import rendered
from widgets.words import sized

translate = QCoreApplication.translate

KEPT_TEXTS: Final = 512
"""So many texts are not looked through again; a match says few, and says them often."""
MOST_SENTENCES: Final = 4
"""A form has at most so many sentences."""
_NUMBER: Final = r"\d+(?:[.,:]\d+)*"
_SIZE: Final = r"[\d.]+ [kMGT]?B"
_KINDS: Final = {
    **dict.fromkeys(("n", "s", "count", "most", "frames", "score"), _NUMBER),
    **dict.fromkeys(("used", "limit"), _SIZE),
    "code": r"0x[0-9A-F]+",
    "packages": r"[^()]+(?= \((?:fetching |\d+ %)|\) \()",
    "key": r"(?:blue|orange|script)-\d+",
}
_FORM_KINDS: Final = {
    **dict.fromkeys(("n", "most"), _NUMBER),
    **dict.fromkeys(("key", "place"), r"\S+"),
    "entry": r"\w+\[-?\d+\]",
    "path": r"(?:/|[A-Za-z]:\\|\\\\).*",
    "expected": r"\".*\"|\[.*\]|\{.*\}|true(?: or false)?|false|-?\d+|an? [a-z].*",
    "names": r"[^:]+",
    "ended": r"(?:killed|ended|exited) .+",
    "spot": r".+\.(?:txt|toml|in)(?::\d+)?",
    "who": r"(?:Bot|Script) \".*\"|This (?:bot|script)|Agent '.*'|Session \d+",
}
"""What stands at the beginning of a form, or has few words beside it, is not just anything: bots print much."""
_START: Final = r"(?<!\w)\w|[^\w\s]"
"""Where a phrase may begin: a word or a sign."""
_OUTPUT: Final = re.compile(r"(?:\bLast|'s last) output: (?=.)")
_SENTENCE_END: Final = r"(?<=[.?!]) (?=\S)"
_LIST_AT_END: Final = r".+?(?=, \d+ s left\Z|\Z)"
_AT_PLACE: Final = r"(?s)(?P<place>\S+\.(?:toml|cfg)(?::\d+)?: )(?P<said>.+)"
_PROBLEM: Final = r"(?s)(?P<place>.+?): (?P<severity>error|warning): (?P<said>.+?)(?: \((?P<more>\d+) more\))?"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A form or phrase in a text, with its values."""

    form: str
    values: Mapping[str, str]
    is_lower: bool = False
    """Whether it stands within a sentence although its first letter is a capital one."""


def spoken(text: Text | None, *external: str) -> str:
    """Returns a text of the runtime in the user's language; parts that are not known stay as they are.

    Parts that programs printed are passed as `external`: they are not translated, whatever they say. Without them, all
    that follows an announcement of output counts as such.
    """
    if isinstance(text, Message):
        return rendered(text)
    if not text:
        return ""
    for output in filter(None, external):
        begin = 0 if text.startswith(output) else text.rfind(f": {output}") + len(": ")
        if text.startswith(output, begin):
            end = begin + len(output)
            others = tuple(other for other in external if other is not output)
            return f"{spoken(text[:begin], *others)}{output}{spoken(text[end:], *others)}"
    announced = _OUTPUT.search(text)
    if announced is not None:
        return f"{spoken(text[: announced.end() - 1])} {text[announced.end() :]}"
    return "".join(part if isinstance(part, str) else _translated(part) for part in _parts(text))


def spoken_problem(problem: Problem) -> str:
    """A problem as notices and tooltips tell it: place, severity, sentence and fix."""
    place = f"{problem.path}:{problem.line}" if problem.line is not None else str(problem.path)
    word = translate("Runtime", "error") if problem.is_error else translate("Runtime", "warning")
    return " ".join(filter(None, (f"{place}: {word}:", spoken(problem.message), spoken(problem.fix or ""))))


def _translated(found: _Found) -> str:
    values = {name: spoken_value(name, value) for name, value in found.values.items()}
    words = translate("Runtime", found.form).format(**values)
    return f"{words[:1].lower()}{words[1:]}" if found.is_lower else words


def spoken_value(name: str, value: str) -> str:
    """A value of a form or phrase as the user writes it, by the name it has there.

    The runtime groups thousands by commas.
    """
    if name in _SPEAKING:
        return _SPEAKING[name](value)
    is_number = _KINDS.get(name) == _NUMBER and re.fullmatch(_NUMBER, value)
    return _number(value) if is_number else value


def _number(value: str) -> str:
    locale = QLocale()
    return value.translate(str.maketrans(",.", locale.groupSeparator()[:1] + locale.decimalPoint()[:1]))


def _size(value: str) -> str:
    if re.fullmatch(_SIZE, value) is None:
        return value
    figure, _, unit = value.partition(" ")
    return sized(unit, _number(figure))


def _list(names: str) -> str:
    """`A, B and C`, whose parts may be phrases themselves."""
    others, _, last = names.rpartition(" and ")
    if not others:
        return spoken(last)
    return translate("Runtime", "{0} and {1}").format(spoken(others), spoken(last))


def _part(value: str) -> str:
    known = _known_part(value)
    return value if known is None else _translated(known)


def _agents(value: str) -> str:
    return "; ".join(map(_part, value.split("; ")))


def _problem(value: str) -> str:
    """A problem as the runtime writes it in a line, and how many others there are."""
    match = re.fullmatch(_PROBLEM, value)
    if match is None:
        return spoken(value)
    words = _problem_words(match["place"], match["severity"], match["said"])
    if match["more"] is None:
        return words
    return translate("Runtime", "{0} ({1} more)").format(words, match["more"])


def _problem_words(place: str, severity: str, said: str) -> str:
    word = translate("Runtime", "error") if severity == Severity.ERROR.value else translate("Runtime", "warning")
    return f"{place}: {word}: {spoken(said)}"


_SPEAKING: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {
        "names": _list,
        **dict.fromkeys(("size", "used", "limit"), _size),
        **dict.fromkeys(("expected", "fault", "found", "home", "kind", "other", "reason", "who"), _part),
        "missing": _agents,
        "problem": _problem,
        **dict.fromkeys(("ended", "said"), spoken),
    }
)
"""Values that are said in the user's language too, by their names."""


@cache
def sentence_forms() -> Forms:
    """The sentences that are known as a whole."""
    from widgets.server_forms import SERVER_FORMS  # noqa: PLC0415 - nothing is said before the first paint

    return Forms(SERVER_FORMS, _FORM_KINDS)


@cache
def part_forms() -> Forms:
    """What values of forms are made of."""
    from widgets.server_forms import SERVER_PARTS  # noqa: PLC0415 - nothing is said before the first paint

    return Forms(SERVER_PARTS, _FORM_KINDS)


@lru_cache(KEPT_TEXTS)
def _known_part(value: str) -> _Found | None:
    known = part_forms().known(value)
    return None if known is None else _Found(form=known[0], values=known[1])


@lru_cache(KEPT_TEXTS)
def _parts(text: str) -> tuple[str | _Found, ...]:
    from widgets.phrases import WHOLE  # noqa: PLC0415 - nothing is said before the first paint

    if text in WHOLE:
        return (_Found(form=text, values={}),)
    at_place = re.fullmatch(_AT_PLACE, text)
    if at_place is not None:
        return (at_place["place"], *_parts(at_place["said"]))
    parts: list[str | _Found] = []
    end = 0
    for begin, behind, found in _forms_in(text):
        parts += [*_phrases_in(text[end:begin]), found]
        end = behind
    return (*parts, *_phrases_in(text[end:]))


def _forms_in(text: str) -> Iterator[tuple[int, int, _Found]]:
    """The sentences of a text that are known as a whole, with where they begin and end."""
    ends = [*(match.start() for match in re.finditer(_SENTENCE_END, text)), len(text)]
    starts = [0, *(end + 1 for end in ends[:-1])]
    place = 0
    while place < len(starts):
        for last in range(place, min(place + MOST_SENTENCES, len(ends))):
            known = sentence_forms().known(text[starts[place] : ends[last]])
            if known is not None and known[0].endswith("}"):
                last = len(ends) - 1  # noqa: PLW2901 - its value is all that follows
                known = sentence_forms().known(text[starts[place] :])
            if known is not None:
                yield starts[place], ends[last], _Found(form=known[0], values=known[1])
                place = last
                break
        place += 1


def _phrases_in(text: str) -> tuple[str | _Found, ...]:
    parts: list[str | _Found] = []
    end = 0
    starts = re.compile(_START)
    start = starts.search(text)
    while start is not None:
        found, behind = _phrase_at(text, start.start())
        if found is not None:
            parts += [text[end : start.start()], found]
            end = behind
        start = starts.search(text, max(behind, start.end()))
    return (*parts, text[end:])


def _phrase_at(text: str, place: int) -> tuple[_Found | None, int]:
    """The phrase that begins at a place of a text, and where it ends."""
    for form in (*(_phrases().get("", ()) if place == 0 else ()), *_phrases().get(text[place].lower(), ())):
        begin = form.partition("{")[0]
        is_lower = begin[:1].isupper() and text[place] == begin[0].lower()
        if begin[is_lower:] != text[place + is_lower : place + len(begin)]:
            continue
        match = _pattern(form).match(text, place)
        if match is not None:
            return _Found(form=form, values=match.groupdict(), is_lower=is_lower), match.end()
    return None, place


@cache
def _phrases() -> Mapping[str, tuple[str, ...]]:
    """The phrases by the small letter or sign that they begin with, the longest first.

    Nothing stands for those that begin with a list of names: they begin the text too.
    """
    from widgets.phrases import PHRASES  # noqa: PLC0415 - nothing is said before the first paint

    phrases: dict[str, list[str]] = {}
    for form in sorted(map(str, PHRASES), key=lambda form: -len(VALUE.sub("", form))):
        phrases.setdefault("" if form[0] == "{" else form[0].lower(), []).append(form)
    return {initial: tuple(those) for initial, those in phrases.items()}


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """How a phrase is found, whether its first letter is a capital one or not."""
    pattern = ""
    for place, piece in enumerate(VALUE.split(form)):
        pattern += f"(?P<{piece}>{_KINDS.get(piece) or _anything(form, piece)})" if place % 2 else re.escape(piece)
    if form[0].isupper():
        pattern = f"[{form[0]}{form[0].lower()}]{pattern[1:]}"
    after = r"(?!\w)" if form[-1].isalnum() or form[-1] == "." else ""
    return re.compile(f"{pattern}{after}")


def _anything(form: str, name: str) -> str:
    if f"'{{{name}}}'" in form:
        return "[^']+"
    return _LIST_AT_END if form.endswith(f"{{{name}}}") else ".+?"
