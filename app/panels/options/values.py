"""Values for the panel of match settings: the options of a document, with remarks on what the game does not play."""

import functools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from app.services.settings import OwnPreset
from resources.presets import Preset, presets
from runtime.documents import (
    CUSTOM_LAUNCHERS,
    MAP,
    MAP_CHOICE,
    MAPS,
    MODE,
    MUTATORS,
    OPTIONS,
    RANDOM_MAP,
    RESTARTS,
    Match,
    MatchDocument,
    Mutators,
    changed_options,
    default_map,
    default_value,
    is_mutator,
    map_name,
    option_values,
)
from runtime.documents.maps import MAP_SUFFIXES
from runtime.games import Capabilities
from runtime.model.keys import UNLIMITED, Key
from runtime.model.problems import Problem
from runtime.toml import loads
from widgets.messages import rendered, translated
from widgets.options.option_value import (
    Choice,
    OptionsShown,
    OptionValue,
    PresetEntry,
    Remark,
    RemarkKind,
    ScriptEntry,
)
from widgets.options.value_words import value_label

MAP_FILE: Final = "choose-a-file"
"""The choice of a map that asks for its file."""
_LAUNCHER_ARG: Final = "rlbot.launcher_arg"
_COUNTS: Final = ("0", "1", "2", "3", "5", "10", "20", "50", UNLIMITED)
_SUGGESTED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        f"{RESTARTS}.limit": _COUNTS,
        f"{RESTARTS}.limit_in_window": _COUNTS,
        f"{RESTARTS}.window_s": ("10", "30", "60", "120", "300", "600"),
        f"{RESTARTS}.backoff_s": ("0", "0.5", "1", "2", "5", "10"),
        f"{RESTARTS}.longest_backoff_s": ("1", "2", "4", "8", "15", "30", "60", UNLIMITED),
        f"{RESTARTS}.answer_budget_s": ("10", "30", "60", "120", "300", "600", UNLIMITED),
        f"{RESTARTS}.hang_frames": ("120", "360", "600", "1200", "2400", "3600", UNLIMITED),
        f"{RESTARTS}.ready_s": ("30", "60", "90", "120", "180", "300", "600"),
    }
)
"""Suggested numbers; any other in the range of the option can be typed."""


def shown_options(
    document: MatchDocument, problems: Sequence[Problem], own: Sequence[OwnPreset], game: Capabilities
) -> OptionsShown:
    """Returns the options of a document, with remarks on what a game refuses; `problems` are the findings about it."""
    values = option_values(document.text)
    match = _match_of(values)
    wrong = {problem.key: problem for problem in problems if problem.key in OPTIONS}
    if MAP_CHOICE in wrong:
        wrong[MAP] = wrong[MAP_CHOICE]
    entries = (*(_entry(game, preset) for preset in presets()), *(_entry(game, preset) for preset in own))
    return OptionsShown(
        options=tuple(
            _option(game, option, values, match, wrong.get(key)) for key, option in OPTIONS.items() if key != MAP_CHOICE
        ),
        presets=entries,
        current_preset=_current(values, own, entries),
        scripts=_scripts(document.text, problems),
        game=rendered(game.title),
    )


def preset_values(entry: PresetEntry, own: Sequence[OwnPreset]) -> tuple[tuple[str, str], ...]:
    """Returns the keys and values that a preset sets; empty if it no longer exists."""
    if entry.is_own:
        return next((preset.values for preset in own if preset.name == entry.id), ())
    return next((preset.values for preset in presets() if preset.id == entry.id), ())


def preset_keys() -> tuple[str, ...]:
    """Returns the keys of the options that a preset sets: mode, map, random map, and mutators."""
    return (MODE, MAP, MAP_CHOICE, *(key for key, option in OPTIONS.items() if is_mutator(option)))


def own_preset(name: str, text: str) -> OwnPreset:
    """Returns a preset with the mode, map and mutators of a document."""
    keys = preset_keys()
    changed = changed_options(option_values(text))
    return OwnPreset(name=name, values=tuple((key, value) for key, value in changed.items() if key in keys))


def _option(
    game: Capabilities, option: Key, values: Mapping[str, str], match: Match, wrong: Problem | None
) -> OptionValue:
    value = RANDOM_MAP if option.path == MAP and values[MAP_CHOICE] == RANDOM_MAP else values[option.path]
    choices = _choices(game, option, value, match)
    remark = next((choice.remark for choice in choices if choice.name == value), None)
    if wrong is not None and wrong.is_error and (remark is None or remark.text != wrong.message):
        remark = Remark(kind=RemarkKind.WRONG, text=wrong.message)
    return OptionValue(
        key=option.path,
        label=translated(option.label),
        about=translated(option.help),
        value=value,
        default=default_value(option.path, values[MODE]),
        choices=choices,
        is_free=not option.names or option.number is not None,
        remark=remark or _idle(game, option.path, match),
    )


def _choices(game: Capabilities, option: Key, value: str, match: Match) -> tuple[Choice, ...]:
    if option.path == MAP:
        return _map_choices(game, value, match.game_mode)
    if option.path == _LAUNCHER_ARG:
        names: Collection[str] = dict.fromkeys(("", *CUSTOM_LAUNCHERS, value))
        return tuple(Choice(name=name) for name in names)
    if option.path == MODE:
        return _mode_choices(game)
    if option.number is not None:
        return _number_choices(option.path, value)
    if is_mutator(option):
        return _mutator_choices(game, option.path.partition(".")[2], match.game_mode, match.mutators.ball_type)
    return tuple(Choice(name=name) for name in option.names)


def _map_choices(game: Capabilities, value: str, mode: str) -> tuple[Choice, ...]:
    random_map = Choice(name=RANDOM_MAP, label=QCoreApplication.translate("Options", "Random"))
    of_file = QCoreApplication.translate("Options", "Choose a file …")
    map_file = Choice(name=MAP_FILE, label=of_file, remark=_map_remark(game, f"map{MAP_SUFFIXES[0]}", mode))
    named = _named_maps(game, value, mode)
    return (random_map, map_file, *named) if map_file.remark is None else (random_map, *named, map_file)


def _named_maps(game: Capabilities, value: str, mode: str) -> tuple[Choice, ...]:
    known = _known_maps(game, mode)
    if value == RANDOM_MAP:
        return known
    name = next((choice.name for choice in known if choice.name.lower() == value.lower()), None)
    if name == value:
        return known
    if name is not None:
        return tuple(replace(choice, name=value) if choice.name == name else choice for choice in known)
    return (Choice(name=value, label=map_name(value), remark=_map_remark(game, value, mode)), *known)


@functools.lru_cache(maxsize=32)
def _known_maps(game: Capabilities, mode: str) -> tuple[Choice, ...]:
    choices = [Choice(name=name, label=label, remark=_map_remark(game, name, mode)) for name, label in MAPS.items()]
    return tuple(sorted(choices, key=lambda choice: choice.remark is not None))


def _map_remark(game: Capabilities, name: str, mode: str) -> Remark | None:
    return _refused(game, Match(game_mode=mode, game_map_upk=name), MAP)


def _number_choices(key: str, value: str) -> tuple[Choice, ...]:
    """Returns the suggested numbers and the current one, in ascending order."""
    names = dict.fromkeys((*_SUGGESTED[key], value))
    in_order = sorted(names, key=lambda name: math.inf if name == UNLIMITED else float(name))
    return tuple(Choice(name=name, label=value_label(key, name)) for name in in_order)


@functools.cache
def _mode_choices(game: Capabilities) -> tuple[Choice, ...]:
    return tuple(
        Choice(name=mode, remark=_refused(game, Match(game_mode=mode, game_map_upk=default_map(mode)), MODE))
        for mode in OPTIONS[MODE].names
    )


@functools.lru_cache(maxsize=512)
def _mutator_choices(game: Capabilities, name: str, mode: str, ball_type: str) -> tuple[Choice, ...]:
    """Returns the values of a mutator; mode and ball decide which of them the game refuses."""
    played = mode if mode in game.modes else game.modes[0]
    choices = []
    for value in MUTATORS[name]:
        changes = {"ball_type": ball_type, name: value} if name == "ball_size" else {name: value}
        match = Match(game_mode=played, game_map_upk=default_map(played), mutators=Mutators(**changes))
        choices.append(Choice(name=value, remark=_refused(game, match, f"mutators.{name}")))
    return tuple(choices)


def _refused(game: Capabilities, match: Match, key: str = "") -> Remark | None:
    """Returns why a game refuses an option of a match, or anything in it."""
    reason = next((reason for refused, reason in game.refused_options(match) if key in ("", refused)), None)
    return None if reason is None else Remark(kind=RemarkKind.REFUSED, text=reason)


def _idle(game: Capabilities, key: str, match: Match) -> Remark | None:
    text = game.ignored_options(match).get(key)
    return None if text is None else Remark(kind=RemarkKind.IDLE, text=text)


def _match_of(values: Mapping[str, str]) -> Match:
    """Returns a match with the options that a game may refuse or ignore."""
    mutators = {key.partition(".")[2]: value for key, value in values.items() if is_mutator(OPTIONS[key])}
    return Match(
        game_mode=values[MODE],
        game_map_upk=values[MAP],
        map_choice=values[MAP_CHOICE],
        freeplay=values["match.freeplay"] == "true",
        mutators=Mutators(**mutators),
    )


def _entry(game: Capabilities, preset: Preset | OwnPreset) -> PresetEntry:
    values = {key: value for key, value in preset.values if key in OPTIONS}
    mode = values.get(MODE, default_value(MODE, ""))
    mutators = {key.partition(".")[2]: value for key, value in values.items() if is_mutator(OPTIONS[key])}
    match = Match(game_mode=mode, game_map_upk=values.get(MAP, default_map(mode)), mutators=Mutators(**mutators))
    remark = _refused(game, match)
    if isinstance(preset, OwnPreset):
        return PresetEntry(id=preset.name, is_own=True, remark=remark)
    return PresetEntry(id=preset.id, is_own=False, remark=remark)


def _current(values: Mapping[str, str], own: Sequence[OwnPreset], entries: Sequence[PresetEntry]) -> PresetEntry | None:
    """Returns the preset that the values match; a preset without a map matches on every map of its mode."""
    keys = preset_keys()
    changed = {key: value for key, value in changed_options(values).items() if key in keys}
    without_map = {key: value for key, value in changed.items() if key not in (MAP, MAP_CHOICE)}
    for entry in sorted(entries, key=lambda entry: not entry.is_own):
        wanted = dict(preset_values(entry, own))
        if wanted == changed or (MAP not in wanted and wanted == without_map):
            return entry
    return None


def _scripts(text: str, problems: Sequence[Problem]) -> tuple[ScriptEntry, ...]:
    tables = loads(text).get("scripts", [])
    listed = tables if isinstance(tables, list) else []
    return tuple(_script(position, table, problems) for position, table in enumerate(listed) if isinstance(table, dict))


def _script(position: int, table: Mapping[str, Any], problems: Sequence[Problem]) -> ScriptEntry:
    link = str(table.get("config_file", ""))
    path = Path(link)
    place = f"scripts[{position}]"
    messages = [problem.message for problem in problems if problem.key.startswith(place)]
    return ScriptEntry(
        position=position,
        name=path.parent.name or path.stem,
        about=link,
        is_auto_start=table.get("auto_start", True) is not False,
        problem=messages[0] if messages else "",
    )
