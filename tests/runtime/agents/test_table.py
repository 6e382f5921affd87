from dataclasses import replace

import pytest

from runtime.agents.agent_entry import RETURN_S
from runtime.agents.output import AgentOutput
from runtime.agents.roster import roster
from runtime.agents.state import AgentEvent
from runtime.agents.table import AgentTable
from runtime.model.messages import literal
from runtime.model.states import AgentState, SwapMode

LOST = "Its connection to the server ended."


@pytest.fixture
def table(bot, match_of):
    return AgentTable(roster(match_of(bot("Ada"), bot("Bob", team=1))))


def states(table):
    return [status.state for status in table.statuses]


def test_an_agent_goes_from_start_to_play(table, row, report):
    assert states(table) == [AgentState.IDLE, AgentState.IDLE]
    table["blue-1"].started(42)
    table["orange-1"].started(43)
    table.reported(report(row(0, ready=False), row(1, team=1, connected=False, ready=False)))
    assert states(table) == [AgentState.CONNECTED, AgentState.STARTING]
    assert table.not_connected() == ("Bob (orange-1)",)
    assert table.not_ready() == ("Ada (blue-1)", "Bob (orange-1)")
    table.reported(report(row(0), row(1, team=1)))
    assert table.not_ready() == ()
    table.kickoff()
    assert states(table) == [AgentState.PLAYING, AgentState.PLAYING]
    assert (table.statuses[0].pid, table.statuses[0].starts) == (42, 1)


def test_an_agent_that_becomes_ready_during_the_match_plays(table, row, report):
    table["blue-1"].started(42)
    table.kickoff()
    table.reported(report(row(0)))
    assert states(table) == [AgentState.PLAYING, AgentState.IDLE]


def test_counters_alone_are_told_by_figures_and_not_by_changes(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    assert len(table.changes()) == 2
    table.reported(report(row(0, packets=10)))
    assert table.changes() == ()
    assert [status.packets for status in table.figures()] == [10]
    assert table.figures() == ()


@pytest.mark.parametrize(
    ("code", "state"), [(0, AgentState.EXITED), (1, AgentState.CRASHED), (None, AgentState.CRASHED)]
)
def test_ending_unasked_is_a_fault_with_the_last_words(table, code, state):
    table["blue-1"].started(42)
    table["blue-1"].printed(["Traceback (most recent call last):", "  File x", "ValueError: no", "", "bye"])
    table["blue-1"].ended(code, f"exited with code {code}")
    (fault,) = table.faults
    assert (fault.state, fault.exit_code, fault.pid) == (state, code, None)
    assert str(fault.reason or "").startswith(f"Ended before it was ready (exited with code {code})")
    assert "ValueError: no" in str(fault.reason or "")


def test_ending_while_playing_says_so_even_after_the_connection_was_lost_first(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.kickoff()
    table.reported(report(row(0, connected=False, ready=False)))
    assert (table.faults[0].state, str(table.faults[0].reason or "")) == (AgentState.FAILED, LOST)
    table["blue-1"].ended(1, literal("exited with code 1"))
    assert str(table.faults[0].reason or "") == "Ended while playing (exited with code 1)."


def test_a_lost_connection_names_what_the_server_noted_of_that_agent(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.reported(report(row(0, connected=False, note="Bot 'Ada' sent garbage.")))
    assert str(table.faults[0].reason or "") == f"{LOST} Bot 'Ada' sent garbage."


def test_a_lost_connection_names_what_the_agent_said_last_where_the_server_noted_nothing(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0, ready=False)))
    table["blue-1"].printed(["Traceback (most recent call last):", "  File x", "ValueError: no such pad"])
    table.reported(report(row(0, connected=False, ready=False)))
    assert str(table.faults[0].reason or "") == f"{LOST} Last output: ValueError: no such pad."


def test_a_returning_agent_plays_on_but_an_ended_process_does_not(table, row, report):
    for key in ("blue-1", "orange-1"):
        table[key].started(42)
    table.reported(report(row(0), row(1, team=1)))
    table.kickoff()
    table.reported(report(row(0, connected=False), row(1, team=1)))
    table["orange-1"].ended(1, literal("exited with code 1"))
    table.reported(report(row(0), row(1, team=1)))
    assert states(table) == [AgentState.PLAYING, AgentState.CRASHED]


def test_after_stopping_every_ending_was_wanted(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.stopping()
    assert states(table) == [AgentState.STOPPING, AgentState.IDLE]
    table.reported(report(row(0, connected=False, packets=7), final=True))
    table["blue-1"].ended(None, literal("killed by signal 9, SIGKILL"))
    assert states(table) == [AgentState.STOPPED, AgentState.IDLE]
    assert table.statuses[0].packets == 7
    assert table.faults == ()


def test_a_lost_connection_stays_a_fault_when_its_process_is_stopped(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.reported(report(row(0, connected=False)))
    table.stopping()
    table["blue-1"].ended(None, literal("killed by signal 15, SIGTERM"))
    table.all_gone()
    assert [(fault.state, str(fault.reason or ""), fault.pid) for fault in table.faults] == [
        (AgentState.FAILED, LOST, None)
    ]


def test_a_fault_stays_a_fault_through_the_stop(table):
    table["blue-1"].not_started(literal("Could not start: 'x' does not exist."))
    table.stopping()
    table.all_gone()
    assert [(fault.state, str(fault.reason or "")) for fault in table.faults] == [
        (AgentState.FAILED, "Could not start: 'x' does not exist.")
    ]


@pytest.mark.parametrize(("later", "is_over"), [(RETURN_S - 0.1, False), (RETURN_S, True), (RETURN_S + 0.1, True)])
@pytest.mark.parametrize("is_manual", [False, True])
def test_agents_without_a_connection_may_come_back_for_a_while(
    bot, match_of, row, report, clock, later, is_over, is_manual
):
    table = AgentTable(roster(match_of(bot(run_command="" if is_manual else "run me"))), clock=clock)
    if not is_manual:
        table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.reported(report(row(0, connected=False)))
    clock.now += later
    assert (table.is_deserted, bool(table.out)) == (is_over, is_over)
    table.reported(report(row(0)))
    assert (table.is_deserted, table.out) == (False, ())


def test_an_agent_whose_process_is_being_killed_is_not_out_yet(table):
    for key in ("blue-1", "orange-1"):
        table[key].started(42)
        table[key].hung(1200)
    assert (table.out, table.is_deserted) == ((), False)
    for key in ("blue-1", "orange-1"):
        table[key].ended(None, literal("killed by signal 9, SIGKILL"))
    assert [status.state for status in table.out] == [AgentState.HUNG] * 2
    assert (table.statuses[0].pid, table.statuses[0].exit_code, table.is_deserted) == (None, None, True)


@pytest.mark.parametrize(
    ("modes", "out"),
    [
        ({}, ["blue-1", "orange-1"]),
        ({"blue-1": SwapMode.ASK}, ["blue-1", "orange-1"]),
        ({"blue-1": SwapMode.AUTO}, ["orange-1"]),
        ({"blue-1": SwapMode.AUTO, "orange-1": SwapMode.AUTO}, []),
    ],
)
def test_a_save_brings_back_only_the_agents_that_are_swapped_on_save(table, modes, out):
    for key, mode in modes.items():
        table[key].update(swap_mode=mode)
    for key in ("blue-1", "orange-1"):
        table[key].not_started(literal("no"))
    assert [status.key for status in table.out] == out
    assert table.is_deserted is (len(out) == 2)


def test_a_match_without_agents_is_not_deserted(match_of):
    assert not AgentTable(roster(match_of())).is_deserted


def test_deserted_means_no_driver_is_left(table, bot, script, match_of):
    assert not table.is_deserted
    table["blue-1"].not_started(literal("no"))
    assert not table.is_deserted
    table["orange-1"].not_started(literal("no"))
    assert table.is_deserted
    assert not AgentTable(roster(match_of(scripts=(script(),)))).is_deserted


def test_one_row_of_a_hivemind_is_about_all_its_cars(bot, match_of, row, report):
    cars = [bot("Duo", hivemind=True), bot("Duo (2)", hivemind=True, given_name="Duo")]
    table = AgentTable(roster(match_of(*cars)))
    table["blue-1"].started(1)
    table.reported(report(row(0, 1)))
    assert states(table) == [AgentState.READY]


def test_scripts_are_told_apart_by_agent_id(script, match_of, row, report):
    table = AgentTable(roster(match_of(scripts=(script("A", "s/a"), script("B", "s/b")))))
    table["script-1"].started(1)
    table["script-2"].started(2)
    table.reported(report(row(team=2, agent_id="s/a", connected=False), row(team=2, agent_id="s/b")))
    assert states(table) == [AgentState.STARTING, AgentState.READY]


def test_a_manual_agent_waits_for_the_user_and_then_plays(bot, match_of, row, report):
    table = AgentTable(roster(match_of(bot(run_command=""))))
    table["blue-1"].left_to_user(literal("Start it yourself."))
    assert (table.statuses[0].state, str(table.statuses[0].reason or "")) == (AgentState.MANUAL, "Start it yourself.")
    table.reported(report(row(0)))
    table.kickoff()
    assert states(table) == [AgentState.PLAYING]
    table.stopping()
    assert states(table) == [AgentState.STOPPED]


def test_an_agent_that_starts_while_the_match_stops_is_stopped_too(table):
    table.stopping()
    table["blue-1"].started(42)
    assert states(table) == [AgentState.STOPPING, AgentState.IDLE]
    table["blue-1"].ended(0, literal("exited with code 0"))
    assert states(table) == [AgentState.STOPPED, AgentState.IDLE]


def test_a_manual_agent_that_never_came_was_never_started(bot, match_of):
    table = AgentTable(roster(match_of(bot(run_command=""))))
    table["blue-1"].left_to_user(literal("Start it yourself."))
    table.stopping()
    assert states(table) == [AgentState.IDLE]


def test_behind_a_silent_server_everybody_plays_who_is_not_over(table):
    table["blue-1"].started(1)
    table["orange-1"].not_started(literal("no"))
    table.kickoff_for_all()
    assert states(table) == [AgentState.PLAYING, AgentState.FAILED]


def test_an_agent_assumed_to_play_that_has_not_connected_is_still_awaited(bot, match_of, row, report):
    table = AgentTable(roster(match_of(bot(), bot("Bo", team=1), bot("Cy", run_command=""))))
    for key, pid in (("blue-1", 1), ("orange-1", 2)):
        table[key].started(pid)
    table["blue-2"].left_to_user(literal("Start it yourself."))
    table.kickoff_for_all(is_certain=False)
    table.reported(report(row(0), row(1, team=1, connected=False), row(2, connected=False)))
    assert states(table) == [AgentState.PLAYING, AgentState.STARTING, AgentState.MANUAL]
    assert str(table["blue-2"].status.reason or "") == "Start it yourself."
    table["orange-1"].ended(3, literal("exited with code 3"))
    assert str(table["orange-1"].status.reason or "") == "Ended before it was ready (exited with code 3)."
    table.reported(report(row(0, connected=False), row(1, team=1, connected=False), row(2)))
    assert states(table) == [AgentState.FAILED, AgentState.CRASHED, AgentState.PLAYING]


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
def test_rare_answers_differ_from_none(table, row, report, packets, answers, remark):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.kickoff()
    table.reported(report(row(0, packets=packets, answers=answers)))
    assert [str(status.reason or "") for status in table.remarked] == ([remark] if remark else [])
    table.stopping()
    table.stopping()
    table["blue-1"].ended(0, literal("exited with code 0"))
    table.all_gone()
    assert (table.statuses[0].state, str(table.statuses[0].reason or "")) == (AgentState.STOPPED, remark)
    assert table.faults == ()


@pytest.mark.parametrize(("frame", "remark"), [(1599, ""), (1600, "Answered nothing in the last 5 s.")])
def test_an_agent_that_stops_answering_is_reported_with_its_last_output(table, row, report, frame, remark):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.kickoff()
    table.reported(report(row(0, packets=1000, answers=1000), frame=1000))
    table["blue-1"].printed(["Traceback (most recent call last):", "  File x", "OverflowError: too far."])
    table.reported(report(row(0, packets=frame, answers=1000), frame=frame))
    words = " Last output: OverflowError: too far."
    assert [str(status.reason or "") for status in table.remarked] == ([f"{remark}{words}"] if remark else [])


def test_in_a_hurried_match_only_silence_is_told(bot, match_of, row, report):
    table = AgentTable(roster(match_of(bot(), bot("Bob", team=1))), is_fast_paced=True)
    for key in ("blue-1", "orange-1"):
        table[key].started(42)
    table.reported(report(row(0), row(1, team=1)))
    table.kickoff()
    table.reported(report(row(0, packets=500, answers=100), row(1, team=1, packets=500), frame=500))
    assert [(status.name, str(status.reason or "")) for status in table.remarked] == [("Bob", "Never answered.")]


def test_scripts_and_faulty_agents_are_not_asked_why_they_do_not_answer(script, bot, match_of, row, report):
    table = AgentTable(roster(match_of(bot(), scripts=(script(),))))
    for key in ("blue-1", "script-1"):
        table[key].started(42)
    rows = row(0, packets=500), row(team=2, agent_id="tests/painter", packets=500)
    table.reported(report(*rows))
    table.kickoff()
    table.reported(report(*rows))
    table["blue-1"].ended(1, literal("exited with code 1"))
    assert table.remarked == ()


def test_an_overdue_agent_is_reported_with_its_last_output(table):
    table["blue-1"].printed(["loading the model"])
    (said,) = table.overdue(["Ada (blue-1)"], literal("Did not connect."))
    assert str(said) == "Last output: loading the model."
    assert str(table.statuses[0].reason) == "Did not connect. Last output: loading the model."
    (said,) = table.overdue(["Ada (blue-1)", "Bob (orange-1)"], literal("Too late."))
    assert str(said) == "Ada's last output: loading the model."
    assert str(table.statuses[1].reason) == "Too late."


@pytest.mark.parametrize(("later", "is_told"), [(0.0, False), (0.399, False), (0.4, True)])
def test_a_lost_connection_is_told_when_nothing_explains_it(bot, match_of, row, report, clock, later, is_told):
    table = AgentTable(roster(match_of(bot())), clock=clock)
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.changes()
    table.reported(report(row(0, connected=False)))
    clock.now += later
    assert [str(status.reason or "") for status in table.changes()] == ([LOST] if is_told else [])


@pytest.mark.parametrize(("later", "is_told"), [(0.399, False), (0.4, True)])
def test_a_hang_is_told_with_the_end_of_its_process_unless_that_takes_long(table, clock, later, is_told):
    table = AgentTable(table.agents, clock=clock)
    table["blue-1"].started(42)
    table.changes()
    table["blue-1"].hung(1200)
    clock.now += later
    assert [status.state for status in table.changes()] == ([AgentState.HUNG] if is_told else [])


def test_the_reason_of_a_hang_names_the_place_in_the_printed_stack(table):
    table["blue-1"].started(42)
    table["blue-1"].hung(1200)
    place = f"{table['blue-1'].agent.root_dir}/bot.py"
    table["blue-1"].printed(["Current thread 0x1 (most recent call first):", f'  File "{place}", line 14 in think'])
    table["blue-1"].ended(None, literal("killed by signal 15, SIGTERM"))
    status = table["blue-1"].status
    assert str(status.reason).endswith("so it was killed. It hung at bot.py:14.")
    assert (status.errors, status.state) == (0, AgentState.HUNG)
    table["blue-1"].restarts(literal("Restarts."))
    table["blue-1"].started(43)
    table.kickoff_for_all()
    assert str(table.remarked[0].reason).endswith("It hung at bot.py:14.")


def test_a_fault_is_told_when_it_is_decided_what_becomes_of_it_or_at_the_end(table):
    for key in ("blue-1", "orange-1"):
        table[key].started(42)
    table.changes()
    for key in ("blue-1", "orange-1"):
        table[key].ended(1, literal("exited with code 1"))
    assert table.figures() == ()
    table["blue-1"].stays_out(literal("That was that."))
    assert [status.key for status in table.changes()] == ["blue-1"]
    table.play_ended()
    assert [status.key for status in table.changes()] == ["orange-1"]


@pytest.mark.parametrize("pid", [77, None])
def test_a_process_that_takes_over_is_one_more_start_whenever_it_is_told(table, row, report, pid):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.kickoff()
    agent = replace(table.agents[0], run_command="run me better")
    words = AgentOutput()
    words.add(["up and away"])
    table[agent.key].taken_over(agent, pid, words, is_ready=True)
    assert states(table)[0] is AgentState.PLAYING
    if pid is None:
        table["blue-1"].started(77)
        assert states(table)[0] is AgentState.STARTING
    status = table["blue-1"].status
    assert (status.pid, status.starts, status.exit_code) == (77, 2, None)
    assert table.agents[0] == agent


def test_an_agent_that_takes_over_before_it_is_ready_is_awaited(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table.kickoff()
    table["blue-1"].taken_over(table.agents[0], 77, AgentOutput(), is_ready=False)
    table.reported(report(row(0, connected=False)))
    assert states(table)[0] is AgentState.STARTING
    table.reported(report(row(0)))
    assert states(table)[0] is AgentState.PLAYING


def test_an_agent_that_is_stopped_alone_does_not_come_back_by_a_report(table, row, report):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table["blue-1"].leaves()
    table.reported(report(row(0)))
    assert states(table)[0] is AgentState.STOPPING
    table["blue-1"].ended(None, literal("killed by signal 15, SIGTERM"))
    table["orange-1"].leaves()
    table.reported(report(row(0)))
    assert states(table) == [AgentState.STOPPED, AgentState.STOPPED]
    assert table.faults == ()


def test_a_first_process_may_have_connected_before_its_start_is_told(table, row, report):
    table.reported(report(row(0)))
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    assert states(table)[0] is AgentState.READY


ERROR = ["Traceback (most recent call last):", "  File x", "ValueError: no"]
PLACED = ["Traceback (most recent call last):", '  File "bot.py", line 7, in play', "ValueError: no"]


@pytest.mark.parametrize("is_restart", [False, True])
def test_a_start_on_request_forgets_the_last_error_and_a_restart_after_a_crash_keeps_it(
    table, bot, match_of, is_restart
):
    (agent,) = roster(match_of(bot()))
    table = AgentTable((agent,))
    table[agent.key].launched(agent)
    table[agent.key].started(7)
    table[agent.key].printed(["Traceback (most recent call last):", "ValueError: no"])
    table[agent.key].ended(1, literal("exited with code 1"))
    if is_restart:
        table[agent.key].restarts(literal("It restarts."))
    table[agent.key].launched(agent, is_restart=is_restart)
    table[agent.key].started(8)
    status = table[agent.key].status
    assert status.last_error == ("ValueError: no" if is_restart else "")
    assert (status.errors, status.traceback is not None) == ((1, True) if is_restart else (0, False))


def test_errors_are_counted_and_the_last_is_named_for_each_version(table, bot, match_of):
    def errors():
        status = table["blue-1"].status
        return status.errors, status.last_error

    table["blue-1"].started(42)
    table["blue-1"].printed([*ERROR, *PLACED, "bye"])
    assert errors() == (2, "bot.py:7: ValueError: no")
    table["blue-1"].started(43)
    table["blue-1"].printed(["hello"])
    assert errors() == (2, "bot.py:7: ValueError: no")
    table["blue-1"].printed(["Traceback (most recent call last):", "KeyError: 1."])
    assert errors() == (3, "KeyError: 1")
    words = AgentOutput()
    words.add(PLACED)
    table["blue-1"].taken_over(roster(match_of(bot("Ada")))[0], 44, words, is_ready=True)
    assert errors() == (1, "bot.py:7: ValueError: no")
    table["blue-1"].taken_over(roster(match_of(bot("Ada")))[0], 45, AgentOutput(), is_ready=True)
    assert errors() == (0, "")


@pytest.mark.parametrize(
    ("lines", "code", "reason"),
    [
        (ERROR, 1, "Ended before it was ready (how): ValueError: no."),
        (ERROR, None, "Ended before it was ready (how). Last output: ValueError: no."),
        (["aims at the pad"], 1, "Ended before it was ready (how). Last output: aims at the pad."),
        ([], 1, "Ended before it was ready (how)."),
    ],
)
def test_only_an_error_explains_an_end_and_none_explains_a_kill(table, lines, code, reason):
    table["blue-1"].started(42)
    table["blue-1"].printed(lines)
    table["blue-1"].ended(code, literal("how"))
    assert str(table["blue-1"].status.reason or "") == reason


@pytest.fixture
def restarted(bot, match_of, row, report):
    """A table in which Ada played in session 5 and was restarted on request; her new process has not been reported."""
    table = AgentTable(roster(match_of(bot("Ada"))))
    table["blue-1"].started(42)
    table.reported(report(row(0, session=5)))
    table.kickoff()
    table["blue-1"].apply(AgentEvent.RECALLED)
    table["blue-1"].launched(table.agents[0])
    return table


def test_the_end_of_the_former_session_is_not_blamed_on_the_new_process(restarted, row, report):
    restarted["blue-1"].started(43)
    for _ in range(3):
        restarted.reported(report(row(0, session=5)))
        assert states(restarted) == [AgentState.STARTING]
    restarted.reported(report(row(0, connected=False, ready=False)))
    assert states(restarted) == [AgentState.STARTING]
    restarted.reported(report(row(0, session=6)))
    assert states(restarted) == [AgentState.PLAYING]
    restarted.reported(report(row(0, connected=False, ready=False)))
    assert [str(fault.reason or "") for fault in restarted.faults] == [LOST]


def test_a_session_may_follow_the_former_one_between_two_reports(restarted, row, report):
    restarted["blue-1"].started(43)
    restarted.reported(report(row(0, session=5)))
    restarted.reported(report(row(0, session=6, ready=False)))
    assert states(restarted) == [AgentState.CONNECTED]


def test_a_session_that_is_told_before_the_start_of_its_process_is_the_new_one(restarted, row, report):
    restarted.reported(report(row(0, session=6)))
    restarted["blue-1"].started(43)
    restarted.reported(report(row(0, session=6)))
    assert states(restarted) == [AgentState.PLAYING]


def test_after_another_restart_the_session_between_is_a_former_one_too(restarted, row, report):
    restarted["blue-1"].started(43)
    restarted.reported(report(row(0, session=6)))
    restarted["blue-1"].apply(AgentEvent.RECALLED)
    restarted["blue-1"].launched(restarted.agents[0])
    restarted["blue-1"].started(44)
    restarted.reported(report(row(0, session=6)))
    assert states(restarted) == [AgentState.STARTING]
    restarted.reported(report(row(0, session=7)))
    assert states(restarted) == [AgentState.PLAYING]


def test_an_arena_that_numbers_no_sessions_is_taken_at_its_word(restarted, row, report):
    restarted["blue-1"].started(43)
    restarted.reported(report(row(0)))
    assert states(restarted) == [AgentState.PLAYING]
