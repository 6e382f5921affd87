"""Another program changes the file of the open document."""

import os
import shutil

import pytest
import shiboken6
from PySide6.QtCore import QFileSystemWatcher, QTimer

from app.document.disk_watch import DiskAnswer, DiskWatch
from app.document.open_document import DocumentController
from app.services.notifications import Notifications
from resources.examples import example_bots


@pytest.fixture
def path(copied_match):
    return copied_match()


@pytest.fixture
def document(qapp, path):
    made = DocumentController()
    assert made.open(path)
    return made


@pytest.fixture
def notifications(document):
    return Notifications(document)


@pytest.fixture
def watch(document, notifications):
    made = DiskWatch(document, notifications, document)
    made.findChild(QTimer).setInterval(20)
    made.check()
    yield made
    shiboken6.delete(made)  # here, and not on the thread that happens to collect garbage


@pytest.fixture
def noticed(notifications):
    seen = []
    notifications.shown.connect(seen.append)
    return seen


def dirty(document):
    assert document.edit("edit", lambda one: one.add_human(0))


def replaced(path, text):
    """Replaces a file by another one, as most editors do."""
    aside = path.with_name("aside.tmp")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)


def rewritten(path, text):
    path.write_text(text, encoding="utf-8")


WAYS = pytest.mark.parametrize("write", [replaced, rewritten])


@WAYS
def test_a_change_is_taken_and_can_be_undone(watch, document, path, noticed, qtbot, write):
    before = document.document.text
    for mark in ("# one\n", "# two\n"):
        write(path, before + mark)
        qtbot.waitUntil(lambda mark=mark: document.document.text == before + mark)
        assert not document.is_dirty
        assert "has been reloaded" in noticed[-1].text
    watch.answer(DiskAnswer.UNDO)
    assert document.document.text == before + "# one\n"
    assert document.is_dirty
    document.undo()
    assert document.document.text == before
    document.redo()
    document.redo()
    assert not document.is_dirty


def test_our_own_saves_are_no_news(watch, document, notifications, qtbot):
    dirty(document)
    document.save()
    with qtbot.assertNotEmitted(notifications.shown):
        watch.check()


@pytest.mark.parametrize("answer", [DiskAnswer.MINE, DiskAnswer.THEIRS])
def test_with_unsaved_changes_the_user_chooses(watch, document, path, noticed, qtbot, answer):
    dirty(document)
    mine, theirs = document.document.text, document.document.text + "# theirs\n"
    replaced(path, theirs)
    qtbot.waitUntil(lambda: bool(noticed))
    assert document.document.text == mine
    (noticed[-1].on_action if answer is DiskAnswer.MINE else noticed[-1].on_other)()
    if answer is DiskAnswer.MINE:
        assert document.is_dirty
        document.save()
        assert path.read_text(encoding="utf-8") == mine
    else:
        assert (document.document.text, document.is_dirty) == (theirs, False)
        document.undo()
        assert document.document.text == mine
    noticed.clear()
    watch.check()
    assert noticed == []


def test_a_save_that_would_overwrite_asks(watch, document, path, noticed, qtbot):
    dirty(document)
    watch.findChild(QFileSystemWatcher).removePaths([str(path), str(path.parent)])
    replaced(path, "[match]\n")
    with qtbot.waitSignal(document.refused):
        document.save()
    assert noticed[-1].other_action == "Load from disk"
    assert path.read_text() == "[match]\n"


def test_a_file_that_is_gone_is_unsaved_work(watch, document, path, noticed, qtbot):
    text = path.read_text(encoding="utf-8")
    path.unlink()
    qtbot.waitUntil(lambda: bool(noticed))
    assert "moved or deleted" in noticed[-1].text
    assert document.is_dirty
    assert document.document.text == text
    watch.check()
    assert len(noticed) == 1
    watch.answer(DiskAnswer.SAVE)
    assert path.read_text(encoding="utf-8") == text
    assert not document.is_dirty
    rewritten(path, text + "# more\n")
    qtbot.waitUntil(lambda: document.document.text.endswith("# more\n"))


def test_a_file_that_is_gone_for_a_moment_is_no_news(watch, document, path, noticed, qtbot):
    text = path.read_text(encoding="utf-8")
    path.unlink()
    watch.check()
    rewritten(path, text)
    watch.check()
    watch.check()
    assert noticed == []
    assert not document.is_dirty


def test_a_file_that_comes_back_as_it_was_is_saved_again(watch, document, path, noticed, qtbot):
    text = path.read_text(encoding="utf-8")
    path.unlink()
    watch.check()
    watch.check()
    assert document.is_dirty
    rewritten(path, text)
    watch.check()
    assert not document.is_dirty


@pytest.mark.parametrize("text", ["[match\n", "\udcff"])
def test_a_change_that_cannot_be_read_changes_nothing(watch, document, path, noticed, qtbot, text):
    before = document.document.text
    with qtbot.waitSignal(document.unreadable) as unreadable:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert unreadable.args[0].path == path
    assert document.document.text == before
    with qtbot.assertNotEmitted(document.unreadable):
        watch.check()
    with qtbot.waitSignal(document.readable):
        path.write_text(before, encoding="utf-8")
    assert noticed == []


def test_what_cannot_be_read_no_longer_matters_once_mine_is_kept(watch, document, path, noticed, qtbot):
    dirty(document)
    replaced(path, "[match\n")
    watch.check()
    with qtbot.waitSignal(document.unreadable):
        watch.answer(DiskAnswer.THEIRS)
    watch.check()
    with qtbot.waitSignal(document.readable):
        watch.answer(DiskAnswer.MINE)


def test_nothing_changes_while_a_match_runs(watch, document, path, noticed, qtbot):
    before = document.document.text
    watch.hold()
    replaced(path, before + "# more\n")
    watch.check()
    assert document.document.text == before
    watch.release()
    qtbot.waitUntil(lambda: document.document.text == before + "# more\n")


def test_it_looks_when_the_user_comes_back(watch, document, path, qtbot):
    before = document.document.text
    watcher = watch.findChild(QFileSystemWatcher)
    watcher.removePaths([*watcher.files(), *watcher.directories()])
    replaced(path, before + "# more\n")
    watch.on_return()
    qtbot.waitUntil(lambda: document.document.text == before + "# more\n")


def test_only_the_open_document_is_watched(watch, document, path, copied_match):
    other = copied_match("2v2")
    document.open(other)
    watcher = watch.findChild(QFileSystemWatcher)
    assert watcher.files() == [str(other)]
    document.new()
    assert watcher.files() == watcher.directories() == []


@pytest.mark.skipif(os.name != "posix", reason="a pipe in place of a file")
def test_something_else_in_place_of_the_file_is_no_document(watch, document, path, qtbot):
    path.unlink()
    os.mkfifo(path)
    with qtbot.waitSignal(document.unreadable):
        watch.check()


def test_bots_that_changed_meanwhile_are_looked_at_when_the_user_comes_back(watch, document, noticed, qtbot, tmp_path):
    shutil.copytree(example_bots() / "chaser", tmp_path / "bot")
    document.new()
    document.edit("add", lambda one: one.add_bot(tmp_path / "bot" / "bot.toml", 0))
    (tmp_path / "bot").rename(tmp_path / "elsewhere")
    watch.hold()
    watch.on_return()
    qtbot.wait(60)
    assert document.overview.can_start, "nothing changes during a match"
    watch.release()
    qtbot.waitUntil(lambda: not document.overview.can_start)
    (tmp_path / "elsewhere").rename(tmp_path / "bot")
    watch.on_return()
    qtbot.waitUntil(lambda: document.overview.can_start)
    assert noticed == []


def test_undo_of_a_change_takes_back_no_later_edit(watch, document, path, noticed, qtbot):
    replaced(path, document.document.text + "# theirs\n")
    qtbot.waitUntil(lambda: bool(noticed))
    dirty(document)
    edited = document.document.text
    watch.answer(DiskAnswer.UNDO)
    assert document.document.text == edited


def test_a_question_about_one_document_is_withdrawn_when_another_is_opened(
    watch, document, notifications, path, noticed, qtbot
):
    dirty(document)
    replaced(path, document.document.text + "# theirs\n")
    qtbot.waitUntil(lambda: bool(noticed))
    other = path.with_name("other.toml")
    shutil.copy(path, other)
    with qtbot.waitSignal(notifications.withdrawn):
        assert document.open(other)
    dirty(document)
    mine = document.document.text
    watch.answer(DiskAnswer.THEIRS)
    assert document.document.text == mine
