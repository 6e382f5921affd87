"""Games of a match: the built-in arena, or a server that already runs."""

from runtime.games.addresses import RLBOT_PORT, numeric_form, parse_address, unknown_host
from runtime.games.arena import GREETING, ArenaGame
from runtime.games.attached import AttachedGame, risk_of
from runtime.games.game import (
    LOOPBACK,
    Capabilities,
    Game,
    GameError,
    GameOrder,
    GameRun,
    GameSettings,
    ServerAddress,
)
from runtime.games.registry import GAMES, capabilities_of, new_game

__all__ = [
    "GAMES",
    "GREETING",
    "LOOPBACK",
    "RLBOT_PORT",
    "ArenaGame",
    "AttachedGame",
    "Capabilities",
    "Game",
    "GameError",
    "GameOrder",
    "GameRun",
    "GameSettings",
    "ServerAddress",
    "capabilities_of",
    "new_game",
    "numeric_form",
    "parse_address",
    "risk_of",
    "unknown_host",
]
