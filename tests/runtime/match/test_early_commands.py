"""Commands for agents before the game listens, when no agent has been started."""

import pytest

from runtime.model.events import StageChanged
from runtime.model.states import AgentState, MatchStage, Outcome, StageState


@pytest.fixture
def early(stage):
    """Sends requests as soon as the game stage begins."""

    def early(*requests):
        def ask(event):
            if isinstance(event, StageChanged) and (event.stage, event.state) == (MatchStage.GAME, StageState.RUNNING):
                stage.on_event = lambda event: None
                for request in requests:
                    request(stage.runner)

        stage.on_event = ask

    return early


def restart(runner):
    runner.request_restart(["blue-1"])


def stop(runner):
    runner.request_stop_agent(["blue-1"])


@pytest.mark.parametrize("requests", [(restart,), (stop, restart)])
def test_a_restart_leads_to_one_process(stage, car, match_of, early, requests):
    early(*requests)
    result = stage.play(match_of(car("driver"), car("driver", team=1)))
    assert result.outcome is Outcome.FINISHED, str(result.reason or "")
    assert [agent.starts for agent in result.agents] == [1, 1]
    assert [str(agent.reason or "") for agent in result.agents] == ["", ""]
    assert len(stage.pids) == 2


def test_a_benched_agent_is_not_started(stage, car, match_of, early):
    early(stop)
    result = stage.play(match_of(car("driver"), car("driver", team=1), wait_for_agents=False))
    assert result.outcome is Outcome.FINISHED, str(result.reason or "")
    assert [agent.starts for agent in result.agents] == [0, 1]
    assert result.agents[0].state is AgentState.STOPPED
    assert len(stage.pids) == 1
