"""Start and Stop never block, know why they are off, and survive a runner that fails."""

import threading
from dataclasses import replace

import pytest

from app.session.bridge import Bridge
from app.session.match_session import MatchController
from runtime.documents import Match
from runtime.model.states import Blame, Outcome
from runtime.model.values import CarEntry, MatchOverview


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
def make_controller(qtbot, no_timer_left):
    made = []

    def make(make_runner, match=Match):
        bridge = Bridge()
        controller = MatchController(bridge, make_runner, match)
        controller.show_overview(overview())
        made.append((bridge, controller))
        return controller

    yield make
    for _, controller in made:
        controller.stop()
        qtbot.waitUntil(lambda controller=controller: not controller.is_running)


def test_reasons_before_during_and_after(make_controller, runner, qtbot):
    controller = make_controller(lambda match, wish: runner)
    assert (controller.reasons.start, controller.reasons.stop) == ("", "No match is running.")
    controller.start()
    assert (controller.reasons.start, controller.reasons.stop) == ("A match is running.", "")
    with qtbot.waitSignal(controller.ended) as ended:
        controller.stop()
        assert "being stopped" in controller.reasons.start
        assert "already" in controller.reasons.stop
    assert ended.args[0].result.outcome is Outcome.INTERRUPTED
    assert controller.reasons.start == ""
    assert runner.thread is not threading.main_thread()


def test_reasons_against_a_start(make_controller, runner, make_problem):
    controller = make_controller(lambda match, wish: runner)
    controller.show_overview(overview(problems=[make_problem()]))
    assert "errors" in controller.reasons.start
    controller.show_overview(overview(cars=False))
    assert "No cars" in controller.reasons.start
    controller.start()
    assert not controller.is_running
    controller.show_overview(replace(overview(cars=False), scripts=("Painter",)))
    assert controller.reasons.start == ""


def test_no_match_no_start(make_controller, runner):
    controller = make_controller(lambda match, wish: runner, match=lambda: None)
    controller.start()
    assert not controller.is_running


def test_a_second_start_changes_nothing(make_controller, runner, qtbot):
    made = []
    controller = make_controller(lambda match, wish: made.append(match) or runner)
    controller.start()
    controller.start()
    qtbot.waitUntil(lambda: bool(made))
    controller.stop()
    controller.stop()
    qtbot.waitUntil(lambda: not controller.is_running)
    assert len(made) == 1


def test_a_stop_before_the_runner_exists_reaches_it(make_controller, runner, qtbot):
    may_go_on = threading.Event()

    def slowly(match, wish):
        may_go_on.wait(10)
        return runner

    controller = make_controller(slowly)
    controller.start()
    with qtbot.waitSignal(controller.ended):
        controller.stop()
        may_go_on.set()
    assert runner.stopped.is_set()


@pytest.mark.parametrize("place", ["make", "run"])
def test_a_fault_of_ours_ends_the_match_with_a_reason(make_controller, qtbot, place, caplog):
    class Broken:
        def run(self, sink):
            raise RuntimeError("it broke")

        def request_stop(self):
            pass

    def make(match, wish):
        if place == "make":
            raise RuntimeError("it broke")
        return Broken()

    controller = make_controller(make)
    with qtbot.waitSignal(controller.ended) as ended:
        controller.start()
    result = ended.args[0].result
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert "it broke" in result.reason
    assert "fault of Kickabout" in caplog.text
    assert controller.reasons.start == ""
