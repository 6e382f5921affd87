"""Cars that may not drive forwards are driven tail first, and stand-ins follow the restrictions of a match."""

import math

import pytest
import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.bots.driving import FREEING_FRAMES, STUCK_FRAMES, TailFirst, bearing, forward_speed, turned
from runtime.arena.bots.stand_in import SKILLS, StandIn, driver_of
from runtime.arena.game.game import Game
from runtime.arena.modes import MODES
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, CarKind, Match

pytestmark = pytest.mark.usefixtures("walls")

BALL = RocketSim.BallState()
BACKWARDS = Mutators(match_length="Unlimited", input_restriction="Backwards")


class Steady:
    """Always gives the same controls."""

    def __init__(self, **controls):
        self._controls = controls

    def decide(self, _frame, _car, _ball):
        return flat.ControllerState(**self._controls) if self._controls else None


def car_at(x, y, *, yaw=math.pi / 2, throttle=0.0):
    car = RocketSim.CarState()
    car.pos, car.vel = RocketSim.Vec(x, y, 17.0), RocketSim.Vec(0.0, -700.0, 0.0)
    car.rot_mat, car.is_on_ground = RocketSim.Angle(yaw, 0.0, 0.0).as_rot_mat(), True
    controls = RocketSim.CarControls()
    controls.throttle = throttle
    car.last_controls = controls
    return car


def stuck_after(team, *, throttle=-1.0, step_uu=0.0):
    """Returns the frame in which a car with this step per frame jumps to free itself; None if it does not jump."""
    driver = TailFirst(Steady(throttle=1.0), team)
    for frame in range(2 * max(STUCK_FRAMES)):
        controls = driver.decide(frame, car_at(0.0, step_uu * frame, throttle=throttle), BALL)
        if controls.jump:
            return frame
    return None


def touches(*skills, mutators, mode="Soccar", seconds=30.0, seed=3):
    """Returns the number of touches of each car."""
    cars = tuple(
        Car(kind=CarKind.PSYONIX, team=index % 2, skill=skill, name=str(index)) for index, skill in enumerate(skills)
    )
    match = Match(game_mode=mode, cars=cars, skip_replays=True, instant_start=True, mutators=mutators)
    game = Game(match, seed=seed, seconds_limit=seconds)
    game.start()
    found, last = [0] * len(skills), [0.0] * len(skills)
    while not game.is_over:
        for _ in range(12):
            game.advance()
        for index, player in enumerate(game.packet().players):
            if player.latest_touch is not None and player.latest_touch.game_seconds > last[index]:
                found[index] += 1
                last[index] = player.latest_touch.game_seconds
    return found


def test_a_turned_car_looks_where_its_tail_was():
    car = car_at(100.0, 0.0)
    seen = turned(car)
    assert forward_speed(car) == pytest.approx(-700.0)
    assert forward_speed(seen) == pytest.approx(700.0)
    angle, distance = bearing(seen, 100.0, -500.0)
    assert (angle, distance) == (pytest.approx(0.0, abs=1e-6), 500.0)
    assert bearing(seen, 200.0, -500.0)[0] == pytest.approx(-bearing(seen, 0.0, -500.0)[0])
    assert seen.is_on_ground


def test_tail_first_driving_reverses_the_controls():
    driver = TailFirst(Steady(throttle=0.4, steer=-0.5, pitch=0.25, yaw=0.75, roll=-1.0, handbrake=True), 0)
    done = driver.decide(0, car_at(0.0, 0.0), BALL)
    assert (done.throttle, done.steer, done.pitch, done.roll) == (pytest.approx(-0.4), 0.5, -0.25, 1.0)
    assert (done.yaw, done.handbrake, done.jump, done.boost) == (0.75, True, False, False)


def test_a_driver_that_holds_its_controls_holds_them_tail_first_too():
    assert TailFirst(Steady(), 0).decide(0, car_at(0.0, 0.0), BALL) is None


@pytest.mark.parametrize("team", [0, 1])
def test_a_stuck_car_frees_itself_and_blue_does_so_first(team):
    assert stuck_after(team) == STUCK_FRAMES[team]
    assert STUCK_FRAMES[0] + FREEING_FRAMES <= STUCK_FRAMES[1]


def test_a_car_that_moves_or_does_not_push_is_not_stuck():
    assert stuck_after(0, step_uu=101.0 / STUCK_FRAMES[0]) is None
    assert stuck_after(0, step_uu=99.0 / STUCK_FRAMES[0]) == STUCK_FRAMES[0]
    assert stuck_after(0, throttle=-0.29) is None
    assert stuck_after(0, throttle=-0.31) == STUCK_FRAMES[0]


def test_freeing_ends_and_turns_the_other_way_the_next_time():
    driver, sides, drove = TailFirst(Steady(throttle=1.0), 0), [], 0
    for frame in range(3 * STUCK_FRAMES[0] + FREEING_FRAMES):
        controls = driver.decide(frame, car_at(0.0, 0.0, throttle=-1.0), BALL)
        if controls.jump:
            sides.append(controls.steer)
        drove += controls.steer == 0.0
    assert drove == 2 * STUCK_FRAMES[0]
    assert (sides[0], sides[-1]) == (-1.0, 1.0)


def test_only_a_match_that_forbids_to_drive_forwards_is_played_tail_first():
    car = Car(kind=CarKind.PSYONIX, skill="Pro")
    assert isinstance(driver_of(car, MODES["Soccar"], BACKWARDS), TailFirst)
    assert isinstance(driver_of(car, MODES["Soccar"], Mutators()), StandIn)


@pytest.mark.parametrize("mode", list(MODES))
def test_stand_ins_meet_the_ball_backwards(mode):
    """Several matches, because processors round differently and a single one may end in a corner."""
    matches = [touches("Rookie", "AllStar", mutators=BACKWARDS, mode=mode, seed=seed) for seed in (3, 4, 5)]
    assert sum(map(sum, matches)) >= 9


def test_two_that_push_each_other_go_on_though_they_may_not_jump():
    rules = Mutators(match_length="Unlimited", input_restriction="Backwards", jump="NoJumps")
    assert sum(touches("AllStar", "AllStar", mutators=rules, seconds=45.0)) >= 4


@pytest.mark.parametrize(
    "rules",
    [
        {"jump": "NoJumps"},
        {"jump": "Grounded"},
        {"boost_restriction": "AerialOnly"},
        {"boost_amount": "NoBoost"},
    ],
    ids=str,
)
def test_stand_ins_meet_the_ball_under_every_other_restriction(rules):
    mutators = Mutators(match_length="Unlimited", **rules)
    assert min(touches("Rookie", "AllStar", mutators=mutators, seconds=60.0)) >= 3


def high_ball():
    """A ball that flies towards the goal, above a car in front of the goal."""
    ball = RocketSim.BallState()
    ball.heatseeker_target_dir, ball.heatseeker_target_speed = -1.0, 2900.0
    ball.pos, ball.vel = RocketSim.Vec(0.0, -3700.0, 230.0), RocketSim.Vec(0.0, -2900.0, 100.0)
    return ball


def test_drivers_do_not_leap_where_cars_may_not_jump():
    asked = []
    for mutators in (Mutators(), Mutators(jump="NoJumps")):
        jumps = []
        for distance in range(400, 1600, 100):
            ball = high_ball()
            ball.pos = RocketSim.Vec(0.0, -4700.0 + distance, 230.0)
            car = car_at(0.0, -4700.0)
            car.vel = RocketSim.Vec(0.0, 0.0, 0.0)
            jumps.append(StandIn(0, SKILLS["AllStar"], MODES["Heatseeker"], mutators).decide(0, car, ball).jump)
        asked.append(any(jumps))
    assert asked == [True, False]


@pytest.mark.parametrize(
    ("rules", "boosts"),
    [({}, True), ({"boost_restriction": "AerialOnly"}, False), ({"input_restriction": "Backwards"}, False)],
)
def test_drivers_do_not_use_boost_that_does_nothing(rules, boosts):
    car, ball = car_at(0.0, -4000.0), RocketSim.BallState()
    car.vel, car.boost = RocketSim.Vec(0.0, 1200.0, 0.0), 100.0
    ball.pos = RocketSim.Vec(0.0, 3000.0, 93.0)
    stand_in = StandIn(0, SKILLS["AllStar"], MODES["Soccar"], Mutators(**rules))
    assert stand_in.decide(0, car, ball).boost is boosts


@pytest.mark.parametrize(
    ("rules", "detours"),
    [({}, True), ({"boost_amount": "NoBoost"}, False), ({"boost_restriction": "AerialOnly"}, False)],
)
def test_drivers_do_not_detour_to_useless_pads(rules, detours):
    car, ball = car_at(700.0, -4300.0), RocketSim.BallState()
    car.vel, car.boost = RocketSim.Vec(0.0, 1200.0, 0.0), 0.0
    ball.pos = RocketSim.Vec(700.0, 3000.0, 93.0)
    steers = [
        StandIn(0, SKILLS["AllStar"], MODES["Soccar"], Mutators(**given)).decide(0, car, ball).steer
        for given in (rules, {"boost_amount": "NoBoost"})
    ]
    assert (steers[0] != steers[1]) is detours
