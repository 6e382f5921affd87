"""Versions of agents' programs, and functions that read the outcomes of their swaps."""

from runtime.model.states import SwapOutcome

SWAPPED, REFUSED, FAILED = SwapOutcome.SWAPPED, SwapOutcome.REFUSED, SwapOutcome.FAILED
CANCELLED = SwapOutcome.CANCELLED


DRIVER = """
from raw_agent import Raw
raw = Raw()
raw.play(raw.join(), throttle=1.0)
"""


DREAMER = """
from raw_agent import Raw
raw = Raw()
raw.connect()
for message in raw.messages():
    pass
"""


def outcomes(result):
    return [(record.outcome, record.version) for record in result.swaps]
