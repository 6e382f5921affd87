"""Every limit of trials and of the way back. Bot, documents and server reports are real; processes and time are not."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat
from msgspec import structs

from runtime.agents import LaunchContext, roster
from runtime.agents.match_agents import MatchAgents
from runtime.agents.swaps.runner import TRIAL_AFTER_ERROR_S, TRIAL_S, TrialLimits
from runtime.agents.table import AgentTable
from runtime.documents.model import NO_RESTARTS
from runtime.games import ServerAddress
from runtime.model.commands import RestartAgents, SetSwapMode, StopAgents, SwapAgents
from runtime.model.events import SwapChanged
from runtime.model.messages import literal
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from runtime.model.values import TRIAL_ANSWERS
from runtime.processes import STACK_S, ChildEnded, ChildOutput, ChildStarted, ChildUsage, SupervisorClient
from runtime.protocol.report import LearnerReport, TrialReport

KEY = "blue-1"
SWAPPED, RETURNED, FAILED = SwapOutcome.SWAPPED, SwapOutcome.RETURNED, SwapOutcome.FAILED
CANCELLED = SwapOutcome.CANCELLED
EDGES = [(-0.01, False), (0.0, True), (0.01, True)]
"""Times before, at and after a limit, and whether it is reached."""


class Supervisor(SupervisorClient):
    """Records which processes it should end."""

    def __init__(self):
        super().__init__()
        self.launched, self.stopped, self.printed = [], [], []

    def launch(self, spec):
        self.launched.append(spec.key)

    def stop(self, key, grace_s=None, reason=None):
        self.stopped.append(key)

    def print_stacks(self, key):
        self.printed.append(key)


class Scene:
    """A bot whose first version plays as session 1; version N has session N."""

    def __init__(self, workshop, report, row, clock, limits=None, **car):
        self.source = workshop.bot("ada")
        match = workshop.match(("ada", 0))
        match = replace(match, cars=(replace(match.cars[0], **car),))
        self.clock, self.report, self.row = clock, report, row
        self.now = {"session": 1, "spare": None, "swaps": 0, "trial": None}
        self.commands, self.loadouts, self.records = [], [], []
        self.supervisor = Supervisor()
        self.agents = MatchAgents(
            match=match,
            table=AgentTable(roster(match), clock=clock),
            supervisor=self.supervisor,
            context=LaunchContext(server=ServerAddress("", 1), python=Path(sys.executable)),
            policy=NO_RESTARTS,
            send=self.send,
            emit=lambda event: self.records.append(event.record) if isinstance(event, SwapChanged) else None,
            log=lambda *_: None,
            note=lambda *_: None,
            ready_s=60.0,
            swap_s=60.0,
            trial=limits,
            clock=clock,
        )
        self.agents.watch(SwapMode.OFF)
        self.agents.start_all()
        if not car:
            self.agents.on_event(ChildStarted(key=KEY, pid=1))
        self.reports()
        self.agents.table.kickoff()

    def send(self, message):
        if isinstance(message, flat.ConsoleCommand):
            self.commands.append(message.command.removeprefix("kickabout "))
        elif isinstance(message, flat.SetLoadout):
            self.loadouts.append((message.index, message.loadout.car_id))
        return True

    def reports(self, game=None, **changes):
        self.now |= changes
        row = self.row(0, has_standby=self.now["trial"] is not None, **self.now)
        self.agents.on_report(structs.replace(self.report(row), **(game or {})))

    def tick(self, seconds=0.0):
        self.clock.now += seconds
        self.agents.tick()

    def saves(self):
        """Saves the next version, which is checked and started; returns its process."""
        self.agents.handle(SwapAgents(keys=(KEY,)))
        self.tick()
        (check,) = self.supervisor.launched[-1:]
        self.agents.on_event(ChildOutput(key=check, lines=('{"checked": true}',), dropped=0))
        self.ends(check, 0)
        (process,) = self.supervisor.launched[-1:]
        self.agents.on_event(ChildStarted(key=process, pid=len(self.supervisor.launched)))
        assert process != check
        return process

    def tries(self, session, packets=1, answers=0):
        self.reports(trial=TrialReport(session=session, packets=packets, answers=answers))

    def takes_over(self, session):
        """A version that is on trial answers, and the server carries out the takeover that the launcher wants."""
        self.tries(session, TRIAL_ANSWERS, TRIAL_ANSWERS)
        spare = self.now["session"] if self.commands[-1] == f"takeover {session} keep" else None
        self.reports(session=session, spare=spare, swaps=self.now["swaps"] + 1, trial=None)
        self.tick()

    def version(self, session):
        """Saves a version that takes over; returns its process."""
        process = self.saves()
        self.takes_over(session)
        return process

    def raises(self, process):
        lines = ("Traceback (most recent call last):", f'  File "{self.source}", line 7, in act', "ValueError: no ball")
        self.agents.on_event(ChildOutput(key=process, lines=lines, dropped=0))
        self.tick()

    def ends(self, process, code=3):
        self.agents.on_event(
            ChildEnded(key=process, code=code, signal=None, text=literal(f"exited with code {code}"), asked=False)
        )

    def uses(self, process, rss_bytes):
        figures = dict.fromkeys(("cpu_share", "mean_cpu_share"), 0.0)
        counts = dict.fromkeys(("threads", "handles", "processes"), 1)
        self.agents.on_event(
            ChildUsage(key=process, rss_bytes=rss_bytes, peak_rss_bytes=rss_bytes, **figures, **counts)
        )
        self.tick()

    @property
    def status(self):
        return self.agents.table[KEY].status

    @property
    def outcomes(self):
        return [(record.outcome, record.version) for record in self.records]

    @property
    def reason(self):
        return str(self.records[-1].reason)

    @property
    def playing(self):
        return self.agents.processes_of([KEY])


@pytest.fixture
def scene_of(workshop, report, row, clock):
    scenes = []

    def make(limits=None, **car):
        scenes.append(Scene(workshop, report, row, clock, limits, **car))
        return scenes[-1]

    yield make
    for scene in scenes:
        scene.agents.release()


@pytest.fixture
def scene(scene_of):
    return scene_of()


# The trial


@pytest.mark.parametrize(("answers", "is_approved"), [(TRIAL_ANSWERS - 1, False), (TRIAL_ANSWERS, True), (9, True)])
def test_a_new_version_takes_over_after_some_answers(scene, answers, is_approved):
    scene.saves()
    scene.tries(2, 10, answers)
    assert scene.status.swap_state is SwapState.TRIAL
    assert ("takeover 2 keep" in scene.commands) is is_approved
    assert scene.commands[0] == "trial on"
    scene.tries(2, 11, answers + 1)
    assert scene.commands.count("takeover 2 keep") <= 1


@pytest.mark.parametrize(("edge", "is_over"), EDGES)
@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (0, "It answered no packet within 5 s."),
        (1, "It answered only 1 of 5 packets within 5 s."),
        (TRIAL_ANSWERS, "It stopped answering."),
    ],
)
def test_answers_on_trial_have_a_time_limit(scene, edge, is_over, answers, text):
    process = scene.saves()
    scene.tries(2, answers + 1, answers)
    scene.tick(TRIAL_S + edge)
    assert scene.outcomes == ([(FAILED, 1)] if is_over else [])
    assert (process in scene.supervisor.stopped, "dismiss 2" in scene.commands) == (is_over, is_over)
    if is_over:
        assert scene.reason == f"{text} Version 1 keeps running."
        assert scene.playing == [KEY]


def test_a_version_that_is_about_to_fail_prints_its_stack_first(scene):
    process = scene.saves()
    scene.tries(2)
    scene.tick(TRIAL_S - STACK_S - 0.01)
    assert scene.supervisor.printed == []
    scene.tick(0.01)
    lines = ("Current thread 0x7 (most recent call first):", f'  File "{scene.source}", line 9 in act')
    scene.agents.on_event(ChildOutput(key=process, lines=lines, dropped=0))
    scene.tick(STACK_S)
    assert scene.supervisor.printed == [process]
    assert scene.reason.startswith("It answered no packet within 5 s: bot.py:9: It was still running this line. ")


def test_time_in_which_the_server_sends_no_packets_does_not_count(scene):
    scene.saves()
    for count in range(1, TRIAL_ANSWERS):
        scene.tries(2, count, count)
        scene.tick(TRIAL_S - 0.01)
    assert scene.outcomes == []
    scene.tries(2, TRIAL_ANSWERS, TRIAL_ANSWERS - 1)
    scene.tick(0.01)
    assert scene.outcomes == [(FAILED, 1)]


@pytest.mark.parametrize(("edge", "is_over"), EDGES)
@pytest.mark.parametrize("is_faultless", [True, False])
def test_a_version_with_an_error_before_its_trial_has_less_time(scene, edge, is_over, is_faultless):
    if not is_faultless:
        scene.raises(KEY)
    process = scene.saves()
    scene.raises(process)
    scene.tries(2)
    scene.tick(TRIAL_AFTER_ERROR_S + edge)
    assert scene.outcomes == ([(FAILED, 1)] if is_over and is_faultless else [])
    if is_over and is_faultless:
        assert scene.reason.startswith("It raised an error on trial: bot.py:7: ValueError: no ball. ")
    scene.tick(TRIAL_S - TRIAL_AFTER_ERROR_S - edge)
    assert scene.outcomes == [(FAILED, 1)]


def test_an_error_on_trial_ends_it_at_once(scene):
    process = scene.saves()
    scene.tries(2)
    scene.raises(process)
    assert scene.outcomes == [(FAILED, 1)]
    assert scene.reason == "It raised an error on trial: bot.py:7: ValueError: no ball. Version 1 keeps running."
    assert [(problem.path, problem.line) for problem in scene.records[0].problems] == [(scene.source, 7)]


def test_errors_do_not_count_if_the_former_version_has_printed_some_too(scene):
    scene.raises(KEY)
    process = scene.saves()
    scene.tries(2)
    scene.raises(process)
    assert scene.outcomes == []
    scene.takes_over(2)
    scene.raises(process)
    assert (scene.outcomes, scene.playing) == ([(SWAPPED, 2)], [process])
    scene.ends(process)
    assert scene.outcomes == [(SWAPPED, 2), (RETURNED, 1)], "an end always counts"


@pytest.mark.parametrize("when", ["starting", "on trial"])
@pytest.mark.parametrize(("more", "is_too_much"), [(-1, False), (0, False), (1, True)])
def test_the_memory_of_a_version_on_its_way_is_limited(scene_of, when, more, is_too_much):
    scene = scene_of(TrialLimits(memory_bytes=100_000_000))
    process = scene.saves()
    if when == "on trial":
        scene.tries(2)
    scene.uses(process, 100_000_000 + more)
    assert (scene.supervisor.printed == [process]) is is_too_much
    assert scene.outcomes == []
    scene.tries(2, TRIAL_ANSWERS, TRIAL_ANSWERS)
    scene.tick(STACK_S)
    assert scene.outcomes == ([(FAILED, 1)] if is_too_much else [])
    assert ("takeover 2 keep" in scene.commands) is not is_too_much
    if is_too_much:
        assert scene.reason.startswith("It used more than 100 MB of memory before it took over. Version 1")
        assert process in scene.supervisor.stopped


# Sessions on trial that the launcher did not start


@pytest.mark.parametrize("answers", [0, TRIAL_ANSWERS])
def test_a_second_process_of_an_agent_that_the_user_starts_takes_over_at_once(scene_of, answers):
    scene = scene_of(run_command="")
    scene.tries(2, 5, answers)
    assert scene.commands == ["takeover 2"]


def test_a_process_that_the_user_starts_beside_ours_takes_over_too(scene):
    scene.tries(2)
    assert scene.commands == ["takeover 2"]


def test_a_version_that_has_failed_is_not_taken_for_one_that_the_user_started(scene):
    process = scene.saves()
    scene.tries(2)
    scene.raises(process)
    scene.tries(2)
    assert not [text for text in scene.commands if text.startswith("takeover")]
    scene.ends(process)
    scene.reports(trial=None)
    scene.tries(3)
    assert scene.commands[-1] == "takeover 3"


def test_a_version_that_gave_way_is_not_taken_for_one_that_the_user_started(scene):
    scene.saves()
    scene.tick(10.0)
    scene.agents.handle(SwapAgents(keys=(KEY,)))
    scene.tick()
    assert scene.outcomes == [(CANCELLED, 1)]
    scene.tries(2)
    assert scene.commands == ["trial on"]


# The way back


@pytest.mark.parametrize(("edge", "is_over"), EDGES)
@pytest.mark.parametrize("keep_s", [5.0, 60.0])
def test_the_former_version_is_kept_for_some_time(scene_of, keep_s, edge, is_over):
    scene = scene_of(TrialLimits(keep_s=keep_s))
    process = scene.version(2)
    scene.tick(keep_s + edge)
    assert (KEY in scene.supervisor.stopped, "dismiss 1" in scene.commands) == (is_over, is_over)
    scene.raises(process)
    assert scene.outcomes == [(SWAPPED, 2), *([] if is_over else [(RETURNED, 1)])]


def test_without_time_for_it_no_former_version_is_kept(scene_of):
    scene = scene_of(TrialLimits(keep_s=0.0))
    process = scene.version(2)
    assert "takeover 2" in scene.commands
    assert KEY in scene.supervisor.stopped
    scene.ends(KEY)
    scene.raises(process)
    assert (scene.outcomes, scene.status.errors) == ([(SWAPPED, 2)], 1)


LEARNER = LearnerReport(mode="held", is_connected=True, cars=(1,), actions=0, actions_per_s=0.0, actions_per_game_s=0.0)


@pytest.mark.parametrize("game", [{"is_paused": True}, {"learner": LEARNER, "speed": 0.0}], ids=["paused", "held"])
def test_the_time_of_the_former_version_runs_only_while_ticks_are_played(scene, game):
    process = scene.version(2)
    scene.tick(4.0)
    scene.reports(game)
    for _ in range(10):
        scene.tick(4.0)
    scene.reports()
    scene.tick(4.99)
    assert KEY not in scene.supervisor.stopped
    scene.raises(process)
    assert scene.outcomes == [(SWAPPED, 2), (RETURNED, 1)]
    assert "Version 2 failed 49.0 s after it took over; " in scene.reason


@pytest.mark.parametrize(("more", "is_kept"), [(-1, True), (0, True), (1, False)])
def test_a_former_version_that_is_too_big_is_not_kept(scene_of, more, is_kept):
    scene = scene_of(TrialLimits(memory_bytes=100))
    scene.uses(KEY, 100 + more)
    scene.version(2)
    assert ("takeover 2 keep" in scene.commands, "takeover 2" in scene.commands) == (is_kept, not is_kept)
    assert (KEY in scene.supervisor.stopped) is not is_kept


@pytest.mark.parametrize(("more", "is_kept"), [(-1, True), (0, True), (1, False)])
def test_a_former_version_that_grows_too_big_is_ended(scene_of, more, is_kept):
    scene = scene_of(TrialLimits(memory_bytes=100))
    scene.version(2)
    scene.uses(KEY, 100 + more)
    assert (KEY in scene.supervisor.stopped, "dismiss 1" in scene.commands) == (not is_kept, not is_kept)


def test_a_version_that_plays_may_use_more_memory(scene_of):
    scene = scene_of(TrialLimits(memory_bytes=100))
    process = scene.version(2)
    scene.uses(process, 1000)
    scene.tick(STACK_S)
    assert (scene.outcomes, scene.playing) == ([(SWAPPED, 2)], [process])


def test_an_error_gives_the_cars_back_at_once(scene):
    process = scene.version(2)
    scene.clock.now += 0.7
    scene.raises(process)
    assert scene.commands[-1] == "return 2"
    assert process in scene.supervisor.stopped
    assert scene.outcomes == [(SWAPPED, 2), (RETURNED, 1)]
    assert scene.reason == (
        "Version 2 failed 0.7 s after it took over; version 1 plays on. "
        "It raised an error: bot.py:7: ValueError: no ball."
    )
    assert (scene.status.version, scene.status.state, scene.status.pid) == (1, AgentState.PLAYING, 1)
    assert (scene.status.swap_state, scene.status.errors, scene.playing) == (SwapState.REFUSED, 0, [KEY])
    assert str(scene.status.swap_text) == scene.reason


def test_the_end_of_the_new_version_gives_the_cars_back(scene):
    process = scene.version(2)
    scene.ends(process)
    assert scene.reason.endswith("; version 1 plays on. It ended (exited with code 3).")
    scene.reports(session=1, spare=None)
    scene.tick(60.0)
    assert (scene.playing, scene.status.state) == ([KEY], AgentState.PLAYING)


def test_a_hang_is_noticed_by_the_server_and_the_stack_names_the_line(scene):
    process = scene.version(2)
    scene.reports(session=1, spare=None)
    assert (scene.supervisor.printed, scene.outcomes) == ([process], [(SWAPPED, 2)])
    lines = ("Current thread 0x7 (most recent call first):", f'  File "{scene.source}", line 9 in act')
    scene.agents.on_event(ChildOutput(key=process, lines=lines, dropped=0))
    scene.tick(STACK_S - 0.01)
    assert scene.outcomes == [(SWAPPED, 2)]
    scene.tick(0.01)
    assert scene.outcomes == [(SWAPPED, 2), (RETURNED, 1)]
    assert scene.reason.endswith("It stopped answering: bot.py:9: It was still running this line.")


@pytest.mark.parametrize(
    ("code", "how"), [(0, "It stopped answering"), (3, "It ended (exited with code 3)")], ids=["by us", "by itself"]
)
def test_an_end_soon_after_the_loss_of_the_cars_may_explain_it(scene, code, how):
    process = scene.version(2)
    scene.reports(session=1, spare=None)
    scene.ends(process, code)
    assert scene.outcomes == [(SWAPPED, 2), (RETURNED, 1)]
    assert scene.reason.endswith(f"; version 1 plays on. {how}.")


@pytest.mark.parametrize("is_reported", [False, True], ids=["no trial reported", "trial reported"])
@pytest.mark.parametrize("ended", [False, True])
def test_a_takeover_and_a_way_back_between_two_reports_are_a_failure_with_its_cause(scene, ended, is_reported):
    process = scene.saves()
    if is_reported:
        scene.tries(2, TRIAL_ANSWERS, TRIAL_ANSWERS)
    scene.reports(session=1, spare=None, swaps=1, trial=None)
    assert scene.outcomes == []
    if ended:
        scene.ends(process)
    scene.tick(STACK_S - 0.01)
    scene.reports()
    assert scene.outcomes == ([(FAILED, 1)] if ended else [])
    scene.tick(0.01)
    assert (scene.outcomes, scene.status.version) == ([(FAILED, 1)], 1)
    how = "It ended (exited with code 3)" if ended else "It stopped answering"
    assert scene.reason == f"{how}. Version 1 keeps running."


def test_the_end_of_the_former_version_only_takes_the_way_back_away(scene):
    process = scene.version(2)
    scene.ends(KEY)
    scene.reports(spare=None)
    scene.raises(process)
    assert (scene.outcomes, scene.playing) == ([(SWAPPED, 2)], [process])


def test_version_numbers_are_not_used_twice(scene):
    scene.raises(scene.version(2))
    scene.reports(session=1, spare=None)
    scene.version(3)
    assert scene.outcomes == [(SWAPPED, 2), (RETURNED, 1), (SWAPPED, 3)]
    assert (scene.status.version, scene.status.swaps) == (3, 2)


def test_a_former_version_gives_way_to_the_one_before_the_third(scene):
    second = scene.version(2)
    third = scene.version(3)
    assert KEY in scene.supervisor.stopped, "an agent has one spare"
    assert second not in scene.supervisor.stopped
    scene.raises(third)
    assert scene.outcomes == [(SWAPPED, 2), (SWAPPED, 3), (RETURNED, 2)]
    assert (scene.playing, scene.status.version) == ([second], 2)
    assert "Version 3 failed" in scene.reason


def test_the_second_version_fails_while_the_third_is_on_trial(scene):
    second, third = scene.version(2), scene.saves()
    scene.tries(3)
    scene.raises(second)
    assert (scene.outcomes, scene.playing) == ([(SWAPPED, 2), (RETURNED, 1)], [KEY])
    assert third not in scene.supervisor.stopped
    scene.now |= {"session": 1, "spare": None}
    scene.takes_over(3)
    assert (scene.outcomes[-1], scene.playing) == ((SWAPPED, 3), [third])
    scene.raises(third)
    assert (scene.outcomes[-1], scene.playing) == ((RETURNED, 1), [KEY])


def test_a_third_version_that_fails_on_trial_leaves_the_way_back_open(scene):
    second, third = scene.version(2), scene.saves()
    scene.tries(3)
    scene.raises(third)
    assert scene.outcomes == [(SWAPPED, 2), (FAILED, 2)]
    scene.raises(second)
    assert (scene.outcomes[-1], scene.playing) == ((RETURNED, 1), [KEY])


def test_documents_and_loadouts_come_back_with_the_former_version(scene):
    document, loadout = scene.source.with_name("bot.toml"), scene.source.with_name("loadout.toml")
    scene.source.with_name("late.py").write_text(scene.source.read_text())
    document.write_text(document.read_text().replace("bot.py", "late.py"))
    loadout.write_text("[blue_loadout]\ncar_id = 403\n")
    process = scene.version(2)
    agent = scene.agents.table[KEY].agent
    assert (agent.run_command, scene.loadouts) == ("python late.py", [(0, 403)])
    scene.raises(process)
    agent = scene.agents.table[KEY].agent
    assert (agent.run_command, scene.loadouts) == ("python bot.py", [(0, 403), (0, 23)])
    scene.reports(session=1, spare=None)
    scene.version(3)
    agent = scene.agents.table[KEY].agent
    assert (agent.run_command, scene.loadouts[2:]) == ("python late.py", [(0, 403)])


def test_the_files_of_a_failed_version_come_with_the_next_one(scene):
    scene.agents.handle(SetSwapMode(keys=(), mode=SwapMode.ASK))
    scene.agents.swaps.on_changed(KEY, [scene.source], scene.clock())
    scene.raises(scene.version(2))
    scene.agents.swaps.on_changed(KEY, [scene.source.with_name("more.py")], scene.clock())
    scene.reports(session=1, spare=None)
    scene.version(3)
    assert [record.files for record in scene.records] == [("bot.py",), ("bot.py",), ("bot.py", "more.py")]


def test_an_end_explains_the_loss_of_the_cars_even_without_another_report(scene):
    process = scene.saves()
    scene.reports(session=1, spare=None, swaps=1)
    scene.ends(process)
    scene.tick(60.0)
    assert scene.reason == "It ended (exited with code 3). Version 1 keeps running."


# Stop, restart and the end of the match

STEPS = {
    "stop": lambda scene: scene.agents.handle(StopAgents(keys=(KEY,))),
    "restart": lambda scene: scene.agents.handle(RestartAgents(keys=(KEY,))),
    "end": lambda scene: scene.agents.close(),
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["starting", "on trial", "approved"])
def test_a_new_version_goes_with_the_agent(scene, step, when):
    process = scene.saves()
    if when != "starting":
        scene.tries(2, 5, TRIAL_ANSWERS if when == "approved" else 1)
    STEPS[step](scene)
    assert process in scene.supervisor.stopped
    assert ("dismiss 2" in scene.commands) is (when != "starting")
    assert scene.outcomes == [(CANCELLED, 1)]
    scene.ends(process)
    scene.reports(trial=None)
    scene.tick(60.0)
    assert scene.outcomes == [(CANCELLED, 1)]


@pytest.mark.parametrize("step", STEPS)
def test_a_former_version_goes_with_the_agent(scene, step):
    process = scene.version(2)
    STEPS[step](scene)
    assert KEY in scene.supervisor.stopped
    assert "dismiss 1" in scene.commands
    scene.ends(KEY)
    scene.ends(process)
    scene.tick()
    assert scene.outcomes == [(SWAPPED, 2)]
    assert (scene.playing == []) is (step != "restart")
