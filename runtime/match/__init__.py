"""A match from configuration to result: plan, run, result."""

from runtime.match.plan import Deadlines, MatchPlan
from runtime.match.run import MatchRun

__all__ = ["Deadlines", "MatchPlan", "MatchRun"]
