import pytest
import rlbot_flatbuffers as flat
from msgspec.structs import replace

from runtime.match.connection import PACKET_TAG, tag_of
from runtime.match.spectator import FRAME_S, InputChanges, SeriesProgress, Spectator
from runtime.model.events import FrameShown, PaceMeasured
from runtime.model.series import Series
from runtime.model.states import Phase
from runtime.protocol import ProtocolError, pack_core

PHASE = flat.MatchPhase


def packet(phase=PHASE.Active, seconds=0.0):
    return pack_core(flat.GamePacket(match_info=flat.MatchInfo(match_phase=phase, seconds_elapsed=seconds)))


@pytest.fixture
def told():
    return []


@pytest.fixture
def spectator(told, clock):
    return Spectator(told.append, clock)


@pytest.mark.parametrize(("later", "frames"), [(FRAME_S * 0.99, 1), (FRAME_S * 1.01, 2)])
def test_frames_keep_their_distance_and_the_newest_wins(spectator, told, clock, later, frames):
    for seconds in (1.0, 2.0, 3.0):
        spectator.packet(packet(seconds=seconds))
        spectator.show()
    clock.now += later
    spectator.show()
    assert [event.view.seconds_elapsed for event in told] == [1.0, 3.0][:frames]


def test_frames_that_come_a_little_late_do_not_slow_the_rest_down(spectator, told, clock):
    begin = clock.now
    for i in range(1200):
        clock.now = begin + i / 120 + (0.001 if i % 3 else 0.0)
        spectator.packet(packet(seconds=i / 120))
        spectator.show()
    frames = [event for event in told if isinstance(event, FrameShown)]
    assert 595 <= len(frames) <= 601


def test_at_once_shows_what_waits_and_nothing_twice(spectator, told):
    spectator.packet(packet(seconds=1.0))
    spectator.show()
    spectator.packet(packet(seconds=2.0))
    spectator.show(at_once=True)
    spectator.show(at_once=True)
    assert [event.view.seconds_elapsed for event in told] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("phases", "begun", "ended"),
    [
        ([], False, False),
        ([PHASE.Inactive, PHASE.Paused], False, False),
        ([PHASE.Paused, PHASE.Countdown], True, False),
        ([PHASE.Kickoff], True, False),
        ([PHASE.Active, PHASE.Paused], True, False),
        ([PHASE.Active, PHASE.Ended], True, True),
        ([PHASE.Paused, PHASE.Ended], True, True),
        ([PHASE.Ended, PHASE.Ended], False, False),
        ([PHASE.Ended, PHASE.Paused, PHASE.GoalScored], True, False),
    ],
)
def test_a_match_has_begun_and_ended_by_what_was_seen_of_it(spectator, phases, begun, ended):
    for phase in phases:
        spectator.packet(packet(phase))
        spectator.show(at_once=True)
    assert (spectator.has_begun, spectator.has_ended) == (begun, ended)


def test_between_the_games_of_a_series_the_match_has_not_ended(told, clock, report):
    spectator = Spectator(told.append, clock, series=Series(length=3))
    for phase in (PHASE.Active, PHASE.Ended, PHASE.Active, PHASE.Ended):
        assert not spectator.has_ended
        spectator.packet(packet(phase))
        spectator.show(at_once=True)
    assert len(spectator.view.series.games) == 2
    played = Series(length=3).after((1, 0), 0).after((2, 0), 0)
    spectator.on_report(replace(report(), series=played))
    assert not spectator.has_ended
    spectator.on_report(replace(report(), series=played, is_final=True))
    assert spectator.has_ended
    assert [event.view.series.won for event in told if isinstance(event, FrameShown)] == [
        *[(0, 0)] * 4,
        (2, 0),
    ]


def test_without_the_servers_word_the_pace_is_measured_once_a_second(spectator, told, clock):
    for i in range(200):
        spectator.packet(packet(seconds=i / 50))
        spectator.show()
        clock.now += 0.02
    paces = [event for event in told if isinstance(event, PaceMeasured)]
    assert len(paces) == 3
    assert [pace.speed for pace in paces] == pytest.approx([1.0] * 3)


def test_the_servers_own_pace_silences_ours(spectator, told, clock, report):
    told_by_server = replace(report(speed=30.0), overruns=2)
    spectator.on_report(told_by_server)
    for i in range(200):
        spectator.packet(packet(seconds=i))
        spectator.show()
        clock.now += 0.02
    assert [event for event in told if not isinstance(event, FrameShown)] == [told_by_server.pace_measured]


def test_a_broken_packet_is_a_protocol_error(spectator):
    spectator.packet(packet()[:40])
    with pytest.raises(ProtocolError):
        spectator.show()


@pytest.mark.parametrize(
    ("message", "is_packet"),
    [
        (flat.GamePacket(), True),
        (flat.FieldInfo(), False),
        (flat.DisconnectSignal(), False),
        (flat.BallPrediction(), False),
        (flat.MatchComm(content=b"{}"), False),
    ],
)
def test_packets_are_recognised_without_unpacking(message, is_packet):
    assert (tag_of(pack_core(message)) == PACKET_TAG) is is_packet


@pytest.mark.parametrize("payload", [b"", b"\0", b"\xff" * 4, b"\xff" * 64, b"\0" * 64])
def test_invalid_bytes_have_no_tag(payload):
    assert tag_of(payload) == 0


def seen(progress, *ends):
    """Shows the progress a series of games with these final scores."""
    for score in ends:
        progress.on_frame(Phase.ACTIVE, (0, 0))
        progress.on_frame(Phase.ENDED, score)
        progress.on_frame(Phase.ENDED, score)


def test_a_single_game_is_the_match():
    progress = SeriesProgress(None)
    seen(progress, (1, 0))
    assert (progress.is_over, progress.series) == (True, None)


@pytest.mark.parametrize(
    ("ends", "won", "is_over"),
    [
        ([], (0, 0), False),
        ([(1, 0)], (1, 0), False),
        ([(1, 0), (0, 3)], (1, 1), False),
        ([(1, 0), (2, 0)], (2, 0), True),
        ([(1, 0), (1, 1), (0, 1)], (1, 1), True),
        ([(1, 0), (2, 0), (0, 7)], (2, 0), True),
    ],
)
def test_without_reports_the_ends_are_counted(ends, won, is_over):
    progress = SeriesProgress(Series(length=3))
    seen(progress, *ends)
    assert (progress.series.won, progress.is_over) == (won, is_over)


def test_a_report_knows_better():
    progress = SeriesProgress(Series(length=3))
    seen(progress, (1, 0))
    played = Series(length=3).after((1, 0), 0).after((2, 2), 0)
    progress.report(played, is_final=False)
    seen(progress, (4, 0))
    assert (progress.series, progress.is_over) == (played, False)
    progress.report(played, is_final=True)
    assert progress.is_over


def test_a_server_that_goes_on_with_its_own_single_game_says_so():
    progress = SeriesProgress(Series(length=3))
    progress.report(None, is_final=False)
    assert progress.is_over


FIELDS = ("throttle", "steer", "pitch", "yaw", "roll", "jump", "boost", "handbrake", "use_item")


def inputs_packet(*inputs):
    return flat.GamePacket(players=[flat.PlayerInfo(last_input=state) for state in inputs])


@pytest.mark.parametrize("name", FIELDS)
def test_a_car_whose_input_is_another_one_than_before_is_named(name):
    changes = InputChanges()
    still, other = flat.ControllerState(throttle=0.5), flat.ControllerState(throttle=0.5)
    setattr(other, name, True if name in FIELDS[5:] else 0.25)
    assert changes.take(inputs_packet(still, still)) == frozenset()
    assert changes.take(inputs_packet(still, still)) == frozenset()
    assert changes.take(inputs_packet(still, other)) == {1}
    assert changes.take(inputs_packet(still, other)) == frozenset()


def test_cars_that_come_or_go_have_no_input_before():
    changes = InputChanges()
    fast = flat.ControllerState(throttle=1.0)
    changes.take(inputs_packet(fast))
    assert changes.take(inputs_packet(fast, fast)) == frozenset()
    assert changes.take(inputs_packet(fast)) == frozenset()
    assert changes.take(inputs_packet()) == frozenset()
