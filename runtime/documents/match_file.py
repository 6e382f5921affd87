"""Reads match.toml and everything that it links to."""

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from runtime.documents.agents import SETTINGS_KEYS, TEAM_TABLES, read_bot, read_loadout, read_script
from runtime.documents.choices import (
    CAR_TYPES,
    EXISTING_MATCH_BEHAVIORS,
    GAME_MODES,
    LAUNCHERS,
    MAP_CHOICES,
    MUTATORS,
    NAMED_MAP,
    PERFORMANCE_MONITORS,
    RENDERINGS,
    RESTART_KEYS,
    RESTART_NUMBERS,
    SKILLS,
    STEP_PORTS,
    UNLIMITED,
    UNLIMITED_WORDS,
    default_map,
)
from runtime.documents.model import (
    BotFile,
    Car,
    CarKind,
    Loadout,
    Match,
    Mutators,
    Place,
    Reading,
    RestartPolicy,
    Script,
)
from runtime.documents.outline import written_key
from runtime.documents.source import DocumentError, Source, load, parse
from runtime.documents.suggestions import closest, did_you_mean
from runtime.documents.table import Table, without_quotes, wrong_type
from runtime.documents.v4_files import is_v4_document, is_v4_match, is_v4_name
from runtime.model.messages import Message, Text, message
from runtime.model.problems import Problem, Repair, Severity
from runtime.model.states import WhenSpent
from runtime.model.step_mode import StepModeOptions, WhenLearnerLeaves

TOP_KEYS: Final = ("rlbot", "match", "mutators", "cars", "scripts", "kickabout")
RLBOT_KEYS: Final = ("launcher", "launcher_arg", "auto_start_agents", "wait_for_agents", "performance_monitor")
MATCH_KEYS: Final = (
    *("game_mode", "game_map_upk", "skip_replays", "start_without_countdown", "instant_start"),
    *("existing_match_behavior", "enable_rendering", "enable_state_setting"),
    *("auto_save_replays", "auto_save_replay", "freeplay"),
)
KICKABOUT_KEYS: Final = ("map", "restarts", "step_mode")
STEP_MODE_KEYS: Final = ("port", "when_learner_leaves")
CAR_KEYS: Final = ("team", "type", "config_file", "name", "loadout_file", "skill", "auto_start")
SCRIPT_KEYS: Final = ("config_file", "auto_start")
_HOMES: Final[Mapping[str, Text]] = {
    **dict.fromkeys(RESTART_KEYS, "[kickabout.restarts]"),
    **dict.fromkeys(SETTINGS_KEYS, message("home-bot-file", "[settings] of the bot's own file")),
    **dict.fromkeys(CAR_KEYS, "[[cars]]"),
    **dict.fromkeys(MUTATORS, "[mutators]"),
    **dict.fromkeys(MATCH_KEYS, "[match]"),
    **dict.fromkeys(RLBOT_KEYS, "[rlbot]"),
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
    source, problems = load(path)
    findings: list[Problem] = list(problems)
    match = None if source is None else _MatchReader(source, findings, platform).read()
    return Reading.of(match, findings)


def not_a_match(path: Path) -> Problem | None:
    """Returns why a file whose name does not end in .toml is no match; None if it may be one."""
    if path.suffix.lower() == ".toml":
        return None
    fix: Message | None = None
    if is_v4_match(path):
        said = message(V4_MATCH, "This is a match of RLBot v4.")
        command = f"kickabout convert {shlex.quote(str(path))}"
        fix = message("convert-v4", "`{command}` writes a match.toml for it.", command=command)
    elif is_v4_name(path) and is_v4_document(path):
        said, fix = message("not-a-match", "This is {kind}, not a match.", kind=_AGENT_DOCUMENT), _LINK
    else:
        source, problems = load(path)
        is_unreadable = any(problem.line is None for problem in problems)
        if is_unreadable or (source is not None and not is_v4_name(path)):
            return None
        said = message("not-a-match", "This is not a match: matches are TOML documents, and their names end in .toml.")
    return Problem(severity=Severity.ERROR, path=path, message=said, fix=fix)


def read_match_text(text: str, path: Path, *, platform: str = sys.platform) -> Reading[Match]:
    """Reads an unsaved match document; its links are relative to the folder of `path`."""
    findings: list[Problem] = []
    try:
        return Reading.of(_MatchReader(parse(path, text), findings, platform).read(), findings)
    except DocumentError as error:
        return Reading.of(None, [error.problem])


class _MatchReader:
    """Reads one match document; if several cars name a bot file, it is read once with and once without its loadout."""

    def __init__(self, source: Source, findings: list[Problem], platform: str) -> None:
        self._source = source
        self._findings = findings
        self._platform = platform
        self._bots: dict[tuple[Path, bool], BotFile | None] = {}

    def read(self) -> Match:
        top = Table(self._source, (), self._source.data, self._findings)
        if not any(key in self._source.data for key in TOP_KEYS) and self._is_refused(top):
            return Match(path=self._source.path)
        top.check_keys(TOP_KEYS, _HOMES)
        return Match(
            **_rlbot(top.table("rlbot")),
            **_match(top.table("match")),
            mutators=_mutators(top.table("mutators")),
            cars=tuple(car for table in top.tables("cars") if (car := self._car(table)) is not None),
            scripts=tuple(script for table in top.tables("scripts") if (script := self._script(table)) is not None),
            **_kickabout(top.table("kickabout")),
            path=self._source.path,
            lines=_lines(self._source),
        )

    def _is_refused(self, top: Table) -> bool:
        """Rejects documents of other kinds, which would be played as an endless match without cars.

        An empty .toml file is a match with default options.
        """
        if not self._source.data and self._source.path.suffix.lower() == ".toml":
            return False
        other = next((kind for table, kind in _OTHER_KINDS.items() if table in self._source.data), None)
        fix: Message | None = None
        if other is not None:
            said = message("not-a-match", "This is {kind}, not a match.", kind=other)
        else:
            said = message("not-a-match", "This is not a match: it has none of a match's tables.")
        if other is _AGENT_DOCUMENT:
            fix = _LINK
        self._findings.append(Problem(severity=Severity.ERROR, path=self._source.path, message=said, fix=fix))
        if other is None:
            top.check_keys(TOP_KEYS, _HOMES)
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
                said = message(
                    "skill-unused", "skill has no effect beside config_file: it is read from the bot's own file."
                )
                table.warn("skill", said)
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
            **shared,
        )

    def _game_driven(self, table: Table, team: int, place: Place, *, is_asked: bool) -> Car:
        skill = table.choice("skill", SKILLS, "AllStar")
        table.lenient().flag("auto_start", default=True)
        if not is_asked and isinstance(table.values.get("config_file", ""), str):
            said = message(
                "no-config-file", "There is no config_file, so the game drives this car ({skill}).", skill=skill
            )
            fix = message("add-config-file", 'Add config_file, or write type = "Psyonix".')
            table.warn("type", said, fix=fix)
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
            said = message("name-unused", "name has no effect here: a script's name is read from its own file.")
            table.warn("name", said)
        table.check_keys((*SCRIPT_KEYS, "name"), _HOMES)
        auto_start = table.flag("auto_start", default=True)
        if table.values.get("config_file", "") == "":
            said = message("script-without-file", "A script needs config_file, the path of its script.toml.")
            table.error("config_file", said)
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


def _rlbot(table: Table) -> dict[str, Any]:
    table.check_keys(RLBOT_KEYS, _HOMES)
    return {
        "launcher": table.choice("launcher", LAUNCHERS, "Steam"),
        "launcher_arg": table.text("launcher_arg"),
        "auto_start_agents": table.flag("auto_start_agents", default=True),
        "wait_for_agents": table.flag("wait_for_agents", default=True),
        "performance_monitor": table.choice("performance_monitor", PERFORMANCE_MONITORS, "ShowWhenSuboptimal"),
    }


def _match(table: Table) -> dict[str, Any]:
    table.check_keys(MATCH_KEYS, _HOMES)
    game_mode = _game_mode(table)
    return {
        "game_mode": game_mode,
        "game_map_upk": table.text("game_map_upk", default_map(game_mode), may_be_number=False),
        "skip_replays": table.flag("skip_replays", default=False),
        "instant_start": _either(table, "start_without_countdown", "instant_start"),
        "existing_match_behavior": table.choice("existing_match_behavior", EXISTING_MATCH_BEHAVIORS, "Restart"),
        "enable_rendering": _rendering(table),
        "enable_state_setting": table.flag("enable_state_setting", default=True),
        "auto_save_replay": _either(table, "auto_save_replays", "auto_save_replay"),
        "freeplay": table.flag("freeplay", default=False),
    }


def _kickabout(table: Table) -> dict[str, Any]:
    table.check_keys(KICKABOUT_KEYS, _HOMES)
    return {
        "map_choice": table.choice("map", MAP_CHOICES, NAMED_MAP),
        "restarts": _restarts(table),
        "step_mode": _step_mode(table) if table.has("step_mode") else None,
    }


def _game_mode(table: Table) -> str:
    mode = table.choice("game_mode", (*GAME_MODES, "Soccer"), "Soccar")
    return "Soccar" if mode == "Soccer" else mode


def _rendering(table: Table) -> str:
    written = table.values.get("enable_rendering")
    if isinstance(written, bool):
        return "OnByDefault" if written else "AlwaysOff"
    if isinstance(written, str) and written.lower() in ("true", "false"):
        table.flag("enable_rendering", default=False)
        return "OffByDefault"
    return table.choice("enable_rendering", RENDERINGS, "OffByDefault")


def _either(table: Table, key: str, other: str) -> bool:
    """Returns a flag with two names; `key`, which RLBotServer reads, overrides `other`."""
    value = table.flag(other, default=False)
    if not table.has(key):
        return value
    decisive = table.flag(key, default=False)
    if table.has(other) and decisive != value:
        said = message(
            "key-overridden", "{key} has no effect beside {other}, which says otherwise.", key=other, other=key
        )
        fix = message("remove-key", "Remove {key}.", key=other)
        table.warn(other, said, fix=fix, repair=table.removal(other))
    return decisive


def _mutators(table: Table) -> Mutators:
    table.check_keys(tuple(MUTATORS), _HOMES)
    return Mutators(**{key: table.choice(key, names, names[0]) for key, names in MUTATORS.items()})


def _team(table: Table) -> int:
    value = table.values.get("team", 0)
    if isinstance(value, str) and value.lower() in _TEAMS:
        return _TEAMS.index(value.lower())
    if type(value) is int and value in (0, 1):
        return value
    said = message("wrong-team", "team must be 0 or 1.")
    if isinstance(value, str) and value in ("0", "1"):
        repair = Repair(path=(*table.path, "team"), value=int(value), is_certain=True)
        table.error("team", said, fix=without_quotes(value), repair=repair)
    elif isinstance(value, str) and (meant := closest(value, _TEAMS)):
        repair = Repair(path=(*table.path, "team"), value=meant)
        table.error("team", said, fix=did_you_mean(meant), repair=repair)
    else:
        fix = message("write-team", 'Write 0 or "blue" for blue, 1 or "orange" for orange.')
        table.error("team", said, fix=fix)
    return 0


def _warn_of_idle_keys(table: Table) -> None:
    for key in table.values:
        if key in CAR_KEYS and key not in _HUMAN_KEYS:
            table.warn(key, message("key-of-human", "{key} has no effect on a human's car.", key=key))


def _place(table: Table) -> Place:
    return Place(path=table.source.path, line=table.line_of(), key=written_key(table.path))


def _restarts(kickabout: Table) -> RestartPolicy:
    """Reads `[kickabout.restarts]`; missing keys have the defaults of `RestartPolicy`."""
    table, usual = kickabout.table("restarts"), RestartPolicy()
    table.check_keys(RESTART_KEYS)
    names = [choice.value for choice in WhenSpent]
    return RestartPolicy(
        limit=_count(table, "limit", usual.limit),
        limit_in_window=_count(table, "limit_in_window", usual.limit_in_window),
        window_s=_seconds(table, "window_s", usual.window_s),
        backoff_s=_seconds(table, "backoff_s", usual.backoff_s),
        longest_backoff_s=_number(table, "longest_backoff_s", usual.longest_backoff_s),
        hang_frames=_count(table, "hang_frames", usual.hang_frames),
        answer_budget_s=_number(table, "answer_budget_s", usual.answer_budget_s),
        ready_s=_seconds(table, "ready_s", usual.ready_s),
        when_spent=WhenSpent(table.choice("when_spent", names, usual.when_spent.value)),
    )


def _step_mode(kickabout: Table) -> StepModeOptions:
    """Reads `[kickabout.step_mode]`, which may be empty."""
    table, usual = kickabout.table("step_mode"), StepModeOptions()
    table.check_keys(STEP_MODE_KEYS)
    port, names = table.values.get("port", usual.port), [choice.value for choice in WhenLearnerLeaves]
    if not STEP_PORTS.accepts(port):
        fix = message("write-value", "Write {expected}.", expected=STEP_PORTS.description)
        table.error("port", wrong_type("port", port, STEP_PORTS.description), fix=fix)
        port = usual.port
    return StepModeOptions(
        port=port,
        when_learner_leaves=WhenLearnerLeaves(
            table.choice("when_learner_leaves", names, usual.when_learner_leaves.value)
        ),
    )


def _number(table: Table, key: str, usual: float | None) -> float | None:
    """Returns the number of a key; None for no limit."""
    numbers, value = RESTART_NUMBERS[key], table.values.get(key, usual)
    if value is None:
        return None
    if numbers.accepts(value):
        return None if isinstance(value, str) else float(value)
    word = value.lower() if isinstance(value, str) else value
    if numbers.may_be_unlimited and type(word) in (int, str) and word in UNLIMITED_WORDS:
        fix = message("write-unlimited", 'Write "{written}" for no limit.', written=UNLIMITED)
    else:
        fix = message("write-value", "Write {expected}.", expected=numbers.description)
    table.error(key, wrong_type(key, value, numbers.description), fix=fix)
    return usual


def _count(table: Table, key: str, usual: int | None) -> int | None:
    value = _number(table, key, usual)
    return None if value is None else int(value)


def _seconds(table: Table, key: str, usual: float) -> float:
    value = _number(table, key, usual)
    return usual if value is None else value
