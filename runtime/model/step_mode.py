"""Options of step mode, in which a learner plays a match tick by tick."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final

from runtime.model.keys import INTERNAL, Key, whole

DEFAULT_PORT: Final = 23235
"""The port after the default port of RLBot's servers."""
KEY_VARIABLE: Final = "KICKABOUT_LEARNER_KEY"
"""The environment variable with the key of step mode, for arenas, learners, and launchers with a key of the user."""


class WhenLearnerLeaves(Enum):
    """What happens to the match when the learner's connection ends; its cars always get neutral controls."""

    CONTINUE = "continue"
    """The match continues at its pace."""
    HOLD = "hold"
    """The match is held until a learner enables step mode again."""
    END = "end"
    """The match ends with its current score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepModeOptions:
    """The port for the learner's connection, 0 for a free one, and what happens without a learner."""

    port: Annotated[int, Key(number=whole(0, 0xFFFF))] = DEFAULT_PORT
    when_learner_leaves: WhenLearnerLeaves = WhenLearnerLeaves.CONTINUE
    key: Annotated[str, INTERNAL] = field(default="", compare=False, repr=False)
    """The key that the learner has to send first; empty for the user's or a new one."""
