"""The bar at the bottom: buttons, lamps, stages, standing of a series, and the status line."""

import pytest
from PySide6.QtCore import Qt, QTimer

from runtime.model.events import StageChanged
from runtime.model.interference import Interference
from runtime.model.series import Series
from runtime.model.states import AgentState, Blame, MatchStage, Outcome, StageState
from runtime.model.values import AgentStatus, MatchResult
from tests.labels import named
from widgets.bottom.bottom_bar import BottomBar, Lamp, Lamps, LampsValue, result_line
from widgets.shared.labels import ElidedLabel
from widgets.words import word_of


def a_result(**changes):
    values = {
        "outcome": Outcome.FINISHED,
        "blame": Blame.NOBODY,
        "reason": "Full time.",
        "score": (2, 1),
        "frames": 1,
        "game_seconds": 300.0,
        "wall_seconds": 34.0,
        "agents": (),
    }
    return MatchResult(**{**values, **changes})


def an_agent(**changes):
    values = {
        "key": "blue-1",
        "name": "Striker",
        "agent_id": "tests/striker",
        "team": 0,
        "cars": (0,),
        "state": AgentState.STOPPED,
        "packets": 600,
        "answers": 600,
    }
    return AgentStatus(**{**values, **changes})


@pytest.fixture
def bottom(qtbot, dark):
    made = BottomBar(dark)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_line_does_not_call_a_match_on_that_stands_still(bottom):
    bottom.show_stage(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
    assert bottom.line.text() == "Match running"
    bottom.show_pause(reason="", is_paused=True)
    assert bottom.line.text() == "Paused"
    bottom.show_pause(reason="", is_paused=False)
    assert bottom.line.text() == "Match running"


def test_a_match_that_comes_on_in_a_pause_stands_still(bottom):
    bottom.show_pause(reason="", is_paused=True)
    bottom.show_stage(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
    assert bottom.line.text() == "Paused"


def test_a_pause_leaves_other_words_in_the_line(bottom):
    bottom.show_line("Bot.py cannot be read.", "bad")
    bottom.show_pause(reason="", is_paused=True)
    bottom.show_pause(reason="", is_paused=False)
    assert bottom.line.text() == "Bot.py cannot be read."


def test_a_refusal_passes_and_the_state_of_the_match_comes_back(bottom, qtbot, monkeypatch):
    bottom.show_stage(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
    assert 5_000 <= bottom.findChild(QTimer).interval() <= 15_000
    bottom.findChild(QTimer).setInterval(50)
    bottom.show_refusal("No such file.")
    assert (bottom.line.text(), bottom.line.property("tone")) == ("No such file.", "bad")
    bottom.show_pause(reason="", is_paused=True)
    assert (bottom.line.text(), bottom.line.property("tone")) == ("Paused", "")
    bottom.show_refusal("No such file.")
    qtbot.waitUntil(lambda: bottom.line.text() == "Paused")
    assert (bottom.line.property("tone"), bottom.line.toolTip()) == ("", "Paused")


def test_news_of_the_match_take_the_place_of_a_refusal(bottom):
    bottom.show_refusal("No such file.")
    bottom.show_stage(StageChanged(stage=MatchStage.GAME, state=StageState.FAILED))
    assert bottom.line.text() == "Start game"
    assert not bottom.findChild(QTimer).isActive()


def test_buttons_say_why_they_are_off(bottom, qtbot):
    bottom.show_buttons(start="There are errors.", stop="")
    assert not bottom.start_button.isEnabled()
    assert bottom.start_button.toolTip() == "There are errors."
    assert "Ctrl+." in bottom.stop_button.toolTip()
    assert "Esc" not in bottom.stop_button.toolTip()
    with qtbot.waitSignal(bottom.stop_requested):
        qtbot.mouseClick(bottom.stop_button, Qt.MouseButton.LeftButton)
    with qtbot.assertNotEmitted(bottom.start_requested):
        qtbot.mouseClick(bottom.start_button, Qt.MouseButton.LeftButton)
    bottom.show_buttons(start="", stop="No match is running.")
    assert "Ctrl+Enter" in bottom.start_button.toolTip()
    with qtbot.waitSignal(bottom.start_requested):
        qtbot.mouseClick(bottom.start_button, Qt.MouseButton.LeftButton)


def test_the_focus_stays_on_the_buttons(bottom, qtbot):
    bottom.show_buttons(start="", stop="no")
    bottom.activateWindow()
    bottom.start_button.setFocus()
    qtbot.waitUntil(bottom.start_button.hasFocus)
    bottom.show_buttons(start="no", stop="")
    assert bottom.stop_button.hasFocus()
    bottom.show_buttons(start="no", stop="no")
    assert bottom.hasFocus()
    bottom.show_buttons(start="", stop="no")
    assert bottom.start_button.hasFocus()


@pytest.mark.parametrize("missing", [0, 1, 60])
def test_lamps_are_shortened_where_there_is_no_room(qtbot, missing):
    lamps = Lamps()
    qtbot.addWidget(lamps)
    words = ("server on", "playing", "15 of 16 agents play, one has crashed")
    server, game, agents = (Lamp(text=text, tone="good") for text in words)
    lamps.show_value(LampsValue(server=server, game=game, agents=agents))
    lamps.resize(lamps.sizeHint().width() - missing, 30)
    lamps.show()
    labels = [label for label in lamps.findChildren(ElidedLabel) if label.isVisible()]
    assert [label.text() for label in labels] == list(words)
    lacking = [label.sizeHint().width() - label.width() for label in labels]
    assert sum(lacking) == missing
    assert all(label.geometry().right() < lamps.width() for label in labels)


def test_stages_are_marked_and_name_which_agents_are_missing(bottom):
    bottom.show_stage(StageChanged(stage=MatchStage.CHECK, state=StageState.DONE))
    bottom.show_stage(StageChanged(stage=MatchStage.READY, state=StageState.RUNNING, text="waiting for Striker"))
    assert bottom.line.text() == "Agents ready: waiting for Striker"
    assert bottom.checklist.state(MatchStage.CHECK) is StageState.DONE
    assert bottom.checklist.state(MatchStage.READY) is StageState.RUNNING
    assert named(bottom.checklist, "Agents ready, running: waiting for Striker")
    bottom.show_stage(StageChanged(stage=MatchStage.READY, state=StageState.FAILED, text="Striker never came"))
    assert bottom.line.property("tone") == "bad"
    bottom.clear()
    assert bottom.checklist.state(MatchStage.CHECK) is StageState.PENDING
    assert bottom.line.text() == ""


@pytest.mark.parametrize("state", StageState)
def test_every_stage_can_be_in_every_state(bottom, state):
    for stage in MatchStage:
        bottom.show_stage(StageChanged(stage=stage, state=state))
        assert named(bottom.checklist, f"{word_of(stage)}, {word_of(state)}")
        assert state is not StageState.RUNNING or bottom.line.text()


def series(*winners):
    played = Series(length=3)
    for winner in winners:
        played = played.after((2, 1), winner)
    return played


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Blue wins 2-1 after 5:00"),
        ({"score": (0, 3)}, "Orange wins 3-0 after 5:00"),
        ({"forfeited_by": 0}, "Orange wins by forfeit at 2-1 after 5:00"),
        ({"forfeited_by": 1, "score": (0, 0)}, "Blue wins by forfeit at 0-0 after 5:00"),
        ({"score": (1, 1), "game_seconds": 59.9}, "Draw 1-1 after 0:59"),
        ({"score": (1, 1), "winner": 1}, "Orange wins the tiebreak at 1-1 after 5:00"),
        ({"outcome": Outcome.INTERRUPTED, "game_seconds": 61.0}, "Stopped at 2-1 after 1:01"),
        ({"series": series(0, 1, 1)}, "Orange wins the series 2-1 after 5:00"),
        ({"series": series(0, None, 1)}, "Series drawn 1-1 after 5:00"),
        ({"series": series(1)}, "Series stopped at 0-1 after 5:00"),
        (
            {"series": series(1, 1), "outcome": Outcome.INTERRUPTED},
            "Series stopped at 0-2 after 5:00",
        ),
        ({"series": series(1), "forfeited_by": 1}, "Blue wins by forfeit at 0-1 after 5:00"),
        ({"outcome": Outcome.FAILED, "reason": "Striker crashed."}, "Failed: Striker crashed."),
        ({"outcome": Outcome.INTERRUPTED, "frames": 0}, "Stopped before kickoff"),
        ({"agents": (an_agent(),)}, "Blue wins 2-1 after 5:00"),
        (
            {"agents": (an_agent(state=AgentState.CRASHED), an_agent())},
            "Blue wins 2-1 after 5:00. 1 agent failed",
        ),
        (
            {"agents": (an_agent(state=AgentState.HUNG, answers=0), an_agent(state=AgentState.FAILED))},
            "Blue wins 2-1 after 5:00. 2 agents failed",
        ),
        (
            {"agents": (an_agent(state=AgentState.EXITED), an_agent(answers=0, packets=60))},
            "Blue wins 2-1 after 5:00. 1 agent failed, 1 agent never answered",
        ),
        ({"agents": (an_agent(answers=0, packets=59),)}, "Blue wins 2-1 after 5:00"),
        ({"agents": (an_agent(answers=1, packets=61),)}, "Blue wins 2-1 after 5:00"),
        ({"agents": (an_agent(answers=0, cars=()),)}, "Blue wins 2-1 after 5:00"),
    ],
)
def test_the_result_line(bottom, changes, text):
    assert result_line(a_result(**changes)) == text
    bottom.show_result(a_result(**changes))
    assert bottom.line.text() == text


@pytest.mark.parametrize(("winners", "tone"), [((0, 0), "blue"), ((0, 1, 1), "orange"), ((None, 0, 1), "")])
def test_the_result_of_a_series_has_the_colour_of_who_won_most_games(bottom, winners, tone):
    bottom.show_result(a_result(score=(2, 1), series=series(*winners)))
    assert bottom.line.property("tone") == tone


@pytest.mark.parametrize(
    ("changes", "tone"),
    [
        ({}, "blue"),
        ({"score": (2, 2)}, ""),
        ({"score": (2, 2), "winner": 1}, "orange"),
        ({"forfeited_by": 0}, "orange"),
        ({"forfeited_by": 1}, "blue"),
    ],
)
def test_the_result_has_the_winners_tone(bottom, changes, tone):
    bottom.show_result(a_result(**changes))
    assert bottom.line.property("tone") == tone


def test_interference_is_named_with_the_result(bottom):
    acts = (
        Interference(what="StopCommand", by="Session 7", count=3, refused=True),
        Interference(what="ConsoleCommand", by="Session 8", count=1, refused=False),
    )
    bottom.show_result(a_result(interference=acts))
    assert bottom.line.text().endswith("4 actions by other programs")
    assert bottom.line.property("tone") == "warning"
    told = bottom.line.toolTip().splitlines()
    assert "Session 7: StopCommand (3x), blocked" in told
    assert "Session 8: ConsoleCommand (1x), not blocked" in told
