"""`launch.py`: the one command of the README, with real environments where that is quick."""

import ast
import contextlib
import errno
import importlib.util
import os
import re
import subprocess
import sys
import threading
import time
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from app.services.qt_packages import QT_PACKAGES

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def launch(tmp_path, monkeypatch):
    """The module of `launch.py`, with an empty folder as its checkout."""
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


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 11), (3, 12, 4), (3, 14), (3, 14, 9)])
def test_pythons_that_the_packages_are_made_for_pass(launch, version):
    assert launch.complaint_about(version) == ""


@pytest.mark.parametrize("version", [(3, 10, 13), (2, 7, 18), (3, 8), (3, 15), (3, 15, 0), (4, 0)])
def test_another_python_version_is_reported_with_the_one_that_is_needed(launch, version):
    assert "needs Python 3.11 to 3.14; this is Python {}.{}.\n".format(*version) in launch.complaint_about(version)


def test_the_packages_are_made_for_the_pythons_that_pass_and_for_no_newer_ones(launch):
    names = re.findall(r"^([\w-]+)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    names = set(names) - {"numpy"}  # the file names a different version for each Python
    wanted = [SpecifierSet(metadata.metadata(name)["Requires-Python"] or "") for name in names]
    oldest, newest, next_one = launch.OLDEST, launch.NEWEST, (3, launch.NEWEST[1] + 1)
    assert all("{}.{}".format(*oldest) in versions and "{}.{}".format(*newest) in versions for versions in wanted)
    assert not all("{}.{}".format(*next_one) in versions for versions in wanted), "a newer one would do"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">={}.{},<{}.{}".format(*oldest, *next_one)


def test_python_2_can_read_the_program_and_gets_as_far_as_the_complaint():
    tree = ast.parse((ROOT / "launch.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.AsyncFunctionDef | ast.Nonlocal)
        assert not isinstance(node, ast.Starred), f"line {node.lineno}: Python 2 knows no * in a list"
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            modern = [*arguments.kwonlyargs, *arguments.posonlyargs, *filter(None, [node.returns])]
            assert modern == [], f"line {node.lineno}"
        if isinstance(node, ast.Raise):
            assert node.cause is None, f"line {node.lineno}: Python 2 knows no from"
        if isinstance(node, ast.Call):
            assert getattr(node.func, "id", "") != "print", f"line {node.lineno}: Python 2 has a statement for that"
    imports = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    before = next(node for node in tree.body if isinstance(node, ast.If))
    assert imports[0] == "sys"
    assert not [node for node in tree.body[: tree.body.index(before)] if isinstance(node, ast.ImportFrom)]
    assert sum(isinstance(node, ast.Import) for node in tree.body[: tree.body.index(before)]) == 1


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
    with pytest.raises(launch.SetupError, match="needs a network connection\nand 500 MB"):
        launch.prepare(lock)
    assert not (launch.VENV / "requirements.stamp").exists()


def test_an_environment_that_cannot_get_pip_is_not_blamed_on_the_network(launch, spy, tmp_path, monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda _: None)
    works = launch.run
    monkeypatch.setattr(launch, "run", lambda command, quiet=False: works(command) and "ensurepip" not in command)
    monkeypatch.setattr(launch, "environment_runs", lambda code: code == "")
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    with pytest.raises(launch.SetupError, match="python3-venv"):
        launch.prepare(lock)


def test_a_checkout_that_cannot_be_written_to_is_said_in_words(launch, tmp_path, monkeypatch, capsys):
    (tmp_path / "requirements.lock").write_text("one")
    (tmp_path / ".venv.lock").mkdir()
    assert launch.main([]) == 3
    said = capsys.readouterr().err
    assert said.startswith(f"Kickabout could not be set up in {tmp_path}: ")
    assert "Traceback" not in said


def test_a_second_setup_waits_for_the_first_and_says_so(launch, tmp_path, monkeypatch):
    monkeypatch.setattr(launch, "LOCK_RETRY_S", 0.01)
    order, said, is_told = [], [], threading.Event()
    monkeypatch.setattr(launch, "say", lambda text: (said.append(text), is_told.set()))

    def second():
        with launch.one_at_a_time():
            order.append("second")

    other = threading.Thread(target=second)
    with launch.one_at_a_time():
        assert said == []
        other.start()
        assert is_told.wait(60)
        other.join(0.05)
        order.append("first")
    other.join(60)
    assert order == ["first", "second"]
    assert said == ["Waiting for another start of Kickabout, which sets it up ..."]


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO])
def test_a_file_system_without_locks_keeps_nobody_from_starting(launch, tmp_path, monkeypatch, capsys, number):
    def refuse(handle, how):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", refuse)
    (tmp_path / "requirements.lock").write_text("one")
    if number == errno.EIO:
        assert launch.main([]) == 3
        assert capsys.readouterr().err.startswith(f"Kickabout could not be set up in {tmp_path}: ")
    else:
        with launch.one_at_a_time():
            assert capsys.readouterr().err == ""


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
    narrow = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    for trap in ("app/__init__.py", "venv.py", "pip.py", "compileall.py", "sysconfig.py"):
        (tmp_path / trap).write_text("raise SystemExit('a module of the working folder was taken for ours')\n")
    for said, locale in (("Setting Kickabout up", {}), ("", {}), ("", narrow)):
        done = subprocess.run(
            [sys.executable, checkout / "launch.py", "one", "two words"],
            cwd=tmp_path,
            env=environment | locale,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 5, done.stderr
        assert done.stdout == "app ['one', 'two words']\n"
        assert said in done.stderr
        assert bool(done.stderr) is bool(said)
    (site,) = [path.parent for path in (checkout / ".venv").rglob("kickabout.pth")]
    for name in ("kickabout_rlbot.pth", "kickabout_rlbot.py"):  # an earlier version repaired rlbot in every program
        (site / name).write_text("")
    (checkout / "requirements.lock").write_text("# another\n")
    subprocess.run([sys.executable, checkout / "launch.py"], env=environment, capture_output=True, check=False)
    assert [path.name for path in site.glob("kickabout*")] == ["kickabout.pth"]


def test_a_quiet_step_is_heard_only_when_it_fails(launch, capfd):
    assert launch.run([sys.executable, "-c", "print('fine')"], quiet=True)
    assert capfd.readouterr() == ("", "")
    assert not launch.run([sys.executable, "-c", "import sys; sys.exit('broken')"], quiet=True)
    assert "broken" in capfd.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="asks the system whether a process group is there")
def test_no_step_outlives_a_killed_launcher():
    step = "import os, subprocess, time; subprocess.Popen(['sleep', '60']); print(os.getpgid(0)); time.sleep(60)"
    code = "import sys, launch; launch.run([sys.executable, '-uc', sys.argv[1]])"
    with subprocess.Popen([sys.executable, "-c", code, step], cwd=ROOT, stderr=subprocess.PIPE) as starter:
        group = int(starter.stderr.readline())
        assert is_there(group)
        starter.kill()
    deadline = time.monotonic() + 10
    while is_there(group) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_there(group)


def is_there(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_step_that_takes_too_long_is_ended(launch, monkeypatch, capfd):
    monkeypatch.setattr(launch, "INSTALL_TIMEOUT_S", 0.3)
    assert not launch.run([sys.executable, "-c", "import time; time.sleep(60)"])
    step = f"{sys.executable} -c import time; time.sleep(60)"
    assert capfd.readouterr().err == f"Ended, as it took longer than 0.3 s:  {step}\n"


def test_a_start_without_an_error_stream_has_a_result_too(launch, tmp_path, monkeypatch):
    (tmp_path / "requirements.lock").write_text("one")
    (tmp_path / ".venv.lock").mkdir()
    monkeypatch.setattr(sys, "stderr", None)
    assert launch.main([]) == 3
    with sys.stderr:
        assert launch.run([sys.executable, "-c", "import sys; sys.stderr.write('x')"])


def test_an_interrupted_setup_is_reported_without_a_traceback(launch, monkeypatch, capsys):
    def interrupted(lock):
        raise KeyboardInterrupt

    monkeypatch.setattr(launch, "prepare", interrupted)
    assert launch.main([]) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


@pytest.mark.parametrize(
    ("quota", "count"),
    [
        ("max 100000", 6),
        ("800000 100000", 6),
        ("600000 100000", 6),
        ("500000 100000", 5),
        ("150000 100000", 2),
        ("100000 100000", 1),
        ("1000 100000", 1),
        ("100000 0", 6),
        ("much", 6),
        (None, 6),
    ],
)
def test_as_many_processors_as_may_be_used(launch, tmp_path, monkeypatch, quota, count):
    file = tmp_path / "cpu.max"
    if quota is not None:
        file.write_text(f"{quota}\n", encoding="utf-8")
    monkeypatch.setattr(os, "process_cpu_count", lambda: 6, raising=False)
    assert launch.processors(file) == count


def test_processors_that_others_may_use_do_not_count(launch, tmp_path, monkeypatch):
    monkeypatch.delattr(os, "process_cpu_count", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {1, 4}, raising=False)
    assert launch.processors(tmp_path / "none") == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    assert launch.processors(tmp_path / "none") == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert launch.processors(tmp_path / "none") == 1


def test_the_tests_install_all_that_users_are_told_to_install_for_the_window(launch):
    assert set(QT_PACKAGES) <= set(launch.SYSTEM_PACKAGES)


class System:
    """A PATH of programs that record their calls and give prepared answers."""

    def __init__(self, folder):
        self._folder = folder
        folder.mkdir()

    def add(self, name, body=""):
        program = self._folder / name
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "{name} $*" >>"{self._folder}/calls"\n{body}\n')
        program.chmod(0o755)

    def add_dpkg(self, *lines):
        self.add("apt-get")
        self.add("dpkg-query", "\n".join(f"echo '{line}'" for line in lines))

    def calls(self):
        """Returns the calls that change the system."""
        file = self._folder / "calls"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [line for line in lines if line.startswith(("apt-get", "env", "sudo"))]


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A Linux machine without programs, whose user is root."""
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    for name in ("PYENV_ROOT", "UV_PYTHON_INSTALL_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    made = System(tmp_path / "programs")
    made.add("env", 'shift; exec "$@"')
    return made


only_posix = pytest.mark.skipif(sys.platform == "win32", reason="the programs of this test are shell scripts")


@only_posix
def test_missing_system_packages_are_announced_and_installed_through_apt(launch, system, capsys):
    *installed, missing, second = launch.SYSTEM_PACKAGES
    removed = [f"config-files, {missing}, ", f"installed, other, {second}-dev (= 1), x"]
    system.add_dpkg(*(f"installed, {name}, " for name in installed), *removed)
    launch.install_system_packages()
    install = f"apt-get -q install -y --no-install-recommends {missing} {second}"
    assert system.calls() == ["apt-get -q update", f"env DEBIAN_FRONTEND=noninteractive {install}", install]
    assert capsys.readouterr().err == f"Installing system packages:  {install}\n"


@only_posix
def test_nothing_is_installed_where_every_package_is_there_or_provided_by_another(launch, system, capsys):
    glib = "libglib2.0-0"
    assert glib in launch.SYSTEM_PACKAGES
    others = [f"installed, {name}, " for name in launch.SYSTEM_PACKAGES if name != glib]
    system.add_dpkg(*others, f"installed, {glib}t64, some-abi, {glib} (= 2.80.0)")
    launch.install_system_packages()
    assert system.calls() == []
    assert capsys.readouterr().err == ""


@only_posix
def test_users_install_system_packages_with_sudo(launch, system, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    system.add_dpkg()
    with pytest.raises(launch.SetupError, match="Run as root:  apt-get -q install -y"):
        launch.install_system_packages()
    assert system.calls() == []
    system.add("sudo")
    launch.install_system_packages()
    update, install = system.calls()
    assert update == "sudo apt-get -q update"
    assert install.startswith("sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y ")
    assert "Installing system packages:  sudo apt-get -q install -y " in capsys.readouterr().err


@only_posix
def test_a_failed_installation_of_system_packages_ends_the_command(launch, system, capsys):
    system.add_dpkg()
    system.add("apt-get", "exit 100")
    assert launch.main(["test", "--system-packages"]) == 3
    assert "apt-get could not install the system packages" in capsys.readouterr().err


@only_posix
def test_other_distributions_are_told_the_names_and_nothing_is_installed(launch, system, capsys):
    assert launch.main(["test", "--system-packages"]) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(name in said for name in launch.SYSTEM_PACKAGES)
    assert system.calls() == []


@only_posix
@pytest.mark.parametrize("lacking", ["git", "venv", "Qt"])
def test_a_test_run_that_lacks_something_prints_the_command_that_installs_it(
    launch, spy, system, tmp_path, monkeypatch, capsys, lacking
):
    (tmp_path / "requirements-test.lock").write_text("one")
    system.add_dpkg()
    if lacking != "git":
        system.add("git")
    if lacking == "venv":
        monkeypatch.setattr(launch.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(launch, "QT_PROBE", "raise ImportError('libGL.so.1: cannot open shared object file')")
    monkeypatch.setattr(launch, "run_tests", lambda arguments: pytest.fail("the tests began"))
    assert launch.main(["test"]) == 3
    reason, command = capsys.readouterr().err.splitlines()[-2:]
    expected = {
        "git": "The tests need git, which was not found.",
        "venv": "This Python cannot create virtual environments.",
        "Qt": "Qt does not start: ImportError: libGL.so.1: cannot open shared object file",
    }
    assert reason == expected[lacking]
    assert command.endswith(":  python3 launch.py test --system-packages")
    assert system.calls() == []


@only_posix
def test_tests_run_without_optional_packages_after_saying_so(launch, spy, system, tmp_path, monkeypatch, capsys):
    (tmp_path / "requirements-test.lock").write_text("one")
    system.add_dpkg(*(f"installed, {name}, " for name in launch.SYSTEM_PACKAGES if name != "xdotool"))
    system.add("git")
    ran = []
    monkeypatch.setattr(launch, "QT_PROBE", "")
    monkeypatch.setattr(launch, "run_tests", lambda arguments: ran.append(arguments) or 0)
    assert launch.main(["test", "tests/app", "-x"]) == 0
    assert ran == [["tests/app", "-x"]]
    assert "Some tests may be skipped or fail without xdotool.\n" in capsys.readouterr().err


CHECKS = ["ruff check .", "ruff format --check .", "python -m mypy", "lint-imports"]


@pytest.fixture
def commands(launch, spy, monkeypatch, tmp_path):
    """The commands that tests and tools run, as text; all succeed except mypy if `broken` is set."""
    (tmp_path / "requirements-test.lock").write_text("one")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(launch, "check_before_setup", lambda: None)
    monkeypatch.setattr(launch, "check_after_setup", lambda: None)
    monkeypatch.setattr(launch, "compiling", lambda is_wanted: contextlib.nullcontext())
    ran = []

    def passes(command):
        ran.append(launch.shown(command).removesuffix(".exe"))
        return "mypy" not in ran[-1] or not os.environ.get("BROKEN")

    monkeypatch.setattr(launch, "passes", passes)
    return ran


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["test", "tests/app", "-x"], [*CHECKS, "python -m pytest -m not soak tests/app -x"]),
        (["test", "tests/app", "--no-checks", "-x"], ["python -m pytest -m not soak tests/app -x"]),
        (["test", "--no-checks", "--soak"], ["python -m pytest"]),
        (["lint"], CHECKS),
        (["fix"], ["ruff check --fix .", "ruff format ."]),
    ],
)
def test_checks_and_tests_run_together_or_alone(launch, commands, words, expected):
    assert launch.main(words) == 0
    assert commands == expected


@pytest.mark.parametrize("words", [["test"], ["test", "--no-checks"]])
def test_the_whole_suite_is_shared_between_processes(launch, commands, words):
    launch.main(words)
    assert re.fullmatch(r"python -m pytest -m not soak -n \d .*loadfile.*", commands[-1])
    assert commands[:-1] == ([] if "--no-checks" in words else CHECKS)


@pytest.mark.parametrize("words", [["lint"], ["test", "x"]])
def test_a_failed_check_is_named_and_the_others_run(launch, commands, words, monkeypatch, capsys):
    monkeypatch.setenv("BROKEN", "1")
    assert launch.main(words) == 1
    assert commands[:4] == CHECKS
    assert "failed: python -m mypy\n" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["lint", "fix"])
def test_checks_of_a_part_of_the_source_are_refused(launch, commands, word, capsys):
    assert launch.main([word, "tests"]) == 2
    assert f"`launch.py {word}` is for the whole checkout" in capsys.readouterr().err
    assert commands == []


def version_file(folder, version):
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    python.parent.mkdir(parents=True)
    python.write_text("")
    (folder / "pyvenv.cfg").write_text(version)
    return python


@pytest.mark.parametrize("config", ["version = 3.11.2\n", "home = /usr\nversion_info = 3.11.2.final.0\n"])
def test_each_python_has_its_own_environment(launch, tmp_path, config):
    assert launch.environment_for(tmp_path, (3, 13, 0)) == tmp_path / ".venv"
    python = version_file(tmp_path / ".venv", config)
    assert launch.environment_for(tmp_path, (3, 11, 9)) == tmp_path / ".venv"
    assert launch.environment_for(tmp_path, (3, 13, 0)) == tmp_path / ".venv-3.13"
    assert launch.environment_for(tmp_path, (3, 1, 0)) == tmp_path / ".venv-3.1"
    python.unlink()
    assert launch.environment_for(tmp_path, (3, 13, 0)) == tmp_path / ".venv", "the other Python is gone"


def test_an_environment_of_an_unknown_python_is_replaced(launch, tmp_path):
    version_file(tmp_path / ".venv", "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"))
    assert launch.environment_for(tmp_path, (3, 13, 0)) == tmp_path / ".venv"


THIS = sys.version_info[:2]
NAME = "{}.{}".format(*THIS)


@only_posix
@pytest.mark.parametrize("place", ["path", "pyenv", "uv", "pyenv root", "uv folder", "data folder"])
def test_a_python_is_found_on_the_path_and_where_pyenv_and_uv_put_it(launch, system, tmp_path, monkeypatch, place):
    home = tmp_path / "home"
    system.add(f"python{NAME}", "exit 127")  # a shim of pyenv without a version behind it
    assert launch.find_python(THIS, home) is None
    elsewhere = tmp_path / "elsewhere"
    folders = {
        "path": tmp_path / "programs",
        "pyenv": home / ".pyenv" / "versions" / f"{NAME}.4" / "bin",
        "uv": home / ".local" / "share" / "uv" / "python" / f"cpython-{NAME}.4-linux-x86_64-gnu" / "bin",
        "pyenv root": elsewhere / "versions" / f"{NAME}.4" / "bin",
        "uv folder": elsewhere / f"cpython-{NAME}.4-linux-x86_64-gnu" / "bin",
        "data folder": elsewhere / "uv" / "python" / f"cpython-{NAME}.4-linux-x86_64-gnu" / "bin",
    }
    variables = {"pyenv root": "PYENV_ROOT", "uv folder": "UV_PYTHON_INSTALL_DIR", "data folder": "XDG_DATA_HOME"}
    if place in variables:
        monkeypatch.setenv(variables[place], str(elsewhere))
    folders[place].mkdir(parents=True, exist_ok=True)
    program = folders[place] / f"python{NAME}"
    program.unlink(missing_ok=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    program.chmod(0o755)
    assert launch.find_python(THIS, home) == sys.executable


@only_posix
@pytest.mark.parametrize("place", ["py", ".pyenv/pyenv-win/versions/{}.4", "AppData/uv/python/cpython-{}.4-windows"])
def test_a_python_is_found_where_programs_of_windows_put_it(launch, system, tmp_path, monkeypatch, place):
    home = tmp_path / "home"
    monkeypatch.setattr(launch, "WINDOWS", True)
    monkeypatch.setenv("APPDATA", str(home / "AppData"))
    assert launch.find_python(THIS, home) is None
    if place == "py":
        system.add("py", f'test "$1" = -{NAME} && shift && exec {sys.executable} "$@"')
    else:
        program = home / place.format(NAME) / "python.exe"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        program.chmod(0o755)
    assert launch.find_python(THIS, home) == sys.executable


@only_posix
def test_a_python_of_another_version_is_not_taken(launch, system, tmp_path):
    other = (THIS[0], THIS[1] + 1)
    system.add("python{}.{}".format(*other), f'exec {sys.executable} "$@"')
    assert launch.find_python(other, tmp_path) is None


@only_posix
@pytest.mark.parametrize(("own", "other", "code"), [(0, 0, 0), (1, 0, 1), (0, 1, 1)])
def test_the_suite_runs_on_each_python_of_the_suite_that_is_found(
    launch, system, tmp_path, monkeypatch, capsys, own, other, code
):
    system.add("python9.1", f"exit {other}")
    system.add("git")
    for name in ("prepare", "check_after_setup"):
        monkeypatch.setattr(launch, name, lambda *arguments: None)
    monkeypatch.setattr(launch, "SUITE_PYTHONS", (THIS, (9, 1), (9, 2)))
    paths = {(9, 1): str(tmp_path / "programs" / "python9.1")}
    monkeypatch.setattr(launch, "find_python", paths.get)
    monkeypatch.setattr(launch, "run_tests", lambda arguments: own)
    assert launch.main(["test", "--all-pythons", "tests/app"]) == code
    calls = (tmp_path / "programs" / "calls").read_text().splitlines()
    assert calls == [f"python9.1 {tmp_path / 'launch.py'} test tests/app"]
    said = capsys.readouterr().err
    assert "Python 9.2 was not found; the tests do not run on it.\n" in said
    results = [f"Python {NAME}: {'failed' if own else 'passed'}", f"Python 9.1: {'failed' if other else 'passed'}"]
    assert said.splitlines()[-2:] == results
