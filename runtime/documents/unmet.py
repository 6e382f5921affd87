"""What the agents of a match require of scripts that the match does not have."""

from pathlib import Path

from runtime.documents.model import CarKind, Match
from runtime.model.needs import Need, enabled_by, folded_word, required


def unmet(match: Match) -> tuple[Need, ...]:
    """The needs of bots, in the order of their cars, then those of scripts; several cars of one bot are one need."""
    there = enabled_by(script.tags for script in match.scripts)
    bots = [
        (position, car.name, car.source, car.tags)
        for position, car in enumerate(match.cars)
        if car.kind is CarKind.BOT and car.tags
    ]
    scripts = [(position, script.name, script.source, script.tags) for position, script in enumerate(match.scripts)]
    return (*_of(bots, there, is_script=False), *_of(scripts, there, is_script=True))


_Agent = tuple[int, str, Path | None, tuple[str, ...]]


def _of(agents: list[_Agent], there: frozenset[str], *, is_script: bool) -> tuple[Need, ...]:
    found: dict[tuple[Path | str, str], Need] = {}
    for position, name, source, tags in agents:
        for word in required(tags):
            key = (source or name, folded_word(word))
            before = found.get(key)
            if before is not None:
                places = (*before.positions, position)
                found[key] = Need(word=before.word, name=before.name, positions=places, is_script=is_script)
            elif key[1] not in there:
                found[key] = Need(word=word, name=name, positions=(position,), is_script=is_script)
    return tuple(found.values())
