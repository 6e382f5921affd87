"""Games of policies against a gallery of opponents, and the resulting ratings."""

from runtime.training.evaluation.games import PolicyPlayer, PolicyRefusedError, StandIn, UnplayableError, play_games
from runtime.training.evaluation.matches import BotPlayer, MatchSettings, play_matches

__all__ = [
    "BotPlayer",
    "MatchSettings",
    "PolicyPlayer",
    "PolicyRefusedError",
    "StandIn",
    "UnplayableError",
    "play_games",
    "play_matches",
]
