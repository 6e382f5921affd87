"""Values of the model that several tests need, with defaults."""

from runtime.model.states import Phase, SwapOutcome
from runtime.model.values import ArenaView, SwapRecord


def an_empty_view(**changes):
    """A field in play without cars and balls."""
    values = {
        "frame": 1,
        "phase": Phase.ACTIVE,
        "seconds_elapsed": 1.0,
        "clock_s": 300.0,
        "is_overtime": False,
        "is_unlimited": False,
        "score": (0, 0),
        "cars": (),
        "balls": (),
        "pads": (),
        "pads_active": (),
    }
    return ArenaView(**(values | changes))


def a_swap(outcome=SwapOutcome.SWAPPED, **changes):
    """Returns the record of a swap to version 2 of a blue bot."""
    values = {
        "key": "blue-1",
        "name": "Striker",
        "version": 2,
        "digest": "0a1b2c3d",
        "files": ("bot.py",),
        "time_s": 3.0,
        "duration_s": 0.414,
        "outcome": outcome,
    }
    return SwapRecord(**(values | changes))
