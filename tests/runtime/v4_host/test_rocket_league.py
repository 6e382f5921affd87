"""v4 bots play in Rocket League through their host, as in the arena."""

import pytest

from runtime.model.events import StageChanged
from runtime.model.states import AgentState, Outcome
from tests.scripted_server.computer import Computer

pytestmark = pytest.mark.timeout(600)  # packages are downloaded once per checkout


def test_a_v4_bot_plays_in_a_rocket_league_that_the_user_starts(folder, play, tmp_path):
    started = []

    def on_event(_, event):
        if isinstance(event, StageChanged) and "load the match" in str(event.text) and not started:
            started.append(computer.start_game())

    computer = Computer(tmp_path / "computer")
    computer.install()
    document = folder("simple") / "simple.cfg"
    text = f"[[cars]]\nconfig_file = '{document}'\n[[cars]]\nconfig_file = '{document}'\nteam = 1\n"
    try:
        result, _, _ = play(text, game=computer.game(), seconds=None, on_event=on_event)
        assert result.outcome is Outcome.FINISHED, str(result.reason)
        assert (result.outcome, [agent.state for agent in result.agents]) == (
            Outcome.FINISHED,
            [AgentState.STOPPED] * 2,
        )
        assert computer.heard["PlayerInput"] > 20
        names = [player.variety.name for player in computer.matches[0].player_configurations]
        assert names == ["Simple", "Simple (2)"]
    finally:
        computer.kept.close()
        computer.end_games()
        for program in started:
            program.wait(5)
