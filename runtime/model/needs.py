"""Tags by which agents depend on scripts.

A script with the tag `enables-X` enables agents with the tag `requires-X`, which need it, or `supports-X`, which can
also play without it. X is any text; only scripts enable. RLBot's launchers use the same tags.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

ENABLES: Final = "enables-"
REQUIRES: Final = "requires-"
SUPPORTS: Final = "supports-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A word that an agent of a match requires but no script of the match enables."""

    word: str
    """The text after `requires-` in the tag."""
    name: str
    """Name of the agent."""
    positions: tuple[int, ...]
    """Positions of the agent in the document's list of cars or scripts."""
    is_script: bool = False


def required(tags: Iterable[str]) -> tuple[str, ...]:
    """Returns the words that tags require, without duplicates, in their first spelling."""
    return _behind(REQUIRES, tags)


def supported(tags: Iterable[str]) -> tuple[str, ...]:
    """Returns the words that tags support, each once."""
    return _behind(SUPPORTS, tags)


def enabled(tags: Iterable[str]) -> tuple[str, ...]:
    """Returns the words that tags enable, each once."""
    return _behind(ENABLES, tags)


def is_about_others(tag: str) -> bool:
    """Returns whether a tag requires, supports or enables something."""
    return bool(required((tag,)) or supported((tag,)) or enabled((tag,)))


def folded_word(word: str) -> str:
    """Returns a word in the form used for comparison: without case and surrounding blanks."""
    return word.strip().casefold()


def enabled_by(tags: Iterable[Iterable[str]]) -> frozenset[str]:
    """Returns all words that the tags of these scripts enable, in the form used for comparison."""
    return frozenset(folded_word(word) for script in tags for word in enabled(script))


def _behind(prefix: str, tags: Iterable[str]) -> tuple[str, ...]:
    words: dict[str, str] = {}
    for tag in tags:
        stripped = tag.strip()
        if stripped[: len(prefix)].casefold() == prefix:
            word = stripped[len(prefix) :].strip()
            words.setdefault(folded_word(word), word)
    return tuple(word for key, word in words.items() if key)
