"""Notices during a match: questions about changed bots, results of swaps, and the report."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from app.services.settings import SettingsFile
from resources.examples import example_match
from runtime.documents import Match
from runtime.model.commands import AllowDrawing, AnswerSwap, SetSwapMode, SwapAgents
from runtime.model.events import AgentChanged, MatchNoted, NoteWithdrawn, PaceMeasured, SwapChanged
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from runtime.model.values import Traceback
from tests.labels import texts
from tests.values import a_swap
from widgets.preferences.preferences_dialog import PreferencesDialog


@pytest.fixture
def playing(desktop, runner, qtbot):
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    runner.console.clear()
    return desktop


def changed(make_agent, **changes):
    agent = make_agent(0, "Striker", swap_mode=SwapMode.ASK, swap_state=SwapState.CHANGED, swap_text="bot.py")
    return AgentChanged(agent=replace(agent, **changes))


def test_a_reload_without_standby_is_announced_with_its_gap(desktop, runner, make_agent, qtbot):
    chooser = desktop.window.bottom.chooser
    chooser.games.setCurrentIndex(chooser.games.findData("attached"))
    chooser.games.activated.emit(chooser.games.currentIndex())
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.phase is not None)
    bridge, strip = desktop.session.bridge, desktop.window.notices
    bridge.agent_changed.emit(changed(make_agent))
    assert strip.text.text().endswith("Reload? In this game, the car stands still until the bot has started again.")
    (card,) = desktop.window.teams[0].cards
    qtbot.waitUntil(lambda: card.card.swap.state is SwapState.CHANGED)
    assert "changed: bot.py; the car stands still during a reload" in texts(card)
    assert "A reload restarts the bot in this game" in card.toolTip()
    bridge.agent_changed.emit(changed(make_agent, swap_state=SwapState.STARTING))
    qtbot.waitUntil(lambda: "starting the new version: bot.py; the car stands still" in texts(card))
    bridge.post(PaceMeasured(speed=1.0, overruns=0, is_paused=False))
    qtbot.waitUntil(lambda: "starting the new version: bot.py" in texts(card))
    assert "A reload restarts the bot" not in card.toolTip()
    bridge.agent_changed.emit(changed(make_agent, swap_text="arena.py"))
    assert strip.text.text().endswith("Reload?")


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        ("action_button", SwapAgents(keys=("blue-1",))),
        ("other_button", SetSwapMode(mode=SwapMode.AUTO)),
        ("third_button", AnswerSwap(keys=("blue-1",), is_wanted=False)),
    ],
)
def test_a_changed_bot_is_asked_about(playing, runner, make_agent, button, expected):
    strip = playing.window.notices
    playing.session.bridge.agent_changed.emit(changed(make_agent))
    assert "Striker changed on disk (bot.py)" in strip.text.text()
    getattr(strip, button).click()
    assert runner.console == [expected]


@pytest.mark.parametrize(
    ("language", "labels"),
    [("en", ["Reload", "Always", "Not now"]), ("de", ["Neu laden", "Immer", "Jetzt nicht"])],
)
def test_always_is_kept_and_reloads_now(
    speak, make_desktop, runner, make_agent, qtbot, home_of_its_own, language, labels
):
    speak(language)
    desktop = make_desktop(lambda match, choice: runner)
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    runner.console.clear()
    desktop.window.commands.settings.trigger()
    page = desktop.window.findChild(PreferencesDialog)
    assert page.value.swap_mode is SwapMode.ASK
    desktop.session.bridge.agent_changed.emit(changed(make_agent))
    strip = desktop.window.notices
    buttons = (strip.action_button, strip.other_button, strip.third_button)
    assert [button.text() for button in buttons if button.isVisible()] == labels
    strip.other_button.click()
    assert runner.console == [SetSwapMode(mode=SwapMode.AUTO)]
    assert desktop.settings.settings.swap_mode == "auto"
    assert page.value.swap_mode is SwapMode.AUTO, "the open page shows it too"
    page.fair.click()
    assert desktop.settings.settings.swap_mode == "auto"
    desktop.settings.flush()
    assert SettingsFile(home_of_its_own / "config").load().swap_mode == "auto", "also after a restart"
    page.close()
    desktop.session.bridge.noted.emit(MatchNoted(text="It happened."))
    assert not any(button.isVisible() for button in buttons)


def test_a_question_goes_when_it_no_longer_matters(playing, make_agent):
    strip = playing.window.notices
    playing.session.bridge.agent_changed.emit(changed(make_agent))
    playing.session.bridge.agent_changed.emit(changed(make_agent))
    assert strip.notice is not None
    playing.session.bridge.agent_changed.emit(changed(make_agent, swap_state=SwapState.CHECKING))
    assert strip.notice is None
    playing.session.bridge.agent_changed.emit(changed(make_agent, swap_mode=SwapMode.AUTO))
    assert strip.notice is None


def test_every_swap_is_reported(playing):
    reported = 0
    for outcome, tone, words in (
        (SwapOutcome.DECLINED, None, ""),
        (SwapOutcome.CANCELLED, None, ""),
        (SwapOutcome.REFUSED, "bad", "Striker: new version rejected. bot.py:3: invalid syntax"),
        (SwapOutcome.SWAPPED, "good", "Striker reloaded (version 2) in 0.4 s."),
        (SwapOutcome.FAILED, "bad", "Striker: new version rejected."),
        (SwapOutcome.APPLIED, "good", "change applied"),
    ):
        reason = "bot.py:3: invalid syntax" if outcome is SwapOutcome.REFUSED else ""
        playing.session.bridge.swap_changed.emit(SwapChanged(record=a_swap(outcome, reason=reason)))
        notice = playing.window.notices.notice
        assert (notice.tone if notice else None) == tone
        assert words in (notice.text if notice else "")
        reported += tone is not None
        assert playing.window.history.rows.count() == reported


def test_what_the_match_wants_to_be_known_is_reported_and_kept(playing, qtbot):
    playing.session.bridge.post(MatchNoted(text="The folder of Striker is gone."))
    qtbot.waitUntil(lambda: playing.window.notices.notice is not None)
    assert playing.window.notices.notice.tone == "warning"
    assert playing.window.notices.text.text() == "The folder of Striker is gone."
    assert playing.window.history.rows.count() == 1


def test_what_holds_for_now_goes_with_what_takes_its_place_or_with_the_match(playing, qtbot):
    strip, bridge = playing.window.notices, playing.session.bridge
    bridge.noted.emit(MatchNoted(text="It happened."))
    bridge.noted.emit(MatchNoted(text="The folder is gone.", topic="watching /bots"))
    bridge.noted.emit(MatchNoted(text="The game says nothing.", topic="silence"))
    bridge.note_withdrawn.emit(NoteWithdrawn(topic="silence"))
    assert strip.text.text() == "The folder is gone."
    bridge.noted.emit(MatchNoted(text="The folder is back.", topic="watching /bots"))
    assert strip.text.text() == "The folder is back."
    strip.dismiss()
    assert strip.text.text() == "It happened.", "what it took the place of is gone"
    bridge.noted.emit(MatchNoted(text="The folder is gone again.", topic="watching /bots"))
    with qtbot.waitSignal(playing.session.ended):
        playing.session.stop()
    assert strip.notice is None
    assert playing.window.history.rows.count() == 5


def test_the_report_is_copied_without_the_users_folder(playing, runner, qtbot, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    qtbot.waitUntil(lambda: bool(playing.panels["log"]._lines["blue-1"]))
    playing.window.commands.report.trigger()
    text = QGuiApplication.clipboard().text()
    assert "Kickabout: " in text
    assert "PySide6-Essentials: 6." in text
    assert "Striker (blue-1): playing" in text
    assert "Striker is here" in text
    assert str(tmp_path) not in text
    assert "Report copied" in playing.window.notices.text.text()


def test_the_swap_mode_of_the_settings_reaches_the_match(playing, runner, qtbot):
    playing.window.commands.settings.trigger()
    page = playing.window.findChild(PreferencesDialog)
    page.swap_mode.setCurrentIndex(page.swap_mode.findData(SwapMode.AUTO))
    page.swap_mode.activated.emit(page.swap_mode.currentIndex())
    assert runner.console == [SetSwapMode(mode=SwapMode.AUTO)]
    assert playing.settings.settings.swap_mode == "auto"
    page.close()


def test_all_are_swapped_by_one_command(playing, runner):
    playing.window.commands.swap_all.trigger()
    assert runner.console == [SwapAgents()]


@pytest.mark.parametrize("answer", ["on_action", "on_other", "on_third"])
def test_an_answer_to_a_question_of_an_earlier_match_does_nothing(playing, runner, make_agent, answer):
    playing.session.bridge.agent_changed.emit(changed(make_agent))
    asked = playing.window.notices.notice
    playing.session.started.emit(Match())
    getattr(asked, answer)()
    assert runner.console == []


def refusal(**changes):
    problem = Problem(severity=Severity.ERROR, path=Path("/bots/bot.py"), line=25, message=literal("invalid syntax."))
    values = {"version": 1, "reason": "bot.py:25: invalid syntax.", "problems": (problem,)}
    return SwapChanged(record=a_swap(SwapOutcome.REFUSED, **{**values, **changes}))


def waiting(strip):
    """Returns the texts of all notices, the newest first, and dismisses them."""
    texts = []
    while strip.notice is not None:
        texts.append(strip.notice.text)
        strip.dismiss()
    return texts


def test_a_refused_version_is_reported_once_and_opens_the_line(playing, monkeypatch):
    opened = []
    monkeypatch.setattr("app.document.places.open_at_line", lambda *place: opened.append(place[:2]) or "")
    strip = playing.window.notices
    playing.session.bridge.swap_changed.emit(refusal())
    assert strip.text.text().count("invalid syntax") == 1
    assert strip.action_button.text() == "Open line 25"
    strip.action_button.click()
    assert opened == [(Path("/bots/bot.py"), 25)]


def test_a_refused_version_without_a_line_has_no_button(playing):
    playing.session.bridge.swap_changed.emit(refusal(problems=()))
    assert not playing.window.notices.notice.action


def test_an_error_goes_when_it_is_solved_or_replaced_and_stays_for_another_agent(playing):
    other = a_swap(SwapOutcome.SWAPPED, key="orange-1", name="Chaser")
    for event, kept in (
        (SwapChanged(record=a_swap(SwapOutcome.SWAPPED)), 0),
        (SwapChanged(record=a_swap(SwapOutcome.APPLIED)), 0),
        (refusal(reason="bot.py:7: no name."), 0),
        (SwapChanged(record=other), 1),
    ):
        playing.session.bridge.swap_changed.emit(refusal())
        playing.session.bridge.swap_changed.emit(event)
        newest, *before = waiting(playing.window.notices)
        assert "invalid syntax" not in newest
        assert [("invalid syntax" in text) for text in before] == [True] * kept


def test_an_error_goes_when_the_change_is_taken_back(playing, make_agent):
    playing.session.bridge.swap_changed.emit(refusal())
    playing.session.bridge.agent_changed.emit(
        AgentChanged(agent=make_agent(0, "Striker", swap_state=SwapState.REFUSED))
    )
    assert playing.window.notices.notice is not None
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker", swap_state=SwapState.IDLE)))
    assert playing.window.notices.notice is None


def test_notices_of_a_match_go_with_it(playing, qtbot, make_agent):
    playing.session.bridge.swap_changed.emit(refusal())
    playing.session.bridge.agent_changed.emit(
        AgentChanged(agent=make_agent(1, "Chaser", AgentState.CRASHED, reason="Ended."))
    )
    with qtbot.waitSignal(playing.session.ended):
        playing.session.stop()
    assert playing.window.notices.notice is None
    assert playing.window.history.rows.count() == 2


def test_an_agent_that_ends_by_itself_is_reported_once_with_its_log(playing, make_agent):
    strip, is_out = playing.window.notices, ("bad", "Striker is out of the match. Ended while playing.")
    for count, (state, said) in enumerate(
        (
            (AgentState.RESTARTING, ("warning", "Striker restarts. Ended while playing.")),
            (AgentState.CRASHED, is_out),
            (AgentState.HUNG, is_out),
            (AgentState.FAILED, is_out),
            (AgentState.EXITED, is_out),
        ),
        1,
    ):
        playing.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker")))
        event = AgentChanged(agent=make_agent(0, "Striker", state, reason="Ended while playing."))
        playing.session.bridge.agent_changed.emit(event)
        playing.session.bridge.agent_changed.emit(event)
        assert (strip.notice.tone, strip.notice.text) == said
        assert playing.window.history.rows.count() == count
    playing.window.workspace.show_panel("problems")
    strip.action_button.click()
    assert playing.window.log.isVisible()
    assert playing.window.log.choice.currentText() == "Striker"


def test_each_fault_of_an_agent_replaces_its_last_one(playing, make_agent):
    for restarts in (0, 1):
        for state, reason in ((AgentState.RESTARTING, f"Ended {restarts}."), (AgentState.PLAYING, "")):
            agent = make_agent(0, "Striker", state, reason=reason, restarts=restarts)
            playing.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
    assert playing.window.history.rows.count() == 2
    assert waiting(playing.window.notices) == ["Striker restarts. Ended 1."]


def test_a_new_version_that_plays_retires_the_crash_of_the_last(playing, make_agent):
    crashed = make_agent(0, "Striker", AgentState.CRASHED, reason="Ended.")
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=crashed))
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=replace(crashed, state=AgentState.STARTING)))
    assert playing.window.notices.notice is not None
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker", version=2)))
    assert playing.window.notices.notice is None


def test_an_agent_that_is_back_retires_what_was_said_of_its_end(playing, make_agent):
    for state, is_told in (
        (AgentState.CRASHED, True),
        (AgentState.STARTING, True),
        (AgentState.READY, True),
        (AgentState.PLAYING, False),
    ):
        reason = "Ended." if state is AgentState.CRASHED else ""
        playing.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker", state, reason=reason)))
        assert (playing.window.notices.notice is not None) is is_told
    assert playing.window.history.rows.count() == 1


def test_an_end_that_was_asked_for_is_no_notice(playing, make_agent):
    for team, state, reason in (
        (0, AgentState.RESTARTING, ""),
        (0, AgentState.STOPPED, "Was benched."),
        (2, AgentState.EXITED, "Ended."),
    ):
        agent = make_agent(team, "Striker", state, reason=reason)
        playing.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
        assert playing.window.notices.notice is None, state


def test_the_log_opens_on_the_agent_that_has_an_error_unless_the_user_chose_one(playing, qtbot, make_agent):
    choice = playing.window.log.choice
    broken = Traceback(error="ValueError: no pad", frames=(), text="")
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(1, "Chaser", errors=1, traceback=broken)))
    assert choice.currentText() == "Chaser"
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(0, "Striker", errors=1, traceback=broken)))
    assert choice.currentText() == "Chaser"
    playing.window.workspace.show_panel("problems")
    (card,) = playing.window.teams[0].cards
    qtbot.waitUntil(card.error_button.isVisible)
    card.error_button.click()
    assert playing.window.log.isVisible()
    assert choice.currentText() == "Striker"


def test_refused_drawings_are_reported_once_for_each_agent_with_a_way_to_allow_them(
    make_desktop, runner, qtbot, make_agent
):
    playing = make_desktop(lambda match, choice: runner, example_match("2v2"))
    playing.session.start()
    qtbot.waitUntil(playing.window.bottom.pause_button.isEnabled)
    strip, told = playing.window.notices, []
    playing.notifications.shown.connect(lambda notice: told.append(notice.text))
    refused = make_agent(0, "Striker", is_drawing_refused=True)
    other = make_agent(1, "Chaser", is_drawing_refused=True)
    for agent in (refused, replace(refused, answers=9), other):
        playing.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
    words = "{0} draws, but drawing is not allowed for it."
    assert told == [words.format("Striker"), words.format("Chaser")]
    assert strip.action_button.text() == "Allow drawing"
    strip.action_button.click()
    assert AllowDrawing(keys=(other.key,), is_allowed=True) in runner.stage
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=replace(refused, can_draw=True)))
    qtbot.waitUntil(lambda: strip.notice is None)
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=refused))
    assert len(told) == 2


def test_refused_drawings_of_an_agent_that_the_user_disallowed_are_no_notice(playing, make_agent):
    agent = make_agent(0, "Striker", can_draw=True)
    playing.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
    playing.session.bridge.agent_changed.emit(
        AgentChanged(agent=replace(agent, can_draw=False, is_drawing_refused=True))
    )
    assert playing.window.notices.notice is None


def test_refused_drawings_are_reported_again_in_the_next_match(playing, runner, qtbot, make_agent):
    refused = AgentChanged(agent=make_agent(0, "Striker", is_drawing_refused=True))
    playing.session.bridge.agent_changed.emit(refused)
    runner.may_end.set()
    qtbot.waitUntil(lambda: not playing.session.is_running)
    assert playing.window.notices.notice is None
    playing.session.start()
    playing.session.bridge.agent_changed.emit(refused)
    assert "Striker draws" in playing.window.notices.text.text()
