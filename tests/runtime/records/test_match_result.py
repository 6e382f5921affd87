import json
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.model.messages import literal, message
from runtime.model.problems import Problem, Severity
from runtime.model.series import Series
from runtime.model.states import AgentEnding, AgentState, Blame, Outcome, SwapOutcome
from runtime.model.values import AgentStatus, MatchResult, Traceback, TracebackFrame
from runtime.records.match_result import exit_code, result_json
from tests.values import a_swap

RESULT = MatchResult(
    outcome=Outcome.FINISHED,
    blame=Blame.NOBODY,
    reason=literal("Blue won 2:1."),
    score=(2, 1),
    frames=7200,
    game_seconds=60.00049,
    wall_seconds=1.5,
    agents=(
        AgentStatus(
            key="blue-1",
            name="Ada",
            agent_id="tests/ada",
            team=0,
            cars=(0,),
            state=AgentState.STOPPED,
            starts=1,
            packets=7201,
            answers=7200,
            late=3,
            exit_code=0,
            ending=AgentEnding.STOPPED,
            restarts=2,
            swaps=3,
            mean_cpu_share=0.25,
            peak_rss_bytes=50_000_000,
            errors=4,
            traceback=Traceback(error="E: x", frames=(TracebackFrame(file="bot.py", line=3, function="go"),), text="t"),
        ),
    ),
    problems=(Problem(severity=Severity.WARNING, path=Path("m.toml"), message=literal("Odd."), line=3, key="cars[0]"),),
    state_hash="ab",
    logs=Path("state") / "logs",
)


def test_the_games_of_a_series():
    assert json.loads(result_json(RESULT))["series"] is None
    series = Series(length=3).after((1, 1), None).after((0, 2), 1)
    assert json.loads(result_json(replace(RESULT, series=series)))["series"] == {
        "length": 3,
        "won": [0, 1],
        "games": [{"score": [1, 1], "winner": None}, {"score": [0, 2], "winner": 1}],
    }


@pytest.mark.parametrize(
    ("outcome", "blame", "code"),
    [
        (Outcome.FINISHED, Blame.NOBODY, 0),
        (Outcome.FAILED, Blame.MATCH, 1),
        (Outcome.FAILED, Blame.NOBODY, 1),
        (Outcome.FAILED, Blame.DOCUMENT, 2),
        (Outcome.FAILED, Blame.INFRASTRUCTURE, 3),
        (Outcome.INTERRUPTED, Blame.NOBODY, 130),
    ],
)
def test_exit_codes(outcome, blame, code):
    assert exit_code(replace(RESULT, outcome=outcome, blame=blame)) == code


def test_the_json_object_has_what_the_command_line_promises():
    text = result_json(RESULT)
    assert "\n" not in text
    document = json.loads(text)
    assert (document["outcome"], document["reason"], document["score"]) == ("finished", "Blue won 2:1.", [2, 1])
    assert (document["frames"], document["game_seconds"], document["wall_seconds"]) == (7200, 60.0, 1.5)
    assert document["state_hash"] == "ab"
    assert document["forfeited_by"] is None
    assert document["winner"] is None
    assert json.loads(result_json(replace(RESULT, winner=1)))["winner"] == 1
    (agent,) = document["agents"]
    promised = {"name", "agent_id", "team", "cars", "state", "starts", "answers", "late", "exit_code", "reason"}
    assert promised <= set(agent)
    assert (agent["state"], agent["cars"], agent["late"]) == ("stopped", [0], 3)
    assert (agent["mean_cpu_share"], agent["peak_memory_bytes"]) == (0.25, 50_000_000)
    assert agent["errors"] == 4
    assert agent["traceback"] == {"error": "E: x", "frames": [{"file": "bot.py", "line": 3, "function": "go"}]}
    assert document["logs"] == str(Path("state") / "logs")
    assert (agent["ending"], agent["restarts"], agent["swaps"]) == ("stopped", 2, 3)
    assert document["problems"] == [
        {
            "severity": "warning",
            "file": "m.toml",
            "line": 3,
            "key": "cars[0]",
            "message": "Odd.",
            "fix": "",
            "code": "text",
            "args": {"text": "Odd."},
        }
    ]


def test_the_json_object_says_who_lost_by_default_and_what_never_ran():
    agents = (replace(RESULT.agents[0], ending=None),)
    document = json.loads(result_json(replace(RESULT, forfeited_by=1, agents=agents)))
    assert document["forfeited_by"] == 1
    assert document["agents"][0]["ending"] is None


def test_the_json_object_has_every_swap():
    record = a_swap(
        SwapOutcome.REFUSED,
        name="Ada",
        time_s=3.00049,
        duration_s=0.41449,
        reason=message("bad-syntax", "{place}: Invalid syntax. Version 2 keeps running.", place="bot.py:3"),
        problems=RESULT.problems,
    )
    (swap,) = json.loads(result_json(replace(RESULT, swaps=(record,))))["swaps"]
    assert swap["problems"][0]["line"] == 3
    del swap["problems"]
    assert swap == {
        "key": "blue-1",
        "name": "Ada",
        "outcome": "refused",
        "version": 2,
        "digest": "0a1b2c3d",
        "files": ["bot.py"],
        "time_s": 3.0,
        "duration_s": 0.414,
        "code": "bad-syntax",
        "args": {"place": "bot.py:3"},
        "reason": "bot.py:3: Invalid syntax. Version 2 keeps running.",
    }
