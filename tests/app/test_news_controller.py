"""What a match says while it goes on: questions about changed bots, how swaps ended, and its report."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication

from runtime.events import AgentChanged, MatchNoted, NoteWithdrawn, SwapChanged
from runtime.states import SwapMode, SwapOutcome, SwapState
from runtime.values import SwapRecord


def a_record(outcome, **changes):
    values = {
        "key": "blue-1",
        "name": "Striker",
        "version": 2,
        "digest": "ab12",
        "files": ("bot.py",),
        "time_s": 3.0,
        "duration_s": 0.84,
        "outcome": outcome,
        "reason": "",
    }
    return SwapRecord(**{**values, **changes})


@pytest.fixture
def playing(desktop, runner, qtbot):
    desktop.match.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    runner.console.clear()
    return desktop


def changed(make_agent, **changes):
    agent = make_agent(0, "Striker", swap_mode=SwapMode.ASK, swap_state=SwapState.CHANGED, swap_text="bot.py")
    return AgentChanged(agent=replace(agent, **changes))


@pytest.mark.parametrize(
    ("button", "expected"),
    [("action_button", ("swap", ("blue-1",))), ("other_button", ("answer", ("blue-1",), False))],
)
def test_a_changed_bot_is_asked_about(playing, runner, make_agent, button, expected):
    strip = playing.window.notices
    playing.bridge.agent_changed.emit(changed(make_agent))
    assert "Striker has changed (bot.py)" in strip.text.text()
    getattr(strip, button).click()
    assert runner.console == [expected]


def test_a_question_goes_when_it_no_longer_matters(playing, make_agent):
    strip = playing.window.notices
    playing.bridge.agent_changed.emit(changed(make_agent))
    playing.bridge.agent_changed.emit(changed(make_agent))
    assert strip.notice is not None
    playing.bridge.agent_changed.emit(changed(make_agent, swap_state=SwapState.CHECKING))
    assert strip.notice is None
    playing.bridge.agent_changed.emit(changed(make_agent, swap_mode=SwapMode.AUTO))
    assert strip.notice is None


@pytest.mark.parametrize(
    ("outcome", "tone", "words"),
    [
        (SwapOutcome.SWAPPED, "good", "Striker: version 2 plays, 0.8 s after the save."),
        (SwapOutcome.REFUSED, "bad", "the old one goes on. bot.py:3: invalid syntax"),
        (SwapOutcome.FAILED, "bad", "the old one goes on."),
        (SwapOutcome.APPLIED, "good", "the change holds"),
        (SwapOutcome.DECLINED, None, ""),
        (SwapOutcome.BROKEN_OFF, None, ""),
    ],
)
def test_every_swap_is_told(playing, outcome, tone, words):
    reason = "bot.py:3: invalid syntax" if outcome is SwapOutcome.REFUSED else ""
    playing.bridge.swap_changed.emit(SwapChanged(record=a_record(outcome, reason=reason)))
    notice = playing.window.notices.notice
    assert (notice.tone if notice else None) == tone
    assert words in (notice.text if notice else "")
    assert playing.window.history.rows.count() == (1 if tone else 0)


def test_what_the_match_wants_to_be_known_is_told_and_kept(playing, qtbot):
    playing.bridge.post(MatchNoted(text="The folder of Striker is gone."))
    qtbot.waitUntil(lambda: playing.window.notices.notice is not None)
    assert playing.window.notices.notice.tone == "warning"
    assert playing.window.notices.text.text() == "The folder of Striker is gone."
    assert playing.window.history.rows.count() == 1


def test_what_holds_for_now_goes_with_what_takes_its_place_or_with_the_match(playing, qtbot):
    strip, bridge = playing.window.notices, playing.bridge
    bridge.noted.emit(MatchNoted(text="It happened."))
    bridge.noted.emit(MatchNoted(text="The folder is gone.", topic="watching /bots"))
    bridge.noted.emit(MatchNoted(text="The game says nothing.", topic="silence"))
    bridge.note_withdrawn.emit(NoteWithdrawn(topic="silence"))
    assert strip.text.text() == "The folder is gone."
    bridge.noted.emit(MatchNoted(text="The folder is back.", topic="watching /bots"))
    assert [notice.text for notice in strip._notices] == ["It happened.", "The folder is back."]
    with qtbot.waitSignal(playing.match.ended):
        playing.match.stop()
    assert strip.text.text() == "It happened."
    assert playing.window.history.rows.count() == 4


def test_the_report_is_copied_without_the_users_folder(playing, runner, qtbot, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    qtbot.waitUntil(lambda: len(playing.log.last_lines("blue-1", 5)) == 1)
    playing.window.commands.report.trigger()
    text = QGuiApplication.clipboard().text()
    assert "Kickabout: " in text
    assert "PySide6-Essentials: 6." in text
    assert "Striker (blue-1): playing" in text
    assert "Striker is here" in text
    assert str(tmp_path) not in text
    assert "clipboard" in playing.window.notices.text.text()


def test_the_swap_mode_of_the_settings_reaches_the_match(playing, runner, qtbot):
    playing.window.commands.settings.trigger()
    page = playing.preferences._page
    page.swap_mode.setCurrentIndex(page.swap_mode.findData(SwapMode.AUTO))
    page.swap_mode.activated.emit(page.swap_mode.currentIndex())
    assert runner.console == [("mode", (), SwapMode.AUTO)]
    assert playing.settings.settings.swap_mode == "auto"
    page.close()


def test_all_are_swapped_by_one_command(playing, runner):
    playing.window.commands.swap_all.trigger()
    assert runner.console == [("swap", ())]


@pytest.mark.parametrize("request_of", ["notice", "other"])
def test_an_answer_to_a_question_of_an_earlier_match_does_nothing(playing, runner, make_agent, request_of):
    playing.bridge.agent_changed.emit(changed(make_agent))
    asked = playing.window.notices.notice
    playing.news.begin()
    playing.news.answer(asked if request_of == "notice" else asked.other)
    assert runner.console == []
