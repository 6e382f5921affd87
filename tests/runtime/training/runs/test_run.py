import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from app.commands.cli import main
from app.exit_codes import ExitCode
from runtime.model.states import Blame
from runtime.model.training import (
    AddWorker,
    ArenaShown,
    ContinueRun,
    EndReason,
    MetricsRecorded,
    PauseRun,
    RemoveWorker,
    RestartPhase,
    RunNoted,
    RunState,
    SaveCheckpoint,
    SetParameter,
    StopPhase,
    StopRun,
    WatchArena,
)
from runtime.training.runs import RunFolder, newest_checkpoint, read_metrics, read_run
from runtime.training.runs.run import POLL_S, START_S
from tests.runtime.training.runs.watching import PATIENCE_S

EVERY_ITERATION = "[checkpoints]\nevery_steps = 1\n"
ENDLESS = EVERY_ITERATION + "[[phases]]\nsteps = 1_000_000_000\n"


def test_a_run_of_two_phases_from_the_command_line(run_file, capsys):
    path = run_file(
        EVERY_ITERATION
        + "[[phases]]\nname = 'learn'\nsteps = 40\n[[phases]]\nname = 'try'\nmode = 'test'\nepisodes = 3\n"
    )
    assert main(["train", str(path), "--json"]) == ExitCode.FINE
    output = capsys.readouterr()
    result = json.loads(output.out)
    assert (result["outcome"], result["end"], result["survivors"]) == ("finished", "maximum", [])
    learn, trial = result["phases"]
    assert (learn["steps"], learn["reason"]) == (40, "It made 40 of 40 steps.")
    assert trial["episodes"] >= 3
    assert "learn: " in output.err
    folder = RunFolder(Path(result["folder"]))
    points = read_metrics(folder.metrics)
    assert {"reward", "reward/velocity_to_ball", "objective", "steps_per_s", "episode_s"} <= {
        one.name for one in points
    }
    assert {one.phase for one in points} == {0, 1}
    assert [one["step"] for one in result["checkpoints"] if one["phase"] == "learn"][-1] == 40
    assert main(["train", str(path), "--resume", "--json"]) == ExitCode.FINE
    resumed = json.loads(capsys.readouterr().out)
    assert (resumed["steps"], resumed["episodes"]) == (result["steps"], result["episodes"])


def test_a_run_is_controlled_while_it_runs(run_file, watched):
    path = run_file(
        "[[parameters]]\nname = 'own'\nvalue = 1\nmost = 5\n" + ENDLESS + "[[phases]]\nsteps = 8\n", pause_s=0.02
    )
    run = watched(path)
    run.post(AddWorker(), SetParameter(name="own", value=4.0), WatchArena(arena=0))
    view = run.wait(lambda view: len(view.workers) == 2)
    assert view.arenas == 4
    run.post(PauseRun())
    paused = run.wait(lambda view: view.state is RunState.PAUSED)
    run.wait(lambda _: len(run.of(ArenaShown)) > 2)
    shown = run.of(ArenaShown)[-1]
    assert len(shown.view.cars) == 1
    assert [name for name, _ in shown.reward_terms] == ["velocity_to_ball"]
    assert run.view.steps == paused.steps
    run.post(SaveCheckpoint(), RemoveWorker(worker=0), ContinueRun())
    view = run.wait(lambda view: view.state is RunState.RUNNING and [one.worker for one in view.workers] == [1])
    assert [(one.name, one.value) for one in view.parameters] == [("own", 4.0)]
    assert any(one.step == paused.steps for one in run.view.checkpoints) or run.view.steps > paused.steps
    run.post(RestartPhase())
    again = run.wait(lambda view: 0 < view.steps < paused.steps)
    assert (again.phase, again.state) == (0, RunState.RUNNING)
    run.post(StopPhase())
    result = run.end()
    assert [phase.end for phase in result.view.phases] == [EndReason.CANCELLED, EndReason.MAXIMUM]
    assert result.view.state is RunState.FINISHED
    points = [point for point in read_metrics(RunFolder(result.view.folder).metrics) if point.name == "steps_per_s"]
    assert len(points) == sum(phase.iterations for phase in result.view.phases)
    assert len(run.of(MetricsRecorded)) > len(points)


def test_a_killed_worker_is_replaced_and_a_killed_learner_continues_from_its_newest_complete_checkpoint(
    run_file, watched
):
    run = watched(run_file(ENDLESS, pause_s=0.02))
    worker = run.wait(lambda view: view.phases[0].iterations >= 3).workers[0]
    os.kill(worker.pid, signal.SIGKILL)
    before = run.wait(lambda view: view.workers and view.workers[0].restarts.used == 1)
    assert before.workers[0].pid != worker.pid
    assert "SIGKILL" in str(before.workers[0].reason)
    assert before.learner_restarts.used == 0
    newest = before.checkpoints[-1]
    (newest.folder / "best.npy").write_bytes(b"damaged")
    os.kill(before.learner_pid, signal.SIGKILL)
    after = run.wait(
        lambda view: view.learner_restarts.used == 1 and view.state is RunState.RUNNING and view.steps > newest.step
    )
    assert after.learner_pid != before.learner_pid
    run.post(StopRun())
    result = run.end()
    assert (result.view.end, result.blame) == (EndReason.CANCELLED, Blame.NOBODY)
    notes = [str(event.text) for event in run.of(RunNoted)]
    assert any("ended unexpectedly" in note and "SIGKILL" in note for note in notes)
    points = [point.step for point in read_metrics(RunFolder(result.view.folder).metrics) if point.name == "objective"]
    assert points == sorted(set(points))


def test_a_learner_that_keeps_dying_fails_the_run_with_the_cause(run_file, watched):
    run = watched(run_file(ENDLESS, run="restarts = 1", raises_at=[2]))
    result = run.end()
    assert (result.view.state, result.view.end, result.blame) == (RunState.ERROR, EndReason.FAILED, Blame.MATCH)
    assert "RuntimeError: the learner is broken" in str(result.view.text)
    assert "All 1 restarts are used up" in str(result.view.text)
    assert result.view.learner_restarts.used == 1
    assert result.view.steps == 8


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"random_search:RandomSearch"', '"random_search:Missing"', "has no class 'Missing'"),
        (
            '"random_search:RandomSearch"',
            '"random_search:RandomSearch"\nnois = 1',
            "unexpected keyword argument 'nois'",
        ),
    ],
)
def test_faults_that_no_restart_can_help_fail_at_once(run_file, watched, old, new, words):
    path = run_file(ENDLESS)
    path.write_text(path.read_text().replace(old, new))
    result = watched(path).end()
    assert result.view.end is EndReason.FAILED
    assert words in str(result.view.text)
    assert result.view.learner_restarts.used == 0


def test_resuming_another_configuration_is_refused_with_the_keys(run_file, watched):
    path = run_file(ENDLESS, pause_s=0.02)
    run = watched(path)
    run.wait(lambda view: view.checkpoints)
    second = watched(path, is_resumed=True)
    assert "in use" in str(second.end().view.text)
    assert second.result.blame is Blame.INFRASTRUCTURE
    run.post(StopRun())
    run.end()
    text = path.read_text()
    path.write_text(text.replace("seconds = 2.0", "seconds = 3.0").replace("steps = 1_000_000_000", "steps = 8"))
    refused = watched(path, is_resumed=True).end()
    assert refused.blame is Blame.DOCUMENT
    assert "environment.truncations[0].seconds" in str(refused.view.text)
    assert "steps" not in str(refused.view.text)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_the_run_with_a_checkpoint(run_file, capsys):
    path = run_file("[[phases]]\nsteps = 1_000_000_000\n", pause_s=0.02)
    metrics = RunFolder(read_run(path).value.folder).metrics

    def interrupt():
        deadline_s = time.monotonic() + PATIENCE_S
        while not len(read_metrics(metrics)) and time.monotonic() < deadline_s:
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    interrupting = threading.Thread(target=interrupt)
    interrupting.start()
    assert main(["train", str(path), "--json"]) == ExitCode.INTERRUPTED
    interrupting.join()
    result = json.loads(capsys.readouterr().out)
    assert (result["outcome"], result["end"]) == ("finished", "cancelled")
    assert result["checkpoints"][-1]["step"] == result["steps"] > 0


def test_a_document_with_errors_is_a_usage_error(run_file, tmp_path, capsys):
    path = run_file("[[phases]]\nsteps = 0\n")
    assert main(["train", str(path), "--json"]) == ExitCode.USAGE
    output = capsys.readouterr()
    assert json.loads(output.out)["problems"][0]["key"] == "phases[0].steps"
    assert "a whole number from 1 up" in output.err
    assert main(["train", str(tmp_path / "nowhere.toml")]) == ExitCode.USAGE
    assert main(["check", str(path), "--json"]) == ExitCode.USAGE
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["problems"][0]["key"] == "phases[0].steps"


def test_the_folder_of_a_run_has_to_be_writable(run_file, tmp_path, capsys):
    path = run_file("[[phases]]\nsteps = 5\n")
    (tmp_path / "runs").write_text("a file where the folder would be")
    assert main(["train", str(path)]) == ExitCode.INFRASTRUCTURE
    assert "cannot be used" in capsys.readouterr().out


@pytest.fixture
def silent_python(tmp_path):
    """An interpreter that never connects."""
    path = tmp_path / "silent"
    path.write_text("#!/bin/sh\nexec sleep 600\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="the interpreter is a shell script")
@pytest.mark.parametrize(
    ("waited_s", "is_given_up"), [(START_S - 0.01, False), (START_S, True), (START_S + 0.01, True)]
)
def test_a_learner_that_does_not_connect_is_given_up(run_file, watched, clock, silent_python, waited_s, is_given_up):
    run = watched(run_file(ENDLESS, run="restarts = 0"), python=silent_python, clock=clock)
    run.wait(lambda view: view.learner_pid)
    clock.now += waited_s
    if not is_given_up:
        time.sleep(10 * POLL_S)
        assert not run.is_over
        run.post(StopRun())
    result = run.end()
    assert result.view.end is (EndReason.FAILED if is_given_up else EndReason.CANCELLED)
    assert is_given_up is ("did not connect within 60 s" in str(result.view.text))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("is_deaf", [False, True])
def test_a_learner_that_does_not_end_when_asked_is_terminated_and_then_killed(run_file, watched, monkeypatch, is_deaf):
    monkeypatch.setattr("runtime.training.runs.run.ASK_S", 0.3)
    monkeypatch.setattr("runtime.training.runs.run.TERMINATE_S", 0.3)
    run = watched(run_file(ENDLESS, pause_s=0.02, stuck_at=3, is_deaf=is_deaf))
    run.wait(lambda _: len(run.of(MetricsRecorded)) == 2)
    run.post(StopRun())
    result = run.end()
    assert (result.view.end, result.blame) == (EndReason.CANCELLED, Blame.NOBODY)
    saved = json.loads((newest_checkpoint(run.plan).folder / "search.json").read_text())
    assert saved["iterations"] == (2 if is_deaf else 3)
