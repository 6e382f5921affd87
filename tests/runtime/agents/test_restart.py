from dataclasses import replace

import pytest

from runtime.agents.output import AgentOutput
from runtime.agents.restart import AgentRestarter
from runtime.agents.roster import roster
from runtime.agents.table import LOST, AgentTable
from runtime.documents import NO_RESTARTS, RestartPolicy
from runtime.model.states import AgentEnding, AgentState

POLICY = RestartPolicy(limit=3, limit_in_window=None, backoff_s=2.0, longest_backoff_s=None, hang_frames=1200)
ALL = ("blue-1", "orange-1", "script-1")


class Actions:
    """Notes what is asked for; a relaunch may be told to wait."""

    def __init__(self, lineup):
        self.lineup = lineup
        self.asked = []
        self.is_busy = False

    def relaunch(self, key):
        self.asked.append(("relaunch", key))
        if not self.is_busy:
            self.lineup.recovers(key)
        return not self.is_busy

    def kill(self, key):
        self.asked.append(("kill", key))

    def stand_down(self, key):
        self.asked.append(("stand down", key))

    def look(self):
        pass

    def close(self):
        self.asked.append(("close", ""))

    def count(self, what, key):
        return self.asked.count((what, key))


@pytest.fixture
def lineup(bot, script, match_of, clock):
    cars = bot("Ada"), bot("Bob", team=1, agent_id="tests/bob")
    return AgentTable(roster(match_of(*cars, scripts=(script(),))), clock=clock)


@pytest.fixture
def actions(lineup):
    return Actions(lineup)


@pytest.fixture
def recovery_of(lineup, actions, clock):
    return lambda policy=POLICY: AgentRestarter(
        policy=policy, lineup=lineup, actions=actions, ready_s=90.0, clock=clock
    )


@pytest.fixture
def playing(lineup, row, report):
    """Lets everybody play; returns what reports that nobody answered since, and how many frames have passed."""

    def rows(answers=0, **values):
        return (
            row(0, packets=answers + 10, answers=answers, **values),
            row(1, team=1, packets=answers + 10, answers=answers),
            row(team=2, agent_id="tests/painter"),
        )

    for pid, key in enumerate(ALL, start=42):
        lineup.started(key, pid)
    lineup.reported(report(*rows()))
    lineup.match_runs()
    return lambda frame, answers=0, **values: lineup.reported(report(*rows(answers, **values), frame=frame))


def state(lineup, key="blue-1"):
    return lineup.status(key).state


def test_who_crashes_while_playing_is_restarted_after_the_wait(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.said("blue-1", ["Traceback (most recent call last):", "ValueError: no"])
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    status = lineup.status("blue-1")
    assert (status.state, status.ending) == (AgentState.RESTARTING, AgentEnding.CRASH)
    assert (
        str(status.reason or "")
        == "Ended while playing (exited with code 1): ValueError: no. Restarts in 2 s (1 of 3)."
    )
    assert actions.count("stand down", "blue-1") == 1
    assert not lineup.is_deserted
    clock.now += 1.999
    recovery.look()
    assert actions.count("relaunch", "blue-1") == 0
    clock.now += 0.001
    recovery.look()
    recovery.look()
    assert actions.count("relaunch", "blue-1") == 1
    lineup.started("blue-1", 77)
    status = lineup.status("blue-1")
    assert (status.state, status.starts, status.restarts) == (AgentState.STARTING, 2, 1)
    assert (status.reason, status.ending, recovery.take_out()) == ("", None, ())


def test_a_restart_that_has_to_wait_is_tried_again(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    actions.is_busy = True
    clock.now += 2
    recovery.look()
    actions.is_busy = False
    recovery.look()
    recovery.look()
    assert actions.count("relaunch", "blue-1") == 2


def test_when_nothing_is_left_the_reason_says_so_and_the_agent_is_out(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, limit=1))
    for pid in (77, 78):
        lineup.ended("blue-1", None, "killed by signal 11, SIGSEGV")
        recovery.look()
        clock.now += 10
        recovery.look()
        if state(lineup) is AgentState.RESTARTING:
            lineup.started("blue-1", pid)
    (out,) = recovery.take_out()
    assert (out.key, out.state, out.restarts) == ("blue-1", AgentState.CRASHED, 1)
    assert str(out.reason or "") == (
        "Ended before it was ready (killed by signal 11, SIGSEGV). No restarts left: the match allows 1."
    )
    assert recovery.take_out() == ()
    assert actions.count("relaunch", "blue-1") == 1
    assert lineup.faults == (out,)


@pytest.mark.parametrize(
    ("code", "is_ready", "ending", "words"),
    [
        (1, True, AgentEnding.CRASH, "Ended while playing (how)"),
        (0, True, AgentEnding.LEFT, "Left while playing (how)"),
        (None, True, AgentEnding.CRASH, "Ended while playing (how)"),
        (0, False, AgentEnding.BEFORE_READY, "Ended before it was ready (how)"),
        (1, False, AgentEnding.BEFORE_READY, "Ended before it was ready (how)"),
    ],
)
def test_every_ending_has_words_of_its_own(lineup, recovery_of, playing, code, is_ready, ending, words):
    recovery = recovery_of(NO_RESTARTS)
    if not is_ready:
        lineup.started("blue-1", 77)
    lineup.ended("blue-1", code, "how")
    recovery.look()
    status = lineup.status("blue-1")
    assert (status.ending, str(status.reason or "")) == (ending, words)
    assert [out.key for out in recovery.take_out()] == ["blue-1"]


def test_a_ready_agent_that_ends_before_the_kickoff_is_no_crash_while_playing(lineup, row, report, recovery_of):
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0)))
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery_of(NO_RESTARTS).look()
    assert str(lineup.status("blue-1").reason or "") == "Ended before the kickoff (exited with code 1)"


def test_before_the_match_runs_there_is_one_restart_without_standing_down(lineup, actions, clock, recovery_of):
    recovery = recovery_of()
    lineup.started("blue-1", 42)
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    assert lineup.faults == ()
    assert "Restarts in 1 s (1 of 1 before the match)." in str(lineup.status("blue-1").reason or "")
    assert "Ada (blue-1)" in lineup.not_connected()
    clock.now += 1
    recovery.look()
    lineup.started("blue-1", 77)
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    assert state(lineup) is AgentState.CRASHED
    assert "only one is allowed before kickoff" in str(lineup.faults[0].reason or "")
    assert actions.asked == [("relaunch", "blue-1")]


def test_what_cannot_be_started_is_not_tried_again(lineup, recovery_of, actions, playing):
    recovery = recovery_of()
    lineup.not_started("blue-1", "Could not start: 'x' does not exist.")
    lineup.ended("orange-1", 1, "exited with code 1")
    recovery.look()
    assert state(lineup) is AgentState.FAILED
    assert lineup.status("blue-1").ending is AgentEnding.NOT_STARTED
    assert [out.key for out in recovery.take_out()] == ["blue-1"]


@pytest.mark.parametrize(("code", "is_restarted"), [(0, False), (1, True), (None, True)])
def test_a_script_that_is_done_is_not_started_again(lineup, actions, recovery_of, playing, code, is_restarted):
    recovery = recovery_of()
    lineup.ended("script-1", code, "how")
    recovery.look()
    assert (state(lineup, "script-1") is AgentState.RESTARTING) is is_restarted
    assert recovery.take_out() == ()
    assert actions.count("stand down", "script-1") == 0


def test_nobody_restarts_an_agent_of_the_user(bot, match_of, row, report, clock):
    lineup = AgentTable(roster(match_of(bot(run_command=""))), clock=clock)
    actions = Actions(lineup)
    recovery = AgentRestarter(policy=POLICY, lineup=lineup, actions=actions, ready_s=90.0, clock=clock)
    lineup.left_to_user("blue-1", "Start it yourself.")
    lineup.reported(report(row(0)))
    lineup.match_runs()
    lineup.reported(report(row(0, connected=False)))
    for frame in (0, 5000):
        clock.now += 100
        lineup.reported(report(row(0, connected=False), frame=frame))
        recovery.look()
    assert (state(lineup), str(lineup.status("blue-1").reason or "")) == (AgentState.FAILED, LOST)
    assert actions.asked == []
    lineup.reported(report(row(0)))
    assert state(lineup) is AgentState.PLAYING


def test_a_stopped_agent_is_not_restarted(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.leaving("blue-1")
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    assert (state(lineup), lineup.status("blue-1").ending) == (AgentState.STOPPED, AgentEnding.STOPPED)
    assert actions.asked == []


def test_who_is_stopped_while_it_waits_for_its_restart_stays_stopped(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    lineup.leaving("blue-1")
    clock.now += 100
    recovery.look()
    assert state(lineup) is AgentState.STOPPED
    assert actions.count("relaunch", "blue-1") == 0


def test_a_new_version_has_a_quota_of_its_own(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, limit=1))
    for pid in range(3):
        lineup.ended("blue-1", 1, "exited with code 1")
        recovery.look()
        assert str(lineup.status("blue-1").reason or "").endswith("Restarts in 2 s (1 of 1).")
        lineup.started("blue-1", 77 + pid)
        clock.now += 100
        recovery.look()
    assert actions.asked == [("stand down", "blue-1")] * 3
    assert (lineup.status("blue-1").starts, lineup.status("blue-1").restarts) == (4, 0)


def test_a_save_after_a_failed_restart_is_no_restart(lineup, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, limit=1))
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    clock.now += 2
    recovery.look()
    lineup.not_started("blue-1", "The program was not found.")
    recovery.look()
    lineup.started("blue-1", 77)
    status = lineup.status("blue-1")
    assert (status.starts, status.restarts) == (2, 0)
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    assert str(lineup.status("blue-1").reason or "").endswith("Restarts in 2 s (1 of 1).")


def test_a_new_version_that_takes_over_before_the_restart_began_is_no_restart(lineup, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    clock.now += 2
    recovery.look()
    agent = next(agent for agent in lineup.agents if agent.key == "blue-1")
    lineup.taken_over(agent, None, AgentOutput(), is_ready=True)
    lineup.started("blue-1", 77)
    assert lineup.status("blue-1").restarts == 0


@pytest.mark.parametrize(
    ("frames", "seconds", "is_hung"),
    [(1199, 10.0, False), (1200, 9.999, False), (1200, 10.0, True), (1201, 10.001, True)],
)
def test_who_answers_nothing_for_the_frames_and_their_time_is_killed(
    lineup, actions, clock, recovery_of, playing, frames, seconds, is_hung
):
    recovery = recovery_of()
    playing(500, answers=7)
    clock.now += seconds
    playing(500 + frames, answers=7)
    recovery.look()
    assert [actions.count("kill", key) for key in ALL] == ([1, 1, 0] if is_hung else [0, 0, 0])
    if not is_hung:
        assert state(lineup) is AgentState.PLAYING
        return
    status = lineup.status("blue-1")
    assert (status.state, status.ending) == (AgentState.HUNG, AgentEnding.HANG)
    assert str(status.reason or "") == "Answered nothing for 1,200 frames, so it was killed."
    assert not lineup.is_deserted
    recovery.look()
    assert actions.count("relaunch", "blue-1") == 0
    lineup.ended("blue-1", None, "killed by signal 15, SIGTERM")
    recovery.look()
    assert str(lineup.status("blue-1").reason or "").endswith("so it was killed. Restarts in 2 s (1 of 3).")


def test_an_answer_in_between_begins_the_count_anew(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    for count in range(1, 9):
        clock.now += 9.0
        playing(count * 1100, answers=count)
        recovery.look()
    assert actions.asked == []


def test_who_was_restarted_has_the_whole_time_again(lineup, clock, recovery_of, playing):
    recovery = recovery_of()
    clock.now += 9
    playing(1100)
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    clock.now += 2
    recovery.look()
    playing(1200, connected=False)
    lineup.started("blue-1", 77)
    playing(1300)
    recovery.look()
    assert state(lineup) is AgentState.PLAYING
    assert state(lineup, "orange-1") is AgentState.HUNG


def test_who_lost_its_connection_and_does_not_come_back_is_killed(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    playing(100, connected=False)
    lineup.said("blue-1", ["bye"])
    assert state(lineup) is AgentState.FAILED
    clock.now += 10
    playing(1300, connected=False)
    recovery.look()
    assert str(lineup.status("blue-1").reason or "") == (
        "Lost its connection and did not come back for 1,200 frames, so it was killed. Last output: bye."
    )


@pytest.mark.parametrize(("later", "is_late"), [(89.999, False), (90.0, True), (90.001, True)])
def test_who_was_restarted_and_is_not_ready_in_time_is_killed(
    lineup, actions, clock, recovery_of, playing, row, report, later, is_late
):
    recovery = recovery_of()
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    clock.now += 2
    recovery.look()
    lineup.started("blue-1", 77)
    lineup.started("orange-1", 78)
    clock.now += later
    lineup.reported(report(row(0, ready=False), row(1, team=1, ready=False)))
    recovery.look()
    assert actions.count("kill", "orange-1") == 0
    assert actions.count("kill", "blue-1") == is_late
    if is_late:
        assert (
            str(lineup.status("blue-1").reason or "") == "Was not ready within 90 s of its restart, so it was killed."
        )
        assert lineup.status("blue-1").ending is AgentEnding.HANG


def test_without_a_limit_nobody_hangs(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of(replace(POLICY, hang_frames=None))
    clock.now += 1e6
    playing(10**6)
    recovery.look()
    assert actions.asked == []


def test_nobody_hangs_before_the_match_runs(lineup, actions, clock, recovery_of, row, report):
    for key in ALL:
        lineup.started(key, 42)
    lineup.reported(report(row(0), row(1, team=1)))
    clock.now += 100
    lineup.reported(report(row(0), row(1, team=1), frame=5000))
    recovery_of().look()
    assert actions.asked == []


def test_at_the_end_of_the_match_who_waits_for_a_restart_has_crashed(lineup, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    lineup.play_is_over()
    assert [(fault.state, str(fault.reason or "")) for fault in lineup.faults] == [
        (AgentState.CRASHED, "Ended while playing (exited with code 1)")
    ]
    lineup.stopping()
    assert state(lineup) is AgentState.CRASHED


def test_after_the_end_nobody_is_restarted(lineup, actions, clock, recovery_of, playing):
    recovery = recovery_of()
    lineup.ended("blue-1", 1, "exited with code 1")
    recovery.look()
    recovery.close()
    clock.now += 100
    recovery.look()
    assert actions.count("relaunch", "blue-1") == 0
    assert actions.count("close", "") == 1


@pytest.mark.parametrize(("count", "times"), [(1, "once"), (2, "twice"), (3, "3 times")])
def test_who_was_restarted_and_plays_is_remarked(lineup, clock, recovery_of, playing, count, times):
    recovery = recovery_of()
    for pid in range(count):
        lineup.ended("blue-1", 1, "exited with code 1")
        recovery.look()
        playing(5 + pid, answers=5 + pid, connected=False)
        clock.now += 100
        recovery.look()
        lineup.started("blue-1", 77 + pid)
        playing(5 + pid, answers=5 + pid)
    remark = f"Was restarted {times}; it ended while playing (exited with code 1)."
    assert [(status.key, str(status.reason or "")) for status in lineup.remarked] == [("blue-1", remark)]
    lineup.stopping()
    lineup.ended("blue-1", 0, "exited with code 0")
    assert (state(lineup), str(lineup.status("blue-1").reason or "")) == (AgentState.STOPPED, remark)
