import pytest

from runtime.processes.census import ProcessRow
from runtime.processes.child import (
    GIVE_UP_S,
    KILL_AGAIN_S,
    Child,
    ChildState,
    StopStep,
)
from runtime.processes.endings import ending
from runtime.processes.wire import Launch

T0 = 1000.0


def child(**fields):
    defaults = {"key": "a", "argv": ("bot",), "cwd": "/", "grace_s": 1.0, "terminate_s": 0.25}
    return Child(serial=1, command=Launch(**(defaults | fields)), now=0.0)


def rows(rss_bytes):
    return (
        ProcessRow(
            pid=1, started=1.0, parent=1, group=0, session=0, name="bot", cpu_s=0.0, rss_bytes=rss_bytes, threads=1
        ),
    )


def test_nothing_is_due_before_a_stop_is_requested():
    one = child()
    assert one.deadline == float("inf")
    assert one.stop_step(T0 + 1e9) is StopStep.NOTHING
    assert one.state is ChildState.RUNNING


@pytest.mark.parametrize(
    ("grace_s", "after_s", "steps", "state"),
    [
        (1.0, [0.999], [StopStep.NOTHING], ChildState.ASKED),
        (1.0, [1.0], [StopStep.TERMINATE], ChildState.TERMINATING),
        (1.0, [1.001], [StopStep.TERMINATE], ChildState.TERMINATING),
        (0.0, [0.0, 0.249], [StopStep.TERMINATE, StopStep.NOTHING], ChildState.TERMINATING),
        (0.0, [0.0, 0.25], [StopStep.TERMINATE, StopStep.KILL], ChildState.KILLING),
        (0.0, [0.0, 0.251], [StopStep.TERMINATE, StopStep.KILL], ChildState.KILLING),
    ],
)
def test_steps_come_at_their_times(grace_s, after_s, steps, state):
    one = child()
    one.stop(T0, grace_s)
    assert one.deadline == T0 + grace_s
    assert [one.stop_step(T0 + after) for after in after_s] == steps
    assert one.state is state


@pytest.fixture
def killing():
    one = child()
    one.stop(T0, 0.0)
    one.stop_step(T0)
    assert one.stop_step(T0 + 0.25) is StopStep.KILL
    return one


@pytest.mark.parametrize(("share", "step"), [(0.99, StopStep.NOTHING), (1.0, StopStep.KILL), (1.01, StopStep.KILL)])
def test_killing_is_repeated(killing, share, step):
    assert killing.stop_step(T0 + 0.25 + share * KILL_AGAIN_S) is step


@pytest.mark.parametrize(
    ("after_s", "step"),
    [
        (GIVE_UP_S - 0.001, StopStep.KILL),
        (GIVE_UP_S, StopStep.REPORT_SURVIVORS),
        (GIVE_UP_S + 0.001, StopStep.REPORT_SURVIVORS),
    ],
)
def test_survivors_are_reported_once_and_killing_goes_on(killing, after_s, step):
    now = T0 + 0.25 + after_s
    assert killing.stop_step(now) is step
    if step is StopStep.REPORT_SURVIVORS:
        assert killing.stop_step(now + 1) is StopStep.KILL
    assert killing.state is ChildState.KILLING


def test_a_second_stop_may_only_shorten_the_grace():
    one = child()
    one.stop(T0)
    one.stop(T0 + 0.5, 5.0)
    assert one.deadline == T0 + 1.0
    one.stop(T0 + 0.5, 0.1)
    assert one.deadline == T0 + 0.6
    one.stop_step(T0 + 0.6)
    one.stop(T0 + 0.6, 9.0)
    assert one.state is ChildState.TERMINATING


@pytest.mark.parametrize(("is_asked", "deadline"), [(True, T0 + 0.1), (False, T0 + 1.1)])
def test_what_a_program_leaves_has_the_grace_unless_the_program_was_asked(is_asked, deadline):
    one = child()
    one.take_census(rows(1), T0)
    if is_asked:
        one.stop(T0)
    one.end_leader(ending(0, windows=False), T0 + 0.1)
    one.stop(T0 + 0.1)
    assert (one.was_asked, one.deadline) == (is_asked, deadline)


@pytest.mark.parametrize("stops", [0, 1, 2, 3])
def test_a_child_without_processes_is_closed_in_any_state(stops):
    one, now = child(), T0
    for stop in range(stops):
        if stop == 0:
            one.stop(now, 0.0)
        else:
            now = one.deadline
            one.stop_step(now)
    one.close()
    assert one.state is (ChildState.STOPPED if stops else ChildState.EXITED)
    assert one.deadline == float("inf")


@pytest.mark.parametrize(
    ("limit", "used", "found"),
    [
        (100, [99, 100], [False, False]),
        (100, [101], [True]),
        (100, [50, 150, 250, 50, 150], [False, True, False, False, False]),
        (None, [1 << 60], [False]),
    ],
)
def test_more_memory_than_the_limit_is_found_once(limit, used, found):
    one = child(memory_limit_bytes=limit, is_limit_deadly=False)
    for rss_bytes, is_found in zip(used, found, strict=True):
        one.take_census(rows(rss_bytes), T0)
        assert one.check_memory(T0) is is_found
    assert one.state is ChildState.RUNNING


def test_a_deadly_limit_stops_the_child_without_grace_and_explains_its_end():
    one = child(memory_limit_bytes=1000)
    one.take_census(rows(1500), T0)
    assert one.check_memory(T0)
    assert one.stop_step(T0) is StopStep.TERMINATE
    one.end_leader(ending(-9, windows=False), T0)
    assert not one.was_asked
    assert str(one.ending_text) == "killed above its memory limit: used 1.5 kB, limit 1 kB"
    assert one.ending_text.code == "memory-limit"


def test_a_child_that_is_being_stopped_may_use_any_memory():
    one = child(memory_limit_bytes=1)
    one.stop(T0)
    one.take_census(rows(10), T0)
    assert not one.check_memory(T0)
