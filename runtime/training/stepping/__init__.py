"""Learning in a match that an arena plays step by step, in another process.

The environment of gymnasium is in `environment`, which needs the extra `train`.
"""

from runtime.training.stepping.client import StepClient, StepCommunicationError, StepError

__all__ = ["StepClient", "StepCommunicationError", "StepError"]
