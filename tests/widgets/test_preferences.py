"""The settings page reports every choice at once; the text of the about box can be copied."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.panels.preferences.controller import interpreter_problem
from runtime.model.states import SwapMode
from tests.labels import texts
from widgets.preferences.about_dialog import AboutDialog
from widgets.preferences.preferences_dialog import LANGUAGES, Preferences, PreferencesDialog


@pytest.fixture
def page(qtbot):
    made = PreferencesDialog([("Logs", "/home/x/logs"), ("Packages", "/home/x/packages")], packages="Packages")
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_shows_what_is_kept_without_an_echo(page, qtbot):
    kept = Preferences(
        theme="dark",
        language="de",
        interpreter="/usr/bin/python3",
        editor="code {folder}",
        swap_mode=SwapMode.OFF,
        is_fair=True,
        memory_mb=2048,
        keep_former_s=0,
        second_version_mb=512,
    )
    with qtbot.assertNotEmitted(page.changed):
        page.show_value(kept)
    assert page.value == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_chosen(page, language):
    page.show_value(Preferences(language=language))
    assert page.value.language == language


def test_every_choice_is_reported_at_once(page, qtbot):
    with qtbot.waitSignal(page.changed) as changed:
        page.fair.click()
    assert changed.args == [Preferences(is_fair=True)]
    with qtbot.waitSignal(page.changed) as changed:
        page.memory.setValue(512)
    assert changed.args[0].memory_mb == 512
    page.editor.setFocus()
    with qtbot.waitSignal(page.changed) as changed:
        qtbot.keyClicks(page.editor, "vim")
        qtbot.keyClick(page.editor, Qt.Key.Key_Return)
    assert changed.args[0].editor == "vim"
    with qtbot.assertNotEmitted(page.changed):
        page.editor.editingFinished.emit()


@pytest.mark.parametrize(
    ("box", "values"),
    [
        ("keep_former", {-1: 0, 0: 0, 1: 1, 59: 59, 60: 60, 61: 60}),
        ("second_version", {0: 256, 255: 256, 256: 256, 1 << 20: 1 << 20, (1 << 20) + 1: 1 << 20}),
    ],
)
def test_the_limits_of_a_second_version_have_bounds(page, box, values):
    for value, kept in values.items():
        getattr(page, box).setValue(value)
        assert getattr(page, box).value() == kept


@pytest.mark.parametrize("attribute", ["keep_former_s", "second_version_mb"])
def test_a_limit_of_a_second_version_is_reported_at_once(page, qtbot, attribute):
    box = page.keep_former if attribute == "keep_former_s" else page.second_version
    with qtbot.waitSignal(page.changed) as changed:
        box.stepBy(1)
    assert changed.args == [replace(Preferences(), **{attribute: box.value()})]
    assert getattr(changed.args[0], attribute) > getattr(Preferences(), attribute)


def test_packages_that_no_bot_uses_are_offered_for_removal_where_there_are_any(page, qtbot):
    assert not page.remove.isVisible()
    page.show_unused("1.2 GB")
    assert page.remove.text() == "Remove unused (1.2 GB)"
    assert page.remove.isVisible()
    with qtbot.waitSignal(page.removal_wanted):
        page.remove.click()
    page.show_unused("")
    assert not page.remove.isVisible()


def test_folders_are_opened_by_name(page, qtbot):
    opener = next(child for child in page.findChildren(type(page.browse)) if "Logs" in child.accessibleName())
    with qtbot.waitSignal(page.folder_wanted) as wanted:
        qtbot.mouseClick(opener, Qt.MouseButton.LeftButton)
    assert wanted.args == ["Logs"]


def test_a_problem_is_shown_and_taken_back(page):
    page.show_problem("There is no file.")
    assert "There is no file." in texts(page)
    page.show_problem("")
    assert "There is no file." not in texts(page)


def test_interpreters_are_looked_at_without_being_run(tmp_path):
    assert interpreter_problem("") == ""
    assert "does not exist" in interpreter_problem(str(tmp_path / "python"))
    plain = tmp_path / "notes.txt"
    plain.write_text("x", encoding="utf-8")
    plain.chmod(0o644)
    assert "is not executable" in interpreter_problem(str(plain))
    plain.chmod(0o755)
    assert interpreter_problem(str(plain)) == ""


def test_about_is_copied(qtbot):
    box = AboutDialog([("Kickabout", "1.0"), ("Qt", "6.8")])
    qtbot.addWidget(box)
    box.show()
    qtbot.mouseClick(box.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Kickabout: 1.0\nQt: 6.8"
