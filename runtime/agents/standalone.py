"""Starts and ends the agents of matches that a server plays for another program's match manager."""

import contextlib
import logging
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from runtime.agents.output import AgentOutput
from runtime.agents.process_settings import ProcessSettings, new_process_settings
from runtime.agents.program import LaunchContext, launch_spec
from runtime.agents.roster import Agent, roster
from runtime.documents.model import Match
from runtime.games.game import ServerAddress
from runtime.processes import (
    ChildCleared,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildNotice,
    ChildOutput,
    ChildSurvived,
    CommandError,
    MemoryCeiling,
    SupervisorClient,
    SupervisorError,
    SupervisorLost,
    is_connection_of_user,
)

POLL_S: Final = 0.05

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Running:
    agent: Agent
    log: Path | None
    output: AgentOutput = field(default_factory=AgentOutput)


class StandaloneAgents:
    """Runs the agents of one match at a time as children of a supervisor, so that none outlives this process.

    `begin`, `end` and `close` may be called from any thread. Faults of agents are logged. An agent that ends is not
    restarted.

    Args:
        server: the server that the agents connect to.
        python: the interpreter that `python` means in a run command.
        environments: folder of the environments that were made for bots; None for none.
        logs: folder in which each match makes one for the logs of its agents; None for no logs.
        memory: limit of each agent.
    """

    def __init__(
        self,
        server: ServerAddress,
        *,
        python: Path = Path(sys.executable),
        environments: Path | None = None,
        logs: Path | None = None,
        memory: MemoryCeiling | None = None,
    ) -> None:
        self._server = server
        self._python = python
        self._environments = environments
        self._logs = logs
        self._memory = memory
        self._requests: SimpleQueue[Match | None] = SimpleQueue()
        self._is_closing = threading.Event()
        self._supervisor: SupervisorClient | None = None
        self._settings = ProcessSettings()
        """The settings of the present or last match."""
        self._agents: dict[str, _Running] = {}
        self._matches = 0
        self._thread = threading.Thread(target=self._run, name="agents", daemon=True)
        self._thread.start()

    @staticmethod
    def accepts(peer: tuple[str, int], own: tuple[str, int]) -> bool:
        """Returns whether a connection is one of this user's programs, which could start any program anyway."""
        return is_connection_of_user(peer, own)

    def begin(self, match: Match) -> None:
        """Starts the agents of a validated match soon, and ends the agents of the previous match."""
        self._requests.put(match)

    def end(self) -> None:
        """Ends all agents soon; they have one second to exit on their own."""
        self._requests.put(None)

    def close(self) -> None:
        """Kills all agents and returns when none of their processes runs any more; may be called twice."""
        self._is_closing.set()
        self._requests.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._is_closing.is_set():
                self._turn()
        finally:
            if self._supervisor is not None:
                self._supervisor.close()
            self._settings.release()

    def _turn(self) -> None:
        """Waits for requests and process events. Requests come first, because they tell which ends were requested."""
        events: list[ChildEvent] = []
        if self._supervisor is None:
            self._take(self._requests.get())
        else:
            events = self._supervisor.poll(POLL_S)
        if events and isinstance(events[-1], SupervisorLost):
            self._on_event(events.pop())
        try:
            while True:
                self._take(self._requests.get_nowait())
        except Empty:
            pass
        for event in events:
            self._on_event(event)
        if self._supervisor is not None and not (self._agents or self._supervisor.live):
            self._supervisor.close()
            self._supervisor = None

    def _take(self, match: Match | None) -> None:
        self._agents.clear()
        self._settings.release()
        try:
            if self._supervisor is not None:
                self._supervisor.stop_all()
            if match is not None and not self._is_closing.is_set():
                self._start(match)
        except SupervisorError as error:
            _log.error("No agents can be started: %s", error)

    def _start(self, match: Match) -> None:
        if self._supervisor is None:
            self._supervisor = SupervisorClient()
            self._supervisor.start()
        self._settings = self._new_settings()
        context = LaunchContext(
            server=self._server, python=self._python, environments=self._environments, settings=self._settings
        )
        self._matches += 1
        for agent in roster(match):
            if agent.is_manual:
                continue
            process = f"{agent.key}~{self._matches}"
            try:
                spec = launch_spec(agent, context, process)
            except CommandError as error:
                _log.error("%s could not be started: %s", agent, error)
                continue
            self._supervisor.launch(spec)
            self._agents[process] = _Running(agent=agent, log=spec.log)

    def _new_settings(self) -> ProcessSettings:
        settings = new_process_settings(logs=self._logs, memory=self._memory)
        for remark in settings.remarks:
            _log.warning(str(remark))
        return settings

    def _on_event(self, event: ChildEvent) -> None:
        if isinstance(event, SupervisorLost):
            _log.error("%s All agents have ended.", event.text)
            self._agents.clear()
            self._supervisor = None
        elif isinstance(event, ChildSurvived):
            _log.error("Still alive although killed: %s", ", ".join(event.survivors))
        elif isinstance(event, ChildNotice):
            _log.warning(event.text)
        elif isinstance(event, ChildOutput | ChildEnded | ChildCleared | ChildFailed) and event.key in self._agents:
            self._on_agent_event(event, self._agents[event.key])

    def _on_agent_event(self, event: ChildOutput | ChildEnded | ChildCleared | ChildFailed, running: _Running) -> None:
        if isinstance(event, ChildOutput):
            running.output.add(event.lines)
        elif isinstance(event, ChildFailed):
            del self._agents[event.key]
            _log.error("%s could not be started: %s", running.agent, event.text)
        elif isinstance(event, ChildCleared):
            self._report_end(event.key, running, "everything that it started has ended")
        elif event.code != 0 or not event.leftovers:
            if self._supervisor is not None:
                with contextlib.suppress(SupervisorError):  # `SupervisorLost` follows
                    self._supervisor.stop(event.key, 0.0)
            self._report_end(event.key, running, str(event.text))

    def _report_end(self, process: str, running: _Running, how: str) -> None:
        del self._agents[process]
        text = f": {running.output.text}" if running.output.text else "."
        where = f" Its log is {running.log}." if running.log is not None else ""
        _log.error("%s ended during the match (%s)%s%s", running.agent, how, text, where)
