"""Games of policies against a gallery of opponents, and ratings."""

from runtime.training.evaluation.results import GameResult, ResultLog, Standing, against, standings, wilson

__all__ = ["GameResult", "ResultLog", "Standing", "against", "standings", "wilson"]
