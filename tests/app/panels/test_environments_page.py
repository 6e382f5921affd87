"""The settings list packages that no bot uses any more, with a real window and environments on a real disk."""

import sys
from pathlib import Path

import pytest

from app.panels.preferences.environments import EnvironmentController
from app.services.paths import environments_dir
from runtime.environments import note_use
from runtime.environments.records import STAMP, Stamp, environment_key, interpreter_in, write_stamp
from runtime.environments.requirements import read_requirements
from widgets.preferences.preferences_dialog import PreferencesDialog

OURS = Path(sys.executable)


@pytest.fixture
def environment(tmp_path, home_of_its_own):
    """Makes an environment of this name and size, as Kickabout does for a bot."""

    def make(name, size):
        file = tmp_path / name / "requirements.txt"
        file.parent.mkdir()
        file.write_text(f"{name}\n")
        place = environments_dir() / environment_key(read_requirements(file), OURS)
        interpreter_in(place).parent.mkdir(parents=True)
        interpreter_in(place).symlink_to(OURS)
        (place / "ballast").write_bytes(bytes(size))
        write_stamp(place, Stamp(python="3", is_usable=True, is_checked=True))
        note_use(place, file, OURS)
        return file, place

    return make


@pytest.fixture
def opened(desktop):
    """A window; its settings, and their work in the background, end with the test."""
    yield desktop
    for page in desktop.window.findChildren(PreferencesDialog):
        page.close()


def open_settings(desktop):
    desktop.window.commands.settings.trigger()
    return desktop.window.findChild(PreferencesDialog)


def test_unused_environments_are_shown_with_their_size_and_removed_together(opened, environment, qtbot):
    _, kept = environment("gearbox", 40_000_000)
    file, unused = environment("clutch", 20_000_000)
    file.unlink()
    page = open_settings(opened)
    qtbot.waitUntil(page.remove.isVisible)
    assert page.remove.text() == "Remove unused (20 MB)"
    page.remove.click()
    qtbot.waitUntil(lambda: not page.remove.isVisible())
    assert not unused.exists()
    assert (kept / STAMP).is_file()
    assert opened.window.notices.text.text() == "Removed 20 MB of unused packages."
    page.close()
    assert not open_settings(opened).remove.isVisible()


def test_what_cannot_be_removed_is_reported_and_stays_on_offer(opened, environment, qtbot, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    file, unused = environment("clutch", 20_000_000)
    file.unlink()
    monkeypatch.setattr("runtime.environments.inventory.delete", refuse)
    page = open_settings(opened)
    qtbot.waitUntil(page.remove.isVisible)
    page.remove.click()
    reason = f"Some packages could not be removed. {unused} cannot be removed: Permission denied."
    qtbot.waitUntil(lambda: opened.window.notices.text.text() == reason)
    qtbot.waitUntil(page.remove.isVisible)


def test_where_everything_is_used_nothing_is_offered(opened, environment, qtbot):
    environment("gearbox", 10)
    page = open_settings(opened)
    environments = opened.panels["preferences"].findChild(EnvironmentController)
    with qtbot.waitSignal(environments.found) as found:
        environments.refresh()
    assert found.args == [""]
    assert not page.remove.isVisible()
