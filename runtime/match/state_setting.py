"""Reasons why the state of a match cannot be set."""

from typing import Final

from runtime.model.messages import Message, message
from runtime.model.placements import Body, Placement, StateChange
from runtime.model.values import ArenaView

REFUSED: Final = message(
    "state-setting-off", "Nothing was moved: this match does not allow its state to be set (enable_state_setting)."
)
TOO_EARLY: Final = message("no-frame-yet", "Nothing was moved: no frame of the match has come yet.")


def why_not(change: StateChange, view: ArenaView | None, *, is_allowed: bool) -> Message | None:
    """Returns why a change cannot be carried out; None if it can."""
    if not is_allowed:
        return REFUSED
    if view is None:
        return TOO_EARLY
    return next(filter(None, (_missing(placement, view) for placement in change.placements)), None)


def _missing(placement: Placement, view: ArenaView) -> Message | None:
    is_ball = placement.body is Body.BALL
    if 0 <= placement.index < len(view.balls if is_ball else view.cars):
        return None
    number = str(placement.index)
    if is_ball:
        return message("no-such-ball", "Nothing was moved: there is no ball {number} in this match.", number=number)
    return message("no-such-car", "Nothing was moved: there is no car {number} in this match.", number=number)
