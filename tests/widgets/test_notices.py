"""Notices: one at a time, the newest first, gone after a while unless they need an answer, all kept in the history."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer

from resources.looks import Theme, style
from tests.labels import texts
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.notices.notice_history import MAX_NOTICES, NoticeHistory
from widgets.notices.notice_strip import BEHIND_S, MAX_WAITING, SHOWN_MS, NoticeStrip


@pytest.fixture
def strip(qtbot, dark, clock):
    made = NoticeStrip(dark, clock=clock)
    qtbot.addWidget(made)
    yield made
    while made.notice is not None:
        made.dismiss()


@pytest.fixture
def history(qtbot, dark):
    made = NoticeHistory(dark)
    qtbot.addWidget(made)
    made.show()
    return made


def test_an_empty_message_shows_no_widget(strip):
    assert not strip.isVisible()


def test_the_newest_is_in_front_and_the_one_before_comes_back(strip, qtbot):
    strip.show_notice(Notice(text="first", tone=WARNING))
    strip.show_notice(Notice(text="second", tone=BAD))
    assert strip.text.text() == "second"
    qtbot.mouseClick(strip.close_button, Qt.MouseButton.LeftButton)
    assert strip.text.text() == "first"
    qtbot.mouseClick(strip.close_button, Qt.MouseButton.LeftButton)
    assert not strip.isVisible()


def test_the_same_notice_is_not_shown_twice(strip):
    for _ in range(3):
        strip.show_notice(Notice(text="again", tone=BAD))
    strip.dismiss()
    assert not strip.isVisible()


@pytest.mark.parametrize(
    ("notice", "stays"),
    [
        (Notice(text="saved", tone=GOOD), False),
        (Notice(text="plain"), False),
        (Notice(text="careful", tone=WARNING), True),
        (Notice(text="broken", tone=BAD), True),
        (Notice(text="act", action="Do"), True),
    ],
)
def test_only_what_needs_no_answer_goes_by_itself(strip, notice, stays):
    strip.show_notice(notice)
    assert strip.findChild(QTimer).isActive() is not stays
    assert strip.findChild(QTimer).interval() == SHOWN_MS


def test_it_goes_when_its_time_is_up(strip, qtbot):
    strip.findChild(QTimer).setInterval(20)
    strip.show_notice(Notice(text="saved", tone=GOOD))
    qtbot.waitUntil(lambda: not strip.isVisible())


def test_the_button_carries_out_the_action(strip, qtbot):
    done = []
    strip.show_notice(Notice(text="gone", action="Restore", on_action=lambda: done.append(strip.notice)))
    qtbot.mouseClick(strip.action_button, Qt.MouseButton.LeftButton)
    assert done == [None], "the notice goes first: its action may show another one"
    assert not strip.isVisible()


def test_a_newer_notice_replaces_one_with_its_key(strip):
    strip.show_notice(Notice(text="1 of 2", tone=BAD, key="progress"))
    strip.show_notice(Notice(text="other", tone=BAD))
    strip.show_notice(Notice(text="2 of 2", tone=BAD, key="progress"))
    shown = []
    while strip.notice is not None:
        shown.append(strip.notice.text)
        strip.dismiss()
    assert shown == ["2 of 2", "other"]


def test_a_flood_keeps_the_newest(strip):
    for number in range(MAX_WAITING + 5):
        strip.show_notice(Notice(text=f"{number}", tone=BAD))
    assert strip.text.text() == f"{MAX_WAITING + 4}"
    for _ in range(MAX_WAITING):
        assert strip.isVisible()
        strip.dismiss()
    assert not strip.isVisible()


def test_a_question_that_is_awaited_is_answered_by_the_cross_too(strip, qtbot):
    answers = []
    asked = Notice(text="install?", action="Yes", on_action=lambda: answers.append("yes"))
    strip.show_notice(replace(asked, on_closed=lambda: answers.append("later")))
    qtbot.mouseClick(strip.close_button, Qt.MouseButton.LeftButton)
    strip.show_notice(asked)
    qtbot.mouseClick(strip.close_button, Qt.MouseButton.LeftButton)
    assert answers == ["later"]


@pytest.mark.parametrize("floods", [MAX_WAITING - 2, MAX_WAITING - 1, MAX_WAITING, 3 * MAX_WAITING])
def test_a_question_that_is_awaited_outlasts_a_flood(strip, floods):
    asked = Notice(text="install?", action="Yes", on_closed=lambda: None)
    strip.show_notice(asked)
    for number in range(floods):
        strip.show_notice(Notice(text=f"{number}", tone=BAD))
    shown = []
    while strip.notice is not None:
        shown.append(strip.notice)
        strip.dismiss()
    assert shown[-1] == asked
    assert len(shown) == min(floods + 1, MAX_WAITING)
    assert shown[0].text == f"{floods - 1}"


def test_the_history_keeps_all_newest_on_top(history, qtbot):
    assert texts(history) == ["No notices yet"]
    with qtbot.waitSignal(history.counted) as counted:
        history.add(Notice(text="one"))
    assert counted.args == [1]
    done = []
    history.add(Notice(text="two", tone=BAD, action="Fix", on_action=lambda: done.append("two")))
    assert history.rows.item(0).text().endswith("two  [Fix]")
    for row in (0, 1):
        history.rows.setCurrentRow(row)
        qtbot.keyClick(history.rows, Qt.Key.Key_Return)
    assert done == ["two"]


def test_a_long_notice_wraps_and_nothing_scrolls_sideways(history, qtbot):
    history.setStyleSheet(style(Theme.LIGHT))
    history.resize(420, 200)
    history.add(Notice(text="The new version does not play, since a line of it is wrong. " * 4, tone=BAD))
    history.add(Notice(text="short"))
    rows = history.rows
    qtbot.waitUntil(lambda: rows.visualItemRect(rows.item(1)).height() > 2 * rows.visualItemRect(rows.item(0)).height())
    assert not rows.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("count", [MAX_NOTICES - 1, MAX_NOTICES, MAX_NOTICES + 1])
def test_the_history_is_bounded(history, count):
    for number in range(count):
        history.add(Notice(text=str(number)))
    assert history.rows.count() == min(count, MAX_NOTICES)
    assert history.rows.item(0).text().endswith(str(count - 1))


def test_themes(strip, history, themed):
    strip.show_notice(Notice(text="x", tone=BAD))
    history.add(Notice(text="x", tone=WARNING))
    strip.set_looks(themed)
    history.set_looks(themed)
    assert not history.rows.item(0).icon().isNull()


def test_a_choice_of_two_is_answered_by_either_button(strip, qtbot):
    answers = []
    asked = Notice(
        text="both?",
        action="Mine",
        on_action=lambda: answers.append("mine"),
        other_action="Theirs",
        on_other=lambda: answers.append("theirs"),
    )
    for button in (strip.action_button, strip.other_button):
        strip.show_notice(asked)
        assert strip.other_button.isVisible()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert strip.notice is None
    assert answers == ["mine", "theirs"]
    strip.show_notice(Notice(text="one", action="Do"))
    assert not strip.other_button.isVisible()


def test_outdated_notices_are_withdrawn(strip):
    strip.show_notice(Notice(text="both?", action="Mine", key="both"))
    strip.show_notice(Notice(text="other", action="Do", key="other"))
    strip.withdraw("both")
    assert strip.notice.text == "other"
    strip.withdraw("nothing")
    strip.withdraw(None)
    strip.dismiss()
    assert strip.notice is None


@pytest.mark.parametrize(("age_s", "returns"), [(BEHIND_S - 1, True), (BEHIND_S, True), (BEHIND_S + 1, False)])
@pytest.mark.parametrize("changes", [{}, {"action": "Show log", "is_report": True}])
def test_an_old_report_does_not_come_back(strip, clock, age_s, returns, changes):
    strip.show_notice(Notice(text="crashed", tone=BAD, **changes))
    strip.show_notice(Notice(text="newer", tone=BAD))
    clock.now += age_s
    strip.dismiss()
    assert (strip.notice is not None) is returns


def test_a_report_that_nothing_covers_stays(strip, clock, dark):
    strip.show_notice(Notice(text="crashed", tone=BAD))
    clock.now += 10 * BEHIND_S
    strip.set_looks(dark)
    assert strip.notice is not None


def test_a_question_comes_back_however_old_it_is(strip, clock):
    strip.show_notice(Notice(text="restore?", action="Restore"))
    strip.show_notice(Notice(text="newer", tone=BAD))
    clock.now += 100 * BEHIND_S
    strip.dismiss()
    assert strip.notice.text == "restore?"
