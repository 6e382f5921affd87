import pytest

from runtime.match.stages import Stages, awaited
from runtime.model.messages import literal
from runtime.model.states import MatchStage, StageState


@pytest.fixture
def told():
    return []


@pytest.fixture
def stages(told, clock):
    return Stages(lambda event: told.append((event.stage, event.state, str(event.text or ""))), clock)


def test_each_stage_begins_speaks_and_ends(stages, told):
    stages.begin(MatchStage.GAME, within_s=1)
    stages.say(literal("waiting"))
    stages.say(literal("waiting"))
    stages.begin(MatchStage.AGENTS)
    stages.fail(literal("Ada is missing."))
    assert told == [
        (MatchStage.GAME, StageState.RUNNING, ""),
        (MatchStage.GAME, StageState.RUNNING, "waiting"),
        (MatchStage.GAME, StageState.DONE, ""),
        (MatchStage.AGENTS, StageState.RUNNING, ""),
        (MatchStage.AGENTS, StageState.FAILED, "Ada is missing."),
    ]
    assert stages.current is None
    assert stages.state(MatchStage.PLAY) is StageState.PENDING


@pytest.mark.parametrize(("later", "late"), [(0.999, False), (1.0, True), (1.001, True)])
def test_a_stage_is_late_from_its_deadline_on(stages, clock, later, late):
    stages.begin(MatchStage.GAME, within_s=1)
    clock.now += later
    assert stages.is_late is late


def test_a_stage_without_a_deadline_is_never_late(stages, clock):
    stages.begin(MatchStage.PLAY)
    clock.now += 1e9
    assert not stages.is_late


@pytest.mark.parametrize(
    ("stage", "state"), [(MatchStage.PLAY, StageState.DONE), (MatchStage.READY, StageState.SKIPPED)]
)
def test_a_stage_that_is_stopped_has_not_failed(stages, stage, state):
    stages.begin(stage)
    stages.stop(literal("Stopped."))
    assert stages.state(stage) is state
    assert stages.current is None


def test_skipped_stages_are_told(stages, told):
    stages.skip([MatchStage.AGENTS, MatchStage.READY], literal("not awaited"))
    assert [state for _, state, _ in told] == [StageState.SKIPPED] * 2


def test_nothing_ends_twice(stages, told):
    stages.begin(MatchStage.PLAY)
    stages.done()
    stages.done()
    stages.fail(literal("no"))
    stages.say(literal("no"))
    assert len(told) == 2


def test_the_time_left_is_told_in_steps_once_one_has_passed(stages, told, clock):
    stages.begin(MatchStage.AGENTS, within_s=12)
    for later in (0.0, 4.9, 5.0, 6.9, 7.0, 11.0, 12.0, 13.0):
        clock.now = 100.0 + later
        stages.wait(literal("waiting for Ada"))
    assert [text for _, _, text in told] == [
        "",
        "waiting for Ada",
        "waiting for Ada, 10 s left",
        "waiting for Ada, 5 s left",
        "waiting for Ada, 0 s left",
    ]


def test_of_a_busy_stage_the_time_that_has_passed_is_told(stages, told, clock):
    stages.begin(MatchStage.AGENTS, within_s=12)
    for later, is_busy in ((4.9, True), (5.0, True), (9.9, True), (10.0, True), (11.0, False)):
        clock.now = 100.0 + later
        stages.wait(literal("waiting for Ada"), is_busy=is_busy)
    assert [text for _, _, text in told][1:] == [
        "waiting for Ada",
        "waiting for Ada, still loading: 5 of 12 s, CPU busy",
        "waiting for Ada, still loading: 10 of 12 s, CPU busy",
        "waiting for Ada, 5 s left",
    ]
    stages.wait(literal("Ada failed to start."), is_sentence=True, is_busy=True)
    assert told[-1][2] == "Ada failed to start. Time left: 5 s."


def test_the_time_left_follows_a_sentence_as_one_of_its_own(stages, told, clock):
    stages.begin(MatchStage.AGENTS, within_s=12)
    clock.now += 5.0
    stages.wait(literal("Ada failed to start."), is_sentence=True)
    assert told[-1][2] == "Ada failed to start. Time left: 10 s."


def test_the_awaited_stage_names_failed_agents_first():
    assert str(awaited(["Ada"], [])) == "waiting for Ada"
    assert str(awaited([], ["Eve"])) == "Eve failed to start. Fix and save it, or install packages."
    assert str(awaited([], ["Bob", "Eve"])) == ("Bob and Eve failed to start. Fix and save them, or install packages.")
    assert str(awaited(["Ada", "Ann"], ["Eve"])) == (
        "Eve failed to start. Fix and save it, or install packages. Also waiting for Ada and Ann"
    )


def test_a_stage_without_a_deadline_tells_no_time(stages, told, clock):
    stages.begin(MatchStage.PLAY)
    clock.now += 1e6
    stages.wait(literal("waiting"))
    assert told[-1][2] == "waiting"
