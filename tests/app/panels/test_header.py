"""New, recent, save as, undo, autosave and changes by other programs, in the window."""

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from app.document.edits import Edits
from app.document.open_document import DocumentController
from app.document.questions import Questions
from app.document.recovery import RecoveryController, RecoveryFolder, Unsaved
from app.panels.header import MAX_RECENT, HeaderController
from app.services.notifications import Notifications
from app.services.settings import SettingsFile, SettingsStore
from resources.examples import example_match
from tests.labels import named
from widgets.header.header_bar import HeaderBar

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
GONE_PID = 4_190_000


class Room:
    """A document with its header, without the rest of the window."""

    def __init__(self, path, home):
        self.document = DocumentController()
        self.settings = SettingsStore(SettingsFile(home / "config"))
        self.edits = Edits(self.document)
        self.header = HeaderBar()
        self.questions = Questions(self.header, self.document)
        folder = RecoveryFolder(home / "state" / "unsaved")
        self.controller = HeaderController(self.header, self.document, self.questions, self.settings, self.document)
        notifications = Notifications(self.document)
        self.recovery = RecoveryController(self.document, folder, self.questions, notifications, self.document)
        assert self.document.open(path)


@pytest.fixture
def path(copied_match):
    return copied_match()


@pytest.fixture
def room(qapp, path, home_of_its_own, no_timer_left):
    made = Room(path, home_of_its_own)
    made.header.show()
    yield made
    made.header.close()
    for part in (made.document, made.questions, made.edits, made.header):
        shiboken6.delete(part)  # here, and not on the thread that happens to collect garbage


@pytest.fixture
def desktop(make_desktop, runner, path):
    return make_desktop(lambda *_: runner, path)


def notice(desktop):
    return desktop.window.notices.notice


def press(desktop, qtbot, key, modifier=CONTROL):
    qtbot.keyClick(desktop.window, key, modifier)


def box(window, qtbot):
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None)
    return window.findChild(QMessageBox)


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_everything_by_key_and_what_another_program_does(desktop, path, qtbot):
    before = desktop.document.document.text
    path.write_text(before.replace('team = "orange"', 'team = "blue"'), encoding="utf-8")
    qtbot.waitUntil(lambda: [car.team for car in desktop.document.overview.cars] == [0, 0])
    assert notice(desktop).action == "Undo"
    click(qtbot, desktop.window.notices.action_button)
    assert desktop.document.document.text == before
    desktop.document.save()
    assert desktop.context.edits.swap_sides()
    after = desktop.document.document.text
    press(desktop, qtbot, Qt.Key.Key_Z)
    assert desktop.document.document.text == before
    assert "•" not in named(desktop.window.header, "Open match").text()
    for key, modifier in ((Qt.Key.Key_Z, CONTROL | SHIFT), (Qt.Key.Key_Y, CONTROL)):
        press(desktop, qtbot, key, modifier)
        assert desktop.document.document.text == after
        press(desktop, qtbot, Qt.Key.Key_Z)
    press(desktop, qtbot, Qt.Key.Key_N)
    assert desktop.document.overview.title == "Untitled match"
    press(desktop, qtbot, Qt.Key.Key_S, CONTROL | SHIFT)
    desktop.window.findChild(QFileDialog).reject()


def test_a_new_match_after_a_question(room, qtbot):
    click(qtbot, room.header.new_button)
    assert room.document.overview.title == "Untitled match"
    assert not room.document.is_dirty
    room.edits.add_human(0)
    click(qtbot, room.header.new_button)
    asked = box(room.header, qtbot)
    click(qtbot, asked.button(QMessageBox.StandardButton.Discard))
    assert room.document.overview.cars == ()


def test_save_as(room, qtbot, tmp_path):
    room.header.save_as_action.trigger()
    dialog = room.header.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine"))
    dialog.reject()
    assert room.document.path == tmp_path / "mine.toml"
    assert not room.document.document.reading().errors


def test_the_buttons_say_what_they_undo(room, qtbot):
    header = room.header
    assert not header.undo_button.isEnabled()
    assert room.edits.swap_sides()
    assert (header.undo_button.toolTip(), header.redo_button.toolTip()) == (
        "Undo: Swap sides (Ctrl+Z)",
        "Redo (Ctrl+Shift+Z)",
    )
    click(qtbot, header.undo_button)
    assert header.redo_button.accessibleName() == "Redo: Swap sides"
    header.set_locked(is_locked=True)
    assert not header.redo_button.isEnabled()
    header.set_locked(is_locked=False)
    click(qtbot, header.redo_button)
    assert room.document.is_dirty


def test_recent_matches_are_offered_the_newest_first(room, qtbot, copied_match, path):
    other = copied_match("2v2")
    assert room.document.open(other)
    menu = room.header.open_button.menu()
    assert [action.data() for action in menu.actions()][:2] == [other, path]
    menu.actions()[1].trigger()
    assert room.document.path == path
    assert [action.data() for action in menu.actions()][:2] == [path, other]
    assert room.settings.settings.recent_documents == (str(path), str(other))


def test_examples_are_not_among_the_recent(room):
    before = room.settings.settings.recent_documents
    assert room.document.open(example_match("1v1"))
    assert room.settings.settings.recent_documents == before
    room.header.show_recent(())
    assert not room.header.open_button.menu().actions()[0].isEnabled()


@pytest.mark.parametrize("count", [MAX_RECENT - 1, MAX_RECENT, MAX_RECENT + 1])
def test_a_limited_number_of_matches_are_remembered(room, tmp_path, count):
    room.settings.change(recent_documents=())
    for number in range(count):
        place = tmp_path / f"{number}.toml"
        place.write_text("")
        room.document.open(place)
    assert len(room.settings.settings.recent_documents) == min(count, MAX_RECENT)


def test_a_recent_match_that_is_gone_is_reported(room, qtbot, tmp_path):
    with qtbot.waitSignal(room.document.unreadable):
        room.header.recent_requested.emit(tmp_path / "gone.toml")


def test_the_controls_are_off_while_a_match_runs(desktop, runner, qtbot):
    desktop.context.edits.swap_sides()
    desktop.document.save()
    text = desktop.document.document.text
    desktop.window.bottom.start_button.click()
    qtbot.waitUntil(lambda: desktop.session.is_running)
    for key in (Qt.Key.Key_Z, Qt.Key.Key_N, Qt.Key.Key_O):
        press(desktop, qtbot, key)
    assert desktop.document.document.text == text
    assert desktop.window.findChild(QFileDialog) is None
    assert not desktop.window.header.new_button.isEnabled()
    desktop.session.stop()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    press(desktop, qtbot, Qt.Key.Key_Z)
    assert desktop.document.document.text != text


def test_unsaved_work_is_offered_by_the_next_start(make_desktop, runner, path, home_of_its_own, qtbot):
    left = RecoveryFolder(home_of_its_own / "state" / "unsaved", pid=GONE_PID)
    text = path.read_text(encoding="utf-8") + "# mine\n"
    left.keep(Unsaved(text=text, path=path))
    desktop = make_desktop(lambda *_: runner, path)
    qtbot.waitUntil(lambda: notice(desktop) is not None)
    assert notice(desktop).action == "Restore"
    qtbot.mouseClick(desktop.window.notices.action_button, Qt.MouseButton.LeftButton)
    assert desktop.document.document.text == text
    assert notice(desktop) is None
    desktop.document.save()
    assert list((home_of_its_own / "state" / "unsaved").iterdir()) == []


def test_unsaved_work_outlives_a_kill_but_not_a_discard(room, home_of_its_own, qtbot):
    folder = home_of_its_own / "state" / "unsaved"
    room.edits.swap_sides()
    room.recovery.keep_now()
    assert len(list(folder.iterdir())) == 1
    went_on = []
    room.questions.ask_unsaved(lambda: went_on.append(True))
    asked = box(room.header, qtbot)
    click(qtbot, asked.button(QMessageBox.StandardButton.Discard))
    assert went_on
    room.recovery.keep_now()
    assert list(folder.iterdir()) == []


def test_a_refused_save_forgets_what_was_to_follow(room, path, qtbot, tmp_path):
    room.edits.swap_sides()
    went_on = []
    room.questions.ask_unsaved(lambda: went_on.append(True))
    path.write_text("# changed by another program\n", encoding="utf-8")
    asked = box(room.header, qtbot)
    with qtbot.waitSignal(room.document.refused):
        click(qtbot, asked.button(QMessageBox.StandardButton.Save))
    room.header.save_as_action.trigger()
    dialog = room.header.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine.toml"))
    dialog.reject()
    assert room.document.path == tmp_path / "mine.toml"
    assert went_on == []


def test_a_match_without_a_file_is_saved_first_and_what_was_to_follow_comes_then(room, qtbot, tmp_path):
    room.document.new()
    room.edits.add_human(0)
    went_on = []
    room.questions.ask_unsaved(lambda: went_on.append("then"))
    click(qtbot, box(room.header, qtbot).button(QMessageBox.StandardButton.Save))
    qtbot.waitUntil(lambda: room.header.findChild(QFileDialog) is not None)
    assert went_on == []
    dialog = room.header.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine.toml"))
    dialog.reject()
    assert went_on == ["then"]


def test_a_question_about_a_car_does_not_hold_for_a_changed_match(room, qtbot):
    named = []
    room.questions.ask_name("Ada", named.append)
    dialog = room.header.findChild(QInputDialog)
    room.edits.swap_sides()
    with qtbot.waitSignal(room.document.refused) as refused:
        dialog.textValueSelected.emit("Eve")
    dialog.reject()
    assert named == []
    assert refused.args == ["The match changed; nothing was done."]
    room.questions.ask_name("Ada", named.append)
    second = room.header.findChildren(QInputDialog)[-1]
    second.textValueSelected.emit(" Eve ")
    second.reject()
    assert named == ["Eve"]
