"""The options of a match document: every key that decides how a match is played, except cars and scripts.

An option is identified by its dotted key, as RLBotServer reads it. Values are texts as in the document; flags are
"true" and "false".
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from runtime.documents.choices import (
    EXISTING_MATCH_BEHAVIORS,
    GAME_MODES,
    LAUNCHERS,
    MAP_CHOICES,
    MUTATORS,
    PERFORMANCE_MONITORS,
    RENDERINGS,
    RESTART_NUMBERS,
    NumberRange,
    default_map,
)
from runtime.documents.model import RestartPolicy
from runtime.documents.outline import KeyPath
from runtime.documents.source import Source
from runtime.documents.surgery import INVALID_TOML, EditError, Value, parsed, set_values, unset_values
from runtime.model.messages import message
from runtime.model.states import WhenSpent
from runtime.toml import loads

FLAG_NAMES: Final = ("false", "true")
_RENDERING: Final = "match.enable_rendering"
_RENDERING_FLAGS: Final = {"OnByDefault": True, "AlwaysOff": False}
_OTHER_MODES: Final = {"soccer": "soccar"}
MODE: Final = "match.game_mode"
MAP: Final = "match.game_map_upk"
RESTARTS: Final = "kickabout.restarts"
"""The table of the restart policy."""
MAP_CHOICE: Final = "kickabout.map"
"""True if a random map is chosen at each start; only Kickabout reads this key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a match document."""

    key: str
    names: tuple[str, ...] = ()
    """The possible values; empty for numbers and free texts."""
    number: NumberRange | None = None
    """The possible numbers; the values are texts such as `60`, `0.5` and `unlimited`."""
    default: str
    """For the map, the default in Soccar."""
    other_key: str = ""
    """The alternative name that other readers of match documents use."""

    @property
    def is_flag(self) -> bool:
        """Returns whether its value in the document is a boolean."""
        return self.names == FLAG_NAMES

    @property
    def is_mutator(self) -> bool:
        """Returns whether it belongs to `[mutators]`."""
        return self.key.startswith("mutators.")


def _choice(table: str, key: str, names: tuple[str, ...]) -> Option:
    return Option(key=f"{table}.{key}", names=names, default=names[0])


def _flag(table: str, key: str, *, default: str, other: str = "") -> Option:
    other_key = f"{table}.{other}" if other else ""
    return Option(key=f"{table}.{key}", names=FLAG_NAMES, default=default, other_key=other_key)


def _restarts() -> tuple[Option, ...]:
    usual = RestartPolicy()
    numbers = [
        Option(key=f"{RESTARTS}.{key}", number=number, default=number.name_of(getattr(usual, key)) or "")
        for key, number in RESTART_NUMBERS.items()
    ]
    return (*numbers, _choice(RESTARTS, "when_spent", tuple(choice.value for choice in WhenSpent)))


def _all_options() -> tuple[Option, ...]:
    return (
        _choice("match", "game_mode", GAME_MODES),
        Option(key=MAP, default=default_map(GAME_MODES[0])),
        _choice("kickabout", "map", MAP_CHOICES),
        *(_choice("mutators", key, names) for key, names in MUTATORS.items()),
        _flag("match", "skip_replays", default="false"),
        _flag("match", "start_without_countdown", default="false", other="instant_start"),
        _flag("match", "freeplay", default="false"),
        _choice("match", "existing_match_behavior", EXISTING_MATCH_BEHAVIORS),
        _choice("match", "enable_rendering", RENDERINGS),
        _flag("match", "enable_state_setting", default="true"),
        _flag("match", "auto_save_replays", default="false", other="auto_save_replay"),
        _flag("rlbot", "auto_start_agents", default="true"),
        _flag("rlbot", "wait_for_agents", default="true"),
        _choice("rlbot", "performance_monitor", PERFORMANCE_MONITORS),
        _choice("rlbot", "launcher", LAUNCHERS),
        Option(key="rlbot.launcher_arg", default=""),
        *_restarts(),
    )


OPTIONS: Final[Mapping[str, Option]] = MappingProxyType({option.key: option for option in _all_options()})


def option_values(text: str) -> dict[str, str]:
    """Returns the value of every option by its key; invalid values count as missing, so the default applies.

    Raises:
        EditError: the text is not TOML.
    """
    data = _data(text)
    values = {key: _read(data, option) for key, option in OPTIONS.items()}
    mode = values[MODE] or OPTIONS[MODE].default
    return {key: default_value(key, mode) if value is None else value for key, value in values.items()}


def default_value(key: str, game_mode: str) -> str:
    """Returns the default of an option, in a match in `game_mode`."""
    return default_map(game_mode) if key == MAP else OPTIONS[key].default


def changed_options(values: Mapping[str, str]) -> dict[str, str]:
    """Returns the options whose values are not the defaults."""
    return {key: value for key, value in values.items() if value != default_value(key, values[MODE])}


def set_options(text: str, values: Mapping[str, str]) -> str:
    """Sets options: existing keys in place, new keys at the end of their tables.

    Raises:
        EditError: there is no such option or value, or the text is written in a way that this edit cannot follow.
    """
    written = _data(text)
    pairs: dict[KeyPath, Value] = {}
    for key, name in values.items():
        option = _option(key, name)
        pairs[_path(key)] = _value(option, name, _written(written, key))
        if option.other_key and _written(written, option.other_key) is not None:
            pairs[_path(option.other_key)] = _value(option, name, None)
    return set_values(text, pairs)


def reset_options(text: str, keys: Collection[str], *, game_mode: str = GAME_MODES[0]) -> str:
    """Resets options to their defaults by removing their lines; lines with comments get the default value instead.

    If one of the lines cannot be removed, all of them get the default value. `game_mode` selects the default map.

    Raises:
        EditError: there is no such option, or the text is written in a way that this edit cannot follow.
    """
    source = parsed(text)
    defaults: dict[KeyPath, Value] = {}
    lines: list[KeyPath] = []
    for key in keys:
        option = _option(key, None)
        for spelling in filter(None, (key, option.other_key)):
            written = _written(source.data, spelling)
            if written is None:
                continue
            path = _path(spelling)
            defaults[path] = _value(option, default_value(key, game_mode), written)
            if not _has_comment(source, path):
                lines.append(path)
    try:
        text = unset_values(text, lines)
    except EditError:
        return set_values(text, defaults)
    return set_values(text, {path: value for path, value in defaults.items() if path not in lines})


def _has_comment(source: Source, path: KeyPath) -> bool:
    """Returns whether there is a comment on the key's line or directly above it."""
    text, spot = source.text, source.outline.spots[path]
    line_start = text.rfind("\n", 0, spot.start) + 1
    above = text[text.rfind("\n", 0, max(0, line_start - 1)) + 1 : line_start].strip()
    line_end = text.find("\n", spot.value_end)
    rest = text[spot.value_end : len(text) if line_end < 0 else line_end]
    return "#" in rest or (above.startswith("#") and not above.startswith("#:"))


def _option(key: str, name: str | None) -> Option:
    option = OPTIONS.get(key)
    if option is None:
        raise EditError(message("no-such-option", "There is no option {option}.", option=key))
    if name is not None and option.names and name not in option.names:
        raise EditError(message("unknown-value", '{key} has no value "{written}".', key=key, written=name))
    if name is not None and option.number is not None and option.number.value_of(name) is None:
        raise EditError(
            message(
                "wrong-number",
                '{key} cannot be "{written}": write {expected}.',
                key=key,
                written=name,
                expected=option.number.description,
            )
        )
    return option


def _value(option: Option, name: str, written: Any) -> Value:
    """Returns the TOML value for a name, in the same form as the previous value `written` if there are several."""
    if option.is_flag:
        return name == FLAG_NAMES[1]
    if option.number is not None:
        value = option.number.value_of(name)
        return name if value is None else value
    if option.key == _RENDERING and isinstance(written, bool) and name in _RENDERING_FLAGS:
        return _RENDERING_FLAGS[name]
    is_same = isinstance(written, str) and bool(option.names) and written.lower() == name.lower()
    return written if is_same else name


def _data(text: str) -> dict[str, Any]:
    """Returns the content of a text without its positions, which is much faster."""
    try:
        return loads(text)
    except ValueError as error:
        raise EditError(INVALID_TOML) from error


def _written(data: dict[str, Any], key: str) -> Any:
    value: Any = data
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _path(key: str) -> KeyPath:
    return tuple(key.split("."))


def _read(data: dict[str, Any], option: Option) -> str | None:
    """Returns the value of an option as a text; None if it is missing or invalid."""
    written = _written(data, option.key)
    if written is None and option.other_key:
        written = _written(data, option.other_key)
    if option.number is not None:
        return None if written is None else option.number.name_of(written)
    if isinstance(written, bool):
        if option.key == _RENDERING:
            return "OnByDefault" if written else "AlwaysOff"
        return FLAG_NAMES[written] if option.is_flag else None
    if not isinstance(written, str) or option.is_flag:
        return None
    if not option.names:
        return None if "\0" in written else written
    lowered = _OTHER_MODES.get(written.lower(), written.lower()) if option.key == MODE else written.lower()
    return next((name for name in option.names if name.lower() == lowered), None)
