"""`launch.py`: the one command of the README, with real environments where that is quick."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def launch(tmp_path, monkeypatch):
    """The module, at home in an empty folder."""
    spec = importlib.util.spec_from_file_location("launch_under_test", ROOT / "launch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    inside = module.PYTHON.relative_to(module.VENV)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv" / inside)
    return module


@pytest.fixture
def spy(launch, monkeypatch):
    """Records the set-up steps and lets them succeed, without a network."""
    steps = []

    def run(command, quiet=False):
        words = [str(word) for word in command]
        steps.append(words)
        if "venv" in words:
            launch.PYTHON.parent.mkdir(parents=True)
            launch.PYTHON.symlink_to(sys.executable)
            (launch.VENV / "pyvenv.cfg").write_text("home = here\n")
        return True

    monkeypatch.setattr(launch, "run", run)
    monkeypatch.setattr(launch, "show_source_to_environment", lambda: steps.append(["pth"]))
    return steps


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 11), (3, 12, 4), (4, 0)])
def test_new_enough_pythons_pass(launch, version):
    launch.check_python(version)


@pytest.mark.parametrize("version", [(3, 10, 13), (2, 7, 18), (3, 8)])
def test_an_old_python_is_told_what_is_needed(launch, version):
    with pytest.raises(launch.SetupError, match=r"needs Python 3\.11 or newer; this is Python"):
        launch.check_python(version)


def test_first_start_makes_the_environment_and_the_second_does_nothing(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: None)
    lock = tmp_path / "requirements.lock"
    lock.write_text("six==1 --hash=sha256:0\n")
    launch.prepare(lock)
    assert [sys.executable, "-m", "venv", str(launch.VENV)] in spy
    assert any("--require-hashes" in step and "pip" in step for step in spy)
    assert ["pth"] in spy
    assert spy[-1][1:3] == ["-m", "compileall"]
    spy.clear()
    launch.prepare(lock)
    assert spy == []


def test_a_changed_lock_installs_again_into_the_same_environment(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: None)
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    launch.prepare(lock)
    spy.clear()
    lock.write_text("two")
    launch.prepare(lock)
    assert not any("venv" in step for step in spy)
    assert any("--require-hashes" in step for step in spy)


def test_uv_is_used_when_it_is_there(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: "/usr/bin/uv")
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    launch.prepare(lock)
    assert [step[0] for step in spy if step != ["pth"] and "compileall" not in step] == ["/usr/bin/uv"] * 2


def test_pip_takes_over_when_uv_fails(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: "/usr/bin/uv")
    works = launch.run
    monkeypatch.setattr(launch, "run", lambda command, quiet=False: works(command) and "/usr/bin/uv" not in command)
    launch.PYTHON.parent.mkdir(parents=True)
    launch.PYTHON.symlink_to(sys.executable)
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    launch.prepare(lock)
    assert any(step[1:4] == ["-m", "pip", "install"] for step in spy)


def test_no_network_is_said_in_words(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: None)
    works = launch.run
    monkeypatch.setattr(launch, "run", lambda command, quiet=False: works(command) and "install" not in command)
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    with pytest.raises(launch.SetupError, match="needs a network connection"):
        launch.prepare(lock)
    assert not (launch.VENV / "requirements.stamp").exists()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_venv_module_is_said_in_words(launch, tmp_path, monkeypatch, module):
    monkeypatch.setattr(launch.shutil, "which", lambda _: None)
    monkeypatch.setattr(launch.importlib.util, "find_spec", lambda name: None if name == module else object())
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    with pytest.raises(launch.SetupError, match="python3-venv"):
        launch.prepare(lock)


def test_a_broken_environment_is_made_anew(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: None)
    launch.PYTHON.parent.mkdir(parents=True)
    (launch.VENV / "pyvenv.cfg").write_text("home = gone\n")
    launch.PYTHON.write_text("#!/nowhere\n")
    launch.PYTHON.chmod(0o755)
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    launch.prepare(lock)
    assert [sys.executable, "-m", "venv", str(launch.VENV)] in spy


def test_a_real_environment_without_packages_is_made_and_reused(tmp_path):
    checkout = tmp_path / "check out ä"
    (checkout / "app").mkdir(parents=True)
    (checkout / "launch.py").write_bytes((ROOT / "launch.py").read_bytes())
    (checkout / "requirements.lock").write_text("")
    (checkout / "app" / "__init__.py").write_text("")
    (checkout / "app" / "__main__.py").write_text("import sys; print('app', sys.argv[1:]); sys.exit(5)\n")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    (tmp_path / "app").mkdir()
    for trap in ("app/__init__.py", "venv.py", "pip.py", "compileall.py", "sysconfig.py"):
        (tmp_path / trap).write_text("raise SystemExit('a module of the working folder was taken for ours')\n")
    for said in ("Setting Kickabout up", ""):
        done = subprocess.run(
            [sys.executable, checkout / "launch.py", "one", "two words"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 5, done.stderr
        assert done.stdout == "app ['one', 'two words']\n"
        assert said in done.stderr
    assert done.stderr == ""


def test_a_quiet_step_is_heard_only_when_it_fails(launch, capfd):
    assert launch.run([sys.executable, "-c", "print('fine')"], quiet=True)
    assert capfd.readouterr() == ("", "")
    assert not launch.run([sys.executable, "-c", "import sys; sys.exit('broken')"], quiet=True)
    assert "broken" in capfd.readouterr().err


def test_who_interrupts_the_setup_is_told_so_without_a_traceback(launch, monkeypatch, capsys):
    def interrupted(lock):
        raise KeyboardInterrupt

    monkeypatch.setattr(launch, "prepare", interrupted)
    assert launch.main([]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"
