"""Versions of a bot's Python and rlbot are read from files before anything runs."""

import platform
import sys
from pathlib import Path

import pytest

from resources.site import SITE_FILES
from runtime.environments.interpreter import interpreter_in, version_of
from runtime.environments.versions import is_allowed, remarks
from runtime.model.problems import Severity

OURS = Path(sys.executable)


@pytest.fixture
def own(bot_folder):
    """Makes an environment in the bot's folder; its Python cannot run."""

    def make(version="3.12.1", rlbot="2.0.0b54"):
        environment = bot_folder / "venv"
        site = environment / "lib/python3.12/site-packages"
        (site / f"rlbot-{rlbot}.dist-info").mkdir(parents=True)
        (environment / "pyvenv.cfg").write_text(f"home = {OURS.parent}\nversion = {version}\n")
        interpreter_in(environment).parent.mkdir(exist_ok=True)
        interpreter_in(environment).touch(0o755)
        return site

    return make


def found(source, environments):
    return remarks(source(), configured=OURS, environments=environments)


@pytest.mark.parametrize(
    ("specifier", "version", "is_fine"),
    [
        (">=3.12", "3.11.9", False),
        (">=3.12", "3.12.0", True),
        (">=3.12.2", "3.12.1", False),
        (">=3.12.2", "3.12", True),
        (">3.11", "3.11.0", False),
        (">3.11", "3.11.1", True),
        (">=3.11,<3.13", "3.13.0", False),
        (">=3.11, <3.13", "3.12.9", True),
        ("<=3.12", "3.12.1", False),
        ("<=3.12", "3.12.0", True),
        ("~=3.11", "3.14.0", True),
        ("~=3.11", "4.0.0", False),
        ("~=3.11.2", "3.12.0", False),
        ("~=3.11.2", "3.11.2", True),
        ("==3.11.*", "3.11.7", True),
        ("==3.11.*", "3.12.0", False),
        ("==3.11", "3.11.7", False),
        ("!=3.11.*", "3.11.7", False),
        ("!=3.11.7", "3.11.8", True),
        ("as new as can be", "3.11.7", True),
        ("", "3.11.7", True),
    ],
)
def test_specifiers(specifier, version, is_fine):
    assert is_allowed(version, specifier) is is_fine


def test_a_python_that_a_project_does_not_allow(source, bot_folder, environments, own):
    project = bot_folder / "pyproject.toml"
    project.write_text('[project]\nname = "ada"\n\nrequires-python = ">=3.13"\n')
    own("3.12.1")
    (problem,) = found(source, environments)
    assert (problem.severity, problem.path, problem.line) == (Severity.WARNING, project, 4)
    assert str(problem.message) == "Ada requires Python >=3.13, but Python 3.12.1 runs it."
    assert "Install Python 3.13 or newer" in str(problem.fix)
    own_config = bot_folder / "venv/pyvenv.cfg"
    own_config.write_text(f"home = {OURS.parent}\nversion = 3.13.0\n")
    assert found(source, environments) == ()


@pytest.mark.parametrize("text", ["[project]\nrequires-python = 3\n", "[project", "project = 1\n", ""])
def test_a_project_that_tells_no_version(source, bot_folder, environments, text):
    (bot_folder / "pyproject.toml").write_text(text)
    assert found(source, environments) == ()


@pytest.mark.parametrize(("version", "is_broken"), [("2.0.0b54", False), ("2.0.0b55", True), ("2.0.0b56", True)])
def test_an_rlbot_that_cannot_set_the_state_is_reported_at_the_line_that_does(
    source, bot_folder, environments, own, version, is_broken
):
    own(rlbot=version)
    file = bot_folder / "bot.py"
    file.write_text("# a bot\n\nself.set_game_state(balls={})\n")
    problems = found(source, environments)
    assert [(problem.path, problem.line) for problem in problems] == ([(file, 3)] if is_broken else [])
    if is_broken:
        assert f"set_game_state raises TypeError in rlbot {version}" in str(problems[0].message)
        assert "2.0.0b54" in str(problems[0].fix)


def test_a_bot_that_sets_no_state_may_have_any_rlbot(source, bot_folder, environments, own):
    own(rlbot="2.0.0b56")
    (bot_folder / "bot.py").write_text("self.set_loadout()\n")
    other = bot_folder / "venv/lib/python3.12/site-packages/other.py"
    other.write_text("self.set_game_state()\n")
    assert found(source, environments) == ()


def test_an_environment_that_repairs_rlbot_is_fine(source, bot_folder, environments, own):
    site = own(rlbot="2.0.0b56")
    (bot_folder / "bot.py").write_text("self.set_game_state()\n")
    (site / SITE_FILES[-1].name).touch()
    assert found(source, environments) == ()


def test_versions_of_interpreters(own, tmp_path):
    assert version_of(OURS) == platform.python_version()
    assert version_of(interpreter_in(own("3.12.1").parents[2])) == "3.12.1"
    assert version_of(tmp_path / "python3.12") == "3.12"
    assert version_of(tmp_path / "python") == ""
