"""The status line of `play`."""

import dataclasses
import io

import pytest

from app.commands.output import shortened
from app.commands.progress import ERROR_S, Progress, agent_text
from runtime.model.events import AgentChanged, FrameShown, LinesLogged, PaceMeasured, StageChanged, SwapChanged
from runtime.model.series import Series
from runtime.model.states import AgentState, MatchStage, StageState, SwapState
from runtime.model.values import GAME_LOG, AgentStatus, LogLine, Traceback, TracebackFrame
from tests.clock import Clock
from tests.values import a_swap, an_empty_view

VIEW = an_empty_view(seconds_elapsed=10.0, clock_s=290.4)
PLAY = StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING)
AGENT = AgentStatus(key="a", name="Chaser", agent_id="x", team=0, cars=(0,), state=AgentState.PLAYING)


@pytest.fixture
def clock():
    return Clock(0.0)


@pytest.fixture
def stream():
    return io.StringIO()


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Chaser"),
        ({"answers": 1000, "late": 4}, "Chaser"),
        ({"answers": 1000, "late": 5}, "Chaser 0 % late"),
        ({"answers": 100, "late": 12}, "Chaser 12 % late"),
        ({"errors": 1}, "Chaser 1 error"),
        ({"answers": 100, "late": 12, "errors": 2}, "Chaser 12 % late, 2 errors"),
        ({"state": AgentState.CRASHED}, "Chaser crashed"),
    ],
)
def test_an_agent_says_what_is_remarkable(changes, text):
    assert agent_text(dataclasses.replace(AGENT, **changes)) == text


def failing(line, errors, version=1, **changes):
    frames = (TracebackFrame(file="/usr/lib/x.py", line=1), TracebackFrame(file="bot.py", line=line))
    said = {"errors": errors, "last_error": f"bot.py:{line}: ValueError: {errors}"} if errors else {}
    traceback = Traceback(error=f"ValueError: {errors}", frames=frames, text="") if errors else None
    return AgentChanged(agent=dataclasses.replace(AGENT, version=version, traceback=traceback, **said, **changes))


def test_each_place_at_which_an_agent_fails_is_named_once_per_version(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(dataclasses.replace(PLAY, stage=MatchStage.KICKOFF))
    for event in (
        failing(0, 0),
        failing(7, 1),
        failing(7, 2),
        failing(9, 3),
        failing(7, 4),
        failing(0, 0, version=2),
        failing(9, 5, version=2),
    ):
        clock.now += ERROR_S
        progress.on_event(event)
        clock.now += ERROR_S
        progress.on_event(PaceMeasured(speed=1.0, overruns=0))
    assert stream.getvalue().splitlines()[1:] == [
        "Chaser (a) printed an error: bot.py:7: ValueError: 1.",
        "Chaser (a) printed an error: bot.py:9: ValueError: 3.",
        "Chaser (a) printed an error: bot.py:9: ValueError: 5.",
    ]


@pytest.mark.parametrize("next_event", [failing(0, 0, version=2), failing(7, 1, state=AgentState.CRASHED)])
def test_an_error_that_ends_the_agent_or_its_version_is_named_with_that(stream, clock, next_event):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(dataclasses.replace(PLAY, stage=MatchStage.KICKOFF))
    progress.on_event(failing(7, 1))
    progress.on_event(next_event)
    clock.now += ERROR_S
    progress.on_event(PaceMeasured(speed=1.0, overruns=0))
    assert "printed" not in stream.getvalue()


def test_a_terminal_gets_one_line_that_is_kept_up_to_date(stream, clock):
    progress = Progress(stream, live=True, clock=clock, columns=lambda: 200)
    progress.on_event(PLAY)
    progress.on_event(AgentChanged(agent=AGENT))
    for step in range(50):
        clock.now = step * 0.05
        progress.on_event(FrameShown(view=dataclasses.replace(VIEW, score=(step // 25, 0))))
        progress.on_event(PaceMeasured(speed=8.0, overruns=0))
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().split("\r\x1b[K")[-1] == "blue 1:0 orange  4:51  8.0x  Chaser"
    progress.finish()
    assert stream.getvalue().endswith("Chaser\r\x1b[K")


def test_the_games_of_a_series_are_reported_and_a_new_game_is_no_goal(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(PLAY)
    series = Series(length=3)
    for score, played in [
        ((0, 0), series),
        ((1, 0), series),
        ((1, 0), series.after((1, 0), 0)),
        ((0, 0), series.after((1, 0), 0)),
    ]:
        progress.on_event(FrameShown(view=dataclasses.replace(VIEW, score=score, series=played)))
    lines = stream.getvalue().splitlines()
    assert lines == [
        "games 0:0 of 3  blue 0:0 orange  4:51  0.0x  ",
        "goal: blue 1:0 orange at 4:51",
        "games 1:0 of 3",
    ]


def test_a_halt_is_reported_at_once_although_no_frame_comes(stream, clock):
    progress = Progress(stream, live=True, clock=clock, columns=lambda: 200)
    progress.on_event(PLAY)
    progress.on_event(FrameShown(view=VIEW))
    for is_paused, words in ((True, "paused"), (False, "2.0x")):
        progress.on_event(PaceMeasured(speed=2.0, overruns=0, is_paused=is_paused))
        assert stream.getvalue().split("\r\x1b[K")[-1].split("  ")[2] == words


def test_the_live_line_is_written_ten_times_a_second_at_most(stream, clock):
    progress = Progress(stream, live=True, clock=clock, columns=lambda: 200)
    for step in range(1000):
        clock.now = step * 0.001
        progress.on_event(FrameShown(view=VIEW))
    assert stream.getvalue().count("\r") == 10


def test_the_live_line_never_wraps(stream, clock):
    progress = Progress(stream, live=True, clock=clock, columns=lambda: 30)
    progress.on_event(AgentChanged(agent=dataclasses.replace(AGENT, name="A very long name of a bot")))
    progress.on_event(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING, text="x" * 100))
    assert all(len(line) <= 29 for line in stream.getvalue().split("\r\x1b[K"))
    assert stream.getvalue().endswith("x…")


@pytest.mark.parametrize(
    ("columns", "text"), [(9, "blue 0:0…"), (10, "blue 0:0 o"), (11, "blue 0:0 o"), (1, "…"), (0, "…"), (-1, "…")]
)
def test_a_cut_text_is_marked(columns, text):
    assert shortened("blue 0:0 o", columns) == text


def test_elsewhere_there_are_plain_lines(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(StageChanged(stage=MatchStage.GAME, state=StageState.RUNNING))
    progress.on_event(FrameShown(view=VIEW))
    assert stream.getvalue() == "Start game ...\n"
    progress.on_event(PLAY)
    progress.on_event(FrameShown(view=dataclasses.replace(VIEW, score=(1, 0))))
    for tenth in range(110):
        clock.now = tenth / 10
        progress.on_event(FrameShown(view=dataclasses.replace(VIEW, score=(1, 0))))
    progress.finish()
    lines = stream.getvalue().splitlines()
    assert lines[0] == "Start game ..."
    assert "goal: blue 1:0 orange at 4:51" in lines
    assert sum(line.startswith("blue 1:0 orange  4:51") for line in lines) == 2
    assert "\x1b" not in stream.getvalue()


def test_advice_follows_what_it_is_about_and_comes_at_once(stream, clock):
    def advise(event):
        return "Install it." if isinstance(event, AgentChanged) and event.agent.state.is_fault else ""

    progress = Progress(stream, live=False, clock=clock, advise=advise)
    crashed = AgentChanged(agent=dataclasses.replace(AGENT, state=AgentState.CRASHED, reason="No module"))
    progress.on_event(StageChanged(stage=MatchStage.GAME, state=StageState.RUNNING))
    progress.on_event(crashed)
    assert stream.getvalue() == "Start game ...\n"
    progress.on_event(StageChanged(stage=MatchStage.AGENTS, state=StageState.RUNNING))
    told = ["Start game ...", "Start agents ...", "Chaser: crashed: No module", "Install it."]
    assert stream.getvalue().splitlines() == told
    progress.on_event(crashed)
    assert stream.getvalue().splitlines() == [*told, "Install it."]


def test_faults_are_reported_once_in_both_forms(clock):
    for live in (True, False):
        stream = io.StringIO()
        progress = Progress(stream, live=live, clock=clock, columns=lambda: 200)
        crashed = dataclasses.replace(AGENT, state=AgentState.CRASHED, reason="exit code 3")
        progress.on_event(AgentChanged(agent=crashed))
        progress.on_event(AgentChanged(agent=dataclasses.replace(crashed, packets=7)))
        progress.finish()
        assert stream.getvalue().count("Chaser: crashed: exit code 3\n") == 1


def test_failed_stages_and_notes_of_the_game_are_lines_of_their_own(stream, clock):
    progress = Progress(stream, live=True, clock=clock, columns=lambda: 200)
    progress.on_event(StageChanged(stage=MatchStage.READY, state=StageState.RUNNING, text="waiting for Chaser"))
    progress.on_event(LinesLogged(lines=(LogLine(key=GAME_LOG, text="port 5 is busy", time_s=0.0),)))
    progress.on_event(LinesLogged(lines=(LogLine(key=GAME_LOG, text="listening on 127.0.0.1:5", time_s=0.0),)))
    progress.on_event(LinesLogged(lines=(LogLine(key="a", text="bot talk", time_s=0.0),)))
    progress.on_event(StageChanged(stage=MatchStage.READY, state=StageState.FAILED, text="Chaser did not come"))
    assert "port 5 is busy\n" in stream.getvalue()
    assert "failed: Agents ready: Chaser did not come\n" in stream.getvalue()
    assert "bot talk" not in stream.getvalue()
    assert "listening" not in stream.getvalue()


def test_swaps_and_changes_that_wait_for_an_answer_are_lines_of_their_own(clock):
    record = a_swap(key="a", name="Chaser")
    changed = dataclasses.replace(AGENT, swap_state=SwapState.CHANGED, swap_text="bot.py")
    for live in (True, False):
        stream = io.StringIO()
        progress = Progress(stream, live=live, clock=clock, columns=lambda: 200)
        progress.on_event(PLAY)
        progress.on_event(AgentChanged(agent=changed))
        progress.on_event(AgentChanged(agent=dataclasses.replace(changed, packets=7)))
        progress.on_event(AgentChanged(agent=dataclasses.replace(changed, swap_text="bot.py, more.py")))
        progress.on_event(SwapChanged(record=record))
        text = stream.getvalue()
        assert text.count("Chaser (a) changed: bot.py.\n") == 1
        assert text.count("Chaser (a) changed: bot.py, more.py.\n") == 1
        assert text.count("Chaser (a): reloaded as version 2 (0a1b2c3d) after 0.41 s: bot.py\n") == 1


def running(stage):
    return StageChanged(stage=stage, state=StageState.RUNNING)


def test_news_of_agents_wait_for_the_stage_that_is_about_them(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(running(MatchStage.GAME))
    progress.on_event(AgentChanged(agent=dataclasses.replace(AGENT, state=AgentState.CRASHED, reason="no wheels")))
    manual = dataclasses.replace(AGENT, key="b", name="Ada", state=AgentState.MANUAL, reason="Start it: X=1")
    progress.on_event(AgentChanged(agent=manual))
    progress.on_event(running(MatchStage.AGENTS))
    progress.on_event(AgentChanged(agent=dataclasses.replace(manual, packets=1)))
    assert stream.getvalue().splitlines() == [
        "Start game ...",
        "Start agents ...",
        "Chaser: crashed: no wheels",
        "Ada waits for you. Start it: X=1",
    ]


@pytest.mark.parametrize("stage", [MatchStage.GAME, MatchStage.AGENTS])
def test_a_failed_stage_does_not_repeat_a_fault(stream, clock, stage):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(running(stage))
    progress.on_event(AgentChanged(agent=dataclasses.replace(AGENT, state=AgentState.CRASHED, reason="no wheels")))
    text = "Chaser (a) crashed: no wheels."
    progress.on_event(StageChanged(stage=stage, state=StageState.FAILED, text=text))
    progress.finish()
    assert stream.getvalue().splitlines()[1:] == ["Chaser: crashed: no wheels", f"failed: {stage.value}"]


def test_a_fault_that_no_stage_follows_is_reported_at_the_end(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(running(MatchStage.GAME))
    progress.on_event(AgentChanged(agent=dataclasses.replace(AGENT, state=AgentState.FAILED, reason="lost")))
    progress.finish()
    assert stream.getvalue().endswith("Chaser: failed: lost\n")


def test_restarts_are_reported_with_their_reason_and_when_the_agent_is_back(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(PLAY)
    reason = "Ended while playing (exited with code 1). Restarts in 2 s (1 of 3)."
    steps = [(AgentState.RESTARTING, reason), (AgentState.STARTING, ""), (AgentState.PLAYING, "")]
    steps += [(AgentState.RESTARTING, ""), (AgentState.PLAYING, "")]
    steps += [(AgentState.FAILED, "no folder"), (AgentState.STARTING, ""), (AgentState.PLAYING, "")]
    for state, text in steps:
        progress.on_event(AgentChanged(agent=dataclasses.replace(AGENT, state=state, reason=text)))
    assert stream.getvalue().splitlines() == [
        f"Chaser: restarting: {reason}",
        "Chaser plays again.",
        "Chaser: restarting",
        "Chaser plays again.",
        "Chaser: failed: no folder",
        "Chaser plays again.",
    ]


def test_a_swap_that_needs_a_new_start_is_reported_as_a_swap_alone(stream, clock):
    progress = Progress(stream, live=False, clock=clock)
    progress.on_event(PLAY)
    for state in (AgentState.RESTARTING, AgentState.PLAYING):
        agent = dataclasses.replace(AGENT, state=state, swap_state=SwapState.CLEARING)
        progress.on_event(AgentChanged(agent=agent))
    assert stream.getvalue() == ""
