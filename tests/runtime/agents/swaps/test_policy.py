"""Which versions are reloaded on request, what is recorded about them, and the effect of another swap mode."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from runtime.agents.launcher import AgentLauncher, Role
from runtime.agents.program import LaunchContext
from runtime.agents.roster import roster
from runtime.agents.swaps.agent_documents import AgentDocuments
from runtime.agents.swaps.policy import UNCHANGED, SwapPolicy
from runtime.agents.swaps.records import SwapRecords
from runtime.agents.swaps.runner import GIVES_WAY_S, MAX_GIVING_WAY, SwapRunner
from runtime.agents.table import AgentTable
from runtime.games import ServerAddress
from runtime.model.states import SwapMode, SwapOutcome, SwapState
from runtime.processes import ChildEnded, ChildOutput, ChildStarted, SupervisorClient

WAIT_S = 30.0


class Scene:
    """The swaps of one bot whose first process plays. Its folder is real, its processes are simulated."""

    def __init__(self, workshop, report, row, clock, mode):
        self.source = workshop.bot("ada")
        match = workshop.match(("ada", 0))
        self.clock = clock
        self.notes = []
        self.table = AgentTable(roster(match), clock=clock)
        context = LaunchContext(server=ServerAddress("", 1), python=Path(sys.executable))
        launcher = AgentLauncher(supervisor=SupervisorClient(), context=context, table=self.table)
        self.processes = launcher.processes
        self.records = SwapRecords(emit=lambda _: None, log=lambda *_: None, origin=clock())
        runner = SwapRunner(
            launcher=launcher,
            records=self.records,
            send=lambda _: True,
            can_set_loadout=True,
            ready_s=60.0,
            clock=clock,
        )
        self.policy = SwapPolicy(
            runner=runner,
            note=lambda text, _: self.notes.append(text),
        )
        self.policy.attend([AgentDocuments(self.table.agents[0], match)], mode)
        self.ready = report(row(0))
        self.starts()
        self.table.kickoff()

    def starts(self):
        event = ChildStarted(key=self.processes.add("blue-1", Role.PLAYING), pid=42)
        assert not self.policy.on_event(event)
        self.table["blue-1"].started(event.pid)
        self.table.reported(self.ready)

    def restarts(self):
        """The process ends, and the restart policy starts another one."""
        self.processes.remove(self.processes.playing("blue-1"))
        self.table["blue-1"].ended(1, "exited with code 1")
        self.starts()

    def saves(self, text):
        self.source.write_text(text)
        self.policy.on_changed("blue-1", [self.source], self.clock())

    @property
    def state(self):
        return self.table["blue-1"].status.swap_state

    def tick_until(self, condition):
        """Ticks until a condition holds, because a thread computes the digests."""
        deadline = time.monotonic() + WAIT_S
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.002)
            self.policy.tick()

    def check_ends(self, line):
        check = next(key for key in self.processes.of("blue-1") if self.processes.role(key) is Role.CHECK)
        self.policy.on_event(ChildOutput(key=check, lines=(line,), dropped=0))
        self.policy.on_event(ChildEnded(key=check, code=0, signal=None, text="exited with code 0", asked=False))


@pytest.fixture
def scene_of(workshop, report, row, clock):
    scenes = []

    def make(mode):
        scenes.append(Scene(workshop, report, row, clock, mode))
        return scenes[-1]

    yield make
    for scene in scenes:
        scene.policy.release()


@pytest.mark.parametrize(("restarted", "last", "is_reloaded"), [("2", "2", False), ("2", "1", True), ("1", "1", False)])
def test_after_a_restart_the_source_is_compared_with_what_was_restarted(scene_of, restarted, last, is_reloaded):
    scene = scene_of(SwapMode.OFF)
    scene.source.write_text("1")
    scene.restarts()
    scene.source.write_text(restarted)
    scene.restarts()
    scene.policy.request([])
    scene.tick_until(lambda: scene.notes)
    scene.source.write_text(last)
    scene.policy.request([])
    scene.tick_until(lambda: len(scene.notes) > 1 or scene.state is SwapState.CHECKING)
    assert (scene.state is SwapState.CHECKING, scene.notes) == (is_reloaded, [UNCHANGED] * (2 - is_reloaded))


@pytest.mark.parametrize("mode", [SwapMode.ASK, SwapMode.AUTO])
def test_a_restart_leaves_nothing_to_reload(scene_of, mode):
    scene = scene_of(mode)
    scene.saves("2")
    if mode is SwapMode.ASK:
        scene.policy.tick()
        assert scene.state is SwapState.CHANGED
    scene.restarts()
    scene.policy.tick()
    scene.policy.request([])
    scene.policy.tick()
    assert (scene.state, scene.notes) == (SwapState.IDLE, [UNCHANGED])


def test_a_restart_does_not_read_documents_again_so_they_can_still_be_reloaded(scene_of):
    scene = scene_of(SwapMode.ASK)
    document = scene.source.with_name("bot.toml")
    scene.policy.on_changed("blue-1", [scene.source, document], scene.clock())
    scene.policy.tick()
    scene.restarts()
    scene.policy.tick()
    assert (scene.state, str(scene.table["blue-1"].status.swap_text)) == (SwapState.CHANGED, "bot.toml")


def test_a_slow_version_gives_way_to_saves_a_few_times_and_to_a_request_always(scene_of):
    scene = scene_of(SwapMode.AUTO)
    scene.policy.on_report(scene.ready)

    def starts_slowly(age_s):
        scene.policy.tick()
        scene.check_ends('{"checked": true}')
        assert scene.state is SwapState.STARTING
        scene.clock.now += age_s

    scene.saves("0")
    for number in range(MAX_GIVING_WAY):
        starts_slowly(0.99 * GIVES_WAY_S)
        scene.saves(f"{number + 1}")
        scene.policy.tick()
        assert scene.state is SwapState.STARTING, "it may be ready soon"
        scene.clock.now += 0.01 * GIVES_WAY_S
        scene.policy.tick()
        assert [record.outcome for record in scene.records.records] == [SwapOutcome.CANCELLED] * (number + 1)
    starts_slowly(GIVES_WAY_S)
    scene.saves("last")
    scene.policy.tick()
    assert scene.state is SwapState.STARTING, "an agent that writes its source at each start has to play some day"
    scene.policy.request(["blue-1"])
    scene.policy.tick()
    assert len(scene.records.records) == MAX_GIVING_WAY + 1


def test_a_declined_version_is_recorded_without_what_was_found_in_the_one_before(scene_of):
    scene = scene_of(SwapMode.ASK)
    scene.saves("def broken(:\n")
    scene.policy.tick()
    scene.policy.answer([], is_wanted=True)
    scene.policy.tick()
    scene.check_ends('{"file": "bot.py", "line": 1, "message": "invalid syntax"}')
    scene.saves("2")
    scene.policy.tick()
    scene.policy.answer([], is_wanted=False)
    refused, declined = scene.records.records
    assert (refused.outcome, len(refused.problems), len(refused.digest)) == (SwapOutcome.REFUSED, 1, 8)
    assert (declined.outcome, declined.problems, declined.digest) == (SwapOutcome.DECLINED, (), "")
    assert declined.files == ("bot.py",)


@pytest.mark.parametrize(
    ("mode", "state"),
    [(SwapMode.OFF, SwapState.IDLE), (SwapMode.ASK, SwapState.CHANGED), (SwapMode.AUTO, SwapState.CHECKING)],
)
def test_a_swap_that_only_the_mode_made_due_is_dropped_with_the_mode(scene_of, mode, state):
    scene = scene_of(SwapMode.AUTO)
    scene.saves("2")
    scene.policy.set_mode([], mode)
    scene.policy.tick()
    assert scene.state is state


@pytest.mark.parametrize("mode", SwapMode)
def test_a_swap_that_the_user_requested_stays_due_in_every_mode(scene_of, mode):
    scene = scene_of(SwapMode.AUTO)
    scene.policy.request(["blue-1"])
    scene.policy.set_mode([], mode)
    scene.policy.tick()
    assert scene.state is SwapState.CHECKING


def test_automatic_again_brings_what_was_saved_since(scene_of):
    scene = scene_of(SwapMode.AUTO)
    scene.saves("2")
    scene.policy.set_mode([], SwapMode.ASK)
    scene.policy.set_mode([], SwapMode.AUTO)
    scene.policy.tick()
    assert scene.state is SwapState.CHECKING


def test_the_watcher_is_not_loaded_before_files_are_watched():
    script = "import sys, runtime.agents; sys.exit('watchdog' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
