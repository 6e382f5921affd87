"""Algorithms that learn, and the export of trained policies.

The export module is loaded on first use. Workers, which only need the policy, start faster without it.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from runtime.lazy import lazy_names
from runtime.training.learners.learner import POLICY_FILE, Learner, LearnerSetup, Session, load_policy, save_policy
from runtime.training.learners.policy import Policy

if TYPE_CHECKING:
    from runtime.training.learners.export import export_bot, playable_bot

__all__ = [
    "EVOLUTION",
    "LEARNERS",
    "POLICY_FILE",
    "Learner",
    "LearnerSetup",
    "Policy",
    "Session",
    "export_bot",
    "load_policy",
    "playable_bot",
    "save_policy",
]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {"export_bot", "playable_bot"}, ["export"])


def _in_module(module: str, name: str) -> Callable[..., Learner]:
    """Returns a function that imports a module and builds its learner; the packages of the module may be missing."""

    def build(*arguments: Any, **parameters: Any) -> Learner:
        built: Learner = getattr(import_module(f"{__name__}.{module}"), name)(*arguments, **parameters)
        return built

    return build


EVOLUTION: Final = "evolution"
LEARNERS: Final[Mapping[str, Callable[..., Learner]]] = {
    EVOLUTION: _in_module("evolution", "EvolutionStrategies"),
    "ppo": _in_module("stable_baselines", "PPO"),
    "rlgym_learn": _in_module("rlgym_learn", "RLGymLearn"),
}
"""Learners by their names in the documents of runs."""
