"""Telemetry of the built-in game, tick by tick: each counter changes in the packet that shows the cause."""

import pytest
import rlbot_flatbuffers as flat

from runtime.telemetry import MarkKind
from tests.runtime.arena.game.trial import advance, drive, place, playing
from tests.runtime.telemetry.scripted import Scripted

pytestmark = pytest.mark.usefixtures("walls")


@pytest.fixture
def watched(clock):
    """Records every packet of a game; returns the game, the records, and a function that plays ticks."""

    def make(count=2, **match):
        game, script = playing(count, **match), Scripted(clock)
        script.recorder.field(game.field_info())

        def play(ticks):
            packets = []
            for _ in range(ticks):
                advance(game)
                packets.append(game.packet())
                script.play(packets[-1])
            return packets

        play(1)
        return game, script, play

    return make


def curve(script, channel, subject, packets):
    """Returns the value of a channel for each of the packets."""
    times, values = script.history.curve(channel, subject).times_s, script.history.curve(channel, subject).values
    by_frame = {round(time_s * 120): value for time_s, value in zip(times, values.tolist(), strict=True)}
    return [by_frame[packet.match_info.frame_num] for packet in packets]


def test_a_pad_counts_in_the_packet_in_which_the_tank_is_fuller(watched):
    game, script, play = watched()
    place(game, car=0, at=(0.0, -4640.0, 17.0), speed=(0.0, 1400.0, 0.0), yaw=1.5707963, boost=20.0)
    packets = play(40)
    expected = [12.0 if packet.players[0].boost > 30 else 0.0 for packet in packets]
    assert curve(script, "car.boost_collected", 0, packets) == expected
    assert 0 < sum(expected) < 12 * 40


def test_a_touch_counts_in_the_packet_that_shows_its_contact(watched):
    game, script, play = watched()
    place(game, car=0, at=(0.0, -400.0, 17.0), speed=(0.0, 1400.0, 0.0), yaw=1.5707963)
    packets = play(60)
    expected = [float(packet.players[0].latest_touch is not None) for packet in packets]
    assert curve(script, "car.touches", 0, packets) == expected
    assert 0 < sum(expected) < 60
    (mark,) = script.marks(MarkKind.TOUCH)
    first = packets[expected.index(1.0)]
    assert mark.frame == first.match_info.frame_num == round(first.players[0].latest_touch.game_seconds * 120)


def test_a_demolition_counts_for_both_cars_in_one_packet(watched):
    game, script, play = watched()
    place(game, car=0, at=(0.0, -1000.0, 17.0), speed=(0.0, 2300.0, 0.0), yaw=1.5707963, boost=100.0)
    place(game, car=1, at=(0.0, -500.0, 17.0), yaw=0.0)
    drive(game, 0, throttle=1.0, boost=True)
    packets = play(60)
    given = [float(packet.players[0].score_info.demolitions) for packet in packets]
    assert curve(script, "car.demolitions", 0, packets) == given
    assert curve(script, "car.demolitions_taken", 1, packets) == given
    assert 0 < sum(given) < 60
    frame = packets[given.index(1.0)].match_info.frame_num
    assert [(mark.frame, mark.subject, mark.by) for mark in script.marks(MarkKind.DEMOLITION)] == [(frame, 1, 0)]


def test_a_jump_is_time_off_the_ground(watched):
    game, script, play = watched(1)
    place(game, car=0, at=(2000.0, -2000.0, 17.03))
    play(20)
    before = script.value("car.ground_share") * script.value("car.play_time")
    drive(game, 0, jump=True)
    packets = play(30)
    ground = sum(packet.players[0].air_state == flat.AirState.OnGround for packet in packets)
    after = script.value("car.ground_share") * script.value("car.play_time")
    assert (after - before) / 100 * 120 == pytest.approx(ground, abs=0.01)
    assert ground < 5


def test_a_goal_is_marked_with_its_scorer_in_the_packet_of_the_new_score(watched):
    game, script, play = watched()
    place(game, ball=((0.0, 4000.0, 93.15), (0.0, 0.0, 0.0)), car=0, at=(0.0, 3500.0, 17.0), speed=(0.0, 2200.0, 0.0))
    place(game, car=0, at=(0.0, 3500.0, 17.0), speed=(0.0, 2200.0, 0.0), yaw=1.5707963)
    packets = play(120)
    score = [float(packet.teams[0].score) for packet in packets]
    assert curve(script, "match.score_blue", None, packets) == score
    frame = packets[score.index(1.0)].match_info.frame_num
    goals = [(mark.frame, mark.subject, mark.team) for mark in script.marks(MarkKind.GOAL)]
    assert goals == [(frame, 0, 0)]
    assert 0 < script.value("car.expected_goals") <= 1
    assert script.value("match.expected_goals_blue") == script.value("car.expected_goals")
