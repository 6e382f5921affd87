"""Another language at once: the window is built anew around the same document."""

import os
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QMessageBox

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
import app.program

shown = []
make = app.program.Desktop

def watched(*parts):
    desktop = make(*parts)
    QTimer.singleShot(500, desktop, lambda: act(desktop))
    return desktop

def act(desktop):
    window, document = desktop.window, desktop.document
    shown.append(window.pages.tabText(1))
    cars, panels = len(document.car_teams()), [panel.isChecked() for panel in window.workspace.actions_of_panels]
    print(shown[-1], panels.count(False), cars, document.is_dirty, document.steps.undo, flush=True)
    if len(shown) == 1:
        window.workspace.actions_of_panels[-1].trigger()
        desktop.edits.add_human(1)
        desktop.preferences.show_page()
        page = desktop.preferences._page
        page.language.setCurrentIndex(page.language.findData("de"))
        page.language.activated.emit(page.language.currentIndex())
        page.restart_button.click()
    else:
        document.undo()
        print(len(document.car_teams()), document.is_dirty, flush=True)
        desktop.closing.close_now()

app.program.Desktop = watched
sys.exit(app.program.run_window(None, (), is_new=True))
"""


@pytest.fixture
def page(desktop):
    desktop.preferences.show_page()
    yield desktop.preferences._page
    desktop.preferences._page.close()


def choose(page, language):
    page.language.setCurrentIndex(page.language.findData(language))
    page.language.activated.emit(page.language.currentIndex())


def test_a_language_that_the_window_does_not_speak_is_offered_at_once(page):
    assert not page.restart_button.isVisible()
    choose(page, "de")
    assert page.restart_button.isVisible()
    assert page._later.isVisible()
    choose(page, "en")
    assert not page.restart_button.isVisible()
    assert not page._later.isVisible()


def test_it_closes_without_a_question_and_hands_the_document_over(desktop, page, qtbot):
    desktop.edits.add_human(0)
    choose(page, "de")
    page.restart_button.click()
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert desktop.reopening.is_wanted
    carried = desktop.reopening.carried()
    assert carried.document.dirty
    assert carried.history.undo_name == "Add a human player"


def test_a_running_match_is_stopped_after_one_question(desktop, runner, qtbot):
    desktop.window.bottom.start_button.click()
    qtbot.waitUntil(lambda: runner.thread is not None)
    desktop.reopening.request()
    box = desktop.window.findChild(QMessageBox)
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert not runner.stopped.is_set()
    assert not desktop.reopening.is_wanted
    qtbot.waitUntil(lambda: desktop.window.findChild(QMessageBox) is None)
    desktop.reopening.request()
    box = desktop.window.findChild(QMessageBox)
    assert box.defaultButton().text() == "Stop and restart"
    box.defaultButton().click()
    assert desktop.window.isVisible()
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert runner.stopped.is_set()
    assert desktop.reopening.is_wanted


def test_a_window_that_closes_anyway_is_not_opened_again(desktop, qtbot):
    desktop.closing.close_now()
    desktop.reopening.request()
    assert not desktop.reopening.is_wanted
    qtbot.waitUntil(lambda: not desktop.window.isVisible())


def test_the_next_window_goes_on_with_changes_steps_and_panels(home_of_its_own):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "LANGUAGE": "en", "LANG": "C"},
    )
    assert {line for line in done.stderr.splitlines() if "This plugin does not support" not in line} == set()
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "Match settings 0 2 False None",
        "Spieleinstellungen 1 3 True Add a human player",
        "2 False",
    ]
    assert list(home_of_its_own.rglob("unsaved/*.json")) == []
