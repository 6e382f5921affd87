"""Sentences that are known as a whole: forms with values in braces, and finding them again in what was said."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

VALUE: Final = re.compile(r"\{(\w+)\}")
ANYTHING: Final = r".+"
Known: TypeAlias = tuple[str, Mapping[str, str]]
"""A form that a text has, with its values."""


class _Form:
    """One form; its pattern is compiled for the first text that has the longest of its pieces."""

    def __init__(self, text: str, kinds: Mapping[str, str]) -> None:
        self.text = text
        words = VALUE.split(text)[::2]
        self.longest = max(words, key=len)
        self.size = sum(map(len, words))
        self._kinds = kinds

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        pieces = enumerate(VALUE.split(self.text))
        pattern = "".join(self._value(piece) if place % 2 else re.escape(piece) for place, piece in pieces)
        return re.compile(pattern, re.DOTALL)

    def _value(self, name: str) -> str:
        return f"(?P<{name}>{self._kinds.get(name, ANYTHING)})"


class Forms:
    """The forms of one list; `kinds` are the patterns of values that are not just anything, by their names.

    Those with the most words of their own are tried first.
    """

    def __init__(self, forms: Iterable[object], kinds: Mapping[str, str]) -> None:
        self._texts = forms
        self._kinds = kinds

    def known(self, text: str) -> Known | None:
        """The form of a whole text; None where it has none of these."""
        for form in self._sorted:
            if form.longest in text and (match := form.pattern.fullmatch(text)) is not None:
                return form.text, match.groupdict()
        return None

    def __iter__(self) -> Iterator[str]:
        return map(str, self._texts)

    @cached_property
    def _sorted(self) -> tuple[_Form, ...]:
        forms = (_Form(text, self._kinds) for text in self)
        return tuple(sorted(forms, key=lambda form: -form.size))
