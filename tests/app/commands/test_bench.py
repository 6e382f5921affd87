"""`kickabout bench`: what it needs, what it prints, and that every process that it started ends with it."""

import ast
import json
import os
import signal
import subprocess
import sys
import time
import uuid

import pytest

from bench import __main__ as program
from bench.figures import Figure
from runtime import IMPORT_ROOT as ROOT
from tests.process_table import MARK, marked

LIMIT_S = 10.0
OTHER_PYTHONS = {"rlgym_program.py", "ppo_program.py"}
"""Programs that run in environments of their own."""
FIGURE = Figure(name="answers", value=1.0, unit="", bound=1.0, sense="at least")


def imports_of(path):
    """Returns the modules that a file imports anywhere, for `from a import b` also `a.b`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_benchmarks_need_neither_the_tests_nor_their_packages():
    locks = [(ROOT / name).read_text() for name in ("requirements-test.lock", "requirements.lock")]
    tested, used = ({line.partition("==")[0] for line in lock.splitlines() if "==" in line} for lock in locks)
    assert "pytest" in tested - used
    banned = {name.replace("-", "_") for name in tested - used} | {"_pytest", "pytestqt", "tests"}
    for path in (ROOT / "bench").rglob("*.py"):
        for name in imports_of(path) if path.name not in OTHER_PYTHONS else ():
            assert name.partition(".")[0] not in banned, f"{path.relative_to(ROOT)} imports {name}"


def test_a_benchmark_that_fails_does_not_take_the_others_with_it(monkeypatch, capsys, mesh_cache):
    monkeypatch.setenv("KICKABOUT_HOME", str(mesh_cache))
    fail = lambda _: subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], check=True)  # noqa: E731
    monkeypatch.setattr(program, "BENCHMARKS", {"broken": fail, "fine": lambda _: [FIGURE]})
    assert program.measure([], as_json=True) == 3
    output, errors = capsys.readouterr()
    assert [figure["name"] for figure in json.loads(output)] == ["answers"]
    assert errors.startswith("broken could not be measured: CalledProcessError(3")
    assert program.measure(["fine"], as_json=False) == 0


def until(condition, limit_s):
    deadline = time.monotonic() + limit_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("lockstep", signal.SIGINT, 130),
        ("lockstep", signal.SIGTERM, 130),
        ("lockstep", signal.SIGKILL, -signal.SIGKILL),
        ("start", signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_a_benchmark_that_is_broken_off_leaves_nothing(name, number, code):
    mark = uuid.uuid4().hex
    launcher = subprocess.Popen(
        [sys.executable, "-m", "app", "bench", name],
        cwd=ROOT,
        env=os.environ | {MARK: mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with launcher:
        assert until(lambda: any("runtime.arena" in command for command in marked(mark).values()), 30.0)
        launcher.send_signal(number)
        assert until(lambda: not marked(mark), LIMIT_S), marked(mark)
        output, errors = launcher.communicate()
    assert launcher.returncode == code
    if code == 130:  # programs of a killed benchmark may report that they lost it
        assert (output, errors) == ("", "Interrupted.\n")
