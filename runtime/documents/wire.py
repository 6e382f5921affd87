"""Converts matches between the values of documents and the objects of the protocol.

Characters that the wire cannot carry are removed from texts. Every field is set, because the constructors of
rlbot_flatbuffers set three booleans to false that are true by default on the wire.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import rlbot_flatbuffers as flat

from runtime.documents.choices import MUTATORS, Mutators
from runtime.documents.model import Car, CarKind, Environment, Loadout, Match, Paint, Script
from runtime.protocol import clean_text

E = TypeVar("E")

_PAINT_KEYS: Final = flat.LoadoutPaint.__match_args__
_LOADOUT_KEYS: Final = flat.PlayerLoadout.__match_args__[:13]
_MUTATOR_TYPES: Final = {key: type(getattr(flat.MutatorSettings(), key)) for key in MUTATORS}


def to_wire(match: Match) -> flat.MatchConfiguration:
    """Returns the protocol's message for a match.

    Raises:
        ValueError: a name is not one of the choices of its field.
        OverflowError: a number does not fit its field.
    """
    return flat.MatchConfiguration(
        launcher=_enum(flat.Launcher, match.launcher),
        launcher_arg=clean_text(match.launcher_arg),
        auto_start_agents=match.auto_start_agents,
        wait_for_agents=match.wait_for_agents,
        game_map_upk=clean_text(match.game_map_upk),
        player_configurations=[_player(car) for car in match.cars],
        script_configurations=[_script(script) for script in match.scripts],
        game_mode=_enum(flat.GameMode, match.game_mode),
        skip_replays=match.skip_replays,
        instant_start=match.instant_start,
        mutators=mutators_to_wire(match.mutators),
        existing_match_behavior=_enum(flat.ExistingMatchBehavior, match.existing_match_behavior),
        enable_rendering=_enum(flat.DebugRendering, match.enable_rendering),
        enable_state_setting=match.enable_state_setting,
        auto_save_replay=match.auto_save_replay,
        freeplay=match.freeplay,
        performance_monitor=_enum(flat.PerformanceMonitor, match.performance_monitor),
    )


def from_wire(message: flat.MatchConfiguration) -> Match:
    """Returns the match of a protocol message; missing fields become empty or default."""
    return Match(
        launcher=_name(message.launcher),
        launcher_arg=message.launcher_arg,
        auto_start_agents=message.auto_start_agents,
        wait_for_agents=message.wait_for_agents,
        performance_monitor=_name(message.performance_monitor),
        game_mode=_name(message.game_mode),
        game_map_upk=message.game_map_upk,
        skip_replays=message.skip_replays,
        instant_start=message.instant_start,
        existing_match_behavior=_name(message.existing_match_behavior),
        enable_rendering=_name(message.enable_rendering),
        enable_state_setting=message.enable_state_setting,
        auto_save_replay=message.auto_save_replay,
        freeplay=message.freeplay,
        cars=tuple(_car(player) for player in message.player_configurations),
        scripts=tuple(_script_value(script) for script in message.script_configurations),
        mutators=mutators_from_wire(message.mutators),
    )


def mutators_to_wire(mutators: Mutators) -> flat.MutatorSettings:
    """Returns the protocol's object for mutators.

    Raises:
        ValueError: a name is not one of the choices of its field.
    """
    chosen: dict[str, Any] = {}
    for key, names in MUTATORS.items():
        name = getattr(mutators, key)
        if name not in names:
            raise ValueError(f"{key} has no value {name!r}.")
        chosen[key] = _MUTATOR_TYPES[key](names.index(name))
    return flat.MutatorSettings(**chosen)


def mutators_from_wire(settings: flat.MutatorSettings | None) -> Mutators:
    """Returns the mutators of a protocol object; None means the default rules."""
    if settings is None:
        return Mutators()
    return Mutators(**{key: names[int(getattr(settings, key))] for key, names in MUTATORS.items()})


def loadout_to_wire(loadout: Loadout) -> flat.PlayerLoadout:
    """Returns the protocol's object for a loadout.

    Raises:
        OverflowError: an item's number is negative or beyond 32 bits.
    """
    return flat.PlayerLoadout(
        **{key: getattr(loadout, key) for key in _LOADOUT_KEYS},
        loadout_paint=flat.LoadoutPaint(**{key: getattr(loadout.paint, key) for key in _PAINT_KEYS}),
    )


def loadout_from_wire(loadout: flat.PlayerLoadout) -> Loadout:
    """Returns the loadout of a protocol object without the two colour lookups, which no game uses."""
    paint = loadout.loadout_paint
    return Loadout(
        **{key: getattr(loadout, key) for key in _LOADOUT_KEYS},
        paint=Paint() if paint is None else Paint(**{key: getattr(paint, key) for key in _PAINT_KEYS}),
    )


def _player(car: Car) -> flat.PlayerConfiguration:
    return flat.PlayerConfiguration(variety=_variety(car), team=car.team, player_id=car.player_id)


def _variety(car: Car) -> flat.CustomBot | flat.Human | flat.PsyonixBot:
    loadout = None if car.loadout is None else loadout_to_wire(car.loadout)
    if car.kind is CarKind.HUMAN:
        return flat.Human()
    if car.kind is CarKind.PSYONIX:
        skill = _enum(flat.PsyonixSkill, car.skill)
        return flat.PsyonixBot(name=clean_text(car.name), loadout=loadout, bot_skill=skill)
    return flat.CustomBot(
        name=clean_text(car.name),
        root_dir=clean_text(car.root_dir),
        run_command=clean_text(car.run_command),
        loadout=loadout,
        agent_id=clean_text(car.agent_id),
        hivemind=car.hivemind,
        environment=_variables(car.environment),
    )


def _script(script: Script) -> flat.ScriptConfiguration:
    return flat.ScriptConfiguration(
        name=clean_text(script.name),
        root_dir=clean_text(script.root_dir),
        run_command=clean_text(script.run_command),
        script_id=script.script_id,
        agent_id=clean_text(script.agent_id),
        environment=_variables(script.environment),
    )


def _car(player: flat.PlayerConfiguration) -> Car:
    variety = player.variety
    if isinstance(variety, flat.Human):
        return Car(kind=CarKind.HUMAN, team=player.team, player_id=player.player_id)
    loadout = None if variety.loadout is None else loadout_from_wire(variety.loadout)
    if isinstance(variety, flat.PsyonixBot):
        return Car(
            kind=CarKind.PSYONIX,
            team=player.team,
            name=variety.name,
            loadout=loadout,
            skill=_name(variety.bot_skill),
            player_id=player.player_id,
        )
    return Car(
        kind=CarKind.BOT,
        team=player.team,
        name=variety.name,
        agent_id=variety.agent_id.strip(),
        root_dir=variety.root_dir,
        run_command=variety.run_command,
        hivemind=variety.hivemind,
        environment=_environment(variety.environment),
        loadout=loadout,
        player_id=player.player_id,
    )


def _script_value(script: flat.ScriptConfiguration) -> Script:
    return Script(
        name=script.name,
        agent_id=script.agent_id.strip(),
        root_dir=script.root_dir,
        run_command=script.run_command,
        environment=_environment(script.environment),
        script_id=script.script_id,
    )


def _variables(environment: Environment) -> list[flat.EnvironmentVariable]:
    return [flat.EnvironmentVariable(name=clean_text(name), value=clean_text(value)) for name, value in environment]


def _environment(variables: Sequence[flat.EnvironmentVariable] | None) -> Environment:
    return tuple((variable.name, variable.value) for variable in variables or ())


def _enum(kind: type[E], name: str) -> E:
    member = getattr(kind, name, None)
    if not isinstance(member, kind):
        raise ValueError(f"{kind.__name__} has no value {name!r}.")  # noqa: TRY004 - the name is wrong, not its type
    return member


def _name(member: Any) -> str:
    return str(member).rpartition(".")[2]
