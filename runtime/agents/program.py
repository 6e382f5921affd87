"""The programs of a match as the supervisor starts them: arguments, folder, environment."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from runtime.agents.preparation import interpreter_of
from runtime.agents.process_settings import Terms
from runtime.agents.roster import Agent
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.games.game import ServerAddress
from runtime.model.messages import message
from runtime.processes import ChildSpec, CommandError, agent_path, find_environment, resolve_command, source_probe

_PROBE: Final = Path(source_probe.__file__)
_PYTHON_PROGRAM: Final = re.compile(r"python[\d.]*(?:\.exe)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launching:
    """Where the agents of one match find their server, and what runs those that are Python programs."""

    server: ServerAddress
    python: Path
    environments: Path | None = None
    """Where the environments are that were made for bots."""
    terms: Terms = field(default_factory=Terms)
    keys: AgentKeys = NO_KEYS

    def agent(self, agent: Agent, process: str) -> ChildSpec:
        """How to start an agent as the process of that key.

        Raises:
            CommandError: the run command cannot be carried out, or the game does not listen yet.
        """
        if self.server.port is None:
            raise CommandError(message("game-not-listening", "The game does not listen yet."))
        python = interpreter_of(agent, self.python, self.environments)
        spec = agent_spec(agent, host=self.server.host, port=self.server.port, python=python, keys=self.keys)
        return replace(self.terms.for_agent(spec, agent), key=process)

    def probe(self, agent: Agent, process: str, files: Iterable[Path]) -> ChildSpec:
        """How to check files of an agent with its own interpreter, without running anything of it.

        Raises:
            CommandError: the run command cannot be carried out.
        """
        folder = Path(agent.root_dir)
        interpreter = self._interpreter(agent)
        argv = (interpreter, "-I", "-S", "-B", "-W", "ignore", str(_PROBE), *map(str, files))
        return ChildSpec(key=process, argv=argv, cwd=folder, environment={}, grace_s=0.0)

    def _interpreter(self, agent: Agent) -> str:
        """The one of the run command; for a program that is not plainly Python, what `python` would mean there."""
        folder = Path(agent.root_dir)
        python = interpreter_of(agent, self.python, self.environments)
        program = resolve_command(agent.run_command, folder, python)[0]
        if _PYTHON_PROGRAM.fullmatch(Path(program).name):
            return program
        return str(find_environment(folder, is_windows=os.name == "nt") or python)


def agent_spec(agent: Agent, *, host: str, port: int, python: Path, keys: AgentKeys = NO_KEYS) -> ChildSpec:
    """How to start an agent.

    Its environment is the launcher's, with the Python of bots first on PATH, so that a shell script finds the `rlbot`
    package too; then what the document says; then where the server is, which wins.

    Raises:
        CommandError: the run command cannot be carried out.
    """
    folder = Path(agent.root_dir)
    path = {"PATH": agent_path(folder, python, os.environ.get("PATH", os.defpath))}
    ours = {"RLBOT_AGENT_ID": keys.key_of(agent.agent_id), "RLBOT_SERVER_PORT": str(port), "RLBOT_SERVER_IP": host}
    return ChildSpec(
        key=agent.key,
        argv=resolve_command(agent.run_command, folder, python),
        cwd=folder,
        environment=path | dict(agent.environment) | ours,
    )
