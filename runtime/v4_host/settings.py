"""Conversion of a v5 match configuration to the match settings of RLBot v4."""

import rlbot_flatbuffers as flat
from rlbot.matchconfig.loadout_config import Color, LoadoutConfig
from rlbot.matchconfig.match_config import MatchConfig, MutatorConfig, PlayerConfig, ScriptConfig
from rlbot.parsing import match_settings_config_parser as v4

from .structures import v4_name

_MUTATORS = {
    "match_length": v4.match_length_types,
    "max_score": v4.max_score_types,
    "overtime": v4.overtime_mutator_types,
    "series_length": v4.series_length_mutator_types,
    "game_speed": v4.game_speed_mutator_types,
    "ball_max_speed": v4.ball_max_speed_mutator_types,
    "ball_type": v4.ball_type_mutator_types,
    "ball_weight": v4.ball_weight_mutator_types,
    "ball_size": v4.ball_size_mutator_types,
    "ball_bounciness": v4.ball_bounciness_mutator_types,
    "boost_amount": v4.boost_amount_mutator_types,
    "rumble": v4.rumble_mutator_types,
    "boost_strength": v4.boost_strength_mutator_types,
    "gravity": v4.gravity_mutator_types,
    "demolish": v4.demolish_mutator_types,
    "respawn_time": v4.respawn_time_mutator_types,
}
_NUMBERS = {
    ("ball_size", 2): None,  # v4 has no medium size
    ("ball_size", 3): 2,
    ("ball_size", 4): 3,
    ("boost_strength", 3): None,  # v4 has no fivefold strength
    ("boost_strength", 4): 3,
}
"""Numbers of v4 that differ from v5."""
_EXISTING = {0: "Restart", 1: "Continue And Spawn", 2: "Restart If Different"}
_SKILLS = {0: 0.0, 1: 0.0, 2: 0.5, 3: 1.0}
"""v4 skill of a Psyonix bot: 0 rookie, 0.5 pro, 1 all-star."""
_MAPS = {upk.lower(): name for name, upk in v4.game_map_dict.items()}
_LOADOUT_KEYS = (
    *("team_color_id", "custom_color_id", "car_id", "decal_id", "wheels_id", "boost_id", "antenna_id", "hat_id"),
    *("paint_finish_id", "custom_finish_id", "engine_audio_id", "trails_id", "goal_explosion_id"),
)
_PAINT_KEYS = (
    *("car_paint_id", "decal_paint_id", "wheels_paint_id", "boost_paint_id", "antenna_paint_id", "hat_paint_id"),
    *("trails_paint_id", "goal_explosion_paint_id"),
)


def match_config(match: "flat.MatchConfiguration", own_document: str) -> MatchConfig:
    """Returns the match as v4 describes it; `own_document` is the .cfg of the agent in this process.

    Mutators that v4 does not have get their default. Every mutator has a value, because bots compute with their texts.
    The players are in the order of the packet: bots first, then humans.
    """
    config = MatchConfig()
    humans = [player for player in match.player_configurations if isinstance(player.variety, flat.Human)]
    others = [player for player in match.player_configurations if not isinstance(player.variety, flat.Human)]
    config.player_configs = [_player(player, own_document) for player in (*others, *humans)]
    mode = int(match.game_mode)
    config.game_mode = v4.game_mode_types[mode] if mode < len(v4.game_mode_types) else v4.game_mode_types[0]
    config.game_map = _MAPS.get(match.game_map_upk.lower(), match.game_map_upk)
    config.skip_replays = match.skip_replays
    config.instant_start = match.instant_start
    config.mutators = _mutators(match.mutators)
    config.existing_match_behavior = _EXISTING[int(match.existing_match_behavior)]
    config.networking_role = "none"
    config.network_address = "127.0.0.1"
    config.enable_rendering = int(match.enable_rendering) != 2
    config.enable_state_setting = match.enable_state_setting
    config.auto_save_replay = match.auto_save_replay
    config.script_configs = [ScriptConfig(script.root_dir) for script in match.script_configurations]
    return config


def human_ids(match: "flat.MatchConfiguration") -> "frozenset[int]":
    """Returns the player ids of the human cars."""
    players = match.player_configurations
    return frozenset(player.player_id for player in players if isinstance(player.variety, flat.Human))


def v5_loadout(loadout: LoadoutConfig) -> "flat.PlayerLoadout":
    """Returns a v4 loadout as v5 sends it; negative and missing numbers become 0."""
    paint = loadout.paint_config
    return flat.PlayerLoadout(
        **{key: _item(loadout, key) for key in _LOADOUT_KEYS},
        loadout_paint=flat.LoadoutPaint(**{key: _item(paint, key) for key in _PAINT_KEYS}),
        primary_color_lookup=_color(loadout.primary_color_lookup),
        secondary_color_lookup=_color(loadout.secondary_color_lookup),
    )


def _item(source: object, key: str) -> int:
    return max(0, int(getattr(source, key, 0) or 0))


def _color(color: "Color | None") -> "flat.Color | None":
    return None if color is None else flat.Color(color.red, color.green, color.blue, color.alpha)


def _player(player: "flat.PlayerConfiguration", own_document: str) -> PlayerConfig:
    config, variety = PlayerConfig(), player.variety
    config.bot = not isinstance(variety, flat.Human)
    config.rlbot_controlled = isinstance(variety, flat.CustomBot)
    config.bot_skill = _SKILLS[int(variety.bot_skill)] if isinstance(variety, flat.PsyonixBot) else 1.0
    config.human_index = 0
    config.name = config.deduped_name = v4_name(getattr(variety, "name", "") or "")
    config.team = player.team
    config.config_path = own_document if config.rlbot_controlled else None
    config.loadout_config = LoadoutConfig()
    config.spawn_id = player.player_id
    return config


def _mutators(settings: "flat.MutatorSettings | None") -> MutatorConfig:
    config = MutatorConfig()
    for name, choices in _MUTATORS.items():
        number = int(getattr(settings, name)) if settings is not None else 0
        known = _NUMBERS.get((name, number), number)
        setattr(config, name, choices[known] if known is not None and known < len(choices) else choices[0])
    return config
