"""How the user is told to start an agent."""

import pytest

from runtime.agents.program import manual_start
from runtime.agents.roster import roster
from runtime.processes import shell_line


@pytest.fixture
def documented(tmp_path):
    path = tmp_path / "bot.toml"
    path.write_text('[settings]\nagent_id = "tests/ada"\nrun_command = "python bot.py"\n')
    return path


def told(agent):
    return manual_start(agent, 1234, agent.agent_id).removeprefix("Start it yourself, agent id tests/ada, port 1234: ")


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
