import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from resources.start_hook import START_HOOK
from runtime.agents.program import LaunchContext, instructions, launch_spec
from runtime.agents.roster import roster
from runtime.games import ArenaGame, ServerAddress
from runtime.match import MatchPlan
from runtime.match.plan import SPARE_S, game_order
from runtime.processes import CommandError, shell_line


def context(port):
    return LaunchContext(server=ServerAddress("127.0.0.1", port), python=Path(sys.executable))


def spec_of(agent, port):
    return launch_spec(agent, context(port), "blue-1")


@pytest.fixture
def agent(bot, match_of, tmp_path):
    theirs = (("RLBOT_SERVER_PORT", "1"), ("MODEL", "big"), ("RLBOT_AGENT_ID", "someone else"))
    (agent,) = roster(match_of(bot(root_dir=str(tmp_path), run_command="python bot.py --fast", environment=theirs)))
    return agent


def test_an_agent_starts_in_its_folder_and_knows_where_the_server_is(agent, tmp_path):
    spec = spec_of(agent, port=4321)
    assert (spec.key, spec.cwd) == ("blue-1", tmp_path)
    assert spec.argv == (sys.executable, "bot.py", "--fast")
    environment = dict(spec.environment)
    folders = environment.pop("PATH").split(os.pathsep)
    assert folders == [str(Path(sys.executable).parent), *os.environ["PATH"].split(os.pathsep)]
    assert environment.pop("PYTHONPATH").split(os.pathsep)[0] == str(START_HOOK)
    assert environment == {
        "MODEL": "big",
        "RLBOT_AGENT_ID": "tests/ada",
        "RLBOT_SERVER_PORT": "4321",
        "RLBOT_SERVER_IP": "127.0.0.1",
    }


def test_a_shell_script_finds_the_python_of_the_bot(agent, tmp_path):
    place = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    place.parent.mkdir(parents=True)
    place.touch(0o755)
    spec = spec_of(agent, port=4321)
    assert spec.environment["PATH"].split(os.pathsep)[0] == str(place.parent)


def test_a_path_in_the_document_holds(agent):
    spec = spec_of(replace(agent, environment=(("PATH", "/x"),)), port=1)
    assert spec.environment["PATH"] == "/x"


@pytest.mark.parametrize(
    ("documented", "inherited", "expected"),
    [({}, None, []), ({}, "/a", ["/a"]), ({"PYTHONPATH": "/b"}, "/a", ["/b"]), ({"PYTHONPATH": ""}, "/a", [])],
)
def test_the_start_hook_comes_before_the_python_path_of_the_document_or_the_launcher(
    agent, monkeypatch, documented, inherited, expected
):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if inherited is not None:
        monkeypatch.setenv("PYTHONPATH", inherited)
    spec = spec_of(replace(agent, environment=tuple(documented.items())), port=1)
    assert spec.environment["PYTHONPATH"].split(os.pathsep) == [str(START_HOOK), *expected]


def test_a_command_that_cannot_be_carried_out_says_so(agent):
    with pytest.raises(CommandError):
        spec_of(replace(agent, run_command="./nothing here"), port=1)


def test_the_game_waits_a_little_longer_than_we_do(match_of):
    plan = MatchPlan(match=match_of(), game=ArenaGame(), pace="2", seed=3, seconds_limit=9.0)
    order = game_order(plan, 10.0)
    assert (order.port, order.pace, order.seed, order.seconds_limit) == (0, "2", 3, 9.0)
    assert order.wait_s == 10.0 + SPARE_S
    assert order.game_mode == "Soccar"


def test_before_the_game_listens_nothing_starts(agent):
    with pytest.raises(CommandError, match="does not listen"):
        spec_of(agent, None)


@pytest.fixture
def documented(tmp_path):
    path = tmp_path / "bot.toml"
    path.write_text('[settings]\nagent_id = "tests/ada"\nrun_command = "python bot.py"\n')
    return path


def told(agent):
    text = str(instructions(agent, context(port=1234)))
    return text.removeprefix("Start it yourself, agent id tests/ada, port 1234: ")


def line(agent, command):
    variables = {"RLBOT_AGENT_ID": "tests/ada", "RLBOT_SERVER_PORT": "1234"}
    return shell_line(command, folder=agent.root_dir, variables=variables)


def test_a_match_that_starts_nobody_tells_each_ones_command(bot, match_of):
    (agent,) = roster(match_of(bot(run_command="python ada.py"), auto_start_agents=False))
    assert told(agent) == line(agent, "python ada.py")


def test_of_an_agent_that_is_not_started_the_document_knows_the_command(bot, match_of, documented):
    (agent,) = roster(match_of(bot(run_command="", source=documented)))
    assert told(agent) == line(agent, "python bot.py")


@pytest.mark.parametrize("document", ['run_command = ""', "[["])
def test_without_any_command_the_variables_are_told(bot, match_of, documented, document):
    documented.write_text(f'[settings]\nagent_id = "tests/ada"\n{document}\n')
    for source in (documented, documented.with_name("gone.toml"), None):
        (agent,) = roster(match_of(bot(run_command=" ", source=source)))
        assert told(agent) == "RLBOT_AGENT_ID=tests/ada RLBOT_SERVER_PORT=1234"
