"""Where a match stands, for a game that goes on from there with other cars."""

from collections.abc import Mapping
from dataclasses import dataclass

import RocketSim

from runtime.arena.play.rules import Rules
from runtime.arena.play.scoring import Scoring, Stats
from runtime.arena.play.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stays of a match when some of its cars are exchanged: the rules with score and clock, the ball, and cars."""

    rules: Rules
    ball: RocketSim.BallState | None
    """None while there is none."""
    cars: Mapping[int, RocketSim.CarState]
    """The cars that stay, by their index among the new ones."""
    stats: Mapping[int, Stats]
    """What they have on the scoreboard."""

    def set_up(self, world: World, scoring: Scoring) -> None:
        """Puts ball and cars of a new world where they were; new cars stand on kickoff spots, and all pads are full."""
        for index, car in self.cars.items():
            if not car.is_demoed:
                world.set_car(index, car)
        for index, stats in self.stats.items():
            scoring.stats[index] = stats
        if self.ball is None:
            world.remove_ball()
        else:
            world.set_ball(self.ball)
