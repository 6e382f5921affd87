"""Matches whose agents a service plays."""

import threading

import pytest

from runtime.documents.model import RestartPolicy
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.events import AgentChanged
from runtime.model.states import AgentState, Outcome

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
import os, signal, kickabout, numpy as np
class Service(kickabout.AgentService):
    calls = 0
    def act(self, observations):
        self.calls += 1
        if self.calls == 60 and not os.path.exists("died"):
            open("died", "w").close()
            {end}
        return np.zeros((len(observations), 8))
Service().run()
"""


def test_one_process_plays_all_cars_of_a_match(stage, bots):
    result = stage.play(bots.match(bots.folder(), cars=4))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert [agent.state for agent in result.agents] == [AgentState.STOPPED] * 4
    for agent in result.agents:
        assert agent.answers >= agent.packets - 1 > 200  # the match may end before the last answer
    assert len(stage.pids) == 1


def test_the_figures_of_the_service_stand_beside_its_agents(stage, bots):
    found = []

    def stop_with_figures(event):
        if isinstance(event, AgentChanged) and event.agent.service is not None and event.agent.service.batch:
            found.append(event.agent.service)
            stage.runner.request_stop()

    stage.on_event = stop_with_figures
    stage.play(bots.match(bots.folder(), cars=4), seconds_limit=600.0)
    assert (found[0].slots, found[0].used, found[0].matches, found[0].waited_s) == (16, 4, 1, 0.0)
    assert 1.0 <= found[0].batch <= 4.0
    assert 0.0 < found[0].latency_ms <= found[0].worst_ms
    assert min(found[0].answers_per_s, found[0].reward) > 0.0
    assert [found[0].is_standing, found[0].is_silent] == [False, False]


def test_matches_share_a_standing_service_that_outlives_them(mesh_cache, bots, standing):
    folder = bots.folder()
    service = standing(folder)
    seen = [set(), set()]
    results = [None, None]

    def play(place):
        plan = MatchPlan(
            match=bots.match(folder),
            game=ArenaGame(meshes=mesh_cache),
            pace="lockstep",
            seconds_limit=2.0,
            services=service.folder,
        )

        def on_event(event):
            if isinstance(event, AgentChanged):
                seen[place].add(event.agent.pid)

        results[place] = MatchRun(plan).run(on_event)

    threads = [threading.Thread(target=play, args=(place,)) for place in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [result.outcome for result in results] == [Outcome.FINISHED] * 2, [result.reason for result in results]
    assert all(agent.answers > 200 for result in results for agent in result.agents)
    assert seen[0] - {None} == seen[1] - {None} == {service.pid}


@pytest.mark.parametrize(
    ("end", "how"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", "killed by signal 9"),
        ('raise SystemExit("no fuel")', "exited with code 1"),
    ],
)
def test_the_death_of_a_service_is_the_death_of_its_agents_which_are_restarted(stage, bots, end, how):
    folder = bots.folder(MORTAL.format(end=end))
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
    assert f"its service stopped unexpectedly: {how}" in str(result.agents[0].reason)


@pytest.mark.parametrize(("where", "what", "said"), [("begin(self, game)", "room", "declined the game")])
def test_a_game_that_the_author_declines_is_answered(stage, bots, where, what, said):
    result = stage.play(bots.match(bots.folder(RAISING.format(where=where, what=what))))
    assert result.outcome is Outcome.FAILED
    assert said in str(result.reason)
    assert "no room" in str(result.reason)
