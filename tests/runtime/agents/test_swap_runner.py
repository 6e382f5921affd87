"""What is believed of a new version that ends at once: had it taken over, or not?"""

from dataclasses import replace

import pytest

from runtime.agents.agent_documents import AgentDocuments
from runtime.agents.launcher import AgentLauncher, Relaunch, Role
from runtime.agents.process_settings import ProcessSettings
from runtime.agents.program import Launching
from runtime.agents.roster import roster
from runtime.agents.swap import STANDBY_VERDICT_S, VERDICT_S, Swap, SwapEvent, SwapRecords, SwapRunner
from runtime.agents.table import AgentTable
from runtime.games import ServerAddress
from runtime.model.states import SwapMode, SwapOutcome
from runtime.processes import ChildEnded, SupervisorClient


class Scene:
    """A swap whose new version gets ready beside the old one; no process of it is real."""

    def __init__(self, workshop, row, clock, tmp_path):
        workshop.bot("ada")
        match = workshop.match(("ada", 0))
        lineup = AgentTable(roster(match), clock=clock)
        launching = Launching(
            server=ServerAddress("", 1), python=tmp_path, environments=tmp_path, terms=ProcessSettings()
        )
        self.backstage = AgentLauncher(supervisor=SupervisorClient(), launching=launching, lineup=lineup)
        self.book = SwapRecords(lineup=lineup, tell=lambda event: None, log=lambda key, line: None, origin=clock())
        self.swapping = SwapRunner(
            backstage=self.backstage,
            relaunch=Relaunch(self.backstage),
            book=self.book,
            send=lambda message: True,
            may_dress=True,
            ready_s=60.0,
            clock=clock,
        )
        self.row = row(0)
        self.old = self.backstage.crew.join("blue-1", Role.PLAYING)
        lineup.started("blue-1", 11)
        self.swap = Swap(documents=AgentDocuments(lineup.agents[0], match), mode=SwapMode.AUTO)
        self.swap.begin(clock())
        self.swap.renewal = self.swap.documents.renew()
        self.swap.deadline = clock() + 60.0
        self.new = self.swap.process = self.backstage.crew.join("blue-1", Role.NEXT)
        self.swap.go(SwapEvent.STARTED)

    def ends(self, process):
        hear = self.swapping.hear_next if process == self.swap.process else self.swapping.hear_playing
        hear(self.swap, ChildEnded(key=process, code=1, signal=None, text="exited with code 1", asked=False))

    def tell(self, **figures):
        self.swapping.reported(self.swap, replace(self.row, **figures))

    @property
    def outcomes(self):
        return [record.outcome for record in self.book.records]


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
        scene.tell(has_standby=True)
    if goes_first:
        scene.ends(scene.old)
    scene.ends(scene.new)
    clock.now += share * patience_s
    scene.swapping.look(scene.swap)
    if not scene.outcomes:
        scene.tell(swaps=1, is_connected=False)
    assert scene.outcomes == [outcome]
