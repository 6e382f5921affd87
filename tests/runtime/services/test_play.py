"""Matches whose agents a service plays."""

import os
import shutil
import signal
import tempfile
import threading
from functools import partial
from pathlib import Path

import numpy as np
import psutil
import pytest

from runtime.agents import TrialLimits
from runtime.documents.model import NO_RESTARTS, RestartPolicy
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import AgentChanged, FrameShown
from runtime.model.states import AgentState, Outcome, SwapMode
from runtime.services.kit import copy_kit
from runtime.training.learners import Policy
from runtime.training.learners.export import export_bot

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"

RAISING = """
import kickabout, numpy as np
class Service(kickabout.AgentService):
    def {where}:
        raise RuntimeError("no {what}")
    def act(self, observations):
        return np.zeros((len(observations), 8))
Service().run()
"""
MORTAL = """
import os, signal, time, kickabout, numpy as np
class Service(kickabout.AgentService):
    calls = 0
    def load(self):
        while os.path.exists("waits"):
            time.sleep(0.02)
    def act(self, observations):
        self.calls += 1
        if self.calls == 60 and not os.path.exists("died"):
            open("died", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return np.zeros((len(observations), 8))
Service().run()
"""


def test_one_process_plays_all_cars_of_a_match_and_its_figures_stand_beside_them(stage, bots, monkeypatch):
    found, folders, make = [], [], tempfile.mkdtemp
    monkeypatch.setattr(
        tempfile, "mkdtemp", lambda *given, **named: folders.append(make(*given, **named)) or folders[-1]
    )

    def stop_with_figures(event):
        if isinstance(event, AgentChanged) and event.agent.service is not None and event.agent.service.batch:
            assert not [name for name in folders if "service-" in name and Path(name).exists()]
            found.append(event.agent.service)
            stage.runner.request_stop()

    stage.on_event = stop_with_figures
    result = stage.play(bots.match(bots.folder(), cars=4), seconds_limit=600.0)
    assert [agent.state for agent in result.agents] == [AgentState.STOPPED] * 4, result.reason
    assert len(stage.pids) == 1
    assert any("service-" in name for name in folders)
    assert (found[0].slots, found[0].used, found[0].matches, found[0].waited_s) == (16, 4, 1, 0.0)
    assert 1.0 <= found[0].batch <= 4.0
    assert 0.0 < found[0].latency_ms <= found[0].worst_ms
    assert min(found[0].answers_per_s, found[0].reward) > 0.0
    assert [found[0].is_standing, found[0].is_silent] == [False, False]


def test_the_restart_of_a_car_while_its_service_loads_leaves_the_service_to_the_other_car(stage, bots):
    folder = bots.folder(MORTAL)
    for name in ("died", "waits"):
        (folder / name).touch()
    asked = []

    def restart_then_stop(event):
        if not isinstance(event, AgentChanged):
            return
        if event.agent.pid and not asked:
            asked.append(event.agent.key)
            stage.runner.request_restart(asked)
        if event.agent.starts == 2:
            (folder / "waits").unlink(missing_ok=True)
        if event.agent.answers > 20:
            stage.runner.request_stop()

    stage.on_event = restart_then_stop
    result = stage.play(bots.match(folder), seconds_limit=600.0)
    assert sorted(agent.starts for agent in result.agents) == [1, 2], result.reason
    assert len(stage.pids) == 1


def test_the_death_of_a_service_is_the_death_of_its_agents_which_are_restarted(stage, bots):
    folder = bots.folder(MORTAL)
    restarts = RestartPolicy(backoff_s=0.1, hang_frames=None)
    back = set()

    def stop_when_back(event):
        if isinstance(event, AgentChanged) and event.agent.restarts and event.agent.state is AgentState.PLAYING:
            back.add(event.agent.key)
            if len(back) == 2:
                stage.runner.request_stop()

    stage.on_event = stop_when_back
    result = stage.play(bots.match(folder), restarts=restarts, seconds_limit=600.0)
    assert [agent.restarts for agent in result.agents] == [1, 1], result.reason
    assert "its service stopped unexpectedly: killed by signal 9" in str(result.agents[0].reason)


@pytest.mark.parametrize(("where", "what", "said"), [("begin(self, game)", "room", "declined the game")])
def test_a_game_that_the_author_declines_is_answered(stage, bots, where, what, said):
    result = stage.play(bots.match(bots.folder(RAISING.format(where=where, what=what))))
    assert result.outcome is Outcome.FAILED
    assert said in str(result.reason)
    assert "no room" in str(result.reason)


@pytest.mark.parametrize("is_standing", [False, True])
def test_a_service_that_hangs_is_given_up_by_the_rule_for_hangs(stage, bots, standing, is_standing):
    code = MORTAL.replace("os.kill(os.getpid(), signal.SIGKILL)", "time.sleep(600)")
    folder = bots.folder(code)
    service = standing(folder) if is_standing else None
    back = set()

    def stop_when_back(event):
        if isinstance(event, AgentChanged) and event.agent.restarts and event.agent.state is AgentState.PLAYING:
            back.add(event.agent.key)
            if len(back) == 2:
                stage.runner.request_stop()

    stage.on_event = stop_when_back
    restarts = RestartPolicy(backoff_s=0.1, hang_frames=660)
    folders = {"services": service.folder} if service is not None else {}
    result = stage.play(bots.match(folder), restarts=restarts, seconds_limit=600.0, pace="realtime", **folders)
    assert back == {"blue-1", "orange-1"}, result.reason
    assert len(stage.pids) == 2


def test_an_error_of_the_model_is_shown_and_the_match_goes_on(stage, bots):
    code = RAISING.format(where="nothing(self)", what="").replace(
        "        return np.zeros",
        "        self.calls = getattr(self, 'calls', 0) + 1\n"
        "        if self.calls == 30:\n            raise KeyError('ball')\n        return np.zeros",
    )
    result = stage.play(bots.match(bots.folder(code)), seconds_limit=3.0)
    assert result.outcome is Outcome.FINISHED, result.reason
    assert {agent.traceback.error for agent in result.agents} == {"KeyError: 'ball'"}
    assert any("KeyError" in line for line in stage.lines("blue-1"))
    assert {agent.starts for agent in result.agents} == {1}


def test_a_save_starts_a_new_version_that_takes_over_the_cars(stage, bots):
    folder = bots.folder()
    taken = set()

    def save_then_stop(event):
        if not isinstance(event, AgentChanged):
            return
        agent = event.agent
        if agent.state is AgentState.PLAYING and agent.answers > 100 and not taken:
            taken.add("saved")
            program = folder / "service.py"
            program.write_text(program.read_text().replace("2.5", "2.0"))
        if agent.swaps:
            taken.add(agent.key)
            if len(taken) == 3:
                stage.runner.request_stop()

    stage.on_event = save_then_stop
    result = stage.play(bots.match(folder), seconds_limit=600.0, swap_mode=SwapMode.AUTO)
    assert taken == {"saved", "blue-1", "orange-1"}, result.reason
    assert [agent.version for agent in result.agents] == [2, 2]
    assert len(stage.pids) == 2


POLITE = """
import atexit, pathlib, kickabout, numpy as np
VERSION = 1
class Service(kickabout.AgentService):
    def act(self, observations):
        return np.zeros((len(observations), 8))
atexit.register(pathlib.Path(f"left{VERSION}").touch)
Service().run()
"""


def test_the_service_of_a_version_that_has_played_ends_by_itself(stage, bots):
    folder = bots.folder(POLITE)
    steps = []

    def save_then_stop(event):
        if isinstance(event, AgentChanged) and event.agent.answers > 100 and not steps:
            steps.append("saved")
            (folder / "service.py").write_text(POLITE.replace("VERSION = 1", "VERSION = 2"))
        elif steps and isinstance(event, FrameShown) and (folder / "left1").exists():
            stage.runner.request_stop()

    stage.on_event = save_then_stop
    trial = TrialLimits(keep_s=0.3)
    result = stage.play(bots.match(folder), seconds_limit=600.0, swap_mode=SwapMode.AUTO, trial=trial)
    assert (folder / "left1").exists()
    assert [agent.version for agent in result.agents] == [2, 2]


def test_a_restart_of_one_car_leaves_the_service_and_the_other_car_alone(stage, bots):
    done = []

    def restart_then_stop(event):
        if not isinstance(event, AgentChanged) or event.agent.key != "blue-1":
            return
        if event.agent.answers > 100 and not done:
            done.append("asked")
            stage.runner.request_restart(["blue-1"])
        elif event.agent.starts == 2 and event.agent.state is AgentState.PLAYING:
            stage.runner.request_stop()

    stage.on_event = restart_then_stop
    result = stage.play(bots.match(bots.folder()), seconds_limit=600.0)
    assert [agent.starts for agent in result.agents] == [2, 1], result.reason
    assert len(stage.pids) == 1


def test_cars_beyond_the_slots_get_another_process(stage, bots):
    result = stage.play(bots.match(bots.folder(slots=3), cars=4))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert all(agent.answers > 100 for agent in result.agents)
    assert len(stage.pids) == 2


def test_a_full_standing_service_leaves_the_match_to_start_its_own(stage, bots, standing):
    folder = bots.folder(slots=1)
    service = standing(folder)
    result = stage.play(bots.match(folder), services=service.folder)
    assert result.outcome is Outcome.FINISHED, result.reason
    assert service.pid in stage.pids
    assert len(stage.pids) == 2
    stage.pids.discard(service.pid)


def test_a_standing_service_that_is_killed_is_replaced(stage, bots, standing):
    folder = bots.folder()
    service = standing(folder, policy=NO_RESTARTS)
    first, back = service.pid, set()

    def kill_then_stop(event):
        if not isinstance(event, AgentChanged):
            return
        if event.agent.answers > 100 and not back:
            back.add("killed")
            os.kill(first, signal.SIGKILL)
        if event.agent.restarts and event.agent.state is AgentState.PLAYING:
            back.add(event.agent.key)
            if len(back) == 3:
                stage.runner.request_stop()

    stage.on_event = kill_then_stop
    restarts = RestartPolicy(backoff_s=0.1, hang_frames=None)
    result = stage.play(bots.match(folder), services=service.folder, seconds_limit=600.0, restarts=restarts)
    assert back == {"killed", "blue-1", "orange-1"}, result.reason
    service.thread.join(30)
    assert "stopped unexpectedly (killed by signal 9" in str(service.error)


def test_the_same_program_plays_without_a_launcher_of_ours(stage, bots):
    """Other launchers ignore the table of services: they run the program as a bot, or as one hivemind per team."""
    folder = bots.folder()
    document = folder / "bot.toml"
    text = document.read_text().partition("[kickabout]")[0]
    document.write_text(text.replace("[details]", "hivemind = true\n\n[details]"))
    copy_kit(folder)
    result = stage.play(bots.match(folder, cars=4))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert len(result.agents) == len(stage.pids) == 2
    assert all(agent.answers > 200 for agent in result.agents)


def test_an_exported_policy_is_a_service_with_the_observations_of_its_training(stage, bots):
    weights, bias = np.zeros((26, 8)), np.zeros(8)
    weights[3, 1], bias[0] = 6.0, 1.0  # steers by the angle between the car's nose and the ball
    interface = {
        "observation": {"name": "car_frame", "parameters": {}},
        "actions": {"name": "continuous", "parameters": {}},
        "tick_skip": 8,
        "action_delay": 0,
        "blue": 1,
        "orange": 1,
    }
    folder = export_bot(Policy({"w0": weights, "b0": bias}, interface=interface), bots.root, name="Chaser").parent
    document = folder / "bot.toml"
    text = document.read_text().replace("bot.py", "policy_service.py")
    document.write_text(f"{text}\n[kickabout]\nservice = true\n")
    shutil.copy(EXAMPLES / "policy_service.py", folder)
    touched = []

    def stop_after_a_touch(event):
        if isinstance(event, FrameShown) and event.view.balls and abs(event.view.balls[0].velocity[1]) > 100.0:
            touched.append(event.view.seconds_elapsed)
            stage.runner.request_stop()

    stage.on_event = stop_after_a_touch
    result = stage.play(bots.match(folder), seconds_limit=20.0)
    assert touched, result.reason
    assert len(stage.pids) == 1
    assert {agent.errors for agent in result.agents} == {0}


def test_sixteen_slots_play_sixteen_cars_in_four_matches(mesh_cache, bots, standing, until):
    folder = bots.folder()
    service = standing(folder)
    runs = [
        MatchRun(
            MatchPlan(
                match=bots.match(folder, cars=4),
                game=ArenaGame(meshes=mesh_cache),
                pace="lockstep",
                seconds_limit=600.0,
                services=service.folder,
            )
        )
        for _ in range(4)
    ]
    results, pids, answered = [], set(), set()

    def on_event(number, event):
        if isinstance(event, AgentChanged):
            if event.agent.pid:
                pids.add(event.agent.pid)
            if event.agent.answers:
                answered.add((number, event.agent.key))

    threads = [
        threading.Thread(target=lambda number=number, run=run: results.append(run.run(partial(on_event, number))))
        for number, run in enumerate(runs)
    ]
    for thread in threads:
        thread.start()
    until(lambda: any((each.used, each.matches) == (16, 4) and each.batch > 1 for each in service.figures), 60.0)
    until(lambda: len(answered) == 16, 60.0)
    shared = psutil.Process(service.pid).memory_full_info().uss
    for run in runs:
        run.post(StopMatch())
    for thread in threads:
        thread.join(30)
    assert all(agent.answers > 0 for result in results for agent in result.agents)
    assert (len(results), pids) == (4, {service.pid})
    alone = bots.folder(name="alone")
    copy_kit(alone)
    (alone / "bot.toml").write_text((alone / "bot.toml").read_text().partition("[kickabout]")[0])
    assert shared < 16 * memory_of_one(mesh_cache, bots.match(alone)) / 5


def memory_of_one(mesh_cache, match):
    """Returns the memory of one of the two processes that play a match without a service."""
    run = MatchRun(MatchPlan(match=match, game=ArenaGame(meshes=mesh_cache), pace="lockstep", seconds_limit=600.0))
    found = []

    def on_event(event):
        if isinstance(event, AgentChanged) and event.agent.answers > 100 and event.agent.pid and not found:
            found.append(psutil.Process(event.agent.pid).memory_full_info().uss)
            run.post(StopMatch())

    run.run(on_event)
    return found[0]
