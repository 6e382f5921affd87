"""Arenas as an environment in the caller's process: K arenas, batched into numpy arrays."""

from runtime.training.environment.actions import Actions
from runtime.training.environment.components import KINDS, built, load, make
from runtime.training.environment.environment import Environment, StepResult, mutators_of
from runtime.training.environment.episodes import EpisodeNumbers, Episodes, EpisodeStats, term_names
from runtime.training.environment.observations import Observation, observed
from runtime.training.environment.opponents import BOT
from runtime.training.environment.parameters import PHYSICS, PHYSICS_OF_MATCH, drawer
from runtime.training.environment.rewards import Reward
from runtime.training.environment.starts import BodyStart, StartContext, StartState
from runtime.training.environment.state import ArenaState

__all__ = [
    "BOT",
    "KINDS",
    "PHYSICS",
    "PHYSICS_OF_MATCH",
    "Actions",
    "ArenaState",
    "BodyStart",
    "Environment",
    "EpisodeNumbers",
    "EpisodeStats",
    "Episodes",
    "Observation",
    "Reward",
    "StartContext",
    "StartState",
    "StepResult",
    "built",
    "drawer",
    "load",
    "make",
    "mutators_of",
    "observed",
    "term_names",
]
