"""Matches whose agents a service plays."""

from runtime.model.states import AgentState, Outcome


def test_one_process_plays_all_cars_of_a_match(stage, bots):
    result = stage.play(bots.match(bots.folder(), cars=4))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert [agent.state for agent in result.agents] == [AgentState.STOPPED] * 4
    assert all(agent.answers == agent.packets > 200 and agent.late == 0 for agent in result.agents)
    assert len(stage.pids) == 1
