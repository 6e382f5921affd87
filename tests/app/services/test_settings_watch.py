"""A window goes along with what commands write into its settings, and says when nothing can be kept."""

import pytest

from app.services.settings import SettingsFile, SettingsStore
from app.services.settings_value import Settings
from app.services.settings_watch import SettingsWatch


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "config"


@pytest.fixture
def store(folder):
    return SettingsStore(SettingsFile(folder))


@pytest.fixture
def watch(qtbot, store):
    """A watch that has looked once; what it says is in its list `said`."""
    made = SettingsWatch(store)
    made.said = []
    made.noticed.connect(lambda notice: made.said.append(notice.text))
    made.look()
    yield made
    made.stop()
    made.deleteLater()


def test_what_a_command_writes_is_taken_soon(qtbot, watch, store, folder):
    with qtbot.waitSignal(watch.changed):
        SettingsStore(SettingsFile(folder)).change(library_folders=("/pack",))
    assert store.settings == Settings(library_folders=("/pack",))
    with qtbot.waitSignal(watch.changed):
        SettingsStore(SettingsFile(folder)).change(library_folders=())
    assert store.settings == Settings()
    assert watch.said == []


def test_what_the_window_writes_itself_is_no_news(qtbot, watch, store):
    with qtbot.assertNotEmitted(watch.changed, wait=400):
        store.change(theme="dark")
        watch.look()


def test_it_is_said_once_that_nothing_can_be_kept(qtbot, tmp_path, caplog):
    (tmp_path / "config").write_text("a file where the folder should be", encoding="utf-8")
    store = SettingsStore(SettingsFile(tmp_path / "config"))
    watch, said = SettingsWatch(store), []
    watch.noticed.connect(lambda notice: said.append(notice.text))
    watch.look()
    (text,) = said
    assert f"the folder {tmp_path / 'config'} is not writable ({store.file.trouble})" in text
    assert "KICKABOUT_HOME" in text
    store.change(theme="dark")
    watch.look()
    assert len(said) == 1
    (tmp_path / "config").unlink()
    store.change(theme="light")
    assert SettingsFile(tmp_path / "config").load().theme == "light"
    store.file.path.unlink()
    store.file.path.mkdir()
    store.change(theme="dark")
    assert len(said) == 2
    watch.stop()
    watch.deleteLater()


def test_a_pack_that_a_command_adds_comes_into_the_library_of_the_window(
    qtbot, make_desktop, runner, home_of_its_own, tmp_path
):
    desktop = make_desktop(lambda match, wish: runner)
    rows = desktop.window.library.folders.rows
    qtbot.waitUntil(lambda: rows.count() == 1)
    desktop.library_desk.settings_watch.look()
    pack = tmp_path / "pack"
    pack.mkdir()
    command = SettingsStore(SettingsFile(home_of_its_own / "config"))
    command.change(library_folders=(str(pack),))
    qtbot.waitUntil(lambda: rows.count() == 2)
    desktop.library.hide_folder(tmp_path, is_hidden=True)
    assert command.file.load().library_folders == (str(pack),)
    command.change(library_folders=())
    qtbot.waitUntil(lambda: rows.count() == 1)
    assert desktop.library.folders == ()
