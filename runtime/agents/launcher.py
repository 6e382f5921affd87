"""Starts and stops the processes of a match's agents, and knows which process belongs to which agent."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.agents.agent_entry import AgentEntry
from runtime.agents.program import LaunchContext, check_spec, launch_spec
from runtime.agents.roster import Agent
from runtime.agents.state import AgentEvent
from runtime.model.messages import Message
from runtime.processes import (
    STACK_S,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildSpec,
    CommandError,
    SupervisorClient,
    SupervisorError,
)

if TYPE_CHECKING:
    from runtime.agents.services import ServiceGames

_MARK: Final = "~"
_log = logging.getLogger(__name__)


class Role(Enum):
    """The purpose of a process of an agent."""

    PLAYING = "drives the cars"
    NEXT = "gets ready to take over"
    SPARE = "played before, and gets the cars back if the new version fails"
    CHECK = "checks the source of the next version"
    LEAVING = "is meant to end"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Process:
    agent: str
    role: Role


class ProcessTable:
    """The processes of agents, by their keys for the supervisor, with their roles; owned by the match's thread.

    An agent's first process has the agent's key; later ones have the keys `blue-1~2`, `blue-1~3`, ... No key is used
    twice in a match, so a late event of an old process is never mistaken for an event of the new one.
    """

    def __init__(self) -> None:
        self._processes: dict[str, _Process] = {}
        self._counts: Counter[str] = Counter()

    def add(self, agent: str, role: Role) -> str:
        """Returns the key for one more process of an agent."""
        self._counts[agent] += 1
        number = self._counts[agent]
        key = agent if number == 1 else f"{agent}{_MARK}{number}"
        self._processes[key] = _Process(agent=agent, role=role)
        return key

    def role(self, process: str) -> Role:
        """Returns the role of a process; `LEAVING` for one that was removed."""
        entry = self._processes.get(process)
        return entry.role if entry is not None else Role.LEAVING

    def playing(self, agent: str) -> str | None:
        """Returns the process that plays for an agent; None while there is none."""
        return next((key for key in self.of(agent) if self._processes[key].role is Role.PLAYING), None)

    def of(self, agent: str) -> tuple[str, ...]:
        """Returns all processes of an agent that have not been removed."""
        return tuple(key for key, process in self._processes.items() if process.agent == agent)

    def release(self, process: str) -> None:
        """Gives a process the role `LEAVING`."""
        entry = self._processes.get(process)
        if entry is not None:
            self._processes[process] = _Process(agent=entry.agent, role=Role.LEAVING)

    def promote(self, process: str, former_role: Role = Role.LEAVING) -> None:
        """Gives a process the role `PLAYING`, and `former_role` to the one that played before."""
        agent = self._processes[process].agent
        former = self.playing(agent)
        if former is not None:
            self._processes[former] = _Process(agent=agent, role=former_role)
        self._processes[process] = _Process(agent=agent, role=Role.PLAYING)

    def remove(self, process: str) -> None:
        """Removes a process that is gone."""
        self._processes.pop(process, None)


def agent_of(process: str) -> str:
    """Returns the key of the agent that a process belongs to."""
    return process.partition(_MARK)[0]


class AgentLauncher:
    """Starts and stops processes of agents and keeps the table of agents informed; owned by the match's thread.

    After the loss of the supervisor, which is reported as an event, calls have no effect. An agent whose program is an
    agent service gets a game of that service instead of a process; without `services`, it gets its own process.
    """

    def __init__(
        self,
        *,
        supervisor: SupervisorClient,
        context: LaunchContext,
        table: Mapping[str, AgentEntry],
        services: "ServiceGames | None" = None,
    ) -> None:
        self.processes = ProcessTable()
        self._services = services
        self.table = table
        self._supervisor = supervisor
        self.context = context
        self._relaunches: dict[str, Agent] = {}
        """By the key of a process: the agent to start as soon as that process is gone."""

    @property
    def can_launch(self) -> bool:
        """True if the game's port is known."""
        return self.context.server.port is not None

    def launch(self, agent: Agent, role: Role = Role.PLAYING, *, is_restart: bool = False) -> str:
        """Starts a process of an agent and returns its key; if the process cannot be started, the agent has failed.

        Raises:
            CommandError: the process cannot be started; only for the next version of an agent.
        """
        process = self.processes.add(agent.key, role)
        if role is Role.PLAYING:
            self.table[agent.key].launched(agent, is_restart=is_restart)
        else:
            self.table[agent.key].launched_next()
        try:
            self._begin(agent, process, is_next=role is Role.NEXT)
        except CommandError as error:
            self.processes.remove(process)
            if role is not Role.PLAYING:
                raise
            self.table[agent.key].not_started(error.text)
        return process

    def check(self, agent: Agent, files: Iterable[Path]) -> str:
        """Starts the check of an agent's files; returns the key of its process.

        Raises:
            CommandError: the run command cannot be carried out, so the interpreter is unknown.
        """
        process = self.processes.add(agent.key, Role.CHECK)
        try:
            self._launch(check_spec(agent, self.context, process, files))
        except CommandError:
            self.processes.remove(process)
            raise
        return process

    def stop(self, process: str, grace_s: float | None = None, *, reason: Message | None = None) -> None:
        """Begins to stop a process and everything that it started, by default after the grace it was launched with.

        The agent's log gives the reason.
        """
        if self._services is not None and self._services.owns(process):
            self._services.stop(process, reason)
            return
        try:
            self._supervisor.stop(process, grace_s, reason)
        except SupervisorError as error:
            _log.info("Nothing to stop: %s", error)

    def stop_playing(self, key: str, *, reason: Message | None) -> None:
        """Begins to stop the process that plays for an agent, without grace."""
        process = self.processes.playing(key)
        if process is not None:
            self.stop(process, 0.0, reason=reason)

    def end_hanging(self, key: str, *, reason: Message | None) -> None:
        """Ends the process that plays for an agent after it has printed its stack, if that is possible."""
        process = self.processes.playing(key)
        if process is not None:
            self.print_stacks(process)
            self.stop(process, STACK_S, reason=reason)

    def print_stacks(self, process: str) -> None:
        """Makes a process print its stack, if that is possible; `AgentOutput.hung_at` finds the place in it."""
        if self._services is not None and self._services.owns(process):
            self._services.print_stacks(process)
            return
        with suppress(SupervisorError):  # its loss is reported as an event
            self._supervisor.print_stacks(process)

    def dismiss(self, process: str, grace_s: float | None = None, *, reason: Message | None = None) -> None:
        """Stops a process whose end no longer concerns the agent; without grace, also a service only for its game."""
        self.processes.release(process)
        if self._services is not None and grace_s == 0.0:
            self._services.reject(process)
        self.stop(process, grace_s, reason=reason)

    def relaunch(self, agent: Agent, *, reason: Message) -> None:
        """Kills the process that plays for the agent, and starts the agent again as soon as that process is gone."""
        process = self.processes.playing(agent.key)
        if process is None:
            self.launch(agent)
            return
        self.table[agent.key].apply(AgentEvent.RECALLED)
        self._relaunches[process] = agent
        self.stop(process, 0.0, reason=reason)

    def is_relaunching(self, key: str) -> bool:
        """Returns whether an agent is to start as soon as its old process is gone."""
        return any(agent.key == key for agent in self._relaunches.values())

    def cancel_relaunch(self, key: str) -> None:
        """Cancels the start that follows when the agent's old process is gone."""
        self._relaunches = {process: agent for process, agent in self._relaunches.items() if agent.key != key}

    def on_event(self, event: ChildEvent) -> bool:
        """Carries out a relaunch if the event is the end that it waits for; returns whether it is."""
        if not isinstance(event, ChildEnded | ChildFailed) or event.key not in self._relaunches:
            return False
        agent = self._relaunches.pop(event.key)
        self.processes.remove(event.key)
        self.launch(agent)
        return True

    def _begin(self, agent: Agent, process: str, *, is_next: bool) -> None:
        is_debugged = agent.key in self.context.debuggers
        if self._services is not None and agent.service is not None and not (agent.is_manual or is_debugged):
            self._services.launch(agent, process, is_next=is_next)
        else:
            self._launch(launch_spec(agent, self.context, process))

    def _launch(self, spec: ChildSpec) -> None:
        try:
            self._supervisor.launch(spec)
        except SupervisorError as error:
            _log.info("Nothing was started: %s", error)
