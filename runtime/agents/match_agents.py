"""The agents of a running match: their processes, restarts and swaps, and the commands about them."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from runtime.agents.imports import ImportReports
from runtime.agents.launcher import AgentLauncher, Role, agent_of
from runtime.agents.program import ATTACHED, Debugger, LaunchContext, instructions
from runtime.agents.restart import AgentRestarter
from runtime.agents.roster import Agent, chosen
from runtime.agents.services import MARK, ServiceGames
from runtime.agents.state import PRESENT, AgentEvent
from runtime.agents.swaps.agent_documents import AgentDocuments
from runtime.agents.swaps.policy import SwapPolicy
from runtime.agents.swaps.records import SwapRecords
from runtime.agents.swaps.runner import SwapRunner, TrialLimits
from runtime.agents.table import AgentTable
from runtime.documents.model import Match, RestartPolicy
from runtime.files import write_atomically
from runtime.model.commands import (
    AgentCommand,
    AnswerSwap,
    DebugAgents,
    RestartAgents,
    RestoreVersion,
    SetSwapMode,
    StopAgents,
    SwapAgents,
)
from runtime.model.events import Event
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import message
from runtime.model.states import AgentState, SwapMode
from runtime.model.values import SwapRecord
from runtime.processes import (
    ChildCleared,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    ChildStarted,
    ChildUsage,
    SupervisorClient,
)
from runtime.protocol import InterfaceMessage
from runtime.protocol.report import GameReport

RESTARTED: Final = message("agent-restarted", "The agent was restarted.")
STOPPED: Final = message("agent-stopped", "The agent was stopped.")
IMPORTS_S: Final = 1.0
"""Time between two looks at the modules that agents have imported."""
MATCH_ENDED: Final = message("match-ended", "The match ended.")


class MatchAgents:
    """Starts, watches, restarts, swaps and stops the agents; owned by the match's thread.

    `tick` is called at every turn of the match's loop.

    Args:
        match: the validated match.
        table: its agents.
        supervisor: starts and ends processes.
        context: how agents are started.
        policy: how often agents that end unexpectedly are restarted.
        send: sends a message to the server.
        emit: gets events.
        log: gets the key of an agent, lines for its log, and the number of lines lost before them.
        note: gets a note for the user, and its topic if it holds until the next note of that topic.
        ready_s: time within which a restarted agent has to become ready.
        swap_s: time limit from the start of a new version until it is ready.
        trial: limits of the second process that an agent has during a swap.
        standing: folder in which standing services publish their addresses; None for none.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        *,
        match: Match,
        table: AgentTable,
        supervisor: SupervisorClient,
        context: LaunchContext,
        policy: RestartPolicy,
        send: Callable[[InterfaceMessage], bool],
        emit: Callable[[Event], None],
        log: Callable[..., None],
        note: Callable[..., None],
        ready_s: float,
        swap_s: float,
        trial: TrialLimits | None = None,
        standing: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self._match = match
        self._imports = ImportReports(supervisor.folder)
        self._imports_due_s = 0.0
        self._documents: list[AgentDocuments] = []
        self._clock = clock
        self._context = context = replace(context, imports=self._imports.folder)
        self._log = log
        self._note = note
        self._services = ServiceGames(supervisor=supervisor, context=context, standing=standing, clock=clock)
        self._launcher = launcher = AgentLauncher(
            supervisor=supervisor, context=context, table=table, services=self._services
        )
        self._records = SwapRecords(emit=emit, log=lambda key, line: log(key, [str(line)]), origin=clock())
        runner = SwapRunner(
            launcher=launcher,
            records=self._records,
            send=send,
            can_set_loadout=match.enable_state_setting,
            ready_s=swap_s,
            limits=trial,
            clock=clock,
        )
        self.swaps = SwapPolicy(runner=runner, note=note, logs=context.settings.logs)
        self.restarter = AgentRestarter(
            policy=policy, table=table, launcher=launcher, ready_s=ready_s, agent_of=self.swaps.agent_of, clock=clock
        )
        self._has_started = False
        self._handed_over: dict[str, ChildEnded] = {}
        """Ends of programs that exited with code 0 while programs that they had started still run as the agent."""

    @property
    def swap_records(self) -> tuple[SwapRecord, ...]:
        """The swaps that have ended."""
        return self._records.records

    @property
    def debugged(self) -> tuple[Agent, ...]:
        """The agents that are being debugged; no time limit applies to them."""
        return tuple(agent for agent in self.table.agents if self.table[agent.key].status.debug_port is not None)

    def watch(self, mode: SwapMode) -> None:
        """Makes agents swappable; `mode` is their initial swap mode."""
        self._documents = [AgentDocuments(agent, self._match) for agent in self.table.agents]
        self.swaps.attend(self._documents, mode)

    def start_early(self) -> None:
        """Starts the agents that may be started before the server's address is known; `start_all` lets them connect."""
        for agent in self.table.agents:
            can_wait = agent.starts_early and not agent.is_manual and self._context.gate is not None
            if can_wait and self.table[agent.key].status.state is AgentState.IDLE:
                self._launcher.launch(agent)

    def start_all(self) -> None:
        """Starts every agent, except those that the user starts or has stopped; does not wait for any of them.

        The server must already listen: the official package tries to connect for two minutes, but other clients only
        once. Further calls do nothing.
        """
        if self._has_started:
            return
        self._has_started = True
        server, gate = self._context.server, self._context.gate
        if gate is not None and any(agent.starts_early for agent in self.table.agents):
            with suppress(OSError):  # the agents that wait for it are reported as late
                write_atomically(gate, f"{server.host} {server.port}".encode())
        for agent in self.table.agents:
            if self.table[agent.key].status.state is not AgentState.IDLE:
                continue
            text = instructions(agent, self._context)
            if text is not None:
                self.table[agent.key].left_to_user(text)
            else:
                self._launcher.launch(agent)

    def handle(self, command: AgentCommand) -> None:
        """Carries out a command, or notes why it has no effect."""
        agents = chosen(self.table.agents, command.keys)
        if not agents:
            self._note(message("unknown-agent", "No agent or team is called {names}.", names=" ".join(command.keys)))
            return
        debugged = [agent for agent in agents if agent.key in self._context.debuggers and agent.key in command.keys]
        match command:
            case SwapAgents() | AnswerSwap(is_wanted=True) if debugged:
                self.handle(RestartAgents(keys=tuple(agent.key for agent in debugged)))
            case SwapAgents(keys=keys):
                self.swaps.request(keys)
            case AnswerSwap(keys=keys, is_wanted=is_wanted):
                if not self.swaps.answer(keys, is_wanted=is_wanted):
                    self._note(message("no-swap-to-answer", "No change is waiting for an answer."))
            case SetSwapMode(keys=keys, mode=mode):
                self.swaps.set_mode(keys, mode)
            case RestoreVersion(version=version):
                self.swaps.restore(agents[0], version)
            case RestartAgents() | StopAgents() | DebugAgents():
                for agent in agents:
                    self._handle_for(agent, command)

    def _handle_for(self, agent: Agent, command: RestartAgents | StopAgents | DebugAgents) -> None:
        if isinstance(command, StopAgents):
            self._stop(agent)
            return
        if isinstance(command, DebugAgents):
            self._debug(agent, command.debugpy) if command.is_on else self._end_debugging(agent)
        self._restart(agent)

    def tick(self) -> None:
        """Advances services, swaps and restarts."""
        for event in self._services.poll():
            self.on_event(event)
        figures = self._services.figures()
        for entry in self.table.values():
            if entry.status.service != figures.get(entry.agent.key):
                entry.update(service=figures.get(entry.agent.key))
        for agent in self.debugged:
            self._check_debugger(agent)
        if self._clock() >= self._imports_due_s:
            self._imports_due_s = self._clock() + IMPORTS_S
            for documents in self._documents:
                documents.note_imports(self._imports.modules(documents.agent))
        self.swaps.tick()
        self.restarter.tick()

    def on_event(self, event: ChildEvent) -> None:
        """Handles an event of an agent's process, or of a service that plays agents."""
        for meant in self._services.take(event):
            self.on_event(meant)
        if isinstance(event, ChildCleared) and event.key in self._handed_over:
            self._on_process(replace(self._handed_over.pop(event.key), leftovers=0))
        elif isinstance(event, ChildUsage) and self._launcher.processes.role(event.key) is Role.PLAYING:
            self.table[agent_of(event.key)].used(event)
        elif isinstance(event, ChildUsage):
            self.swaps.on_usage(event)
        elif isinstance(event, ChildStarted | ChildOutput | ChildEnded | ChildFailed) and not event.key.startswith(
            MARK
        ):
            self._on_process(event)

    def agent_key(self, process: str) -> str:
        """Returns the key of the agent that a process belongs to.

        For a service, it is the key of one of the agents that it plays, or that of the game if it plays none.
        """
        return self._services.agent_key(process) if process.startswith(MARK) else agent_of(process)

    def on_report(self, report: GameReport) -> None:
        """Handles a report of the server."""
        self.table.reported(report)
        self.swaps.on_report(report)

    def processes_of(self, keys: list[str]) -> list[str]:
        """Returns the processes that play for these agents."""
        processes = map(self._launcher.processes.playing, keys)
        return [process for process in processes if process is not None]

    def close(self) -> None:
        """Cancels swaps and restarts, because the match ends; nothing is started any more.

        Agents that have not answered for a second print their stacks, before they are asked to end.
        """
        for process in self.processes_of([*self.table.silent(TICKS_PER_S)]):
            self._launcher.print_stacks(process)
        self.swaps.cancel((), MATCH_ENDED)
        for agent in self.table.agents:
            self._end_debugging(agent)
            self._launcher.cancel_relaunch(agent.key)
        self.restarter.close()
        self._services.close()

    def release(self) -> None:
        """Stops watching files and ends our sessions; may be called twice."""
        self.swaps.release()
        self.restarter.close()
        self._services.release()

    def _on_process(self, event: ChildStarted | ChildOutput | ChildEnded | ChildFailed) -> None:
        processes = self._launcher.processes
        role, agent = processes.role(event.key), agent_of(event.key)
        if isinstance(event, ChildEnded) and event.leftovers and role in (Role.PLAYING, Role.NEXT):
            if event.code == 0 and agent not in self._context.debuggers:
                self._handed_over[event.key] = event
                self._log(agent, [f"[{event.text}; what it started goes on]"])
                return
            self._launcher.stop(event.key, 0.0)
        is_kept_back = self.swaps.on_event(event) or self._launcher.on_event(event)
        if role is not Role.CHECK:
            self._log_event(agent, _whose(role, is_kept_back=is_kept_back), event)
        if is_kept_back:
            return
        if isinstance(event, ChildStarted):
            self.table[agent].started(event.pid)
        elif isinstance(event, ChildOutput):
            self.table[agent].printed(event.lines)
            if agent in self._context.debuggers and ATTACHED in event.lines:
                self.table[agent].update(is_debugger_attached=True)
        elif isinstance(event, ChildFailed):
            processes.remove(event.key)
            self.table[agent].not_started(event.text)
        else:
            processes.remove(event.key)
            is_wanted = self.table[agent].status.state in (AgentState.STOPPING, AgentState.STOPPED)
            if self._end_debugging(self.table[agent].agent) and not is_wanted:
                self._launcher.launch(self.table[agent].agent)
            else:
                self.table[agent].ended(event.code, event.text)

    def _log_event(self, agent: str, whose: str, event: ChildStarted | ChildOutput | ChildEnded | ChildFailed) -> None:
        if isinstance(event, ChildOutput):
            self._log(agent, event.lines, event.dropped)
        elif isinstance(event, ChildFailed):
            self._log(agent, [str(event.text)])
        elif isinstance(event, ChildEnded):
            self._log(agent, [f"[{whose}{event.text}]"])

    def _restart(self, agent: Agent) -> None:
        if agent.is_manual:
            return
        self.swaps.cancel((agent.key,), RESTARTED)
        self.swaps.settle(agent.key)
        if not self._launcher.can_launch:
            self.table[agent.key].apply(AgentEvent.POSTPONED)
        elif self.table[agent.key].status.state is not AgentState.IDLE and not self._launcher.is_relaunching(agent.key):
            self._launcher.relaunch(agent, reason=RESTARTED)

    def _debug(self, agent: Agent, folder: Path | None) -> None:
        """Lets the next process of an agent start under a debugger; an agent that the user starts has its own."""
        port = 0
        if not agent.is_manual:
            known = self._context.debuggers.get(agent.key)
            port = known.port if known is not None else self._context.endpoints.free_port(agent.agent_id)
            self._context.debuggers[agent.key] = Debugger(port=port, folder=folder)
        self.table[agent.key].update(debug_port=port, is_debugger_attached=False)

    def _check_debugger(self, agent: Agent) -> None:
        """Ends debugging if the agent has started without a debugger."""
        status = self.table[agent.key].status
        if status.debug_port and not status.is_debugger_attached and status.state in PRESENT:
            text = message(
                "no-debugger",
                "{agent} runs without a debugger: it is no Python program, or its log says why debugpy did not start.",
                agent=agent.name,
            )
            self._end_debugging(agent)
            self._note(text)

    def _end_debugging(self, agent: Agent) -> bool:
        """Lets an agent start without a debugger from now on; returns whether its process has one."""
        self.table[agent.key].update(debug_port=None)
        return self._context.debuggers.pop(agent.key, None) is not None

    def _stop(self, agent: Agent) -> None:
        if agent.is_manual:
            return
        self._end_debugging(agent)
        self.swaps.cancel((agent.key,), STOPPED)
        self._launcher.cancel_relaunch(agent.key)
        self.table[agent.key].leaves()
        self._launcher.stop_playing(agent.key, reason=STOPPED)


def _whose(role: Role, *, is_kept_back: bool) -> str:
    """Returns the words that name a process in its agent's log; empty for the process that plays."""
    if role is Role.NEXT:
        return "the new process "
    return "the old process " if is_kept_back or role is Role.SPARE else ""
