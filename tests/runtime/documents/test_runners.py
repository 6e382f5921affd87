"""Commands that begin with uv, poetry or pipenv are commands for Python."""

import os

import pytest

from runtime.documents.agents import read_bot
from runtime.documents.runners import python_command
from runtime.processes import CommandError, resolve_command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the tools are POSIX scripts")


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """PATH with one folder; returns a function that puts a tool there."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(name):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
        return folder / name

    return put


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("uv run bot.py", "python bot.py"),
        (" uv  run bot.py --fast 1", "python bot.py --fast 1"),
        ("uv.exe run src/bot.py && echo done", "python src/bot.py && echo done"),
        ("uv run 'my bot.py' x", "python 'my bot.py' x"),
        ('uv run "my bot.py"', 'python "my bot.py"'),
        ("uv run python -u bot.py", "python -u bot.py"),
        ("uv run python3.11 bot.py", "python3.11 bot.py"),
        ("uv run -m ada.bot", "python -m ada.bot"),
        ("uv run --frozen -q -- bot.py", "python bot.py"),
        ("poetry run python bot.py", "python bot.py"),
        ("pipenv run python bot.py", "python bot.py"),
    ],
)
def test_they_mean_python(tools, tmp_path, command, expected):
    assert python_command(command, tmp_path) == expected


@pytest.mark.parametrize(
    "command",
    [
        *("uv run --with numpy bot.py", "uv run --python 3.12 bot.py", "uv run ada", "uv run", "uvx ada", "uv sync"),
        *("uv run bot.pyx", "python bot.py", "xuv run bot.py", "poetry install", "", "uv run 'bot.py"),
    ],
)
def test_other_commands_stay(tools, tmp_path, command):
    assert python_command(command, tmp_path) == command


@pytest.mark.parametrize(
    ("project", "is_left_to_uv"),
    [
        ("", False),
        ('[project]\nname = "ada"\ndependencies = ["numpy"]\n', False),
        ("[tool.uv.sources]\nnumpy = { path = 'x' }\n", True),
        ("[tool.uv]\npackage = true\n", True),
        ("[build-system]\nrequires = ['hatchling']\n", True),
        ("[tool.ruff]\n# [build-system]\n", False),
    ],
)
def test_a_project_that_only_uv_can_install_is_left_to_uv_if_it_is_there(tools, tmp_path, project, is_left_to_uv):
    (tmp_path / "pyproject.toml").write_text(project)
    assert python_command("uv run bot.py", tmp_path) == "python bot.py"
    tools("uv")
    assert python_command("uv run bot.py", tmp_path) == ("uv run bot.py" if is_left_to_uv else "python bot.py")


def test_tools_that_keep_environments_elsewhere_run_if_they_are_there(tools, tmp_path):
    tools("poetry")
    assert python_command("poetry run python bot.py", tmp_path) == "poetry run python bot.py"
    assert python_command("pipenv run python bot.py", tmp_path) == "python bot.py"


@pytest.mark.parametrize(("command", "tool"), [("uv run --with numpy bot.py", "uv"), ("poetry run ada", "poetry")])
def test_without_the_tool_there_is_a_way_out(tools, tmp_path, command, tool):
    way_out = f"Install {tool}, or let the command begin with `python`: then Kickabout installs what the bot requires."
    with pytest.raises(CommandError, match="was not found on PATH") as refusal:
        resolve_command(command, tmp_path, tmp_path / "python")
    assert str(refusal.value).endswith(way_out)
    (tmp_path / "bot.py").touch()
    document = tmp_path / "bot.toml"
    document.write_text(
        f'[settings]\nname = "Ada"\nagent_id = "x/y"\nrun_command = "x"\nrun_command_linux = "{command}"\n'
    )
    (fix,) = [
        str(problem.fix) for problem in read_bot(document).problems if problem.key == "settings.run_command_linux"
    ]
    assert fix == way_out


def test_check_knows_the_program_of_such_a_command(tools, tmp_path):
    document = tmp_path / "bot.toml"
    document.write_text('[settings]\nname = "Ada"\nagent_id = "x/y"\nrun_command_linux = "uv run bot.py"\n')
    found = [str(problem.message) for problem in read_bot(document).problems]
    assert any('starts "bot.py", which is not there' in text for text in found)
    (tmp_path / "bot.py").touch()
    assert not any("which is not there" in str(problem.message) for problem in read_bot(document).problems)
