"""Packs of bots in the window: every button, with a real server and a real disk."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.panels.packs import controller as room
from app.services.paths import kept_edits_dir, packs_dir
from runtime.packs import HttpWeb, PackServices, PackStore
from runtime.packs.model import NetworkLimits
from tests.runtime.packs.conftest import Server, bot_files, tarred, zipped
from widgets.packs.packs_dialog import PacksDialog
from widgets.packs.values import PackAction
from widgets.shared.drops import PathsDropped

DEADLINE_MS = 20_000
PATIENCE = NetworkLimits(tries=3, pause_s=0.01)
"""These tests need no slow network, but the machine may be slow."""


def opened_folder(notice, monkeypatch):
    """Clicks the button of a notice; returns the folder that it opens."""
    opened = []
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda url: opened.append(url) or True)
    notice.on_action()
    return Path(opened[0].toLocalFile())


class Packs:
    """A window with its dialog of packs."""

    def __init__(self, qtbot, desktop):
        self.qtbot, self.desktop = qtbot, desktop
        desktop.window.library.packs_requested.emit()
        self.controller = desktop.panels["packs"]
        self.store = PackStore(packs_dir(), kept_edits_dir())
        self.notices = []
        desktop.notifications.shown.connect(self.notices.append)

    @property
    def dialog(self):
        return self.controller.dialog

    @property
    def rows(self):
        return [card.row for card in self.dialog.cards.values()]

    def wait(self, condition):
        self.qtbot.waitUntil(condition, timeout=DEADLINE_MS)

    def settle(self):
        self.wait(lambda: not self.desktop.incoming.tasks.is_busy)
        self.wait(lambda: not self.controller.is_busy)

    def enter(self, text):
        self.dialog.source.setText(text)
        QTest.keyClick(self.dialog.source, Qt.Key.Key_Return)
        self.settle()

    def press(self, action, place=0):
        list(self.dialog.cards.values())[place].buttons[action].click()
        self.settle()

    def actions(self, place=0):
        return self.rows[place].actions

    def install(self, address):
        self.enter(address)
        self.press(PackAction.FETCH)
        return self.folder

    @property
    def folder(self):
        (pack,) = self.store.packs()
        return pack.folder

    def library_names(self):
        return {entry.name for entry in self.desktop.window.library.model.shown}


@pytest.fixture
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def packs(qtbot, desktop, monkeypatch):
    monkeypatch.setattr("app.services.pack_services.version", lambda: "1")
    monkeypatch.setattr("app.services.pack_services.PackServices", partial(PackServices, limits=PATIENCE))
    monkeypatch.setattr("runtime.packs.HttpWeb", lambda version: HttpWeb(PATIENCE, version=version))
    made = Packs(qtbot, desktop)
    made.settle()
    yield made
    made.controller._tasks.stop()


def publish(server, files, version):
    server.serve("/bots.tar.xz", tarred(files), ETag=f'"{version}"', Last_Modified="Fri, 01 May 2026 10:00:00 GMT")
    return server.address("/bots.tar.xz")


def test_nothing_is_fetched_before_it_is_asked_for(packs, server):
    address = publish(server, bot_files("Ada", "Bob"), 1)
    assert packs.rows == []
    assert packs.dialog.nothing.isVisible()
    packs.enter(address)
    assert [path for path, _ in server.asked] == ["/bots.tar.xz"]
    (row,) = packs.rows
    assert row.address == address
    assert "2026-05-01" in row.state
    assert row.state.splitlines()[0].endswith(" B")
    assert "Not encrypted" in row.state
    assert row.actions == (PackAction.FETCH, PackAction.DISMISS)
    assert packs.dialog.source.text() == ""
    packs.press(PackAction.DISMISS)
    assert packs.rows == []
    assert not packs.store.root.exists()


def test_from_the_address_to_the_library(packs, server):
    folder = packs.install(publish(server, bot_files("Ada", "Bob"), 1))
    (row,) = packs.rows
    assert (row.tone, row.share) == ("good", None)
    assert "2 bots" in row.about
    assert row.actions == (PackAction.CHECK, PackAction.REPAIR, PackAction.OPEN, PackAction.REMOVE)
    packs.wait(lambda: {"Ada", "Bob"} <= packs.library_names())
    assert folder in packs.desktop.panels["library"].folders
    shown = packs.desktop.window.library.folders.rows
    assert any("2026-05-01" in shown.item(place).text() for place in range(shown.count()))
    assert "Installed " in packs.notices[-1].text


def test_updates_are_looked_for_on_request_and_reported_before_they_happen(packs, server, monkeypatch):
    address = publish(server, {**bot_files("Ada", "Bob"), **bot_files("Old")}, 1)
    folder = packs.install(address)
    packs.press(PackAction.CHECK)
    assert "newest version" in packs.rows[0].state
    publish(server, {**bot_files("Ada"), **bot_files("Bob", "Carl", text="print(2)\n")}, 2)
    (folder / "Ada" / "bot.py").write_text("mine")
    (folder / "Ada" / "notes.txt").write_text("mine too")
    packs.dialog.look_all.click()
    packs.settle()
    assert packs.actions() == (PackAction.FETCH, PackAction.DISMISS)
    packs.press(PackAction.FETCH)
    state = packs.rows[0].state
    for words in ("New: Carl", "Changed: Bob", "Removed: Old", "Ada/bot.py", "Ada/notes.txt"):
        assert words in state
    assert (folder / "Ada" / "bot.py").read_text() == "mine"
    packs.press(PackAction.PLACE)
    assert (folder / "Ada" / "bot.py").read_text() == "print(1)\n"
    assert (folder / "Ada" / "notes.txt").read_text() == "mine too"
    notice = packs.notices[-1]
    folder = opened_folder(notice, monkeypatch)
    assert (folder / "Ada" / "bot.py").read_text() == "mine"
    assert str(folder) in packs.rows[0].state
    packs.wait(lambda: "Carl" in packs.library_names() and "Old" not in packs.library_names())


def test_an_update_that_is_not_wanted_changes_nothing(packs, server):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    publish(server, bot_files("Bob"), 2)
    packs.press(PackAction.CHECK)
    packs.press(PackAction.FETCH)
    packs.press(PackAction.DISMISS)
    assert packs.rows[0].state == ""
    assert (folder / "Ada").is_dir()
    assert not list(folder.parent.glob(".new-*"))
    packs.press(PackAction.CHECK)
    packs.press(PackAction.FETCH)
    packs.press(PackAction.PLACE)
    assert not (folder / "Ada").exists()


def test_progress_and_cancel(packs, server):
    body = tarred(bot_files("Ada"))
    address = publish(server, bot_files("Ada"), 1)
    packs.enter(address)
    server.stall("/bots.tar.xz", body, 100)
    next(iter(packs.dialog.cards.values())).buttons[PackAction.FETCH].click()
    packs.wait(lambda: "Downloaded: " in packs.rows[0].state and packs.rows[0].share > 0)
    assert packs.rows[0].share < 1
    assert packs.actions() == (PackAction.CANCEL,)
    packs.press(PackAction.CANCEL)
    assert packs.rows == []
    assert packs.store.packs() == ()
    assert not packs.controller.is_busy


def test_a_fault_is_reported_where_it_happened(packs, server):
    packs.enter(server.address("/none.zip"))
    (row,) = packs.rows
    assert (row.tone, row.actions) == ("bad", (PackAction.RETRY, PackAction.DISMISS))
    assert "was not found on" in row.state
    publish(server, bot_files("Ada"), 1)
    server.routes["/none.zip"] = server.routes["/bots.tar.xz"]
    packs.press(PackAction.RETRY)
    assert packs.actions() == (PackAction.FETCH, PackAction.DISMISS)


def test_a_fault_behind_a_closed_dialog_is_a_notice_that_leads_back(packs, server):
    packs.enter(publish(server, bot_files("Ada"), 1))
    server.serve("/bots.tar.xz", b"<html>", Content_Type="text/html")
    next(iter(packs.dialog.cards.values())).buttons[PackAction.FETCH].click()
    packs.dialog.close()
    packs.wait(lambda: bool(packs.notices))
    notice = packs.notices[-1]
    assert "web page" in notice.text
    notice.on_action()
    assert packs.dialog.isVisible()
    assert packs.rows[0].tone == "bad"


def test_what_is_no_source_is_reported_below_the_field(packs):
    for text in ("what is this", "ftp://example.org/a.zip", "/there/is/none.zip"):
        packs.enter(text)
        assert packs.dialog.fault.isVisible()
        assert packs.dialog.source.text() == text
        assert packs.rows == []
        packs.dialog.source.setText("RLBot/botpack")
        assert not packs.dialog.fault.isVisible()


def test_an_archive_dropped_on_the_window_or_the_library_is_offered(packs, tmp_path):
    archive = tmp_path / "Meine Bots.zip"
    archive.write_bytes(zipped(bot_files("Ada")))
    packs.dialog.close()
    packs.desktop.window.paths_dropped.emit(PathsDropped(paths=(archive,), team=None))
    packs.settle()
    assert packs.actions() == (PackAction.UNPACK, PackAction.DISMISS)
    packs.press(PackAction.DISMISS)
    packs.dialog.close()
    packs.desktop.window.library.paths_dropped.emit(PathsDropped(paths=(archive,), team=None, is_for_library=True))
    packs.settle()
    packs.press(PackAction.UNPACK)
    assert (packs.folder / "Ada" / "bot.toml").is_file()
    assert archive.parent not in packs.desktop.panels["library"].folders


def test_two_files_of_one_name_are_two_packs(packs, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bots.zip").write_bytes(zipped(bot_files(folder)))
        packs.enter(str(tmp_path / folder / "bots.zip"))
    assert [row.title for row in packs.rows] == ["bots", "bots"]
    packs.press(PackAction.UNPACK, 1)
    packs.press(PackAction.UNPACK, 0)
    assert {pack.key for pack in packs.store.packs()} == {"bots", "bots-2"}
    assert {row.key for row in packs.rows} == {"bots", "bots-2"}


def test_an_archive_is_chosen_or_dropped_on_the_dialog(packs, tmp_path, monkeypatch):
    archive = tmp_path / "a.zip"
    archive.write_bytes(zipped(bot_files("Ada")))
    monkeypatch.setattr(QFileDialog, "open", lambda self: self.fileSelected.emit(str(archive)))
    packs.dialog.browse.click()
    packs.settle()
    assert [row.title for row in packs.rows] == ["a"]


def test_repair(packs, server):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    packs.press(PackAction.REPAIR)
    assert "unmodified" in packs.rows[0].state
    (folder / "Ada" / "bot.py").write_text("broken")
    asked = len(server.asked)
    packs.press(PackAction.REPAIR)
    assert "Ada/bot.py" in packs.rows[0].state
    assert len(server.asked) == asked
    packs.press(PackAction.FETCH)
    assert (folder / "Ada" / "bot.py").read_text() == "print(1)\n"
    assert packs.rows[0].tone == "good"


def test_removal_asks_only_when_something_would_be_lost(packs, server, monkeypatch):
    address = publish(server, bot_files("Ada"), 1)
    folder = packs.install(address)
    packs.press(PackAction.REMOVE)
    assert packs.rows == []
    assert not folder.exists()
    assert folder not in packs.desktop.panels["library"].folders
    packs.install(address)
    (folder / "Ada" / "bot.py").write_text("mine")
    packs.press(PackAction.REMOVE)
    assert packs.actions() == (PackAction.REMOVE_KEEPING, PackAction.REMOVE_ALL, PackAction.DISMISS)
    packs.press(PackAction.DISMISS)
    assert folder.is_dir()
    packs.press(PackAction.REMOVE)
    packs.press(PackAction.REMOVE_KEEPING)
    assert not folder.exists()
    assert (opened_folder(packs.notices[-1], monkeypatch) / "Ada" / "bot.py").read_text() == "mine"
    packs.install(address)
    (folder / "Ada" / "bot.py").write_text("mine")
    packs.press(PackAction.REMOVE)
    packs.press(PackAction.REMOVE_ALL)
    assert not folder.exists()
    assert packs.notices[-1].on_action is None


def test_files_of_a_running_match_are_left_alone_until_it_is_over(packs, server, runner):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    publish(server, bot_files("Bob"), 2)
    packs.desktop.session.start()
    packs.wait(lambda: packs.desktop.session.is_running)
    packs.press(PackAction.CHECK)
    packs.press(PackAction.FETCH)
    packs.press(PackAction.PLACE)
    assert "until the match is over" in packs.rows[0].state
    assert (folder / "Ada").is_dir()
    runner.may_end.set()
    packs.wait((folder / "Bob").is_dir)
    packs.settle()


def test_waiting_can_be_given_up(packs, server, runner):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    packs.desktop.session.start()
    packs.wait(lambda: packs.desktop.session.is_running)
    packs.press(PackAction.REMOVE)
    assert packs.actions() == (PackAction.DISMISS,)
    packs.press(PackAction.DISMISS)
    with packs.qtbot.waitSignal(packs.desktop.session.ended):
        runner.may_end.set()
    packs.settle()
    assert folder.is_dir()


def test_a_pack_taken_out_of_the_library_can_come_back(packs, server, monkeypatch):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    packs.desktop.panels["library"].remove_folder(folder)
    packs.dialog.close()
    packs.desktop.panels["packs"].show_dialog()
    assert PackAction.SHOW in packs.actions()
    packs.press(PackAction.SHOW)
    packs.wait(lambda: folder in packs.desktop.panels["library"].folders)
    opened = []
    monkeypatch.setattr(room, "open_folder", opened.append)
    packs.press(PackAction.OPEN)
    assert opened == [folder]


def test_a_pack_with_a_broken_document_says_so_and_can_go(packs, server):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    (folder / ".kickabout" / "pack.json").write_text("{")
    packs.dialog.close()
    packs.desktop.panels["packs"].show_dialog()
    packs.settle()
    assert "add the pack again" in packs.rows[0].state
    assert packs.actions() == (PackAction.OPEN, PackAction.REMOVE)
    packs.press(PackAction.REMOVE)
    assert not folder.exists()


def test_leftovers_of_a_crash_are_repaired_at_the_start(packs, server):
    folder = packs.install(publish(server, bot_files("Ada"), 1))
    folder.rename(folder.with_name(f".old-{folder.name}"))
    packs.controller._is_started = False  # a window repairs leftovers only at its first start
    packs.controller.start()
    packs.settle()
    assert folder.is_dir()
    assert [row.key for row in packs.rows] == [folder.name]


def test_closing_the_window_breaks_off_what_is_going_on(packs, server):
    packs.enter(publish(server, bot_files("Ada"), 1))
    server.stall("/bots.tar.xz", tarred(bot_files("Ada")), 100)
    next(iter(packs.dialog.cards.values())).buttons[PackAction.FETCH].click()
    packs.wait(lambda: packs.rows[0].share is not None)
    packs.controller._tasks.stop()
    assert packs.actions() == (PackAction.CANCEL,), "the job has not gone on"
    assert packs.store.packs() == ()


def test_the_dialog_opens_by_its_key_and_once(packs):
    first = packs.dialog
    packs.desktop.window.library.folders.packs_button.click()
    assert packs.dialog is first
    assert isinstance(first, PacksDialog)
    assert not first.isModal()


def test_a_fault_that_nobody_thought_of_ends_the_work_and_is_reported(packs, server, monkeypatch):
    def fail(*_):
        raise RuntimeError("odd")

    packs.enter(publish(server, bot_files("Ada"), 1))
    monkeypatch.setattr(room, "prepare", fail)
    packs.press(PackAction.FETCH)
    (row,) = packs.rows
    assert row.tone == "bad"
    assert "RuntimeError: odd" in row.state
    assert row.actions == (PackAction.RETRY, PackAction.DISMISS)
