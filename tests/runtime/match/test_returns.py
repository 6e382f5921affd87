"""Restarts in lockstep, which cost ticks and not time; matches that nobody plays."""

import shutil
import threading
from dataclasses import replace

import pytest

from runtime.arena.match.running_match import RESTART_TICKS
from runtime.documents import RestartPolicy
from runtime.model.states import AgentState, Blame, Outcome, WhenSpent
from runtime.records.match_result import exit_code

PROGRAMS = {
    "once": """
import os, pathlib, time
import rlbot_flatbuffers as flat
from raw_agent import Raw
mark = pathlib.Path("crashed")
time.sleep(float(os.environ.get("SLOW_START", "0")) if mark.exists() else 0)
raw = Raw()
cars = raw.join()
count = 0
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        count += 1
        if count == 1:
            print("FIRST", message.match_info.frame_num, flush=True)
        if count == 200 and not mark.exists():
            mark.touch()
            raise SystemExit(3)
        raw.drive(cars, throttle=1.0, boost=True, steer=0.1)
""",
    "answering": """
import pathlib
import rlbot_flatbuffers as flat
from raw_agent import Raw
mark = pathlib.Path("crashed")
raw = Raw()
cars = raw.join()
count = 0
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        count += 1
        if count == 1:
            print("FIRST", message.match_info.frame_num, flush=True)
        raw.drive(cars, throttle=1.0, boost=True, steer=0.1)
        if count == 200 and not mark.exists():
            mark.touch()
            raise SystemExit(3)
""",
    "failing": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(12), raw.messages()):
    raw.drive(cars, throttle=1.0)
raise SystemExit(3)
""",
    "silent": """
from raw_agent import Raw
raw = Raw()
raw.join()
for message in raw.messages():
    pass
""",
}
POLICY = RestartPolicy(backoff_s=0.1)


@pytest.fixture(autouse=True)
def more_programs(programs, monkeypatch):
    for name, source in PROGRAMS.items():
        monkeypatch.setitem(programs, name, source)


def busy(until):
    while not until.is_set():
        sum(range(1000))


@pytest.mark.parametrize("program", ["once", "answering"])
def test_the_frame_of_return_and_the_state_do_not_depend_on_the_machine(
    stage, car, match_of, tmp_path, monkeypatch, program
):
    played = []
    for place, (slow_s, backoff_s, load) in enumerate([(0, 0.1, 0), (1.0, 0.1, 0), (0, 1.5, 0), (0, 0.1, 3)]):
        stage.events.clear()
        monkeypatch.setenv("SLOW_START", str(slow_s))
        done = threading.Event()
        loads = [threading.Thread(target=busy, args=(done,)) for _ in range(load)]
        for thread in loads:
            thread.start()
        match = match_of(car(program), car("driver", team=1))
        match = replace(
            match, cars=(replace(match.cars[0], root_dir=fresh(match.cars[0], tmp_path, place)), match.cars[1])
        )
        result = stage.play(match, seed=7, seconds_limit=20.0, restarts=replace(POLICY, backoff_s=backoff_s))
        done.set()
        for thread in loads:
            thread.join()
        assert (result.outcome, result.agents[0].restarts) == (Outcome.FINISHED, 1)
        firsts = [line for line in stage.lines("blue-1") if line.startswith("FIRST")]
        played.append((firsts, result.state_hash, result.frames))
    back = (200 if program == "once" else 201) + RESTART_TICKS
    assert played == [(["FIRST 1", f"FIRST {back}"], played[0][1], 2400)] * 4


def fresh(car, folder, place):
    """Returns a copy of the car's folder, in which the bot has not ended yet."""
    return str(shutil.copytree(car.root_dir, folder / f"copy {place}"))


@pytest.mark.parametrize("rule", [WhenSpent.FORFEIT, WhenSpent.END])
def test_a_match_that_a_crash_decides_ends_with_the_frame_of_the_crash(stage, car, match_of, rule):
    policy = replace(POLICY, limit=0, when_spent=rule)
    result = stage.play(match_of(car("failing"), car("driver", team=1)), seconds_limit=60.0, restarts=policy)
    assert result.frames <= 14


def test_a_benched_agent_no_longer_holds_the_match(stage, car, match_of):
    policy = replace(POLICY, limit=1)
    result = stage.play(match_of(car("failing"), car("driver", team=1)), seconds_limit=20.0, restarts=policy)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 2400)
    assert (result.agents[0].state, result.agents[0].starts) == (AgentState.CRASHED, 2)


def test_a_stopped_agent_does_not_hold_the_match(stage, car, match_of):
    def stop(event):
        agent = getattr(event, "agent", None)
        if agent is not None and agent.key == "blue-1" and agent.state is AgentState.PLAYING and not asked:
            asked.append(agent.key)
            stage.runner.request_stop_agent(["blue-1"])

    asked = []
    stage.on_event = stop
    result = stage.play(match_of(car("driver"), car("driver", team=1)), seconds_limit=60.0)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 7200)
    assert result.agents[0].state is AgentState.STOPPED


@pytest.mark.parametrize("pace", ["lockstep", "10"])
def test_a_match_that_nobody_plays_has_failed(stage, car, match_of, pace):
    policy = replace(POLICY, hang_frames=None)
    result = stage.play(match_of(car("silent"), car("silent", team=1)), pace=pace, seconds_limit=30.0, restarts=policy)
    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FAILED, Blame.MATCH, 1)
    assert str(result.reason).startswith("Nobody played for most of the match. Silent (blue-1): Never answered.")


def test_crashes_of_all_agents_by_the_clock_fail_the_match_too(stage, car, match_of):
    policy = RestartPolicy(backoff_s=2.0, limit=None, limit_in_window=None, longest_backoff_s=2.0)
    result = stage.play(match_of(car("failing"), car("failing", team=1)), pace="4", seconds_limit=40.0, restarts=policy)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.MATCH)
    assert all(text in str(result.reason) for text in ("Nobody played", "(blue-1)", "(orange-1)"))


def test_a_match_that_one_side_plays_has_not(stage, car, match_of):
    policy = replace(POLICY, hang_frames=None)
    result = stage.play(match_of(car("silent"), car("driver", team=1)), seconds_limit=20.0, restarts=policy)
    assert result.outcome is Outcome.FINISHED
