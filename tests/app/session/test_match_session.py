"""Start and Stop never block, give the reason when they are disabled, and survive a runner that fails."""

import threading
from dataclasses import replace

import pytest

from app.session.bridge import FrameBatch
from app.session.match_session import MatchSession
from runtime.documents import Match
from runtime.model.events import AgentChanged, PaceMeasured, StageChanged
from runtime.model.states import Blame, MatchStage, Outcome, Phase, StageState
from runtime.model.values import CarEntry, MatchOverview, ScriptEntry


def overview(*, problems=(), cars=True):
    entry = CarEntry(position=0, name="A", team=0, kind="bot", source=None)
    return MatchOverview(
        title="x",
        path=None,
        is_dirty=False,
        cars=(entry,) if cars else (),
        scripts=(),
        game_mode="",
        game_map="",
        match_length="",
        problems=tuple(problems),
    )


@pytest.fixture
def make_session(qtbot, no_timer_left):
    made = []

    def make(make_runner, match=Match):
        session = MatchSession(make_runner, match)
        session.show_overview(overview())
        made.append(session)
        return session

    yield make
    for session in made:
        session.stop()
        qtbot.waitUntil(lambda session=session: not session.is_running)


def test_reasons_before_during_and_after(make_session, runner, qtbot):
    session = make_session(lambda match, choice: runner)
    assert (session.reasons.start, session.reasons.stop) == ("", "No match is running.")
    session.start()
    assert (session.reasons.start, session.reasons.stop) == ("A match is running.", "")
    with qtbot.waitSignal(session.ended) as ended:
        session.stop()
        assert "being stopped" in session.reasons.start
        assert "already" in session.reasons.stop
    assert ended.args[0].result.outcome is Outcome.INTERRUPTED
    assert session.reasons.start == ""
    assert runner.thread is not threading.main_thread()


def test_a_pause_of_the_arena_or_of_the_game_is_a_pause(make_session, runner, qtbot):
    session = make_session(lambda match, choice: runner)
    session.start()
    qtbot.waitUntil(lambda: session.view is not None)
    for phase, is_paused in ((Phase.ACTIVE, False), (Phase.PAUSED, True)):
        session.bridge.frames_arrived.emit(FrameBatch(views=(replace(session.view, phase=phase),)))
        assert (session.is_interrupted, session.is_paused) == (is_paused, is_paused)
    session.bridge.frames_arrived.emit(FrameBatch(views=(replace(session.view, phase=Phase.ACTIVE),)))
    session.bridge.pace_measured.emit(PaceMeasured(speed=0.0, overruns=0, is_paused=True))
    assert (session.is_halted, session.is_interrupted, session.is_paused) == (True, False, True)


def test_reasons_against_a_start(make_session, runner, make_problem):
    session = make_session(lambda match, choice: runner)
    session.show_overview(overview(problems=[make_problem()]))
    assert "errors" in session.reasons.start
    session.show_overview(overview(cars=False))
    assert "No cars" in session.reasons.start
    session.start()
    assert not session.is_running
    session.show_overview(replace(overview(cars=False), scripts=(ScriptEntry(name="Painter"),)))
    assert session.reasons.start == ""


def test_without_a_match_start_is_off(make_session, runner):
    session = make_session(lambda match, choice: runner, match=lambda: None)
    session.start()
    assert not session.is_running


def test_a_second_start_changes_nothing(make_session, runner, qtbot):
    made = []
    session = make_session(lambda match, choice: made.append(match) or runner)
    session.start()
    session.start()
    qtbot.waitUntil(lambda: bool(made))
    session.stop()
    session.stop()
    qtbot.waitUntil(lambda: not session.is_running)
    assert len(made) == 1


def test_a_stop_before_the_runner_exists_reaches_it(make_session, runner, qtbot):
    may_go_on = threading.Event()

    def slowly(match, choice):
        may_go_on.wait(10)
        return runner

    session = make_session(slowly)
    session.start()
    with qtbot.waitSignal(session.ended):
        session.stop()
        may_go_on.set()
    assert runner.stopped.is_set()


@pytest.mark.parametrize("place", ["make", "run"])
def test_an_internal_error_ends_the_match_with_a_reason(make_session, qtbot, place, caplog):
    class Broken:
        def run(self, emit):
            raise RuntimeError("it broke")

    def make(match, choice):
        if place == "make":
            raise RuntimeError("it broke")
        return Broken()

    session = make_session(make)
    with qtbot.waitSignal(session.ended) as ended:
        session.start()
    result = ended.args[0].result
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert "it broke" in str(result.reason)
    assert "internal error" in caplog.text
    assert session.reasons.start == ""


class Preparation:
    """Blocks until it may end or is cancelled."""

    def __init__(self):
        self.may_end = threading.Event()
        self.is_cancelled = False

    def run(self, emit):
        emit(StageChanged(stage=MatchStage.CHECK, state=StageState.RUNNING, text="preparing"))
        assert self.may_end.wait(10)

    def cancel(self):
        self.is_cancelled = True
        self.may_end.set()


@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_match_is_prepared_before_it_is_played(make_session, runner, qtbot, is_stopped):
    session, preparation = make_session(lambda match, choice: runner), Preparation()
    session.prepare = lambda match: preparation
    session.start()
    qtbot.waitUntil(lambda: session.stages.get(MatchStage.CHECK) is StageState.RUNNING)
    assert runner.thread is None
    if is_stopped:
        session.stop()
    preparation.may_end.set()
    qtbot.waitUntil(lambda: runner.thread is not None)
    assert preparation.is_cancelled is runner.stopped.is_set() is is_stopped


def test_the_state_of_a_match_is_known_when_it_is_emitted(make_session, runner, qtbot):
    session, seen = make_session(lambda match, choice: runner), []
    session.agent_changed.connect(lambda agent, before: seen.append((session.agents[agent.key], before)))
    session.start()
    qtbot.waitUntil(lambda: session.view is not None and session.view.frame == 599 and session.pace is not None)
    assert [(agent.name, before) for agent, before in seen] == [("Striker", None), ("Chaser", None)]
    assert (session.phase, session.score, session.pace.speed) == (Phase.ACTIVE, (1, 2), 1.0)
    assert not session.is_paused
    session.bridge.post(AgentChanged(agent=replace(session.agents["blue-1"], late=9)))
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen[2][1].late == 6
    with qtbot.waitSignal(session.ended):
        session.stop()
    assert (session.phase, session.agents) == (None, {})
    assert session.result.outcome is Outcome.INTERRUPTED


def test_permissions_are_known_before_and_during_a_match(make_session, runner):
    session = make_session(lambda match, choice: runner, match=lambda: Match(enable_rendering="AlwaysOff"))
    session.show_overview(replace(overview(), can_set_state=False))
    assert (session.permissions.can_set_state, session.permissions.can_draw) == (False, True)
    session.start()
    assert (session.permissions.can_set_state, session.permissions.can_draw) == (Match().enable_state_setting, False)
