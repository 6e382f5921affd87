"""A running match: the supervisor, the game, the agents, and our session with the server."""

import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

import psutil
import rlbot_flatbuffers as flat

from runtime.agents import AgentOutput, MatchAgents
from runtime.agents.match_agents import MATCH_ENDED
from runtime.games import GameRun
from runtime.match.connection import NOTHING, SAMPLE, MatchConnection, Received, Silence
from runtime.match.drawings import Drawings
from runtime.match.log import MatchLog
from runtime.match.side_sessions import BallPathReader, HumanDriver, SideSession
from runtime.match.spectator import Spectator
from runtime.model.drawings import DrawingRights
from runtime.model.driving import InputSource
from runtime.model.events import AgentChanged, Event
from runtime.model.interference import TAKEOVER, WRONG_ID, Interference
from runtime.model.messages import Message, message
from runtime.model.series import Series
from runtime.model.values import GAME_LOG
from runtime.processes import (
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildNotice,
    ChildOutput,
    ChildSpec,
    ChildSurvived,
    SupervisorClient,
    SupervisorError,
    SupervisorLost,
)
from runtime.protocol import ProtocolError, unpack_core
from runtime.protocol.report import GameReport, read_report
from runtime.telemetry import TelemetryRecorder

ENDING_POLL_S: Final = 0.02
REST_S: Final = 0.004
"""Pause between two polls of a server that sends all the time, so that a fast match costs no more than a slow one."""
PATH_S: Final = 0.1
"""Minimum time between two events about the path of the ball."""
THIEF: Final = "a process that Kickabout did not start"
STARTS: Final = ("MatchConfiguration", "StartCommand")
"""Messages that start a match."""

_log = logging.getLogger(__name__)


class LiveMatch:
    """Polls everything that runs for a match, keeps its state, and ends it; owned by the match's thread.

    It keeps facts about the whole match, such as `game_end`, `supervisor_loss` and `report`. Facts about agents go to
    `agents`. After the end of the game, the ends of agents are not faults.
    """

    def __init__(
        self,
        *,
        agents: MatchAgents,
        supervisor: SupervisorClient,
        connection: MatchConnection,
        log: MatchLog,
        reported_port: Callable[[str], int | None],
        game_run: GameRun,
        recorder: TelemetryRecorder | None = None,
        emit: Callable[[Event], None],
        rights: DrawingRights = DrawingRights.OFF_BY_DEFAULT,
        series: Series | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.agents = agents
        self.table = table = agents.table
        self.log = log
        self.send = connection.send
        self._recorder = recorder
        self.spectator = Spectator(emit, clock, table, series)
        self.drawings = Drawings(table=table, rights=rights, send=connection.send, emit=emit, note=log.note)
        self._supervisor = supervisor
        self.connection = connection
        self._manager_key = connection.manager_key
        self._reported_port = reported_port
        self._game_run = game_run
        self._emit = emit
        self._clock = clock
        self._silence = Silence(clock)
        self._is_answered = False
        self._is_busy = False
        self._noted: set[str] = set()
        self._output = AgentOutput()
        self._has_process = False
        self._process_end: Message | None = None
        self._protocol_fault: Message | None = None
        self._supervisor_loss: Message | None = None
        self._report: GameReport | None = None
        self._has_figures = False
        self._interference: dict[tuple[str, str, bool], Interference] = {}
        """Interference in our match, from its reports."""
        self._helped: dict[str, str] = {}
        """The agent whose process opened a session without an agent id, by name of the session; empty if none did."""
        self._has_own_match = False
        """True if a report was about our match."""
        self._is_replaced = False
        self._driver: HumanDriver | None = None
        self._path: BallPathReader | None = None
        self._path_due_at = 0.0

    @property
    def interference(self) -> tuple[Interference, ...]:
        """Attempts of others to change the match, refused or not, as far as the server reports them."""
        takeovers = self.table.takeovers if self._manager_key else {}
        reported = (
            *self._interference.values(),
            *(
                Interference(what=TAKEOVER, by=f"{THIEF} ({agent})", count=count, refused=False)
                for agent, count in takeovers.items()
            ),
        )
        if not self._is_replaced or self._is_start_reported:
            return reported
        return (*reported, Interference(what="MatchConfiguration", by="another program", count=1, refused=False))

    @property
    def is_replaced(self) -> bool:
        """True if another program has started a match on the server in place of ours."""
        return self._is_replaced or self._is_start_reported

    @property
    def _is_start_reported(self) -> bool:
        return any(act.what in STARTS and not act.refused for act in self._interference.values())

    @property
    def report(self) -> GameReport | None:
        """The newest report of the server; None if the server sends none."""
        return self._report

    @property
    def game_end(self) -> Message | None:
        """The end of the game's process, or else the reason for the end of our session; None while both go on."""
        return self._process_end or self._protocol_fault or self.connection.loss

    @property
    def process_end(self) -> Message | None:
        """The end of the game's process as a phrase without a full stop: `exited with code 1`; None while it runs."""
        return self._process_end

    @property
    def is_end_explained(self) -> bool:
        """True if the end has an explanation: the end of the game's process, if it is ours, or a broken message."""
        return not self._has_process or self._process_end is not None or self._protocol_fault is not None

    @property
    def game_output(self) -> str:
        """The line that explains best why the game's process ended."""
        return self._output.text

    @property
    def supervisor_loss(self) -> Message | None:
        """Reason for the end of the supervisor; None while it runs."""
        return self._supervisor_loss

    @property
    def silence_s(self) -> float:
        """Time for which the server has sent nothing although it was polled."""
        return self._silence.lasts_s

    @property
    def is_answered(self) -> bool:
        """True if the server has sent anything, which shows that it works."""
        return self._is_answered

    @property
    def is_connected(self) -> bool:
        """True if our session with the server is connected."""
        return self.connection.is_open

    def start(self, game: ChildSpec | None) -> None:
        """Starts the supervisor, and the game if it is ours; returns without waiting for them.

        Raises:
            SupervisorError: the system refused the supervisor.
        """
        self._supervisor.start()
        if game is not None:
            self._has_process = True
            self._supervisor.launch(game)

    def try_connect(self) -> bool:
        """Tries to open our session, once."""
        if self.connection.try_open():
            self._silence.end()
            for session in self._side_sessions:
                session.start()
        return self.connection.is_open

    def drive(self, car: int, source: InputSource) -> None:
        """Drives a car with the inputs of a human, until `stop_driving` or the end of the match."""
        self.stop_driving()
        self._driver = HumanDriver(server=self.connection.server, manager_key=self._manager_key, car=car, source=source)
        self._begin(self._driver)

    def stop_driving(self) -> None:
        """Lets the human's car stand still; without effect if nobody drives it."""
        if self._driver is not None:
            self._driver.stop()
            self._driver = None

    def follow_path(self, *, is_wanted: bool) -> None:
        """Starts or ends the events about the predicted path of the ball."""
        if is_wanted is (self._path is not None):
            return
        if self._path is not None:
            self._path.stop()
            self._path = None
        else:
            self._path = BallPathReader(self.connection.server, self._manager_key)
            self._begin(self._path)

    def poll(self, timeout_s: float) -> None:
        """Waits up to `timeout_s` for messages and process events, handles all of them, and emits what is due."""
        rest_s = REST_S if self._is_busy else 0.0
        events = self._supervisor.poll(rest_s if self.connection.is_open else timeout_s)
        if self.connection.is_open:
            self._poll_server(timeout_s)
        for event in events:
            self._on_process(event)
        lines = self._game_run.lines()
        if lines:
            self.log.add(GAME_LOG, lines)
            self._output.add(lines)
        self.emit_due()

    def emit_due(self, *, at_once: bool = False) -> None:
        """Emits frames and lines that are due, or all of them with `at_once`, and changes of the agents.

        Figures are emitted as soon as a report brings them, so that their time is known.
        """
        self._show(at_once=at_once)
        self.drawings.tick()
        if self._path is not None and self._clock() >= self._path_due_at:
            path = self._path.take()
            if path is not None:
                self._path_due_at = self._clock() + PATH_S
                self._emit(path)
        if self._driver is not None and self._driver.fault is not None:
            self.log.note(self._driver.fault)
            self._driver = None
        self.log.flush(at_once=at_once)
        has_figures, self._has_figures = self._has_figures or at_once, False
        for agent in self.table.figures() if has_figures else self.table.changes():
            self._emit(AgentChanged(agent=agent))
        if self._recorder is not None:
            self._recorder.flush(self.table.statuses, at_once=at_once)

    def end(self, deaf: Iterable[str], *, within_s: float) -> tuple[str, ...]:
        """Ends every process; kills those with the keys `deaf` at once and the others after their grace.

        After `within_s`, everything that is left is killed. Returns descriptions of processes that could not be ended.
        """
        deadline = self._clock() + within_s
        try:
            for key in deaf:
                self._supervisor.stop(key, 0.0, MATCH_ENDED)
            self._supervisor.stop_all(reason=MATCH_ENDED)
        except SupervisorError as error:
            _log.info("Nothing to stop: %s", error)
        while self._supervisor.live and self._clock() < deadline:
            self.poll(ENDING_POLL_S)
        survivors = self.release()
        self.poll(0.0)
        self.table.all_gone()
        self.emit_due(at_once=True)
        return survivors

    def release(self) -> tuple[str, ...]:
        """Kills what still runs and closes the session at once; may be called twice.

        Returns descriptions of processes that could not be killed.
        """
        for session in self._side_sessions:
            session.join()
        self.connection.close()
        return self._supervisor.close()

    @property
    def _side_sessions(self) -> tuple[SideSession, ...]:
        return tuple(session for session in (self._driver, self._path) if session is not None)

    def _begin(self, session: SideSession) -> None:
        """Starts a session beside ours, now or when ours is connected."""
        if self.connection.is_open:
            session.start()

    def _poll_server(self, timeout_s: float) -> None:
        try:
            received = self.connection.receive(timeout_s)
        except ProtocolError as error:
            self._protocol_fault = self._protocol_fault or error.text
            self.connection.close()
            received = NOTHING
        self._is_busy = received.is_any
        if received.is_any:
            self._silence.end()
            self._handle(received)
        else:
            self._silence.tick()
        if self.game_end is not None:
            self.table.stopping()

    def _handle(self, received: Received) -> None:
        self._is_answered = True
        if received.field is not None:
            self.spectator.field(received.field)
            if self._recorder is not None:
                self._recorder.field(received.field)
        if received.configuration is not None:
            self.connection.confirm(received.configuration)
            self._is_replaced |= self.spectator.has_begun or self._has_own_match
        for payload in received.packets:
            self._on_packet(payload)
        for content in received.comms:
            report = read_report(content, self._manager_key)
            if report is not None:
                self._on_report(report)
            else:
                self.drawings.on_content(content)
        view = self.spectator.view
        self.log.add_comms(received.chat, view.seconds_elapsed if view is not None else 0.0, received.dropped_chat)
        for status in received.permissions:
            self.drawings.on_status(status)

    def _on_packet(self, payload: bytes) -> None:
        packet: bytes | flat.GamePacket = payload
        if self._recorder is not None:
            try:
                unpacked = unpack_core(payload)
            except ProtocolError as error:
                self._protocol_fault = self._protocol_fault or error.text
                return
            if isinstance(unpacked, flat.GamePacket):
                self._recorder.packet(unpacked, payload)
                packet = unpacked
        self.spectator.packet(packet)
        self._show()

    def _show(self, *, at_once: bool = False) -> None:
        try:
            self.spectator.show(at_once=at_once)
        except ProtocolError as error:
            self._protocol_fault = self._protocol_fault or error.text

    def _on_report(self, report: GameReport) -> None:
        if self._report is None and self._recorder is None:
            self.send(flat.ConsoleCommand(SAMPLE))
        self._report = report
        if report.is_ours or (report.is_ours is None and self._has_own_match):
            self._has_own_match = True
            self._note_wrong_ids(report)
            self._interference |= {
                (act.what, act.by, act.refused): self._with_helper(act) for act in report.interference
            }
        elif report.is_ours is False and self._has_own_match:
            self._is_replaced = True
        self._has_figures = True
        self.drawings.on_report()
        self.agents.on_report(report)
        self._note_takeovers()
        self.spectator.on_report(report)
        if self._recorder is not None:
            self._recorder.report(report, self.table.statuses)
        news = [note for note in report.notes if note not in self._noted]
        self._noted.update(news)
        self.log.add(GAME_LOG, news)

    def _with_helper(self, act: Interference) -> Interference:
        """Names the agent in place of its helper's session, which has no agent id."""
        if act.port and self._manager_key and act.by not in self._helped:
            agents = {status.pid: status.name for status in self.table.statuses if status.pid is not None}
            self._helped[act.by] = _owner_of(act.port, agents)
        helped = self._helped.get(act.by)
        return replace(act, by=f"helper of {helped}" if helped else act.by, port=0)

    def _note_takeovers(self) -> None:
        """Notes that a process that the launcher did not start has taken the cars of an agent."""
        for agent in self.table.takeovers if self._manager_key else ():
            if agent not in self._noted:
                self._noted.add(agent)
                text = message(
                    "car-taken-over",
                    "A process that Kickabout did not start took over the cars of {agent}, with the key of this agent.",
                    agent=agent,
                )
                self.log.note(text, TAKEOVER)

    def _note_wrong_ids(self, report: GameReport) -> None:
        """Notes programs that were disconnected because of their agent id, and what to set."""
        for act in report.interference:
            if act.what == WRONG_ID and (act.what, act.by, act.refused) not in self._interference:
                text = message(
                    "wrong-agent-id",
                    "{program} presented a wrong RLBOT_AGENT_ID and was disconnected. To start an agent yourself, "
                    "switch off Start automatically on its card, and use the command that the card copies.",
                    program=act.by,
                )
                self.log.note(text, WRONG_ID)

    def _on_process(self, event: ChildEvent) -> None:
        if isinstance(event, SupervisorLost):
            self._supervisor_loss = event.text
        elif isinstance(event, ChildSurvived):
            self.log.add(
                self.agents.agent_key(event.key), [f"Still alive although killed: {', '.join(event.survivors)}"]
            )
        elif isinstance(event, ChildNotice):
            self._on_notice(self.agents.agent_key(event.key), str(event.text))
        elif getattr(event, "key", "") == GAME_LOG:
            self._on_game(event)
        else:
            self.agents.on_event(event)

    def _on_notice(self, key: str, text: str) -> None:
        """Logs a notice in the log of the match; if it is about an agent, also in that agent's log."""
        if key and key != GAME_LOG:
            self.log.add(key, [text])
            text = f"{self.table[key].agent}: {text}"
        self.log.add(GAME_LOG, [text])

    def _on_game(self, event: ChildEvent) -> None:
        if isinstance(event, ChildOutput):
            lines = self._without_port(event.lines)
            self.log.add(event.key, lines, event.dropped)
            self._output.add(lines)
        elif isinstance(event, ChildEnded | ChildFailed):
            self._process_end = event.text
            self.table.stopping()

    def _without_port(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        """Takes the port from the first line that reports it, and returns the other lines."""
        for place, line in enumerate(lines if self.connection.server.port is None else ()):
            port = self._reported_port(line)
            if port is not None:
                self.connection.server.port = port
                return (*lines[:place], *lines[place + 1 :])
        return lines


def _owner_of(port: int, agents: Mapping[int, str]) -> str:
    """Returns the agent whose process, or a process below it, has a connection from this port; empty if none has."""
    for pid, agent in agents.items():
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            for member in (process, *process.children(recursive=True)):
                with contextlib.suppress(psutil.Error):
                    if any(link.laddr and link.laddr.port == port for link in member.net_connections("tcp")):
                        return agent
    return ""
