"""Games of policies against a gallery of opponents, and the resulting ratings."""

from runtime.training.evaluation.games import PolicyPlayer, PolicyRefusedError, StandIn, UnplayableError, play_games
from runtime.training.evaluation.matches import BotPlayer, MatchSettings, play_matches
from runtime.training.evaluation.results import GameResult, ResultLog, Standing, against, standings, wilson

__all__ = [
    "BotPlayer",
    "GameResult",
    "MatchSettings",
    "PolicyPlayer",
    "PolicyRefusedError",
    "ResultLog",
    "StandIn",
    "Standing",
    "UnplayableError",
    "against",
    "play_games",
    "play_matches",
    "standings",
    "wilson",
]
