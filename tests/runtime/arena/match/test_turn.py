import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.commands import LOCKSTEP, REALTIME, DebugCar, Pause, Resume, SetPace, Step, parse_pace
from runtime.arena.match.lockstep import ANSWER_DEADLINE_S
from runtime.arena.match.turn import CATCH_UP_TICKS, Clock, Due, Turn
from runtime.model.game_facts import TICK_S


def test_ticks_are_due_on_an_absolute_schedule():
    clock = Clock(1.0, 100.0)
    for number in range(1000):
        assert clock.due_s == pytest.approx(100.0 + number / 120)
        clock.begin(clock.due_s + 0.002)
    assert clock.overruns == 0
    assert max(clock.errors_s) == pytest.approx(0.002)


@pytest.mark.parametrize("factor", [0.5, 2.0, 1000.0])
def test_factor_sets_the_interval(factor):
    clock = Clock(factor, 0.0)
    clock.begin(0.0)
    assert clock.due_s == pytest.approx(TICK_S / factor)


@pytest.mark.parametrize(("behind", "overruns"), [(CATCH_UP_TICKS - 0.01, 0), (CATCH_UP_TICKS + 0.01, 4), (25.5, 25)])
def test_short_hiccups_are_made_up_for_and_long_ones_left_out(behind, overruns):
    clock = Clock(1.0, 0.0)
    now_s = behind * TICK_S
    clock.begin(now_s)
    assert clock.overruns == overruns
    if overruns:
        assert clock.due_s > now_s
    else:
        assert clock.due_s == pytest.approx(TICK_S)


def test_fast_paces_forgive_a_hiccup_of_the_machine():
    clock = Clock(100.0, 0.0)
    clock.begin(0.03)
    assert clock.overruns == 0


def test_restart_forgets_a_pause():
    clock = Clock(1.0, 0.0)
    clock.begin(0.0)
    clock.restart(60.0)
    clock.begin(60.0)
    assert clock.overruns == 0
    assert clock.due_s == pytest.approx(60.0 + TICK_S)


@given(st.lists(st.floats(0.0, 0.5), max_size=50), st.floats(0.1, 100.0))
def test_played_and_left_out_frames_fill_the_time(delays, factor):
    clock = Clock(factor, 0.0)
    now_s = 0.0
    for delay in delays:
        now_s = max(now_s + delay, clock.due_s)
        clock.begin(now_s)
        assert clock.due_s == pytest.approx((len(clock.errors_s) + clock.overruns) * TICK_S / factor)
        assert clock.due_s > now_s - max(CATCH_UP_TICKS * TICK_S / factor, CATCH_UP_TICKS * TICK_S) - 1e-9


@pytest.mark.parametrize("frames", [1, 2, 5])
def test_a_step_plays_its_ticks_and_then_pauses(frames):
    turn = Turn(LOCKSTEP, 0.0)
    turn.apply(Pause(), 0.0)
    turn.apply(Step(frames=frames), 1.0)
    for left in range(frames, 0, -1):
        assert not turn.is_paused
        assert turn.steps_left == left
        turn.end_tick()
    assert turn.is_paused
    assert turn.steps_left == 0


def test_ticks_without_a_step_continue():
    turn = Turn(REALTIME, 0.0)
    turn.end_tick()
    assert not turn.is_paused


def test_resume_ends_a_step_and_ignores_the_time_of_the_pause():
    turn = Turn(REALTIME, 0.0)
    turn.apply(Step(frames=2), 0.0)
    turn.apply(Resume(), 50.0)
    for _ in range(3):
        turn.end_tick()
    assert not turn.is_paused
    assert turn.clock.due_s == 50.0


def test_pace_changes_from_now_and_keeps_a_pause():
    turn = Turn(LOCKSTEP, 0.0)
    turn.apply(Pause(), 0.0)
    turn.apply(SetPace(pace=parse_pace("2")), 7.0)
    assert not turn.is_lockstep
    assert turn.is_paused
    turn.clock.begin(7.0)
    assert turn.clock.due_s == pytest.approx(7.0 + TICK_S / 2)


def test_a_new_match_is_not_paused():
    turn = Turn(REALTIME, 0.0)
    turn.apply(Pause(), 0.0)
    turn.clock.begin(9.0)
    turn.begin_match(10.0)
    assert not turn.is_paused
    assert turn.clock.overruns == 0
    assert turn.clock.due_s == 10.0


def test_game_speed_multiplies_the_pace():
    turn = Turn(REALTIME, 0.0)
    turn.set_game_speed(0.5, 10.0)
    turn.clock.begin(10.0)
    assert turn.clock.due_s == pytest.approx(10.0 + 2 * TICK_S)
    turn.apply(SetPace(pace=parse_pace("4")), 20.0)
    turn.clock.begin(20.0)
    assert turn.clock.due_s == pytest.approx(20.0 + TICK_S / 2)
    clock = turn.clock
    turn.set_game_speed(0.5, 30.0)
    assert turn.clock is clock, "nothing has changed"
    turn.begin_match(40.0)
    turn.clock.begin(40.0)
    assert turn.clock.due_s == pytest.approx(40.0 + TICK_S / 2)


def test_by_the_clock_a_tick_waits_for_its_time_and_for_a_poll():
    turn = Turn(REALTIME, 10.0)
    assert turn.next(10.0) is Due.POLL
    turn.note_polled()
    assert turn.next(10.0) is Due.TICK
    turn.begin_tick(10.0)
    assert turn.next(10.0) is Due.CLOCK
    turn.note_polled()
    assert turn.next(10.0 + TICK_S) is Due.TICK
    turn.apply(Pause(), 10.0)
    assert turn.next(11.0) is Due.PAUSED


def test_in_lockstep_a_tick_waits_for_the_answers():
    turn = Turn(LOCKSTEP, 0.0)
    turn.barrier.expect([0])
    turn.note_polled()
    assert turn.next(0.0) is Due.TICK
    turn.begin_tick(0.0)
    turn.barrier.begin(0.0)
    assert turn.next(0.5) is Due.ANSWERS
    assert turn.next(ANSWER_DEADLINE_S) is Due.TIMEOUT
    turn.barrier.answer(0)
    assert turn.next(0.5) is Due.POLL, "no tick is played without reading messages"


def test_a_pause_does_not_count_against_an_owed_answer():
    turn = Turn(LOCKSTEP, 0.0)
    turn.barrier.expect([0])
    turn.barrier.begin(0.0)
    turn.apply(Pause(), 0.1)
    turn.apply(Resume(), 60.0)
    assert turn.next(60.5) is Due.ANSWERS
    turn.apply(SetPace(pace=REALTIME), 60.6)
    turn.apply(SetPace(pace=LOCKSTEP), 60.6)
    assert turn.next(60.6) is Due.POLL, "another pace waits for no answer"


@pytest.mark.parametrize("ticks", [1, 119, 120, 121])
def test_the_newest_lateness_is_that_of_the_last_120_ticks(ticks):
    clock = Clock(1.0, 0.0)
    for number in range(ticks):
        clock.begin(clock.due_s + number / 1e6)
    assert list(clock.newest_errors_s) == pytest.approx([number / 1e6 for number in range(ticks)][:-121:-1], abs=1e-9)


@pytest.mark.parametrize("pace", ["realtime", "lockstep", "4"])
def test_a_match_with_a_debugged_agent_is_in_lockstep_until_nobody_is_debugged(pace):
    turn = Turn(parse_pace(pace), 0.0)
    for car in (0, 1):
        turn.apply(DebugCar(car=car, is_on=True), 0.0)
    assert turn.current_pace == LOCKSTEP
    turn.barrier.expect((0, 1))
    turn.barrier.begin(0.0)
    turn.note_polled()
    assert turn.next(1e9) is Due.ANSWERS
    turn.apply(DebugCar(car=0, is_on=False), 1e9)
    assert turn.current_pace == LOCKSTEP
    turn.apply(DebugCar(car=1, is_on=False), 1e9)
    assert turn.current_pace == parse_pace(pace)


def test_a_pace_that_is_set_while_an_agent_is_debugged_counts_afterwards():
    turn = Turn(REALTIME, 0.0)
    turn.apply(DebugCar(car=0, is_on=True), 0.0)
    turn.apply(SetPace(pace=parse_pace("2")), 0.0)
    assert turn.current_pace == LOCKSTEP
    turn.end_match(0.0)
    assert turn.current_pace == parse_pace("2")


def test_pause_wins_over_debugging():
    turn = Turn(REALTIME, 0.0)
    turn.apply(DebugCar(car=0, is_on=True), 0.0)
    turn.apply(Pause(), 0.0)
    assert turn.next(1.0) is Due.PAUSED
    turn.apply(Resume(), 2.0)
    assert turn.next(3.0) is not Due.PAUSED
