"""Ranking of commands by typed words."""

import unicodedata
from typing import Final

NO_MATCH: Final = None
_START, _WORD, _INSIDE = 0, 1, 2


def plain(text: str) -> str:
    """Returns a text as it is compared: without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def rank(text: str, words: str) -> tuple[int, int] | None:
    """Returns how well `text` matches, smaller is better; None if it lacks a typed word.

    Each typed word counts by where it stands: at the start of the text, of a word, or inside one. Empty input fits
    everything equally.
    """
    whole = plain(text)
    worst = total = 0
    for word in plain(words).split():
        quality = _quality(whole, word)
        if quality is None:
            return NO_MATCH
        worst = max(worst, quality)
        total += quality
    return worst, total


def _quality(whole: str, word: str) -> int | None:
    if whole.startswith(word):
        return _START
    if f" {word}" in whole:
        return _WORD
    return _INSIDE if word in whole else None
