"""Options of step mode, in which a learner lets a match be played tick by tick."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

DEFAULT_PORT: Final = 23235
"""The port after that of RLBot's servers."""


class WhenLearnerLeaves(Enum):
    """The course of the match after the learner's connection has ended; its cars get neutral controls in any case."""

    CONTINUE = "continue"
    """It goes on at its pace."""
    HOLD = "hold"
    """It is held until a learner enables step mode again."""
    END = "end"
    """It ends with its present score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepModeOptions:
    """The port that a learner connects to, 0 for a free one, and what happens without it."""

    port: int = DEFAULT_PORT
    when_learner_leaves: WhenLearnerLeaves = WhenLearnerLeaves.CONTINUE
