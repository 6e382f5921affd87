from dataclasses import replace
from pathlib import Path

import pytest

from runtime.agents.output import AgentOutput
from runtime.agents.program import LaunchContext
from runtime.agents.restart import AgentRestarter
from runtime.agents.roster import roster
from runtime.agents.table import AgentTable
from runtime.documents import NO_RESTARTS, RestartPolicy
from runtime.games import ServerAddress
from runtime.model.messages import literal
from runtime.model.states import AgentEnding, AgentState

LOST = "Its connection to the server ended."
POLICY = RestartPolicy(limit=3, limit_in_window=None, backoff_s=2.0, longest_backoff_s=None, hang_frames=1200)
CONTEXT = LaunchContext(server=ServerAddress("127.0.0.1", 1), python=Path())
ALL = ("blue-1", "orange-1", "script-1")


class Actions:
    """Replaces the launcher and the sessions that stop cars; records the calls."""

    def __init__(self, table, monkeypatch):
        self.table = table
        self.processes = self
        self.context = CONTEXT
        self.asked = []
        self.is_busy = False
        monkeypatch.setattr("runtime.agents.restart.CarStopper", self.stopper)

    def stopper(self, agent, *_, **__):
        self.asked.append(("stand down", agent.key))
        return Stopper(self)

    def playing(self, key):
        return None

    def launch(self, agent, *, is_restart):
        self.asked.append(("relaunch", agent.key))
        self.table[agent.key].launched(agent, is_restart=is_restart)

    def end_hanging(self, key, *, reason):
        assert reason == self.table[key].status.reason
        self.asked.append(("kill", key))

    def stop_playing(self, key, *, reason):
        assert reason == self.table[key].status.reason
        self.asked.append(("stop", key))

    def count(self, what, key):
        return self.asked.count((what, key))


class Stopper:
    def __init__(self, actions):
        self.actions = actions

    @property
    def is_done(self):
        return not self.actions.is_busy

    def tick(self):
        pass

    def close(self):
        self.actions.asked.append(("close", ""))


@pytest.fixture
def table(bot, script, match_of, clock):
    cars = bot("Ada"), bot("Bob", team=1, agent_id="tests/bob")
    return AgentTable(roster(match_of(*cars, scripts=(script(),))), clock=clock)


@pytest.fixture
def actions(table, monkeypatch):
    return Actions(table, monkeypatch)


@pytest.fixture
def recovery_of(table, actions, clock):
    return lambda policy=POLICY: AgentRestarter(policy=policy, table=table, launcher=actions, ready_s=90.0, clock=clock)


@pytest.fixture
def playing(table, row, report):
    """All agents play; returns a function that reports a frame and the number of answers so far."""

    def rows(answers=0, packets=0, **values):
        return (
            row(0, packets=packets, answers=answers, **values),
            row(1, team=1, packets=packets, answers=answers),
            row(team=2, agent_id="tests/painter"),
        )

    for pid, key in enumerate(ALL, start=42):
        table[key].started(pid)
    table.reported(report(*rows()))
    table.kickoff()

    def play(frame, answers=0, packets=None, **values):
        packets = frame if packets is None else packets
        table.reported(report(*rows(answers, packets, **values), frame=frame))

    return play


@pytest.fixture
def unreported(table):
    """All agents play on a server that sends no reports."""
    for pid, key in enumerate(ALL, start=42):
        table[key].started(pid)
    table.kickoff_for_all()


def state(table, key="blue-1"):
    return table[key].status.state


def test_an_agent_that_crashes_while_playing_is_restarted_after_the_wait(table, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    table["blue-1"].printed(["Traceback (most recent call last):", "ValueError: no"])
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    status = table["blue-1"].status
    assert (status.state, status.ending) == (AgentState.RESTARTING, AgentEnding.CRASH)
    assert (
        str(status.reason or "")
        == "Ended while playing (exited with code 1): ValueError: no. Restarts in 2 s (1 of 3)."
    )
    assert actions.count("stand down", "blue-1") == 0
    assert not table.is_deserted
    clock.now += 1.999
    recovery.tick()
    assert actions.count("relaunch", "blue-1") == 0
    clock.now += 0.001
    recovery.tick()
    recovery.tick()
    assert actions.count("relaunch", "blue-1") == 1
    table["blue-1"].started(77)
    status = table["blue-1"].status
    assert (status.state, status.starts, status.restarts) == (AgentState.STARTING, 2, 1)
    assert (status.reason, status.ending, recovery.take_lost()) == (None, None, ())


def test_its_cars_are_stopped_if_the_server_does_not_do_it(table, actions, recovery_of, unreported):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    assert actions.count("stand down", "blue-1") == 1


def test_a_restart_that_has_to_wait_is_tried_again(table, actions, clock, recovery_of, unreported):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    actions.is_busy = True
    recovery.tick()
    clock.now += 2
    recovery.tick()
    assert actions.count("relaunch", "blue-1") == 0
    actions.is_busy = False
    recovery.tick()
    recovery.tick()
    recovery.tick()
    assert actions.count("relaunch", "blue-1") == 1


def test_when_nothing_is_left_the_reason_says_so_and_the_agent_is_out(table, actions, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, limit=1))
    for pid in (77, 78):
        table["blue-1"].ended(None, literal("killed by signal 11, SIGSEGV"))
        recovery.tick()
        clock.now += 10
        recovery.tick()
        if state(table) is AgentState.RESTARTING:
            table["blue-1"].started(pid)
    (out,) = recovery.take_lost()
    assert (out.key, out.state, out.restarts) == ("blue-1", AgentState.CRASHED, 1)
    assert str(out.reason or "") == (
        "Ended before it was ready (killed by signal 11, SIGSEGV). No restarts left: the match allows 1."
    )
    assert recovery.take_lost() == ()
    assert actions.count("relaunch", "blue-1") == 1
    assert table.faults == (out,)


@pytest.mark.parametrize(
    ("code", "is_ready", "ending", "words"),
    [
        (1, True, AgentEnding.CRASH, "Ended while playing (how)."),
        (0, True, AgentEnding.LEFT, "Left while playing (how)."),
        (None, True, AgentEnding.CRASH, "Ended while playing (how)."),
        (0, False, AgentEnding.BEFORE_READY, "Ended before it was ready (how)."),
        (1, False, AgentEnding.BEFORE_READY, "Ended before it was ready (how)."),
    ],
)
def test_every_ending_has_words_of_its_own(table, recovery_of, playing, code, is_ready, ending, words):
    recovery = recovery_of(NO_RESTARTS)
    if not is_ready:
        table["blue-1"].started(77)
    table["blue-1"].ended(code, literal("how"))
    recovery.tick()
    status = table["blue-1"].status
    assert (status.ending, str(status.reason or "")) == (ending, words)
    assert [out.key for out in recovery.take_lost()] == ["blue-1"]


def test_a_ready_agent_that_ends_before_the_kickoff_is_no_crash_while_playing(table, row, report, recovery_of):
    table["blue-1"].started(42)
    table.reported(report(row(0)))
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery_of(NO_RESTARTS).tick()
    assert str(table["blue-1"].status.reason or "") == "Ended before the kickoff (exited with code 1)."


def test_before_the_match_runs_there_is_one_restart_without_standing_down(table, actions, clock, recovery_of):
    recovery = recovery_of()
    table["blue-1"].started(42)
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    assert table.faults == ()
    assert "Restarts in 1 s (1 of 1 before the match)." in str(table["blue-1"].status.reason or "")
    assert "Ada (blue-1)" in table.not_connected()
    clock.now += 1
    recovery.tick()
    table["blue-1"].started(77)
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    assert state(table) is AgentState.CRASHED
    assert "only one is allowed before kickoff" in str(table.faults[0].reason or "")
    assert actions.asked == [("relaunch", "blue-1")]


def test_an_agent_that_is_stopped_in_the_moment_in_which_it_ends_is_not_restarted(table, actions, clock, recovery_of):
    recovery = recovery_of()
    table["blue-1"].started(42)
    table["blue-1"].ended(1, literal("exited with code 1"))
    table["blue-1"].leaves()
    recovery.tick()
    clock.now += 100
    recovery.tick()
    assert (state(table), actions.asked, recovery.take_lost()) == (AgentState.CRASHED, [], ())


def test_a_program_that_cannot_be_started_is_not_tried_again(table, recovery_of, actions, playing):
    recovery = recovery_of()
    table["blue-1"].not_started(literal("Could not start: 'x' does not exist."))
    table["orange-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    assert state(table) is AgentState.FAILED
    assert table["blue-1"].status.ending is AgentEnding.NOT_STARTED
    assert [out.key for out in recovery.take_lost()] == ["blue-1"]


@pytest.mark.parametrize(("code", "is_restarted"), [(0, False), (1, True), (None, True)])
def test_a_script_that_is_done_is_not_started_again(table, actions, recovery_of, playing, code, is_restarted):
    recovery = recovery_of()
    table["script-1"].ended(code, literal("how"))
    recovery.tick()
    assert (state(table, "script-1") is AgentState.RESTARTING) is is_restarted
    assert recovery.take_lost() == ()
    assert actions.count("stand down", "script-1") == 0


def test_an_agent_that_the_user_started_is_not_restarted(bot, match_of, row, report, clock, monkeypatch):
    table = AgentTable(roster(match_of(bot(run_command=""))), clock=clock)
    actions = Actions(table, monkeypatch)
    recovery = AgentRestarter(policy=POLICY, table=table, launcher=actions, ready_s=90.0, clock=clock)
    table["blue-1"].left_to_user(literal("Start it yourself."))
    table.reported(report(row(0)))
    table.kickoff()
    table.reported(report(row(0, connected=False)))
    for frame in (0, 5000):
        clock.now += 100
        table.reported(report(row(0, connected=False), frame=frame))
        recovery.tick()
    assert (state(table), str(table["blue-1"].status.reason or "")) == (AgentState.FAILED, LOST)
    assert actions.asked == []
    table.reported(report(row(0)))
    assert state(table) is AgentState.PLAYING


def test_a_stopped_agent_is_not_restarted(table, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    table["blue-1"].leaves()
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    assert (state(table), table["blue-1"].status.ending) == (AgentState.STOPPED, AgentEnding.STOPPED)
    assert actions.asked == []


def test_an_agent_stopped_while_it_waits_for_its_restart_stays_stopped(table, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    table["blue-1"].leaves()
    clock.now += 100
    recovery.tick()
    assert state(table) is AgentState.STOPPED
    assert actions.count("relaunch", "blue-1") == 0


def test_a_new_version_has_a_quota_of_its_own(table, actions, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, limit=1))
    for pid in range(3):
        table["blue-1"].ended(1, literal("exited with code 1"))
        recovery.tick()
        assert str(table["blue-1"].status.reason or "").endswith("Restarts in 2 s (1 of 1).")
        table["blue-1"].launched(table["blue-1"].agent)
        table["blue-1"].started(77 + pid)
        clock.now += 80
        recovery.tick()
    assert actions.asked == []
    assert (table["blue-1"].status.starts, table["blue-1"].status.restarts) == (4, 0)


def test_a_save_after_a_failed_restart_is_no_restart(table, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, limit=1))
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    clock.now += 2
    recovery.tick()
    table["blue-1"].not_started(literal("The program was not found."))
    recovery.tick()
    table["blue-1"].started(77)
    status = table["blue-1"].status
    assert (status.starts, status.restarts) == (2, 0)
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    assert str(table["blue-1"].status.reason or "").endswith("Restarts in 2 s (1 of 1).")


def test_a_new_version_that_takes_over_before_the_restart_began_is_no_restart(table, clock, recovery_of, playing):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    clock.now += 2
    recovery.tick()
    agent = next(agent for agent in table.agents if agent.key == "blue-1")
    table[agent.key].taken_over(agent, None, AgentOutput(), is_ready=True)
    table["blue-1"].started(77)
    assert table["blue-1"].status.restarts == 0


@pytest.mark.parametrize(
    ("frames", "seconds", "is_hung"),
    [(1199, 10.0, False), (1200, 9.999, False), (1200, 10.0, True), (1201, 10.001, True)],
)
def test_an_agent_without_answers_for_the_frames_and_their_time_is_killed(
    table, actions, clock, recovery_of, playing, frames, seconds, is_hung
):
    recovery = recovery_of()
    playing(500, answers=7)
    clock.now += seconds
    playing(500 + frames, answers=7)
    recovery.tick()
    assert [actions.count("kill", key) for key in ALL] == ([1, 1, 0] if is_hung else [0, 0, 0])
    if not is_hung:
        assert state(table) is AgentState.PLAYING
        return
    status = table["blue-1"].status
    assert (status.state, status.ending) == (AgentState.HUNG, AgentEnding.HANG)
    assert str(status.reason or "") == "Answered nothing for 1,200 frames, so it was killed."
    assert not table.is_deserted
    recovery.tick()
    assert actions.count("relaunch", "blue-1") == 0
    table["blue-1"].ended(None, literal("killed by signal 15, SIGTERM"))
    recovery.tick()
    assert str(table["blue-1"].status.reason or "").endswith("so it was killed. Restarts in 2 s (1 of 3).")


def test_an_answer_in_between_begins_the_count_anew(table, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    for count in range(1, 9):
        clock.now += 9.0
        playing(count * 1100, answers=count)
        recovery.tick()
    assert actions.asked == []


def test_frames_that_need_no_answer_do_not_count(table, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    playing(500, answers=7)
    clock.now += 60.0
    playing(9000, answers=7, packets=9000, optional=7301)
    recovery.tick()
    assert [actions.count("kill", key) for key in ALL] == [0, 1, 0]
    playing(9001, answers=7, packets=9001, optional=7301)
    recovery.tick()
    assert [actions.count("kill", key) for key in ALL] == [1, 1, 0]


def test_an_agent_that_lost_its_connection_is_killed_after_the_time_because_it_gets_no_frames(
    table, actions, clock, recovery_of, playing
):
    recovery = recovery_of()
    playing(500, answers=7)
    playing(500, answers=7, connected=False)
    clock.now += 9.999
    recovery.tick()
    assert actions.count("kill", "blue-1") == 0
    clock.now += 0.001
    recovery.tick()
    assert actions.count("kill", "blue-1") == 1


def test_an_agent_that_has_used_up_its_time_is_ended_and_not_restarted(table, actions, recovery_of, playing):
    recovery = recovery_of()
    playing(500, answers=7, expired=1)
    recovery.tick()
    recovery.tick()
    assert actions.asked == [("stop", "blue-1")]
    assert recovery.take_lost() == ()
    table["blue-1"].ended(0, literal("exited with code 0"))
    recovery.tick()
    playing(900, answers=7, expired=1, connected=False)
    recovery.tick()
    status = table["blue-1"].status
    assert (status.state, status.ending) == (AgentState.HUNG, AgentEnding.TOO_SLOW)
    assert [lost.key for lost in recovery.take_lost()] == ["blue-1"]
    assert [key for key in ALL if key in {agent.key for agent in table.returning}] == list(ALL[1:])


def test_a_restarted_agent_has_the_whole_time_again(table, clock, recovery_of, playing):
    recovery = recovery_of()
    clock.now += 9
    playing(1100)
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    clock.now += 2
    recovery.tick()
    playing(1200, connected=False)
    table["blue-1"].started(77)
    playing(1300)
    recovery.tick()
    assert state(table) is AgentState.PLAYING
    assert state(table, "orange-1") is AgentState.HUNG


def test_an_agent_that_lost_its_connection_and_does_not_return_is_killed(table, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    playing(100, connected=False)
    table["blue-1"].printed(["bye"])
    assert state(table) is AgentState.FAILED
    clock.now += 10
    playing(1300, connected=False)
    recovery.tick()
    assert str(table["blue-1"].status.reason or "") == (
        "Lost its connection and did not come back for 1,200 frames, so it was killed. Last output: bye."
    )


@pytest.mark.parametrize(("later", "is_late"), [(89.999, False), (90.0, True), (90.001, True)])
def test_a_restarted_agent_that_is_not_ready_in_time_is_killed(
    table, actions, clock, recovery_of, playing, row, report, later, is_late
):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    clock.now += 2
    recovery.tick()
    table["blue-1"].started(77)
    table["orange-1"].started(78)
    clock.now += later
    table.reported(report(row(0, ready=False), row(1, team=1, ready=False)))
    recovery.tick()
    assert actions.count("kill", "orange-1") == is_late, "it was started again on request"
    assert actions.count("kill", "blue-1") == is_late
    if is_late:
        assert str(table["blue-1"].status.reason or "") == "Was not ready within 90 s of its restart, so it was killed."
        assert table["blue-1"].status.ending is AgentEnding.HANG


def test_without_a_limit_nobody_hangs(table, actions, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, hang_frames=None))
    clock.now += 1e6
    playing(10**6)
    recovery.tick()
    assert actions.asked == []


def test_no_agent_counts_as_hung_before_the_match_runs(table, actions, clock, recovery_of, row, report):
    for key in ALL:
        table[key].started(42)
    table.reported(report(row(0), row(1, team=1)))
    clock.now += 100
    table.reported(report(row(0), row(1, team=1), frame=5000))
    recovery_of().tick()
    assert actions.asked == []


def test_at_the_end_of_the_match_who_waits_for_a_restart_has_crashed(table, clock, recovery_of, playing):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    recovery.tick()
    table.play_ended()
    assert [(fault.state, str(fault.reason or "")) for fault in table.faults] == [
        (AgentState.CRASHED, "Ended while playing (exited with code 1).")
    ]
    table.stopping()
    assert state(table) is AgentState.CRASHED


def test_after_the_end_nobody_is_restarted(table, actions, clock, recovery_of, unreported):
    recovery = recovery_of()
    table["blue-1"].ended(1, literal("exited with code 1"))
    actions.is_busy = True
    recovery.tick()
    recovery.close()
    clock.now += 100
    recovery.tick()
    assert actions.count("relaunch", "blue-1") == 0
    assert actions.count("close", "") == 1


@pytest.mark.parametrize(("count", "times"), [(1, "once"), (2, "twice"), (3, "3 times")])
def test_a_restart_is_remarked_in_the_result(table, clock, recovery_of, playing, count, times):
    recovery = recovery_of()
    for pid in range(count):
        table["blue-1"].ended(1, literal("exited with code 1"))
        recovery.tick()
        playing(5 + pid, answers=5 + pid, connected=False)
        clock.now += 100
        recovery.tick()
        table["blue-1"].started(77 + pid)
        playing(5 + pid, answers=5 + pid)
    remark = f"Was restarted {times}. Ended while playing (exited with code 1)."
    assert [(status.key, str(status.reason or "")) for status in table.remarked] == [("blue-1", remark)]
    table.stopping()
    table["blue-1"].ended(0, literal("exited with code 0"))
    assert (state(table), str(table["blue-1"].status.reason or "")) == (AgentState.STOPPED, remark)
