"""A new version that ends at once: whether it counts as having taken over."""

import pytest
from msgspec import structs

from runtime.agents.launcher import AgentLauncher, Role
from runtime.agents.program import LaunchContext
from runtime.agents.roster import roster
from runtime.agents.swaps.agent_documents import AgentDocuments
from runtime.agents.swaps.records import SwapRecords
from runtime.agents.swaps.runner import STANDBY_VERDICT_S, VERDICT_S, SwapRunner
from runtime.agents.swaps.state import SwapEvent
from runtime.agents.swaps.swap import Swap
from runtime.agents.table import AgentTable
from runtime.games import ServerAddress
from runtime.model.messages import literal
from runtime.model.states import SwapMode, SwapOutcome
from runtime.processes import ChildEnded, SupervisorClient


class Scene:
    """A swap whose new version gets ready beside the old one; the processes are simulated."""

    def __init__(self, workshop, row, clock, tmp_path):
        workshop.bot("ada")
        match = workshop.match(("ada", 0))
        table = AgentTable(roster(match), clock=clock)
        context = LaunchContext(server=ServerAddress("", 1), python=tmp_path, environments=tmp_path)
        launcher = AgentLauncher(supervisor=SupervisorClient(), context=context, table=table)
        self.records = SwapRecords(emit=lambda event: None, log=lambda key, line: None, origin=clock())
        self.runner = SwapRunner(
            launcher=launcher,
            records=self.records,
            send=lambda message: True,
            can_set_loadout=True,
            ready_s=60.0,
            clock=clock,
        )
        self.row = row(0)
        self.old = launcher.processes.add("blue-1", Role.PLAYING)
        table["blue-1"].started(11)
        self.swap = Swap(entry=table["blue-1"], documents=AgentDocuments(table.agents[0], match), mode=SwapMode.AUTO)
        self.swap.begin(clock())
        self.swap.renewal = self.swap.documents.renew()
        self.swap.deadline = clock() + 60.0
        self.new = self.swap.process = launcher.processes.add("blue-1", Role.NEXT)
        self.swap.apply(SwapEvent.STARTED)

    def ends(self, process):
        handle = self.runner.on_next_event if process == self.swap.process else self.runner.on_playing_event
        handle(self.swap, ChildEnded(key=process, code=1, signal=None, text=literal("exited with code 1"), asked=False))

    def report(self, **figures):
        self.swap.entry.row = structs.replace(self.row, **figures)
        self.runner.on_report(self.swap, self.swap.entry.row)

    @property
    def outcomes(self):
        return [record.outcome for record in self.records.records]


@pytest.fixture
def scene(workshop, row, clock, tmp_path):
    return Scene(workshop, row, clock, tmp_path)


@pytest.mark.parametrize("goes_first", [False, True], ids=["the old one stays", "the old one goes first"])
@pytest.mark.parametrize(("stood_by", "patience_s"), [(False, VERDICT_S), (True, STANDBY_VERDICT_S)])
@pytest.mark.parametrize(
    ("share", "outcome"), [(0.99, SwapOutcome.SWAPPED), (1.0, SwapOutcome.FAILED), (1.01, SwapOutcome.FAILED)]
)
def test_the_server_has_a_moment_to_tell_that_it_had_taken_over(
    scene, clock, goes_first, stood_by, patience_s, share, outcome
):
    if stood_by:
        scene.report(has_standby=True)
    if goes_first:
        scene.ends(scene.old)
    scene.ends(scene.new)
    clock.now += share * patience_s
    scene.runner.tick(scene.swap)
    if not scene.outcomes:
        scene.report(swaps=1, is_connected=False)
    assert scene.outcomes == [outcome]
