import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from runtime.arena.report.notes import MAX_NOTE, MAX_NOTES, Notes
from runtime.model.events import PaceMeasured
from runtime.model.interference import Interference
from runtime.model.series import Series
from runtime.model.teams import SERVER_INDEX
from runtime.protocol import pack_core, unpack_core
from runtime.protocol.report import AgentReport, GameReport, Percentiles, TrialReport, read_report


def figures(*, is_ready):
    return AgentReport(
        agent_id="me/duo",
        name="Duo \udc80",
        team=1,
        cars=(1, 3),
        is_connected=True,
        session=12,
        is_ready=is_ready,
        packets=7,
        answers=6,
        late=1,
        drops=2,
        answer=Percentiles(p50_ms=0.5, p95_ms=1.0, p99_ms=2.0),
    )


def written(report):
    return json.loads(report.to_message().content)


def test_schema():
    report = GameReport(
        frame=120,
        phase="Active",
        pace="lockstep",
        speed=20.0,
        is_paused=False,
        steps_left=4,
        overruns=3,
        agents=(figures(is_ready=False),),
        interference=(Interference(what="StopCommand", by="Session 7", count=2, refused=True),),
        notes=("Bot 'x' sent garbage and was disconnected.",),
    )
    assert written(report) == {
        "kickabout": "report",
        "version": 1,
        "frame": 120,
        "phase": "Active",
        "series": None,
        "winner": None,
        "pace": "lockstep",
        "speed": 20.0,
        "paused": False,
        "steps_left": 4,
        "final": False,
        "state_hash": None,
        "missing": [{"agent_id": "me/duo", "name": "Duo ?"}],
        "overruns": 3,
        "tick_error_ms": None,
        "agents": [
            {
                "agent_id": "me/duo",
                "name": "Duo ?",
                "team": 1,
                "cars": [1, 3],
                "connected": True,
                "ready": False,
                "session": 12,
                "standby": False,
                "trial": None,
                "spare": None,
                "swaps": 0,
                "packets": 7,
                "optional": 0,
                "answers": 6,
                "late": 1,
                "expired": 0,
                "answer_ms": {"p50": 0.5, "p95": 1.0, "p99": 2.0},
                "drops": 2,
                "drawings_refused": False,
                "note": "",
            }
        ],
        "yours": None,
        "interference": [{"what": "StopCommand", "by": "Session 7", "count": 2, "refused": True, "port": 0}],
        "notes": ["Bot 'x' sent garbage and was disconnected."],
    }


def test_a_trial_and_a_spare_are_read_as_they_are_written():
    entry = replace(figures(is_ready=True), trial=TrialReport(session=4, packets=9, answers=8), spare=3)
    read = read_report(GameReport(pace="2", agents=(entry,)).to_message().content).agents[0]
    assert (read.trial, read.spare) == (TrialReport(session=4, packets=9, answers=8), 3)


def test_final_and_refused():
    report = GameReport(
        pace="2", is_paused=True, is_final=True, state_hash="ab", tick_error=Percentiles(), refused="No."
    )
    found = written(report)
    assert found["final"] is True
    assert found["paused"] is True
    assert found["state_hash"] == "ab"
    assert found["refused"] == "No."
    assert found["phase"] == "Inactive"
    assert found["tick_error_ms"] == {"p50": 0.0, "p95": 0.0, "p99": 0.0}


def test_games_of_a_series_are_read_as_they_are_written():
    assert written(GameReport(pace="2"))["series"] is None
    assert read_report(GameReport(pace="2").to_message().content).series is None
    series = Series(length=5).after((2, 1), 0).after((1, 1), None)
    assert read_report(GameReport(pace="2", series=series).to_message().content).series == series


def test_ready_agents_are_not_missing():
    assert written(GameReport(pace="2", agents=(figures(is_ready=True),)))["missing"] == []


def test_a_full_report_has_the_index_of_no_session_and_fits_a_message():
    notes = Notes()
    for number in range(3 * MAX_NOTES):
        notes.add(f"{number} " + "\U0001f600" * MAX_NOTE)
    report = GameReport(pace="lockstep", agents=(figures(is_ready=False),) * 64, notes=notes.all)
    message = unpack_core(pack_core(report.to_message()))
    assert (message.index, message.team, message.team_only, message.display) == (SERVER_INDEX, 3, False, None)
    assert len(pack_core(message)) < 0xFFFF


@pytest.mark.parametrize(("length", "kept"), [(100, 100), (400, 200), (60_000, 200)])
def test_names_are_cut_where_they_do_not_fit(length, kept):
    entry = replace(figures(is_ready=False), name="n" * length, agent_id="i" * length)
    report = written(GameReport(pace="lockstep", agents=(entry,) * 40))
    for told in (report["agents"][-1], report["missing"][0]):
        assert (len(told["name"]), len(told["agent_id"])) == (kept, kept)


def test_names_of_64_agents_fit_the_wire():
    entry = replace(figures(is_ready=False), name="\U0001f600" * 900, agent_id="\U0001f600" * 900)
    assert len(pack_core(GameReport(pace="lockstep", agents=(entry,) * 64).to_message())) < 0xFFFF


WHOLE = {
    "kickabout": "report",
    "version": 1,
    "frame": 12,
    "phase": "Active",
    "pace": "lockstep",
    "speed": 31.5,
    "final": True,
    "state_hash": "abc",
    "missing": [{"agent_id": "a", "name": ""}],
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
    [5, [], {"length": 3, "games": [{}]}, {"length": 3, "games": [{"score": [1], "winner": 0}]}],
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
    assert report.lateness_ms == (1, 2.5, 3)
    assert report.agents[0].answer_ms == (0.1, 0.2, 0.3)
    idle = {**WHOLE["agents"][0], "answers": 0}
    report = read_report(json.dumps({**WHOLE, "tick_error_ms": None, "agents": [idle]}).encode())
    assert (report.lateness_ms, report.agents[0].answer_ms) == (None, None)
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
    assert report.missing == ("a",)
    assert report.notes == ("Bot 'x' is slow.",)
    assert report.refused is None
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
    assert report.pace_measured == PaceMeasured(speed=31.5, overruns=3, is_paused=is_paused, steps_left=steps_left)


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
