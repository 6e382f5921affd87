"""The options of a match document: every key that decides how a match is played, except cars and scripts.

An option is identified by its dotted key, as RLBotServer reads it. Values are texts as in the document; flags are
"true" and "false".
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from runtime.documents.choices import GAME_MODES, Mutators, default_map
from runtime.documents.model import Match, RestartPolicy
from runtime.documents.outline import KeyPath
from runtime.documents.source import Source
from runtime.documents.surgery import INVALID_TOML, EditError, Value, parsed, set_values, unset_values
from runtime.model.keys import Key, keys_of
from runtime.model.messages import message
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


def _all_options() -> Iterator[Key]:
    """Yields the keys of a match with a single value, by their whole paths."""
    for key in keys_of(Match):
        if key.kind is bool:
            yield replace(key, names=FLAG_NAMES)
        elif key.kind is str:
            yield key
        elif key.kind in (Mutators, RestartPolicy):
            yield from (replace(inner, path=f"{key.path}.{inner.path}") for inner in keys_of(key.kind))


OPTIONS: Final[Mapping[str, Key]] = MappingProxyType({option.path: option for option in _all_options()})


def is_mutator(option: Key) -> bool:
    """Returns whether an option belongs to `[mutators]`."""
    return option.path.startswith("mutators.")


def option_values(text: str) -> dict[str, str]:
    """Returns the value of every option by its key; invalid values count as missing, so the default applies.

    Raises:
        EditError: the text is not TOML.
    """
    data = _data(text)
    values = {key: _read(data, option) for key, option in OPTIONS.items()}
    mode = values[MODE] or GAME_MODES[0]
    return {key: default_value(key, mode) if value is None else value for key, value in values.items()}


def default_value(key: str, game_mode: str) -> str:
    """Returns the default of an option, in a match in `game_mode`."""
    return default_map(game_mode) if key == MAP else _name_of(OPTIONS[key], OPTIONS[key].default) or ""


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
        other = _other(option)
        if other and _written(written, other) is not None:
            pairs[_path(other)] = _value(option, name, None)
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
        for spelling in filter(None, (key, _other(option))):
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


def _option(key: str, name: str | None) -> Key:
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


def _value(option: Key, name: str, written: Any) -> Value:
    """Returns the TOML value for a name, in the same form as the previous value `written` if there are several."""
    if option.kind is bool:
        return name == FLAG_NAMES[1]
    if option.number is not None:
        value = option.number.value_of(name)
        return name if value is None else value
    if option.path == _RENDERING and isinstance(written, bool) and name in _RENDERING_FLAGS:
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


def _read(data: dict[str, Any], option: Key) -> str | None:
    """Returns the value of an option as a text; None if it is missing or invalid."""
    written = _written(data, option.path)
    if written is None and option.other:
        written = _written(data, _other(option))
    return None if written is None else _name_of(option, written)


def _other(option: Key) -> str:
    """Returns the whole path of the other name of an option; empty if it has none."""
    return ".".join((*option.parts[:-1], option.other)) if option.other else ""


def _name_of(option: Key, written: Any) -> str | None:
    """Returns a value as a text; None if it is invalid."""
    if option.number is not None:
        return option.number.name_of(written)
    written = getattr(written, "value", written)
    if isinstance(written, bool):
        if option.path == _RENDERING:
            return "OnByDefault" if written else "AlwaysOff"
        return FLAG_NAMES[written] if option.kind is bool else None
    if not isinstance(written, str) or option.kind is bool:
        return None
    if not option.names:
        return None if "\0" in written else written
    lowered = _OTHER_MODES.get(written.lower(), written.lower()) if option.path == MODE else written.lower()
    return next((name for name in option.names if name.lower() == lowered), None)
