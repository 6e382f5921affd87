"""The check of Python sources, run as a program."""

import json
import os
import subprocess
import sys

import pytest

from runtime.processes import source_probe


@pytest.fixture
def probe(tmp_path):
    def run(*names):
        command = [
            sys.executable,
            "-I",
            "-S",
            "-B",
            source_probe.__file__,
            *(tmp_path / name for name in names),
        ]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=30, check=False)
        assert done.stderr == ""
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    return run


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"x = 1\nif True print(x)\n", 2, "invalid syntax"),
        (b"def f():\nreturn 1\n", 2, "expected an indented block after function definition on line 1"),
        (b"x = '\xe4'\n", 1, "(unicode error)"),
        (b"x = 1\n\0\n", None, "source code string cannot contain null bytes"),
        (b"# coding: klingon\n", None, "unknown encoding: klingon"),
        (b"x = 1 is 1\nassert (x, 1)\ny = (\n", 3, "'(' was never closed"),
        (b"(" * 3000 + b")" * 3000, None, "too"),
    ],
)
def test_files_that_cannot_be_compiled_are_reported_with_their_line(probe, tmp_path, content, line, message):
    (tmp_path / "bot.py").write_bytes(content)
    (tmp_path / "fine.py").write_text("x = 1\n")
    code, (fault,) = probe("fine.py", "bot.py")
    assert (code, fault["file"]) == (1, str(tmp_path / "bot.py"))
    assert message in fault["message"]
    assert line is None or fault["line"] == line


def test_nothing_is_run_and_nothing_is_written(probe, tmp_path):
    for name in ("bot.py", "json.py", "sitecustomize.py", "usercustomize.py"):
        (tmp_path / name).write_text("from pathlib import Path\nPath(__file__).with_name('ran').touch()\n")
    code, lines = probe("bot.py", "json.py")
    assert (code, [list(line) for line in lines]) == (0, [["checked"]])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bot.py",
        "json.py",
        "sitecustomize.py",
        "usercustomize.py",
    ]


def test_other_files_and_files_that_are_gone_are_no_faults(probe, tmp_path):
    (tmp_path / "model.bin").write_bytes(b"\0\1")
    (tmp_path / "bot.toml").write_text("[")
    assert probe("model.bin", "bot.toml", "gone.py", "folder")[0] == 0


@pytest.mark.parametrize("count", [19, 20, 21])
def test_the_number_of_reported_faults_is_bounded(probe, tmp_path, count):
    names = [f"part{number}.py" for number in range(count)]
    for name in names:
        (tmp_path / name).write_text("(")
    assert len(probe(*names)[1]) == min(count, 20)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes in folders here")
def test_a_named_pipe_is_not_waited_for(probe, tmp_path):
    os.mkfifo(tmp_path / "talk.py")
    assert probe("talk.py") == (0, [{"checked": 1}])
