"""Learning in a match that an arena in another process plays step by step.

The environment for gymnasium is in `environment`, which needs the extra `train`.
"""

from runtime.training.stepping.client import StepClient, StepCommunicationError, StepError

__all__ = ["StepClient", "StepCommunicationError", "StepError"]
