"""Functions that make the rules of a match without a game, and advance them."""

from runtime.arena.game.rules import (
    Change,
    MatchRules,
    Rules,
)
from runtime.model.states import Phase


def advance(rules, frames=1, *, scored_by=None, is_touched=False, is_on_floor=False):
    change = Change.NOTHING
    for _ in range(frames):
        change = rules.advance(scored_by=scored_by, is_touched=is_touched, is_on_floor=is_on_floor)
    return change


def playing(**terms):
    """Returns rules in the first frame of Active."""
    rules = Rules(MatchRules(has_countdown_at_start=False, **terms))
    rules.start()
    advance(rules, is_touched=True)
    assert rules.phase is Phase.ACTIVE
    return rules


def skip_to_play(rules):
    while not rules.is_over and rules.phase is not Phase.ACTIVE:
        advance(rules, is_touched=rules.phase is Phase.KICKOFF)
