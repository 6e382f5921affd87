"""The programs of agents: how each kind is started, checked, or left to the user to start."""

import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from resources.start_hook import START_HOOK
from runtime.agents.imports import report_variable
from runtime.agents.preparation import interpreter_of
from runtime.agents.process_settings import ProcessSettings
from runtime.agents.roster import Agent
from runtime.documents import read_bot, read_script
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.endpoints import Endpoints
from runtime.games import LOOPBACK, ServerAddress
from runtime.model.messages import Message, message
from runtime.processes import ChildSpec, CommandError, resolve_command, shell_line, source_probe

_CHECK: Final = Path(source_probe.__file__)
ATTACHED: Final = "[Kickabout] The editor is attached."
"""The line that `resources/start_hook/kickabout_start.py` prints when a program goes on under its debugger."""
GATE_VARIABLE: Final = "KICKABOUT_GATE"
"""Names the file for which a program that was started early waits; see `runtime/v4_host/host.py`."""
SHELLS: Final = (("/bin/sh", "-c"), ("cmd.exe", "/d", "/s", "/c"))
"""The words in front of a command that needs a shell."""
PYTHON_PROGRAM: Final = re.compile(r"python[\d.]*(?:\.exe)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Debugger:
    """The debugger under which an agent is started."""

    port: int
    folder: Path | None = None
    """The folder of debugpy; None if the agent's own packages include it."""

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables for `resources/start_hook/kickabout_start.py`."""
        folder = {"KICKABOUT_DEBUGPY": str(self.folder)} if self.folder is not None else {}
        return {"KICKABOUT_DEBUG": f"{LOOPBACK}:{self.port}", **folder}


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchContext:
    """The server of one match, and the interpreters and settings of its agents."""

    server: ServerAddress
    python: Path
    """The interpreter that `python` means in a run command."""
    environments: Path | None = None
    """Folder of the environments that were made for bots."""
    settings: ProcessSettings = field(default_factory=ProcessSettings)
    keys: AgentKeys = NO_KEYS
    endpoints: Endpoints = field(default_factory=Endpoints)
    debuggers: dict[str, Debugger] = field(default_factory=dict)
    """The debuggers of the agents that are being debugged, by their keys."""
    imports: Path | None = None
    """Folder for temporary files of the match, such as reports on imported modules; None for none."""

    @property
    def gate(self) -> Path | None:
        """File that gets the server's address when agents that were started early may connect; None for no file."""
        return self.imports / "server" if self.imports is not None else None


def launch_spec(agent: Agent, context: LaunchContext, process: str) -> ChildSpec:
    """Returns how to start an agent as the process of this key.

    The environment is the launcher's, with the bots' Python first on PATH so that shell scripts find the `rlbot`
    package too. Variables of the document override it; the variables that name the server override both. The start hook
    is first on PYTHONPATH.

    Raises:
        CommandError: the agent cannot be started, or the game does not listen yet.
    """
    _refuse_manual(agent)
    folder = Path(agent.root_dir)
    python = interpreter_of(agent, context.python, context.environments)
    debugger = context.debuggers.get(agent.key)
    path = os.pathsep.join(filter(None, (str(python.parent), os.environ.get("PATH", os.defpath))))
    inherited = {"PATH": path, **dict(agent.environment)}
    python_path = inherited.get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    environment = {
        **inherited,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(START_HOOK), python_path])),
        **report_variable(context.imports, agent),
        "RLBOT_AGENT_ID": context.keys.key_of(agent.agent_id),
        **_server_variables(agent, context),
        **(debugger.variables if debugger is not None else {}),
    }
    argv = resolve_command(agent.run_command, folder, python)
    spec = ChildSpec(key=agent.key, argv=argv, cwd=folder, environment=environment)
    return replace(context.settings.for_agent(spec, agent), key=process)


def _server_variables(agent: Agent, context: LaunchContext) -> dict[str, str]:
    """Returns the variables that name the server, or the file in which its address appears."""
    if context.server.port is not None:
        return {"RLBOT_SERVER_PORT": str(context.server.port), "RLBOT_SERVER_IP": context.server.host}
    if agent.starts_early and context.gate is not None:
        return {GATE_VARIABLE: str(context.gate)}
    raise CommandError(message("game-not-listening", "The game does not listen yet."))


def check_spec(agent: Agent, context: LaunchContext, process: str, files: Iterable[Path]) -> ChildSpec:
    """Returns how to check files of an agent without running them.

    The check uses the interpreter of the run command; if that runs something else, the one that `python` would mean.

    Raises:
        CommandError: the run command cannot be carried out.
    """
    _refuse_manual(agent)
    folder = Path(agent.root_dir)
    python = interpreter_of(agent, context.python, context.environments)
    program = resolve_command(agent.run_command, folder, python)[0]
    interpreter = program if PYTHON_PROGRAM.fullmatch(Path(program).name) else str(python)
    argv = (interpreter, "-I", "-S", "-B", "-W", "ignore", str(_CHECK), *map(str, files))
    return ChildSpec(key=process, argv=argv, cwd=folder, environment={}, grace_s=0.0)


def instructions(agent: Agent, context: LaunchContext) -> Message | None:
    """Returns how the user starts an agent, with a command to copy at the end.

    Returns None if Kickabout starts it, or if the port is not known yet. If the match gives no run command, the command
    comes from the agent's document. Without a document, the message gives only the environment variables with which any
    program can connect.
    """
    if not agent.is_manual or context.server.port is None:
        return None
    return message(
        "start-it-yourself",
        "Start it yourself, agent id {agent_id}, port {port}: {command}",
        agent_id=context.keys.key_of(agent.agent_id),
        port=str(context.server.port),
        command=own_start(agent, context).line,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnStart:
    """The command with which the user starts an agent, in a terminal or an editor."""

    argv: tuple[str, ...]
    """Empty if its document names no command."""
    folder: str
    variables: Mapping[str, str]
    python: Path
    """The interpreter that Kickabout would use."""

    def with_id(self, agent_id: str) -> "OwnStart":
        """Returns the same start with another agent id."""
        return replace(self, variables={**self.variables, "RLBOT_AGENT_ID": agent_id})

    @property
    def line(self) -> str:
        """A line for a terminal; without a command, only the variables with which any program can connect."""
        if not self.argv:
            return " ".join(f"{name}={value}" for name, value in self.variables.items())
        if self.argv[:-1] in SHELLS:
            command = self.argv[-1]
        else:
            command = subprocess.list2cmdline(self.argv) if os.name == "nt" else shlex.join(self.argv)
        return shell_line(command, folder=self.folder, variables=self.variables)


def own_start(agent: Agent, context: LaunchContext) -> OwnStart:
    """Returns how the user starts an agent; if the match names no command, that of the agent's document counts."""
    command = agent.run_command.strip() or _documented_command(agent)
    python = interpreter_of(replace(agent, run_command=command), context.python, context.environments)
    try:
        argv = resolve_command(command, Path(agent.root_dir), python) if command else ()
    except CommandError:
        argv = (*SHELLS[os.name == "nt"], command)  # the terminal says what is wrong
    connection = {"RLBOT_AGENT_ID": context.keys.key_of(agent.agent_id), "RLBOT_SERVER_PORT": f"{context.server.port}"}
    variables = {**dict(agent.environment), **connection}
    return OwnStart(argv=argv, folder=agent.root_dir, variables=variables, python=python)


def _documented_command(agent: Agent) -> str:
    if agent.source is None:
        return ""
    document = (read_bot if agent.cars else read_script)(agent.source).value
    return document.run_command.strip() if document is not None else ""


def _refuse_manual(agent: Agent) -> None:
    if agent.is_manual:
        raise CommandError(message("started-by-user", "The user starts this agent."))
