"""What can be told of the cars and scripts of a match document with errors: of each as much as can be read."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from runtime.documents import BotFile, CarKind, read_bot, read_script
from runtime.model.problems import Problem
from runtime.model.values import CarEntry

translate = QCoreApplication.translate
_TEAMS: Final = {"blue": 0, "orange": 1, 0: 0, 1: 1}
_KINDS: Final = {"psyonix": CarKind.PSYONIX, "human": CarKind.HUMAN}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoughAgents:
    """Reads the tables of a document in `folder`, of which `problems` are known."""

    folder: Path
    raw: dict[str, Any]
    problems: tuple[Problem, ...]

    def cars(self) -> tuple[CarEntry, ...]:
        """The cars in the document's order, each with the errors that keep it from playing."""
        return tuple(self._car(position, table) for position, table in enumerate(_tables(self.raw, "cars")))

    def scripts(self) -> tuple[str, ...]:
        """The names of the scripts in the document's order."""
        return tuple(map(self._script, _tables(self.raw, "scripts")))

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

    def _script(self, table: dict[str, Any]) -> str:
        source = self._source(table)
        script = read_script(source).value if source is not None else None
        return script.name if script is not None else _folder_name(source)

    def _source(self, table: dict[str, Any]) -> Path | None:
        link = _text(table, "config_file")
        return Path(self.folder, link) if link else None

    def _errors(self, key: str, source: Path | None) -> Iterable[Problem]:
        """Those about a table, and those about the file that it names."""
        for problem in self.problems:
            is_here = problem.key == key or problem.key.startswith(f"{key}.")
            if problem.is_error and (is_here or (source is not None and _is_same(problem.path, source))):
                yield problem


def _tables(raw: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The tables of a list; what else stands in it keeps its place."""
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
