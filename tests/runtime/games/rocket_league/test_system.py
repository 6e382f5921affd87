import ctypes
import json
import os
import signal
import subprocess
import sys
import types
from pathlib import Path

import psutil
import pytest

from runtime.games.rocket_league import system as system_module
from runtime.games.rocket_league.system import Program, SystemProcess, native_system
from runtime.processes.platforms import lookup
from tests.clock import until
from tests.process_table import descendants, is_alive
from tests.runtime.games.rocket_league.fakes import FakeSystem

ROOT = Path(__file__).parents[4]
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="compares with what Linux tells")

REPORTER = """
import json, os, sys, time
from pathlib import Path
facts = {"pid": os.getpid(), "words": sys.argv[1:], "cwd": os.getcwd(), "environment": dict(os.environ)}
facts["files"] = [os.readlink(f"/proc/self/fd/{number}") for number in (0, 1, 2)]
facts["count"] = len(os.listdir("/proc/self/fd")) - 1
facts["session"] = os.getsid(0)
print("x" * 2_000_000, flush=True)
aside = Path(os.environ["REPORT"] + ".new")
aside.write_text(json.dumps(facts))
aside.rename(os.environ["REPORT"])
time.sleep(float(sys.argv[1]))
"""
STARTER = """
import sys, time
from runtime.games.rocket_league import system as system_module
from runtime.games.rocket_league.system import Program, native_system
process = native_system().start_detached(Program(argv=tuple(sys.argv[2:]), environment={"REPORT": sys.argv[1]}))
print(process.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def reporter(tmp_path):
    path = tmp_path / "RocketLeague.py"
    path.write_text(REPORTER, encoding="utf-8")
    return path


@pytest.fixture
def report(tmp_path):
    """The file of the reporter, which is there when the reporter has printed everything; ends it in the end."""
    path = tmp_path / "report.json"
    yield path
    if path.exists():
        pid = json.loads(path.read_text())["pid"]
        if is_alive(pid):
            os.kill(pid, signal.SIGKILL)


@linux_only
class TestStart:
    def test_a_program_outlives_the_killed_process_that_started_it(self, reporter, report):
        marks = {"KICKABOUT_RUN": "r", "KICKABOUT_CHILD": "1", "KICKABOUT_OWNERS": "1@2", "PYTHONHOME": ""}
        starter = subprocess.Popen(
            [sys.executable, "-c", STARTER, str(report), sys.executable, str(reporter), "600", "-rlbot"],
            cwd=ROOT,
            env=os.environ | marks,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        with starter:
            pid = int(starter.stdout.readline())
            until(report.exists)
            assert descendants(psutil.Process(starter.pid)) == []
            os.killpg(starter.pid, signal.SIGKILL)
        facts = json.loads(report.read_text())
        assert facts["pid"] == pid
        assert facts["words"] == ["600", "-rlbot"]
        assert facts["cwd"] == str(Path.home())
        assert facts["files"] == [os.devnull] * 3
        assert facts["count"] == 3
        assert facts["session"] not in {os.getsid(0), starter.pid}
        assert not {name for name in facts["environment"] if name in marks}
        assert is_alive(pid)

    def test_an_ended_program_leaves_no_zombie(self, tmp_path, reporter, report):
        program = Program(argv=(sys.executable, str(reporter), "0"), environment={"REPORT": str(report)}, cwd=tmp_path)
        process = native_system().start_detached(program)
        until(report.exists)
        assert json.loads(report.read_text())["cwd"] == str(tmp_path)
        until(lambda: not is_alive(process.pid))
        assert process.pid not in {child.pid for child in psutil.Process().children(recursive=True)}

    @pytest.mark.parametrize(
        ("name", "mode", "error"),
        [("nothing", None, FileNotFoundError), ("denied", 0o644, PermissionError), ("folder", "", PermissionError)],
    )
    def test_a_program_that_cannot_run_is_an_error(self, tmp_path, name, mode, error):
        path = tmp_path / name
        if mode == "":
            path.mkdir()
        elif mode is not None:
            path.write_bytes(b"\x7fELF")
            path.chmod(mode)
        with pytest.raises(error):
            native_system().start_detached(Program(argv=(str(path),), environment={}))
        with pytest.raises(FileNotFoundError):
            native_system().start_detached(Program(argv=(sys.executable,), environment={}, cwd=tmp_path / "none"))

    @pytest.mark.parametrize("starter", ["exec sleep 600", "echo no number", "exit 3"])
    def test_a_start_that_gives_no_answer_is_an_error_without_the_login(self, monkeypatch, tmp_path, starter):
        interpreter = tmp_path / "python"
        interpreter.write_text(f"#!/bin/sh\n{starter}\n")
        interpreter.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(interpreter))
        monkeypatch.setattr(system_module, "START_S", 0.2)
        with pytest.raises(OSError, match=r"^it could not be started within 0.2 s$"):
            native_system().start_detached(Program(argv=("game", "-AUTH_PASSWORD=secret"), environment={}))

    def test_only_the_process_that_is_meant_is_ended(self):
        system = native_system()
        with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "-rlbot"]) as child:
            until(lambda: any(process.pid == child.pid and process.command for process in system.processes("python")))
            (process,) = (process for process in system.processes("python") if process.pid == child.pid)
            assert process.started == lookup.started(child.pid)
            assert process.command == (sys.executable, "-c", "import time; time.sleep(600)", "-rlbot")
            earlier = SystemProcess(pid=child.pid, started=process.started - 1000, name=process.name)
            system.end(earlier)
            system.end(SystemProcess(pid=2**22 - 1, started=1.0, name="nobody"))
            assert child.poll() is None
            system.end(process)
            assert child.wait(20) == -signal.SIGTERM
        assert not any(process.pid == child.pid for process in system.processes("python"))

    def test_other_systems_have_neither_registry_nor_window_titles(self):
        system = native_system(is_windows=False)
        assert system.registry_value("HKCU\\Software\\Valve\\Steam", "SteamExe") == ""
        assert system.has_window("Steam")
        assert system.home == Path.home()


class Denied:
    """Processes as psutil shows them to a user who may not see everything."""

    def __init__(self, name, command, pid=None):
        self.pid = pid or os.getpid()
        self._facts = {"name": name, "cmdline": command}

    def __getattr__(self, key):
        fact = self._facts[key]
        if isinstance(fact, Exception):
            raise fact
        return lambda: fact


@pytest.mark.parametrize(
    ("name", "command", "shown"),
    [
        ("RocketLeague.exe", ["C:\\Games\\RocketLeague.exe", "-rlbot"], "RocketLeague.exe"),
        ("RocketLeague.ex", ["Z:\\home\\me\\RocketLeague.exe", "-rlbot"], "RocketLeague.exe"),
        ("RocketLeague.ex", psutil.AccessDenied(), "RocketLeague.ex"),
        ("RocketLeague.ex", psutil.ZombieProcess(1), None),
        ("RocketLeague.ex", [], "RocketLeague.ex"),
        ("RocketLeague", OSError(1450, "no resources"), "RocketLeague"),
        (psutil.AccessDenied(), ["x"], None),
        (psutil.NoSuchProcess(1), ["x"], None),
    ],
)
def test_processes_that_cannot_be_seen_are_no_error(monkeypatch, name, command, shown):
    monkeypatch.setattr(psutil, "process_iter", lambda: iter([Denied(name, command), Denied("gone", [], 2**22 - 1)]))
    found = native_system().processes("RocketLeague")
    assert [process.name for process in found] == ([shown] if shown else [])
    assert all(process.command == (tuple(command) if isinstance(command, list) else ()) for process in found)


def test_only_the_named_programs_are_asked_for_their_arguments(monkeypatch):
    others = Denied("explorer.exe", AssertionError("slow"))
    monkeypatch.setattr(psutil, "process_iter", lambda: iter([others, Denied("Steam.exe", ["steam"])]))
    assert [process.name for process in native_system().processes("steam")] == ["Steam.exe"]


def test_a_system_that_shows_no_processes_is_no_error(monkeypatch):
    def process_iter():
        raise PermissionError("/proc")
        yield

    monkeypatch.setattr(psutil, "process_iter", process_iter)
    assert native_system().processes("") == ()


class TestWindows:
    """The calls of the Windows version, as far as other systems can make them."""

    @pytest.fixture
    def winreg(self, monkeypatch):
        class Key(dict):
            def __enter__(self):
                return self

            def __exit__(self, *_):
                return None

        keys = {("user", "Software\\Valve\\Steam"): Key(SteamExe=("c:/steam/steam.exe", 1), Language=(7, 4))}

        def found(values, key):
            if key not in values:
                raise FileNotFoundError(2, "the system cannot find the file")
            return values[key]

        module = types.SimpleNamespace(
            HKEY_CURRENT_USER="user", OpenKey=lambda *key: found(keys, key), QueryValueEx=found
        )
        monkeypatch.setitem(sys.modules, "winreg", module)

    @pytest.mark.parametrize(
        ("key", "name", "value"),
        [
            ("HKCU\\Software\\Valve\\Steam", "SteamExe", "c:/steam/steam.exe"),
            ("HKCU\\Software\\Valve\\Steam", "Language", ""),
            ("HKCU\\Software\\Valve\\Steam", "Other", ""),
            ("HKCU\\Software\\Other", "SteamExe", ""),
        ],
    )
    def test_the_registry_gives_texts(self, winreg, key, name, value):
        assert native_system(is_windows=True).registry_value(key, name) == value

    @pytest.mark.parametrize(("handle", "is_open"), [(None, False), (0x1_0000_0004, True)])
    def test_a_window_is_found_by_its_title(self, monkeypatch, handle, is_open):
        asked = []
        user32 = types.SimpleNamespace(FindWindowW=lambda *words: asked.append(words) or handle)
        user32.FindWindowW.argtypes = None
        monkeypatch.setattr(ctypes, "WinDLL", {"user32": user32}.__getitem__, raising=False)
        assert native_system(is_windows=True).has_window("Steam") == is_open
        assert asked == [(None, "Steam")]

    @pytest.mark.parametrize("is_job_closed", [False, True])
    def test_a_game_leaves_our_job_if_it_can(self, monkeypatch, tmp_path, is_job_closed):
        calls = []

        def popen(words, **options):
            calls.append((words, options))
            if is_job_closed and options["creationflags"] & 0x01000000:
                raise PermissionError(13, "denied")
            return types.SimpleNamespace(pid=os.getpid())

        monkeypatch.setattr(subprocess, "Popen", popen)
        monkeypatch.setenv("KICKABOUT_RUN", "r")
        program = Program(argv=("C:\\a b\\x.exe", "-rlbot"), environment={"SteamAppId": "1"}, cwd=tmp_path)
        process = native_system(is_windows=True).start_detached(program)
        assert process.pid == os.getpid()
        assert process.command == program.argv
        flags = [options.pop("creationflags") for _, options in calls]
        assert flags == [0x01000208, 0x00000208][: len(calls)]
        assert len(calls) == 1 + is_job_closed
        for words, options in calls:
            assert words == '"C:\\a b\\x.exe" -rlbot'
            assert options["cwd"] == tmp_path
            assert options["env"]["SteamAppId"] == "1"
            assert "KICKABOUT_RUN" not in options["env"]
            assert {options[name] for name in ("stdin", "stdout", "stderr")} == {subprocess.DEVNULL}

    def test_a_refused_start_is_an_error(self, monkeypatch):
        def popen(*_words, **_options):
            raise PermissionError(13, "denied")

        monkeypatch.setattr(subprocess, "Popen", popen)
        with pytest.raises(PermissionError):
            native_system(is_windows=True).start_detached(Program(argv=("x.exe",), environment={}))


@pytest.mark.parametrize(
    ("is_windows", "file", "name", "is_found"),
    [
        (False, "bin/steam", "steam", True),
        (False, "bin/steam", "Steam", False),
        (False, "steam", "steam", False),
        (True, "bin/legendary.exe", "legendary", True),
        (True, "bin/legendary.cmd", "legendary.cmd", True),
        (True, "legendary.EXE", "legendary", True),
        (True, "bin/legendary", "legendary", False),
    ],
)
def test_programs_are_found_by_the_rules_of_the_system(tmp_path, is_windows, file, name, is_found):
    computer = FakeSystem(home=tmp_path, is_windows=is_windows, environment={"PATHEXT": ".EXE;.exe;.CMD;.cmd"})
    computer.install("other")
    path = computer.write(file, "#!/bin/sh\n")
    path.chmod(0o755)
    assert computer.system.which(name) == (path if is_found else None)


def test_a_file_that_cannot_be_executed_is_no_program(tmp_path):
    computer = FakeSystem(home=tmp_path)
    computer.install("steam").chmod(0o644)
    assert computer.system.which("steam") is None
