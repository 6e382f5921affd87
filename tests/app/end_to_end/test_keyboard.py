"""The whole window by keyboard: find a bot, play, reload it, stop, and close."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from app.services.settings import Settings, SettingsFile
from app.session.match_runner import match_runner

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
WAIT_MS = 30_000
MAXIMUM_TABS = 120


@pytest.fixture
def desktop(make_desktop, home_of_its_own, scorer, empty_match, qtbot):
    """The window with an empty match, and the folder of the bot in the library."""
    file = SettingsFile(home_of_its_own / "config")
    file.save(Settings(library_folders=(str(scorer.parent),)))
    made = make_desktop(lambda match, choice: match_runner(match, choice, Settings()), empty_match)
    made.window.activateWindow()
    qtbot.waitUntil(made.window.isActiveWindow)
    qtbot.waitUntil(lambda: not made.panels["library"].is_scanning)
    return made


def press(key, modifier=NO_MODIFIER):
    """Sends a key to the focused widget."""
    target = QApplication.focusWidget() or QApplication.activeWindow()
    QTest.keyClick(target, key, modifier)


def tab_to(words):
    """Presses Tab until the widget of this text or accessible name has the focus."""
    for _ in range(MAXIMUM_TABS):
        focused = QApplication.focusWidget()
        text = focused.text().replace("&", "") if isinstance(focused, QAbstractButton) else ""
        if focused is not None and words in (text, focused.accessibleName()):
            return
        press(Qt.Key.Key_Tab)
    pytest.fail(f"Tab does not reach {words!r}")


def named(desktop, name):
    """The widget of this accessible name."""
    return next(widget for widget in desktop.window.findChildren(QWidget) if widget.accessibleName() == name)


def can_read(desktop, words):
    """True if a visible label contains these words."""
    labels = desktop.window.findChildren(QLabel)
    return any(words in label.text() for label in labels if label.isVisible())


def goals(desktop):
    """The goals of the blue team."""
    text = named(desktop, "Goals of Blue").text()
    return int(text) if text.isdigit() else 0


def test_find_play_reload_and_close_by_keyboard(desktop, qtbot, save_other_source, programs_of_home):
    press(Qt.Key.Key_L, CONTROL)
    QTest.keyClicks(QApplication.focusWidget(), "scorer")
    qtbot.waitUntil(lambda: can_read(desktop, "Entries: 1 of"))
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [card.card.name for card in desktop.window.teams[0].cards] == ["Scorer"])

    press(Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    press(Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: goals(desktop) >= 1, timeout=WAIT_MS)

    save_other_source()
    qtbot.waitUntil(lambda: can_read(desktop, "Reload?"), timeout=WAIT_MS)
    tab_to("Reload")
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: can_read(desktop, " reloaded (version "), timeout=WAIT_MS)
    before = goals(desktop)
    qtbot.waitUntil(lambda: goals(desktop) > before, timeout=WAIT_MS)

    press(Qt.Key.Key_Period, CONTROL)
    qtbot.waitUntil(lambda: not desktop.session.is_running, timeout=WAIT_MS)
    assert can_read(desktop, "Stopped at")
    press(Qt.Key.Key_Q, CONTROL)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is not desktop.window)
    tab_to("Discard")
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert programs_of_home() == []
