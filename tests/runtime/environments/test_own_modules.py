"""A bot imports a module that is not there: real programs fail, and the sentence names the file of the bot."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest

from runtime.agents.output import AgentOutput
from runtime.environments.choice import AgentSource
from runtime.environments.own_modules import explain, hidden_module, hiding_problems

REQUIREMENTS = Path("requirements.txt")
NEITHER = (
    "which is neither a file of the bot nor a package that its requirements name. "
    "Correct the name, or write the package that provides it into requirements.txt."
)
GONE = "but the bot's folder has no helper.py: was it renamed, moved or deleted?"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "ada"
    folder.mkdir()
    return folder


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def found(folder, text):
    source = AgentSource(key="blue-1", name="Ada", folder=folder, run_command="python bot.py")
    return explain(source, text, REQUIREMENTS, None)


def failure(folder, program="bot.py"):
    """Runs a program that fails; returns what its agent would be quoted with."""
    done = subprocess.run([sys.executable, "-B", program], cwd=folder, capture_output=True, text=True, check=False)
    output = AgentOutput()
    output.add(done.stderr.splitlines())
    return output.explained(folder)


def explained(folder, program="bot.py"):
    what = found(folder, failure(folder, program))
    return None if what is None else str(what[2])


@pytest.mark.parametrize("statement", ["import helper", "from helper import x", "import os, helper as h"])
@pytest.mark.parametrize("name", ["helper.cpython-311.pyc", "helper.cpython-38.opt-1.pyc"])
def test_a_module_that_the_bot_had(folder, statement, name):
    write(folder, {"bot.py": f"\n{statement}\n", f"__pycache__/{name}": ""})
    assert explained(folder) == f"bot.py:2 imports 'helper', {GONE}"


@pytest.mark.parametrize("files", [{}, {"__pycache__/helpers.cpython-311.pyc": ""}, {"helper.txt": ""}])
def test_a_module_that_nobody_knows(folder, files):
    write(folder, {"bot.py": "import helper", **files})
    assert explained(folder) == f"bot.py:1 imports 'helper', {NEITHER}"


@pytest.mark.parametrize(
    ("program", "files", "sentence"),
    [
        (
            "bot.py",
            {"bot.py": "import pkg", "pkg/__init__.py": "from .helper import x"},
            f"pkg/__init__.py:1 imports 'pkg.helper', {GONE.replace('helper.py', 'pkg/helper.py')}",
        ),
        (
            "src/bot.py",
            {"src/bot.py": "from pkg.helper import x", "src/pkg/a.py": ""},
            f"src/bot.py:1 imports 'pkg.helper', {GONE.replace('helper.py', 'src/pkg/helper.py')}",
        ),
        (
            "src/bot.py",
            {"src/bot.py": "import helper", "src/__pycache__/helper.cpython-313.pyc": ""},
            f"src/bot.py:1 imports 'helper', {GONE.replace('helper.py', 'src/helper.py')}",
        ),
        (
            "bot.py",
            {"bot.py": "import tools.a", "tools/a.py": "import helper"},
            f"tools/a.py:1 imports 'helper', {NEITHER}",
        ),
        ("src/bot.py", {"src/bot.py": "1 / 0"}, None),
        ("bot.py", {"bot.py": "import json.helper"}, None),
        ("bot.py", {"bot.py": "from json import helper"}, None),
        ("bot.py", {"bot.py": "print('No module named helper')"}, None),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths are written with /")
def test_each_form_of_import(folder, program, files, sentence):
    write(folder, files)
    assert explained(folder, program) == sentence


@pytest.mark.parametrize("place", ["", "other.py:3: ", "~.py:3: ", f"{'a' * 300}.py:1: ", "a\0b.py:1: "])
def test_without_a_file_of_the_bot_the_bot_is_named(folder, place):
    what = found(folder, f"{place}ModuleNotFoundError: No module named 'helper'")
    assert (what[:2], str(what[2])) == (("helper", None), f"Ada imports 'helper', {NEITHER}")


def test_the_place_may_be_in_a_line_of_its_own(folder):
    write(folder, {"src/bot.py": ""})
    what = found(folder, "ModuleNotFoundError: No module named 'helper'\nsrc/bot.py:7\nanother.py:8")
    assert what[:2] == ("helper", folder / "src" / "bot.py")
    assert str(what[2]).startswith("src/bot.py:7 imports")


def test_a_module_that_has_been_written_since(folder):
    write(folder, {"bot.py": "import helper", "__pycache__/helper.cpython-311.pyc": ""})
    text = failure(folder)
    write(folder, {"helper.py": ""})
    assert found(folder, text) is None


@pytest.mark.parametrize("name", ["", ".", "..", "a..b", "a.", "/etc/passwd", "1a", "a" * 201, "é" * 200, "a" * 200])
def test_names_that_no_file_can_have_do_no_harm(folder, name):
    write(folder, {"bot.py": "x"})
    for place in (folder, folder / "nowhere"):
        what = found(place, f"bot.py:1: ModuleNotFoundError: No module named '{name}'")
        assert what is None or "has no" not in str(what[2]), "no file of the bot is said to be missing"


RLBOT = "from rlbot.managers import Bot\n"


@pytest.mark.parametrize(
    ("files", "module"),
    [
        ({"rlbot.py": ""}, "rlbot"),
        ({"rlbot/__init__.py": ""}, "rlbot"),
        ({"rlbot.py": RLBOT}, "rlbot"),
        ({"socket.py": "x = 1\n"}, "socket"),
        ({"selectors.py": "x = 1\n"}, "selectors"),
        ({"logging.py": ""}, "logging"),
        ({"numpy.py": "", "bot.py": "import numpy\nnumpy.zeros(3)\n"}, "numpy"),
        ({"queue.py": "", "bot.py": "from queue import Queue\n"}, "queue"),
    ],
)
def test_a_file_of_the_bot_that_hides_a_module_is_named(folder, files, module):
    write(folder, {"bot.py": RLBOT, **files})
    source = AgentSource(key="blue-1", name="Ada", folder=folder, run_command="python bot.py")
    file = next(iter(files))
    assert hidden_module(source, failure(folder), None) == (module, folder / file, ANY)
    (_, _, said) = hidden_module(source, failure(folder), None)
    assert str(said) == f"{file} of Ada hides the module '{module}' that the bot needs: rename it."


def test_a_file_beside_a_program_in_a_subfolder_hides_as_well(folder):
    write(folder, {"src/bot.py": RLBOT, "src/socket.py": ""})
    source = AgentSource(key="blue-1", name="Ada", folder=folder, run_command="python src/bot.py")
    assert hidden_module(source, failure(folder, "src/bot.py"), None)[1] == folder / "src" / "socket.py"


@pytest.mark.parametrize(
    "files",
    [
        {"bot.py": "import socket\nsocket.nothing\n"},
        {"bot.py": "import utils\nutils.nothing\n", "utils.py": ""},
        {"bot.py": "import socket\nsocket.nothing\n", "tools/socket.py": ""},
        {"bot.py": "raise ValueError('rlbot')\n", "rlbot.py": ""},
    ],
)
def test_other_errors_hide_nothing(folder, files):
    write(folder, files)
    source = AgentSource(key="blue-1", name="Ada", folder=folder, run_command="python bot.py")
    assert hidden_module(source, failure(folder), None) is None


def test_a_file_elsewhere_is_not_searched(folder, tmp_path):
    write(tmp_path, {"socket.py": ""})
    text = "AttributeError: module 'socket' has no attribute 'x'"
    source = AgentSource(key="blue-1", name="Ada", folder=folder, run_command="python bot.py")
    for place in (f"{tmp_path}/a.py:1:", "../a.py:1:"):
        assert hidden_module(source, f"{place} {text}", None) is None


def test_a_file_that_hides_rlbot_is_a_problem_before_the_start(folder):
    write(folder, {"bot.py": RLBOT, "socket.py": ""})
    source = AgentSource(key="blue-1", name="Ada", folder=folder, run_command="python bot.py")
    assert list(hiding_problems(source)) == []
    write(folder, {"rlbot.py": ""})
    (problem,) = hiding_problems(source)
    assert (problem.path, problem.is_error) == (folder / "rlbot.py", False)
