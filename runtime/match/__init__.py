"""A match from configuration to result: plan, run, result."""

from runtime.match.plan import Deadlines, MatchPlan
from runtime.match.result import exit_code, result_json
from runtime.match.run import MatchRun

__all__ = ["Deadlines", "MatchPlan", "MatchRun", "exit_code", "result_json"]
