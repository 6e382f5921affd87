import pytest

from runtime.model.states import ChildState
from runtime.processes.child import GIVE_UP_S, KILL_AGAIN_S, IllegalArrowError, Ladder, Step

T0 = 1000.0


@pytest.fixture
def ladder():
    ladder = Ladder(grace_s=1.0, terminate_s=0.25)
    ladder.spawned()
    return ladder


def test_nothing_is_due_while_nobody_asked(ladder):
    assert ladder.deadline == float("inf")
    assert ladder.tick(T0 + 1e9) is Step.NOTHING
    assert ladder.state is ChildState.RUNNING


@pytest.mark.parametrize(
    ("after_s", "step", "state"),
    [
        (0.999, Step.NOTHING, ChildState.ASKED),
        (1.0, Step.TERMINATE, ChildState.TERMINATING),
        (1.001, Step.TERMINATE, ChildState.TERMINATING),
    ],
)
def test_grace(ladder, after_s, step, state):
    ladder.stop(T0)
    assert ladder.deadline == T0 + 1.0
    assert ladder.tick(T0 + after_s) is step
    assert ladder.state is state


@pytest.mark.parametrize(
    ("after_s", "step", "state"),
    [
        (0.249, Step.NOTHING, ChildState.TERMINATING),
        (0.25, Step.KILL, ChildState.KILLING),
        (0.251, Step.KILL, ChildState.KILLING),
    ],
)
def test_patience_after_the_termination_signal(ladder, after_s, step, state):
    ladder.stop(T0, 0.0)
    assert ladder.tick(T0) is Step.TERMINATE
    assert ladder.tick(T0 + after_s) is step
    assert ladder.state is state


@pytest.fixture
def killing(ladder):
    ladder.stop(T0, 0.0)
    ladder.tick(T0)
    assert ladder.tick(T0 + 0.25) is Step.KILL
    return ladder


@pytest.mark.parametrize(("share", "step"), [(0.99, Step.NOTHING), (1.0, Step.KILL), (1.01, Step.KILL)])
def test_killing_is_repeated(killing, share, step):
    assert killing.tick(T0 + 0.25 + share * KILL_AGAIN_S) is step


@pytest.mark.parametrize(
    ("after_s", "step"),
    [(GIVE_UP_S - 0.001, Step.KILL), (GIVE_UP_S, Step.NAME_SURVIVORS), (GIVE_UP_S + 0.001, Step.NAME_SURVIVORS)],
)
def test_survivors_are_named_once_and_killing_goes_on(killing, after_s, step):
    now = T0 + 0.25 + after_s
    assert killing.tick(now) is step
    if step is Step.NAME_SURVIVORS:
        assert killing.tick(now + 1) is Step.KILL
    assert killing.state is ChildState.KILLING


def test_a_second_stop_may_only_shorten_the_grace(ladder):
    ladder.stop(T0)
    ladder.stop(T0 + 0.5, 5.0)
    assert ladder.deadline == T0 + 1.0
    ladder.stop(T0 + 0.5, 0.1)
    assert ladder.deadline == T0 + 0.6
    ladder.tick(T0 + 0.6)
    ladder.stop(T0 + 0.6, 9.0)
    assert ladder.state is ChildState.TERMINATING


def test_what_an_asked_program_leaves_behind_gets_no_more_grace(ladder):
    ladder.stop(T0)
    ladder.leader_left(T0 + 0.1)
    assert ladder.tick(T0 + 0.1) is Step.TERMINATE


def test_what_a_program_left_behind_earlier_has_the_whole_grace(ladder):
    ladder.leader_left(T0 - 5)
    ladder.stop(T0)
    assert ladder.deadline == T0 + 1.0


@pytest.mark.parametrize("rungs", [0, 1, 2, 3])
def test_emptied_on_any_rung(ladder, rungs):
    now = T0
    for rung in range(rungs):
        if rung == 0:
            ladder.stop(now, 0.0)
        else:
            now = ladder.deadline
            ladder.tick(now)
    ladder.emptied()
    assert ladder.state is (ChildState.STOPPED if rungs else ChildState.EXITED)
    assert ladder.deadline == float("inf")


def test_refused_child_cannot_be_emptied():
    ladder = Ladder(grace_s=1, terminate_s=1)
    ladder.refused()
    ladder.stop(T0)
    assert ladder.state is ChildState.FAILED
    with pytest.raises(IllegalArrowError):
        ladder.emptied()
