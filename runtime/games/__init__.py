"""Games of a match: the built-in arena, or a server that already runs."""

from runtime.games.arena import ArenaGame
from runtime.games.attached import AttachedGame
from runtime.games.game import LOOPBACK, Game, GameOrder, ServerAddress

__all__ = ["LOOPBACK", "ArenaGame", "AttachedGame", "Game", "GameOrder", "ServerAddress"]
