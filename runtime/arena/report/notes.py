"""Sentences on what went wrong in a match, for reports and the log."""

from typing import Final

from runtime.texts import printable

MAX_NOTES: Final = 20
MAX_NOTE: Final = 300


def one_line(text: str, max_length: int = MAX_NOTE) -> str:
    """Returns a text for reports and logs: cut to `max_length`, with unprintable characters replaced."""
    return printable(text if len(text) <= max_length else text[: max_length - 1] + "…")


class Notes:
    """Sentences on what went wrong: each once, limited in number."""

    __slots__ = ("_texts",)

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}

    def add(self, text: str) -> bool:
        """Adds a sentence; returns false if it is present already."""
        if text in self._texts:
            return False
        while len(self._texts) >= MAX_NOTES:
            del self._texts[next(iter(self._texts))]
        self._texts[text] = None
        return True

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences, oldest first."""
        return tuple(self._texts)
