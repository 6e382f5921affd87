"""Programs in the folders of bots run only after Start."""

import sys
from pathlib import Path

import pytest

from app.commands.cli import main
from app.exit_codes import ExitCode
from app.services.settings import Settings
from app.session.match_runner import match_runner
from app.session.provisioning import Provider
from runtime.documents import read_match
from runtime.model.values import GameChoice
from tests.app.windows import packages_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")

COMMANDS = {
    "own": "python bot.py",
    "named": "./env/bin/python bot.py",
    "bare": "./python/bin/python3.11 bot.py",
    "along-path": "python3.99 bot.py",
}
PROGRAMS = {
    "own": "venv/bin/python",
    "named": "env/bin/python",
    "bare": "python/bin/python3.11",
    "along-path": "tools/python3.99",
}


@pytest.fixture
def ran(tmp_path):
    """The file to which the bots' programs write when they run."""
    return tmp_path / "ran.txt"


@pytest.fixture
def match(tmp_path, ran, monkeypatch):
    """A match of bots with unmet requirements, whose folders have interpreters that record when they run."""
    cars = []
    for name, program in PROGRAMS.items():
        bot = tmp_path / "bots" / name
        python = bot / program
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\necho {name} >> {ran}\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        if name in ("own", "named"):
            (python.parents[1] / "pyvenv.cfg").write_text(f"home = {Path(sys.executable).parent}\nversion = 3.11.2\n")
        site = python.parents[1] / "lib/python3.11/site-packages"
        site.mkdir(parents=True)
        (site / "spy.pth").write_text(f"import pathlib; pathlib.Path({str(ran)!r}).write_text('pth')\n")
        info = site / "gearbox-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gearbox\nVersion: 1.2\n")
        (bot / "requirements.txt").write_text("gearbox>=1\nnosuch>=2\n")
        (bot / "bot.py").write_text("import time\ntime.sleep(600)\n")
        (bot / "bot.toml").write_text(
            f'[settings]\nagent_id = "tests/{name}"\nname = "{name}"\nrun_command = "{COMMANDS[name]}"\n'
            f'run_command_linux = "{COMMANDS[name]}"\n'
        )
        cars.append(f"[[cars]]\nteam = {len(cars) % 2}\nconfig_file = 'bots/{name}/bot.toml'\n")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bots/along-path/tools'}:/usr/bin:/bin")
    document = tmp_path / "match.toml"
    document.write_text("".join(cars))
    return document


@pytest.fixture
def window(make_desktop, monkeypatch, mesh_cache, match):
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    return make_desktop(lambda match, choice: match_runner(match, GameChoice(pace="realtime"), Settings()), match)


def test_only_start_runs_programs_of_bots(window, match, ran, qtbot):
    cards = [card for team in window.window.teams for card in team.cards]
    assert len(cards) == len(PROGRAMS)
    qtbot.waitUntil(lambda: sum(card.fix_button.isVisible() for card in cards) >= 3)
    window.panels["library"].add_folder(match.parent / "bots")
    shown = window.window.library.model
    qtbot.waitUntil(lambda: {entry.name for entry in shown.shown} >= set(PROGRAMS))
    for entry in shown.shown:
        window.window.library.show_entry(entry.path)
        qtbot.waitUntil(lambda entry=entry: window.window.library.details.entry == entry)
    window.window.workspace.show_panel("problems")
    packages_of(window).check()
    qtbot.waitUntil(lambda: not packages_of(window)._tasks.is_busy)
    assert main(["check", str(match), str(match.parent / "bots")]) == ExitCode.FINE
    assert not ran.exists()

    window.window.bottom.start_button.click()
    qtbot.waitUntil(window.window.notices.other_button.isVisible)
    assert not ran.exists(), "a question about packages runs nothing either"
    window.window.notices.other_button.click()
    qtbot.waitUntil(lambda: ran.exists() and set(ran.read_text().split()) == set(PROGRAMS), timeout=30_000)


def test_packages_are_found_without_running_an_interpreter(match, ran, home_of_its_own):
    needs = Provider(environments=home_of_its_own / "environments").needs(read_match(match).value)
    lacks = {need.names[0]: [(unmet.requirement.name, str(unmet.reason)) for unmet in need.unmet] for need in needs}
    missing = [("nosuch", "is not installed")]
    assert lacks == {"own": missing, "named": missing, "bare": missing, "along-path": []}
    assert "along-path" in str(next(need.doubt for need in needs if need.names == ("along-path",)))
    assert not ran.exists()


def test_our_own_interpreter_is_still_asked(tmp_path, home_of_its_own):
    bot = tmp_path / "plain"
    bot.mkdir()
    (bot / "requirements.txt").write_text("numpy\nnosuch\n")
    (bot / "bot.toml").write_text(
        '[settings]\nagent_id = "tests/plain"\nname = "plain"\nrun_command = "python bot.py"\n'
        'run_command_linux = "python bot.py"\n'
    )
    document = Path(tmp_path / "match.toml")
    document.write_text("[[cars]]\nconfig_file = 'plain/bot.toml'\n")
    (need,) = Provider(environments=home_of_its_own / "environments").needs(read_match(document).value)
    assert [unmet.requirement.name for unmet in need.unmet] == ["nosuch"]
