"""What bots and scripts need of scripts, as their tags say; imports nothing of Kickabout.

A script with the tag `enables-X` enables whatever has the tag `requires-X`, which is of no use without it, or
`supports-X`, which plays either way. X is any text; only scripts enable. These are the words of RLBot's launchers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

ENABLES: Final = "enables-"
REQUIRES: Final = "requires-"
SUPPORTS: Final = "supports-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing that an agent of a match requires and no script of the match enables."""

    word: str
    """What stands behind `requires-` in its tags."""
    name: str
    """The agent's."""
    positions: tuple[int, ...]
    """Its places in the document's list of cars, or of scripts."""
    is_script: bool = False


def required(tags: Iterable[str]) -> tuple[str, ...]:
    """What these tags require, each once, as it is written first."""
    return _behind(REQUIRES, tags)


def supported(tags: Iterable[str]) -> tuple[str, ...]:
    """What these tags support, each once."""
    return _behind(SUPPORTS, tags)


def enabled(tags: Iterable[str]) -> tuple[str, ...]:
    """What these tags enable, each once."""
    return _behind(ENABLES, tags)


def is_about_others(tag: str) -> bool:
    """Whether a tag says something about other agents, rather than about its own."""
    return bool(required((tag,)) or supported((tag,)) or enabled((tag,)))


def folded_word(word: str) -> str:
    """A word as it is compared: without case, and without blanks around it."""
    return word.strip().casefold()


def enabled_by(tags: Iterable[Iterable[str]]) -> frozenset[str]:
    """Everything that some of these scripts' tags enable, as words are compared."""
    return frozenset(folded_word(word) for script in tags for word in enabled(script))


def _behind(prefix: str, tags: Iterable[str]) -> tuple[str, ...]:
    words: dict[str, str] = {}
    for tag in tags:
        stripped = tag.strip()
        if stripped[: len(prefix)].casefold() == prefix:
            word = stripped[len(prefix) :].strip()
            words.setdefault(folded_word(word), word)
    return tuple(word for key, word in words.items() if key)
