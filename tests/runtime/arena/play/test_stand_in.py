"""The arena's own driver: its four skills differ where it counts."""

import pytest

from runtime.arena.play.game import Game
from runtime.arena.play.stand_in import SKILLS
from runtime.config.model import Car, CarKind, Match

pytestmark = pytest.mark.usefixtures("walls")


def goals(*skills, seeds, seconds=90.0):
    """Goals of both sides over some matches; the sides change ends."""
    total = [0, 0]
    for seed in range(seeds):
        order = skills if seed % 2 == 0 else skills[::-1]
        cars = tuple(Car(kind=CarKind.PSYONIX, team=team, skill=skill, name=skill) for team, skill in enumerate(order))
        game = Game(Match(cars=cars, skip_replays=True), seed=seed, seconds_limit=seconds)
        game.start()
        while not game.is_over:
            game.advance()
        for team, skill in enumerate(order):
            total[skills.index(skill)] += game.score[team]
    return total


def test_skills_of_the_documents():
    assert list(SKILLS) == ["Beginner", "Rookie", "Pro", "AllStar"]


def test_best_beats_worst():
    worst, best = goals("Beginner", "AllStar", seeds=4)
    assert best > 2 * worst
