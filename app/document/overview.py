"""What the window shows of a match document."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.document.partial_agents import RoughAgents
from runtime.arena import refusal_problems
from runtime.documents import (
    MAP,
    MAP_CHOICE,
    MODE,
    RANDOM_MAP,
    Car,
    CarKind,
    Match,
    MatchDocument,
    Place,
    judged,
    map_name,
    option_values,
    unmet,
)
from runtime.model.drawings import DrawingRights
from runtime.model.problems import Problem, Severity
from runtime.model.values import CarEntry, MatchOverview
from runtime.toml import loads
from widgets.options.value_words import value_label

translate = QCoreApplication.translate
LENGTH: Final = "mutators.match_length"


def title_of(path: Path | None) -> str:
    """What a document is called."""
    return path.stem if path is not None else translate("Overview", "Untitled match")


def overview_of(document: MatchDocument, *, in_arena: bool = True) -> MatchOverview:
    """Reads the document as it stands, with every file it links to; runs nothing of them.

    What the arena does not play is an error only where the arena is to play it.
    """
    reading = document.reading()
    match = reading.value
    ready = judged(reading, _remarks if in_arena else _nothing)
    names = {car.place: car.name for car in ready.draft.cars} if ready.draft is not None else {}
    cars, scripts = _agents(match, names) if match is not None else _rough_agents(document, reading.problems)
    options = option_values(document.text)
    return MatchOverview(
        title=title_of(document.path),
        path=document.path,
        is_dirty=document.dirty,
        cars=cars,
        scripts=scripts,
        game_mode=value_label(MODE, options[MODE]),
        game_map=translate("Overview", "random map") if options[MAP_CHOICE] == RANDOM_MAP else map_name(options[MAP]),
        match_length=value_label(LENGTH, options[LENGTH]),
        problems=ready.problems,
        is_hoops=options[MODE] == "Hoops",
        needs=unmet(match) if match is not None else (),
        can_set_state=match.enable_state_setting if match is not None else True,
        drawing=DrawingRights.of(match.enable_rendering if match is not None else ""),
    )


def _agents(match: Match, names: Mapping[Place | None, str]) -> tuple[tuple[CarEntry, ...], tuple[str, ...]]:
    return _cars(match, names), tuple(script.name for script in match.scripts)


def _rough_agents(
    document: MatchDocument, problems: tuple[Problem, ...]
) -> tuple[tuple[CarEntry, ...], tuple[str, ...]]:
    rough = RoughAgents(folder=_folder(document), raw=loads(document.text), problems=problems)
    return rough.cars(), rough.scripts()


def _folder(document: MatchDocument) -> Path:
    return document.path.parent if document.path is not None else Path.cwd()


def _nothing(_match: Match) -> tuple[Problem, ...]:
    return ()


def _remarks(match: Match) -> tuple[Problem, ...]:
    if not any(car.kind is CarKind.HUMAN for car in match.cars):
        return refusal_problems(match, Severity.ERROR)
    from runtime.games import ArenaGame  # noqa: PLC0415 - the first paint comes before what only a match needs

    return ArenaGame().remarks(match)


def _cars(match: Match, names: Mapping[Place | None, str]) -> tuple[CarEntry, ...]:
    """The cars in the document's order, under the names that they will have in the match."""
    return tuple(
        CarEntry(
            position=position,
            name=_name(car, names.get(car.place, car.name)),
            team=car.team,
            kind=_kind(car),
            source=car.source,
            developer=car.developer,
            logo=car.logo,
            skill=car.skill if car.kind is CarKind.PSYONIX else "",
            is_auto_start=car.kind is not CarKind.BOT or bool(match.auto_start_agents and car.run_command.strip()),
        )
        for position, car in enumerate(match.cars)
    )


def _name(car: Car, name: str) -> str:
    if car.kind is CarKind.HUMAN:
        return translate("Overview", "You")
    return name or translate("Overview", "Psyonix bot")


def _kind(car: Car) -> str:
    return "hivemind" if car.kind is CarKind.BOT and car.hivemind else car.kind.value
