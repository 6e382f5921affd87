"""The maps of Rocket League, their names, and the random choice of one for a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

MAPS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Stadium_P": "DFH Stadium",
        "EuroStadium_P": "Mannfield",
        "cs_p": "Champions Field",
        "TrainStation_P": "Urban Central",
        "Park_P": "Beckwith Park",
        "UtopiaStadium_P": "Utopia Coliseum",
        "wasteland_s_p": "Wasteland",
        "NeoTokyo_Standard_P": "Neo Tokyo",
        "Underwater_P": "AquaDome",
        "arc_standard_p": "Starbase Arc",
        "farm_p": "Farmstead",
        "beach_P": "Salty Shores",
        "CHN_Stadium_P": "Forbidden Temple",
        "Outlaw_P": "Deadeye Canyon",
        "music_p": "Neon Fields",
        "Street_P": "Sovereign Heights",
        "Woods_P": "Drift Woods",
        "UF_Day_P": "Futura Garden",
        "Mall_Day_P": "Boostfield Mall",
        "ff_dusk_p": "Estadio Vida (dusk)",
        "Paname_Dusk_P": "Parc de Paris (dusk)",
        "cs_hw_p": "Rivals Arena",
        "stadium_day_p": "DFH Stadium (day)",
        "Stadium_Foggy_P": "DFH Stadium (stormy)",
        "Stadium_Winter_P": "DFH Stadium (snowy)",
        "Stadium_Race_Day_P": "DFH Stadium (circuit)",
        "stadium_10a_p": "DFH Stadium (10th anniversary)",
        "EuroStadium_Night_P": "Mannfield (night)",
        "EuroStadium_Rainy_P": "Mannfield (stormy)",
        "eurostadium_dusk_p": "Mannfield (dusk)",
        "eurostadium_snownight_p": "Mannfield (snowy)",
        "cs_day_p": "Champions Field (day)",
        "TrainStation_Dawn_P": "Urban Central (dawn)",
        "TrainStation_Night_P": "Urban Central (night)",
        "Haunted_TrainStation_P": "Urban Central (haunted)",
        "Park_Night_P": "Beckwith Park (midnight)",
        "Park_Rainy_P": "Beckwith Park (stormy)",
        "Park_Snowy_P": "Beckwith Park (snowy)",
        "Park_Bman_P": "Beckwith Park (Gotham night)",
        "UtopiaStadium_Dusk_P": "Utopia Coliseum (dusk)",
        "UtopiaStadium_Snow_P": "Utopia Coliseum (snowy)",
        "UtopiaStadium_Lux_P": "Utopia Coliseum (gilded)",
        "Wasteland_Night_S_P": "Wasteland (night)",
        "wasteland_grs_p": "Wasteland (pitched)",
        "neotokyo_hax_p": "Neo Tokyo (hacked)",
        "NeoTokyo_Toon_P": "Neo Tokyo (comic)",
        "NeoTokyo_Arcade_P": "Neo Tokyo (arcade)",
        "Underwater_GRS_P": "AquaDome (salty shallows)",
        "ARC_Darc_P": "Starbase Arc (aftermath)",
        "Farm_Night_P": "Farmstead (night)",
        "farm_grs_p": "Farmstead (pitched)",
        "Farm_HW_P": "Farmstead (spooky)",
        "beach_night_p": "Salty Shores (night)",
        "Beach_Night_GRS_P": "Salty Shores (salty fest)",
        "CHN_Stadium_Day_P": "Forbidden Temple (day)",
        "fni_stadium_p": "Forbidden Temple (fire and ice)",
        "outlaw_oasis_p": "Deadeye Canyon (oasis)",
        "woods_night_p": "Drift Woods (night)",
        "BB_P": "Champions Field (NFL)",
        "swoosh_p": "Champions Field (Nike FC)",
        "HoopsStadium_P": "Dunk House",
        "HoopsStreet_P": "The Block",
        "ShatterShot_P": "Core 707",
        "ThrowbackStadium_P": "Throwback Stadium",
        "ThrowbackHockey_p": "Throwback Stadium (snowy)",
        "Wasteland_P": "Badlands",
        "Wasteland_Night_P": "Badlands (night)",
        "NeoTokyo_P": "Tokyo Underpass",
        "ARC_P": "Arctagon",
        "Labs_CirclePillars_P": "Pillars",
        "Labs_Cosmic_V4_P": "Cosmic",
        "Labs_DoubleGoal_V2_P": "Double Goal",
        "Labs_Octagon_02_P": "Octagon",
        "Labs_Octagon_B2B_02_P": "Roadblock",
        "Labs_Underpass_P": "Underpass",
        "Labs_Utopia_P": "Utopia Retro",
        "Labs_Basin_P": "Basin",
        "Labs_Corridor_P": "Corridor",
        "Labs_Holyfield_P": "Loophole",
        "Labs_Holyfield_Space_P": "Holyfield",
        "Labs_Galleon_P": "Galleon",
        "Labs_Galleon_Mast_P": "Galleon Retro",
        "Labs_PillarGlass_P": "Hourglass",
        "Labs_PillarHeat_P": "Barricade",
        "Labs_PillarWings_P": "Colossus",
        "Labs_4v4_Arena15_EuroStadium_Night_P": "Mannfield (quads)",
        "Labs_4v4_Arena15_Blackout_P": "Midnight Metro (quads)",
        "Labs_4v4_Arena15_Retro_P": "Sunset Dunes (quads)",
        "KO_Calavera_P": "Calavera",
        "KO_Carbon_P": "Carbon",
        "KO_Quadron_P": "Quadron",
    }
)
"""Names of maps by file name; maps of the standard shape come first."""


_LAST_STANDARD: Final = "swoosh_p"
_OF_MODE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "Hoops": ("HoopsStadium_P", "HoopsStreet_P"),
        "Dropshot": ("ShatterShot_P",),
        "Knockout": ("KO_Calavera_P", "KO_Carbon_P", "KO_Quadron_P"),
    }
)


def maps_of(game_mode: str) -> tuple[str, ...]:
    """Returns the maps for a mode; modes without special maps use those of the standard shape."""
    names = tuple(MAPS)
    return _OF_MODE.get(game_mode, names[: names.index(_LAST_STANDARD) + 1])


MAP_SUFFIXES: Final = (".upk", ".udk")
"""Endings of files with a map, in lower case."""


def is_map_file(name: str) -> bool:
    """Returns whether a map is named by its file, and not one of the game's own."""
    return name.lower().endswith(MAP_SUFFIXES) and not map_of_file(name)


def map_of_file(file_name: str) -> str:
    """Returns the game's own map for a file name such as `Stadium_P.upk`; empty if there is none."""
    stem, dot, ending = file_name.lower().rpartition(".")
    if f".{ending}" not in MAP_SUFFIXES or not dot:
        return ""
    return next((known for known in MAPS if known.lower() == stem), "")


def map_name(file_name: str) -> str:
    """Returns the common name of a map, or the file name without its folder if it has none."""
    lowered = file_name.lower()
    name = next((name for known, name in MAPS.items() if known.lower() == lowered), None)
    return name or file_name.replace("\\", "/").rpartition("/")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDraw:
    """A randomly chosen map."""

    name: str
    """The map's name in documents."""
    drawn: tuple[str, ...]
    """The maps chosen so far, with this one last; pass it to the next choice from any pool."""


def draw_map(pool: Sequence[str], drawn: Sequence[str], random: Random) -> MapDraw:
    """Chooses a random map from a pool that is not in `drawn`; if all are, a new round begins.

    A new round does not begin with the last map of the previous one, if the pool has others. Entries of `drawn` that
    are not in the pool are kept.

    Raises:
        ValueError: the pool is empty.
    """
    if not pool:
        raise ValueError("There is no map to be drawn.")
    left = [name for name in pool if name not in drawn]
    if not left:
        last = next(name for name in reversed(drawn) if name in pool)
        left = [name for name in pool if name != last] or [last]
        drawn = [name for name in drawn if name not in pool]
    name = random.choice(left)
    return MapDraw(name=name, drawn=(*drawn, name))
