"""Unsaved work is stored during edits, offered after a crash, and deleted once it is saved or discarded."""

import pytest
import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from app.document.open_document import DocumentController
from app.document.questions import Questions
from app.document.recovery import RecoveryController, RecoveryFolder, Unsaved
from app.services.notifications import Notifications
from runtime.documents import MatchDocument

GONE_PID = 4_190_000


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "unsaved"


@pytest.fixture
def document(qapp, copied_match):
    made = DocumentController()
    assert made.open(copied_match())
    return made


@pytest.fixture
def notifications(document):
    return Notifications(document)


@pytest.fixture
def recovery(document, folder, notifications):
    window = QWidget()
    questions = Questions(window, document, window)
    made = RecoveryController(document, RecoveryFolder(folder), questions, notifications, window)
    made.findChild(QTimer).setInterval(10)
    yield made
    shiboken6.delete(window)  # here, and not on the thread that happens to collect garbage


@pytest.fixture
def noticed(notifications):
    seen = []
    notifications.shown.connect(seen.append)
    return seen


def files(folder):
    return sorted(folder.glob("*")) if folder.exists() else []


def edit(document):
    assert document.edit("edit", lambda one: one.add_human(0))


def test_edits_are_kept_a_moment_later(recovery, document, folder, qtbot):
    edit(document)
    assert files(folder) == []
    edit(document)
    qtbot.waitUntil(lambda: len(files(folder)) == 1)
    assert "Human" in files(folder)[0].read_text()


@pytest.mark.parametrize("way", ["save", "undo", "open", "forget"])
def test_what_is_saved_undone_or_given_up_is_kept_no_longer(recovery, document, folder, copied_match, way):
    edit(document)
    recovery.keep_now()
    assert len(files(folder)) == 1
    {"save": document.save, "undo": document.undo, "open": document.new, "forget": recovery.forget}[way]()
    assert files(folder) == []
    recovery.keep_now()
    assert files(folder) == []


def test_editing_on_after_giving_up_is_kept_again(recovery, document, folder):
    edit(document)
    recovery.forget()
    edit(document)
    recovery.keep_now()
    assert len(files(folder)) == 1


def test_without_leftovers_there_is_no_notice(recovery, noticed):
    recovery.offer()
    recovery.restore()
    assert noticed == []


def test_left_work_of_the_open_document_is_a_step(recovery, document, folder, noticed):
    before = document.document.text
    RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text=before + "# mine\n", path=document.path))
    recovery.offer()
    assert "1v1" in noticed[0].text
    recovery.restore()
    assert document.document.text == before + "# mine\n"
    assert document.is_dirty
    assert document.steps.undo == "Restore unsaved changes"
    assert len(files(folder)) == 1
    document.undo()
    assert document.document.text == before
    assert files(folder) == []


def test_left_work_of_another_document_takes_its_place(recovery, document, folder, copied_match):
    other = copied_match("2v2")
    text = other.read_text(encoding="utf-8") + "# mine\n"
    RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text=text, path=other))
    recovery.offer()
    recovery.restore()
    assert document.path == other
    assert document.is_dirty
    assert len(document.overview.cars) == 4
    document.save()
    assert other.read_text(encoding="utf-8") == text
    assert files(folder) == []


@pytest.mark.parametrize("exists", [True, False])
def test_left_work_whose_file_is_gone_or_broken(recovery, document, folder, tmp_path, exists):
    path = tmp_path / "gone.toml"
    if exists:
        path.write_text("[match\n")
    RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text="[match]\n", path=path))
    recovery.offer()
    recovery.restore()
    assert (document.path, document.document.text, document.is_dirty) == (path, "[match]\n", True)


def test_left_work_without_a_file(recovery, document, folder):
    RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text="# mine\n", path=None))
    recovery.offer()
    recovery.restore()
    assert (document.path, document.document.text, document.is_dirty) == (None, "# mine\n", True)


def test_left_work_that_is_no_toml_is_refused(recovery, document, folder, qtbot):
    before = document.document.text
    RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text="[match", path=document.path))
    recovery.offer()
    with qtbot.waitSignal(document.refused):
        recovery.restore()
    assert document.document.text == before


def test_left_work_can_be_given_up_one_after_the_other(recovery, folder, noticed):
    for text in ("a = 1\n", "b = 2\n"):
        RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text=text, path=None))
    recovery.offer()
    for place in (0, 1, 1):
        noticed[place].on_other()
    assert len(noticed) == 2
    assert files(folder) == []


def test_unsaved_changes_are_asked_about_before_left_work_comes_back(recovery, document, folder, noticed, qtbot):
    RecoveryFolder(folder, pid=GONE_PID).keep(Unsaved(text="# mine\n", path=None))
    recovery.offer()
    edit(document)
    noticed[0].on_action()
    assert document.document.text != "# mine\n"
    recovery.parent().findChild(QMessageBox).button(QMessageBox.StandardButton.Discard).click()
    assert document.document.text == "# mine\n"


def test_a_document_is_recovered_as_it_was(copied_match):
    path = copied_match()
    recovered = MatchDocument.recovered(path.read_text(encoding="utf-8"), path)
    assert not recovered.dirty
    assert recovered.is_saved_somewhere
