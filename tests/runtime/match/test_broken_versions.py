"""Thirty kinds of broken new versions against one that works: the working version plays on."""

import re

import pytest

from runtime.agents.swap_runner import TrialLimits
from runtime.match import Deadlines
from runtime.model.events import FrameShown, SwapChanged
from runtime.model.states import AgentState, SwapMode, SwapOutcome
from tests.runtime.conftest import RUNNING
from tests.runtime.match.broken_versions import BOT, HIVEMIND, KINDS, LATE, WATCHER, line_of, program

LIMITS = TrialLimits(memory_bytes=400 << 20)
DEADLINES = Deadlines(swap_s=4.0)
QUICK = (
    "syntax",
    "raises at import",
    "raises in the first answer",
    "raises in the hundredth",
    "leaves in the hundredth",
)
DEADLINE_TICKS = {"realtime": 120, "4": 480, "lockstep": 1}
"""The ticks of the deadline of one answer: one second."""
TOLERANCE_TICKS = {"realtime": 120, "4": 480, "lockstep": 0}
"""A busy machine starves all bots by the clock."""


class Evening:
    """Saves one broken version after the other, each when the swap of the last one has ended."""

    def __init__(self, stage, source, template, names):
        self.stage = stage
        self.source = source
        self.template = template
        self.waiting = list(names)
        self.records = {}
        stage.on_event = self

    def __call__(self, event):
        if isinstance(event, SwapChanged):
            self.records[self.name].append(event.record)
        is_over = isinstance(event, SwapChanged) and event.record.outcome is not SwapOutcome.SWAPPED
        is_first = isinstance(event, FrameShown) and event.view.phase in RUNNING and not self.records
        if not is_over and not is_first:
            return
        if not self.waiting:
            self.stage.runner.request_stop()
            return
        self.name = self.waiting.pop(0)
        self.records[self.name] = []
        self.source.write_text(self.text(self.name))

    def text(self, name):
        return program(self.template, KINDS[name], list(KINDS).index(name))

    def check(self, result):
        assert not self.waiting
        for name, records in self.records.items():
            broken, reason = KINDS[name], str(records[-1].reason)
            outcomes = tuple(record.outcome for record in records)
            is_early = broken.outcomes == LATE and outcomes == (SwapOutcome.FAILED,)
            assert outcomes == broken.outcomes or is_early, (name, records)
            assert broken.reason in reason, (name, reason)
            assert "Version 1 plays on." in reason or "Version 1 keeps running." in reason, (name, reason)
            if broken.place:
                line = line_of(self.text(name), broken)
                assert f"{self.source.name}:{line}: " in reason, (name, reason)
        agent = result.agents[0]
        assert (agent.version, agent.restarts, agent.state) == (1, 0, AgentState.STOPPED)


def lags(stage):
    return [int(found[1]) for line in stage.lines("orange-1") if (found := re.match(r"lag \d+ (\d+)", line))]


def play(stage, workshop, template, pace, names, more=""):
    source = workshop.bot("ada", program(template), more=more)
    workshop.bot("watcher", WATCHER)
    evening = Evening(stage, source, template, names)
    cars = [("ada", 0)] * (2 if "hivemind" in more else 1)
    match = workshop.match(*cars, ("watcher", 1), tail='[mutators]\nmatch_length = "Unlimited"\n')
    options = {"swap_mode": SwapMode.AUTO, "trial": LIMITS, "deadlines": DEADLINES, "seconds_limit": None}
    evening.check(stage.play(match, pace=pace, **options))
    worst = max(lags(stage))
    assert worst <= DEADLINE_TICKS[pace] + TOLERANCE_TICKS[pace]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("pace", ["realtime", "lockstep"])
def test_the_working_version_plays_on(stage, workshop, pace):
    play(stage, workshop, BOT, pace, QUICK)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("pace", ["realtime", "4", "lockstep"])
@pytest.mark.parametrize(("template", "more"), [(BOT, ""), (HIVEMIND, "hivemind = true")], ids=["bot", "hivemind"])
def test_no_kind_of_broken_version_costs_the_working_one_its_cars(stage, workshop, template, more, pace):
    play(stage, workshop, template, pace, KINDS, more)
