"""A match on a server that runs already, chosen by its address in the window, with real bots."""

import subprocess
import sys

import pytest
from PySide6.QtCore import Qt

from app.session.match_runner import match_runner
from runtime import IMPORT_ROOT
from runtime.documents.surgery import set_value
from runtime.model.states import Outcome
from tests.process_table import is_alive

WAIT_MS = 60_000


@pytest.fixture
def server(mesh_cache):
    words = [sys.executable, "-m", "runtime.arena", "--port", "0", "--meshes", str(mesh_cache)]
    with subprocess.Popen(words, cwd=IMPORT_ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process, int(process.stdout.readline().rpartition(":")[2])
        process.terminate()


def choose(box, value):
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_a_server_is_chosen_by_its_address_and_stays(make_desktop, server, copied_match, qtbot):
    process, port = server
    made = []
    made.append(
        make_desktop(lambda match, choice: match_runner(match, choice, made[0].settings.settings), copied_match())
    )
    (desktop,) = made
    desktop.window.activateWindow()
    qtbot.waitUntil(desktop.window.isActiveWindow)
    allowed = ("match", "enable_state_setting"), True
    assert desktop.document.edit("", lambda document: document.edit(lambda text: set_value(text, *allowed)))
    bottom, session = desktop.window.bottom, desktop.session
    choose(bottom.chooser.games, "attached")
    choose(bottom.chooser.paces, "2")
    bottom.chooser.address.setFocus()
    qtbot.keyClicks(bottom.chooser.address, f"localhost:{port}")
    qtbot.keyClick(bottom.chooser.address, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: session.view is not None and session.view.seconds_elapsed > 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: session.game.takes_commands, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: session.pace is not None and session.pace.speed > 1.5, timeout=WAIT_MS)
    bottom.pause_button.click()
    qtbot.waitUntil(lambda: session.is_paused and session.pace.is_paused is True, timeout=WAIT_MS)
    bottom.stop_button.click()
    qtbot.waitUntil(lambda: not session.is_running, timeout=WAIT_MS)
    assert session.result.outcome is Outcome.INTERRUPTED
    assert is_alive(process.pid)
