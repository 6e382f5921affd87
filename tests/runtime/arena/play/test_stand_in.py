"""The arena's own driver: its four skills differ where it counts."""

import itertools
import time

import pytest
import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.play.game import Game
from runtime.arena.play.stand_in import SKILLS, StandIn
from runtime.config.model import Car, CarKind, Match, Mutators

pytestmark = pytest.mark.usefixtures("walls")

NEIGHBOURS = tuple(itertools.pairwise(SKILLS))


def play(match_cars, *, seed, seconds, mode="Soccar"):
    """The score of a match that nothing but the time ends."""
    cars = tuple(
        Car(kind=CarKind.PSYONIX, team=team, skill=skill, name=f"{skill} {index}")
        for index, (team, skill) in enumerate(match_cars)
    )
    rules = Mutators(match_length="Unlimited")
    game = Game(Match(game_mode=mode, cars=cars, skip_replays=True, mutators=rules), seed=seed, seconds_limit=seconds)
    game.start()
    while not game.is_over:
        game.advance()
    return game.score


def goals(weaker, stronger, *, matches, seconds):
    """Goals of both sides over some matches; the sides change ends."""
    total = [0, 0]
    for seed in range(matches):
        ends = (0, 1) if seed % 2 == 0 else (1, 0)
        score = play(sorted(zip(ends, (weaker, stronger), strict=True)), seed=seed, seconds=seconds)
        for side, end in enumerate(ends):
            total[side] += score[end]
    return total


def test_skills_of_the_documents():
    assert list(SKILLS) == ["Beginner", "Rookie", "Pro", "AllStar"]


@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBOURS)
def test_each_skill_beats_the_one_before(weaker, stronger):
    fewer, more = goals(weaker, stronger, matches=5, seconds=120.0)
    assert more >= 1.6 * fewer
    assert more > 1


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBOURS)
def test_each_skill_beats_the_one_before_clearly_over_thirty_matches(weaker, stronger):
    fewer, more = goals(weaker, stronger, matches=30, seconds=180.0)
    print(f"{weaker} {fewer} : {more} {stronger}")
    assert more >= 1.6 * fewer


@pytest.mark.parametrize(
    ("mode", "matches"),
    [("Soccar", 2), ("Heatseeker", 2), ("Snowday", 2), pytest.param("Hoops", 10, marks=pytest.mark.soak)],
)
def test_stand_ins_find_the_goals_of_every_mode(mode, matches):
    score = [0, 0]
    for seed in range(matches):
        for team, count in enumerate(play([(0, "AllStar"), (1, "AllStar")], seed=seed, seconds=60.0, mode=mode)):
            score[team] += count
    assert sum(score) > 0


def test_controls_depend_on_nothing_but_what_is_seen():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, ball.pos = RocketSim.Vec(500.0, -2000.0, 17.0), RocketSim.Vec(-300.0, 800.0, 93.15)
    one, two = (StandIn(0, SKILLS["AllStar"]) for _ in range(2))
    answers = [stand_in.decide(frame, car, ball) for stand_in in (one, two) for frame in range(0, 60, 5)]
    assert all(isinstance(controls, flat.ControllerState) for controls in answers)
    assert list(map(repr, answers[:12])) == list(map(repr, answers[12:]))


def test_it_holds_its_controls_between_two_looks():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, ball.pos = RocketSim.Vec(500.0, -2000.0, 17.0), RocketSim.Vec(-300.0, 800.0, 93.15)
    rookie = StandIn(0, SKILLS["Rookie"])
    looks = [frame for frame in range(60) if rookie.decide(frame, car, ball) is not None]
    assert looks == [0, 20, 40]


def test_it_costs_little():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, ball.pos = RocketSim.Vec(500.0, -4000.0, 17.0), RocketSim.Vec(-300.0, 3000.0, 93.15)
    ball.vel = RocketSim.Vec(900.0, 1200.0, 700.0)
    best = StandIn(0, SKILLS["AllStar"])
    started = time.process_time()
    for frame in range(6000):
        best.decide(frame, car, ball)
    assert (time.process_time() - started) / 6000 < 40e-6, "a frame in the middle; it takes about 4 µs"
