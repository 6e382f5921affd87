"""Bots that stall a match in lockstep with slow answers."""

from dataclasses import replace

import pytest

from runtime.documents import RestartPolicy
from runtime.model.states import AgentEnding, AgentState, Outcome, WhenSpent
from runtime.records.match_result import exit_code, result_json

SLOW = """
import time
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        time.sleep(0.2)
        raw.drive(cars, throttle=1.0)
time.sleep({rest})
"""
POLICY = RestartPolicy(answer_budget_s=1.0)
REASON = "It took too long for its answers in lockstep: its answer_budget_s is used up."


@pytest.fixture(autouse=True)
def more_programs(programs, monkeypatch):
    monkeypatch.setitem(programs, "slow", SLOW.format(rest=0))
    monkeypatch.setitem(programs, "stubborn_slow", SLOW.format(rest=600))


@pytest.mark.parametrize("program", ["slow", "stubborn_slow"])
def test_a_bot_that_has_used_up_its_time_forfeits(stage, car, match_of, program):
    policy = replace(POLICY, when_spent=WhenSpent.FORFEIT)
    result = stage.play(match_of(car(program), car("driver", team=1)), seconds_limit=600.0, restarts=policy)
    assert (result.outcome, result.forfeited_by, exit_code(result)) == (Outcome.FINISHED, 0, 0)
    assert str(result.reason) == (
        f"Orange won by forfeit; the score was 0:0. {program.title()} (blue-1) was too slow: {REASON}"
    )
    slow = result.agents[0]
    assert (slow.state, slow.ending, slow.starts) == (AgentState.HUNG, AgentEnding.TOO_SLOW, 1)
    assert "used up its time" in result_json(result)
    assert result.wall_seconds < 30


def test_by_default_its_car_stands_still_and_the_others_play_on(stage, car, match_of):
    result = stage.play(match_of(car("slow"), car("driver", team=1)), seconds_limit=20.0, restarts=POLICY)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 2400)
    assert f"Slow (blue-1) was too slow: {REASON}" in str(result.reason)
    assert result.agents[0].starts == 1


def test_a_slow_bot_within_the_default_is_not_touched(stage, car, match_of):
    result = stage.play(match_of(car("slow"), car("driver", team=1)), seconds_limit=0.1)
    assert (result.agents[0].state, result.agents[0].reason) == (AgentState.STOPPED, None)
