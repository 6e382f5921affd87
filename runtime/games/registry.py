"""The games that a match can be played in: the only list of them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from runtime.games.arena import ArenaGame
from runtime.games.attached import AttachedGame
from runtime.games.game import Capabilities, Game, GameSettings
from runtime.games.rocket_league.game import RocketLeagueGame
from runtime.model.values import BUILT_IN

GAMES: Final[Mapping[str, type[Game]]] = MappingProxyType(
    {
        BUILT_IN: ArenaGame,
        "rocket-league": RocketLeagueGame,
        "attached": AttachedGame,
    }
)
"""By their keys in settings, in the order in which they are offered."""


def capabilities_of(key: str = BUILT_IN) -> Capabilities:
    """Returns what a game can do; that of the built-in game for an unknown key."""
    return GAMES.get(key, GAMES[BUILT_IN]).capabilities


def new_game(key: str = BUILT_IN, settings: GameSettings | None = None) -> Game:
    """Returns a game as the user wants it, the built-in one for an unknown key.

    Raises:
        GameError: a setting is wrong.
    """
    return GAMES.get(key, GAMES[BUILT_IN]).create(settings or GameSettings())
