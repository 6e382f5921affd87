"""Every accolade: cars are driven or put into situations that earn it, and into others that nearly do."""

import math
from collections import defaultdict

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.accolades import BULLET_UU_S, BUMP_FRAMES, EXTERMINATION, HIT_FRAMES, POINTS
from runtime.arena.game.rules import GOAL_FRAMES
from runtime.model.states import Phase
from tests.runtime.arena.game.scoreboard import Scoreboard
from tests.runtime.arena.game.trial import V, advance, drive, place, player_of, playing, score

pytestmark = pytest.mark.usefixtures("walls")
NORTH, SOUTH = math.pi / 2.0, -math.pi / 2.0
"""Towards orange's goal, and towards blue's."""


@pytest.fixture
def game():
    """Two against two: cars 0 and 2 are blue, 1 and 3 orange."""
    return playing(4)


def put(game, car, at, speed=(0.0, 0.0, 0.0), *, yaw=NORTH, pitch=0.0, roll=0.0):
    physics = flat.DesiredPhysics(V(*at), flat.RotatorPartial(pitch, yaw, roll), V(*speed), V(0.0, 0.0, 0.0))
    game.set_state(flat.DesiredGameState([], [flat.DesiredCarState()] * car + [flat.DesiredCarState(physics)]))


def lay(game, at, speed=(0.0, 0.0, 0.0)):
    place(game, ball=(at, speed))


def earned(game, frames):
    """Returns the accolades of each car in the packets of these frames."""
    names = defaultdict(list)
    for _ in range(frames):
        advance(game)
        for car, player in enumerate(game.packet().players):
            names[car] += player.accolades
    return names


def touch(game, car=0, at=(0.0, 0.0), *, north=True):
    """A car hits a resting ball from behind; returns the accolades that it earns in the next frames."""
    way = 1.0 if north else -1.0
    put(game, car, (at[0], at[1] - way * 170.0, 17.0), (0.0, way * 600.0, 0.0), yaw=NORTH if north else SOUTH)
    lay(game, (*at, 93.15))
    return earned(game, 20)[car]


def test_all_names_are_the_protocols():
    names = flat.PlayerInfo(accolades=list(POINTS)).accolades
    assert len(names) == len(set(names)) == 42


def test_a_hit_is_the_first_touch_in_a_while(game):
    put(game, 0, (0.0, 0.0, 17.0))
    lay(game, (0.0, 0.0, 160.0))
    names = earned(game, 45)
    assert names[0].count("BallHit") == 1
    assert player_of(game).score_info.score == 10 + 2
    lay(game, (0.0, 0.0, 900.0))
    assert "BallHit" not in earned(game, HIT_FRAMES)[0]
    put(game, 0, (0.0, 0.0, 17.0))
    lay(game, (0.0, 0.0, 160.0))
    assert "BallHit" in earned(game, 45)[0]


@pytest.mark.parametrize(("z", "is_aerial"), [(700.0, True), (500.0, False)])
def test_an_aerial_hit(game, z, is_aerial):
    put(game, 0, (0.0, 0.0, z), (0.0, 600.0, 100.0))
    lay(game, (0.0, 160.0, z + 40.0))
    names = earned(game, 20)[0]
    assert ("AerialHit" in names) == is_aerial
    assert "BallHit" in names


@pytest.mark.parametrize(("pitch", "is_bicycle"), [(1.0, True), (-1.0, False)])
def test_a_bicycle_hit(game, pitch, is_bicycle):
    put(game, 0, (0.0, 0.0, 17.0), yaw=0.0)
    lay(game, (-60.0 * pitch, 0.0, 180.0))
    for controls in ({"jump": True}, {}, {"jump": True, "pitch": pitch}):
        drive(game, **controls)
        advance(game, 4)
    assert ("BicycleHit" in earned(game, 30)[0]) == is_bicycle


@pytest.mark.parametrize(("speed", "is_bullet"), [(BULLET_UU_S - 5.0, False), (BULLET_UU_S + 5.0, True)])
def test_a_bullet_hit(game, speed, is_bullet):
    put(game, 0, (0.0, -170.0, 17.0), (0.0, 1000.0, 0.0))
    lay(game, (0.0, 0.0, 93.15))
    while player_of(game).latest_touch is None:
        advance(game)
    put(game, 0, (3000.0, -3000.0, 17.0))
    lay(game, (0.0, 0.0, 800.0), (speed, 0.0, 0.0))
    assert ("BulletHit" in earned(game, 2)[0]) == is_bullet


@pytest.mark.parametrize("meets", ["the car", "the floor before", "another car before"])
def test_a_juggle_hit(game, meets):
    put(game, 0, (0.0, 0.0, 500.0), (0.0, 0.0, 900.0), pitch=NORTH)
    lay(game, (0.0, 0.0, 680.0))
    assert "JuggleHit" not in earned(game, 75)[0]
    put(game, 0, (2000.0, 0.0, 17.0))
    if meets == "the floor before":
        lay(game, (0.0, 0.0, 93.15), (0.0, 0.0, 900.0))
        advance(game, 60)
    if meets == "another car before":
        ball = game.packet().balls[0].physics.location
        put(game, 1, (ball.x, ball.y, ball.z - 180.0), (0.0, 0.0, 1200.0), pitch=NORTH)
        earned(game, 65)
    ball = game.packet().balls[0].physics.location
    put(game, 0, (ball.x, ball.y, ball.z - 180.0), (0.0, 0.0, 1500.0), pitch=NORTH)
    names = earned(game, 20)[0]
    assert "BallHit" in names
    assert ("JuggleHit" in names) == (meets == "the car")


@pytest.mark.parametrize(("way", "is_center"), [(-1.0, True), (1.0, False)])
def test_a_centred_ball(game, way, is_center):
    put(game, 0, (3000.0 - way * 200.0, 3300.0, 17.0), (way * 1000.0, 300.0, 0.0), yaw=math.atan2(300.0, way * 1000.0))
    lay(game, (3000.0, 3360.0, 93.15))
    names = earned(game, 30)[0]
    assert "BallHit" in names
    assert ("Center" in names) == is_center


def test_a_shot_is_not_centred(game):
    put(game, 0, (0.0, 3000.0, 17.0), (0.0, 2000.0, 0.0))
    lay(game, (0.0, 3200.0, 93.15))
    names = earned(game, 30)[0]
    assert "Shot" in names
    assert "Center" not in names


@pytest.mark.parametrize(("y", "is_clear"), [(-4500.0, True), (-3300.0, False)])
def test_a_cleared_ball(game, y, is_clear):
    put(game, 0, (0.0, y - 200.0, 17.0), (0.0, 1400.0, 0.0))
    lay(game, (0.0, y, 93.15))
    names = earned(game, 30)[0]
    assert "BallHit" in names
    assert ("Clear" in names) == is_clear


def scored(game, car=0):
    """Plays until a goal; returns the accolades that a car has earned by then."""
    names = defaultdict(list)
    for _ in range(240):
        for who, what in earned(game, 1).items():
            names[who] += what
        if game.phase is Phase.GOAL_SCORED:
            return names[car]
    pytest.fail("no goal")


@pytest.mark.parametrize(("yaw", "is_backwards"), [(SOUTH, True), (NORTH, False)])
def test_a_backwards_goal(game, yaw, is_backwards):
    put(game, 0, (0.0, 4300.0, 17.0), (0.0, 1000.0, 0.0), yaw=yaw)
    lay(game, (0.0, 4480.0, 93.15))
    assert ("BackwardsGoal" in scored(game)) == is_backwards


@pytest.mark.parametrize(("roll", "z", "is_turtle"), [(math.pi, 39.0, True), (0.0, 17.0, False)])
def test_a_turtle_goal(game, roll, z, is_turtle):
    put(game, 0, (0.0, 4200.0, z), (0.0, 1500.0, 0.0), roll=roll)
    lay(game, (0.0, 4400.0, 93.15))
    names = scored(game)
    assert ("TurtleGoal" in names) == is_turtle
    assert "AerialGoal" not in names


@pytest.mark.parametrize(("pitch", "is_bicycle"), [(1.0, True), (-1.0, False)])
def test_a_bicycle_goal(game, pitch, is_bicycle):
    put(game, 0, (0.0, 4300.0, 17.0), yaw=SOUTH)
    lay(game, (0.0, 4300.0 + 60.0 * pitch, 180.0))
    for controls in ({"jump": True}, {}, {"jump": True, "pitch": pitch}):
        drive(game, **controls)
        advance(game, 4)
    earned(game, 30)
    assert player_of(game).latest_touch is not None
    score(game)
    assert ("BicycleGoal" in player_of(game).accolades) == is_bicycle


@pytest.mark.parametrize(("y", "is_long"), [(-1850.0, True), (-1300.0, False)])
def test_a_long_goal(game, y, is_long):
    touch(game, at=(0.0, y))
    score(game)
    assert ("LongGoal" in player_of(game).accolades) == is_long


@pytest.mark.parametrize(("speed", "is_bullet"), [(BULLET_UU_S - 40.0, False), (BULLET_UU_S + 40.0, True)])
def test_a_bullet_goal(game, speed, is_bullet):
    touch(game)
    lay(game, (0.0, 5100.0, 300.0), (0.0, speed, 0.0))
    assert ("BulletGoal" in scored(game)) == is_bullet


@pytest.mark.parametrize(("bumper", "is_pool_shot"), [(0, True), (1, False)])
def test_a_pool_shot(game, bumper, is_pool_shot):
    put(game, 2, (0.0, 4300.0, 17.0))
    put(game, bumper, (0.0, 4000.0, 17.0), (0.0, 2000.0, 0.0))
    lay(game, (0.0, 4460.0, 93.15))
    names = scored(game, bumper)
    assert "CarTouches" in names
    assert ("PoolShot" in names) == is_pool_shot


def test_a_pool_shot_is_no_later_hit(game):
    put(game, 2, (0.0, 0.0, 17.0))
    put(game, 0, (0.0, -300.0, 17.0), (0.0, 1500.0, 0.0))
    assert "CarTouches" in earned(game, 90)[0]
    touch(game, 2, (0.0, 3000.0))
    score(game)
    assert player_of(game, 0).accolades == []


@pytest.mark.parametrize(
    ("one", "other", "z", "name"),
    [
        (0, 2, 17.0, "LowFive"),
        (0, 2, 600.0, "HighFive"),
        (0, 1, 17.0, None),
        (1, 3, 600.0, None),
    ],
)
def test_two_who_have_scored_meet(game, one, other, z, name):
    score(game)
    put(game, one, (0.0, -200.0, z), (0.0, 600.0, 0.0))
    put(game, other, (0.0, 200.0, z), (0.0, -600.0, 0.0), yaw=SOUTH)
    names = earned(game, 60)
    assert "CarTouches" in names[one] + names[other]
    for car in (one, other):
        assert [five for five in names[car] if "Five" in five] == ([name] if name else [])


def test_without_a_goal_nobody_celebrates(game):
    lay(game, (-3000.0, 0.0, 93.15))
    put(game, 0, (0.0, -200.0, 17.0), (0.0, 600.0, 0.0))
    put(game, 2, (0.0, 200.0, 17.0), (0.0, -600.0, 0.0), yaw=SOUTH)
    names = earned(game, 60)
    assert "CarTouches" in names[0] + names[2]
    assert "LowFive" not in names[0] + names[2]


@pytest.mark.parametrize("count", [EXTERMINATION - 1, EXTERMINATION, EXTERMINATION + 1])
def test_an_extermination_is_the_seventh_demolition(count):
    board = Scoreboard((0, 1))
    for _ in range(count):
        board.demolition(0)
    assert board.accolades[0].count("Demolish") == count
    assert board.accolades[0].count("Demolition") == (count >= EXTERMINATION)
    assert board.stats[0].score == 25 * count + 20 * (count >= EXTERMINATION)


@pytest.mark.parametrize(("speed", "name"), [(2300.0, "Demolish"), (1500.0, "CarTouches")])
def test_ramming_a_car_demolishes_or_bumps_it(game, speed, name):
    lay(game, (-3000.0, 0.0, 93.15))
    put(game, 1, (0.0, 300.0, 17.0))
    put(game, 0, (0.0, 0.0, 17.0), (0.0, speed, 0.0))
    names = earned(game, 20)[0]
    assert [what for what in names if what in ("Demolish", "CarTouches")] == [name]


@pytest.mark.parametrize(("wait", "count"), [(BUMP_FRAMES - 30, 1), (BUMP_FRAMES + 5, 2)])
def test_a_shove_is_one_bump(game, wait, count):
    lay(game, (-3000.0, 0.0, 93.15))
    names = []
    for frames in (wait, 20):
        put(game, 1, (0.0, 300.0, 17.0))
        put(game, 0, (0.0, 100.0, 17.0), (0.0, 1500.0, 0.0))
        names += earned(game, 12)[0]
        put(game, 0, (3000.0, 0.0, 17.0))
        names += earned(game, frames)[0]
    assert names.count("CarTouches") == count


def test_expected_goals_of_a_whole_game():
    game = playing(2, mutators={"max_score": "ThreeGoals"})
    big = [pad.location for pad in game.field_info().boost_pads if pad.is_full_boost]
    for car, y, speed in ((0, 1000.0, 1200.0), (1, 4000.0, 3000.0), (0, -3000.0, 2000.0), (0, 4000.0, 1500.0)):
        way = 1.0 if car == 0 else -1.0
        touch(game, car, (0.0, y * way), north=car == 0)
        if car == 0:
            put(game, 0, (big[0].x, big[0].y, 17.0))
        put(game, 1, (400.0, -1500.0 * way, 17.0))
        lay(game, (0.0, way * 5000.0, 200.0), (0.0, way * speed, 0.0))
        scored(game)
        names = earned(game, GOAL_FRAMES)
        while game.phase not in (Phase.ACTIVE, Phase.ENDED):
            advance(game)
    assert game.is_over
    assert names[0] == [
        *("Win", "MVP", "TimePlayed", "BoostPickups", "MostBallTouches", "MostBoostPickups"),
        *("SlowestGoal", "FurthestGoal"),
    ]
    assert names[1] == ["Loss", "TimePlayed", "FewestBallTouches", "FewestBoostPickups", "FastestGoal"]


def test_cars_with_equal_values_have_neither_the_most_nor_the_fewest():
    game = playing(2, mutators={"max_score": "OneGoal"})
    for car in (0, 1):
        touch(game, car, (0.0, 0.0), north=car == 0)
    score(game)
    advance(game, GOAL_FRAMES)
    assert game.is_over
    names = [name for player in game.packet().players for name in player.accolades]
    assert not [name for name in names if name.startswith(("Most", "Fewest", "BoostPickups"))]


def test_a_new_game_of_a_series_forgets_the_last():
    game = playing(2, mutators={"max_score": "OneGoal", "series_length": "ThreeGames"})
    touch(game)
    score(game)
    advance(game, GOAL_FRAMES)
    assert "MostBallTouches" in player_of(game).accolades
    while game.phase is not Phase.KICKOFF:
        advance(game)
    score(game)
    advance(game, GOAL_FRAMES)
    assert game.is_over
    assert player_of(game).accolades == ["Win", "MVP", "TimePlayed"]
