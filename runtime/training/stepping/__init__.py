"""Learning in a match that an arena plays step by step, in another process."""

from runtime.training.stepping.client import StepClient, StepCommunicationError, StepError

__all__ = ["StepClient", "StepCommunicationError", "StepError"]
