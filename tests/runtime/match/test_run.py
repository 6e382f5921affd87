import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sys
import time
from dataclasses import replace

import psutil
import pytest

from runtime.documents.model import Car, CarKind, Match, Mutators, RestartPolicy, Script
from runtime.games import ArenaGame
from runtime.match import Deadlines, run
from runtime.match.monitor import LOGS_GONE, MAX_LOGGED
from runtime.match.run import MORE_TIME
from runtime.model.events import (
    AgentChanged,
    FrameShown,
    LinesLogged,
    MatchEnded,
    MatchNoted,
    PaceMeasured,
    StageChanged,
)
from runtime.model.interference import Interference
from runtime.model.messages import literal
from runtime.model.states import AgentState, Blame, MatchStage, Outcome, Phase, StageState
from runtime.model.values import GAME_LOG
from runtime.protocol import ProtocolError
from runtime.records.match_result import exit_code, result_json
from tests.process_table import is_alive
from tests.runtime.conftest import Stage, new_car

STAGES = list(MatchStage)
QUICK = Deadlines(agents_s=1.0, ready_s=1.0)


def by_key(result):
    return {agent.key: agent for agent in result.agents}


def test_two_bots_play_a_match(stage, car, match_of):
    result = stage.play(match_of(car("official"), car("driver", team=1)))

    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FINISHED, Blame.NOBODY, 0)
    assert (result.frames, result.game_seconds) == (240, pytest.approx(2.0))
    assert str(result.reason or "") == "A draw, 0:0."
    assert result.state_hash
    for agent in result.agents:
        assert (agent.state, agent.starts, agent.exit_code, str(agent.reason or "")) == (AgentState.STOPPED, 1, 0, "")
        assert agent.answers >= 230
    ended = [event.stage for event in stage.of(StageChanged) if event.state is StageState.DONE]
    assert ended == STAGES
    views = [event.view for event in stage.of(FrameShown)]
    assert views[-1].phase is Phase.ENDED
    assert len(views[-1].pads) == len(views[-1].pads_active) == 34
    assert stage.of(PaceMeasured)
    assert stage.events[-1] == MatchEnded(result=result)


def test_a_hostile_bot_changes_nothing_and_is_named(stage, car, match_of):
    result = stage.play(
        match_of(car("hostile", agent_id="tests/hostile"), car("driver", team=1, agent_id="tests/victim"))
    )

    assert (result.outcome, result.frames, str(result.reason or "")) == (Outcome.FINISHED, 240, "A draw, 0:0.")
    agents = by_key(result)
    assert (agents["orange-1"].agent_id, agents["orange-1"].starts, agents["orange-1"].swaps) == ("tests/victim", 1, 0)
    assert agents["orange-1"].answers >= 230
    refused = {act.what: act.count for act in result.interference}
    assert all(act.refused for act in result.interference)
    orders = {"MatchConfiguration", "ConsoleCommand", "StopCommand", "StartCommand", "MatchComm", "wrong agent id"}
    assert orders <= refused.keys()
    assert refused["connection without introduction"] >= 256 - 64
    assert {act["what"] for act in json.loads(result_json(result))["interference"]} == refused.keys()
    assert "~" not in result_json(result)


def test_bots_that_try_only_once_to_connect_find_the_game_listening(stage, car, match_of):
    result = stage.play(match_of(car("hasty"), car("hasty", team=1, agent_id="tests/other")))
    assert (result.outcome, str(result.reason or "")) == (Outcome.FINISHED, "A draw, 0:0.")
    assert [(agent.starts, agent.exit_code) for agent in result.agents] == [(1, 0), (1, 0)]


def test_a_port_that_another_program_takes_meanwhile_is_no_trouble(stage, car, match_of, mesh_cache):
    with contextlib.ExitStack() as others:

        class Contested(ArenaGame):
            def child_spec(self, order):
                others.enter_context(socket.create_server(("127.0.0.1", order.port)))
                return super().child_spec(order)

        result = stage.play(match_of(car("driver"), car("hasty", team=1)), game=Contested(meshes=mesh_cache))
    assert (result.outcome, str(result.reason or "")) == (Outcome.FINISHED, "A draw, 0:0.")
    assert [line for line in stage.lines(GAME_LOG) if line.startswith("port ")] == []


def test_an_arena_that_ends_before_it_serves_is_not_explained_by_its_port(stage, car, match_of, mesh_cache):
    class Doomed(ArenaGame):
        def child_spec(self, order):
            program = "print('port 9', flush=True); raise SystemExit(3)"
            return replace(super().child_spec(order), argv=(str(self.python), "-c", program))

    result = stage.play(match_of(car("driver")), game=Doomed(meshes=mesh_cache))
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert str(result.reason or "") == "The arena crashed (exited with code 3)."


def test_a_series_is_played_to_its_last_game(stage, match_of):
    mutators = Mutators(series_length="ThreeGames", max_score="OneGoal")
    skills = ("AllStar", "Beginner")
    cars = tuple(Car(kind=CarKind.PSYONIX, name=skill, team=team, skill=skill) for team, skill in enumerate(skills))
    result = stage.play(match_of(*cars, mutators=mutators, instant_start=True), seconds_limit=None)

    assert (result.outcome, result.series.length, result.series.is_decided) == (Outcome.FINISHED, 3, True)
    assert (
        str(result.reason or "")
        == f"{('Blue', 'Orange')[result.series.leader]} won the series 2:{min(result.series.won)}."
    )
    assert result.score == result.series.games[-1].score
    standings = [event.view.series.won for event in stage.of(FrameShown)]
    assert standings == sorted(standings, key=sum)
    assert standings[-1] == result.series.won


def test_the_same_seed_gives_the_same_match(stage, car, match_of):
    match = match_of(car("driver"), car("driver", team=1))
    first, again, other = (stage.play(match, seed=seed, seconds_limit=0.5).state_hash for seed in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize(
    ("program", "words"),
    [("quitter", "ValueError: no engine"), ("polite_quitter", "nothing to do")],
)
def test_a_bot_that_exits_at_once_fails_a_match_that_waits_for_it(stage, car, match_of, program, words):
    result = stage.play(match_of(car("driver"), car(program, team=1)))
    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FAILED, Blame.MATCH, 1)
    assert f"{program.title()} (orange-1)" in str(result.reason or "")
    assert "before it was ready (exited with code" in str(result.reason or "")
    assert words in str(result.reason or "")
    assert by_key(result)["orange-1"].exit_code == (1 if program == "quitter" else 0)
    assert words in "\n".join(stage.lines("orange-1"))


def test_a_match_that_does_not_wait_goes_on_without_it(stage, car, match_of):
    match = match_of(car("driver"), car("quitter", team=1), wait_for_agents=False)
    result = stage.play(match, pace="realtime", seconds_limit=2.0)
    assert (result.outcome, exit_code(result)) == (Outcome.FINISHED, 0)
    assert by_key(result)["orange-1"].state is AgentState.CRASHED
    assert by_key(result)["blue-1"].answers > 0
    assert "Quitter (orange-1) crashed" in str(result.reason or "")
    assert stage.states(MatchStage.AGENTS) == [StageState.SKIPPED]


def test_a_match_without_any_agent_left_fails(stage, car, match_of):
    result = stage.play(match_of(car("quitter"), wait_for_agents=False), pace="realtime", seconds_limit=60.0)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.MATCH)
    assert str(result.reason or "").startswith("No agent is left to play. Quitter (blue-1) crashed")
    assert result.wall_seconds < 45


@pytest.mark.parametrize(
    ("program", "failed", "words"),
    [
        ("loner", MatchStage.AGENTS, "Loner (orange-1) did not connect within 1 s."),
        ("dreamer", MatchStage.READY, "Dreamer (orange-1) did not become ready within 1 s."),
    ],
)
def test_a_bot_that_hangs_is_named_at_the_deadline(stage, car, match_of, program, failed, words):
    result = stage.play(match_of(car("driver"), car(program, team=1)), deadlines=QUICK)
    assert (result.outcome, result.blame, str(result.reason)) == (Outcome.FAILED, Blame.MATCH, f"{words} {MORE_TIME}")
    assert stage.states(failed)[-1] is StageState.FAILED
    assert stage.states(MatchStage.SHUTDOWN)[-1] is StageState.DONE
    culprit = by_key(result)["orange-1"]
    assert culprit.state is AgentState.FAILED
    assert str(culprit.reason or "").startswith(words.removeprefix(f"{culprit.name} (orange-1) ").capitalize()[:-1])
    assert by_key(result)["blue-1"].state is AgentState.STOPPED


@pytest.mark.parametrize(("program", "within_s"), [("loner", 1.0), ("loner", 1.5), ("dreamer", 1.0)])
def test_the_document_says_how_long_a_bot_may_take_to_get_ready(stage, car, match_of, program, within_s):
    policy = RestartPolicy(limit=0, ready_s=within_s)
    result = stage.play(match_of(car(program), restarts=policy), restarts=None)
    assert f" within {within_s:g} s." in str(result.reason)
    assert result.wall_seconds > within_s


def test_a_bot_that_is_still_loading_is_shown_at_work(stage, car, match_of, monkeypatch):
    monkeypatch.setattr("runtime.match.stages.TIME_STEP_S", 0.5)
    stage.play(match_of(car("busy_loader")), deadlines=Deadlines(agents_s=4.0))
    texts = [str(event.text) for event in stage.of(StageChanged) if event.stage is MatchStage.AGENTS]
    assert "waiting for Busy_Loader (blue-1), still loading: 3 of 4 s, CPU busy" in texts
    stage.events.clear()
    stage.play(match_of(car("loner")), deadlines=Deadlines(agents_s=2.0))
    texts = [str(event.text) for event in stage.of(StageChanged) if event.stage is MatchStage.AGENTS]
    assert "waiting for Loner (blue-1), 1 s left" in texts
    assert not any("CPU busy" in text for text in texts)


def test_a_command_that_cannot_run_fails_before_anything_is_awaited(stage, car, match_of):
    result = stage.play(match_of(car("driver"), car("driver", team=1, run_command="./missing program")))
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.MATCH)
    assert "Driver (2) (orange-1) failed" in str(result.reason or "")
    assert "missing" in str(result.reason or "")


def test_a_hundred_megabytes_of_output_cost_a_bounded_number_of_lines(stage, car, match_of):
    result = stage.play(match_of(car("driver"), car("chatty", team=1)), seconds_limit=1.0)
    assert result.outcome is Outcome.FINISHED
    lines = stage.lines("orange-1")
    assert 0 < len(lines) < 100_000
    assert any("left out" in line for line in lines)


MISFITS = ("driver", "garbler", "dizzy", "twins", "thinker", "dozer", "mortal", "stubborn", "stopper")


@pytest.fixture(scope="module")
def misfits(mesh_cache, tmp_path_factory):
    """Plays a match in which every bot but the first misbehaves; returns stage, result and agents."""
    folder, stage = tmp_path_factory.mktemp("misfits"), Stage(mesh_cache)
    cars = [new_car(folder, program, team=place % 2) for place, program in enumerate(MISFITS)]
    result = stage.play(Match(cars=tuple(cars)))
    assert not any(map(is_alive, stage.pids))
    return stage, result, {agent.name.lower(): agent for agent in result.agents}


def test_bots_that_misbehave_cost_the_others_nothing(misfits):
    _, result, agents = misfits
    assert (result.outcome, exit_code(result), result.frames) == (Outcome.FINISHED, 0, 240)
    assert str(result.reason).startswith("A draw, 0:0. ")
    for harmless in ("driver", "dizzy", "twins"):
        assert (agents[harmless].state, agents[harmless].reason) == (AgentState.STOPPED, None)
        assert agents[harmless].name not in str(result.reason)
    assert agents["driver"].answers >= 230


def test_a_bot_that_sends_garbage_or_dies_while_playing_is_named(misfits):
    _, result, agents = misfits
    assert agents["garbler"].state is AgentState.FAILED
    assert f"Garbler ({agents['garbler'].key}) failed: Its connection to the server ended." in str(result.reason)
    mortal = agents["mortal"]
    assert (mortal.state, mortal.exit_code) == (AgentState.CRASHED, 1)
    assert str(mortal.reason) == "Ended while playing (exited with code 1): bot.py:8: RuntimeError: out of fuel."
    assert str(mortal.reason) in str(result.reason)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("thinker", r"Never answered\. Last output: KeyError: 'ball'\."),
        ("dozer", r"Answered only \d\d of 2\d\d frames\."),
    ],
)
def test_a_bot_that_does_not_answer_is_named_in_the_result(misfits, program, words):
    stage, result, agents = misfits
    idler = agents[program]
    assert idler.state is AgentState.STOPPED
    assert re.fullmatch(words, str(idler.reason))
    assert f"{idler.name} ({idler.key}): {idler.reason}" in str(result.reason)
    notes = [line for line in stage.lines("game") if f"'{idler.name}' did not answer within a second" in line]
    assert len(notes) == 1


def test_a_stubborn_bot_cannot_hold_up_the_stop(misfits):
    _, _, agents = misfits
    assert (agents["stubborn"].state, agents["stubborn"].exit_code) == (AgentState.STOPPED, None)


def test_a_bot_cannot_stop_the_match_and_is_named(misfits):
    _, result, _ = misfits
    assert result.interference == (Interference(what="StopCommand", by="Bot 'Stopper'", count=1, refused=True),)


def test_a_missing_agent_is_reported_with_its_last_output_before_the_stage_fails(stage, car, match_of):
    result = stage.play(match_of(car("driver"), car("silent_loader", team=1)), deadlines=QUICK)
    name = "Silent_Loader (orange-1)"
    said = f"{name} did not connect within 1 s. Last output: loading the model."
    assert str(result.reason or "") == f"{said} {MORE_TIME}"
    news = [event for event in stage.events if isinstance(event, AgentChanged | StageChanged)]
    failed = next(place for place, event in enumerate(news) if getattr(event, "state", None) is StageState.FAILED)
    assert news[failed - 1].agent.state is AgentState.FAILED


@pytest.mark.parametrize("pace", ["lockstep", "20"])
def test_a_match_without_cars_is_played_as_long_as_it_is_to_last(stage, match_of, pace):
    result = stage.play(match_of(), pace=pace, seconds_limit=3.0)
    assert (result.outcome, exit_code(result)) == (Outcome.FINISHED, 0)
    assert (result.score, result.agents, result.frames >= 360) == ((0, 0), (), True)


@pytest.fixture
def running_script(car):
    """Makes a script whose program is one of `AGENTS`."""

    def make(program):
        bot = car(program)
        return Script(name=bot.name, agent_id=bot.agent_id, root_dir=bot.root_dir, run_command=bot.run_command)

    return make


def test_a_match_with_scripts_only_is_played(stage, running_script, match_of):
    result = stage.play(match_of(scripts=(running_script("driver"),)), pace="20", seconds_limit=3.0)
    assert (result.outcome, exit_code(result)) == (Outcome.FINISHED, 0)
    assert [agent.starts for agent in result.agents] == [1]


def test_a_match_with_scripts_only_fails_when_all_have_crashed(stage, running_script, match_of):
    match = match_of(scripts=(running_script("quitter"),), wait_for_agents=False)
    result = stage.play(match, pace="realtime", seconds_limit=60.0)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.MATCH)
    assert str(result.reason or "").startswith("No agent is left to play. Quitter (script-1) crashed")


@pytest.mark.parametrize("at", STAGES[:-1])
def test_a_stop_is_heeded_in_every_stage(stage, car, match_of, at):
    def stop(event):
        if isinstance(event, StageChanged) and event.stage is at and event.state is StageState.RUNNING:
            stage.runner.request_stop()

    stage.on_event = stop
    result = stage.play(match_of(car("driver"), car("driver", team=1)), pace="realtime", seconds_limit=60.0)
    assert (result.outcome, exit_code(result), str(result.reason or "")) == (
        Outcome.INTERRUPTED,
        130,
        "The match was stopped.",
    )
    assert stage.states(MatchStage.SHUTDOWN)[-1] is StageState.DONE
    assert result.wall_seconds < 45


def test_a_game_that_dies_fails_the_match_and_blames_the_infrastructure(stage, car, match_of, arena_pid):
    def kill(event):
        if isinstance(event, FrameShown) and event.view.phase is Phase.COUNTDOWN:
            os.kill(arena_pid(), signal.SIGKILL)
            stage.on_event = lambda event: None

    stage.on_event = kill
    result = stage.play(match_of(car("driver"), car("driver", team=1)), pace="realtime", seconds_limit=60.0)
    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FAILED, Blame.INFRASTRUCTURE, 3)
    assert "arena crashed" in str(result.reason or "")
    assert "SIGKILL" in str(result.reason or "")
    assert stage.states(MatchStage.PLAY)[-1] is StageState.FAILED
    assert [agent.state for agent in result.agents] == [AgentState.STOPPED] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no folder with open files")
@pytest.mark.parametrize("pace", ["realtime", "lockstep"])
def test_logs_that_are_deleted_during_the_match_are_not_named_and_their_loss_is(stage, car, match_of, tmp_path, pace):
    state = tmp_path / "state"

    def delete(event):
        if isinstance(event, FrameShown):
            stage.on_event = lambda event: None
            shutil.rmtree(state)

    stage.on_event = delete
    match = match_of(car("driver"), car("driver", team=1))
    result = stage.play(match, logs=state / "logs", pace=pace, seconds_limit=1.2)
    assert result.outcome is Outcome.FINISHED
    assert result.logs is None
    assert json.loads(result_json(result))["logs"] is None
    assert [event.text for event in stage.of(MatchNoted)] == [LOGS_GONE]
    assert str(result.reason or "").endswith(f" {LOGS_GONE}")
    assert str(state) not in str(result.reason or "")
    assert stage.lines(GAME_LOG).count(str(LOGS_GONE)) == 1
    assert not state.exists()


def test_logs_that_stay_are_named(stage, car, match_of, tmp_path):
    result = stage.play(match_of(car("driver")), logs=tmp_path / "logs")
    assert result.logs.parent == tmp_path / "logs"
    assert result.logs.is_dir()
    assert str(LOGS_GONE) not in str(result.reason or "")
    assert stage.of(MatchNoted) == []


def test_a_game_that_never_listens_says_why(stage, car, match_of, tmp_path):
    (tmp_path / "meshes").write_text("in the way")
    result = stage.play(match_of(car("driver")), game=type(stage.game)(meshes=tmp_path / "meshes"))
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert "cannot build its walls" in str(result.reason or "")
    assert stage.states(MatchStage.GAME)[-1] is StageState.FAILED


@pytest.mark.parametrize("at", [MatchStage.CHECK, MatchStage.AGENTS, MatchStage.PLAY, MatchStage.SHUTDOWN])
def test_a_listener_that_fails_leaves_nothing_running(stage, car, match_of, at):
    def fail(event):
        if isinstance(event, StageChanged) and event.stage is at:
            raise RuntimeError("no ink")

    stage.on_event = fail
    with pytest.raises(RuntimeError, match="no ink"):
        stage.play(match_of(car("driver"), car("stubborn", team=1)))
    assert not psutil.Process().children(recursive=True)


def test_an_invalid_document_starts_nothing(stage, car, match_of):
    result = stage.play(match_of(car("driver", team=5)))
    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FAILED, Blame.DOCUMENT, 2)
    assert any(problem.is_error for problem in result.problems)
    assert stage.pids == set()
    assert stage.states(MatchStage.CHECK)[-1] is StageState.FAILED
    assert stage.states(MatchStage.GAME) == []


@pytest.mark.parametrize("pace", ["lockstep", "realtime"])
def test_the_death_of_the_supervisor_is_named(stage, car, match_of, arena_pid, pace):
    def kill(event):
        if isinstance(event, FrameShown) and event.view.frame > 30 and not killed:
            killed.append(psutil.Process(arena_pid()).parent())
            killed[0].kill()

    killed = []
    stage.on_event = kill
    result = stage.play(match_of(car("driver"), car("stubborn", team=1)), pace=pace, seconds_limit=60.0)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert str(result.reason or "").startswith("The supervisor ended unexpectedly")


def test_a_match_that_cannot_be_sent_ends_with_a_reason(stage, car, match_of, monkeypatch):
    def too_long(match):
        raise ProtocolError(literal("The message has 70000 bytes."))

    monkeypatch.setattr(run, "to_wire", too_long)
    result = stage.play(match_of(car("driver")))
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.DOCUMENT)
    assert str(result.reason or "") == "The match cannot be sent to the game. The message has 70000 bytes."


def test_refusals_of_the_game_are_faults_of_the_document(stage, car, match_of):
    match = match_of(car("driver"), game_mode="Dropshot", mutators=Mutators())
    result = stage.play(match)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.DOCUMENT)
    assert "Dropshot" in str(result.reason or "")
    assert any("Dropshot" in str(problem.message) for problem in result.problems)


def test_the_console_reaches_the_game_while_it_plays(stage, car, match_of):
    def hurry(event):
        if isinstance(event, StageChanged) and event.stage is MatchStage.PLAY:
            stage.runner.send_console("kickabout dance")
            stage.runner.send_console("x" * 70_000)
            stage.runner.send_console("lone \ud800")
            stage.runner.send_console("kickabout pace lockstep")

    stage.on_event = hurry
    begun = time.monotonic()
    result = stage.play(match_of(car("driver")), pace="0.1", seconds_limit=6.0)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 720)
    assert time.monotonic() - begun < 30
    told = [line.text for event in stage.of(LinesLogged) for line in event.lines if line.key == GAME_LOG]
    echoes = [text for text in told if text.startswith("> ")]
    assert (echoes[0], echoes[-1], len(echoes)) == ("> kickabout dance", "> kickabout pace lockstep", 4)
    assert echoes[1].startswith(f"> {'x' * MAX_LOGGED}  [not sent: The message has 700")
    (answer,) = [text for text in told if "'kickabout dance' is not a command" in text]
    assert told.index(answer) > told.index("> kickabout dance")


def test_what_is_typed_before_there_is_a_game_is_called_lost(stage, car, match_of):
    def hurry(event):
        if event == StageChanged(stage=MatchStage.CHECK, state=StageState.RUNNING):
            stage.runner.send_console("kickabout pause")

    stage.on_event = hurry
    stage.play(match_of(car("driver")), seconds_limit=0.1)
    told = [line.text for event in stage.of(LinesLogged) for line in event.lines if line.text.startswith("> ")]
    assert told == ["> kickabout pause  [lost: there is no game to send it to]"]


def test_frames_are_told_at_most_sixty_times_a_second(stage, car, match_of):
    times = []
    stage.on_event = lambda event: times.append(time.monotonic()) if isinstance(event, FrameShown) else None
    stage.play(match_of(car("driver")), seconds_limit=10.0)
    assert len(times) <= (times[-1] - times[0]) * 60 + 3


@pytest.mark.parametrize("written", [" tests/spaced", "tests/spaced ", "  tests/spaced  "])
def test_blanks_around_an_agent_id_change_nothing(stage, workshop, written):
    document = workshop.bot("Ada").parent / "bot.toml"
    lines = [line for line in document.read_text().splitlines() if not line.startswith("agent_id")]
    document.write_text("\n".join(lines).replace("[settings]", f'[settings]\nagent_id = "{written}"') + "\n")
    workshop.bot("Bob")
    result = stage.play(workshop.match(("Ada", 0), ("Bob", 1)), seconds_limit=0.2)
    assert (result.outcome, result.interference, result.agents[0].agent_id) == (
        Outcome.FINISHED,
        (),
        "tests/spaced",
    )
