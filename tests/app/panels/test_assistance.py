"""The first start: the example is open, the library has the examples, a notice says what to do, F1 shows the keys."""

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.services.settings import SettingsFile, SettingsStore
from widgets.keys.key_overview import KeyOverview


@pytest.fixture
def started(make_desktop, runner, monkeypatch):
    """The window of a first start, on a machine without processes of earlier runs."""
    monkeypatch.setattr("runtime.processes.find_leftovers", lambda: ())
    desktop = make_desktop(lambda match, choice: runner, is_first=True)
    yield desktop
    for box in desktop.window.findChildren(KeyOverview):
        box.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_first_start_is_ready_to_play_and_says_what_to_do(started, runner, qtbot):
    window = started.window
    assert window.bottom.start_button.isEnabled()
    assert [card.card.name for team in window.teams[:2] for card in team.cards] == ["Striker", "Chaser"]
    qtbot.waitUntil(lambda: window.library.model.total >= 5)
    text = window.notices.text.text()
    for words in ("press Start", "drop its folder", "Ctrl+Shift+P"):
        assert words in text
    assert window.history.rows.count() == 1
    assert not window.notices.findChild(QTimer).isActive(), "it stays until it was read"
    window.bottom.start_button.click()
    assert window.notices.notice is None, "Start was found"
    qtbot.waitUntil(lambda: window.stage.canvas.view is not None)


@pytest.mark.parametrize("way", ["key", "notice"])
def test_the_keys_are_one_press_away(started, qtbot, way):
    window = started.window
    if way == "key":
        window.activateWindow()
        qtbot.keyClick(window, Qt.Key.Key_F1)
    else:
        assert "F1" in window.notices.action_button.text()
        window.notices.action_button.click()
    qtbot.waitUntil(lambda: bool(window.findChildren(KeyOverview)))
    (box,) = window.findChildren(KeyOverview)
    assert ("Keyboard shortcuts", "F1") in box.shown


def test_later_starts_are_quiet(desktop):
    assert desktop.window.notices.notice is None


@pytest.mark.parametrize("content", [None, '{"version": 1}', "broken"])
def test_a_start_is_the_first_while_there_is_no_file(tmp_path, content, caplog):
    if content is not None:
        (tmp_path / "settings.json").write_text(content)
    assert SettingsStore(SettingsFile(tmp_path)).is_first is (content is None)
