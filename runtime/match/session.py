"""Everything that runs for one match: the supervisor, the game, the agents, and our session with the server."""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, Protocol

import rlbot_flatbuffers as flat

from runtime.agents.launcher import Backstage
from runtime.agents.output import LastWords
from runtime.agents.process_table import Role, agent_of
from runtime.games.game import ServerAddress
from runtime.match.connection import NOTHING, Arrivals, Link
from runtime.match.drawings import DrawingWatch
from runtime.match.input_watch import InputWatch
from runtime.match.log import LogBatch
from runtime.match.silence import Silence
from runtime.match.spectator import Spectator
from runtime.model.drawings import DrawingRights
from runtime.model.events import AgentChanged, Event, MatchNoted, NoteWithdrawn
from runtime.model.series import Series
from runtime.model.states import AgentState
from runtime.model.values import GAME_LOG, Interference
from runtime.processes import (
    ChildCleared,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildNotice,
    ChildOutput,
    ChildSpec,
    ChildStarted,
    ChildSurvived,
    ChildUsage,
    SupervisorClient,
    SupervisorError,
    SupervisorLost,
)
from runtime.protocol import InterfaceMessage, ProtocolError
from runtime.telemetry.report import GameReport, read_report

ENDING_BEAT_S: Final = 0.02
REST_S: Final = 0.004
"""Pause between two looks at a server that sends without end, so that a fast match costs us no more than a slow one."""

STARTS: Final = ("MatchConfiguration", "StartCommand")
"""Messages that start a match."""

_log = logging.getLogger(__name__)


class Follower(Protocol):
    """Who hears of agents before the lineup does, in order to keep back what does not concern it."""

    def hear(self, event: ChildEvent) -> bool:
        """News of an agent's process; true when they are nobody else's business."""

    def reported(self, report: GameReport) -> None:
        """What the server told."""


class Ensemble:
    """Starts all that a match needs, hears from all of it, keeps the state of all of it, and ends it.

    When the game goes away, agents go with it: their ends count as wanted from then on.

    Owned by the match's thread. Facts that concern the whole match (`game_end`, `supervisor_loss`, `report`) are kept
    to be asked for; what concerns one agent goes to the lineup.
    """

    def __init__(
        self,
        *,
        supervisor: SupervisorClient,
        server: ServerAddress,
        reported_port: Callable[[str], int | None],
        backstage: Backstage,
        manager_key: str = "",
        tell: Callable[[Event], None],
        rights: DrawingRights = DrawingRights.OFF_BY_DEFAULT,
        series: Series | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.lineup = backstage.lineup
        self.spectator = Spectator(tell, clock, self._follow, series)
        self._inputs = InputWatch()
        self.log = LogBatch(tell, clock)
        self.drawings = DrawingWatch(lineup=backstage.lineup, rights=rights, send=self.send, tell=tell, note=self.note)
        self._supervisor = supervisor
        self._backstage = backstage
        self._followers: list[Follower] = []
        self._server = server
        self._reported_port = reported_port
        self._link = Link(server, manager_key)
        self._manager_key = manager_key
        self._tell = tell
        self._clock = clock
        self._silence = Silence(clock)
        self._has_agents = False
        self._is_answered = False
        self._is_busy = False
        self._noted: set[str] = set()
        self._handed_over: dict[str, ChildEnded] = {}
        """Programs that left by themselves and had started others, which are the agents now."""
        self._words = LastWords()
        self._game_end = ""
        self._supervisor_loss = ""
        self._report: GameReport | None = None
        self._has_figures = False
        self._interference: dict[tuple[str, str, bool], Interference] = {}
        """What the reports of our match have told."""
        self._has_own_match = False
        """Whether a report has told of our match."""
        self._is_replaced = False

    @property
    def interference(self) -> tuple[Interference, ...]:
        """What others tried to do to the match, or did, as far as the server tells or sends it."""
        reported = tuple(self._interference.values())
        if not self._is_replaced or any(act.what in STARTS and not act.was_refused for act in reported):
            return reported
        return (*reported, Interference(what="MatchConfiguration", by="another program", count=1, was_refused=False))

    @property
    def is_replaced(self) -> bool:
        """Whether another program has started a match on the server in place of ours."""
        return self._is_replaced

    @property
    def report(self) -> GameReport | None:
        """The newest report of the server; None from a server that sends none."""
        return self._report

    @property
    def game_end(self) -> str:
        """How the game's process ended, in words, or why our session did; empty while both stand."""
        return self._game_end or self._link.loss

    @property
    def is_end_explained(self) -> bool:
        """Whether it is known how the game's process ended, or what it sent that nobody understands."""
        return bool(self._game_end)

    @property
    def game_words(self) -> str:
        """What the game's process said last."""
        return self._words.text

    @property
    def supervisor_loss(self) -> str:
        """Why there is no supervisor any more; empty while it runs."""
        return self._supervisor_loss

    @property
    def silence_s(self) -> float:
        """How long the server has sent nothing although we listened."""
        return self._silence.lasts_s

    @property
    def is_answered(self) -> bool:
        """Whether the server has sent anything, which only one that works does."""
        return self._is_answered

    @property
    def is_linked(self) -> bool:
        """Whether our session with the server stands."""
        return self._link.is_open

    def follow(self, follower: Follower) -> None:
        """One more that hears of agents; those that came first are asked first."""
        self._followers.append(follower)

    def start(self, game: ChildSpec | None) -> None:
        """Starts the supervisor, and the game if it is ours; returns without waiting for them.

        Raises:
            SupervisorError: the system refused the supervisor.
        """
        self._supervisor.start()
        if game is not None:
            self._supervisor.launch(game)

    def start_agents(self) -> None:
        """Starts every agent that the user neither starts nor has stopped, once, and returns without waiting for any.

        The server has to listen by then: the official package tries for two minutes to connect, other clients once.
        """
        if self._has_agents:
            return
        self._has_agents = True
        for agent in self.lineup.agents:
            if self.lineup.status(agent.key).state is AgentState.IDLE:
                self._backstage.launch(agent, Role.PLAYING)

    def try_link(self) -> bool:
        """Tries to open our session, once."""
        if self._link.try_open():
            self._silence.hear()
        return self._link.is_open

    def send(self, message: InterfaceMessage) -> bool:
        """Sends a message to the server; false when there is no session."""
        return self._link.is_open and self._link.send(message)

    def note(self, text: str, topic: str = "") -> None:
        """Tells the user a sentence, which is kept among the notes of the match; with a topic, it holds for now."""
        self.log.add(GAME_LOG, [text])
        self._tell(MatchNoted(text=text, topic=topic))

    def withdraw_note(self, topic: str, text: str) -> None:
        """Takes back what was told of a topic; why, only the notes of the match say."""
        self.log.add(GAME_LOG, [text])
        self._tell(NoteWithdrawn(topic=topic))

    def hear(self, timeout_s: float) -> None:
        """Waits up to `timeout_s` for news of server and processes, takes all there is, and tells what is due."""
        rest_s = REST_S if self._is_busy else 0.0
        events = self._supervisor.poll(rest_s if self._link.is_open else timeout_s)
        if self._link.is_open:
            self._hear_server(timeout_s)
        for event in events:
            self._hear_process(event)
        self.tell_due()

    def tell_due(self, *, at_once: bool = False) -> None:
        """Tells frames and lines whose time has come, or all of them `at_once`, and what is new of the agents.

        Figures are told as soon as a report brings them, so that whoever gets them knows when they held.
        """
        self._look(at_once=at_once)
        self.drawings.look()
        self.log.flush(at_once=at_once)
        has_figures, self._has_figures = self._has_figures or at_once, False
        for agent in self.lineup.figures() if has_figures else self.lineup.changes():
            self._tell(AgentChanged(agent=agent))

    def end(self, deaf: Iterable[str], *, within_s: float) -> tuple[str, ...]:
        """Ends every process; those of `deaf` keys at once, the others get their grace first.

        Returns descriptions of processes that could not be ended. At the latest after `within_s`, everything is killed.
        """
        deadline = self._clock() + within_s
        try:
            for key in deaf:
                self._supervisor.stop(key, 0.0)
            self._supervisor.stop_all()
        except SupervisorError as error:
            _log.info("Nothing to stop: %s", error)
        while self._supervisor.live and self._clock() < deadline:
            self.hear(ENDING_BEAT_S)
        survivors = self.release()
        self.hear(0.0)
        self.lineup.everybody_gone()
        self.tell_due(at_once=True)
        return survivors

    def release(self) -> tuple[str, ...]:
        """Kills what still runs and closes the session, without further ado; may be called twice.

        Returns descriptions of processes that could not be killed.
        """
        self._link.close()
        return self._supervisor.close()

    def _hear_server(self, timeout_s: float) -> None:
        try:
            arrivals = self._link.receive(timeout_s)
        except ProtocolError as error:
            self._game_end = self._game_end or str(error)
            self._link.close()
            arrivals = NOTHING
        self._is_busy = arrivals.is_any
        if arrivals.is_any:
            self._silence.hear()
            self._take(arrivals)
        else:
            self._silence.look()
        if self.game_end:
            self.lineup.stopping()

    def _take(self, arrivals: Arrivals) -> None:
        self._is_answered = True
        if arrivals.field is not None:
            self.spectator.field(arrivals.field)
        if arrivals.has_configuration and (self.spectator.has_begun or self._has_own_match):
            self._is_replaced = True
        for packet in arrivals.packets:
            self.spectator.packet(packet)
            self._look()
        for content in arrivals.comms:
            report = read_report(content, self._manager_key)
            if report is not None:
                self._take_report(report)
            else:
                self.drawings.take(content)
        for status in arrivals.permissions:
            self.drawings.hear(status)

    def _look(self, *, at_once: bool = False) -> None:
        try:
            self.spectator.look(at_once=at_once)
        except ProtocolError as error:
            self._game_end = self._game_end or str(error)

    def _follow(self, packet: flat.GamePacket) -> None:
        """Where no report tells who answers, new inputs do."""
        if self._report is None:
            self.lineup.seen(packet.match_info.frame_num, self._inputs.take(packet))

    def _take_report(self, report: GameReport) -> None:
        self._report = report
        if report.is_ours or (report.is_ours is None and self._has_own_match):
            self._has_own_match = True
            self._interference |= {(act.what, act.by, act.was_refused): act for act in report.interference}
        elif report.is_ours is False and self._has_own_match:
            self._is_replaced = True
        self._has_figures = True
        self.lineup.reported(report)
        self.drawings.meet_arena()
        for follower in self._followers:
            follower.reported(report)
        self.spectator.pace(report.pace)
        self.spectator.stand(report.series, is_final=report.is_final)
        news = [note for note in report.notes if note not in self._noted]
        self._noted.update(news)
        self.log.add(GAME_LOG, news)

    def _hear_process(self, event: ChildEvent) -> None:
        if isinstance(event, SupervisorLost):
            self._supervisor_loss = str(event.text)
        elif isinstance(event, ChildSurvived):
            self.log.add(agent_of(event.key), [f"Still alive although killed: {', '.join(event.survivors)}"])
        elif isinstance(event, ChildNotice):
            self._hear_notice(agent_of(event.key), str(event.text))
        elif isinstance(event, ChildCleared) and event.key in self._handed_over:
            self._hear_agent(replace(self._handed_over.pop(event.key), leftovers=0))
        elif isinstance(event, ChildUsage) and self._backstage.crew.role(event.key) is Role.PLAYING:
            self.lineup.used(agent_of(event.key), event)
        if isinstance(event, ChildStarted | ChildOutput | ChildEnded | ChildFailed):
            (self._hear_game if event.key == GAME_LOG else self._hear_agent)(event)

    def _hear_notice(self, key: str, text: str) -> None:
        """What concerns an agent stands in its log and, with its name, among the notes of the match."""
        if key and key != GAME_LOG:
            self.log.add(key, [text])
            text = f"{self.lineup.title(key)}: {text}"
        self.log.add(GAME_LOG, [text])

    def _hear_game(self, event: ChildStarted | ChildOutput | ChildEnded | ChildFailed) -> None:
        if isinstance(event, ChildOutput):
            lines = self._without_port(event.lines)
            self.log.add(event.key, lines, event.dropped)
            self._words.add(lines)
        elif isinstance(event, ChildEnded | ChildFailed):
            self._game_end = str(event.text)
            self.lineup.stopping()

    def _without_port(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        """Takes the port from the first line that reports it, and returns the other lines."""
        for place, line in enumerate(lines if self._server.port is None else ()):
            port = self._reported_port(line)
            if port is not None:
                self._server.port = port
                return (*lines[:place], *lines[place + 1 :])
        return lines

    def _hear_agent(self, event: ChildStarted | ChildOutput | ChildEnded | ChildFailed) -> None:
        role, agent = self._backstage.crew.role(event.key), agent_of(event.key)
        if isinstance(event, ChildEnded) and event.leftovers and role in (Role.PLAYING, Role.NEXT):
            if event.code == 0:
                self._handed_over[event.key] = event
                self.log.add(agent, [f"[{event.text}; what it started goes on]"])
                return
            self._backstage.stop(event.key, 0.0)
        is_kept_back = any(follower.hear(event) for follower in self._followers)
        if role is not Role.PROBE:
            self._log_agent(agent, _whose(role, is_kept_back=is_kept_back), event)
        if is_kept_back:
            return
        if isinstance(event, ChildStarted):
            self.lineup.started(agent, event.pid)
        elif isinstance(event, ChildOutput):
            self.lineup.said(agent, event.lines)
        elif isinstance(event, ChildFailed):
            self._backstage.crew.forget(event.key)
            self.lineup.not_started(agent, str(event.text))
        else:
            self._backstage.crew.forget(event.key)
            self.lineup.ended(agent, event.code, str(event.text))

    def _log_agent(self, agent: str, whose: str, event: ChildStarted | ChildOutput | ChildEnded | ChildFailed) -> None:
        if isinstance(event, ChildOutput):
            self.log.add(agent, event.lines, event.dropped)
        elif isinstance(event, ChildFailed):
            self.log.add(agent, [str(event.text)])
        elif isinstance(event, ChildEnded):
            self.log.add(agent, [f"[{whose}{event.text}]"])


def _whose(role: Role, *, is_kept_back: bool) -> str:
    """Which of an agent's processes a line of its log is about; empty for the one that is the agent."""
    if role is Role.NEXT:
        return "the new process "
    return "the old process " if is_kept_back else ""
