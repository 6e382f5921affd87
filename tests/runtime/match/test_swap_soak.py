"""A hundred random saves of four agents in one match."""

import random
import re

import psutil
import pytest

from runtime.model.events import SwapChanged
from runtime.model.states import SwapOutcome

DRIVER = """
from raw_agent import Raw
raw = Raw()
print("version", VERSION, flush=True)
raw.play(raw.join(), throttle=1.0)
"""
SAVES = 100


class Evening:
    """Saves the source of one agent after another, each after the last verdict, and records the expected outcomes."""

    def __init__(self, workshop, names):
        self.random = random.Random(4)
        self.sources = {key: workshop.bot(name, "VERSION = 0\n" + DRIVER) for key, name in names.items()}
        self.expected = []

    def step(self):
        """Saves a valid or an invalid version, with the error on a line of its own."""
        key, source = self.random.choice(sorted(self.sources.items()))
        number = len(self.expected) + 1
        padding = "#\n" * self.random.randrange(40)
        if self.random.random() < 0.35:
            source.write_text(f"{padding}def broken(:\n{DRIVER}")
            self.expected.append((key, SwapOutcome.REFUSED, padding.count("\n") + 1))
        else:
            source.write_text(f"{padding}VERSION = {number}\n{DRIVER}")
            self.expected.append((key, SwapOutcome.SWAPPED, number))


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("pace", ["realtime", "lockstep"])
def test_every_valid_version_plays_and_every_other_is_refused_with_its_line(stage, workshop, author, pace):
    names = {"blue-1": "ada", "blue-2": "bob", "orange-1": "cleo", "orange-2": "dan"}
    evening = Evening(workshop, names)
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    during = []

    def count(event):
        if isinstance(event, SwapChanged) and len(evening.expected) in (10, SAVES):
            during.append(len(psutil.Process().children(recursive=True)))

    cars = ((name, int(key.startswith("orange"))) for key, name in names.items())
    match = workshop.match(*cars, tail='[mutators]\nmatch_length = "Unlimited"\n')
    steps = [evening.step] * SAVES
    result = author(match, *steps, on_change=count, pace=pace, seconds_limit=None)

    for record, (key, outcome, number) in zip(result.swaps, evening.expected, strict=True):
        assert (record.key, record.outcome) == (key, outcome), record
        if outcome is SwapOutcome.REFUSED:
            assert [problem.line for problem in record.problems] == [number]
        else:
            assert f"version {number}" in stage.lines(key)
    for agent in result.agents:
        swapped = [key for key, outcome, _ in evening.expected if (key, outcome) == (agent.key, SwapOutcome.SWAPPED)]
        assert (agent.version, agent.swaps, agent.starts) == (len(swapped) + 1, len(swapped), len(swapped) + 1)
        if pace == "lockstep":
            assert agent.packets - agent.answers <= 1
    assert during[-1] <= during[0]
    left = {process.pid for process in psutil.Process().children(recursive=True)} - before
    assert left == set()
    assert not re.findall("did not answer", "\n".join(stage.lines("game")))
