"""`kickabout evaluate`: games against the gallery of a run, ratings, and exit codes."""

import json
import shutil
import sys

import numpy as np
import pytest

from app.commands.checkpoints import read_plan
from app.commands.cli import main
from resources.examples import example_bots
from runtime.records.results import GameResult, ResultLog
from runtime.training.learners import POLICY_FILE, Policy, save_policy
from runtime.training.runs import RunFolder
from runtime.training.runs.gallery import opponents_of
from runtime.training.specification import reach_the_ball

DOCUMENT = """
[environment]
blue = 1
orange = 0
controlled = "blue"
observation = "{observation}"
actions = "continuous"
terminations = ["touch"]
[learner]
name = "evolution"
[gallery]
{gallery}
games = 2
seconds = 2.0
[[phases]]
name = "train"
steps = 1000
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch, mesh_cache):
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "cache").symlink_to(mesh_cache, target_is_directory=True)


@pytest.fixture
def run_of(tmp_path):
    """Writes a run with checkpoints of a policy at some steps, and returns its document."""

    def write(*steps, gallery="", observation="car_frame", size=26, named=""):
        path = tmp_path / "reach.toml"
        path.write_text(DOCUMENT.format(gallery=gallery, observation=observation))
        weights, bias = np.zeros((size, 8)), np.zeros(8)
        weights[3, 1], bias[0] = 6.0, 1.0
        spec = reach_the_ball()
        interface = spec.as_json() | {"observation": {"name": named or observation, "parameters": {}}}
        policy = Policy({"w0": weights, "b0": bias}, interface=interface)
        store = RunFolder(tmp_path / "runs" / "reach").store()
        for step in steps:
            store.save("train", "agent", step, lambda folder: save_policy(policy, folder / POLICY_FILE), {})
        return path

    return write


def evaluate(capsys, *words):
    code = main(["evaluate", *map(str, words), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_policy_plays_its_gallery_and_older_checkpoints_and_is_rated(run_of, capsys):
    document = run_of(100, 300, 200, gallery='checkpoints = 1\nstand_ins = ["Rookie"]')
    code, said = evaluate(capsys, document)
    assert (code, said["outcome"], said["policy"]) == (0, "finished", "reach step 300")
    assert set(said["against"]) == {"reach step 200", "stand-in Rookie"}
    assert [(game["blue"], game["seed"]) for game in said["games"][:2]] == [
        ("reach step 300", 0),
        ("reach step 200", 1),
    ]
    assert {standing["key"] for standing in said["standings"]} == {
        "reach step 300",
        "reach step 200",
        "stand-in Rookie",
    }
    again = evaluate(capsys, document, "--games", 1, "--seconds", 1, "--checkpoint", 300)[1]
    assert [game["seed"] for game in again["games"]] == [2, 2]
    log = ResultLog(document.parent / "runs" / "reach" / "results.jsonl").results()
    assert len(log) == 6
    assert log[0] == GameResult(**{**said["games"][0], "score": tuple(said["games"][0]["score"])})


def test_an_older_checkpoint_that_cannot_be_read_is_a_problem(run_of, capsys, tmp_path):
    document = run_of(200, gallery='checkpoints = 1\nstand_ins = ["Rookie"]')
    store = RunFolder(tmp_path / "runs" / "reach").store()
    store.save("train", "agent", 100, lambda folder: (folder / POLICY_FILE).write_bytes(b"garbage"), {})
    code, said = evaluate(capsys, document, "--games", 1, "--seconds", 1)
    assert (code, set(said["against"])) == (1, {"stand-in Rookie"})
    (problem,) = said["problems"]
    assert f"{POLICY_FILE} cannot be played: it cannot be read" in problem


def test_bots_whose_folders_have_the_same_name_have_results_of_their_own(run_of, capsys, tmp_path):
    source = example_bots() / "striker"
    for folder in (tmp_path / "a" / "striker", tmp_path / "b" / "striker"):
        shutil.copytree(source, folder)
    shutil.copy(tmp_path / "b" / "striker" / "bot.toml", tmp_path / "b" / "striker" / "other.bot.toml")
    bots = [
        "a/striker/bot.toml",
        "b/striker/bot.toml",
        "b/striker/other.bot.toml",
        str(example_bots() / "duo" / "bot.toml"),
    ]
    plan = read_plan(run_of(100, gallery=f"bots = {bots}"))
    keys = [opponent.key for opponent in opponents_of(plan, plan.gallery, 100, [])]
    assert keys == [*bots[:3], "duo"]


def test_a_policy_that_saw_fewer_cars_in_training_plays_as_a_bot(run_of, capsys):
    document = run_of(100, observation="default", size=72, gallery='stand_ins = ["Beginner"]')
    code, said = evaluate(capsys, document, "--games", 1, "--seconds", 1)
    (game,) = said["games"]
    assert code == 0, game
    assert game["reason"] == ""
    assert game["seconds"] == pytest.approx(1.0, abs=0.1)


def test_a_policy_loads_the_class_that_the_document_names_and_no_other(run_of, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    source = "from runtime.training.environment.observations import CarFrameObservation as Own"
    (tmp_path / "evaluated_own.py").write_text(source)
    (tmp_path / "evaluated_trap.py").write_text("from pathlib import Path\nPath(__file__).with_suffix('.trap').touch()")
    how = ("--against", "Beginner", "--games", 1, "--seconds", 1)
    code, said = evaluate(capsys, run_of(100, observation="evaluated_own:Own"), *how)
    assert (code, said["games"][0]["reason"], said["problems"]) == (0, "", [])
    code, said = evaluate(capsys, run_of(100, observation="evaluated_own:Own", named="evaluated_trap:Trap"), *how)
    assert (code, said["games"]) == (1, [])
    assert "policy.npz names the class evaluated_trap:Trap" in said["problems"][0]
    assert not (tmp_path / "evaluated_trap.trap").exists()


def test_a_game_that_cannot_be_played_is_told_by_the_exit_code(run_of, capsys, tmp_path):
    document = run_of(100)
    (tmp_path / "bot.toml").write_text("[settings]\nagent_id = 'tests/x'\nrun_command = 'python nothing.py'\n")
    code, said = evaluate(capsys, document, "--against", tmp_path / "bot.toml", "--games", 1, "--seconds", 1)
    assert (code, said["outcome"]) == (1, "failed")
    assert said["games"][0]["reason"]
    assert said["standings"] == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "names no opponents"),
        (("--against", "nowhere"), "neither a bot nor a skill"),
        (("--against", "Pro", "--checkpoint", "77"), "no checkpoint '77'"),
        (("--against", "Pro", "--checkpoint", "best"), "no checkpoint 'best'"),
    ],
)
def test_what_cannot_be_evaluated_is_a_usage_error(run_of, capsys, words, reason):
    code, said = evaluate(capsys, run_of(100), *words)
    assert (code, said["outcome"]) == (2, "failed")
    assert reason in said["reason"]["text"]


def test_a_run_without_checkpoints_and_a_broken_document_are_usage_errors(run_of, capsys, tmp_path):
    assert evaluate(capsys, run_of(), "--against", "Pro")[0] == 2
    (tmp_path / "broken.toml").write_text("[learner\n")
    assert evaluate(capsys, tmp_path / "broken.toml")[0] == 2
    assert evaluate(capsys, tmp_path / "missing.toml")[0] == 2


def test_the_table_for_people_marks_the_policy(run_of, capsys):
    assert main(["evaluate", str(run_of(5)), "--against", "Beginner", "--games", "1", "--seconds", "1"]) == 0
    out, err = capsys.readouterr()
    assert "> reach step 5" in out
    assert "stand-in Beginner" in out
    assert "(seed 0)" in err


@pytest.mark.parametrize("games", ["0", "10001", "x", "-1"])
def test_numbers_of_games_have_limits(run_of, games):
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", "run.toml", "--games", games])
    assert ended.value.code == 2


def test_a_bot_of_a_folder_can_be_named(run_of, capsys):
    code, said = evaluate(capsys, run_of(5), "--against", example_bots() / "chaser", "--games", 1, "--seconds", 1)
    assert (code, said["games"][0]["reason"]) == (0, "")
    assert set(said["against"]) == {"chaser"}
