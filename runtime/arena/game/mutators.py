"""What mutators add to the frames of one match, put together once, so that a match without them pays nothing."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from runtime.arena.game.awards import POSSESSION_FRAMES, STALE_FRAMES, Awards, Possession, StaleWatch
from runtime.arena.game.effects import Effect, dodge_clock_of, effects_of
from runtime.arena.game.restrictions import restrictions_of
from runtime.arena.game.rules import Change, Rules
from runtime.arena.game.scoring import Scoring
from runtime.arena.physics.world import World
from runtime.documents.model import Match

After: TypeAlias = Callable[[], Change]
"""Plays its part after a frame, and says what has to be done then."""


class Variations:
    """The variations of one match; owned by its thread."""

    def __init__(self, match: Match, world: World, rules: Rules, scoring: Scoring) -> None:
        self._world = world
        self._rules = rules
        self._scoring = scoring
        self._teams = tuple(car.team for car in match.cars)
        self._awards = Awards.of(match)
        mutators = match.mutators
        self.restrictions = restrictions_of(mutators)
        """What is taken away from controls before every frame in which cars are free."""
        self.counts_goals = mutators.scoring_rule != "Disabled"
        """Whether a ball in the goal is a goal."""
        dodge_clock = dodge_clock_of(mutators, len(match.cars))
        self.dodge_grace_s = None if dodge_clock is None else dodge_clock.grace_s
        """By how much the time for a car's dodge is longer than the physics say; None if it is not."""
        self._watches: list[Possession | StaleWatch] = []
        effects: list[Effect] = [] if dodge_clock is None else [dodge_clock]
        effects += effects_of(mutators, len(match.cars))
        self.after: tuple[After, ...] = (
            *(partial(_apply, effect, world) for effect in effects),
            *self._judges(match),
        )
        """What plays its part after every frame in which cars are free; most matches have nothing here."""

    @property
    def has_plain_goals(self) -> bool:
        """Whether every goal counts one."""
        return self._awards.goal == self._awards.aerial_goal == 1 and not self._awards.assist

    def points_of_goal(self, team: int) -> int:
        """What a goal for `team` in the frame that is being played counts."""
        is_aerial, is_assisted = self._scoring.kind_of_goal(team, self._rules.frames + 1)
        return self._awards.of_goal(is_aerial=is_aerial, is_assisted=is_assisted)

    def kickoff(self) -> None:
        """The ball lies on its spot."""
        for watch in self._watches:
            watch.kickoff()

    def _judges(self, match: Match) -> list[After]:
        judges: list[After] = []
        mutators = match.mutators
        if self._awards.demolition:
            judges.append(self._award_demolitions)
        if mutators.possession_score in POSSESSION_FRAMES and not match.freeplay:
            possession = Possession(self._teams, POSSESSION_FRAMES[mutators.possession_score])
            self._watches.append(possession)
            judges.append(partial(self._award_possession, possession))
        if mutators.stale_ball in STALE_FRAMES and not match.freeplay:
            stale = StaleWatch(STALE_FRAMES[mutators.stale_ball])
            self._watches.append(stale)
            judges.append(partial(self._call_off, stale))
        return judges

    def _award_demolitions(self) -> Change:
        for attacker, victim in self._world.contacts.demolitions:
            if self._teams[attacker] != self._teams[victim]:
                change = self._rules.award(self._teams[attacker], self._awards.demolition)
                if change is not Change.NOTHING:
                    return change
        return Change.NOTHING

    def _award_possession(self, possession: Possession) -> Change:
        if not self._rules.is_in_play:
            return Change.NOTHING
        team = possession.observe(self._world.contacts.touches)
        return Change.NOTHING if team is None else self._rules.award(team, 1)

    def _call_off(self, stale: StaleWatch) -> Change:
        if not self._rules.is_in_play or not stale.observe(self._world.contacts.touches):
            return Change.NOTHING
        return self._rules.call_off()


def _apply(effect: Effect, world: World) -> Change:
    effect(world)
    return Change.NOTHING
