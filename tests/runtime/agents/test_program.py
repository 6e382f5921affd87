import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.agents.program import agent_spec
from runtime.agents.roster import roster
from runtime.games import ArenaGame
from runtime.match import MatchPlan
from runtime.match.plan import SPARE_S, game_order
from runtime.processes import CommandError


@pytest.fixture
def agent(bot, match_of, tmp_path):
    theirs = (("RLBOT_SERVER_PORT", "1"), ("MODEL", "big"), ("RLBOT_AGENT_ID", "someone else"))
    (agent,) = roster(match_of(bot(root_dir=str(tmp_path), run_command="python bot.py --fast", environment=theirs)))
    return agent


def test_an_agent_starts_in_its_folder_and_knows_where_the_server_is(agent, tmp_path):
    spec = agent_spec(agent, host="127.0.0.1", port=4321, python=Path(sys.executable))
    assert (spec.key, spec.cwd) == ("blue-1", tmp_path)
    assert spec.argv == (sys.executable, "bot.py", "--fast")
    environment = dict(spec.environment)
    folders = environment.pop("PATH").split(os.pathsep)
    assert folders == [str(Path(sys.executable).parent), *os.environ["PATH"].split(os.pathsep)]
    assert environment == {
        "MODEL": "big",
        "RLBOT_AGENT_ID": "tests/ada",
        "RLBOT_SERVER_PORT": "4321",
        "RLBOT_SERVER_IP": "127.0.0.1",
    }


def test_a_shell_script_finds_the_python_of_the_bot(agent, tmp_path):
    place = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    place.parent.mkdir(parents=True)
    place.touch()
    spec = agent_spec(agent, host="127.0.0.1", port=4321, python=Path(sys.executable))
    assert spec.environment["PATH"].split(os.pathsep)[0] == str(place.parent)


def test_a_path_in_the_document_holds(agent):
    spec = agent_spec(replace(agent, environment=(("PATH", "/x"),)), host="h", port=1, python=Path(sys.executable))
    assert spec.environment["PATH"] == "/x"


def test_a_command_that_cannot_be_carried_out_says_so(agent):
    with pytest.raises(CommandError):
        agent_spec(replace(agent, run_command="./nothing here"), host="127.0.0.1", port=1, python=Path(sys.executable))


def test_the_game_waits_a_little_longer_than_we_do(match_of):
    plan = MatchPlan(match=match_of(), game=ArenaGame(), pace="2", seed=3, seconds_limit=9.0)
    order = game_order(plan, 10.0)
    assert (order.port, order.pace, order.seed, order.seconds_limit) == (0, "2", 3, 9.0)
    assert order.wait_s == 10.0 + SPARE_S
    assert order.game_mode == "Soccar"
