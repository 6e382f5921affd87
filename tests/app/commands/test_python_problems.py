"""`check` and `play` warn about the Python that would run a bot before anything starts."""

import shutil

import pytest

from app.commands.cli import main
from app.exit_codes import ExitCode
from resources.examples import example_bots

WARNING = "Chaser requires Python >=3.99, but Python 3."


@pytest.fixture
def match(tmp_path):
    """A match of a bot for a Python that does not exist yet."""
    shutil.copytree(example_bots() / "chaser", tmp_path / "chaser")
    (tmp_path / "chaser/pyproject.toml").write_text('[project]\nname = "chaser"\nrequires-python = ">=3.99"\n')
    document = tmp_path / "match.toml"
    document.write_text("[[cars]]\nconfig_file = 'chaser/bot.toml'\n")
    return document


@pytest.mark.parametrize("place", ["match.toml", "chaser/bot.toml", "chaser"])
def test_check_reports_it_for_matches_and_bots(match, capsys, place):
    assert main(["check", str(match.parent / place)]) is ExitCode.FINE
    told = capsys.readouterr().out
    assert told.count(WARNING) == 1
    assert f"{match.parent / 'chaser/pyproject.toml'}:3: warning: " in told


def test_check_reports_it_once_for_a_match_and_its_bot(match, capsys):
    main(["check", str(match.parent)])
    assert capsys.readouterr().out.count(WARNING) == 1


def test_play_reports_it_and_plays(match, capsys, monkeypatch, mesh_cache):
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    assert main(["play", str(match), "--pace", "lockstep", "--seed", "1", "--seconds", "0.5"]) == 0
    assert capsys.readouterr().err.count(WARNING) == 1


POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 123456789\n"


@pytest.mark.parametrize("place", ["match.toml", "chaser/bot.toml", "chaser"])
def test_check_reports_pointers_of_git_lfs(match, capsys, place):
    (match.parent / "chaser" / "models").mkdir()
    (match.parent / "chaser" / "models" / "model.pt").write_text(POINTER)
    assert main(["check", str(match.parent / place)]) is ExitCode.FINE
    said = f"{match.parent / 'chaser/models/model.pt'}: warning: model.pt is only a Git LFS pointer"
    assert capsys.readouterr().out.count(said) == 1


def test_check_reports_pointers_of_bots_in_other_languages(tmp_path, capsys):
    (tmp_path / "bot.toml").write_text(
        '[settings]\nagent_id = "a"\nrun_command = "./bot"\nrun_command_linux = "./bot"\n'
    )
    (tmp_path / "bot").write_text(POINTER)
    main(["check", str(tmp_path)])
    assert "bot is only a Git LFS pointer" in capsys.readouterr().out


def test_check_reports_a_file_that_hides_rlbot(match, capsys):
    (match.parent / "chaser" / "rlbot.py").touch()
    main(["check", str(match)])
    assert "rlbot.py of Chaser hides the module 'rlbot'" in capsys.readouterr().out


LINES = """numpy=1.2
foo bar
--nope
-r gone.txt
six
torch @ https://example.org/torch.whl
numpy>=1.2 ; python_version < "3"
git+https://example.org/x.git
./wheels/own.whl
"""


@pytest.mark.parametrize("place", ["match.toml", "chaser/bot.toml", "chaser"])
def test_check_reports_lines_that_no_installer_accepts(match, capsys, place):
    requirements = match.parent / "chaser" / "requirements.txt"
    requirements.write_text(LINES)
    assert main(["check", str(match.parent / place)]) is ExitCode.FINE
    found = [line for line in capsys.readouterr().out.splitlines() if line.startswith(str(requirements))]
    assert {line.removeprefix(f"{requirements}:")[0] for line in found} == {"1", "2", "3", "4"}
    assert len(found) == 4
    assert any("'numpy=1.2' is not a valid requirement: " in line for line in found)


def test_check_reports_an_invalid_dependency_of_a_project(match, capsys):
    project = match.parent / "chaser" / "pyproject.toml"
    project.write_text('[project]\nname = "chaser"\ndependencies = ["numpy",\n"scipy=>1"]\n')
    main(["check", str(match)])
    assert f"{project}:4: warning: 'scipy=>1' is not a valid requirement" in capsys.readouterr().out
