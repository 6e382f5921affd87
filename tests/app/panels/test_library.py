"""The library with real folders and real scans."""

import shutil
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.panels.library import controller as rooms
from app.panels.library.controller import LibraryController
from app.services.notifications import Notifications
from app.services.settings import SettingsFile, SettingsStore
from resources.examples import example_bots
from resources.looks import Theme, looks
from runtime.library import version_of_folder
from runtime.model.entries import EntryKind
from runtime.model.states import SwapState
from runtime.model.values import CarEntry, MatchOverview
from widgets.library.details_pane import README
from widgets.library.library_panel import LibraryPanel
from widgets.library.new_agent_dialog import NewAgentDialog
from widgets.shared.drops import PathsDropped
from widgets.shared.logos import Logos
from widgets.teams.card_value import CardAction

EXAMPLES = ["Chaser", "Duo", "Keeper", "Painter", "Striker"]
CONTROL = Qt.KeyboardModifier.ControlModifier


class Library:
    """A panel with its controller, without the rest of the window."""

    def __init__(self, qtbot, home):
        self.qtbot = qtbot
        self.settings = SettingsStore(SettingsFile(home / "config"))
        self.panel = LibraryPanel(looks(Theme.DARK), Logos())
        self.panel.resize(280, 640)
        self.panel.show()
        qtbot.addWidget(self.panel)
        self.notifications = Notifications(self.panel)
        self.controller = LibraryController(self.panel, self.settings, self.notifications)
        self.controller.start()

    def settle(self):
        self.qtbot.waitUntil(lambda: self.panel.model.total >= 5)
        self.qtbot.waitUntil(lambda: not self.controller._drain_timer.isActive())

    def add(self, folder):
        self.controller.add_folder(folder)
        self.qtbot.waitUntil(lambda: folder in self.controller.folders)
        self.settle()

    @property
    def names(self):
        return [entry.name for entry in self.panel.model.shown]


@pytest.fixture
def make_library(qtbot, home_of_its_own):
    made = []

    def make():
        made.append(Library(qtbot, home_of_its_own))
        made[-1].settle()
        return made[-1]

    yield make
    for library in made:
        library.controller.stop()
        library.panel.close()
        library.controller.deleteLater()


@pytest.fixture
def library(make_library):
    return make_library()


@pytest.fixture
def bots(tmp_path):
    folder = tmp_path / "bots"
    shutil.copytree(example_bots() / "chaser", folder / "mine")
    document = folder / "mine" / "bot.toml"
    text = document.read_text(encoding="utf-8").replace('name = "Chaser"', 'name = "Mine"')
    document.write_text(text, encoding="utf-8")
    (folder / "mine" / "README.md").write_text("# All mine\n")
    return folder


def test_the_examples_are_always_there(library):
    assert library.names == EXAMPLES
    shown = library.panel.model.shown
    assert {entry.kind for entry in shown} == {EntryKind.BOT, EntryKind.HIVEMIND, EntryKind.SCRIPT}
    assert all(entry.can_play for entry in shown)
    assert library.panel.hint.isVisible(), "and ask for a folder of one's own"


def test_a_folder_is_added_remembered_and_removed(library, bots, make_library):
    panel = library.panel
    library.add(bots)
    assert library.names == [*EXAMPLES[:3], "Mine", *EXAMPLES[3:]]
    assert library.settings.settings.library_folders == (str(bots),)
    assert not panel.hint.isVisible()
    assert [panel.folders.rows.item(row).text().splitlines()[0] for row in range(2)] == ["Examples", str(bots)]
    assert "Mine" in make_library().names
    library.controller.remove_folder(bots)
    library.settle()
    assert library.names == EXAMPLES
    assert library.settings.settings.library_folders == ()
    assert bots.is_dir()


def test_folders_are_added_and_chosen(library, bots, qtbot):
    library.controller.add_folder(bots / "mine" / "bot.toml")
    qtbot.waitUntil(lambda: library.controller.folders == (bots / "mine",))
    library.panel.folder_wanted.emit()
    dialog = library.panel.findChild(QFileDialog)
    dialog.fileSelected.emit(str(bots))
    dialog.close()
    qtbot.waitUntil(lambda: bots in library.controller.folders)
    library.settle()
    assert library.names.count("Mine") == 1, "a folder within another is scanned once"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (Path("/no/such/folder"), "is not a folder"),
        (example_bots(), "already"),
        (example_bots() / "duo", "already"),
    ],
)
def test_what_cannot_be_added_is_reported(library, qtbot, path, reason):
    with qtbot.waitSignal(library.notifications.refused) as refused:
        library.controller.add_folder(path)
    assert reason in refused.args[0]
    assert str(path) in refused.args[0]
    assert library.controller.folders == ()


def test_a_saved_source_is_seen_when_the_user_comes_back(library, bots, qtbot, monkeypatch):
    library.add(bots)
    controller, document = library.controller, bots / "mine" / "bot.toml"
    before = library.panel.model.known(document).version.digest
    (bots / "mine" / "bot.py").write_text("print('another')\n")
    controller.on_return()
    assert not controller.is_scanning, "not at once again"
    monkeypatch.setattr(rooms, "CALM_S", 0.0)
    controller.on_return()
    qtbot.waitUntil(lambda: library.panel.model.known(document).version.digest != before)


def test_a_source_saved_right_after_a_scan_is_seen_soon(library, bots, qtbot, monkeypatch):
    library.add(bots)
    document = bots / "mine" / "bot.toml"
    before = library.panel.model.known(document).version.digest
    monkeypatch.setattr(rooms, "CALM_S", 0.3)
    library.controller.rescan()
    library.settle()
    (bots / "mine" / "bot.py").write_text("print('another')\n")
    library.controller.on_return()
    assert not library.controller.is_scanning
    qtbot.waitUntil(lambda: library.panel.model.known(document).version.digest != before)


@pytest.fixture
def played(bots):
    """A match of two bots, of which the second one is in the library."""
    sources = (Path("/nowhere/bot.toml"), bots / "mine" / "bot.toml")
    return MatchOverview(
        title="",
        path=None,
        is_dirty=False,
        cars=tuple(CarEntry(position=0, name="", team=0, kind="bot", source=source) for source in sources),
        scripts=(),
        game_mode="",
        game_map="",
        match_length="",
        problems=(),
    )


@pytest.mark.parametrize(
    ("before", "after", "is_read"),
    [
        ({}, {"swap_state": SwapState.CHANGED, "swap_text": "bot.py"}, True),
        ({"swap_state": SwapState.CHANGED}, {"swap_state": SwapState.CHANGED, "swap_text": "a.py and b.py"}, True),
        ({"swap_state": SwapState.CHECKING}, {"version": 2}, True),
        ({"swap_state": SwapState.CHECKING}, {"swap_state": SwapState.REFUSED, "swap_text": "bot.py:1: no"}, True),
        ({}, {"version": 2}, True),
        ({}, {"swap_state": SwapState.CHECKING}, False),
        ({}, {"answers": 100}, False),
        ({"swap_state": SwapState.REFUSED}, {"swap_state": SwapState.REFUSED, "answers": 100}, False),
    ],
)
def test_a_source_saved_in_a_match_changes_the_version(
    library, bots, played, make_agent, qtbot, monkeypatch, before, after, is_read
):
    library.add(bots)
    read = []
    monkeypatch.setattr(rooms, "version_of_folder", lambda folder: read.append(folder) or version_of_folder(folder))
    known = library.panel.model.known(bots / "mine" / "bot.toml").version
    library.panel.show_entry(bots / "mine" / "bot.toml")
    shown = library.panel.details.entry.version
    (bots / "mine" / "bot.py").write_text("print('another')\n")
    library.controller.show_overview(played)
    agents = [make_agent(0, "Mine", **values) for values in (before, after)]
    library.controller.on_agent_changed(agents[0], None)
    library.controller.on_agent_changed(agents[1], agents[0])
    qtbot.waitUntil(lambda: not library.controller._tasks.is_busy)
    assert read == ([Path("/nowhere"), bots / "mine"] if is_read else [])
    version = library.panel.model.known(bots / "mine" / "bot.toml").version
    assert (version != known) is is_read
    assert (library.panel.details.entry.version != shown) is is_read
    library.controller.rescan()
    library.settle()
    assert library.panel.model.known(bots / "mine" / "bot.toml").version == version_of_folder(bots / "mine")


EDITED = {
    "bot.toml": "src/bot.py",
    "exe.bot.toml": "exe.bot.toml",
    "old.cfg": "python/old.py",
    "no.bot.toml": "",
}


@pytest.fixture
def sources(tmp_path):
    """A folder with a bot, one that is no Python, one for RLBot v4, and an editor that notes its arguments."""
    home = tmp_path / "sources"
    for name in ("src/bot.py", "run.exe", "python/old.py"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    for name, command in (("bot.toml", "python src/bot.py"), ("exe.bot.toml", "./run.exe")):
        (home / name).write_text(f"[settings]\nrun_command = '{command}'\nrun_command_linux = '{command}'\n")
    (home / "old.cfg").write_text("[Locations]\npython_file = ./python/old.py\nname = Old\n")
    (tmp_path / "editor.py").write_text(
        f"import os, sys\nopen({str(tmp_path / 'new')!r}, 'w').write('\\n'.join(sys.argv[1:]))\n"
        f"os.replace({str(tmp_path / 'new')!r}, {str(tmp_path / 'noted')!r})\n"
    )
    return home


@pytest.mark.parametrize("form", ["", "{file}", "-g {file}:{line}"])
@pytest.mark.parametrize("document", EDITED)
def test_a_source_is_opened_in_the_editor(library, sources, tmp_path, qtbot, form, document):
    library.settings.change(editor=f"{sys.executable} {tmp_path / 'editor.py'} {form}")
    refused = []
    library.notifications.refused.connect(refused.append)
    library.controller.open_source(sources / document)
    file = sources / EDITED[document]
    if not EDITED[document]:
        qtbot.waitUntil(lambda: refused == [f"File not found: {sources / document}"])
        return
    qtbot.waitUntil((tmp_path / "noted").exists)
    expected = {"": [sources, file], "{file}": [file], "-g {file}:{line}": ["-g", f"{file}:1"]}[form]
    assert (tmp_path / "noted").read_text().splitlines() == list(map(str, expected))


@pytest.mark.parametrize("kind", ["car", "script"])
def test_a_card_opens_its_source(make_desktop, runner, qtbot, monkeypatch, tmp_path, kind):
    document = tmp_path / "match.toml"
    bots = example_bots()
    document.write_text(
        f"[[cars]]\nconfig_file = '{bots / 'chaser' / 'bot.toml'}'\n"
        f"[[scripts]]\nconfig_file = '{bots / 'painter' / 'script.toml'}'\n"
    )
    opened = []
    monkeypatch.setattr(rooms, "open_in_editor", lambda *words: opened.append(words) or "")
    desktop = make_desktop(lambda match, choice: runner, document)
    team, name = (0, "chaser") if kind == "car" else (2, "painter")
    qtbot.waitUntil(lambda: len(desktop.window.teams[team].cards) == 1)
    desktop.window.teams[team].cards[0].ask(CardAction.EDIT_SOURCE)
    qtbot.waitUntil(lambda: bool(opened))
    source = opened[0][0]
    assert source.parent == bots / name
    assert source.suffix == ".py"
    assert opened[0][2] == bots / name


def test_favourites_and_order_are_remembered(library, make_library):
    panel = library.panel
    panel.show_entry(example_bots() / "duo" / "bot.toml")
    panel.details.favourite.click()
    panel.filters.order.setCurrentIndex(2)
    panel.filters.order.activated.emit(2)
    again = make_library().panel
    assert again.model.is_favourite(example_bots() / "duo" / "bot.toml")
    assert again.filters.order.currentData() == "newest"
    again.show_entry(example_bots() / "duo" / "bot.toml")
    again.details.favourite.click()
    assert not again.model.is_favourite(example_bots() / "duo" / "bot.toml")


def test_readme_and_picture_of_the_current_entry_arrive(library, bots, qtbot):
    library.add(bots)
    panel = library.panel
    panel.show_entry(bots / "mine" / "bot.toml")
    panel.details.tabs.setCurrentIndex(README)
    qtbot.waitUntil(lambda: "All mine" in panel.details.text.toPlainText())
    qtbot.waitUntil(lambda: panel.model.logo(panel.view.current) is not None)


def test_the_path_is_copied_and_links_to_elsewhere_are_refused(library, qtbot):
    library.panel.show_entry(example_bots() / "chaser" / "bot.toml")
    library.panel.details.copy.click()
    assert QGuiApplication.clipboard().text() == str(example_bots() / "chaser" / "bot.toml")
    with qtbot.waitSignal(library.notifications.refused) as refused:
        library.panel.details.link_activated.emit("file:///etc/passwd")
    assert "Not a web address" in refused.args[0]


def new_agent(library, folder, name):
    library.panel.new_requested.emit()
    library.qtbot.waitUntil(lambda: library.panel.findChild(NewAgentDialog) is not None)
    dialog = library.panel.findChild(NewAgentDialog)
    dialog.folder.setText(str(folder))
    dialog.name.setText(name)
    dialog.create_button.click()
    return dialog


def test_a_new_bot_is_made_shown_and_can_be_added(library, tmp_path, qtbot):
    new_agent(library, tmp_path, "My First")
    panel, document = library.panel, tmp_path / "my_first" / "bot.toml"
    qtbot.waitUntil(lambda: panel.view.current is not None and panel.view.current.path == document)
    assert panel.view.current.can_play
    assert library.controller.folders == (document.parent,)
    with qtbot.waitSignal(library.controller.add_requested) as added:
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert added.args == [PathsDropped(paths=(document,), team=0)]
    assert library.settings.settings.recent_bots == (str(document),)


def test_a_new_bot_in_a_folder_of_the_library_adds_no_other(library, bots, qtbot):
    library.add(bots)
    new_agent(library, bots, "Second")
    qtbot.waitUntil(lambda: "Second" in library.names)
    assert library.controller.folders == (bots,)


def test_new_bots_are_offered_a_folder_among_the_documents_and_free_names(library, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(rooms.QStandardPaths, "writableLocation", lambda _place: str(tmp_path / "docs"))
    folder = tmp_path / "docs" / rooms.NEW_BOTS
    for place in ("my_bot", "my_bot_2"):
        library.panel.new_requested.emit()
        qtbot.waitUntil(lambda: library.panel.findChild(NewAgentDialog) is not None)
        dialog = library.panel.findChild(NewAgentDialog)
        assert dialog.folder.text() == str(folder)
        dialog.create_button.click()
        qtbot.waitUntil((folder / place / "bot.toml").is_file)
        qtbot.waitUntil(lambda: library.panel.findChild(NewAgentDialog) is None)
        library.settle()
    assert library.controller.folders == (folder,)


def test_a_new_bot_is_offered_a_place_beside_a_single_bot_of_the_library_not_in_it(library, tmp_path, qtbot):
    new_agent(library, tmp_path, "First")
    qtbot.waitUntil(lambda: "First" in library.names)
    library.settle()
    library.panel.new_requested.emit()
    qtbot.waitUntil(lambda: library.panel.findChild(NewAgentDialog) is not None)
    dialog = library.panel.findChild(NewAgentDialog)
    assert dialog.folder.text() == str(tmp_path)
    dialog.name.setText("Second")
    dialog.create_button.click()
    qtbot.waitUntil(lambda: "Second" in library.names)
    assert library.controller.folders == (tmp_path / "first", tmp_path / "second")


def test_a_new_bot_that_cannot_be_made_keeps_the_dialog(library, tmp_path, qtbot):
    (tmp_path / "taken").mkdir()
    dialog = new_agent(library, tmp_path, "Taken")
    qtbot.waitUntil(dialog.fault.isVisible)
    assert "already something" in dialog.fault.text()
    dialog.reject()


def test_a_dialog_that_was_closed_is_not_missed(library, tmp_path, qtbot):
    new_agent(library, tmp_path, "Quick").reject()
    qtbot.waitUntil(lambda: "Quick" in library.names)


def test_a_slow_disk_does_not_hold_the_window_up(library, bots, qtbot, monkeypatch):
    may_answer = threading.Event()

    def slow(path):
        may_answer.wait(20)
        return path

    monkeypatch.setattr(rooms, "_folder_of", slow)
    library.controller.add_folder(bots)
    assert bots not in library.controller.folders
    may_answer.set()
    qtbot.waitUntil(lambda: bots in library.controller.folders)
    library.settle()


def test_a_scan_can_be_given_up(library, bots):
    for number in range(30):
        shutil.copytree(bots / "mine", bots / f"copy{number}")
    library.controller.add_folder(bots)
    library.qtbot.waitUntil(lambda: bots in library.controller.folders)
    library.panel.note.button.click()
    library.settle()
    assert not library.panel.note.isVisible()
    library.controller.rescan()
    library.settle()
    assert len(library.names) == 36


def test_a_stopped_library_leaves_nothing_running(library, bots):
    library.controller.add_folder(bots)
    library.controller.rescan()
    library.controller.stop()
    assert not library.controller._drain_timer.isActive()
    assert not library.controller._scanner.is_running


def recent(desktop):
    return [Path(path).parent.name for path in desktop.settings.settings.recent_bots]


def team(desktop, number):
    return [card.card.name for card in desktop.window.teams[number].cards]


def test_bots_and_scripts_go_from_the_library_into_the_match(desktop, runner, qtbot):
    panel = desktop.window.library
    qtbot.waitUntil(lambda: panel.model.total == 5)
    panel.show_entry(example_bots() / "keeper" / "bot.toml")
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: team(desktop, 0) == ["Striker", "Keeper"])
    QTest.keyClick(panel.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: len(team(desktop, 1)) == 2)
    panel.show_entry(example_bots() / "painter" / "script.toml")
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: team(desktop, 2) == ["Painter"])
    data = panel.model.mimeData([panel.model.index(0)])
    paths = tuple(Path(url.toLocalFile()) for url in data.urls())
    desktop.window.teams[1].paths_dropped.emit(PathsDropped(paths=paths, team=1))
    qtbot.waitUntil(lambda: len(team(desktop, 1)) == 3)
    desktop.session.start()
    qtbot.waitUntil(lambda: "striker" in recent(desktop))
    assert set(recent(desktop)) == {"striker", "chaser", "keeper", "painter"}
    qtbot.waitUntil(lambda: panel.is_locked)


def space_on(library, row):
    rows = library.panel.folders.rows
    rows.setCurrentRow(row)
    QTest.keyClick(rows, Qt.Key.Key_Space)
    library.qtbot.waitUntil(lambda: not library.controller.is_scanning)
    library.qtbot.waitUntil(lambda: not library.controller._drain_timer.isActive())


def test_a_folder_is_hidden_over_starts_and_comes_back(library, bots, make_library):
    library.add(bots)
    library.panel.head.folders_button.click()
    space_on(library, 1)
    assert library.names == EXAMPLES
    assert library.controller.folders == (bots,), "it is still in the list"
    item = library.panel.folders.rows.item(1)
    assert item.checkState() is Qt.CheckState.Unchecked
    assert "hidden" in item.text()
    assert "hidden" in item.data(Qt.ItemDataRole.AccessibleTextRole)
    later = make_library()
    assert later.names == EXAMPLES
    assert later.panel.folders.rows.item(1).checkState() is Qt.CheckState.Unchecked
    later.panel.head.folders_button.click()
    space_on(later, 1)
    assert "Mine" in later.names
    assert later.settings.settings.hidden_folders == ()
    assert bots.is_dir()


def test_a_hidden_folder_is_not_looked_at(library, bots):
    library.add(bots)
    library.controller.hide_folder(bots, is_hidden=True)
    library.settle()
    (bots / "mine" / "bot.toml").write_text("[settings", encoding="utf-8")
    library.controller.rescan()
    assert bots not in library.controller._scanner.running
    library.settle()
    assert library.names == EXAMPLES


def test_all_folders_may_be_hidden_and_the_way_back_is_offered(library):
    library.panel.head.folders_button.click()
    space_on(library, 0)
    assert library.panel.model.total == 0
    library.panel.folders.done_button.click()
    assert "visible folders" in library.panel.hint.label.text()
    library.panel.hint.button.click()
    assert library.panel.folders.isVisible()
    space_on(library, 0)
    assert library.names == EXAMPLES


def test_a_folder_within_a_shown_one_is_hidden_alone(library, bots):
    shutil.copytree(bots / "mine", bots / "inner" / "bot")
    library.add(bots / "inner")
    library.add(bots)
    assert library.names.count("Mine") == 2
    library.controller.hide_folder(bots / "inner", is_hidden=True)
    library.qtbot.waitUntil(lambda: library.names.count("Mine") == 1)
    library.controller.hide_folder(bots, is_hidden=True)
    library.qtbot.waitUntil(lambda: library.names == EXAMPLES)
    library.controller.hide_folder(bots / "inner", is_hidden=False)
    library.qtbot.waitUntil(lambda: library.names.count("Mine") == 1)
    assert library.panel.model.known(bots / "inner" / "bot" / "bot.toml") is not None


def test_a_hidden_folder_comes_back_when_it_is_added_again_and_is_forgotten_when_removed(library, bots):
    library.add(bots)
    library.controller.hide_folder(bots, is_hidden=True)
    library.controller.add_folder(bots)
    library.qtbot.waitUntil(lambda: "Mine" in library.names)
    assert library.controller.folders == (bots,)
    library.controller.hide_folder(bots, is_hidden=True)
    library.controller.remove_folder(bots)
    assert library.settings.settings.hidden_folders == ()
