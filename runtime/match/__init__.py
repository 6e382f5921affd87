"""A match from configuration to result: roster, stages, runner, result."""

from runtime.agents.roster import Agent, roster
from runtime.agents.swap_records import swap_text
from runtime.match.plan import MatchPlan
from runtime.match.result import exit_code, result_json
from runtime.match.runner import MatchRun
from runtime.match.stages import Deadlines

__all__ = ["Agent", "Deadlines", "MatchPlan", "MatchRun", "exit_code", "result_json", "roster", "swap_text"]
