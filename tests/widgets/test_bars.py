"""Header, problem list and bottom bar."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from runtime.events import StageChanged
from runtime.problems import Problem, Severity
from runtime.series import Series
from runtime.states import AgentState, Blame, MatchStage, Outcome, StageState
from runtime.values import AgentStatus, MatchResult
from widgets.bottom.bottom_bar import BottomBar, result_line
from widgets.bottom.lamps import Lamp, Lamps, LampsValue
from widgets.elided_label import ElidedLabel
from widgets.header.header_bar import THEMES, HeaderBar
from widgets.problems.problem_list import NONE, ProblemList, problem_text


def a_problem(severity=Severity.ERROR, **changes):
    values = {"severity": severity, "path": Path("/x/match.toml"), "message": "It is wrong.", "line": 4}
    return Problem(**{**values, **changes})


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


@pytest.fixture
def header(qtbot, dark):
    made = HeaderBar()
    made.set_looks(dark)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def problems(qtbot, dark):
    made = ProblemList(dark)
    qtbot.addWidget(made)
    return made


def test_the_line_does_not_call_a_match_on_that_stands_still(bottom):
    bottom.show_stage(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
    assert bottom.line.text() == "The match is on."
    bottom.show_pause(reason="", is_paused=True)
    assert bottom.line.text() == "The match stands still."
    bottom.show_pause(reason="", is_paused=False)
    assert bottom.line.text() == "The match is on."


def test_a_match_that_comes_on_in_a_pause_stands_still(bottom):
    bottom.show_pause(reason="", is_paused=True)
    bottom.show_stage(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
    assert bottom.line.text() == "The match stands still."


def test_a_pause_leaves_other_words_in_the_line(bottom):
    bottom.show_line("Bot.py cannot be read.", "bad")
    bottom.show_pause(reason="", is_paused=True)
    bottom.show_pause(reason="", is_paused=False)
    assert bottom.line.text() == "Bot.py cannot be read."


def test_buttons_of_the_header_say_why_they_are_off(header, an_overview):
    header.show_overview(an_overview())
    assert header.save_button.toolTip() == "Save the match (Ctrl+S)\nNothing is unsaved."
    header.show_overview(an_overview(is_dirty=True))
    assert header.save_button.toolTip() == "Save the match (Ctrl+S)"
    header.show_steps("Remove Chaser", None)
    buttons = (header.new_button, header.open_button, header.undo_button, header.redo_button)
    before = [button.toolTip() for button in buttons]
    header.set_locked(is_locked=True)
    for button, words in zip(buttons, before, strict=True):
        assert not button.isEnabled()
        assert button.toolTip() == f"{words}\nThe match stays as it is while it runs."
    header.set_locked(is_locked=False)
    assert [button.toolTip() for button in buttons] == before


def test_a_saved_match_can_be_saved_elsewhere_by_menu(main_window, qtbot):
    offered = [action.text() for action in main_window.header.menu_button.menu().actions()]
    assert offered[0] == "Save as …"
    with qtbot.waitSignal(main_window.header.save_as_requested):
        main_window.header.menu_button.menu().actions()[0].trigger()


def test_the_menu_is_in_groups_and_ticks_the_panels_that_are_shown(main_window, qtbot):
    menu = main_window.header.menu_button.menu()
    assert sum(action.isSeparator() for action in menu.actions()) == 3
    log = main_window.workspace.actions_of_panels[3]
    for is_shown in (True, False):
        if log.isChecked() is not is_shown:
            log.trigger()
        menu.aboutToShow.emit()
        assert log.icon().isNull() is not is_shown


def test_the_header_names_the_document(header, an_overview):
    header.show_overview(an_overview())
    assert header._name.text() == "1v1"
    assert not header.save_button.isEnabled()
    assert "2 cars · Soccar · Stadium · five minutes" in header._about.text()
    header.show_overview(an_overview(is_dirty=True, path=None, cars=()))
    assert header._name.text() == "1v1 •"
    assert header.save_button.isEnabled()
    assert header._name.toolTip() == "Not saved yet"
    assert header._about.text().startswith("0 cars")


def test_the_header_asks(header, qtbot):
    with qtbot.waitSignal(header.open_requested):
        header.open_button.click()
    with qtbot.waitSignal(header.save_requested):
        header.save_button.click()


def test_the_header_names_what_undo_and_redo_would_do(header, qtbot):
    header.show_steps("Swap sides", None)
    assert (header.undo_button.isEnabled(), header.redo_button.isEnabled()) == (True, False)
    assert header.undo_button.toolTip() == "Undo: Swap sides (Ctrl+Z)"
    assert header.redo_button.toolTip() == "Redo (Ctrl+Shift+Z)"
    with qtbot.waitSignal(header.undo_requested):
        header.undo_button.click()
    header.show_steps(None, "Swap sides")
    with qtbot.waitSignal(header.redo_requested):
        header.redo_button.click()


def test_the_header_keeps_the_document_while_a_match_runs(header, an_overview):
    header.show_overview(an_overview(is_dirty=True))
    header.show_steps("a", "b")
    header.set_locked(is_locked=True)
    parts = (header.new_button, header.open_button, header.undo_button, header.redo_button)
    assert not any(part.isEnabled() for part in parts)
    assert header.save_button.isEnabled()
    header.set_locked(is_locked=False)
    assert all(part.isEnabled() for part in parts)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_recent_matches_by_key_alone(header, qtbot):
    header.show_recent([Path("/a/one.toml"), Path("/b/two.toml")])
    header.show()
    header.set_locked(is_locked=True)
    header.open_recent_menu()
    assert not header._recent.isVisible()
    header.set_locked(is_locked=False)
    header.open_recent_menu()
    assert header._recent.isVisible()
    qtbot.keyClick(header._recent, Qt.Key.Key_Down)
    with qtbot.waitSignal(header.recent_requested) as chosen:
        qtbot.keyClick(header._recent, Qt.Key.Key_Return)
    assert chosen.args == [Path("/b/two.toml")]
    assert not header._recent.isVisible()
    header.close()


def test_the_header_offers_recent_matches_and_save_as(header, qtbot):
    assert [action.isEnabled() for action in header._recent.actions()] == [False]
    header.show_recent([Path("/a/one.toml"), Path("/b/two.toml")])
    assert ["one" in action.text() and "/a" in action.text() for action in header._recent.actions()] == [True, False]
    with qtbot.waitSignal(header.recent_requested) as chosen:
        header._recent.actions()[1].trigger()
    assert chosen.args == [Path("/b/two.toml")]
    with qtbot.waitSignal(header.save_as_requested):
        header.save_as_action.trigger()
    with qtbot.waitSignal(header.new_requested):
        header.new_button.click()


@pytest.mark.parametrize("key", THEMES)
def test_the_theme_menu(header, qtbot, key):
    action = next(action for action in header._themes.actions() if action.data() == key)
    with qtbot.waitSignal(header.theme_requested) as request:
        action.trigger()
    assert request.args == [key]
    header.show_theme(key)
    assert [entry.data() for entry in header._themes.actions() if entry.isChecked()] == [key]


def test_without_problems_it_says_so(problems, qtbot):
    with qtbot.waitSignal(problems.counted) as counted:
        problems.show_problems(())
    assert counted.args == [0]
    assert problems._title.text() == NONE
    assert problems.rows.count() == 0


def test_a_row_leads_to_its_place(problems, qtbot):
    late = a_problem(line=7)
    problems.show_problems((a_problem(Severity.WARNING), late))
    problems.show()
    problems.rows.setCurrentRow(0)
    with qtbot.waitSignal(problems.problem_chosen) as chosen:
        qtbot.keyClick(problems.rows, Qt.Key.Key_Return)
    assert chosen.args == [late]


def test_errors_come_first_and_say_that_nothing_starts(problems):
    problems.show_problems((a_problem(Severity.WARNING, line=1), a_problem(fix="Mend it."), a_problem(line=None)))
    assert problems._title.text() == "2 errors and 1 warning, the match cannot start"
    texts = [problems.rows.item(row).text() for row in range(problems.rows.count())]
    assert texts == [
        "match.toml:4   It is wrong.  →  Mend it.",
        "match.toml   It is wrong.",
        "match.toml:1   It is wrong.",
    ]
    assert problems.rows.item(0).toolTip().startswith("/x/match.toml:4: error")
    assert problems.property("severity") == "error"


def test_warnings_alone_do_not_stop_a_match(problems):
    problems.show_problems((a_problem(Severity.WARNING),))
    assert problems._title.text() == "1 warning, the match can start"
    assert problems.property("severity") == "warning"
    problems.show_problems(())
    assert problems.property("severity") == "none"


def test_where_nobody_plays_nothing_starts(problems):
    problems.show_problems((a_problem(Severity.WARNING),), is_empty=True)
    assert problems._title.text() == "Nobody plays yet, so the match cannot start"
    problems.show_problems((a_problem(),), is_empty=True)
    assert problems._title.text() == "1 error, the match cannot start"
    problems.show_problems(())
    assert "can start" in problems._title.text()


def test_a_problem_without_fix_ends_with_its_sentence():
    assert problem_text(a_problem()) == "match.toml:4   It is wrong."


def test_buttons_say_why_they_are_off(bottom, qtbot):
    bottom.show_buttons(start="There are errors.", stop="")
    assert not bottom.start_button.isEnabled()
    assert bottom.start_button.toolTip() == "There are errors."
    assert "Ctrl+." in bottom.stop_button.toolTip()
    assert "Esc" in bottom.stop_button.toolTip()
    with qtbot.waitSignal(bottom.stop_requested):
        qtbot.mouseClick(bottom.stop_button, Qt.MouseButton.LeftButton)
    with qtbot.assertNotEmitted(bottom.start_requested):
        qtbot.mouseClick(bottom.start_button, Qt.MouseButton.LeftButton)
    bottom.show_buttons(start="", stop="No match is running.")
    assert "Ctrl+Return" in bottom.start_button.toolTip()
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


def test_stages_are_marked_and_name_who_is_awaited(bottom):
    bottom.show_stage(StageChanged(stage=MatchStage.CHECK, state=StageState.DONE))
    bottom.show_stage(StageChanged(stage=MatchStage.READY, state=StageState.RUNNING, text="waiting for Striker"))
    assert bottom.line.text() == "Agents get ready: waiting for Striker"
    assert bottom.checklist.state(MatchStage.CHECK) is StageState.DONE
    assert bottom.checklist.state(MatchStage.READY) is StageState.RUNNING
    assert "waiting for Striker" in bottom.checklist._words[MatchStage.READY].toolTip()
    bottom.show_stage(StageChanged(stage=MatchStage.READY, state=StageState.FAILED, text="Striker never came"))
    assert bottom.line.property("tone") == "bad"
    bottom.clear()
    assert bottom.checklist.state(MatchStage.CHECK) is StageState.PENDING
    assert bottom.line.text() == ""


@pytest.mark.parametrize("state", StageState)
@pytest.mark.parametrize("stage", MatchStage)
def test_every_stage_can_be_in_every_state(bottom, stage, state):
    bottom.show_stage(StageChanged(stage=stage, state=state))
    assert state.value in bottom.checklist._words[stage].accessibleName()
    if state is StageState.RUNNING:
        assert bottom.line.text()


def test_the_games_of_a_series_stand_below_the_score(bottom, a_view):
    standing, games = bottom.standing, bottom.standing.games
    standing.show_view(a_view())
    assert not games.isVisibleTo(bottom)
    standing.show_view(a_view(series=series(0, 1, 0)))
    assert (games.text(), games.isVisibleTo(bottom)) == ("Games 2:1", True)
    standing.show_view(a_view())
    assert not games.isVisibleTo(bottom)
    standing.show_view(a_view(series=series()))
    assert games.text() == "Games 0:0"
    bottom.clear()
    assert not games.isVisibleTo(bottom)


def series(*winners):
    played = Series(length=3)
    for winner in winners:
        played = played.after((2, 1), winner)
    return played


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Blue wins 2 : 1, 5:00 played in 0:34"),
        ({"score": (0, 3)}, "Orange wins 3 : 0, 5:00 played in 0:34"),
        ({"forfeited_by": 0}, "Orange wins by forfeit at 2 : 1, 5:00 played in 0:34"),
        ({"forfeited_by": 1, "score": (0, 0)}, "Blue wins by forfeit at 0 : 0, 5:00 played in 0:34"),
        ({"score": (1, 1), "game_seconds": 59.9}, "A draw, 1 : 1, 0:59 played in 0:34"),
        ({"outcome": Outcome.INTERRUPTED, "game_seconds": 61.0}, "Stopped at 2 : 1, 1:01 played in 0:34"),
        ({"series": series(0, 1, 1)}, "Orange wins the series 2 : 1, 5:00 played in 0:34"),
        ({"series": series(0, None, 1)}, "The series is drawn, 1 : 1 games, 5:00 played in 0:34"),
        ({"series": series(1)}, "Series stopped at 0 : 1 games, 5:00 played in 0:34"),
        (
            {"series": series(1, 1), "outcome": Outcome.INTERRUPTED},
            "Series stopped at 0 : 2 games, 5:00 played in 0:34",
        ),
        ({"series": series(1), "forfeited_by": 1}, "Blue wins by forfeit at 0 : 1, 5:00 played in 0:34"),
        ({"outcome": Outcome.FAILED, "reason": "Striker crashed."}, "Failed: Striker crashed."),
        ({"outcome": Outcome.INTERRUPTED, "frames": 0}, "Stopped before the kickoff"),
        ({"agents": (an_agent(),)}, "Blue wins 2 : 1, 5:00 played in 0:34"),
        (
            {"agents": (an_agent(state=AgentState.CRASHED), an_agent())},
            "Blue wins 2 : 1, 5:00 played in 0:34. 1 agent failed",
        ),
        (
            {"agents": (an_agent(state=AgentState.HUNG, answers=0), an_agent(state=AgentState.FAILED))},
            "Blue wins 2 : 1, 5:00 played in 0:34. 2 agents failed",
        ),
        (
            {"agents": (an_agent(state=AgentState.EXITED), an_agent(answers=0, packets=60))},
            "Blue wins 2 : 1, 5:00 played in 0:34. 1 agent failed, 1 agent never answered",
        ),
        ({"agents": (an_agent(answers=0, packets=59),)}, "Blue wins 2 : 1, 5:00 played in 0:34"),
        ({"agents": (an_agent(answers=1, packets=61),)}, "Blue wins 2 : 1, 5:00 played in 0:34"),
        ({"agents": (an_agent(answers=0, cars=()),)}, "Blue wins 2 : 1, 5:00 played in 0:34"),
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
    [({}, "blue"), ({"score": (2, 2)}, ""), ({"forfeited_by": 0}, "orange"), ({"forfeited_by": 1}, "blue")],
)
def test_the_result_has_the_winners_tone(bottom, changes, tone):
    bottom.show_result(a_result(**changes))
    assert bottom.line.property("tone") == tone


def test_themes_redraw_the_bars(header, bottom, problems, themed):
    problems.show_problems((a_problem(),))
    for bar in (header, bottom, problems):
        bar.set_looks(themed)
        assert not bar.grab().isNull()


def test_what_can_be_mended_has_a_button(problems, qtbot):
    first, second, other = (a_problem(Severity.WARNING, line=line) for line in (1, 2, 3))
    problems.show_problems((first, second, other))
    problems.show()
    assert not problems.fix_button.isVisible()
    problems.show_fixes({second: "Mend two", first: "Mend one"})
    assert problems.fix_button.text() == "Mend one", "of the first, while none is chosen"
    problems.rows.setCurrentRow(1)
    assert problems.fix_button.text() == "Mend two"
    assert second.message in problems.fix_button.accessibleName()
    with qtbot.waitSignal(problems.fix_requested) as wanted:
        qtbot.mouseClick(problems.fix_button, Qt.MouseButton.LeftButton)
    assert wanted.args == [second]
    problems.rows.setCurrentRow(2)
    assert problems.fix_button.text() == "Mend one"
    problems.show_problems((first,))
    assert not problems.fix_button.isVisible(), "new problems have no buttons yet"
