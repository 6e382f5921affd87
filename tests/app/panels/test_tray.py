"""Notices outside the window come only while the user looks elsewhere, never in a flood; a click leads to the place."""

import pytest
from PySide6.QtCore import QObject, QTimer, Signal

from app.panels.tray import MAX_TEXTS, AgentPlace, NoticeGate, Question, TrayController, WindowTarget
from app.services.notifications import Notifications
from app.services.settings import SettingsFile, SettingsStore
from app.session.match_session import MatchSession
from runtime.documents import Match
from runtime.model.events import AgentChanged, MatchEnded
from runtime.model.states import AgentState, Outcome
from tests.labels import texts as texts_of
from widgets.notices.notice import BAD, WARNING, Notice
from widgets.preferences.preferences_dialog import PreferencesDialog
from widgets.tray.system_tray import OutsideNotice

GAP_MS = 60


class Elsewhere(TrayController):
    """A tray controller with simulated match and notices; `places` records where clicks lead."""

    def __init__(self, outside, settings, **values):
        session = MatchSession(lambda match, choice: None, lambda: None)
        self.notifications, self.places = Notifications(session), []
        super().__init__(outside, settings, session, self, **values)
        self.attend(self.notifications)

    def begin(self):
        self._session._thread = object()
        self._session.started.emit(Match())

    def end(self, event):
        self._session.ended.emit(event)

    def take_agent(self, event):
        self._session.agent_changed.emit(event.agent, None)

    def show_window(self):
        self.places.append("window")

    def show_log(self, key):
        self.places.append(key)


class FakeDesktop(QObject):
    """A desktop that records its notices."""

    clicked = Signal(OutsideNotice)
    show_requested = Signal()
    stop_requested = Signal()
    quit_requested = Signal()

    def __init__(self, window=None, parent=None):
        super().__init__(parent)
        self.has_tray = True
        self.icon = False
        self.is_running = False
        self.told = []

    def is_available(self):
        return self.has_tray

    def show_icon(self, *, is_shown):
        self.icon = is_shown

    def show_running(self, *, is_running):
        self.is_running = is_running

    def notify(self, notice):
        assert self.icon
        self.told.append(notice)

    def close(self):
        self.icon = False


@pytest.fixture
def outside(qapp):
    return FakeDesktop()


@pytest.fixture
def user():
    """True if the user looks at the window."""
    return {"is_in_front": False}


@pytest.fixture
def make(outside, user, tmp_path):
    made = []

    def do(gap_ms=GAP_MS, **kept):
        store = SettingsStore(SettingsFile(tmp_path))
        store.change(**kept)
        controller = Elsewhere(outside, store, is_in_front=lambda: user["is_in_front"], gap_ms=gap_ms, linger_ms=GAP_MS)
        made.append(controller)
        return controller

    yield do
    for controller in made:
        controller.stop()
        controller.deleteLater()


def texts(outside):
    return [(notice.title, notice.text) for notice in outside.told]


def ended(make_result, **changes):
    return MatchEnded(result=make_result(**changes))


@pytest.mark.parametrize(
    ("changes", "title", "words", "tone", "place"),
    [
        ({}, "Match finished", "Orange wins 2-1", "", WindowTarget.RESULT),
        ({"outcome": Outcome.FAILED, "reason": "No game."}, "Match failed", "No game.", BAD, WindowTarget.FAILURE),
        (
            {"outcome": Outcome.FAILED, "reason": "A port is taken.", "frames": 0},
            "Match could not start",
            "A port is taken.",
            BAD,
            WindowTarget.FAILURE,
        ),
    ],
)
def test_the_end_of_a_match_is_reported(make, outside, make_result, changes, title, words, tone, place):
    make().end(ended(make_result, **changes))
    (notice,) = outside.told
    assert (notice.title, notice.tone, notice.place) == (title, tone, place)
    assert words in notice.text


def test_stopping_the_match_is_not_reported_to_the_one_who_stopped_it(make, outside, make_result):
    make().end(ended(make_result, outcome=Outcome.INTERRUPTED))
    assert outside.told == []


@pytest.mark.parametrize("state", [state for state in AgentState if state.is_fault])
def test_an_agent_that_ended_by_itself_is_reported_once_each_time(make, outside, make_agent, qtbot, state):
    controller = make()
    broken = AgentChanged(agent=make_agent(0, "Striker", state, reason="ValueError: 3"))
    for _ in range(3):
        controller.take_agent(broken)
    assert texts(outside) == [("Striker", f"{state.value}: ValueError: 3")]
    assert outside.told[0].place == AgentPlace(key="blue-1")
    controller.take_agent(AgentChanged(agent=make_agent(0, "Striker")))
    controller.take_agent(broken)
    qtbot.waitUntil(lambda: len(outside.told) == 2)


@pytest.mark.parametrize("state", [state for state in AgentState if not state.is_fault])
def test_requested_changes_are_no_news(make, outside, make_agent, state):
    make().take_agent(AgentChanged(agent=make_agent(0, "Striker", state)))
    assert outside.told == []


def test_a_new_match_reports_again(make, outside, make_agent, qtbot):
    controller = make()
    broken = AgentChanged(agent=make_agent(0, "Striker", AgentState.CRASHED))
    controller.take_agent(broken)
    controller.begin()
    controller.take_agent(broken)
    qtbot.waitUntil(lambda: len(outside.told) == 2)


def test_questions_are_reported_and_other_notices_are_not(make, outside):
    controller = make()
    controller.notifications.show(Notice(text="Before a match?", action="Yes"))
    controller.begin()
    controller.notifications.show(Notice(text="Striker: version 2 plays."))
    assert outside.told == []
    controller.notifications.show(Notice(text="Striker has changed.", action="Reload", key=("swap", "blue-1")))
    (notice,) = outside.told
    assert (notice.text, notice.tone) == ("Striker has changed.", WARNING)
    assert notice.place == Question(key=("swap", "blue-1"))


@pytest.mark.parametrize(
    ("choice", "is_in_front", "told"), [("away", False, 1), ("away", True, 0), ("never", False, 0), ("never", True, 0)]
)
def test_it_is_reported_as_was_chosen(make, outside, user, make_result, choice, is_in_front, told):
    user["is_in_front"] = is_in_front
    make(outside_notices=choice).end(ended(make_result))
    assert len(outside.told) == told
    assert outside.icon is bool(told)


def test_a_desktop_without_a_tray_is_left_alone(make, outside, make_result):
    outside.has_tray = False
    controller = make(has_tray_icon=True)
    controller.show_icon()
    controller.end(ended(make_result))
    assert (outside.told, outside.icon) == ([], False)


def test_changes_that_follow_each_other_are_collected(make, outside, make_agent, make_result, qtbot):
    controller = make()
    for team, name in enumerate(("Striker", "Chaser", "Referee")):
        controller.take_agent(AgentChanged(agent=make_agent(team, name, AgentState.CRASHED)))
    controller.end(ended(make_result))
    assert texts(outside) == [("Striker", "crashed")]
    qtbot.waitUntil(lambda: len(outside.told) == 2)
    joined = outside.told[1]
    assert joined.title == "3 notices"
    assert joined.text.splitlines()[:2] == ["Chaser: crashed", "Referee: crashed"]
    assert "Match finished: Orange wins" in joined.text
    assert joined.place is WindowTarget.RESULT


@pytest.mark.parametrize("count", [MAX_TEXTS - 1, MAX_TEXTS, MAX_TEXTS + 1])
def test_the_newest_of_many_are_reported(qtbot, count):
    gate, told = NoticeGate(GAP_MS), []
    gate.passed.connect(told.append)
    for number in range(count + 1):
        gate.take(OutsideNotice(title=f"{number}", text="x", place=number))
    qtbot.waitUntil(lambda: len(told) == 2)
    newest = [f"{number}: x" for number in range(1, count + 1)][-MAX_TEXTS:]
    assert told[1].text.splitlines() == newest + (["…"] if count > MAX_TEXTS else [])
    assert told[1].title == f"{count} notices"
    gate.drop()


def test_no_two_within_the_gap(qtbot):
    gate, told = NoticeGate(10_000), []
    gate.passed.connect(told.append)
    for number in range(50):
        gate.take(OutsideNotice(title="x", text="x", place=number))
    assert len(told) == 1
    gate.drop()
    assert not gate.findChild(QTimer).isActive()


def test_a_question_that_was_answered_meanwhile_is_not_reported(make, outside, make_result, qtbot):
    controller = make()
    controller.begin()
    controller.end(ended(make_result))
    controller.notifications.show(Notice(text="Striker has changed.", action="Reload", key=1))
    controller.notifications.show(Notice(text="Chaser has changed.", action="Reload", key=2))
    controller.notifications.withdraw(1)
    qtbot.waitUntil(lambda: len(outside.told) == 2)
    assert outside.told[1].text == "Chaser has changed."


def test_an_agent_that_returns_is_not_reported_missing_again(make, outside, make_result, make_agent, qtbot):
    controller = make()
    controller.end(ended(make_result))
    controller.take_agent(AgentChanged(agent=make_agent(0, "Striker", AgentState.CRASHED)))
    assert outside.icon
    controller.on_return()
    assert outside.icon, "a click on the notice may still have to be told"
    qtbot.waitUntil(lambda: not outside.icon)
    qtbot.wait(2 * GAP_MS)
    assert len(outside.told) == 1


def test_an_agent_that_leaves_again_at_once_keeps_its_report(make, outside, make_result, make_agent, qtbot):
    controller = make()
    controller.on_return()
    controller.end(ended(make_result))
    qtbot.wait(2 * GAP_MS)
    assert outside.icon


def test_the_icon_stays_where_that_was_chosen(make, outside, make_result):
    controller = make(has_tray_icon=True)
    controller.show_icon()
    assert outside.icon
    controller.end(ended(make_result))
    controller.on_return()
    controller._linger.timeout.emit()
    assert outside.icon
    controller._settings.change(has_tray_icon=False)
    controller.show_icon()
    assert not outside.icon


def test_a_tray_that_comes_later_has_the_icon_with_the_next_match(make, outside):
    outside.has_tray = False
    controller = make(has_tray_icon=True)
    controller.show_icon()
    outside.has_tray = True
    controller.begin()
    assert outside.icon
    assert outside.is_running


def test_a_click_brings_the_window_and_the_place(make, outside, make_agent, qtbot):
    controller = make()
    controller.take_agent(AgentChanged(agent=make_agent(1, "Chaser", AgentState.HUNG)))
    outside.clicked.emit(outside.told[0])
    outside.show_requested.emit()
    assert controller.places == ["window", "orange-1", "window"]


@pytest.fixture
def watched(make_desktop, runner, monkeypatch, qtbot):
    """A window with a running match and a desktop that records its notices, while the user looks elsewhere."""
    monkeypatch.setattr("app.panels.tray.SystemTray", FakeDesktop)
    monkeypatch.setattr("app.panels.tray._is_in_front", lambda: False)
    desktop = make_desktop(lambda match, choice: runner)
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.window.log.choice.count() == 4)
    return desktop


def test_from_the_match_to_the_desktop_and_back(watched, make_agent, qtbot):
    window, tray = watched.window, watched.window.findChild(FakeDesktop)
    assert tray.is_running
    watched.session.bridge.agent_changed.emit(AgentChanged(agent=make_agent(1, "Chaser", AgentState.CRASHED)))
    assert texts(tray) == [("Chaser", "crashed")]
    window.workspace.show_panel("plots")
    tray.clicked.emit(tray.told[0])
    qtbot.waitUntil(lambda: window.workspace.is_shown("log"))
    assert window.log.choice.currentText() == "Chaser"
    window.show_notice(Notice(text="Really?", action="Yes", key=1))
    tray.clicked.emit(OutsideNotice(title="x", text="x", place=Question(key=1)))
    qtbot.waitUntil(window.notices.action_button.hasFocus)
    window.notices.dismiss()
    for place, panel in (
        (Question(key=1), "notices"),
        (WindowTarget.FAILURE, "log"),
        (WindowTarget.RESULT, "stage"),
    ):
        tray.clicked.emit(OutsideNotice(title="x", text="x", place=place))
        qtbot.waitUntil(lambda panel=panel: window.workspace.is_shown(panel))


def test_the_menu_of_the_icon_stops_shows_and_quits(watched, qtbot):
    window, tray = watched.window, watched.window.findChild(FakeDesktop)
    window.showMinimized()
    tray.show_requested.emit()
    assert not window.isMinimized()
    tray.stop_requested.emit()
    qtbot.waitUntil(lambda: not watched.session.is_running)
    assert not tray.is_running
    with qtbot.waitSignal(window.close_requested):
        tray.quit_requested.emit()


def test_the_choice_is_made_in_the_settings_where_there_is_a_tray(watched, qtbot):
    watched.window.commands.settings.trigger()
    page = watched.window.findChild(PreferencesDialog)
    assert page.outside.isEnabled()
    page.tray_icon.click()
    assert watched.window.findChild(FakeDesktop).icon
    page.outside.setCurrentIndex(page.outside.findData("never"))
    page.outside.activated.emit(page.outside.currentIndex())
    assert watched.settings.settings.outside_notices == "never"
    watched.window.findChild(FakeDesktop).has_tray = False
    watched.window.commands.settings.trigger()
    assert not page.outside.isEnabled()
    assert any("no tray" in text for text in texts_of(page))
    page.close()
