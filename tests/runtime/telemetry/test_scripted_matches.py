"""Every channel of cars and of the match, compared with values that were computed by hand, packet by packet."""

import math

import pytest
import rlbot_flatbuffers as flat

from runtime.telemetry import CHANNELS, MarkKind, Scope, channels_of
from tests.runtime.telemetry.scripted import Scripted, ball, car, packet

AIR = (flat.AirState.OnGround, flat.AirState.Jumping, flat.AirState.DoubleJumping, flat.AirState.Dodging)
BIG, SMALL = True, False


@pytest.fixture
def match(clock):
    return Scripted(clock)


def goal(team, y, *, level=False):
    direction = flat.Vector3(0, 0, 1) if level else flat.Vector3(0, -math.copysign(1, y), 0)
    return flat.GoalInfo(team_num=team, location=flat.Vector3(0, y, 321.5), direction=direction, width=1785, height=643)


def field(*pads):
    return flat.FieldInfo(
        boost_pads=[flat.BoostPad(flat.Vector3(x, y, 0), is_big) for x, y, is_big in pads],
        goals=[goal(0, -5120), goal(1, 5120)],
    )


def test_what_a_car_does_at_a_moment(match):
    inputs = {"throttle": 0.5, "steer": -1, "pitch": 0.25, "yaw": 0.75, "roll": -0.5, "jump": True}
    match.play(packet(1, car(300, 0, 17, velocity=(3, 4, 12), inputs=inputs | {"handbrake": True}, boost=42)))
    assert match.values(0, "speed", "boost", "height") == (13, 42, 17)
    assert match.value("car.ball_distance") == pytest.approx(math.hypot(300, 90 - 17))
    sticks = match.values(0, "throttle", "steer", "pitch", "yaw", "roll")
    assert sticks == (0.5, -1, 0.25, 0.75, -0.5)
    assert match.values(0, "jump", "boosting", "handbrake") == (1, 0, 1)

    match.play(packet(2, car(0, 0, 90), balls=[ball(5000), ball(0, 0, 290)]))
    assert match.value("car.ball_distance") == 200
    match.play(packet(3, car(), balls=[]))
    assert math.isnan(match.value("car.ball_distance"))


@pytest.mark.parametrize(("number", "state"), list(enumerate((*AIR, flat.AirState.InAir))))
def test_air_states_have_numbers(match, number, state):
    match.play(packet(1, car(air_state=state)))
    assert match.value("car.air_state") == number


def test_shares_of_the_time_in_play(match):
    jumping, fast = {"air_state": flat.AirState.Jumping}, {"is_supersonic": True}
    match.play(
        packet(1, car(), phase="Countdown"),
        packet(2, car(**fast), phase="Countdown"),
        packet(3, car(), phase="Kickoff"),  # 1 tick on the ground
        packet(4, car(**fast)),  # 2, one of them supersonic
        packet(5, car(**jumping, **fast)),  # 3, two of them supersonic
        packet(9, car(**jumping)),  # stands for four ticks: 7
        packet(10, car(demolished_timeout=3.0, **fast)),  # not counted
        packet(11, car()),  # 8 ticks in all, 3 on the ground
        packet(12, car(), phase="GoalScored"),
        packet(13, car(), phase="Replay"),
        packet(14, car(), phase="Ended"),
    )
    assert match.value("car.play_time") == pytest.approx(8 / 120)
    assert match.value("car.ground_share") == pytest.approx(100 * 3 / 8)
    assert match.value("car.supersonic_share") == pytest.approx(100 * 2 / 8)
    assert match.value("match.play_time") == pytest.approx(9 / 120)


def test_contacts_at_most_twelve_ticks_apart_are_one_touch(match):
    counted = []
    for frame, touch in ((1, None), (2, 2), (3, 3), (4, 3), (15, 15), (27, 27), (40, 40), (41, 40), (60, 60)):
        match.play(packet(frame, car(touch=touch)))
        counted.append(match.value("car.touches"))
    assert counted == [0, 1, 1, 1, 1, 1, 2, 2, 3]
    assert [(mark.frame, mark.subject, mark.team) for mark in match.marks(MarkKind.TOUCH)] == [
        (2, 0, 0),
        (40, 0, 0),
        (60, 0, 0),
    ]
    assert match.marks(MarkKind.TOUCH)[1].game_s == pytest.approx(40 / 120)


def test_a_touch_before_the_recording_is_not_counted(match):
    match.play(packet(100, car(touch=90)), packet(101, car(touch=90)), packet(102, car(touch=102)))
    assert (match.value("car.touches"), match.marks(MarkKind.TOUCH)) == (0, [])


def test_demolitions_given_and_taken(match):
    wreck = {"team": 1, "number": 1, "demolished_timeout": 3.0}
    there = {"team": 1, "number": 1}
    match.play(
        packet(1, car(), car(**there)),
        packet(2, car(score={"demolitions": 1}), car(**wreck)),
        packet(3, car(score={"demolitions": 1}), car(**wreck)),
        packet(4, car(score={"demolitions": 1}), car(**there)),
        packet(5, car(), car(**there)),  # next game of a series: the scoreboard restarts
        packet(6, car(score={"demolitions": 1}), car(**wreck)),
        packet(7, car(score={"demolitions": 1}, demolished_timeout=3.0), car(**there)),
    )
    assert match.values(0, "demolitions", "demolitions_taken") == (2, 1)
    assert match.values(1, "demolitions", "demolitions_taken") == (0, 2)
    marks = [(mark.frame, mark.subject, mark.by, mark.team) for mark in match.marks(MarkKind.DEMOLITION)]
    assert marks == [(2, 1, 0, 1), (6, 1, 0, 1), (7, 0, None, 0)]


@pytest.mark.parametrize(
    ("team", "y", "is_big", "boost", "collected", "stolen", "wasted"),
    [
        (0, -1000, SMALL, 33, 12, 0, 0),
        (0, 1000, SMALL, 33, 12, 12, 0),
        (1, 1000, SMALL, 33, 12, 0, 0),
        (1, -1000, SMALL, 33, 12, 12, 0),
        (0, 0, SMALL, 33, 12, 0, 0),
        (0, -1000, SMALL, 88, 12, 0, 0),
        (0, -1000, SMALL, 89, 11, 0, 1),
        (0, 1000, BIG, 30, 70, 70, 30),
        (0, -1000, BIG, 0, 100, 0, 0),
        (0, -1000, BIG, 100, 0, 0, 100),
    ],
)
def test_boost_from_pads(match, team, y, is_big, boost, collected, stolen, wasted):
    match.recorder.field(field((500, y, is_big), (3000, 0, BIG)))
    after = min(100, boost + (100 if is_big else 12))
    match.play(
        packet(1, car(0, y, team=team, boost=boost), pads=(None, None)),
        packet(2, car(300, y, team=team, boost=after), pads=(0.0, None)),
        packet(3, car(310, y, team=team, boost=after), pads=(1 / 120, None)),
        packet(500, car(310, y, team=team, boost=5), pads=(None, None)),
    )
    assert match.values(0, "boost_collected", "boost_stolen", "boost_wasted") == (collected, stolen, wasted)


def test_a_pad_is_taken_by_the_nearest_car_that_reaches_it(match):
    match.recorder.field(field((0, 1000, SMALL), (0, 2000, SMALL), (0, -4000, SMALL), (0, 3000, SMALL)))
    wreck = {"demolished_timeout": 2.0}

    def three(frame, pads, **last):
        return packet(frame, car(0, 1101), car(0, 1100, number=1), car(0, 2000, number=2, **last), pads=pads)

    match.play(three(1, (None,) * 4), three(2, (0.0, None, None, None)))
    assert [match.value("car.boost_collected", index) for index in (0, 1, 2)] == [0, 12, 0]
    match.play(three(3, (0.01, 0.0, None, None), **wreck))  # the nearest car is demolished, the next is too far away
    match.play(three(4, (0.02, 0.01, 0.0, None)))  # nobody is near
    assert [match.value("car.boost_collected", index) for index in (0, 1, 2)] == [0, 12, 0]
    match.play(three(600, (0.0, 0.01, 0.0, None)))  # taken again between two packets
    assert [match.value("car.boost_collected", index) for index in (0, 1, 2)] == [0, 24, 0]


def test_two_pads_in_one_packet_share_the_room_in_the_tank(match):
    match.recorder.field(field((0, -100, SMALL), (0, -200, SMALL)))
    match.play(
        packet(1, car(0, -150, boost=80), pads=(None, None)), packet(2, car(0, -150, boost=100), pads=(0.0, 0.0))
    )
    assert match.values(0, "boost_collected", "boost_wasted") == (20, 4)


def test_score_and_ball(match):
    match.play(packet(1, score=(2, 3), balls=[ball(0, 2560, 200, (0, 6, 8))]))
    assert match.values(None, "score_blue", "score_orange", "ball_speed", "ball_height") == (2, 3, 10, 200)
    assert match.value("match.ball_side") == 0.5
    match.play(packet(2, balls=[ball(0, -5300)]))
    assert match.value("match.ball_side") == -1
    match.play(packet(3, balls=[]))
    assert math.isnan(match.value("match.ball_speed"))


def test_halves_and_pressure(match):
    places = [0, 2560, 2560, -5120]
    match.play(
        packet(1, balls=[ball(0, 5120)], phase="Countdown"),
        *(packet(2 + number, balls=[ball(0, y)]) for number, y in enumerate(places)),
    )
    assert match.values(None, "ball_in_blue_half", "ball_in_orange_half") == (25, 50)
    assert match.value("match.pressure") == pytest.approx((0 + 0.5 + 0.5 - 1) / 4)
    match.play(packet(5 + 1199, balls=[ball(0, 2560)]))  # the last 1200 ticks: one with -1, 1199 with 0.5
    assert match.value("match.pressure") == pytest.approx((1199 * 0.5 - 1) / 1200)
    match.play(packet(5 + 1200, balls=[ball(0, 2560)]))
    assert match.value("match.pressure") == 0.5


def two(frame, blue_uu, orange_uu, **values):
    """A blue and an orange car at these distances from the ball."""
    return packet(frame, car(blue_uu, 0, 90), car(-orange_uu, 0, 90, team=1, number=1), **values)


@pytest.mark.parametrize(
    ("blue_uu", "orange_uu", "owner"),
    [(899, 1000, 1), (900, 1000, 0), (1000, 1000, 0), (1000, 900, 0), (1000, 899, -1)],
)
def test_a_team_has_the_ball_that_is_ten_percent_nearer(match, blue_uu, orange_uu, owner):
    match.play(two(1, blue_uu, orange_uu))
    assert match.value("match.possession") == owner
    assert match.values(None, "possession_blue", "possession_orange") == (100 * (owner > 0), 100 * (owner < 0))


def test_possession_is_that_of_the_last_120_ticks(match):
    match.play(*(two(frame, 500, 1000) for frame in range(1, 101)))  # 100 ticks of blue
    assert match.value("match.possession") == 1
    match.play(*(two(frame, 1000, 500) for frame in range(101, 131)))  # 30 of orange: 90 are left of blue's
    assert match.value("match.possession") == (90 - 30) / 120
    match.play(two(131, 500, 1000, phase="GoalScored"))
    assert match.value("match.possession") == (90 - 30) / 120
    shares = match.values(None, "possession_blue", "possession_orange")
    assert shares == pytest.approx((100 * 100 / 130, 100 * 30 / 130))
    match.play(packet(132, car(500, demolished_timeout=1.0), car(-1000, team=1, number=1)))  # only orange is there
    assert match.value("match.possession") == pytest.approx((89 - 31) / 120)


FLIGHT = {"balls": [ball(0, 4120, 300, (0, 1000, 325))]}
"""One second to the goal line, where the ball is 300 + 325 - 325 = 300 uu high: in the middle of the goal."""


def flight(seconds):
    """Returns the chance of a ball that flies into an open goal."""
    return math.exp(-seconds / 1.5)


def shot(match, frame, balls, *others, team=0):
    match.play(packet(frame, car(0, 4000, team=team, touch=frame), *others, balls=balls))


@pytest.mark.parametrize(
    ("place", "velocity", "chance"),
    [
        ((0, 4120, 300), (0, 1000, 325), flight(1)),
        ((0, 3120, 90), (0, 1000, 0), flight(2)),  # it rolls for two seconds
        ((0, 1121, 90), (0, 1000, 0), flight(3.999)),
        ((0, 1119, 90), (0, 1000, 0), 0),  # more than four seconds
        ((0, 4120, 90), (0, -1000, 0), 0),
        ((0, 4120, 90), (0, 0, 0), 0),
        ((0, 5200, 90), (0, 1000, 0), 0),  # already in the goal
        ((802.5 + 400, 4120, 300), (0, 1000, 325), flight(1) * math.exp(-1)),  # 400 uu beside the post
        ((0, 4120, 553 + 400), (0, 1000, 325), flight(1) * math.exp(-1)),  # 400 uu above the bar
    ],
)
def test_the_chance_of_a_touch(match, place, velocity, chance):
    shot(match, 2, [ball()])
    match.play(packet(100, car(0, 4000)))
    shot(match, 200, [ball(*place, velocity)])
    assert match.value("car.expected_goals") == pytest.approx(chance, abs=1e-6)
    assert match.value("match.expected_goals_blue") == pytest.approx(chance, abs=1e-6)
    assert match.value("match.expected_goals_orange") == 0


def test_each_opponent_between_ball_and_goal_takes_20_percent_of_a_chance(match):
    start = packet(1, car(), *(car(number=1) for _ in range(5)))
    match.play(start)
    others = (
        car(0, 5000, team=1, number=1),
        car(3000, 4200, team=1, number=1),
        car(0, 4100, team=1, number=1),  # behind the ball
        car(0, 5000, number=1),  # of the same team
        car(0, 5000, team=1, number=1, demolished_timeout=1.0),
    )
    shot(match, 100, FLIGHT["balls"], *others)
    assert match.value("car.expected_goals", 0) == pytest.approx(flight(1) * 0.8 * 0.8)


def test_touches_within_a_second_are_one_shot(match):
    match.play(packet(1, car(0, 4000)))
    better = [ball(0, 4620, 90, (0, 1000, 0))]
    shot(match, 100, FLIGHT["balls"])
    shot(match, 150, better)
    assert match.value("car.expected_goals") == pytest.approx(flight(0.5))
    shot(match, 200, FLIGHT["balls"])
    assert match.value("car.expected_goals") == pytest.approx(flight(0.5))
    shot(match, 271, FLIGHT["balls"])  # 121 ticks after the better chance
    assert match.value("car.expected_goals") == pytest.approx(flight(0.5) + flight(1))


def test_orange_shoots_at_blue_and_level_rings_give_no_chance(match, clock):
    match.play(packet(1, car(team=1)))
    shot(match, 100, [ball(0, -4120, 300, (0, -1000, 325))], team=1)
    assert match.value("match.expected_goals_orange") == pytest.approx(flight(1))
    hoops = Scripted(clock)
    hoops.recorder.field(flat.FieldInfo(goals=[goal(0, -3600, level=True), goal(1, 3600, level=True)]))
    hoops.play(packet(1, car(0, 4000)))
    shot(hoops, 100, FLIGHT["balls"])
    assert hoops.values(0, "touches", "expected_goals") == (1, 0)
    hoops.play(packet(101, balls=[ball(0, -1800)]))
    assert hoops.value("match.ball_side") == -0.5


def poisson(mean, goals):
    return math.exp(-mean) * mean**goals / math.factorial(goals)


@pytest.mark.parametrize(
    ("score", "played_s", "left_s"), [((0, 0), 0, 300), ((1, 0), 60, 100), ((2, 4), 200, 30), ((40, 41), 300, 290)]
)
def test_win_probability_is_that_of_two_poisson_processes(match, score, played_s, left_s):
    rates = [(3 + goals) / (300 + played_s) for goals in score]
    expected = 0.0
    for blue in range(140):
        for orange in range(140):
            chance = poisson(rates[0] * left_s, blue) * poisson(rates[1] * left_s, orange)
            lead = score[0] + blue - score[1] - orange
            expected += chance * (1 if lead > 0 else 0 if lead < 0 else rates[0] / sum(rates))
    match.play(packet(1, phase="Countdown"), packet(1 + 120 * played_s, score=score, clock=left_s))
    assert match.value("match.win_probability") == pytest.approx(100 * expected, rel=1e-5)


@pytest.mark.parametrize(
    ("score", "values", "percent"),
    [
        ((0, 0), {}, 50),
        ((1, 0), {"clock": 0.0}, 100),
        ((0, 1), {"clock": 0.0}, 0),
        ((1, 1), {"clock": -5.0, "is_overtime": True}, 50),
        ((3, 3), {"clock": -5.0, "is_overtime": True, "is_unlimited_time": True}, 50),
        ((1, 0), {"is_unlimited_time": True}, math.nan),
        ((1, 0), {"phase": "Ended", "clock": 0.0}, 100),
        ((0, 1), {"phase": "Ended", "is_overtime": True}, 0),
        ((1, 1), {"phase": "Ended"}, 50),
    ],
)
def test_win_probability_at_the_limits(match, score, values, percent):
    match.play(packet(1), packet(2, score=score, **values))
    assert match.value("match.win_probability") == pytest.approx(percent, nan_ok=True)


@pytest.mark.parametrize(
    ("values", "clock_s"),
    [
        ({"clock": 12.5}, 12.5),
        ({"clock": 12.5, "is_unlimited_time": True}, 12.5),
        ({"clock": -12.5, "is_unlimited_time": True}, 12.5),
        ({"clock": 12.5, "is_overtime": True}, -12.5),
        ({"clock": -12.5, "is_overtime": True}, -12.5),
    ],
)
def test_the_clock_is_that_of_the_scoreboard_and_negative_in_overtime(match, values, clock_s):
    match.play(packet(1), packet(2, **values))
    assert match.value("match.clock") == clock_s


def test_goals_are_marked_with_scorer_and_assist(match):
    def scores(frame, blue=0, orange=0, **scoreboard):
        cars = [car(team=index % 2, number=index, score=scoreboard.get(f"car{index}", {})) for index in range(4)]
        return packet(frame, *cars, score=(blue, orange))

    first = {"car0": {"goals": 1}, "car2": {"assists": 1}}
    match.play(
        scores(1),
        scores(2, 1, **first),
        scores(3, 1, **first),
        scores(4, 2, **first, car1={"own_goals": 1}),
        scores(5, 2, 1, **first, car1={"own_goals": 1}),  # nobody has touched the ball
        scores(6),  # next game of a series
        scores(7, 0, 1, car3={"goals": 1}),
    )
    marks = [(mark.frame, mark.team, mark.subject, mark.by) for mark in match.marks(MarkKind.GOAL)]
    assert marks == [(2, 0, 0, 2), (4, 0, 1, None), (5, 1, None, None), (7, 1, 3, None)]


def test_another_car_in_the_same_place_begins_at_zero(match):
    match.play(packet(1, car()), packet(2, car(touch=2)), packet(3, car(touch=3, number=5)))
    assert match.value("car.touches") == 0
    match.play(packet(4), packet(5, car(number=7)), packet(6, car(number=7, touch=6)))
    assert match.value("car.touches") == 1


@pytest.mark.parametrize("phase", ["Inactive", "Paused", "Ended"])
def test_packets_before_the_match_are_not_recorded(match, phase):
    match.play(packet(9000, car(touch=1), phase=phase, score=(3, 0)), packet(9001, car(touch=9001), phase=phase))
    assert not match.events
    match.play(packet(1, car(), phase="Countdown"), packet(2, car(), phase=phase), packet(3, car(touch=3)))
    assert [round(time_s * 120) for time_s in match.history.curve("car.touches", 0).times_s] == [1, 2, 3]
    assert match.value("car.touches") == 1


def test_game_time_never_decreases(match):
    match.play(packet(600, car(touch=600)), packet(601, car()), packet(1, car()), packet(2, car(touch=2)))
    curve = match.history.curve("match.play_time", None)
    assert curve.times_s.tolist() == pytest.approx([600 / 120, 601 / 120, 601 / 120, 602 / 120])
    assert (curve.values * 120).tolist() == pytest.approx([1, 2, 3, 4])
    assert [mark.game_s for mark in match.marks(MarkKind.TOUCH)] == pytest.approx([602 / 120])


def test_every_channel_of_cars_and_match_is_measured(match):
    match.play(packet(1, car()))
    for scope in (Scope.CAR, Scope.MATCH):
        subject = 0 if scope is Scope.CAR else None
        assert all(len(match.history.curve(channel.id, subject).values) for channel in channels_of(scope))
    assert len(CHANNELS) == sum(len(channels_of(scope)) for scope in Scope)
