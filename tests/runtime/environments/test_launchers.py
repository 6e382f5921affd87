"""Launchers that install at the same time, or are killed while they install."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from runtime.environments.building import BuildState
from runtime.environments.choice import InterpreterKind, choose
from tests.process_table import is_alive

pytestmark = [pytest.mark.soak, pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")]

ROOT = Path(__file__).resolve().parents[4]
LAUNCHER = """
import sys
from pathlib import Path
from runtime.environments.choice import AgentSource
from runtime.environments.installer import Installer
from runtime.environments.provision import InstallProgressed, NeedConcluded
from runtime.environments.provision import Provision

class Endless(Installer):
    def install(self, python, file, *, is_offline=False, no_dependencies=False):
        return (sys.executable, "-c", "import time; time.sleep(600)")

folder, environments, how = sys.argv[1:]
installer = Endless(pip=Path(sys.executable)) if how == "endless" else None
agent = AgentSource(key="blue-1", name="Ada", folder=Path(folder), run_command="python bot.py")
provision = Provision([agent], environments=Path(environments), basics=(), installer=installer)
provision.start()
while not provision.is_over:
    for event in provision.poll(0.05):
        if isinstance(event, InstallProgressed):
            print(event.text, flush=True)
        if isinstance(event, NeedConcluded):
            print(event.verdict.state.name, flush=True)
    provision.install()
provision.close()
"""


@pytest.fixture
def launcher(bot_folder, environments):
    started = []

    def start(how="usual"):
        words = [sys.executable, "-c", LAUNCHER, str(bot_folder), str(environments), how]
        started.append(subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_two_at_once_install_once(launcher, require):
    require("gearbox")
    outputs = [process.communicate(timeout=100)[0].split("\n") for process in [launcher(), launcher(), launcher()]]
    assert sum(output.count("creating an environment") for output in outputs) == 1
    assert [output[-2] for output in outputs] == ["COMPLETE"] * 3
    assert sum("another Kickabout is installing the same" in output for output in outputs) == 2


def test_nothing_outlives_a_killed_launcher_and_the_next_one_repairs(launcher, provide, require, source, environments):
    require("gearbox")
    doomed = launcher("endless")
    while "installing gearbox" not in doomed.stdout.readline():
        assert doomed.poll() is None
    time.sleep(0.3)
    children = psutil.Process(doomed.pid).children(recursive=True)
    assert len(children) >= 2
    doomed.send_signal(signal.SIGKILL)
    doomed.wait()
    _, alive = psutil.wait_procs(children, timeout=5)
    assert not [child for child in alive if is_alive(child)]
    assert choose(source(), Path(sys.executable), environments).kind is InterpreterKind.CONFIGURED
    assert provide(source()).verdict.state is BuildState.COMPLETE
