"""The overview of a match document that the window shows: cars, options in words, and problems."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QCoreApplication

from runtime.documents import (
    BotFile,
    Car,
    CarKind,
    Match,
    MatchDocument,
    Place,
    judged,
    option_values,
    read_bot,
    read_script,
)
from runtime.documents.choices import RANDOM_MAP
from runtime.documents.maps import map_name
from runtime.documents.options import MAP, MAP_CHOICE, MODE
from runtime.documents.validation import unmet
from runtime.games import Capabilities
from runtime.model.drawings import DrawingRights
from runtime.model.problems import Problem
from runtime.model.values import CarEntry, MatchOverview, ScriptEntry
from runtime.toml import loads
from widgets.options.value_words import value_label

translate = QCoreApplication.translate
LENGTH: Final = "mutators.match_length"
_TEAMS: Final = {"blue": 0, "orange": 1, 0: 0, 1: 1}
_Agents: TypeAlias = tuple[tuple[CarEntry, ...], tuple[ScriptEntry, ...]]
_KINDS: Final = {"psyonix": CarKind.PSYONIX, "human": CarKind.HUMAN}


def title_of(path: Path | None) -> str:
    """Returns the title of a document."""
    return path.stem if path is not None else translate("Overview", "Untitled match")


def overview_of(document: MatchDocument, game: Capabilities) -> MatchOverview:
    """Reads the document and the files it links to, and checks them for a game; runs nothing."""
    reading = document.reading()
    match = reading.value
    ready = judged(reading, game.problems)
    names = {car.place: car.name for car in ready.draft.cars} if ready.draft is not None else {}
    cars, scripts = _agents(match, names) if match is not None else _partial_agents(document, reading.problems)
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


def _agents(match: Match, names: Mapping[Place | None, str]) -> _Agents:
    scripts = (
        ScriptEntry(name=script.name, source=script.source, developer=script.developer, logo=script.logo)
        for script in match.scripts
    )
    return _cars(match, names), tuple(scripts)


def _partial_agents(document: MatchDocument, problems: tuple[Problem, ...]) -> _Agents:
    partial = PartialAgents(folder=_folder(document), raw=loads(document.text), problems=problems)
    return partial.cars(), partial.scripts()


def _folder(document: MatchDocument) -> Path:
    return document.path.parent if document.path is not None else Path.cwd()


def _cars(match: Match, names: Mapping[Place | None, str]) -> tuple[CarEntry, ...]:
    """Returns the cars in the document's order, with the names that they will have in the match."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialAgents:
    """The agents of a document with errors, as far as they can be read."""

    folder: Path
    raw: dict[str, Any]
    problems: tuple[Problem, ...]

    def cars(self) -> tuple[CarEntry, ...]:
        """Returns the cars in the document's order, each with its errors."""
        return tuple(self._car(position, table) for position, table in enumerate(_tables(self.raw, "cars")))

    def scripts(self) -> tuple[ScriptEntry, ...]:
        """Returns the scripts in the document's order, each with its errors."""
        return tuple(self._script(position, table) for position, table in enumerate(_tables(self.raw, "scripts")))

    def _car(self, position: int, table: dict[str, Any]) -> CarEntry:
        kind = _KINDS.get(_text(table, "type").lower(), CarKind.BOT)
        source = self._source(table) if kind is CarKind.BOT else None
        bot = read_bot(source).value if source is not None else None
        return CarEntry(
            position=position,
            name=_text(table, "name") or _bot_name(bot, source),
            team=_TEAMS.get(_hashable(table.get("team", 0)), 0),
            kind="hivemind" if bot is not None and bot.hivemind else kind.value,
            source=source,
            developer=bot.details.developer if bot is not None else "",
            logo=bot.details.logo if bot is not None else None,
            problems=tuple(self._errors(f"cars[{position}]", source)),
        )

    def _script(self, position: int, table: dict[str, Any]) -> ScriptEntry:
        source = self._source(table)
        script = read_script(source).value if source is not None else None
        return ScriptEntry(
            name=script.name if script is not None else _folder_name(source),
            source=source,
            developer=script.details.developer if script is not None else "",
            logo=script.details.logo if script is not None else None,
            problems=tuple(self._errors(f"scripts[{position}]", source)),
        )

    def _source(self, table: dict[str, Any]) -> Path | None:
        link = _text(table, "config_file")
        return Path(self.folder, link) if link else None

    def _errors(self, key: str, source: Path | None) -> Iterable[Problem]:
        """Yields the errors in a table and in the file that it names."""
        for problem in self.problems:
            is_here = problem.key == key or problem.key.startswith(f"{key}.")
            if problem.is_error and (is_here or (source is not None and _is_same(problem.path, source))):
                yield problem


def _tables(raw: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Returns the tables of a list; other entries become empty tables, so that positions are kept."""
    found = raw.get(name, [])
    return [table if isinstance(table, dict) else {} for table in found] if isinstance(found, list) else []


def _bot_name(bot: BotFile | None, source: Path | None) -> str:
    return bot.name if bot is not None and bot.name else _folder_name(source)


def _folder_name(source: Path | None) -> str:
    return (source.parent.name or source.stem) if source is not None else translate("Overview", "Car")


def _text(table: dict[str, Any], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _hashable(value: object) -> str | int:
    return value.lower() if isinstance(value, str) else value if isinstance(value, int) else 0


def _is_same(path: Path, other: Path) -> bool:
    return path.absolute() == other.absolute()
