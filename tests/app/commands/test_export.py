"""`kickabout export`: a bot from a checkpoint of a run, and exit codes."""

import errno
import functools
import json
import shutil

import numpy as np
import pytest

from app.commands.cli import main
from runtime.documents import check
from runtime.training.learners import POLICY_FILE, Policy, load_policy, save_policy
from runtime.training.runs import RunFolder
from runtime.training.specification import reach_the_ball
from tests.runtime.training.learners.test_foreign_files import HOSTILE

DOCUMENT = """
[run]
name = "To the ball"
[environment]
observation = "car_frame"
actions = "continuous"
[learner]
name = "evolution"
[[phases]]
name = "train"
steps = 1000
"""


@pytest.fixture
def run_of(tmp_path):
    """Writes a run with checkpoints at some steps, each with different steering, and returns its document."""

    def write(*steps, best=0, observation="car_frame", name="To the ball"):
        path = tmp_path / "reach.toml"
        path.write_text(DOCUMENT.replace("To the ball", name))
        interface = reach_the_ball().as_json() | {"observation": {"name": observation, "parameters": {}}}
        store = RunFolder(tmp_path / "runs" / "reach").store()
        for step in steps:
            policy = Policy({"w0": np.full((26, 8), float(step)), "b0": np.zeros(8)}, interface=interface)

            def fill(folder, policy=policy):
                save_policy(policy, folder / POLICY_FILE)

            store.save("train", "agent", step, fill, {}, is_best=step == best)
        return path

    return write


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """The folder for the bots, which is the working folder."""
    folder = tmp_path / "bots"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("words", "step"),
    [((), 300), (("--checkpoint", "latest"), 300), (("--checkpoint", "best"), 200), (("--checkpoint", "100"), 100)],
)
def test_a_checkpoint_becomes_a_bot_in_the_working_folder(run_of, bots, capsys, words, step):
    assert main(["export", str(run_of(100, 200, 300, best=200)), *words]) == 0
    document = bots / f"to_the_ball_{step}" / "bot.toml"
    assert capsys.readouterr().out == f"{document}\n"
    assert check([document]) == ()
    assert load_policy(document.with_name(POLICY_FILE)).parameters["w0"][0, 0] == step
    assert f"Checkpoint {step:012d} of To the ball." in document.with_name("README.md").read_text()


def test_name_and_folder_can_be_chosen_and_nothing_is_overwritten(run_of, bots, capsys, tmp_path):
    words = ["export", str(run_of(7)), "-o", str(tmp_path), "--name", "First driver", "--json"]
    assert main(words) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["bot"] == str(tmp_path / "first_driver" / "bot.toml")
    assert (said["outcome"], said["run"]) == ("finished", "To the ball")
    assert (said["checkpoint"]["phase"], said["checkpoint"]["step"]) == ("train", 7)
    assert 'name = "First driver"' in (tmp_path / "first_driver" / "bot.toml").read_text()
    before = (tmp_path / "first_driver" / "bot.toml").stat().st_mtime_ns
    assert main(words) == 2
    assert "first_driver" in json.loads(capsys.readouterr().out)["reason"]["text"]
    assert (tmp_path / "first_driver" / "bot.toml").stat().st_mtime_ns == before
    assert list(bots.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--checkpoint", "77"), "no checkpoint '77'"),
        (("--checkpoint", "best"), "no checkpoint 'best'"),
        (("--output", "nowhere"), "There is no folder"),
        (("--name", "x" * 61), "1 to 60"),
    ],
)
def test_what_cannot_be_exported_is_a_usage_error(run_of, bots, capsys, words, reason):
    assert main(["export", str(run_of(5)), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert list(bots.iterdir()) == []


def test_the_name_of_a_run_may_be_longer_than_that_of_a_bot(run_of, bots, capsys):
    assert main(["export", str(run_of(123, name="x" * 80))]) == 0
    assert f'name = "{"x" * 56} 123"' in next(bots.iterdir()).joinpath("bot.toml").read_text()


def test_a_run_without_checkpoints_and_a_broken_document_are_usage_errors(run_of, bots, capsys, tmp_path):
    assert main(["export", str(run_of())]) == 2
    assert "no checkpoint" in capsys.readouterr().err
    (tmp_path / "broken.toml").write_text("[learner\n")
    assert main(["export", str(tmp_path / "broken.toml")]) == 2
    assert main(["export", str(tmp_path / "missing.toml")]) == 2


def test_a_damaged_checkpoint_is_named_and_an_older_one_taken_for_the_latest(run_of, bots, capsys, tmp_path):
    document = run_of(100, 200)
    (tmp_path / "runs" / "reach" / "checkpoints" / "train" / "agent" / f"{200:012d}" / POLICY_FILE).write_bytes(b"x")
    assert main(["export", str(document), "--checkpoint", "200"]) == 2
    assert "Checkpoint 200 cannot be used: policy.npz in it is damaged." in capsys.readouterr().err
    assert main(["export", str(document)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{bots / 'to_the_ball_100' / 'bot.toml'}\n"
    assert "is skipped: policy.npz in it is damaged." in err


def test_a_class_beside_the_document_comes_along_and_one_without_a_source_is_refused(run_of, bots, capsys, tmp_path):
    (tmp_path / "exported_own.py").write_text("class Own:\n    pass\n")
    assert main(["export", str(run_of(100, observation="exported_own:Own"))]) == 0
    assert (bots / "to_the_ball_100" / "policy_parts" / "custom_exported_own.py").is_file()
    assert main(["export", str(run_of(200, observation="no_such_module:Own"))]) == 2
    assert "'no_such_module:Own' cannot be copied into a bot" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["export", "evaluate"])
@pytest.mark.parametrize("name", ["shape", "encrypted", "unknown compression", "broken deflate", "deep description"])
def test_a_policy_that_no_run_wrote_is_refused_without_a_traceback(run_of, bots, capsys, tmp_path, command, name):
    document = run_of()
    store = RunFolder(tmp_path / "runs" / "reach").store()
    store.save("train", "agent", 5, lambda folder: (folder / POLICY_FILE).write_bytes(HOSTILE[name]), {})
    assert main([command, str(document), "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["outcome"] == "failed"
    assert list(bots.iterdir()) == []


@pytest.mark.parametrize(
    "interface", [{}, {"observation": 5}, {"observation": {"name": "car_frame"}, "actions": {"name": 5}}]
)
def test_a_policy_that_does_not_say_how_it_acts_is_refused(run_of, bots, capsys, tmp_path, interface):
    document, policy = run_of(), Policy({"w0": np.ones((26, 8)), "b0": np.zeros(8)}, interface=interface)
    store = RunFolder(tmp_path / "runs" / "reach").store()
    store.save("train", "agent", 5, lambda folder: save_policy(policy, folder / POLICY_FILE), {})
    assert main(["export", str(document)]) == 3
    assert "does not say what it observes" in capsys.readouterr().err
    assert list(bots.iterdir()) == []


def test_a_full_disk_is_named_as_such(run_of, bots, capsys, monkeypatch):
    def fail(source, target, **_):
        raise OSError(errno.ENOSPC, "No space left on device", str(target))

    document = run_of(5)
    monkeypatch.setattr(shutil, "copytree", functools.partial(shutil.copytree, copy_function=fail))
    assert main(["export", str(document)]) == 2
    err = capsys.readouterr().err
    assert "No space left on device. Choose another folder." in err
    assert "[" not in err
    assert list(bots.iterdir()) == []
