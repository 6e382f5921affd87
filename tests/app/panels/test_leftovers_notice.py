"""The window offers to end processes of a crashed run, but not those of a Kickabout that still runs."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from runtime.model.values import Leftover
from runtime.processes import find_leftovers
from tests.clock import until
from tests.process_table import kill_together, mentioning, supervisor_below

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 20.0
BOT = """
import subprocess, sys, time
code = "import sys, time; print('up', flush=True); time.sleep(120)"
subprocess.Popen([sys.executable, "-c", code, sys.argv[0]], start_new_session=True)
time.sleep(120)
"""
LAUNCHER = """
import sys
from pathlib import Path
from runtime.processes import ChildSpec, SupervisorClient
script = Path(sys.argv[1])
supervisor = SupervisorClient()
supervisor.start()
supervisor.launch(ChildSpec(key="a", argv=(sys.executable, str(script)), cwd=script.parent))
while not any(getattr(event, "lines", ()) for event in supervisor.poll(1.0)):
    pass
print(supervisor.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def own_only(monkeypatch, tmp_path):
    """Limits the search to processes of this test; other runs on this machine must go on."""
    monkeypatch.setattr(
        "runtime.processes.find_leftovers",
        lambda: tuple(one for one in find_leftovers() if str(tmp_path) in one.command),
    )


@pytest.fixture
def crash(tmp_path):
    """A run with a bot that started a program; the function kills launcher, guard and supervisor at the same moment."""
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(script)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    guard = psutil.Process(int(process.stdout.readline()))
    owners = psutil.Process(process.pid), guard, supervisor_below(guard)

    def kill_owners():
        kill_together(*owners)
        process.communicate()

    yield kill_owners
    if process.poll() is None:
        kill_owners()
    for stray in mentioning(tmp_path):
        stray.kill()


@pytest.fixture
def window(desktop):
    return desktop.window


def look(desktop, qtbot):
    desktop.panels["notices"].leftovers.check()
    qtbot.waitUntil(lambda: not desktop.panels["notices"].leftovers._tasks.is_busy)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the crash is made with signals")
def test_leftovers_of_a_crashed_run_are_ended_on_request(desktop, window, crash, own_only, tmp_path, qtbot):
    look(desktop, qtbot)
    assert window.notices.notice is None, "its launcher still runs"
    crash()
    until(lambda: len(mentioning(tmp_path)) == 1)
    (left,) = mentioning(tmp_path)
    look(desktop, qtbot)
    assert (
        window.notices.text.text() == f"A process of an earlier run is still running: {left.name()} (pid {left.pid})."
    )
    assert window.notices.action_button.text() == "End process"
    window.notices.action_button.click()
    qtbot.waitUntil(lambda: window.notices.notice is not None)
    assert window.notices.text.text() == "Processes of an earlier run were ended."
    assert mentioning(tmp_path) == []
    count = window.history.rows.count()
    window.history.rows.itemActivated.emit(window.history.rows.item(count - 1))
    qtbot.waitUntil(lambda: not desktop.panels["notices"].leftovers._tasks.is_busy)
    assert window.history.rows.count() == count, "asked again, there is nothing left to end"


@pytest.mark.parametrize(
    ("count", "stubborn", "text", "action", "end"),
    [
        (0, 0, None, None, None),
        (
            2,
            0,
            "2 processes of an earlier run are still running: bot (pid 10), bot (pid 11).",
            "End processes",
            "were ended.",
        ),
        (4, 1, "bot (pid 13).", "End processes", "These processes could not be ended: bot (pid 10)."),
        (5, 0, "bot (pid 13), ....", "End processes", "were ended."),
    ],
)
def test_how_many_there_are_is_reported(desktop, window, monkeypatch, qtbot, count, stubborn, text, action, end):
    found = tuple(Leftover(pid=10 + place, started=1.0, name="bot", command="bot", run="x") for place in range(count))
    monkeypatch.setattr("runtime.processes.find_leftovers", lambda: found)
    monkeypatch.setattr("runtime.processes.end_leftovers", lambda those: tuple(map(str, those[:stubborn])))
    look(desktop, qtbot)
    notice = window.notices.notice
    assert (notice is not None) == (text is not None)
    if notice is not None:
        assert notice.text.endswith(text)
        assert notice.action == action
        window.notices.action_button.click()
        qtbot.waitUntil(lambda: window.notices.notice is not None)
        assert window.notices.notice.text.endswith(end)
