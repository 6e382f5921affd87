"""The arena's built-in driver: its four skills differ in the results."""

import itertools
import math
import time
import timeit
from random import Random

import pytest
import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.bots.ball_path import BallPath
from runtime.arena.bots.stand_in import SKILLS, StandIn, drivers_of
from runtime.arena.game.game import Game
from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics
from runtime.arena.stadium.field import HEATSEEKER_FIELD, SOCCAR_FIELD
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, CarKind, Match
from runtime.model.game_facts import GRAVITY_Z

pytestmark = pytest.mark.usefixtures("walls")

NEIGHBOURS = tuple(itertools.pairwise(SKILLS))
OTHER_MODES = ("Hoops", "Heatseeker", "Snowday")


def play(match_cars, *, seed, seconds, mode="Soccar"):
    """Returns the score of a match that only its time limit ends."""
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


def goals(weaker, stronger, *, matches, seconds, mode="Soccar"):
    """Returns the goals of both sides over some matches, with alternating ends."""
    total = [0, 0]
    for seed in range(matches):
        ends = (0, 1) if seed % 2 == 0 else (1, 0)
        score = play(sorted(zip(ends, (weaker, stronger), strict=True)), seed=seed, seconds=seconds, mode=mode)
        for side, end in enumerate(ends):
            total[side] += score[end]
    return total


def test_skills_of_the_documents():
    assert list(SKILLS) == ["Beginner", "Rookie", "Pro", "AllStar"]


@pytest.mark.parametrize(("weaker", "stronger"), NEIGHBOURS)
def test_each_skill_beats_the_one_before(weaker, stronger):
    fewer, more = goals(weaker, stronger, matches=12, seconds=120.0)
    assert more >= 1.6 * fewer
    assert more > 1


def goals_alone(skill, *, minutes):
    """Returns goals and own goals of a single car on the hoops field; the ball gets a new place twice a minute."""
    found = [0, 0]
    for seed in range(minutes):
        random = Random(seed)
        rules = Mutators(match_length="Unlimited")
        cars = (Car(kind=CarKind.PSYONIX, team=0, skill=skill, name=skill),)
        match = Match(game_mode="Hoops", cars=cars, skip_replays=True, instant_start=True, mutators=rules)
        game = Game(match, seed=seed, seconds_limit=60.0)
        game.start()
        while not game.is_over:
            game.advance()
            if game.frame_num % 3600 == 100:
                place = flat.Vector3Partial(random.uniform(-2000.0, 2000.0), random.uniform(-2000.0, 1500.0), 300.0)
                speed = flat.Vector3Partial(*(random.uniform(-900.0, 900.0) for _ in range(3)))
                game.set_state(
                    flat.DesiredGameState([flat.DesiredBallState(flat.DesiredPhysics(place, velocity=speed))])
                )
        found = [before + goals for before, goals in zip(found, game.score, strict=True)]
    return found


def test_a_run_up_leads_to_the_ring():
    least, best = goals_alone("Beginner", minutes=6), goals_alone("AllStar", minutes=6)
    assert best[0] >= max(4, 2 * least[0])
    assert best[0] >= 4 * best[1]


@pytest.mark.parametrize("mode", ["Heatseeker", "Snowday"])
def test_the_best_skill_beats_the_least_in_other_modes(mode):
    fewer, more = goals("Beginner", "AllStar", matches=2, seconds=120.0, mode=mode)
    assert more >= 2 * fewer
    assert more > 2


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("mode", "times"), [("Soccar", 1.6), *((mode, 1.2) for mode in OTHER_MODES)])
def test_each_skill_beats_the_one_before_over_twenty_matches_in_every_mode(mode, times):
    print()
    table = {pair: goals(*pair, matches=20, seconds=180.0, mode=mode) for pair in NEIGHBOURS}
    for (weaker, stronger), (fewer, more) in table.items():
        print(f"{mode}: {weaker} {fewer} : {more} {stronger}")
    assert all(more >= times * fewer for fewer, more in table.values())


@pytest.mark.soak
@pytest.mark.parametrize("mode", OTHER_MODES)
def test_equals_find_the_goals_of_every_mode(mode):
    """In Hoops, two of the best hardly ever score: only two goals in 24 minutes."""
    scores = [play([(0, "AllStar"), (1, "AllStar")], seed=seed, seconds=120.0, mode=mode) for seed in range(20)]
    assert sum(map(sum, scores)) > 0


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


def test_it_guards_its_goal_while_a_ball_seeks_the_other_one():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, car.vel = RocketSim.Vec(0.0, -2000.0, 17.0), RocketSim.Vec(0.0, 0.0, 0.0)
    car.rot_mat = RocketSim.Angle(math.pi / 2, 0.0, 0.0).as_rot_mat()
    ball.pos, ball.vel, ball.heatseeker_target_dir = (
        RocketSim.Vec(0.0, 0.0, 500.0),
        RocketSim.Vec(0.0, 2900.0, 0.0),
        1.0,
    )
    guard, chaser = StandIn(0, SKILLS["Pro"], MODES["Heatseeker"]), StandIn(0, SKILLS["Beginner"], MODES["Heatseeker"])
    assert abs(guard.decide(0, car, ball).steer) == 1.0, "home lies behind it"
    assert abs(chaser.decide(0, car, ball).steer) < 0.1, "the ball flies before it"


@pytest.mark.parametrize(("height", "leaps"), [(93.0, False), (230.0, True), (420.0, False)])
def test_it_leaps_for_a_ball_that_would_fly_over_it(height, leaps):
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, car.rot_mat = RocketSim.Vec(0.0, -4700.0, 17.0), RocketSim.Angle(math.pi / 2, 0.0, 0.0).as_rot_mat()
    ball.heatseeker_target_dir, ball.heatseeker_target_speed = -1.0, 2900.0
    jumps = []
    for distance in range(400, 1600, 100):
        ball.pos, ball.vel = RocketSim.Vec(0.0, -4700.0 + distance, height), RocketSim.Vec(0.0, -2900.0, height - 130.0)
        jumps += [
            StandIn(0, SKILLS[skill], MODES["Heatseeker"]).decide(0, car, ball).jump for skill in ("Pro", "AllStar")
        ]
    assert not any(jumps[::2]), "a Pro does not leap"
    assert any(jumps[1::2]) is leaps


def controls_of_allstar(mode, *, speed, ball_at):
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, car.vel = RocketSim.Vec(0.0, -2000.0, 17.0), RocketSim.Vec(0.0, speed, 0.0)
    car.rot_mat, car.boost, car.is_on_ground = RocketSim.Angle(math.pi / 2, 0.0, 0.0).as_rot_mat(), 100.0, True
    ball.pos = RocketSim.Vec(*ball_at)
    return StandIn(0, SKILLS["AllStar"], MODES[mode]).decide(0, car, ball)


def test_for_a_ball_that_has_to_fly_it_takes_a_run_up():
    near, far = (0.0, -1500.0, 98.0), (0.0, 300.0, 98.0)
    assert controls_of_allstar("Soccar", speed=500.0, ball_at=near).throttle == 1.0
    assert abs(controls_of_allstar("Hoops", speed=500.0, ball_at=near).steer) == 1.0, "away from the ball"
    charge = controls_of_allstar("Hoops", speed=500.0, ball_at=far)
    assert (charge.throttle, charge.boost) == (1.0, True)
    assert abs(charge.steer) < 0.1


def test_it_hits_a_ball_as_fast_as_the_way_to_the_ring_asks():
    near, far = (0.0, 400.0, 98.0), (0.0, -500.0, 98.0)
    assert not controls_of_allstar("Hoops", speed=1500.0, ball_at=near).boost
    assert controls_of_allstar("Hoops", speed=1500.0, ball_at=far).boost


def test_it_drives_slower_at_a_puck():
    assert controls_of_allstar("Soccar", speed=1850.0, ball_at=(0.0, 1500.0, 36.0)).boost
    assert not controls_of_allstar("Snowday", speed=1850.0, ball_at=(0.0, 1500.0, 36.0)).boost


@pytest.mark.parametrize("at", [(1000.0, -3000.0, 200.0), (-2000.0, 2000.0, 93.2), (0.0, -4000.0, 400.0)])
def test_where_a_seeking_ball_flies_is_foreseen(at):
    arena = Physics.of(Mutators(), MODES["Heatseeker"].physics).new_arena()
    ball = arena.ball.get_state()
    ball.pos, ball.vel = RocketSim.Vec(*at), RocketSim.Vec(500.0, 2800.0, 300.0)
    ball.heatseeker_target_dir, ball.heatseeker_target_speed = 1.0, 2900.0
    arena.ball.set_state(ball)
    foreseen = [
        moment for moment in BallPath(HEATSEEKER_FIELD, GRAVITY_Z).moments(ball, 1.0) if abs(moment[2]) < 4800.0
    ]
    assert len(foreseen) > 8
    for before, moment in itertools.pairwise(foreseen):
        arena.step(round(120 * (moment[0] - before[0])))
        assert math.dist(moment[1:], arena.ball.get_state().pos.as_tuple()) < 130.0


@pytest.mark.parametrize("gravity", ["Default", "Low", "High", "Reverse"])
def test_where_a_free_ball_flies_is_foreseen_by_the_gravity_of_the_match(gravity):
    physics = Physics.of(Mutators(gravity=gravity), MODES["Soccar"].physics)
    arena = physics.new_arena()
    ball = arena.ball.get_state()
    ball.pos, ball.vel = RocketSim.Vec(0.0, 0.0, 1000.0), RocketSim.Vec(300.0, 500.0, 300.0)
    arena.ball.set_state(ball)
    foreseen = list(BallPath(SOCCAR_FIELD, physics.pull_of_ball_z).moments(ball, 1.0))
    for before, moment in itertools.pairwise(foreseen):
        arena.step(round(120 * (moment[0] - before[0])))
        off_uu = 5.0 + 0.08 * abs(physics.pull_of_ball_z) * moment[0] + 15.0 * moment[0]
        assert math.dist(moment[1:], arena.ball.get_state().pos.as_tuple()) < off_uu


def test_a_ball_that_falls_up_is_foreseen_at_the_ceiling():
    ball = RocketSim.BallState()
    ball.pos = RocketSim.Vec(0.0, 0.0, 1000.0)
    heights = [moment[3] for moment in BallPath(SOCCAR_FIELD, -GRAVITY_Z).moments(ball, 6.0)]
    assert max(heights) == heights[-1] == pytest.approx(1955.0)


def test_a_stand_in_foresees_by_the_gravity_of_its_match():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, car.rot_mat = RocketSim.Vec(0, -3000, 17), RocketSim.Angle(math.pi / 2, 0, 0).as_rot_mat()
    ball.pos, ball.vel = RocketSim.Vec(0, 900, 1000), RocketSim.Vec(-400, 300, 0)
    default, high = (
        StandIn(0, SKILLS["AllStar"], mutators=Mutators(gravity=gravity)).decide(0, car, ball)
        for gravity in ("Default", "High")
    )
    assert abs(default.steer - high.steer) > 0.5


def test_team_mates_look_in_turn_and_opponents_together():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    cars = [Car(kind=CarKind.PSYONIX, team=index % 2, skill="AllStar", name=str(index)) for index in range(60)]
    cars[5] = Car(kind=CarKind.HUMAN, team=1, name="a human")
    drivers = drivers_of(cars, MODES["Soccar"], Mutators())
    assert [index for index, _ in drivers] == [*range(5), *range(6, 60)]
    looks = [[cars[index].team for index, one in drivers if one.decide(frame, car, ball)] for frame in range(10)]
    assert [teams.count(0) for teams in looks] == [6] * 10
    assert [teams.count(1) for teams in looks] == [6, 5, 6, 6, 6] * 2, "29 opponents"


def test_it_costs_little():
    car, ball = RocketSim.CarState(), RocketSim.BallState()
    car.pos, ball.pos = RocketSim.Vec(500.0, -4000.0, 17.0), RocketSim.Vec(-300.0, 3000.0, 93.15)
    ball.vel = RocketSim.Vec(900.0, 1200.0, 700.0)
    best, frames = StandIn(0, SKILLS["AllStar"]), itertools.count()

    def taken(call):
        return min(timeit.repeat(call, number=100, repeat=5, timer=time.thread_time)) / 100

    for _ in range(20):
        decided = taken(lambda: best.decide(next(frames), car, ball))
        distances = taken(lambda: [math.hypot(x, 2.0) for x in range(100)])
        if decided < 5 * distances:
            return
    pytest.fail(f"{decided:.1e} s a frame, while a hundred distances take {distances:.1e} s")
