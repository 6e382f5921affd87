"""A bot imports a module that is not there: real programs fail, and the sentence names the file of the bot."""

import subprocess
import sys
from pathlib import Path

import pytest

from runtime.agents.output import AgentOutput
from runtime.environments.choice import AgentSource
from runtime.environments.own_modules import ALIKE, MAX_BYTES, MAX_READ, OwnModules

REQUIREMENTS = Path("requirements.txt")
NEITHER = (
    "which is neither a file of the bot nor a package that its requirements name. "
    "Correct the name, or write the package that provides it into requirements.txt."
)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "ada"
    folder.mkdir()
    return folder


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def own(folder, program="bot.py", document=None, former=()):
    source = AgentSource(
        key="blue-1",
        name="Ada",
        folder=folder,
        run_command=f"python {program}",
        document=document and folder / document,
    )
    return OwnModules(source, former)


def failure(folder, program="bot.py"):
    """Runs a program that fails; returns what its agent would be quoted with."""
    done = subprocess.run([sys.executable, "-B", program], cwd=folder, capture_output=True, text=True, check=False)
    output = AgentOutput()
    output.add(done.stderr.splitlines())
    return output.explained(folder)


def explained(folder, program="bot.py", document=None, former=()):
    found = own(folder, program, document, former).explain(failure(folder, program), REQUIREMENTS, None)
    return None if found is None else str(found[2])


LACK = "bot.py:2 imports 'helper', but the bot's folder has no helper.py."
GONE = "It was there before: was it renamed, moved or deleted?"


@pytest.mark.parametrize(
    "statement", ["import helper", "from helper import x", "import os, helper as h", "import helper.x"]
)
@pytest.mark.parametrize(
    ("files", "hint"),
    [
        ({"__pycache__/helper.cpython-311.pyc": ""}, GONE),
        ({"__pycache__/helper.cpython-38.opt-1.pyc": ""}, GONE),
        ({"helper.pyc~": "", "helpers.py": ""}, "There is helpers.py: is that meant?"),
        ({"Helper.py": ""}, "Helper.py differs in upper and lower case: rename one of them."),
        ({"lib/helper.py": ""}, "There is {lib/helper.py}: import it from there, or move it."),
        ({"lib/helper/__init__.py": ""}, "There is {lib/helper}: import it from there, or move it."),
        ({"lib/__init__.py": "", "lib/other.py": "from .helper import x"}, ""),
        ({"lib/__init__.py": "from . import a, helper"}, ""),
    ],
)
def test_a_module_that_the_bot_has_elsewhere_or_had(folder, statement, files, hint):
    write(folder, {"bot.py": f"\n{statement}\n", **files})
    lack = LACK.replace("helper.py", "helper") if statement.endswith(".x") else LACK
    hint = hint.replace("{lib/", f"{Path('lib')}{'/' if sys.platform != 'win32' else chr(92)}").replace("}", "")
    assert explained(folder) == f"{lack} {hint}".strip()


def test_a_module_that_was_there_earlier_in_the_match(folder):
    write(folder, {"bot.py": "import helper"})
    assert GONE in explained(folder, former=("bot.py", "helper.py"))
    assert GONE not in explained(folder, former=("bot.py", "other.py"))


@pytest.mark.parametrize(
    ("program", "files", "sentence"),
    [
        (
            "bot.py",
            {"bot.py": "import pkg.helper", "pkg/__init__.py": "", "pkg/helpers.py": ""},
            "bot.py:1 imports 'pkg.helper', but the bot's folder has no pkg/helper.py. "
            "There is pkg/helpers.py: is that meant?",
        ),
        (
            "bot.py",
            {"bot.py": "from pkg.helper import x", "pkg/a.py": ""},
            "bot.py:1 imports 'pkg.helper', but the bot's folder has no pkg/helper.py.",
        ),
        (
            "bot.py",
            {"bot.py": "import pkg", "pkg/__init__.py": "from . import helper"},
            "pkg/__init__.py:1 imports 'pkg.helper', but the bot's folder has no pkg/helper.py.",
        ),
        (
            "bot.py",
            {"bot.py": "import pkg", "pkg/__init__.py": "from .helper import x"},
            "pkg/__init__.py:1 imports 'pkg.helper', but the bot's folder has no pkg/helper.py.",
        ),
        ("bot.py", {"bot.py": "from pkg import helper", "pkg/__init__.py": ""}, None),
        (
            "bot.py",
            {"bot.py": "from pkg import helper", "pkg/__init__.py": "", "pkg/helpers.py": ""},
            "bot.py:1 imports 'pkg.helper', but the bot's folder has no pkg/helper.py. "
            "There is pkg/helpers.py: is that meant?",
        ),
        (
            "bot.py",
            {"bot.py": "from . import helper", "helper.py": ""},
            "bot.py:1 imports relative to a package, but the program belongs to none: write 'import helper'.",
        ),
        (
            "bot.py",
            {"bot.py": "from .helper import x, y  # both", "helper.py": ""},
            "bot.py:1 imports relative to a package, but the program belongs to none: write 'from helper import x, y'.",
        ),
        (
            "src/bot.py",
            {"src/bot.py": "import helper", "helper.py": ""},
            "src/bot.py:1 imports 'helper', but the bot's folder has no src/helper.py. "
            "There is helper.py: import it from there, or move it.",
        ),
        ("src/bot.py", {"src/bot.py": "1 / 0"}, None),
        ("bot.py", {"bot.py": "import helper"}, f"bot.py:1 imports 'helper', {NEITHER}"),
        ("bot.py", {"bot.py": "import json.helper"}, None),
        ("bot.py", {"bot.py": "__import__('helper')"}, f"Ada imports 'helper', {NEITHER}"),
        (
            "bot.py",
            {"a.py": "import helper", "bot.py": "try:\n    import a\nexcept ImportError:\n    import helper"},
            f"bot.py:4 imports 'helper', {NEITHER}",
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths are written with /")
def test_each_form_of_import(folder, program, files, sentence):
    write(folder, files)
    assert explained(folder, program) == sentence


@pytest.mark.skipif(sys.platform == "win32", reason="paths are written with /")
def test_a_v4_bot_looks_beside_its_python_file(folder):
    write(
        folder,
        {
            "bot.cfg": "[Locations]\npython_file = ./python/bot.py\nname = Ada\n",
            "python/bot.py": "import helper",
            "python/helpers.py": "",
        },
    )
    found = own(folder, "-m host", "bot.cfg").explain(failure(folder, "python/bot.py"), REQUIREMENTS, None)
    assert str(found[2]) == (
        "python/bot.py:1 imports 'helper', but the bot's folder has no python/helper.py. "
        "There is python/helpers.py: is that meant?"
    )
    assert found[:2] == ("helper", folder / "python" / "bot.py")


@pytest.mark.parametrize(("name", "is_alike"), [("helper_old", True), ("helper_olde", False)])
def test_how_alike_names_are(folder, name, is_alike):
    assert 2 * len("helper") / (len("helper") + len("helper_old")) == ALIKE
    write(folder, {"bot.py": "import helper", f"{name}.py": ""})
    assert ("is that meant" in explained(folder)) is is_alike


@pytest.mark.parametrize(("files", "is_read"), [(MAX_READ - 1, True), (MAX_READ, True), (MAX_READ + 1, False)])
def test_how_many_files_are_searched_for_the_import(folder, files, is_read):
    write(folder, {f"a{number:04}.py": "" for number in range(files - 1)} | {"z.py": "import helper"})
    found = own(folder).explain("ModuleNotFoundError: No module named 'helper'", REQUIREMENTS, None)
    assert str(found[2]).startswith("z.py:1 imports" if is_read else "Ada imports")


@pytest.mark.parametrize(("size", "is_read"), [(MAX_BYTES - 1, True), (MAX_BYTES, True), (MAX_BYTES + 1, False)])
def test_how_much_of_a_file_is_searched(folder, size, is_read):
    statement = "import helper"
    write(folder, {"bot.py": "#" * (size - len(statement) - 1) + "\n" + statement})
    found = own(folder).explain("ModuleNotFoundError: No module named 'helper'", REQUIREMENTS, None)
    assert str(found[2]).startswith("bot.py:2 imports" if is_read else "Ada imports")


@pytest.mark.parametrize("name", ["", ".", "..", "a..b", "a.", "/etc/passwd", "1a", "a" * 201, "é" * 200, "a" * 200])
def test_names_that_no_file_can_have_do_no_harm(folder, name):
    write(folder, {"bot.py": "x"})
    own(folder).explain(f"ModuleNotFoundError: No module named '{name}'", REQUIREMENTS, None)
    own(folder / "nowhere").explain(f"ImportError: cannot import name 'x' from '{name}'", REQUIREMENTS, None)
