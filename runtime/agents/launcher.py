"""How agents are started and stopped while a match goes on."""

import logging
from collections.abc import Iterable
from pathlib import Path

from runtime.agents.process_table import Crew, Role
from runtime.agents.program import Launching
from runtime.agents.roster import Agent
from runtime.agents.table import Lineup
from runtime.processes import ChildSpec, CommandError, SupervisorClient, SupervisorError

_log = logging.getLogger(__name__)


class Backstage:
    """The processes of the agents, with the state of each agent beside them; owned by the match's thread.

    A supervisor that is lost is told by its own event; here, it only means that nothing happens.
    """

    def __init__(self, *, supervisor: SupervisorClient, launching: Launching, lineup: Lineup) -> None:
        self.crew = Crew()
        self.lineup = lineup
        self._supervisor = supervisor
        self._launching = launching

    @property
    def can_launch(self) -> bool:
        """Whether it is known where agents find the game."""
        return self._launching.server.port is not None

    def launch(self, agent: Agent, role: Role) -> str:
        """Starts a process of an agent; returns its key.

        An agent that plays and cannot be started has failed.

        Raises:
            CommandError: the next version of an agent cannot be started.
        """
        process = self.crew.join(agent.key, role)
        if role is Role.PLAYING:
            self.lineup.launched(agent)
        try:
            spec = self._launching.agent(agent, process)
        except CommandError as error:
            self.crew.forget(process)
            if role is not Role.PLAYING:
                raise
            self.lineup.not_started(agent.key, str(error))
            return process
        self._launch(spec)
        return process

    def probe(self, agent: Agent, files: Iterable[Path]) -> str:
        """Starts the check of an agent's files; returns the key of its process.

        Raises:
            CommandError: the run command cannot be carried out, so that it is not known which interpreter it means.
        """
        process = self.crew.join(agent.key, Role.PROBE)
        try:
            self._launch(self._launching.probe(agent, process, files))
        except CommandError:
            self.crew.forget(process)
            raise
        return process

    def stop(self, process: str, grace_s: float | None = None) -> None:
        """Begins to stop a process and all it started; with a grace where the server has told it to leave."""
        try:
            self._supervisor.stop(process, grace_s)
        except SupervisorError as error:
            _log.info("Nothing to stop: %s", error)

    def dismiss(self, process: str, grace_s: float | None = None) -> None:
        """Stops a process whose end concerns nobody any more."""
        self.crew.release(process)
        self.stop(process, grace_s)

    def _launch(self, spec: ChildSpec) -> None:
        try:
            self._supervisor.launch(spec)
        except SupervisorError as error:
            _log.info("Nothing was started: %s", error)
