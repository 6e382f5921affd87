"""Keys and values of older documents and of common mistakes, with what they are called today."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class OldKey:
    """A key that is no longer read."""

    new: str
    """The key that took its place."""
    remark: str = ""

    @property
    def fix(self) -> str:
        """What to write instead."""
        return f'Write "{self.new}"{self.remark}.'


OLD_KEYS: Final[Mapping[str, OldKey]] = MappingProxyType(
    {
        "auto_start_bots": OldKey("auto_start_agents", ", its new name"),
        "wait_for_bots": OldKey("wait_for_agents"),
        "config": OldKey("config_file"),
        "config_path": OldKey("config_file"),
        "participant_config": OldKey("config_file"),
        "loadout_config": OldKey("loadout_file"),
        "looks_config": OldKey("loadout_file"),
        "location": OldKey("root_dir"),
        "working_dir": OldKey("root_dir"),
        "is_hivemind": OldKey("hivemind"),
        "map": OldKey("game_map_upk"),
        "game_map": OldKey("game_map_upk"),
        "mode": OldKey("game_mode"),
        "start_without_delay": OldKey("start_without_countdown"),
        "rendering": OldKey("enable_rendering", ' with true, false or "OffByDefault"'),
        "state_setting": OldKey("enable_state_setting"),
        "type_": OldKey("type"),
        "bot_skill": OldKey("skill"),
        "logo": OldKey("logo_file"),
        "github": OldKey("source_link"),
        "env": OldKey("environment"),
    }
)

OLD_VALUES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("max_score", "default"): "Unlimited",
        ("max_time", "default"): "Unlimited",
        ("match_length", "default"): "FiveMinutes",
        ("rumble", "norumble"): "Off",
        ("rumble", "none"): "Off",
        ("rumble", "default"): "DefaultRumble",
        ("ball_bounciness", "lowishbounciness"): "Lowish",
        ("boost_amount", "default"): "NormalBoost",
        ("boost_strength", "default"): "One",
        ("respawn_time", "default"): "ThreeSeconds",
        ("territory", "default"): "Off",
        ("stale_ball", "default"): "Unlimited",
        ("game_mode", "hockey"): "Snowday",
        ("launcher", "none"): "NoLaunch",
        ("launcher", "legendary"): "Custom",
        ("launcher", "heroic"): "Custom",
        ("launcher", "epicgames"): "Epic",
    }
)
"""What was probably meant, by key and by the value in lower case."""
