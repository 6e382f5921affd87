import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.protocol.report import GameReport, MissingAgent
from runtime.telemetry import read_report

WHOLE = {
    "kickabout": "report",
    "version": 1,
    "frame": 12,
    "phase": "Active",
    "pace": "lockstep",
    "speed": 31.5,
    "final": True,
    "state_hash": "abc",
    "missing": [{"agent_id": "x", "name": "X"}, {"agent_id": "y", "name": ""}],
    "overruns": 3,
    "agents": [
        {
            "agent_id": "a",
            "team": 1,
            "cars": [2, 3],
            "connected": True,
            "ready": False,
            "packets": 5,
            "answers": 4,
            "late": 1,
            "answer_ms": {"p50": 0.1, "p95": 0.2, "p99": 0.3},
            "drops": 0,
        }
    ],
    "notes": ["Bot 'x' is slow."],
}


@pytest.mark.parametrize(
    "series",
    [5, [], {}, {"length": 3, "games": [{}]}, {"length": 3, "games": [{"score": [1], "winner": 0}]}],
)
def test_a_series_of_another_shape_is_no_report(series):
    assert read_report(json.dumps({**WHOLE, "series": series}).encode()) is None


@pytest.mark.parametrize("winner", [None, 0, 1])
def test_reads_the_winner(winner):
    assert read_report(json.dumps({**WHOLE, "winner": winner}).encode()).winner == winner
    assert read_report(json.dumps(WHOLE).encode()).winner is None


def test_reads_times():
    times = {"p50": 1, "p95": 2.5, "p99": 3}
    report = read_report(json.dumps({**WHOLE, "tick_error_ms": times}).encode())
    assert report.tick_error_ms.times == (1, 2.5, 3)
    assert report.agents[0].answer_ms.times == (0.1, 0.2, 0.3)
    report = read_report(json.dumps({**WHOLE, "tick_error_ms": None}).encode())
    assert report.tick_error_ms is None
    broken = {**times, "p95": "NaN"}
    assert read_report(json.dumps({**WHOLE, "tick_error_ms": broken}).encode()) is None


def test_reads_everything():
    report = read_report(json.dumps(WHOLE).encode())
    assert (report.frame, report.speed, report.overruns, report.is_final, report.state_hash) == (
        12,
        31.5,
        3,
        True,
        "abc",
    )
    assert report.missing == (MissingAgent(agent_id="x", name="X"), MissingAgent(agent_id="y", name=""))
    assert report.notes == ("Bot 'x' is slow.",)
    assert report.refused == ""
    (agent,) = report.agents
    assert (agent.agent_id, agent.team, agent.cars) == ("a", 1, (2, 3))
    assert (agent.is_connected, agent.is_ready) == (True, False)
    assert (agent.packets, agent.answers, agent.late) == (5, 4, 1)


@pytest.mark.parametrize(("said", "session"), [({}, None), ({"session": None}, None), ({"session": 12}, 12)])
def test_reads_which_session_drives_an_agent_where_the_arena_tells(said, session):
    agent_values = WHOLE["agents"][0] | said
    (agent,) = read_report(json.dumps(WHOLE | {"agents": [agent_values]}).encode()).agents
    assert agent.session == session


@pytest.mark.parametrize(
    ("said", "is_paused", "steps_left"),
    [
        ({}, None, 0),
        ({"paused": True, "steps_left": 0}, True, 0),
        ({"paused": False, "steps_left": 0}, False, 0),
        ({"paused": False, "steps_left": 1}, False, 1),
    ],
)
def test_reads_whether_the_match_stands_still(said, is_paused, steps_left):
    report = read_report(json.dumps(WHOLE | said).encode())
    assert (report.is_paused, report.steps_left) == (is_paused, steps_left)


def test_reads_a_refusal():
    report = read_report(json.dumps(WHOLE | {"refused": "No cars.", "state_hash": None}).encode())
    assert (report.refused, report.state_hash) == ("No cars.", None)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"{",
        b"{}",
        b"[]",
        b"{\xff}",
        json.dumps(WHOLE | {"version": 2}).encode(),
        json.dumps(WHOLE | {"kickabout": "chat"}).encode(),
        json.dumps(WHOLE | {"agents": [{}]}).encode(),
        json.dumps(WHOLE | {"agents": 5}).encode(),
        json.dumps(WHOLE | {"agents": [WHOLE["agents"][0] | {"session": "x"}]}).encode(),
        json.dumps(WHOLE | {"frame": None}).encode(),
        json.dumps(WHOLE | {"frame": float("inf")}).encode(),
        json.dumps(WHOLE | {"speed": float("nan")}).encode(),
        json.dumps(WHOLE | {"speed": float("inf")}).encode(),
        b'{"a":' * 20000,
    ],
)
def test_other_content_is_not_a_report(content):
    assert read_report(content) is None


@given(
    st.dictionaries(
        st.sampled_from(sorted(WHOLE)),
        st.one_of(st.none(), st.integers(), st.floats(), st.sampled_from(["", "7", "x"]), st.lists(st.none())),
    )
)
def test_damaged_reports_are_whole_reports_or_none(damage):
    report = read_report(json.dumps(WHOLE | damage).encode())
    assert report is None or isinstance(report, GameReport)
    assert damage or report is not None


@given(st.binary(max_size=200))
def test_bytes_that_are_no_report_are_none(content):
    assert read_report(b"{" + content) is None


@pytest.mark.parametrize(("written", "is_refused"), [({}, False), ({"drawings_refused": True}, True)])
def test_refused_drawings_are_read_where_the_arena_tells_them(written, is_refused):
    agents = [{**WHOLE["agents"][0], **written}]
    report = read_report(json.dumps({**WHOLE, "agents": agents}).encode())
    assert report.agents[0].is_drawing_refused is is_refused
