import os
import sys
from pathlib import Path

import pytest

from runtime.environments.choice import InterpreterKind, choose
from runtime.environments.interpreter import interpreter_in
from runtime.environments.records import Stamp, environment_key, write_stamp
from runtime.environments.requirements import read_requirements

OURS = Path(sys.executable)


def python_at(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def environment_at(folder):
    (folder / "pyvenv.cfg").parent.mkdir(parents=True, exist_ok=True)
    (folder / "pyvenv.cfg").write_text("home = x\n")
    return python_at(interpreter_in(folder))


@pytest.fixture
def made(environments, bot_folder):
    """Writes the stamp of an environment that Kickabout has made for the bot's requirements."""

    def make(**values):
        place = environments / environment_key(read_requirements(bot_folder / "requirements.txt"), OURS)
        environment_at(place)
        write_stamp(place, Stamp(**{"python": "3.11", "is_usable": True, "is_checked": True, **values}))
        return interpreter_in(place)

    return make


def test_the_order(source, bot_folder, environments, require, made):
    require("gearbox")
    command = "../venv/bin/python bot.py"

    def chosen():
        choice = choose(source(run_command=command), OURS, environments)
        return choice.kind, choice.python

    assert chosen() == (InterpreterKind.CONFIGURED, OURS)
    python = made()
    assert chosen() == (InterpreterKind.MADE, python)
    own = environment_at(bot_folder / ".venv")
    assert chosen() == (InterpreterKind.OWN, own)
    named = python_at(bot_folder.parent / "venv/bin/python")
    kind, path = chosen()
    assert kind is InterpreterKind.NAMED
    assert path.samefile(named)


@pytest.mark.parametrize(
    "command",
    ["python bot.py", "python3 bot.py", "py -3 bot.py", "python bot.py && echo", "venv/bin/python3.12 bot.py"],
)
def test_commands_for_any_python(source, environments, command):
    assert choose(source(run_command=command), OURS, environments).kind is InterpreterKind.CONFIGURED


@pytest.mark.parametrize(
    "command", ["./bot", "wine bot.exe", "java -jar bot.jar", "", "./python_bot.sh", "./python", "'x"]
)
def test_commands_that_are_no_python(source, environments, command):
    assert choose(source(run_command=command), OURS, environments) is None


def test_a_named_python_on_path_is_used(source, environments, tmp_path, monkeypatch):
    if os.name == "nt":
        pytest.skip("the name has no ending")
    python = python_at(tmp_path / "python3.99")
    monkeypatch.setenv("PATH", str(tmp_path))
    choice = choose(source(run_command="python3.99 bot.py"), OURS, environments)
    assert (choice.kind, choice.python, choice.can_install) == (InterpreterKind.NAMED, python, False)


def test_packages_go_into_environments_only(source, bot_folder, environments, require):
    require("gearbox")
    python_at(bot_folder / "bin/python")
    named = source(run_command="./bin/python bot.py")
    assert not choose(named, OURS, environments).can_install
    environment_at(bot_folder)
    assert choose(named, OURS, environments).can_install
    assert choose(source(), OURS, environments).can_install
    assert not choose(source(), OURS, None).can_install


def test_an_environment_beside_the_document_is_the_bots_own(source, bot_folder, environments):
    folder = bot_folder / "src"
    folder.mkdir()
    own = environment_at(bot_folder / "venv")
    choice = choose(source(folder=folder, document=bot_folder / "bot.toml"), OURS, environments)
    assert (choice.kind, choice.python) == (InterpreterKind.OWN, own)


@pytest.mark.parametrize("place", ["src", ".", "bots"])
def test_requirements_lie_beside_the_program_the_document_or_the_environment(source, bot_folder, environments, place):
    for name in ("src", "bots"):
        (bot_folder / name).mkdir()
    file = bot_folder / place / "requirements.txt"
    file.write_text("gearbox\n")
    agent = source(
        folder=bot_folder / "src",
        document=bot_folder / "bots" / "bot.toml",
        run_command="../venv/bin/python bot.py",
    )
    assert choose(agent, OURS, environments).requirements.file.samefile(file)


def test_requirements_in_the_folder_above_count_after_the_agents_own(source, bot_folder, environments):
    folder = bot_folder / "src"
    folder.mkdir()
    plain = source(folder=folder, document=folder / "bot.toml")
    assert choose(plain, OURS, environments).requirements is None
    above = bot_folder / "requirements.txt"
    above.write_text("gearbox\n")
    assert choose(plain, OURS, environments).requirements.file.samefile(above)
    own = folder / "requirements.txt"
    own.write_text("gearbox\n")
    assert choose(plain, OURS, environments).requirements.file.samefile(own)


def test_requirements_two_folders_above_or_in_the_users_home_are_not_the_agents(
    source, bot_folder, environments, monkeypatch
):
    folder = bot_folder / "bots" / "src"
    folder.mkdir(parents=True)
    (bot_folder / "requirements.txt").write_text("gearbox\n")
    assert choose(source(folder=folder), OURS, environments).requirements is None
    assert choose(source(folder=folder.parent), OURS, environments).requirements is not None
    monkeypatch.setattr(Path, "home", lambda: bot_folder)
    assert choose(source(folder=folder.parent), OURS, environments).requirements is None


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lambda place: None, InterpreterKind.MADE),
        (lambda place: (place / "kickabout.json").unlink(), InterpreterKind.CONFIGURED),
        (lambda place: (place / "kickabout.json").write_text("{"), InterpreterKind.CONFIGURED),
        (lambda place: (place / "kickabout.json").write_text('{"format": 1}'), InterpreterKind.CONFIGURED),
        (lambda place: (place / "kickabout.json").write_text('{"format": 0}'), InterpreterKind.CONFIGURED),
        (lambda place: (place / "kickabout.json").write_text("[]"), InterpreterKind.CONFIGURED),
        (lambda place: interpreter_in(place).unlink(), InterpreterKind.CONFIGURED),
    ],
)
def test_an_incomplete_environment_does_not_count(source, environments, require, made, spoil, kind):
    require("gearbox")
    place = made().parent.parent
    spoil(place)
    assert choose(source(), OURS, environments).kind is kind


def test_an_unusable_environment_does_not_count(source, environments, require, made):
    require("gearbox")
    made(is_usable=False)
    choice = choose(source(), OURS, environments)
    assert (choice.kind, choice.stamp.is_usable) == (InterpreterKind.CONFIGURED, False)


@pytest.mark.parametrize("holds_rlbot", [True, False])
def test_an_environment_of_an_earlier_version_counts_where_it_holds_rlbot(
    source, environments, require, made, holds_rlbot
):
    require("gearbox")
    place = made().parent.parent
    stamp = place / "kickabout.json"
    stamp.write_text(stamp.read_text().replace('"is_checked": true', '"other": true'))
    site = place / "lib/python3.11/site-packages"
    site.mkdir(parents=True)
    if holds_rlbot:
        (site / "rlbot-2.0.0b54.dist-info").mkdir()
    kind = InterpreterKind.MADE if holds_rlbot else InterpreterKind.CONFIGURED
    assert choose(source(), OURS, environments).kind is kind


def test_other_requirements_or_another_python_mean_another_environment(source, environments, require, made, tmp_path):
    require("gearbox")
    made()
    other = python_at(tmp_path / "other" / "python")
    assert choose(source(), other, environments).kind is InterpreterKind.CONFIGURED
    require("gearbox>=1")
    assert choose(source(), OURS, environments).kind is InterpreterKind.CONFIGURED
    require("gearbox  # the same")
    assert choose(source(), OURS, environments).kind is InterpreterKind.MADE


def test_an_updated_python_means_another_environment(require, tmp_path):
    requirements = read_requirements(require("gearbox"))
    python = python_at(tmp_path / "python")
    before = environment_key(requirements, python)
    assert environment_key(requirements, python) == before
    python.write_text("#!/bin/sh\n# newer\n")
    assert environment_key(requirements, python) != before
