"""`kickabout play` as a user runs it: real bots in the real arena, in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from resources.examples import example_bots, example_match

ROOT = Path(__file__).resolve().parent.parent.parent
DEADLINE_S = 90.0


@pytest.fixture
def play(home_of_its_own, tmp_path):
    """Starts `play` somewhere else than in the checkout; whoever is left is killed at the end."""
    started = []

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "play", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home_of_its_own)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def finished(process):
    out, err = process.communicate(timeout=DEADLINE_S)
    return process.returncode, out, err


def result_of(process):
    code, out, err = finished(process)
    assert code == 0, err
    assert out.count("\n") == 1
    return json.loads(out)


def test_the_example_match_is_played_and_told_as_json(play):
    result = result_of(play("--pace", "lockstep", "--seconds", "8", "--json"))
    assert result["outcome"] == "finished"
    assert result["frames"] == 8 * 120
    assert result["game_seconds"] == 8.0
    assert [agent["name"] for agent in result["agents"]] == ["Striker", "Chaser"]
    for agent in result["agents"]:
        assert agent["state"] == "stopped"
        assert agent["exit_code"] == 0
        assert agent["starts"] == 1
        assert agent["answers"] == agent["packets"] >= 8 * 120 - 1
    assert result["problems"] == []


def test_the_same_seed_gives_the_same_match_and_another_seed_another(play):
    first, second, other = (
        result_of(play(example_match("2v2"), "--pace", "lockstep", "--seconds", "10", "--seed", seed, "--json"))
        for seed in (5, 5, 6)
    )
    assert first["state_hash"] == second["state_hash"]
    assert first["score"] == second["score"]
    assert first["state_hash"] != other["state_hash"]


def test_people_get_lines(play):
    code, out, err = finished(play("--pace", "lockstep", "--seconds", "3"))
    assert code == 0
    assert out.splitlines()[0].startswith("finished: ")
    assert any(line.strip().startswith("Striker: stopped") for line in out.splitlines())
    assert "Start the game ..." in err
    assert "\x1b" not in out + err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_stop_it_tells_what_there_is_and_leaves_nothing(play, number):
    process = play("--json")
    while "Agents ready" not in process.stderr.readline():
        assert process.poll() is None
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 4
    process.send_signal(number)
    code, out, _ = finished(process)
    assert code == 130
    assert json.loads(out)["outcome"] == "interrupted"
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


def test_a_document_that_cannot_be_played_is_told_before_anything_starts(play, tmp_path):
    document = tmp_path / "broken.toml"
    document.write_text('[[cars]]\nteam = 5\nconfig_file = "none/bot.toml"\n')
    began = time.monotonic()
    code, out, err = finished(play(document, "--json"))
    assert code == 2
    result = json.loads(out)
    assert result["outcome"] == "failed"
    assert {problem["line"] for problem in result["problems"]} == {2, 3}
    assert f"{document}:2: error:" in err
    assert time.monotonic() - began < 10


def test_a_crashing_bot_fails_the_match_and_is_named(play, tmp_path):
    bot = tmp_path / "Bröken bot"
    bot.mkdir()
    (bot / "bot.py").write_text("raise RuntimeError('no wheels')\n")
    (bot / "bot.toml").write_text(
        '[settings]\nagent_id = "me/broken"\nname = "Broken"\n'
        'run_command = "python bot.py"\nrun_command_linux = "python3 bot.py"\n'
    )
    document = tmp_path / "match.toml"
    chaser = example_bots() / "chaser" / "bot.toml"
    document.write_text(
        f"[[cars]]\nconfig_file = 'Bröken bot/bot.toml'\n[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n"
    )
    code, out, _ = finished(play(document, "--pace", "lockstep", "--seconds", "5", "--json"))
    result = json.loads(out)
    assert code == 1
    assert "Broken" in result["reason"]
    assert "no wheels" in result["reason"]
    assert [agent["state"] for agent in result["agents"]] == ["crashed", "stopped"]


@pytest.mark.soak
def test_striker_beats_chaser_over_ten_matches(play):
    goals = [0, 0]
    for seed in range(10):
        result = result_of(play("--pace", "lockstep", "--seed", seed, "--json"))
        goals = [total + scored for total, scored in zip(goals, result["score"], strict=True)]
    assert goals[0] > 2 * goals[1]


@pytest.mark.soak
@pytest.mark.parametrize("name", ["1v1", "2v2", "3v3"])
def test_five_runs_are_one_match(play, name):
    runs = [
        result_of(play(example_match(name), "--pace", "lockstep", "--seconds", "60", "--seed", 1, "--json"))
        for _ in range(5)
    ]
    assert len({run["state_hash"] for run in runs}) == 1
    assert len({tuple(run["score"]) for run in runs}) == 1
