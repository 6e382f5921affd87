from dataclasses import replace

import pytest

from runtime.agents.output import AgentOutput
from runtime.agents.roster import roster
from runtime.agents.table import LOST, AgentTable
from runtime.model.states import AgentState


@pytest.fixture
def lineup(bot, match_of):
    return AgentTable(roster(match_of(bot("Ada"), bot("Bob", team=1))))


def states(lineup):
    return [status.state for status in lineup.statuses]


def test_an_agent_goes_from_start_to_play(lineup, row, report):
    assert states(lineup) == [AgentState.IDLE, AgentState.IDLE]
    lineup.started("blue-1", 42)
    lineup.started("orange-1", 43)
    lineup.reported(report(row(0, ready=False), row(1, team=1, connected=False, ready=False)))
    assert states(lineup) == [AgentState.CONNECTED, AgentState.STARTING]
    assert lineup.not_connected() == ("Bob (orange-1)",)
    assert lineup.not_ready() == ("Ada (blue-1)", "Bob (orange-1)")
    lineup.reported(report(row(0), row(1, team=1)))
    assert lineup.not_ready() == ()
    lineup.match_runs()
    assert states(lineup) == [AgentState.PLAYING, AgentState.PLAYING]
    assert (lineup.statuses[0].pid, lineup.statuses[0].starts) == (42, 1)


def test_who_becomes_ready_while_the_match_runs_plays(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.match_runs()
    lineup.reported(report(row(0)))
    assert states(lineup) == [AgentState.PLAYING, AgentState.IDLE]


def test_counters_alone_are_told_by_figures_and_not_by_changes(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    assert len(lineup.changes()) == 2
    lineup.reported(report(row(0, packets=10)))
    assert lineup.changes() == ()
    assert [status.packets for status in lineup.figures()] == [10]
    assert lineup.figures() == ()


@pytest.mark.parametrize(
    ("code", "state"), [(0, AgentState.EXITED), (1, AgentState.CRASHED), (None, AgentState.CRASHED)]
)
def test_ending_unasked_is_a_fault_with_the_last_words(lineup, code, state):
    lineup.started("blue-1", 42)
    lineup.said("blue-1", ["Traceback (most recent call last):", "  File x", "ValueError: no", "", "bye"])
    lineup.ended("blue-1", code, f"exited with code {code}")
    (fault,) = lineup.faults
    assert (fault.state, fault.exit_code, fault.pid) == (state, code, None)
    assert str(fault.reason or "").startswith(f"Ended before it was ready (exited with code {code})")
    assert "ValueError: no" in str(fault.reason or "")


def test_ending_while_playing_says_so_even_after_the_connection_was_lost_first(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.match_runs()
    lineup.reported(report(row(0, connected=False, ready=False)))
    assert (lineup.faults[0].state, str(lineup.faults[0].reason or "")) == (AgentState.FAILED, LOST)
    lineup.ended("blue-1", 1, "exited with code 1")
    assert str(lineup.faults[0].reason or "") == "Ended while playing (exited with code 1)"


def test_a_lost_connection_names_what_the_server_noted_of_that_agent(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    notes = ("Bot 'Bob' is slow.", "Bot 'Ada' sent garbage.")
    lineup.reported(report(row(0, connected=False), notes=notes))
    assert str(lineup.faults[0].reason or "") == f"{LOST} Bot 'Ada' sent garbage."


def test_a_lost_connection_names_what_the_agent_said_last_where_the_server_noted_nothing(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0, ready=False)))
    lineup.said("blue-1", ["Traceback (most recent call last):", "  File x", "ValueError: no such pad"])
    lineup.reported(report(row(0, connected=False, ready=False)))
    assert str(lineup.faults[0].reason or "") == f"{LOST} Last output: ValueError: no such pad."


def test_who_comes_back_plays_on_but_an_ended_process_does_not(lineup, row, report):
    for key in ("blue-1", "orange-1"):
        lineup.started(key, 42)
    lineup.reported(report(row(0), row(1, team=1)))
    lineup.match_runs()
    lineup.reported(report(row(0, connected=False), row(1, team=1)))
    lineup.ended("orange-1", 1, "exited with code 1")
    lineup.reported(report(row(0), row(1, team=1)))
    assert states(lineup) == [AgentState.PLAYING, AgentState.CRASHED]


def test_after_stopping_every_ending_was_wanted(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.stopping()
    assert states(lineup) == [AgentState.STOPPING, AgentState.IDLE]
    lineup.reported(report(row(0, connected=False, packets=7), final=True))
    lineup.ended("blue-1", None, "killed by signal 9, SIGKILL")
    assert states(lineup) == [AgentState.STOPPED, AgentState.IDLE]
    assert lineup.statuses[0].packets == 7
    assert lineup.faults == ()


def test_a_lost_connection_stays_a_fault_when_its_process_is_stopped(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.reported(report(row(0, connected=False)))
    lineup.stopping()
    lineup.ended("blue-1", None, "killed by signal 15, SIGTERM")
    lineup.everybody_gone()
    assert [(fault.state, str(fault.reason or ""), fault.pid) for fault in lineup.faults] == [
        (AgentState.FAILED, LOST, None)
    ]


def test_a_fault_stays_a_fault_through_the_stop(lineup):
    lineup.not_started("blue-1", "Could not start: 'x' does not exist.")
    lineup.stopping()
    lineup.everybody_gone()
    assert [(fault.state, str(fault.reason or "")) for fault in lineup.faults] == [
        (AgentState.FAILED, "Could not start: 'x' does not exist.")
    ]


def test_deserted_means_no_driver_is_left(lineup, bot, script, match_of):
    assert not lineup.is_deserted
    lineup.not_started("blue-1", "no")
    assert not lineup.is_deserted
    lineup.not_started("orange-1", "no")
    assert lineup.is_deserted
    assert not AgentTable(roster(match_of(scripts=(script(),)))).is_deserted


def test_one_row_of_a_hivemind_is_about_all_its_cars(bot, match_of, row, report):
    cars = [bot("Duo", hivemind=True), bot("Duo (2)", hivemind=True, given_name="Duo")]
    lineup = AgentTable(roster(match_of(*cars)))
    lineup.started("blue-1", 1)
    lineup.reported(report(row(0, 1)))
    assert states(lineup) == [AgentState.READY]


def test_scripts_are_told_apart_by_agent_id(script, match_of, row, report):
    lineup = AgentTable(roster(match_of(scripts=(script("A", "s/a"), script("B", "s/b")))))
    lineup.started("script-1", 1)
    lineup.started("script-2", 2)
    lineup.reported(report(row(team=2, agent_id="s/a", connected=False), row(team=2, agent_id="s/b")))
    assert states(lineup) == [AgentState.STARTING, AgentState.READY]


def test_a_manual_agent_waits_for_the_user_and_then_plays(bot, match_of, row, report):
    lineup = AgentTable(roster(match_of(bot(run_command=""))))
    lineup.left_to_user("blue-1", "Start it yourself.")
    assert (lineup.statuses[0].state, str(lineup.statuses[0].reason or "")) == (AgentState.MANUAL, "Start it yourself.")
    lineup.reported(report(row(0)))
    lineup.match_runs()
    assert states(lineup) == [AgentState.PLAYING]
    lineup.stopping()
    assert states(lineup) == [AgentState.STOPPED]


def test_who_starts_while_the_match_stops_is_stopped_too(lineup):
    lineup.stopping()
    lineup.started("blue-1", 42)
    assert states(lineup) == [AgentState.STOPPING, AgentState.IDLE]
    lineup.ended("blue-1", 0, "exited with code 0")
    assert states(lineup) == [AgentState.STOPPED, AgentState.IDLE]


def test_a_manual_agent_that_never_came_was_never_started(bot, match_of):
    lineup = AgentTable(roster(match_of(bot(run_command=""))))
    lineup.left_to_user("blue-1", "Start it yourself.")
    lineup.stopping()
    assert states(lineup) == [AgentState.IDLE]


def test_behind_a_silent_server_everybody_plays_who_is_not_over(lineup):
    lineup.started("blue-1", 1)
    lineup.not_started("orange-1", "no")
    lineup.everybody_plays()
    assert states(lineup) == [AgentState.PLAYING, AgentState.FAILED]


def test_who_was_assumed_to_play_and_has_not_come_is_still_awaited(bot, match_of, row, report):
    lineup = AgentTable(roster(match_of(bot(), bot("Bo", team=1), bot("Cy", run_command=""))))
    for key, pid in (("blue-1", 1), ("orange-1", 2)):
        lineup.started(key, pid)
    lineup.left_to_user("blue-2", "Start it yourself.")
    lineup.everybody_plays(is_certain=False)
    lineup.reported(report(row(0), row(1, team=1, connected=False), row(2, connected=False)))
    assert states(lineup) == [AgentState.PLAYING, AgentState.STARTING, AgentState.MANUAL]
    assert str(lineup.status("blue-2").reason or "") == "Start it yourself."
    lineup.ended("orange-1", 3, "exited with code 3")
    assert str(lineup.status("orange-1").reason or "") == "Ended before it was ready (exited with code 3)"
    lineup.reported(report(row(0, connected=False), row(1, team=1, connected=False), row(2)))
    assert states(lineup) == [AgentState.FAILED, AgentState.CRASHED, AgentState.PLAYING]


@pytest.mark.parametrize(
    ("packets", "answers", "remark"),
    [
        (59, 0, ""),
        (60, 0, "Never answered."),
        (100, 49, "Answered only 49 of 100 frames."),
        (100, 50, ""),
        (100, 100, ""),
    ],
)
def test_who_hardly_answers_is_told_apart_from_who_does(lineup, row, report, packets, answers, remark):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.match_runs()
    lineup.reported(report(row(0, packets=packets, answers=answers)))
    assert [str(status.reason or "") for status in lineup.remarked] == ([remark] if remark else [])
    lineup.stopping()
    lineup.stopping()
    lineup.ended("blue-1", 0, "exited with code 0")
    lineup.everybody_gone()
    assert (lineup.statuses[0].state, str(lineup.statuses[0].reason or "")) == (AgentState.STOPPED, remark)
    assert lineup.faults == ()


@pytest.mark.parametrize(("frame", "remark"), [(1599, ""), (1600, "Answered nothing in the last 5 s.")])
def test_who_stops_answering_is_told_with_its_last_words(lineup, row, report, frame, remark):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.match_runs()
    lineup.reported(report(row(0, packets=1000, answers=1000), frame=1000))
    lineup.said("blue-1", ["Traceback (most recent call last):", "  File x", "OverflowError: too far."])
    lineup.reported(report(row(0, packets=frame, answers=1000), frame=frame))
    words = " Last output: OverflowError: too far."
    assert [str(status.reason or "") for status in lineup.remarked] == ([f"{remark}{words}"] if remark else [])


def test_in_a_hurried_match_only_silence_is_told(bot, match_of, row, report):
    lineup = AgentTable(roster(match_of(bot(), bot("Bob", team=1))), is_hurried=True)
    for key in ("blue-1", "orange-1"):
        lineup.started(key, 42)
    lineup.reported(report(row(0), row(1, team=1)))
    lineup.match_runs()
    lineup.reported(report(row(0, packets=500, answers=100), row(1, team=1, packets=500), frame=500))
    assert [(status.name, str(status.reason or "")) for status in lineup.remarked] == [("Bob", "Never answered.")]


def test_scripts_and_faulty_agents_are_not_asked_why_they_do_not_answer(script, bot, match_of, row, report):
    lineup = AgentTable(roster(match_of(bot(), scripts=(script(),))))
    for key in ("blue-1", "script-1"):
        lineup.started(key, 42)
    rows = row(0, packets=500), row(team=2, agent_id="tests/painter", packets=500)
    lineup.reported(report(*rows))
    lineup.match_runs()
    lineup.reported(report(*rows))
    lineup.ended("blue-1", 1, "exited with code 1")
    assert lineup.remarked == ()


def test_who_is_overdue_leaves_its_last_words(lineup):
    lineup.said("blue-1", ["loading the model"])
    assert lineup.overdue(["Ada (blue-1)"], "Did not connect") == ("Last output: loading the model.",)
    assert str(lineup.statuses[0].reason or "") == "Did not connect. Last output: loading the model."
    assert lineup.overdue(["Ada (blue-1)", "Bob (orange-1)"], "Too late") == ("Ada's last output: loading the model.",)
    assert str(lineup.statuses[1].reason or "") == "Too late."


@pytest.mark.parametrize(("later", "is_told"), [(0.0, False), (0.399, False), (0.4, True)])
def test_a_lost_connection_is_told_when_nothing_explains_it(bot, match_of, row, report, clock, later, is_told):
    lineup = AgentTable(roster(match_of(bot())), clock=clock)
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.changes()
    lineup.reported(report(row(0, connected=False)))
    clock.now += later
    assert [str(status.reason or "") for status in lineup.changes()] == ([LOST] if is_told else [])


@pytest.mark.parametrize(("later", "is_told"), [(0.399, False), (0.4, True)])
def test_a_hang_is_told_with_the_end_of_its_process_unless_that_takes_long(lineup, clock, later, is_told):
    lineup = AgentTable(lineup.agents, clock=clock)
    lineup.started("blue-1", 42)
    lineup.changes()
    lineup.hung("blue-1", 1200)
    clock.now += later
    assert [status.state for status in lineup.changes()] == ([AgentState.HUNG] if is_told else [])


def test_a_fault_is_told_when_it_is_decided_what_becomes_of_it_or_at_the_end(lineup):
    for key in ("blue-1", "orange-1"):
        lineup.started(key, 42)
    lineup.changes()
    for key in ("blue-1", "orange-1"):
        lineup.ended(key, 1, "exited with code 1")
    assert lineup.figures() == ()
    lineup.stays_out("blue-1", "That was that.")
    assert [status.key for status in lineup.changes()] == ["blue-1"]
    lineup.play_is_over()
    assert [status.key for status in lineup.changes()] == ["orange-1"]


@pytest.mark.parametrize("pid", [77, None])
def test_a_process_that_takes_over_is_one_more_start_whenever_it_is_told(lineup, row, report, pid):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.match_runs()
    agent = replace(lineup.agents[0], run_command="run me better")
    words = AgentOutput()
    words.add(["up and away"])
    lineup.taken_over(agent, pid, words, is_ready=True)
    assert states(lineup)[0] is AgentState.PLAYING
    if pid is None:
        lineup.started("blue-1", 77)
        assert states(lineup)[0] is AgentState.STARTING
    status = lineup.status("blue-1")
    assert (status.pid, status.starts, status.exit_code) == (77, 2, None)
    assert lineup.agents[0] == agent


def test_an_agent_that_takes_over_before_it_is_ready_is_awaited(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.match_runs()
    lineup.taken_over(lineup.agents[0], 77, AgentOutput(), is_ready=False)
    lineup.reported(report(row(0, connected=False)))
    assert states(lineup)[0] is AgentState.STARTING
    lineup.reported(report(row(0)))
    assert states(lineup)[0] is AgentState.PLAYING


def test_an_agent_that_is_stopped_alone_does_not_come_back_by_a_report(lineup, row, report):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.leaving("blue-1")
    lineup.reported(report(row(0)))
    assert states(lineup)[0] is AgentState.STOPPING
    lineup.ended("blue-1", None, "killed by signal 15, SIGTERM")
    lineup.leaving("orange-1")
    lineup.reported(report(row(0)))
    assert states(lineup) == [AgentState.STOPPED, AgentState.STOPPED]
    assert lineup.faults == ()


def test_a_first_process_may_have_connected_before_its_start_is_told(lineup, row, report):
    lineup.reported(report(row(0)))
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    assert states(lineup)[0] is AgentState.READY


ERROR = ["Traceback (most recent call last):", "  File x", "ValueError: no"]


def test_errors_are_counted_for_each_version(lineup, bot, match_of):
    lineup.started("blue-1", 42)
    lineup.said("blue-1", [*ERROR, *ERROR])
    assert lineup.status("blue-1").errors == 2
    lineup.started("blue-1", 43)
    lineup.said("blue-1", ERROR)
    assert lineup.status("blue-1").errors == 3
    words = AgentOutput()
    words.add(ERROR)
    lineup.taken_over(roster(match_of(bot("Ada")))[0], 44, words, is_ready=True)
    assert lineup.status("blue-1").errors == 1


@pytest.mark.parametrize(
    ("lines", "code", "reason"),
    [
        (ERROR, 1, "Ended before it was ready (how): ValueError: no"),
        (ERROR, None, "Ended before it was ready (how). Last output: ValueError: no."),
        (["aims at the pad"], 1, "Ended before it was ready (how). Last output: aims at the pad."),
        ([], 1, "Ended before it was ready (how)"),
    ],
)
def test_only_an_error_explains_an_end_and_none_explains_a_kill(lineup, lines, code, reason):
    lineup.started("blue-1", 42)
    lineup.said("blue-1", lines)
    lineup.ended("blue-1", code, "how")
    assert str(lineup.status("blue-1").reason or "") == reason
