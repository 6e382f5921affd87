"""The icon in the system tray: its menu, its clicks, and that it is removed without a trace."""

import pytest
import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from widgets.tray.system_tray import OutsideNotice, SystemTray

pytestmark = pytest.mark.qt_log_ignore("No such signal QPlatformNativeInterface::systemTrayWindowChanged", extend=True)
"""Qt logs this for every tray icon on a platform without trays."""


@pytest.fixture
def tray(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    made = SystemTray(window, window)
    yield made
    made.close()


def parts(tray):
    icon = tray.findChild(QSystemTrayIcon)
    return icon, icon.contextMenu()


def entries(tray):
    return {action.text(): action for action in parts(tray)[1].actions()}


def test_nothing_is_there_before_it_is_wanted(tray):
    assert tray.findChildren(QSystemTrayIcon) == []
    tray.notify(OutsideNotice(title="x", text="x"))


def test_without_a_tray_it_says_so(tray):
    assert not tray.is_available()


def test_the_menu_asks(tray, qtbot):
    tray.show_icon(is_shown=True)
    tray.show_running(is_running=True)
    for words, signal in (
        ("Show the window", tray.show_requested),
        ("Stop the match", tray.stop_requested),
        ("Quit", tray.quit_requested),
    ):
        with qtbot.waitSignal(signal):
            entries(tray)[words].trigger()


@pytest.mark.parametrize("is_running", [False, True])
def test_a_match_can_be_stopped_while_one_runs(tray, is_running):
    tray.show_running(is_running=is_running)
    tray.show_icon(is_shown=True)
    assert entries(tray)["Stop the match"].isEnabled() is is_running
    tray.show_running(is_running=not is_running)
    assert entries(tray)["Stop the match"].isEnabled() is not is_running


@pytest.mark.parametrize(
    ("reason", "is_asked"),
    [
        (QSystemTrayIcon.ActivationReason.Trigger, True),
        (QSystemTrayIcon.ActivationReason.DoubleClick, True),
        (QSystemTrayIcon.ActivationReason.Context, False),
    ],
)
def test_a_click_on_the_icon_shows_the_window(tray, reason, is_asked):
    asked = []
    tray.show_requested.connect(lambda: asked.append(True))
    tray.show_icon(is_shown=True)
    tray.findChild(QSystemTrayIcon).activated.emit(reason)
    assert bool(asked) is is_asked


def test_a_click_on_a_notice_tells_which(tray, qtbot):
    tray.show_icon(is_shown=True)
    tray.notify(OutsideNotice(title="one", text="x"))
    tray.notify(OutsideNotice(title="two", text="x"))
    with qtbot.waitSignal(tray.clicked) as clicked:
        tray.findChild(QSystemTrayIcon).messageClicked.emit()
    assert clicked.args[0].title == "two"


def test_removing_it_leaves_no_file(tray, qtbot):
    for _ in range(2):
        tray.show_icon(is_shown=True)
        made = parts(tray)
        tray.show_icon(is_shown=True)
        assert made == parts(tray)
        tray.show_icon(is_shown=False)
        tray.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not any(shiboken6.isValid(part) for part in made)
        assert tray.findChildren(QSystemTrayIcon) == []
        assert tray.parent().findChildren(QMenu) == []
