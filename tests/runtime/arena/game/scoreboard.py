"""A scoreboard with its log of touches, without a game."""

import RocketSim

from runtime.arena.game.scoring import Scoring
from runtime.arena.game.touches import Contact, TouchLog


class Scoreboard(Scoring):
    """A scoreboard whose touches are given as car and frame."""

    __slots__ = ("log",)

    def __init__(self, teams):
        self.log = TouchLog(teams)
        super().__init__(teams, self.log)

    def touched(self, car, frame, *, is_aerial=False):
        passer = self.log.passer(car, frame)
        self.touch(car, Contact(frame, RocketSim.CarState(), RocketSim.BallState(), is_aerial, passer=passer))
