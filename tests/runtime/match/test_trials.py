"""Stop, restart and the end of a match while a new version is on trial or an old one is kept: nothing is left."""

import time

import psutil
import pytest

from runtime.model.events import AgentChanged, FrameShown, SwapChanged
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from tests.runtime.conftest import RUNNING
from tests.runtime.match.broken_versions import AGENTS, program
from tests.runtime.match.test_broken_versions import staged

LIMIT_S = 20.0
SLOW = "__import__('time').sleep(0.5)"
"""Five answers on trial take longer than it takes to act."""


class Step:
    """Saves a new version, acts while it is on trial or the old one is kept, and waits until nothing is left."""

    def __init__(self, stage, arena_pid, source, agent, *, moment, action):
        self.stage, self.arena_pid, self.source, self.agent = stage, arena_pid, source, agent
        self.moment, self.action = moment, action
        self.acted_s = None
        self.is_saved = self.is_over = False
        self.left = None
        stage.on_event = self

    def __call__(self, event):
        if isinstance(event, FrameShown) and event.view.phase in RUNNING and not self.is_saved:
            self.is_saved = True
            text = program(self.agent.template, number=2)
            if self.moment == "trial":
                text = text.replace("self.count += 1", f"self.count += 1\n        {SLOW}")
            self.source.write_text(text)
        elif self.acted_s is None and self.is_there(event):
            self.acted_s = time.monotonic()
            self.act()
        elif self.acted_s is not None and isinstance(event, FrameShown) and not self.is_over:
            self.left = (self.processes(), self.sessions())
            if self.left == self.expected or time.monotonic() > self.acted_s + LIMIT_S:
                self.is_over = True
                self.stage.runner.request_stop()

    def act(self):
        runner = self.stage.runner
        if self.action == "end":
            self.is_over = True
            runner.request_stop()
        else:
            {"stop": runner.request_stop_agent, "restart": runner.request_restart}[self.action](["blue-1"])

    def is_there(self, event):
        if self.moment == "trial":
            return isinstance(event, AgentChanged) and event.agent.swap_state is SwapState.TRIAL
        return isinstance(event, SwapChanged) and event.record.outcome is SwapOutcome.SWAPPED

    @property
    def expected(self):
        """Processes of the agent, and sessions: those of the launcher and of the other car, and the agent's own."""
        is_back = self.action == "restart"
        is_service = "service" in self.agent.more
        return (int(is_back or is_service), 2 + is_back)

    def processes(self):
        found = 0
        for child in psutil.Process().children(recursive=True):
            try:
                found += child.cwd() == str(self.source.parent)
            except psutil.Error:  # it has just ended
                continue
        return found

    def sessions(self):
        connections = psutil.Process(self.arena_pid()).net_connections()
        return sum(each.status == psutil.CONN_ESTABLISHED for each in connections)


@pytest.mark.parametrize("name", ["bot", "service"])
@pytest.mark.parametrize("moment", ["trial", "kept"])
@pytest.mark.parametrize("action", ["stop", "restart", "end"])
def test_no_process_and_no_session_is_left(stage, workshop, arena_pid, name, moment, action):
    agent = AGENTS[name]
    source, match = staged(workshop, agent)
    step = Step(stage, arena_pid, source, agent, moment=moment, action=action)
    result = stage.play(match, pace="realtime", swap_mode=SwapMode.AUTO, seconds_limit=60.0)
    assert step.acted_s is not None, result.reason
    assert step.left == (None if action == "end" else step.expected)
    assert step.processes() == 0
    ada = result.agents[0]
    is_new = moment == "kept" or action == "restart"  # a restart runs the source in the folder
    assert (ada.state, ada.version) == (AgentState.STOPPED, 2 if is_new else 1)
    outcome = SwapOutcome.SWAPPED if moment == "kept" else SwapOutcome.CANCELLED
    assert [record.outcome for record in result.swaps] == [outcome]
