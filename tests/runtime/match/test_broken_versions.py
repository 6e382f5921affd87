"""Thirty kinds of broken new versions against one that works: the working version plays on."""

import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from bench.environments import v4_environments
from runtime.agents.swaps.runner import TrialLimits
from runtime.arena.match.lockstep import ANSWER_DEADLINE_S
from runtime.environments.choice import v4_python
from runtime.match import Deadlines
from runtime.model.events import LinesLogged, SwapChanged
from runtime.model.states import AgentState, SwapMode, SwapOutcome
from tests.runtime.match.broken_versions import AGENTS, BOT, KINDS, LATE, SILENT, WATCHER, line_of, program

LIMITS = TrialLimits(memory_bytes=400_000_000)
DEADLINES = Deadlines(swap_s=4.0)
QUICK = (
    "syntax",
    "raises at import",
    "raises in the first answer",
    "raises in the hundredth",
    "leaves in the hundredth",
)
TICKS_PER_S = {"realtime": 120, "4": 480}
TOLERANCE_S = 1.0
"""A busy machine starves all bots."""
LAG = re.compile(r"lag \d+ (\d+) ([\d.]+)")
LINES_AFTER = 2
"""Lines of the watcher after the end of a swap that still belong to it."""
V4 = Path(__file__).parents[1] / "v4_host" / "bots" / "recorder" / "recorder.cfg"
"""An agent whose environment suits the v4 bots here."""


@dataclass
class Case:
    """The course of one broken version's swap."""

    saved_s: float
    records: list = field(default_factory=list)
    seconds: list = field(default_factory=list)
    """Time from the save to each record."""
    lag: int = 0
    """The worst lag of the cars, in ticks."""
    gap_s: float = 0.0
    """The longest time without an answer of the author's method."""
    lines_left: int = LINES_AFTER


class Evening:
    """Saves one broken version after the other, each when the swap of the last one has ended."""

    def __init__(self, stage, source, template, names, on_save=lambda name: None):
        self.stage = stage
        self.on_save = on_save
        self.source = source
        self.template = template
        self.waiting = list(names)
        self.cases = {}
        self.is_over = True
        stage.on_event = self

    def __call__(self, event):
        now = time.monotonic()
        if isinstance(event, SwapChanged):
            case = self.cases[self.name]
            case.records.append(event.record)
            case.seconds.append(now - case.saved_s)
            self.is_over = event.record.outcome is not SwapOutcome.SWAPPED
        lines = event.lines if isinstance(event, LinesLogged) else ()
        for found in filter(None, (LAG.fullmatch(line.text) for line in lines if line.key == "orange-1")):
            self.measure(int(found[1]), float(found[2]))

    def measure(self, lag, gap_s):
        """Takes a line of the watcher, and goes on if it is the last one that the version needs."""
        if self.cases:
            case = self.cases[self.name]
            case.lag, case.gap_s = max(case.lag, lag), max(case.gap_s, gap_s)
            case.lines_left -= self.is_over
        if not self.is_over or (self.cases and self.cases[self.name].lines_left > 0):
            return
        if not self.waiting:
            self.stage.runner.request_stop()
            return
        self.name, self.is_over = self.waiting.pop(0), False
        self.on_save(self.name)
        self.cases[self.name] = Case(saved_s=time.monotonic())
        self.source.write_text(self.text(self.name))

    def text(self, name):
        return program(self.template, KINDS[name], list(KINDS).index(name))

    def check(self, result):
        assert not self.waiting
        for name, case in self.cases.items():
            broken, reason = KINDS[name], str(case.records[-1].reason)
            outcomes = tuple(record.outcome for record in case.records)
            is_early = broken.outcomes == LATE and outcomes == (SwapOutcome.FAILED,)
            is_script = not case.records[-1].key.startswith(("blue", "orange"))  # it takes over as soon as it is ready
            is_late = is_script and broken.outcomes == (SwapOutcome.FAILED,) and outcomes == LATE
            assert outcomes == broken.outcomes or is_early or is_late, (name, case.records)
            assert re.search(broken.reason, reason), (name, reason)
            assert "; version 1 plays on. " in reason or reason.endswith(". Version 1 keeps running."), (name, reason)
            if broken.place:
                line = line_of(self.text(name), broken)
                assert f"{self.source.name}:{line}: " in reason, (name, reason)
        agent = next(agent for agent in result.agents if agent.name == "ada")
        assert (agent.version, agent.restarts, agent.state) == (1, 0, AgentState.STOPPED)

    def table(self):
        """Returns the figures of each version: outcomes with seconds since the save, worst lag, longest gap."""
        lines = []
        for name, case in self.cases.items():
            ends = zip(case.records, case.seconds, strict=True)
            text = ", ".join(f"{record.outcome.name.lower()} {seconds:.2f} s" for record, seconds in ends)
            lines.append(f"{name:45} {text:38} lag {case.lag:4} gap {case.gap_s:.3f} s: {case.records[-1].reason}")
        return "\n".join(lines)


def staged(workshop, agent):
    """Writes the folders of a match; returns the program of the agent whose versions are broken, and the match."""
    is_v4, is_script = agent.document.endswith(".cfg"), not agent.cars
    document = "bot.toml" if is_v4 else agent.document
    source = workshop.bot("ada", program(agent.template), more=agent.more, document=document)
    if is_v4:
        source.with_name(document).unlink()
        source.with_name(agent.document).write_text("[Locations]\nname = ada\npython_file = bot.py\n")
    workshop.bot("watcher", WATCHER)
    if is_script:
        workshop.bot("bob", program(BOT))
    cars = [("bob", 0)] if is_script else [(f"ada/{agent.document}", 0)] * agent.cars
    scripts = ["ada"] if is_script else []
    tail = '[mutators]\nmatch_length = "Unlimited"\n'
    return source, workshop.match(*cars, ("watcher", 1), scripts=scripts, tail=tail)


@pytest.fixture
def play(stage, workshop):
    """Plays a match in which an author saves these broken versions of an agent, and checks it."""

    def run(name, pace, names, **more):
        agent = AGENTS[name]
        environments = v4_environments(V4) if name == "v4 bot" else None
        source, match = staged(workshop, agent)
        evening = Evening(stage, source, agent.template, names, **more)
        result = stage.play(
            match,
            pace=pace,
            swap_mode=SwapMode.AUTO,
            trial=LIMITS,
            deadlines=DEADLINES,
            seconds_limit=None,
            environments=environments,
        )
        print(f"{name} {pace}\n{evening.table()}")
        evening.check(result)
        worst = max(case.lag for case in evening.cases.values())
        if pace in TICKS_PER_S:
            assert worst <= TICKS_PER_S[pace] * (ANSWER_DEADLINE_S + TOLERANCE_S)
        elif not agent.is_answered_for:
            assert worst == 1
        assert max(case.gap_s for case in evening.cases.values()) <= ANSWER_DEADLINE_S + TOLERANCE_S

    return run


@pytest.mark.timeout(600)  # packages of v4 bots are downloaded once per checkout
@pytest.mark.parametrize(("name", "pace"), [("bot", "realtime"), *((name, "lockstep") for name in AGENTS)])
def test_the_working_version_plays_on(play, name, pace):
    if name == "v4 bot" and v4_python(Path(sys.executable)) is None:
        pytest.skip("RLBot v4 needs Python 3.10 or 3.11, and there is none")
    play(name, pace, QUICK)


def test_the_service_of_a_version_that_hangs_ends_with_its_rejection(play, workshop):
    folder, left = str(workshop.root / "ada"), []

    def is_in(child):
        try:
            return child.cwd() == folder
        except psutil.Error:  # it has just ended
            return False

    def count(_):
        services = list(filter(is_in, psutil.Process().children(recursive=True)))
        _, alive = psutil.wait_procs(services, 10.0 if len(services) > 1 else 0.0)
        left.append(len(alive))

    play("service", "lockstep", ["eats memory in the first answer", "syntax"], on_save=count)
    assert left == [1, 1]


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("pace", ["realtime", "4", "lockstep"])
@pytest.mark.parametrize("name", AGENTS)
def test_no_kind_of_broken_version_costs_the_working_one_its_cars(play, name, pace):
    play(name, pace, [kind for kind in KINDS if name != "script" or kind not in SILENT])
