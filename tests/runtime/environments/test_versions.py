"""The version of a bot's Python is read from files before anything runs."""

import platform
import sys
from pathlib import Path

import pytest

from runtime.environments.interpreter import interpreter_in, version_of
from runtime.environments.versions import is_allowed, remarks
from runtime.model.problems import Severity

OURS = Path(sys.executable)


@pytest.fixture
def own(bot_folder):
    """Makes an environment in the bot's folder; its Python cannot run."""

    def make(version="3.12.1"):
        environment = bot_folder / "venv"
        site = environment / "lib/python3.12/site-packages"
        site.mkdir(parents=True)
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


def test_versions_of_interpreters(own, tmp_path):
    assert version_of(OURS) == platform.python_version()
    assert version_of(interpreter_in(own("3.12.1").parents[2])) == "3.12.1"
    assert version_of(tmp_path / "python3.12") == "3.12"
    assert version_of(tmp_path / "python") == ""
