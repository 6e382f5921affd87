"""Games of a match: the built-in arena, or a server that already runs."""

from runtime.games.arena import GREETING, ArenaGame
from runtime.games.attached import AttachedGame
from runtime.games.game import LOOPBACK, Game, GameOrder, ServerAddress

__all__ = ["GREETING", "LOOPBACK", "ArenaGame", "AttachedGame", "Game", "GameOrder", "ServerAddress"]
