"""The programs of a match as the supervisor starts them: arguments, folder, environment."""

import os
import socket
from pathlib import Path

from runtime.games.game import GameOrder
from runtime.match.plan import MatchPlan
from runtime.match.roster import Agent
from runtime.processes.client import ChildSpec
from runtime.processes.command import agent_path, resolve

SPARE_S = 5.0
"""How much longer the game waits for agents than we do, so that the reason comes from us."""


def agent_spec(agent: Agent, *, host: str, port: int, python: Path) -> ChildSpec:
    """How to start an agent.

    Its environment is the launcher's, with the Python of bots first on PATH, so that a shell script finds the `rlbot`
    package too; then what the document says; then where the server is, which wins.

    Raises:
        CommandError: the run command cannot be carried out.
    """
    folder = Path(agent.root_dir)
    path = {"PATH": agent_path(folder, python, os.environ.get("PATH", os.defpath))}
    ours = {"RLBOT_AGENT_ID": agent.agent_id, "RLBOT_SERVER_PORT": str(port), "RLBOT_SERVER_IP": host}
    return ChildSpec(
        key=agent.key,
        argv=resolve(agent.run_command, folder, python),
        cwd=folder,
        environment=path | dict(agent.environment) | ours,
    )


def game_order(plan: MatchPlan, port: int, waits_s: float) -> GameOrder:
    """What the plan asks of its game; `waits_s` is how long we wait for agents ourselves."""
    return GameOrder(
        port=port, pace=plan.pace, seed=plan.seed, seconds_limit=plan.seconds_limit, wait_s=waits_s + SPARE_S
    )


def free_port(host: str) -> int:
    """A port on which nobody listens at the moment."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
