"""The agents of a match: which programs run, how they are started, watched, restarted and swapped."""

from runtime.agents.agent_entry import EXPLANATION_S
from runtime.agents.match_agents import MatchAgents
from runtime.agents.output import AgentOutput
from runtime.agents.preparation import MissingPackages, agent_sources, missing_packages, python_problems
from runtime.agents.process_settings import ProcessSettings, new_process_settings
from runtime.agents.program import LaunchContext
from runtime.agents.reasons import fault_sentence
from runtime.agents.roster import Agent, chosen, roster, with_own_ids
from runtime.agents.standalone import StandaloneAgents
from runtime.agents.standing import StandingService, StandingServiceError, recorded_games
from runtime.agents.swaps.records import swap_text
from runtime.agents.swaps.runner import TrialLimits
from runtime.agents.table import AgentTable

__all__ = [
    "EXPLANATION_S",
    "Agent",
    "AgentOutput",
    "AgentTable",
    "LaunchContext",
    "MatchAgents",
    "MissingPackages",
    "ProcessSettings",
    "StandaloneAgents",
    "StandingService",
    "StandingServiceError",
    "TrialLimits",
    "agent_sources",
    "chosen",
    "fault_sentence",
    "missing_packages",
    "new_process_settings",
    "python_problems",
    "recorded_games",
    "roster",
    "swap_text",
    "with_own_ids",
]
