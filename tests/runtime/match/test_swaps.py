"""New versions of agents take over in real matches; tests write and save them as authors do."""

import re
import threading

import pytest

from runtime.agents import swap_text
from runtime.agents.swaps.own_writes import STARTS
from runtime.documents.model import NO_RESTARTS
from runtime.library import version_of_folder
from runtime.match import Deadlines
from runtime.model.events import AgentChanged, FrameShown, LinesLogged, MatchNoted, StageChanged, SwapChanged
from runtime.model.states import AgentState, MatchStage, Outcome, SwapMode, SwapOutcome, SwapState
from tests.runtime.match.versions import CANCELLED, DREAMER, DRIVER, FAILED, REFUSED, SWAPPED, outcomes

CRASHER = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
raw.join()
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        raise KeyError("ball")
"""

MORTAL = """
import os
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for message in raw.messages():
    raw.drive(cars)
    if os.path.exists({pill!r}):
        raise SystemExit(3)
"""


WRITER = """
import pathlib, time
pathlib.Path("table.py").write_text(f"BORN = {time.time()}\\n")
from raw_agent import Raw
raw = Raw()
raw.play(raw.join(), throttle=1.0)
"""

LONGER_THAN_A_SWAP_S = 1.5

SLEEPER = "import time\ntime.sleep(300)\n"

SCRIPT = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
raw.connect()
for message in raw.messages():
    if isinstance(message, flat.FieldInfo):
        raw.send(flat.InitComplete())
"""


def by_key(result):
    return {agent.key: agent for agent in result.agents}


def unanswered(agent):
    """Frames without an answer: at most one at the end, and one for each swap with a late answer."""
    return agent.packets - agent.answers


def states(stage, key):
    """Returns the states of an agent's swaps, without repetitions."""
    seen = [event.agent.swap_state for event in stage.of(AgentChanged) if event.agent.key == key]
    return [state for state, before in zip(seen, [None, *seen], strict=False) if state is not before]


def test_versions_follow_each_other_and_bad_ones_never_play(author, workshop, stage):
    bot = workshop.bot("ada")
    workshop.bot("bob")
    helper = bot.with_name("helper.py")
    good = DRIVER + "# good\n"

    result = author(
        workshop.match(("ada", 0), ("bob", 1)),
        lambda: bot.write_text(good),
        lambda: bot.write_text("def broken(:\n"),
        lambda: helper.write_text("x = 1\n"),
        lambda: bot.write_text("import helper\n" + good),
        lambda: bot.write_text("print('on my way', flush=True)\nraise ValueError('no engine')\n"),
        lambda: bot.write_text(good),
    )
    assert outcomes(result) == [
        (SWAPPED, 2),
        (REFUSED, 2),
        (REFUSED, 2),
        (SWAPPED, 3),
        (FAILED, 3),
        (SWAPPED, 4),
    ]
    first, broken, still, mended, crashed, last = result.swaps
    assert str(broken.reason or "").startswith("bot.py:1: ")
    assert [(problem.line, problem.path) for problem in broken.problems] == [(1, bot)]
    assert still.problems == broken.problems
    assert (first.files, still.files, mended.files) == (("bot.py",), ("bot.py", "helper.py"), ("bot.py", "helper.py"))
    assert (
        str(crashed.reason or "")
        == "It ended before it was ready (exited with code 1): bot.py:2: ValueError: no engine. Version 3 "
        "keeps running."
    )
    assert len({record.digest for record in (first, broken, mended, crashed, last)} - {""}) == 5
    assert last.digest == version_of_folder(bot.parent).digest, "the library shows the same"
    ada, bob = result.agents
    assert (ada.state, ada.version, ada.swaps, ada.starts, str(ada.reason or "")) == (AgentState.STOPPED, 4, 3, 4, "")
    assert (bob.state, bob.version, bob.starts, bob.swap_state) == (AgentState.STOPPED, 1, 1, SwapState.IDLE)
    checking, starting, trial = SwapState.CHECKING, SwapState.STARTING, SwapState.TRIAL
    assert states(stage, "blue-1")[:6] == [SwapState.IDLE, checking, starting, trial, SwapState.IDLE, checking]
    assert f"[{swap_text(broken)}]" in stage.lines("blue-1")
    assert "on my way" in stage.lines("blue-1")


@pytest.mark.soak
def test_versions_that_leave_or_hang_before_they_are_ready_never_play(author, workshop):
    bot = workshop.bot("ada")
    result = author(
        workshop.match(("ada", 0)),
        lambda: bot.write_text("print('nothing to do')\n"),
        lambda: bot.write_text("import time\nprint('loading', flush=True)\ntime.sleep(60)\n"),
        lambda: bot.write_text(DREAMER),
        lambda: bot.write_text(DRIVER),
        deadlines=Deadlines(swap_s=2.5),
    )
    assert outcomes(result) == [(FAILED, 1), (FAILED, 1), (FAILED, 1), (SWAPPED, 2)]
    still = "It was still running this line. Version 1 keeps running."
    left, slept, dreamt = [str(record.reason or "") for record in result.swaps[:3]]
    assert left == "It ended before it was ready (exited with code 0): nothing to do. Version 1 keeps running."
    assert slept == f"It was not ready within 2.5 s: bot.py:3: {still}"
    assert re.fullmatch(r"It was not ready within 2\.5 s: raw_agent\.py:\d+: " + re.escape(still), dreamt)


def test_in_lockstep_no_frame_is_left_without_an_answer(author, workshop):
    bot = workshop.bot("ada")
    save = [lambda text=text: bot.write_text(DRIVER + text) for text in ("#", "##")]
    result = author(workshop.match(("ada", 0)), *save, pace="lockstep", seconds_limit=None)
    assert outcomes(result) == [(SWAPPED, 2), (SWAPPED, 3)]
    assert unanswered(result.agents[0]) <= 1


def test_a_bot_that_writes_a_file_at_each_start_is_not_swapped_for_it_for_ever(workshop, stage):
    bot = workshop.bot("ada", WRITER)
    timers = []

    def act(event):
        if isinstance(event, MatchNoted):
            bot.write_text(WRITER + "# mine")
        elif isinstance(event, SwapChanged) and event.record.files == ("bot.py",):
            timers.append(threading.Timer(LONGER_THAN_A_SWAP_S, stage.runner.request_stop))
            timers[0].start()

    stage.on_event = act
    result = stage.play(workshop.match(("ada", 0)), pace="realtime", seconds_limit=60.0, swap_mode=SwapMode.AUTO)
    timers[0].join()
    assert [record.files for record in result.swaps] == [*[("table.py",)] * (STARTS - 1), ("bot.py",)]
    (notice,) = [str(event.text or "") for event in stage.of(MatchNoted)]
    assert notice.startswith("ada (blue-1) writes table.py at each start")
    assert f"add the line /table.py to {bot.with_name('.gitignore')}" in notice


def test_saves_during_a_swap_lead_to_one_more(author, workshop, stage):
    bot = workshop.bot("ada", "import time\ntime.sleep(0.6)\n" + DRIVER)
    during = []

    def save_again(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent and agent.swap_state is SwapState.STARTING and agent.version == 1:
            during.append(0)
        elif isinstance(event, FrameShown) and during and len(during) < 17:
            during.append(event.view.frame)
            if len(during) in (2, 17):
                bot.with_name(f"part{len(during)}.py").write_text("pass\n")

    save = lambda: bot.write_text(bot.read_text() + "# 2\n")  # noqa: E731
    result = author(workshop.match(("ada", 0)), (save, 2), on_change=save_again)
    assert outcomes(result) == [(SWAPPED, 2), (SWAPPED, 3)]
    assert sorted(result.swaps[1].files) == ["part17.py", "part2.py"]


@pytest.mark.parametrize("code", [SLEEPER, DREAMER], ids=["at import", "before it is ready"])
def test_a_version_that_hangs_at_its_start_gives_way_to_the_next_save(author, workshop, code):
    bot = workshop.bot("ada")
    mended = []

    def mend(event):
        lines = [line.text for line in event.lines] if isinstance(event, LinesLogged) else []
        if "loading" in lines:
            mended.append(bot.write_text(DRIVER + "# mended"))

    save = lambda: bot.write_text("print('loading', flush=True)\n" + code)  # noqa: E731
    result = author(workshop.match(("ada", 0)), (save, 2), on_change=mend)
    assert outcomes(result) == [(CANCELLED, 1), (SWAPPED, 2)]
    assert str(result.swaps[0].reason) == "A newer version starts instead."
    (agent,) = result.agents
    assert (agent.state, agent.restarts) == (AgentState.STOPPED, 0)


def test_a_version_that_crashes_with_its_first_packet_never_plays(author, workshop):
    bot = workshop.bot("ada")
    workshop.bot("bob")
    result = author(
        workshop.match(("ada", 0), ("bob", 1)),
        lambda: bot.write_text(CRASHER),
        lambda: bot.write_text(DRIVER),
    )
    assert outcomes(result) == [(FAILED, 1), (SWAPPED, 2)]
    assert "bot.py:8: KeyError: 'ball'. Version 1 keeps running." in str(result.swaps[0].reason)
    assert (result.agents[0].state, result.agents[0].version) == (AgentState.STOPPED, 2)


def test_hiveminds_scripts_and_cars_of_one_folder_swap_too(author, workshop, stage):
    pair = workshop.bot("pair", more="hivemind = true")
    ada = workshop.bot("ada")
    script = workshop.bot("watcher", SCRIPT, more="", document="script.toml")
    match = workshop.match(("pair", 0), ("pair", 0), ("ada", 1), ("ada", 1), scripts=["watcher"])
    result = author(
        match,
        lambda: pair.write_text(DRIVER + "#"),
        (lambda: ada.write_text(DRIVER + "#"), 2),
        lambda: script.write_text(SCRIPT + "#"),
        (lambda: stage.runner.request_swap(["blue-1", "orange-1", "orange-2", "script-1"]), 4),
    )
    assert [record.outcome for record in result.swaps] == [SWAPPED] * 8
    assert [record.key for record in result.swaps[:1]] == ["blue-1"]
    assert {record.key for record in result.swaps[1:3]} == {"orange-1", "orange-2"}
    assert result.swaps[3].key == "script-1"
    assert [(agent.key, agent.version) for agent in result.agents] == [
        ("blue-1", 3),
        ("orange-1", 3),
        ("orange-2", 3),
        ("script-1", 3),
    ]
    assert result.agents[0].cars == (0, 1)
    assert [str(agent.reason or "") for agent in result.agents] == [""] * 4


def test_edits_of_documents_apply_as_far_as_they_can(author, workshop):
    bot = workshop.bot("ada")
    document, loadout = bot.with_name("bot.toml"), bot.with_name("loadout.toml")
    text = document.read_text()
    (bot.parent / "other").mkdir()
    bot.with_name("other").joinpath("late.py").write_text("import sys\nsys.path.append('.')\n" + DRIVER)
    command = text.replace("bot.py", "other/late.py")
    result = author(
        workshop.match(("ada", 0)),
        lambda: loadout.write_text("[blue_loadout]\ncar_id = 403\n"),
        lambda: document.write_text(text.replace('name = "ada"', 'name = "Eve"')),
        lambda: document.write_text(command),
        lambda: document.write_text(command + "[details\n"),
        lambda: document.write_text(command.replace("run_command", "walk_command")),
        lambda: document.write_text(command.replace("python other", "./python other")),
        lambda: document.write_text(command),
    )
    dressed, renamed, moved, broken, gone, lost, back = result.swaps
    assert (dressed.outcome, dressed.files, str(dressed.reason or "")) == (SwapOutcome.APPLIED, ("loadout.toml",), "")
    assert (renamed.outcome, str(renamed.reason or "")) == (
        SwapOutcome.APPLIED,
        "The new name takes effect in the next match.",
    )
    assert (moved.outcome, moved.version) == (SWAPPED, 2)
    assert (broken.outcome, [problem.line for problem in broken.problems]) == (REFUSED, [8])
    assert str(gone.reason or "").startswith(
        "bot.toml: There is no run command any more, so the agent cannot be started."
    )
    assert (lost.outcome, str(lost.reason or "")) == (
        REFUSED,
        f"The program './python' does not exist in '{bot.parent}'. Version 2 keeps running.",
    )
    assert (back.outcome, back.version) == (SwapOutcome.APPLIED, 2)
    assert result.agents[0].state is AgentState.STOPPED
    assert result.agents[0].name == "ada"


def test_when_the_old_version_dies_first_the_new_one_takes_its_place(author, workshop):
    pill = workshop.root / "pill"
    mortal = MORTAL.format(pill=str(pill))
    bot = workshop.bot("ada", mortal)

    def kill(event):
        agent = event.agent if isinstance(event, AgentChanged) else None
        if agent and agent.swap_state is SwapState.STARTING:
            pill.touch()

    save = lambda: bot.write_text("import time\ntime.sleep(0.6)\n" + DRIVER)  # noqa: E731
    result = author(workshop.match(("ada", 0)), save, on_change=kill)
    assert outcomes(result) == [(SWAPPED, 2)]
    (agent,) = result.agents
    assert (agent.state, agent.version, agent.starts, agent.restarts) == (AgentState.STOPPED, 2, 2, 0)


@pytest.mark.parametrize(
    ("code", "step", "awaited"),
    [
        (DREAMER, MatchStage.READY, "waiting for ada (blue-1)"),
        (SLEEPER, MatchStage.AGENTS, "waiting for ada (blue-1)"),
        (
            "raise ValueError('no engine')\n",
            MatchStage.AGENTS,
            "ada (blue-1) failed to start. Fix and save it, or install packages.",
        ),
    ],
)
def test_a_version_that_never_gets_ready_is_swapped_before_the_kickoff(stage, workshop, code, step, awaited):
    bot = workshop.bot("ada", code)

    def mend(event):
        is_awaited = isinstance(event, StageChanged) and (event.stage, str(event.text or "")) == (step, awaited)
        if is_awaited and not mended:
            mended.append(bot.write_text(DRIVER))

    mended = []
    stage.on_event = mend
    match = workshop.match(("ada", 0))
    result = stage.play(match, swap_mode=SwapMode.AUTO, seconds_limit=1.0, restarts=NO_RESTARTS)
    assert (result.outcome, outcomes(result)) == (Outcome.FINISHED, [(SWAPPED, 2)])
    assert result.agents[0].answers > 100


def test_a_module_that_bots_share_reloads_all_that_have_imported_it(author, workshop, stage):
    code = "import sys\nsys.path.append('../shared')\nimport util\nprint('util', util.VALUE, flush=True)\n" + DRIVER
    shared = workshop.root / "shared"
    shared.mkdir()
    (shared / "util.py").write_text("VALUE = 1\n")
    workshop.bot("ada", code)
    workshop.bot("bob", code)
    workshop.bot("eve")

    def save(text):
        (shared / "util.py").write_text(text)

    result = author(
        workshop.match(("ada", 0), ("bob", 1), ("eve", 1)),
        (lambda: threading.Timer(2.5, save, ["VALUE = 2\n"]).start(), 2),
        (lambda: save("VALUE =\n"), 2),
        (lambda: save("VALUE = 3\n"), 2),
    )
    assert [(agent.name, agent.version) for agent in result.agents] == [("ada", 3), ("bob", 3), ("eve", 1)]
    assert [record.outcome for record in result.swaps] == [SWAPPED, SWAPPED, REFUSED, REFUSED, SWAPPED, SWAPPED]
    for key in ("blue-1", "orange-1"):
        assert [line for line in stage.lines(key) if line.startswith("util")] == ["util 1", "util 2", "util 3"]
