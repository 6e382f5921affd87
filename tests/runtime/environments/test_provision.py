"""Real interpreters, environments and pip, with local wheels and without a network."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from runtime.environments.building import BuildState, TimeLimits
from runtime.environments.choice import InterpreterKind, choose
from runtime.environments.installer import Installer
from runtime.environments.provision import (
    InstallProgressed,
    InstallSaid,
    NeedConcluded,
    NeedsFound,
    ProvisionEnded,
    ProvisionState,
)
from runtime.environments.requirements import V5_PACKAGES
from tests.process_table import is_alive, supervisor_below


def find_uv():
    found = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    return Path(found) if found else None


def test_an_installation_and_a_second_check_that_runs_nothing(provide, source, require, environments):
    require("gearbox>=1  # turns", "nosuch==3")
    first = provide(source(), source(key="orange-1", name="Eve"), basics=V5_PACKAGES)
    assert first.missing == ["gearbox>=1", "nosuch==3"]
    (need,) = first.provision.needs
    assert need.names == ("Ada", "Eve")
    assert (need.is_new, need.can_install) == (True, True)
    assert first.verdict.state is BuildState.PARTIAL
    (fault,) = first.verdict.faults
    assert (fault.text, fault.line) == ("nosuch==3", 4)
    shares = [event.share for event in first.of(InstallProgressed)]
    assert shares == sorted(shares)
    assert any("Successfully installed gearbox-1.2" in line for event in first.of(InstallSaid) for line in event.lines)
    python = made(source(), environments)
    code = "import gearbox, rlbot.managers; print(gearbox.RATIO)"
    assert subprocess.check_output([python, "-c", code]) == b"3\n", "rlbot comes with it, even if no index has it"

    second = provide(source(), install=False)
    assert second.pid is None
    assert [(need.is_new, need.faults) for need in second.provision.needs] == [(False, (fault,))]
    assert second.of(NeedConcluded) == []


def made(source, environments):
    choice = choose(source, Path(sys.executable), environments)
    assert choice.kind is InterpreterKind.MADE
    return choice.python


def test_pip_finds_the_pre_releases_of_rlbot_and_the_environment_imports_it(
    provide, source, require, wheel, bot_folder, environments
):
    """Without help, pip of Python 3.11.7 finds no pre-release for this line."""
    module = {"rlbot/__init__.py": "", "rlbot/managers.py": "MARK = 'wheel'\n"}
    wheel(bot_folder / "wheels", "rlbot", "1.68.0", {"rlbot/__init__.py": ""})
    wheel(bot_folder / "wheels", "rlbot", "2.0.0b9", module)
    require("gearbox", "rlbot==2.*")
    run = provide(source(), basics=V5_PACKAGES)
    assert (run.verdict.state, run.verdict.faults) == (BuildState.COMPLETE, ())
    code = "import rlbot.managers; print(rlbot.managers.MARK)"
    assert subprocess.check_output([made(source(), environments), "-c", code]) == b"wheel\n"


@pytest.mark.soak
@pytest.mark.skipif(find_uv() is None, reason="uv is not here")
def test_the_same_with_uv(provide, source, require, environments):
    require("gearbox>=1", "nosuch==3")
    run = provide(source(), installer=Installer(uv=find_uv()))
    assert run.verdict.state is BuildState.PARTIAL
    assert [fault.text for fault in run.verdict.faults] == ["nosuch==3"]
    python = made(source(), environments)
    assert subprocess.check_output([python, "-c", "import gearbox; print(gearbox.RATIO)"]) == b"3\n"


def test_installed_packages_need_no_environment(provide, source, require, environments):
    require("numpy", "psutil>=1")
    first = provide(source())
    assert [type(event) for event in first.events] == [NeedsFound, ProvisionEnded]
    assert first.provision.needs == ()
    assert not [path for path in environments.iterdir() if path.name != "checks"]
    assert provide(source()).pid is None


def test_an_interpreter_is_inspected_once_for_all_its_bots(provide, source, tmp_path):
    bots = []
    for name, text in (("Ada", "numpy\n"), ("Eve", "nosuch\n"), ("Bob", "nosuch\nworse\n"), ("Sue", "-r gone.txt\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "requirements.txt").write_text(text)
        bots.append(source(name=name, folder=folder))
    run = provide(*bots, install=False)
    missing = {need.names: [unmet.requirement.title for unmet in need.unmet] for need in run.provision.needs}
    assert missing == {("Eve",): ["nosuch"], ("Bob",): ["nosuch", "worse"], ("Sue",): []}
    assert run.pid is None


def test_agents_without_requirements_need_no_check(provide, source, environments):
    run = provide(source(), source(run_command="./bot"))
    assert [type(event) for event in run.events] == [NeedsFound, ProvisionEnded]
    assert (run.pid, environments.exists()) == (None, False)


def test_declining_installs_nothing(provide, source, require, environments):
    require("gearbox")
    run = provide(source(), install=False)
    assert run.missing == ["gearbox"]
    assert run.of(NeedConcluded) == []
    assert run.events[-1] == ProvisionEnded(was_cancelled=False)
    assert provide(source(), install=False).pid is None


def test_an_interpreter_that_cannot_be_inspected_is_reported(provide, source, require, tmp_path):
    require("gearbox")
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho no metadata here; exit 3\n")
    broken.chmod(0o755)
    run = provide(source(), configured=broken)
    (need,) = run.of(NeedsFound)[0].needs
    assert (need.unmet, need.can_install) == ((), False)
    assert "no metadata here" in str(need.doubt)


def test_a_check_has_a_time_limit(provide, source, require, tmp_path):
    require("gearbox")
    slow = tmp_path / "python"
    slow.write_text("#!/bin/sh\nsleep 600\n")
    slow.chmod(0o755)
    run = provide(source(), configured=slow, limits=TimeLimits(check_s=0.2))
    assert "It took longer than 0.2 s." in str(run.of(NeedsFound)[0].needs[0].doubt)


class Endless(Installer):
    """Installs endlessly, with a child that ignores SIGTERM."""

    def install(self, python, file, *, is_offline=False, no_dependencies=False):
        child = "import signal as s, time; s.signal(s.SIGTERM, s.SIG_IGN); print('up', flush=True); time.sleep(600)"
        code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
        return (sys.executable, "-c", code)


@pytest.mark.parametrize("how", ["cancel", "close"])
def test_an_installation_can_be_cancelled(provision, source, require, environments, how):
    require("gearbox")
    endless = provision(source(), installer=Endless(pip=Path(sys.executable)))
    endless.start()
    events = []
    deadline = time.monotonic() + 20
    while not any(isinstance(event, InstallSaid) and "up" in event.lines for event in events):
        events += endless.poll(0.05)
        assert time.monotonic() < deadline, events
        endless.install()
    children = supervisor_below(psutil.Process(endless._supervisor.pid)).children(recursive=True)
    assert len(children) == 2
    if how == "cancel":
        endless.cancel()
        endless.cancel()
        while not endless.is_over:
            events += endless.poll(0.05)
        assert (events + list(endless.poll()))[-1] == ProvisionEnded(was_cancelled=True)
        assert not [child for child in children if is_alive(child)]
    endless.close()
    assert not [child for child in children if is_alive(child)]
    assert choose(source(), Path(sys.executable), environments).kind is InterpreterKind.CONFIGURED


@pytest.mark.soak
def test_a_cancelled_installation_is_repaired_by_the_next_one(provision, provide, source, require):
    require("gearbox")
    endless = provision(source(), installer=Endless(pip=Path(sys.executable)))
    endless.start()
    while not (endless.is_over or endless.state is ProvisionState.INSTALLING):
        endless.poll(0.05)
        endless.install()
    while not any(isinstance(event, InstallSaid) for event in endless.poll(0.05)):
        pass
    endless.cancel()
    while not endless.is_over:
        endless.poll(0.05)
    assert provide(source()).verdict.state is BuildState.COMPLETE


@pytest.mark.soak
def test_an_installation_that_takes_too_long_is_ended(provide, source, require):
    require("gearbox")
    limits = TimeLimits(install_s=0.3, line_s=0.3)
    run = provide(source(), installer=Endless(pip=Path(sys.executable)), limits=limits)
    assert [str(fault.reason) for fault in run.verdict.faults] == ["It took longer than 0.3 s."]


def test_calls_that_come_too_early_or_too_late_change_nothing(provision, source, require):
    require("gearbox")
    provision = provision(source())
    provision.install()
    provision.skip()
    assert provision.state is ProvisionState.CHECKING
    provision.start()
    provision.cancel()
    while not provision.is_over:
        provision.poll(0.05)
    provision.install()
    provision.cancel()
    assert provision.state is ProvisionState.OVER
    provision.close()
    provision.close()


@pytest.mark.soak
def test_into_the_bots_own_environment(provide, source, require, bot_folder):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bot_folder / "venv"], check=True)
    require("gearbox")
    run = provide(source())
    assert run.verdict.state is BuildState.COMPLETE
    assert run.provision.needs[0].choice.kind is InterpreterKind.OWN
    assert not list(bot_folder.rglob("*.lock"))
    python = bot_folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    assert subprocess.run([python, "-c", "import gearbox"], check=False).returncode == 0
    assert provide(source()).provision.needs == ()
    assert provide(source()).pid is None
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "uninstall", "-qy", "gearbox"], check=True)
    assert provide(source(), install=False).missing == ["gearbox"]


@pytest.mark.soak
def test_without_a_network_missing_packages_are_reported_and_tried_again_later(
    provide, source, bot_folder, monkeypatch
):
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    (bot_folder / "requirements.txt").write_text("numpy\nkickabout-no-such-package\n")
    run = provide(source())
    assert run.verdict.state is BuildState.OFFLINE
    assert "kickabout-no-such-package" in [unmet.requirement.title for unmet in run.verdict.unmet]
    assert run.verdict.faults == ()
    again = provide(source(), install=False)
    assert again.missing == ["kickabout-no-such-package"]
    assert again.provision.needs[0].choice.python == Path(sys.executable)


def test_an_environments_folder_that_cannot_be_written(provide, source, require, environments):
    require("gearbox")
    environments.write_text("a file")
    run = provide(source())
    assert run.verdict.state is BuildState.FAILED
    assert "could not be written" in str(run.verdict.reason)
