"""What the user is told of an agent that nobody else starts."""

from runtime.agents.roster import Agent
from runtime.documents import read_bot, read_script
from runtime.processes import shell_line


def manual_start(agent: Agent, port: int, agent_id: str) -> str:
    """How the user starts such an agent, in a sentence that ends with a command to copy.

    A match that starts no agents, or not this one, leaves the command to the agent's document; where there is none
    either, the variables are named that tell any program its place. `agent_id` is what the agent presents to the
    server.
    """
    variables = {"RLBOT_AGENT_ID": agent_id, "RLBOT_SERVER_PORT": str(port)}
    command = agent.run_command.strip() or _documented(agent)
    if command:
        how = shell_line(command, folder=agent.root_dir, variables=variables)
    else:
        how = " ".join(f"{name}={value}" for name, value in variables.items())
    return f"Start it yourself, agent id {agent_id}, port {port}: {how}"


def _documented(agent: Agent) -> str:
    if agent.source is None:
        return ""
    document = (read_bot if agent.cars else read_script)(agent.source).value
    return document.run_command.strip() if document is not None else ""
