"""The start hook, in every Python of this machine that a bot may use."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import rlbot

from resources.start_hook import START_HOOK
from runtime.agents.output import AgentOutput
from runtime.processes import STACK_S

NAMES = [f"3.{minor}" for minor in range(6, 15)]
SAVED_S = 1_700_000_000


def pythons():
    """Returns each version of Python that is installed, and the Python of the tests."""
    found = {".".join(map(str, sys.version_info[:2])): sys.executable}
    for name in NAMES:
        places = sorted(Path.home().glob(f".pyenv/versions/{name}.*/bin/python"))
        on_path = shutil.which(f"python{name}")
        for place in [*map(str, places), *([on_path] if on_path else [])]:
            done = subprocess.run([place, "-c", ""], capture_output=True, check=False)
            if name not in found and done.returncode == 0:
                found[name] = place
    return found


PYTHONS = pythons()


class Bot:
    """The folder of a program, which a Python runs with the start hook."""

    def __init__(self, folder, python):
        self.folder = folder
        self.python = python

    def save(self, name, text, at_s=SAVED_S):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (at_s, at_s))
        return path

    def run(self, *arguments, is_hooked=True, check=True, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        if is_hooked:
            environment["PYTHONPATH"] = str(START_HOOK)
        return subprocess.run(
            [self.python, *(arguments or ("bot.py",))],
            cwd=self.folder,
            env=environment | variables,
            capture_output=True,
            text=True,
            check=check,
        )

    def prints(self, *arguments, **variables):
        return self.run(*arguments, **variables).stdout.split()


@pytest.fixture(params=PYTHONS.values(), ids=PYTHONS.keys())
def bot(request, tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    made = Bot(folder, request.param)
    made.save("bot.py", "import tuning\nprint(tuning.GAIN)\n")
    return made


@pytest.fixture
def own_bot(tmp_path):
    """A bot of the Python of the tests, for what does not depend on the version."""
    folder = tmp_path / "bot"
    folder.mkdir()
    made = Bot(folder, sys.executable)
    made.save("bot.py", "import tuning\nprint(tuning.GAIN)\n")
    return made


# Bytecode


@pytest.mark.parametrize(("name", "age_s"), [("tuning.py", 0), ("tuning/__init__.py", -3600)])
def test_the_saved_source_runs_even_if_it_is_as_long_and_as_old(bot, name, age_s):
    bot.save(name, "GAIN = 1\n")
    assert bot.prints(is_hooked=False) == bot.prints() == ["1"]
    for gain in "23":
        bot.save(name, f"GAIN = {gain}\n", SAVED_S + age_s)
        assert bot.prints() == [gain]


def test_bytecode_of_a_run_outside_kickabout_is_not_believed(bot):
    bot.save("tuning.py", "GAIN = 1\n")
    bot.run(is_hooked=False)
    bot.save("tuning.py", "GAIN = 2\n")
    assert bot.prints(is_hooked=False) == ["1"], "this is the fault of Python that the hook repairs"
    assert bot.prints() == ["2"]


def test_a_module_that_is_replaced_by_a_renamed_one_runs(bot):
    bot.save("tuning.py", "GAIN = 1\n")
    bot.save("other.py", "GAIN = 2\n")
    assert bot.prints() == ["1"]
    (bot.folder / "other.py").replace(bot.folder / "tuning.py")
    assert bot.prints() == ["2"]


def test_a_module_of_a_package_that_runs_with_m_is_compared(bot):
    bot.save("app/__init__.py", "")
    bot.save("app/__main__.py", "from app import tuning\nprint(tuning.GAIN)\n")
    for gain in "12":
        bot.save("app/tuning.py", f"GAIN = {gain}\n")
        assert bot.prints("-m", "app") == [gain]


def test_bytecode_that_asks_not_to_be_compared_is_not_used(bot):
    bot.save("tuning.py", "GAIN = 1\n")
    code = "import py_compile as p; p.compile('tuning.py', invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)"
    if bot.run("-c", code, check=False).returncode:
        pytest.skip("this version has no such bytecode")
    bot.save("tuning.py", "GAIN = 2\n")
    assert bot.prints(is_hooked=False) == ["1"]
    assert bot.prints() == ["2"]


def test_bytecode_of_the_same_source_is_used_and_not_written_again(bot):
    bot.save("tuning.py", "GAIN = 1\n")
    bot.run()
    (cached,) = (bot.folder / "__pycache__").glob("tuning.*.pyc")
    before = cached.stat()
    bot.save("tuning.py", "GAIN = 1\n", SAVED_S + 60)
    report = bot.run("-v", "bot.py").stderr
    after = cached.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert re.search(r"code object from '.*tuning\..*\.pyc'", report)


def test_without_bytecode_the_saved_source_runs(own_bot):
    own_bot.save("tuning.py", "GAIN = 1\n")
    assert own_bot.prints() == ["1"]
    own_bot.save("tuning.py", "GAIN = 2\n")
    assert own_bot.prints(PYTHONDONTWRITEBYTECODE="1") == ["2"]
    own_bot.save("tuning.py", "GAIN = 3\n")
    cache = own_bot.folder / "__pycache__"
    cache.chmod(0o500)
    try:
        assert own_bot.prints() == ["3"]
    finally:
        cache.chmod(0o700)


@pytest.mark.skipif(len(PYTHONS) < 2, reason="one version of Python is installed")
def test_each_version_of_python_has_its_own_bytecode(own_bot):
    for gain in "12":
        own_bot.save("tuning.py", f"GAIN = {gain}\n")
        for python in PYTHONS.values():
            assert Bot(own_bot.folder, python).prints() == [gain]


def test_modules_of_child_processes_are_compared(bot):
    bot.save("bot.py", "import subprocess, sys\nsubprocess.run([sys.executable, 'part.py'])\n")
    bot.save("part.py", "import tuning\nprint(tuning.GAIN)\n")
    for gain in "12":
        bot.save("tuning.py", f"GAIN = {gain}\n")
        assert bot.prints() == [gain]


# Stacks


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("work", ["while True: pass", "lock.acquire()"])
def test_a_hanging_program_prints_its_stacks(bot, work):
    code = f"""
import threading, time
lock = threading.Lock()
lock.acquire()
def think():
    print("thinking", flush=True)
    {work}
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
think()
"""
    bot.save("bot.py", code)
    with subprocess.Popen(
        [bot.python, "bot.py"],
        cwd=bot.folder,
        env={**os.environ, "PYTHONPATH": str(START_HOOK)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as program:
        output = AgentOutput()
        output.add([program.stdout.readline().rstrip()])
        time.sleep(0.1)
        program.send_signal(signal.SIGWINCH)
        time.sleep(STACK_S)
        assert program.poll() is None
        program.kill()
        output.add(program.stdout.read().splitlines())
    frame = output.hung_at(bot.folder)
    assert (Path(frame.file).name, frame.line, frame.function) == ("bot.py", 7, "think")
    assert output.text == "thinking"


# Modules from elsewhere


def test_own_modules_from_outside_the_folder_are_reported_once(bot, tmp_path):
    report = tmp_path / "report"
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "util.py").write_text("import tuning\n")
    (shared / "broken.py").write_text("1 +\n")
    bot.save("tuning.py", "GAIN = 1\n")
    bot.save(
        "bot.py",
        "import sys\nsys.path.append('../shared')\nimport util, json\n"
        "try:\n    import broken\nexcept SyntaxError:\n    pass\n",
    )
    for _ in range(2):
        bot.run(KICKABOUT_IMPORTS=str(report))
    assert report.read_text().splitlines() == [str(shared / "util.py"), str(shared / "broken.py")] * 2
    assert bot.run(KICKABOUT_IMPORTS=str(tmp_path / "nowhere" / "report")).returncode == 0


@pytest.mark.parametrize("count", [199, 200, 201])
def test_a_program_reports_at_most_200_modules(own_bot, tmp_path, count):
    for number in range(count):
        (tmp_path / f"part{number}.py").write_text("")
    own_bot.save("bot.py", f"import sys\nsys.path.append('..')\nfor n in range({count}): __import__(f'part{{n}}')\n")
    own_bot.run(KICKABOUT_IMPORTS=str(tmp_path / "report"))
    assert len((tmp_path / "report").read_text().splitlines()) == min(count, 200)


# Breakpoints


def test_a_breakpoint_without_a_debugger_is_ignored_with_one_sentence_for_each_place(bot):
    if "3.6" in bot.python:
        pytest.skip("Python 3.6 has no breakpoint()")
    bot.save("bot.py", "import part\nfor _ in range(3):\n    breakpoint()\n    part.think()\nprint('over')\n")
    bot.save("part.py", "def think():\n    breakpoint()\n")
    done = bot.run(PYTHONBREAKPOINT="")
    assert done.stdout == "over\n"
    told = "is ignored, because no debugger is attached: choose Debug on the bot's card, or see docs/debugging.md."
    assert done.stderr.splitlines() == [f"breakpoint() at bot.py:3 {told}", f"breakpoint() at part.py:2 {told}"]


def test_a_breakpoint_hook_that_the_user_chose_is_called(own_bot):
    own_bot.save("chosen.py", "def called():\n    print('called')\n")
    own_bot.save("bot.py", "import sys\nsys.path.append('.')\nbreakpoint()\n")
    assert own_bot.prints(PYTHONBREAKPOINT="chosen.called") == ["called"]


def test_a_debugger_that_kickabout_starts_keeps_its_breakpoints(own_bot, tmp_path):
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "debugpy.py").write_text(
        "import sys\ndef configure(**options): print(options)\ndef listen(place): print(place, sys.path[-1])\n"
        "def wait_for_client(): sys.breakpointhook = lambda: print('stopped')\n"
    )
    own_bot.save("bot.py", "import os\nbreakpoint()\nprint([name for name in os.environ if 'KICKABOUT_D' in name])\n")
    path = os.pathsep.join([str(START_HOOK), str(tmp_path / "tool")])
    done = own_bot.run(PYTHONPATH=path, KICKABOUT_DEBUG="127.0.0.1:7", KICKABOUT_DEBUGPY="/kept")
    assert done.stdout.splitlines() == ["{'subProcess': False}", "('127.0.0.1', 7) /kept", "stopped", "[]"]
    assert own_bot.prints() == ["[]"]
    done = own_bot.run(KICKABOUT_DEBUG="127.0.0.1:none")
    assert "Kickabout could not start the debugger: ValueError" in done.stderr
    assert "breakpoint() at bot.py:2 is ignored" in done.stderr


# rlbot


@pytest.mark.parametrize(("number", "is_repaired"), [(54, False), (55, True), (56, True), (57, False)])
def test_only_the_two_versions_of_rlbot_that_cannot_set_the_state_are_repaired(own_bot, number, is_repaired):
    shutil.copytree(Path(rlbot.__file__).parent, own_bot.folder / "rlbot", ignore=shutil.ignore_patterns("*.pyc"))
    own_bot.save("rlbot/version.py", f'__version__ = "2.0.0-beta.{number}"\n')
    own_bot.save(
        "bot.py",
        "from rlbot import managers\n"
        "for name in ('Bot', 'Hivemind', 'MatchManager', 'Script'):\n"
        "    print(getattr(managers, name).set_game_state.__module__)\n",
    )
    assert own_bot.prints() == (
        ["kickabout_start"] * 4
        if is_repaired
        else [f"rlbot.managers.{name}" for name in ("bot", "hivemind", "match", "script")]
    )
    assert "kickabout_start" not in own_bot.run(is_hooked=False).stdout


def test_a_package_that_only_looks_like_rlbot_is_loaded_as_it_is(own_bot):
    own_bot.save("rlbot/__init__.py", "")
    own_bot.save("rlbot/managers/__init__.py", "print('loaded')\n")
    own_bot.save("bot.py", "import rlbot.managers\n")
    assert own_bot.prints() == ["loaded"]


# The start


def test_the_hook_leaves_sys_path_as_it_was(bot):
    bot.save("bot.py", "import os, sys\nprint(sys.path)\nprint(os.environ['PYTHONPATH'])\n")
    plain = bot.run(PYTHONPATH="/elsewhere", is_hooked=False).stdout.splitlines()
    hooked = bot.run(PYTHONPATH=os.pathsep.join([str(START_HOOK), "/elsewhere"])).stdout.splitlines()
    assert hooked[0] == plain[0]
    assert hooked[1].startswith(str(START_HOOK)), "child processes get the hook too"


def test_a_hidden_sitecustomize_runs_too(bot):
    bot.save("tool/sitecustomize.py", "import sys\nsys.tool = 'ran'\n")
    bot.save(
        "bot.py", "import sitecustomize, sys\nprint(sys.tool, sitecustomize.__file__, 'kickabout_start' in sys.modules)"
    )
    path = os.pathsep.join([str(START_HOOK), str(bot.folder / "tool")])
    ran, file, is_hooked = bot.prints(PYTHONPATH=path)
    assert (ran, is_hooked) == ("ran", "True")
    assert Path(file) == bot.folder / "tool" / "sitecustomize.py"


def test_a_start_with_the_hook_takes_at_most_a_few_milliseconds_more(own_bot):
    own_bot.save("bot.py", "")
    own_bot.run()
    taken = {True: [], False: []}
    for is_hooked in [True, False] * 12:
        began = time.perf_counter()
        own_bot.run(is_hooked=is_hooked)
        taken[is_hooked].append(time.perf_counter() - began)
    assert min(taken[True]) - min(taken[False]) < 0.01
