"""The wheel installs one package, `kickabout`, that works without the checkout."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hatch_build import PACKAGES, rewritten
from runtime.environments.interpreter import interpreter_in

ROOT = Path(__file__).resolve().parent.parent
BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
WITHOUT_CHECKOUT = """
import runpy, sys
sys.path = [path for path in sys.path if path != {root!r}]
sys.argv = ["kickabout", *{arguments!r}]
try:
    runpy.run_module("kickabout", run_name="__main__")
except SystemExit as end:
    code = end.code
clashes = sorted(name for name in sys.modules if name.partition(".")[0] in {packages!r})
assert not clashes, clashes
sys.exit(code)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder with what the wheel puts into site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, capture_output=True, check=True)
    wheel = folder / built.stdout.decode().split()[-1]
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed, home, *arguments):
    code = WITHOUT_CHECKOUT.format(root=str(ROOT), arguments=arguments, packages=PACKAGES)
    environment = {**os.environ, "PYTHONPATH": str(installed), "KICKABOUT_HOME": str(home)}
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=100, check=False)


def test_one_package_and_nothing_else(installed):
    names = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"kickabout"}
    assert (installed / "kickabout" / "resources" / "bots" / "striker" / "bot.py").is_file()
    assert (installed / "kickabout" / "resources" / "start_hook" / "sitecustomize.py").is_file()
    assert (installed / "kickabout" / "docs" / "debugging.md").is_file()


def test_a_match_is_played_from_the_wheel(installed, tmp_path):
    done = run(installed, tmp_path, "play", "--pace", "lockstep", "--seconds", "2", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["outcome"] == "finished"
    assert all(agent["answers"] > 0 for agent in result["agents"])


def test_documents_are_checked_from_the_wheel(installed, tmp_path):
    done = run(installed, tmp_path, "check", str(installed / "kickabout" / "resources" / "matches"))
    assert done.returncode == 0, done.stderr


def test_the_benchmarks_are_in_the_wheel(installed, tmp_path):
    done = run(installed, tmp_path, "bench", "nonsense")
    assert done.returncode == 2, done.stderr
    assert "lockstep" in done.stderr


def program(installed, home, code, *flags):
    """Runs a program of a user that finds the wheel in site-packages, and not the checkout."""
    code = f"import sys; sys.path = [path for path in sys.path if path != {str(ROOT)!r}]; {code}"
    environment = {**os.environ, "PYTHONPATH": str(installed), "KICKABOUT_HOME": str(home)}
    command = [sys.executable, "-P", *flags, "-c", code]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=True)


@pytest.mark.parametrize("imports", ["kickabout, gymnasium", "gymnasium, kickabout"])
def test_the_package_is_the_public_import_and_registers_the_environments(installed, tmp_path, imports):
    code = f"hooks = [*sys.meta_path]; import {imports}; assert sys.meta_path == hooks; "
    code += "assert 'RocketSim' not in sys.modules; print(kickabout.EnvironmentSpec.__module__); "
    code += "print(gymnasium.make('Kickabout/ReachBall-v0').reset(seed=1)[0].shape)"
    done = program(installed, tmp_path, code)
    assert done.stdout.splitlines() == ["kickabout.runtime.training.specification", "(27,)"]


@pytest.mark.parametrize("fault", ["raise ModuleNotFoundError(name='gymnasium')", "import no_such_module"])
def test_the_package_is_imported_without_a_gymnasium_that_works(installed, tmp_path, fault):
    (tmp_path / "gymnasium.py").write_text(fault)
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import kickabout; print(kickabout.EnvironmentSpec().agents)"
    assert program(installed, tmp_path, code).stdout == "2\n"


def test_a_python_that_does_not_use_the_package_does_not_import_it(installed, tmp_path):
    assert program(installed, tmp_path, "print([name for name in sys.modules if 'kickabout' in name])").stdout == "[]\n"


def test_type_checkers_see_the_annotations(installed, tmp_path):
    file = tmp_path / "program.py"
    file.write_text("import kickabout\nreveal_type(kickabout.Environment(kickabout.EnvironmentSpec()).arenas)\n")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    (site,) = (tmp_path / "venv").rglob("site-packages")
    (site / "wheel.pth").write_text(f"{installed}\n")
    python = interpreter_in(tmp_path / "venv")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "--cache-dir", tmp_path, file]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert re.search(r'Revealed type is "(builtins\.)?int"', done.stdout), done.stdout


def imported_by(command, installed, home):
    """Returns whether a program that shows its help has imported gymnasium."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "KICKABOUT_HOME": str(home)}
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=100, check=True)
    return " gymnasium.envs\n" in done.stderr


def test_only_programs_of_users_pay_for_gymnasium(installed, tmp_path):
    entry = "import sys; from kickabout.app.__main__ import main; sys.exit(main())"
    for name in ("kickabout", "kickabout-window", "train"):
        (tmp_path / name).write_text(entry)
    python = [sys.executable, "-P", "-X", "importtime"]
    for words in (["-m", "kickabout"], ["-m", "kickabout.runtime.arena"], ["kickabout"], ["kickabout-window"]):
        assert not imported_by([*python, *words, "--help"], installed, tmp_path), words
    for words in (
        ["train", "--help"],
        ["-c", "import kickabout", "-m", "kickabout"],
        ["train", "-h", "-m", "kickabout"],
    ):
        assert imported_by([*python, *words], installed, tmp_path), words


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from runtime.model import x\n", "from kickabout.runtime.model import x\n"),
        ("    from app import cli\n", "    from kickabout.app import cli\n"),
        ("import runtime\n", "from kickabout import runtime\n"),
        ('run("-m", "runtime.arena")\n', 'run("-m", "kickabout.runtime.arena")\n'),
        ("from runtimes import x\n", "from runtimes import x\n"),
        ("import resources_of_others\n", "import resources_of_others\n"),
        ('say("the runtime.")\n', 'say("the runtime.")\n'),
    ],
)
def test_imports_and_module_names_are_rewritten(source, expected):
    assert rewritten(source) == expected


def test_an_import_that_cannot_be_rewritten_is_refused():
    with pytest.raises(ValueError, match="Write import runtime"):
        rewritten("import runtime.arena\n")
