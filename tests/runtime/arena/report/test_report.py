import json

import pytest
from msgspec.structs import replace

from runtime.arena.report.report import MAX_NOTE, MAX_NOTES, Notes, one_line, report_message
from runtime.model.interference import Interference
from runtime.model.series import Series
from runtime.model.teams import SERVER_INDEX
from runtime.protocol import pack_core, unpack_core
from runtime.protocol.report import AgentReport, GameReport, Percentiles, TrialReport
from runtime.telemetry import read_report
from runtime.texts import printable


def figures(*, is_ready):
    return AgentReport(
        agent_id="me/duo",
        name="Duo \udc80",
        team=1,
        cars=(1, 3),
        session=12,
        is_connected=True,
        is_ready=is_ready,
        packets=7,
        answers=6,
        late=1,
        drops=2,
        answer_ms=Percentiles(p50_ms=0.5, p95_ms=1.0, p99_ms=2.0),
    )


def written(report):
    return json.loads(report_message(report).content)


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
        interference=(Interference(what="StopCommand", by="Session 7", count=2, was_refused=True),),
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
        "missing": [{"agent_id": "me/duo", "name": "Duo \udc80"}],
        "overruns": 3,
        "tick_error_ms": None,
        "agents": [
            {
                "agent_id": "me/duo",
                "name": "Duo \udc80",
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
    read = read_report(report_message(GameReport(pace="2", agents=(entry,))).content).agents[0]
    assert (read.trial, read.spare) == (TrialReport(session=4, packets=9, answers=8), 3)


def test_final_and_refused():
    report = GameReport(
        pace="2", is_paused=True, is_final=True, state_hash="ab", tick_error_ms=Percentiles(), refused="No."
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
    assert read_report(report_message(GameReport(pace="2")).content).series is None
    series = Series(length=5).after((2, 1), 0).after((1, 1), None)
    assert read_report(report_message(GameReport(pace="2", series=series)).content).series == series


def test_ready_agents_are_not_missing():
    assert written(GameReport(pace="2", agents=(figures(is_ready=True),)))["missing"] == []


def test_a_full_report_has_the_index_of_no_session_and_fits_a_message():
    notes = Notes()
    for number in range(3 * MAX_NOTES):
        notes.add(f"{number} " + "\U0001f600" * MAX_NOTE)
    report = GameReport(pace="lockstep", agents=(figures(is_ready=False),) * 64, notes=notes.all)
    message = unpack_core(pack_core(report_message(report)))
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
    assert len(pack_core(report_message(GameReport(pace="lockstep", agents=(entry,) * 64)))) < 0xFFFF


@pytest.mark.parametrize("count", [MAX_NOTES - 1, MAX_NOTES, MAX_NOTES + 1])
def test_notes_are_bounded_and_the_oldest_go(count):
    notes = Notes()
    for number in range(count):
        notes.add(f"note {number}")
    assert len(notes.all) == min(count, MAX_NOTES)
    assert notes.all[-1] == f"note {count - 1}"


@pytest.mark.parametrize("length", [MAX_NOTE - 1, MAX_NOTE, MAX_NOTE + 1])
def test_lines_are_cut(length):
    line = one_line("x" * length)
    assert len(line) == min(length, MAX_NOTE)
    assert line.endswith("…") == (length > MAX_NOTE)


def test_lines_have_no_control_characters():
    assert one_line("Bot 'a\nb\x1b[31m' \u2028\U0001f600 é") == "Bot 'a�b�[31m' �\U0001f600 é"


@pytest.mark.parametrize("name", ["Bot", "a\tb", "a\nb", "太郎\u3000花子"])
def test_a_line_has_names_as_they_are_shown_elsewhere(name):
    assert one_line(f"Bot '{name}' left") == f"Bot '{printable(name)}' left"


def test_a_note_stands_once():
    notes = Notes()
    assert notes.add("a")
    assert notes.add("b")
    assert not notes.add("a")
    assert notes.all == ("a", "b")
