"""Reads match.toml and everything that it links to."""

import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from runtime.documents.agents import SETTINGS_KEYS, TEAM_TABLES, read_bot, read_loadout, read_script
from runtime.documents.choices import CAR_TYPES, GAME_MODES, MUTATORS, RENDERINGS, SKILLS, Mutators, default_map
from runtime.documents.maps import is_map_file
from runtime.documents.model import (
    BotFile,
    Car,
    CarKind,
    Loadout,
    Match,
    Place,
    Reading,
    RestartPolicy,
    Script,
)
from runtime.documents.outline import written_key
from runtime.documents.source import Source, load
from runtime.documents.suggestions import closest, did_you_mean
from runtime.documents.table import Readers, Table, read_file, read_text, without_quotes
from runtime.documents.v4_files import is_v4_document, is_v4_match, is_v4_name
from runtime.model.keys import names_of
from runtime.model.messages import Message, Text, message
from runtime.model.problems import Problem, Repair, Severity

CAR_KEYS: Final = ("team", "type", "config_file", "name", "loadout_file", "skill", "auto_start")
SCRIPT_KEYS: Final = ("config_file", "auto_start")
_NAMES: Final = names_of(Match)
TOP_KEYS: Final = dict.fromkeys(_NAMES[()])
_HOMES: Final[Mapping[str, Text]] = {
    **dict.fromkeys(names_of(RestartPolicy)[()], "[kickabout.restarts]"),
    **dict.fromkeys(SETTINGS_KEYS, message("home-bot-file", "[settings] of the bot's own file")),
    **dict.fromkeys(CAR_KEYS, "[[cars]]"),
    **dict.fromkeys(MUTATORS, "[mutators]"),
    **dict.fromkeys(_NAMES["match",], "[match]"),
    **dict.fromkeys(_NAMES["rlbot",], "[rlbot]"),
}
_LINED_TABLES: Final = ("rlbot", "match", "mutators", "kickabout")
_TEAMS: Final = ("blue", "orange")
_HUMAN_KEYS: Final = ("team", "type")
_LINK: Final = message("link-agent", "Name it in a match, as config_file of a [[cars]] or [[scripts]] table.")
V4_MATCH: Final = "v4-match"
"""Code of the problem of a match of RLBot v4, which can be converted."""
_AGENT_DOCUMENT: Final = message("kind-agent", "the document of a bot or script")
_OTHER_KINDS: Final = {
    **dict.fromkeys(("settings", "details"), _AGENT_DOCUMENT),
    **dict.fromkeys(TEAM_TABLES, message("kind-loadout", "a loadout")),
}
"""Tables that mark documents of other kinds, with the kind."""


def read_match(path: Path, *, platform: str = sys.platform) -> Reading[Match]:
    """Reads a match.toml and every bot, script and loadout it links to.

    `platform` (as `sys.platform`) selects the run command. The value is None if any of the documents has an error;
    errors between the parts of a match are found by `validate`.
    """
    foreign = not_a_match(path)
    if foreign is not None:
        return Reading.of(None, [foreign])
    return read_file(path, lambda top: _MatchReader(top, platform).read())


def not_a_match(path: Path) -> Problem | None:
    """Returns why a file whose name does not end in .toml is not a match; None if it may be one."""
    if path.suffix.lower() == ".toml":
        return None
    fix: Message | None = None
    if is_v4_match(path):
        text = message(V4_MATCH, "This is a match of RLBot v4.")
        command = f"kickabout convert {shlex.quote(str(path))}"
        fix = message("convert-v4", "`{command}` writes a match.toml for it.", command=command)
    elif is_v4_name(path) and is_v4_document(path):
        text, fix = message("not-a-match", "This is {kind}, not a match.", kind=_AGENT_DOCUMENT), _LINK
    else:
        source, problems = load(path)
        is_unreadable = any(problem.line is None for problem in problems)
        if is_unreadable or (source is not None and not is_v4_name(path)):
            return None
        text = message("not-a-match", "This is not a match: matches are TOML documents, and their names end in .toml.")
    return Problem(severity=Severity.ERROR, path=path, message=text, fix=fix)


def read_match_text(text: str, path: Path, *, platform: str = sys.platform) -> Reading[Match]:
    """Reads an unsaved match document; its links are relative to the folder of `path`."""
    return read_text(text, path, lambda top: _MatchReader(top, platform).read())


class _MatchReader:
    """Reads one match document; if several cars name a bot file, it is read once with and once without its loadout."""

    def __init__(self, top: Table, platform: str) -> None:
        self._top = top
        self._source = top.source
        self._findings = top.findings
        self._platform = platform
        self._bots: dict[tuple[Path, bool], BotFile | None] = {}

    def read(self) -> Match:
        top, path = self._top, self._source.path
        if not any(key in self._source.data for key in TOP_KEYS) and self._refuse_other_kinds():
            return Match(path=path)
        readers: Readers = {
            Mutators: _mutators,
            tuple[Car, ...]: self._cars,
            tuple[Script, ...]: self._scripts,
            "match.game_mode": _game_mode,
            "match.game_map_upk": _map,
            "match.enable_rendering": _rendering,
        }
        match = top.read(Match(path=path, lines=_lines(self._source)), readers, _HOMES)
        is_named = top.table("match").has("game_map_upk")
        return match if is_named else replace(match, game_map_upk=default_map(match.game_mode))

    def _cars(self, top: Table, key: str, _default: Any) -> tuple[Car, ...]:
        return tuple(car for table in top.tables(key) if (car := self._car(table)) is not None)

    def _scripts(self, top: Table, key: str, _default: Any) -> tuple[Script, ...]:
        return tuple(script for table in top.tables(key) if (script := self._script(table)) is not None)

    def _refuse_other_kinds(self) -> bool:
        """Reports a document of another kind, which would be an endless match without cars; returns whether it is one.

        An empty .toml file is a match with default options.
        """
        if not self._source.data and self._source.path.suffix.lower() == ".toml":
            return False
        other = next((kind for table, kind in _OTHER_KINDS.items() if table in self._source.data), None)
        fix: Message | None = None
        if other is not None:
            text = message("not-a-match", "This is {kind}, not a match.", kind=other)
        else:
            text = message("not-a-match", "This is not a match: it has none of a match's tables.")
        if other is _AGENT_DOCUMENT:
            fix = _LINK
        self._findings.append(Problem(severity=Severity.ERROR, path=self._source.path, message=text, fix=fix))
        if other is None:
            self._top.check_keys(TOP_KEYS, _HOMES)
        return True

    def _car(self, table: Table) -> Car | None:
        table.check_keys(CAR_KEYS, _HOMES)
        team = _team(table)
        kind = table.choice("type", CAR_TYPES, "RLBot")
        place = _place(table)
        if kind == "Human":
            _warn_of_idle_keys(table)
            return Car(kind=CarKind.HUMAN, team=team, place=place)
        if not table.text("config_file"):
            return self._game_driven(table, team, place, is_asked=kind == "Psyonix")
        bot = self._bot(table)
        if bot is None:
            return None
        shared: dict[str, Any] = {
            "team": team,
            "name": table.text("name", bot.name),
            "loadout": self._loadout(table, team, bot),
            "source": bot.path,
            "place": place,
            "developer": bot.details.developer,
            "logo": bot.details.logo,
        }
        if kind == "Psyonix":
            if table.has("skill"):
                table.choice("skill", SKILLS, "AllStar")
                text = message(
                    "skill-unused", "skill has no effect beside config_file: it is read from the bot's own file."
                )
                table.warn("skill", text)
            return Car(kind=CarKind.PSYONIX, skill=bot.skill, **shared)
        if table.has("skill"):
            table.warn("skill", message("skill-unused", "skill has no effect on a bot that is a program."))
        return Car(
            kind=CarKind.BOT,
            agent_id=bot.agent_id,
            root_dir=bot.root_dir,
            run_command=bot.run_command if table.flag("auto_start", default=True) else "",
            hivemind=bot.hivemind,
            environment=bot.environment,
            loadout_source=self._loadout_path(table, bot),
            has_own_loadout=table.has("loadout_file"),
            tags=bot.details.tags,
            service=bot.service,
            starts_early=bot.starts_early,
            **shared,
        )

    def _game_driven(self, table: Table, team: int, place: Place, *, is_asked: bool) -> Car:
        skill = table.choice("skill", SKILLS, "AllStar")
        table.lenient().flag("auto_start", default=True)
        if not is_asked and isinstance(table.values.get("config_file", ""), str):
            text = message(
                "no-config-file", "There is no config_file, so the game drives this car ({skill}).", skill=skill
            )
            fix = message("add-config-file", 'Add config_file, or write type = "Psyonix".')
            table.warn("type", text, fix=fix)
        loadout = self._loadout_file(table, team) if table.has("loadout_file") else None
        return Car(kind=CarKind.PSYONIX, team=team, name=table.text("name"), loadout=loadout, skill=skill, place=place)

    def _bot(self, table: Table) -> BotFile | None:
        path = table.file("config_file", is_agent=True)
        if path is None:
            return None
        with_loadout = not table.has("loadout_file")
        if (path, with_loadout) not in self._bots:
            reading = read_bot(path, platform=self._platform, with_loadout=with_loadout, is_alone=False)
            self._findings.extend(reading.problems)
            self._bots[path, with_loadout] = reading.value
        return self._bots[path, with_loadout]

    def _loadout(self, table: Table, team: int, bot: BotFile) -> Loadout | None:
        if not table.has("loadout_file"):
            return None if bot.loadouts is None else bot.loadouts[min(team, 1)]
        return self._loadout_file(table, team) if table.text("loadout_file") else None

    def _loadout_path(self, table: Table, bot: BotFile) -> Path | None:
        if not table.has("loadout_file"):
            return bot.loadout_file
        return table.file("loadout_file", is_appearance=True) if table.text("loadout_file") else None

    def _loadout_file(self, table: Table, team: int) -> Loadout | None:
        path = table.file("loadout_file", is_appearance=True)
        if path is None:
            return None
        reading = read_loadout(path)
        self._findings.extend(reading.problems)
        return None if reading.value is None else reading.value[min(team, 1)]

    def _script(self, table: Table) -> Script | None:
        if table.has("name"):
            text = message("name-unused", "name has no effect here: a script's name is read from its own file.")
            table.warn("name", text)
        table.check_keys((*SCRIPT_KEYS, "name"), _HOMES)
        auto_start = table.flag("auto_start", default=True)
        if table.values.get("config_file", "") == "":
            text = message("script-without-file", "A script needs config_file, the path of its script.toml.")
            table.error("config_file", text)
            return None
        path = table.file("config_file", is_agent=True)
        if path is None:
            return None
        reading = read_script(path, platform=self._platform, is_alone=False)
        self._findings.extend(reading.problems)
        script = reading.value
        if script is None:
            return None
        return Script(
            name=script.name,
            agent_id=script.agent_id,
            root_dir=script.root_dir,
            run_command=script.run_command if auto_start else "",
            environment=script.environment,
            source=path,
            place=_place(table),
            tags=script.details.tags,
            developer=script.details.developer,
            logo=script.details.logo,
        )


def _lines(source: Source) -> dict[str, int]:
    spots = source.outline.spots
    return {written_key(path): source.outline.line_at(spots[path].start) for path in spots if path[0] in _LINED_TABLES}


def _game_mode(table: Table, key: str, default: str) -> str:
    mode = table.choice(key, (*GAME_MODES, "Soccer"), default)
    return "Soccar" if mode == "Soccer" else mode


def _map(table: Table, key: str, default: str) -> str:
    written = table.text(key, default, may_be_number=False)
    if not is_map_file(written):
        return written
    path = table.file(key, is_document=False)
    if path is None and table.findings[-1].fix is None:
        fix = message("name-map", "Write the path of a map's file, or the name of a map such as {map}.", map=default)
        table.findings[-1] = replace(table.findings[-1], fix=fix)
    return written if path is None else str(path)


def _rendering(table: Table, key: str, default: str) -> str:
    written = table.values[key]
    if isinstance(written, bool):
        return "OnByDefault" if written else "AlwaysOff"
    if isinstance(written, str) and written.lower() in ("true", "false"):
        table.flag(key, default=False)
        return default
    return table.choice(key, RENDERINGS, default)


def _mutators(table: Table, key: str, default: Mutators) -> Mutators:
    return table.table(key).read(default, homes=_HOMES)


def _team(table: Table) -> int:
    value = table.values.get("team", 0)
    if isinstance(value, str) and value.lower() in _TEAMS:
        return _TEAMS.index(value.lower())
    if type(value) is int and value in (0, 1):
        return value
    text = message("wrong-team", "team must be 0 or 1.")
    if isinstance(value, str) and value in ("0", "1"):
        repair = Repair(path=(*table.path, "team"), value=int(value), is_certain=True)
        table.error("team", text, fix=without_quotes(value), repair=repair)
    elif isinstance(value, str) and (meant := closest(value, _TEAMS)):
        repair = Repair(path=(*table.path, "team"), value=meant)
        table.error("team", text, fix=did_you_mean(meant), repair=repair)
    else:
        fix = message("write-team", 'Write 0 or "blue" for blue, 1 or "orange" for orange.')
        table.error("team", text, fix=fix)
    return 0


def _warn_of_idle_keys(table: Table) -> None:
    for key in table.values:
        if key in CAR_KEYS and key not in _HUMAN_KEYS:
            table.warn(key, message("key-of-human", "{key} has no effect on a human's car.", key=key))


def _place(table: Table) -> Place:
    return Place(path=table.source.path, line=table.line_of(), key=written_key(table.path))
