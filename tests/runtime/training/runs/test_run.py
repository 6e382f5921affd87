import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import psutil
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
from runtime.training.learners import POLICY_FILE, LearnerSetup, load_policy
from runtime.training.runs import RunDocument, RunFolder, newest_checkpoint, read_metrics, read_run
from runtime.training.runs.checkpoints import read_checkpoint
from runtime.training.runs.conductor import RunFailedError, new_learner
from runtime.training.runs.run import OVER_S, POLL_S, START_S
from runtime.training.specification import Component
from tests.runtime.training.runs.watching import PATIENCE_S, wait_until

EVERY_ITERATION = "[checkpoints]\nevery_steps = 1\n"
ENDLESS = EVERY_ITERATION + "[[phases]]\nsteps = 1_000_000_000\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_run_from_the_command_line_that_is_interrupted_and_resumed(run_file, capsys):
    phases = (
        "[[phases]]\nname = 'learn'\nsteps = 1_000_000_000\n[[phases]]\nname = 'try'\nmode = 'test'\nepisodes = 3\n"
    )
    path = run_file(phases, pause_s=0.02)
    folder = RunFolder(read_run(path).value.folder)

    def interrupt():
        deadline_s = time.monotonic() + PATIENCE_S
        while not len(read_metrics(folder.metrics)) and time.monotonic() < deadline_s:
            time.sleep(0.05)  # polls the file, because nothing reports its changes
        os.kill(os.getpid(), signal.SIGINT)

    interrupting = threading.Thread(target=interrupt)
    interrupting.start()
    assert main(["train", str(path), "--json"]) == ExitCode.INTERRUPTED
    interrupting.join()
    assert (path.parent / "started").exists()
    broken_off = json.loads(capsys.readouterr().out)
    assert (broken_off["outcome"], broken_off["end"]) == ("finished", "cancelled")
    assert broken_off["checkpoints"][-1]["step"] == broken_off["steps"] > 0
    steps = broken_off["steps"] + 160
    path.write_text(path.read_text().replace("1_000_000_000", str(steps)))
    assert main(["train", str(path), "--resume", "--json"]) == ExitCode.FINE
    output = capsys.readouterr()
    result = json.loads(output.out)
    assert (result["outcome"], result["end"], result["survivors"]) == ("finished", "maximum", [])
    learn, trial = result["phases"]
    assert (learn["steps"], learn["reason"]) == (steps, f"It made {steps} of {steps} steps.")
    assert trial["episodes"] >= 3
    assert "learn: " in output.err
    points = read_metrics(folder.metrics)
    assert {"reward", "reward/velocity_to_ball", "objective", "steps_per_s", "episode_s"} <= {
        one.name for one in points
    }
    assert {one.phase for one in points} == {0, 1}
    assert [one["step"] for one in result["checkpoints"] if one["phase"] == "learn"][-1] == steps
    best = [one for one in result["checkpoints"] if one["is_best"]]
    assert best
    for one in best:  # each one says that it is the best, so that a resumed run does not prefer a worse one
        record = read_checkpoint(Path(one["folder"])).progress["record"]
        assert record["phases"][record["phase"]]["progress"]["best_saved"] == one["value"]
    assert main(["train", str(path), "--resume"]) == ExitCode.FINE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("finished: It played ")
    assert lines[1] == f"  learn: maximum, {steps} steps, {learn['episodes']} episodes"
    assert lines[-1].startswith("  best checkpoint: ")


def test_a_run_that_could_save_nothing_is_a_failure(run_file, capsys):
    path = run_file("[[phases]]\nsteps = 8\n", saves=False)
    assert main(["train", str(path), "--json"]) == ExitCode.INFRASTRUCTURE
    output = capsys.readouterr()
    assert json.loads(output.out)["checkpoints"] == []
    assert "could not be written: there is no room" in output.err
    assert "nothing of what this run has learned is kept" in output.err


def test_a_run_is_controlled_while_it_runs(run_file, watched):
    path = run_file(
        "[[parameters]]\nname = 'own'\nvalue = 1\nmost = 5\n" + ENDLESS + "[[phases]]\nsteps = 8\n", pause_s=0.02
    )
    run = watched(path)
    run.post(AddWorker(), SetParameter(name="own", value=4.0), WatchArena(arena=0))
    view = run.wait(lambda view: len(view.workers) == 2)
    assert view.arenas == 4
    second = watched(path, is_resumed=True).end()
    assert "in use" in str(second.view.text)
    assert second.blame is Blame.INFRASTRUCTURE
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


REPEATED = {
    "steps = 300": "steps = 160",
    "arenas = 16": "arenas = 2",
    "snapshot_every = 50_000": "snapshot_every = 500\nswap_every = 500",
    "steps = 5_000_000": "steps = 1_500",
}
"""Numbers of the template of self-play that take long, and those of the test."""


def test_a_run_repeats_bit_for_bit(tmp_path, watched):
    text = RunDocument.of_template("self-play").text.partition('[[phases]]\nname = "evaluate"')[0]
    for number, less in REPEATED.items():
        assert number in text
        text = text.replace(number, less)
    repeated = []
    for name in ("first", "second"):
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        run = watched(path)
        view = run.end().view
        assert view.state is RunState.FINISHED, run.explained()
        folder = RunFolder(view.folder)
        policy = load_policy(newest_checkpoint(run.plan).folder / POLICY_FILE).to_bytes()
        points = [(one.name, one.step, one.value) for one in read_metrics(folder.metrics) if one.name != "steps_per_s"]
        assert {"win_rate", "learner/return"} <= {name for name, _, _ in points}
        snapshots = [(one.name, one.read_bytes()) for one in sorted(folder.opponents.iterdir())]
        assert len(snapshots) > 2
        repeated.append((policy, points, snapshots))
    assert repeated[0] == repeated[1]


def test_a_learner_without_restarts_fails_the_run_with_its_cause(run_file, watched):
    run = watched(run_file(ENDLESS, run="restarts = 0", raises_at=[2]))
    result = run.end()
    log = RunFolder(run.plan.folder).log
    assert (result.view.state, result.view.end, result.blame) == (RunState.ERROR, EndReason.FAILED, Blame.MATCH)
    assert str(result.view.text) == (
        "The learner process ended unexpectedly: exited with code 1. Its last line was: RuntimeError: the learner is "
        f"broken. No restart is left; the limit is 0. Its output is at the end of the log: {log}."
    )
    assert result.view.learner_restarts.used == 0
    assert result.view.steps == 8


def test_a_worker_without_restarts_fails_the_run_with_its_number_in_the_grid(run_file, watched):
    path = run_file(ENDLESS)
    text = path.read_text().replace('name = "velocity_to_ball"', 'name = "random_search:Divided"')
    path.write_text(text.replace("count = 1\n", "count = 1\nrestarts = 0\n"))
    run = watched(path)
    result = run.end()
    log = RunFolder(run.plan.folder).log
    assert str(result.view.text) == (
        "Worker 1 stopped because of an error: ZeroDivisionError: integer division or modulo by zero. No restart is "
        f"left; the limit is 0. The traceback is at the end of the log: {log}."
    )
    assert result.view.learner_restarts.used == 0
    assert not result.view.workers
    lines = [line for line in log.read_text().splitlines() if line]
    assert lines[-2].endswith("ZeroDivisionError: integer division or modulo by zero")
    assert any("random_search.py" in line for line in lines[-5:])


def test_a_fault_that_no_restart_can_help_fails_at_once(run_file, watched):
    path = run_file(ENDLESS)
    path.write_text(path.read_text().replace("random_search:RandomSearch", "random_search:Missing"))
    result = watched(path).end()
    assert result.view.end is EndReason.FAILED
    assert "has no class 'Missing'" in str(result.view.text)
    assert result.view.learner_restarts.used == 0


class OldLearner:
    """A learner with the signature from before setups were introduced."""

    def __init__(self, *, seed, observation_size, outputs, noise=1.0):
        self.arguments = seed, observation_size, outputs, noise


def test_a_learner_of_the_old_signature_is_built_with_a_warning():
    setup, said = LearnerSetup(interface={}, observation_size=5, action_bins=(3, 2), seed=7), []
    component = Component(name=f"{__name__}:OldLearner", parameters={"noise": 0.5})
    assert new_learner(component, setup, on_old_signature=said.append).arguments == (7, 5, 5, 0.5)
    assert "deprecated" in str(said[0])
    wrong = Component(name=f"{__name__}:OldLearner", parameters={"nois": 0.5})
    with pytest.raises(RunFailedError, match="nois"):
        new_learner(wrong, setup, on_old_signature=said.append)


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


def test_a_learner_that_leaves_a_thread_behind_is_killed_after_its_run(run_file, watched, clock):
    run = watched(run_file("[[phases]]\nsteps = 8\n", lingers=True), clock=clock)
    pid = run.wait(lambda view: view.state.is_over).learner_pid
    clock.now += OVER_S - 0.01
    time.sleep(10 * POLL_S)
    assert not run.is_over
    clock.now += 0.01
    result = run.end()
    assert (result.view.state, result.view.end, result.blame) == (RunState.FINISHED, EndReason.MAXIMUM, Blame.NOBODY)
    assert any("still ran 20 s after the end" in str(note.text) for note in run.of(RunNoted) if note.is_warning)
    assert not psutil.pid_exists(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_learner_that_does_not_end_when_asked_is_terminated_and_still_saves(run_file, watched, monkeypatch):
    monkeypatch.setattr("runtime.training.runs.run.ASK_S", 0.3)
    run = watched(run_file(ENDLESS, pause_s=0.02, stuck_at=3))
    run.wait(lambda _: len(run.of(MetricsRecorded)) == 2)
    result = stopped_when_stuck(run)
    assert (result.view.end, result.blame) == (EndReason.CANCELLED, Blame.NOBODY)
    assert [(one.state, one.end) for one in result.view.phases] == [(RunState.FINISHED, EndReason.CANCELLED)]
    assert json.loads((newest_checkpoint(run.plan).folder / "search.json").read_text())["iterations"] == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_resumed_run_that_is_stopped_in_its_first_iteration_keeps_the_value_of_its_checkpoint(
    run_file, watched, monkeypatch
):
    monkeypatch.setattr("runtime.training.runs.run.ASK_S", 0.3)
    objective = "[objective]\nname = 'metric'\nmetric = 'learner/value'\n"
    path = run_file(objective + ENDLESS, pause_s=0.02, stuck_at=3)
    before = stopped_when_stuck(watched(path)).view.checkpoints[-1]
    assert before.step == 16
    assert before.metric_value is not None
    (path.parent / "stuck").unlink()
    run = watched(path, is_resumed=True)
    after = stopped_when_stuck(run).view.checkpoints[-1]
    assert json.loads((after.folder / "search.json").read_text())["iterations"] == 4
    assert (after.step, after.metric_value, after.is_best) == (16, before.metric_value, before.is_best)


def stopped_when_stuck(run):
    """Stops a run whose learner makes no progress; returns its result."""
    wait_until((run.plan.document.parent / "stuck").exists)
    run.post(StopRun())
    return run.end()
