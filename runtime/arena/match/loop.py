"""The server of the arena: one thread and one loop that handles messages, applies their effects and plays ticks."""

import logging
import socket
import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec import structs

from runtime.arena.commands import Pace
from runtime.arena.match.drawings import DrawingsFeed
from runtime.arena.match.effects import Answer, End, Publish, Send, ShowState, Shutdown
from runtime.arena.match.gate import INTRODUCTION_S, Gate
from runtime.arena.match.handlers import MessageHandlers
from runtime.arena.match.lifecycle import CloseMatch, Effect, MatchLifecycle, MatchOptions, OpenMatch
from runtime.arena.match.running_match import RunningMatch
from runtime.arena.match.session import Session
from runtime.arena.match.turn import Due, Turn
from runtime.arena.net.connection_server import ConnectionServer, Ended
from runtime.arena.report.reporter import Reporter
from runtime.model.interference import WRONG_LEARNER
from runtime.model.messages import Message, message
from runtime.model.states import Phase
from runtime.protocol import InterfaceMessage, ProtocolError, frame, pack_core
from runtime.protocol.report import GameReport

if TYPE_CHECKING:
    from runtime.arena.match.step_mode import StepMode, StepOptions
    from runtime.arena.net.learner_link import LearnerLink

log = logging.getLogger(__name__)
_clock: Final = time.perf_counter

CHORES_S: Final = 0.05
"""Interval of chores: deadlines, reports, drawings, ended sessions."""
CHORES_TAKE_S: Final = 0.002
"""Maximum duration of chores, with a report on many agents; a tick that is due within this time is played first."""
REREAD_S: Final = 0.001
"""While no tick is due, a session that sends too much is read again after this time: answers may stand behind it."""
ENDED_PACKET_S: Final = 0.25
"""Interval at which the last packet of an ended match is sent again."""
FAREWELL_S: Final = 0.5
"""Time that sessions have to read their last messages when the server ends."""


class ArenaServer:
    """Serves sessions and plays one match at a time, all on the thread that calls `run`.

    `manager_key` is the key of the launcher that owns the server. If it is empty, every session may start, stop and
    control matches.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        options: MatchOptions,
        *,
        pace: Pace,
        manager_key: str = "",
        step_mode: "StepOptions | None" = None,
    ) -> None:
        self.net = ConnectionServer(listeners, Session)
        self._turn = Turn(pace, _clock())
        self._gate = Gate(manager_key)
        self._reporter = Reporter()
        self._drawings = DrawingsFeed()
        self._lifecycle = MatchLifecycle(
            options, sessions=self.net.connections, turn=self._turn, gate=self._gate, reporter=self._reporter
        )
        self._handlers = MessageHandlers(
            lifecycle=self._lifecycle,
            turn=self._turn,
            gate=self._gate,
            reporter=self._reporter,
            drawings=self._drawings,
        )
        self.net.set_handlers(on_input=self._handlers.handle_input, on_message=self._on_message)
        self._step_mode: StepMode | None = None
        self._learner: LearnerLink | None = None
        if step_mode is not None:
            self._open_step_mode(step_mode)
        self._is_stopping = False
        self._chores_s = 0.0
        self._ended_packet_s = 0.0

    def run(self) -> None:
        """Serves until `request_stop`, or until a session shuts the server down; then ends all sessions."""
        try:
            while not self._is_stopping:
                self._take_turn()
            self._apply([CloseMatch()])
            self._close_step_mode(message("step-arena-ends", "The arena ends."))
        except Exception as error:
            self._close_step_mode(message("step-arena-broke", "The arena broke down: {error}", error=str(error)))
            raise
        finally:
            self.net.close(FAREWELL_S)

    def request_stop(self) -> None:
        """Makes `run` return soon; may be called from any thread and from signal handlers."""
        self._is_stopping = True
        self.net.wake()

    def _on_message(self, session: Session, received: InterfaceMessage, payload: bytes) -> None:
        self._apply(())
        if not session.is_ending:
            self._apply(self._handlers.handle(session, received, payload))

    def _apply(self, effects: Iterable[Effect]) -> None:
        """Applies effects in order; effects that follow from one of them are applied before the next."""
        waiting = deque(effects)
        self._add_net_events(waiting)
        while waiting:
            waiting.extendleft(reversed(self._apply_one(waiting.popleft())))
            self._add_net_events(waiting)

    def _apply_one(self, effect: Effect) -> list[Effect]:
        """Applies one effect; returns those that follow from it."""
        match effect:
            case Send(session=session, data=data):
                self.net.send(session, data)
            case End(session=session, fault=fault, after_s=after_s):
                self.net.end(session, fault, after_s=after_s)
            case Publish(report=report, only_to=only_to):
                self._publish(report, only_to)
            case CloseMatch(is_over=is_over):
                return self._close_match(is_over=is_over)
            case OpenMatch(match=opened, requester=requester):
                return self._lifecycle.open(opened, requester)
            case Answer(line=line):
                assert self._learner is not None
                self._learner.send(line)
            case ShowState():
                if self._lifecycle.current is not None:
                    self._deliver(self._lifecycle.current)
            case Shutdown():
                self._is_stopping = True
        return []

    def _open_step_mode(self, options: "StepOptions") -> None:
        from runtime.arena.match.step_mode import StepMode  # noqa: PLC0415 - most arenas have no learner
        from runtime.arena.net.learner_link import LearnerLink  # noqa: PLC0415 - most arenas have no learner
        from runtime.protocol.step_mode import MAX_LINE, SECOND_LEARNER  # noqa: PLC0415 - most arenas have no learner

        step_mode = self._step_mode = StepMode(
            options,
            lifecycle=self._lifecycle,
            turn=self._turn,
            reporter=self._reporter,
            next_number=self.net.next_number,
        )
        self._lifecycle.learner = lambda: step_mode.figures

        def refusal_of(line: bytes) -> bytes | None:
            refusal = step_mode.refusal_of(line)
            if refusal is not None:
                self._gate.count(WRONG_LEARNER)
            return refusal

        self._learner = LearnerLink(
            options.listeners,
            self.net.poller,
            max_line=MAX_LINE,
            refusal=SECOND_LEARNER,
            refusal_of=refusal_of,
            on_open=lambda: self._apply(step_mode.on_open(_clock())),
            on_line=lambda line: self._apply(step_mode.on_line(line, _clock())),
            on_end=lambda: self._apply(step_mode.on_end(_clock())),
        )

    def _close_step_mode(self, reason: Message) -> None:
        """Sends the learner the reason, and closes its connection."""
        if self._step_mode is not None and self._learner is not None:
            self._apply(self._step_mode.farewell(reason))
            self._learner.close()

    def _add_net_events(self, waiting: deque[Effect]) -> None:
        """Handles what has happened to connections, and puts the effects before those that wait."""
        for event in reversed(self.net.take_events()):
            if isinstance(event, Ended):
                waiting.extendleft(reversed(self._handlers.on_ended(event.connection, event.fault)))
            else:
                self._reporter.note(event.text)
                if event.is_refusal:
                    self._gate.count("connection without introduction")

    def _publish(self, report: GameReport, only_to: Session | None = None) -> None:
        packed: dict[bool | None, bytes] = {}
        for session in list(self.net.connections.values()):
            is_addressee = session.is_owner if self._gate.is_owned else session.is_manager
            if not (is_addressee and session.wants_comms and only_to in (None, session)):
                continue
            is_yours = self._gate.has_started(session)
            if is_yours not in packed:
                try:
                    packed[is_yours] = frame(pack_core(structs.replace(report, is_ours=is_yours).to_message()))
                except ProtocolError:
                    log.warning("A report was too long to be sent.", exc_info=True)
                    return
            self.net.send(session, packed[is_yours])

    def _take_turn(self) -> None:
        now_s = _clock()
        match = self._lifecycle.current
        is_running = match is not None and match.is_running
        if self._reporter.is_urgent:
            self._chores_s = min(self._chores_s, now_s)
        if now_s >= self._chores_s and not (is_running and self._is_tick_first(now_s)):
            self._do_chores(now_s)
            match = self._lifecycle.current
        if match is None or not match.is_running:
            self._poll(max(0.0, self._chores_s - now_s))
        else:
            self._continue(match, now_s)

    def _continue(self, match: RunningMatch, now_s: float) -> None:
        """Carries out the next step of the turn for a running match.

        The cases that occur in every tick come first, because each comparison with an enum member takes 0.14 µs.
        """
        match self._turn.next(now_s):
            case Due.ANSWERS:
                self._await_answers(match, now_s)
            case Due.TICK:
                self._play_tick(match, now_s)
            case Due.CLOCK:
                self.net.poll_until(min(self._turn.clock.due_s, now_s + CHORES_S), now_s)
                self._turn.note_polled()
                self._release(match)
                self._apply(())
            case Due.POLL:
                self._poll(0.0)
            case Due.PAUSED:
                self._poll(max(0.0, self._chores_s - now_s))
            case Due.HELD:
                if self._step_mode is not None:
                    self._apply(self._step_mode.on_held(now_s))
                self._poll(max(0.0, self._chores_s - now_s))
            case Due.TIMEOUT:
                self._time_out(match)

    def _await_answers(self, match: RunningMatch, now_s: float) -> None:
        """Waits for the answers to the current tick, and plays the next one at once when they have come."""
        barrier = self._turn.barrier
        until_s = min(barrier.deadline_s, self._chores_s)
        if self.net.has_throttled:
            self.net.begin_turn()
            until_s = min(until_s, now_s + REREAD_S)
        is_complete = self.net.collect(barrier.is_complete, until_s=until_s)
        self._turn.note_polled()
        if is_complete:
            self._play_tick(match, now_s)
        else:
            self._release(match)
            self._apply(())

    def _time_out(self, match: RunningMatch) -> None:
        late, effects = match.time_out()
        for session in late:
            slot = match.slots.held_by(session.number)
            self._reporter.note(
                message(
                    "answer-missing",
                    "{session} did not answer within a second; the match goes on without its answer.",
                    session=session.label,
                ),
                slot.stats if slot is not None else None,
            )
        self._apply(effects)

    def _is_tick_first(self, now_s: float) -> bool:
        """Returns whether chores have to wait, because the clock lets the next tick begin soon."""
        return self._turn.is_tick_near(now_s, CHORES_TAKE_S) and now_s < self._chores_s + CHORES_S

    def _poll(self, timeout_s: float) -> None:
        if timeout_s and self.net.has_throttled:
            self.net.begin_turn()
            timeout_s = min(timeout_s, REREAD_S)
        self.net.poll(timeout_s)
        self._turn.note_polled()
        if (match := self._lifecycle.current) is not None and match.is_running:
            self._release(match)
        self._apply(())

    def _play_tick(self, match: RunningMatch, now_s: float) -> None:
        self._turn.begin_tick(now_s)
        self.net.begin_turn()
        match.game.advance()
        if match.game.is_over:
            self._show_end(match)
            self._apply(self._lifecycle.finish(match))
        else:
            self._deliver(match)
            self._turn.end_tick()

    def _deliver(self, match: RunningMatch) -> None:
        """Sends the state after the last tick to all sessions that are ready; in lockstep, starts to wait for answers.

        The statistics are updated afterwards, while a bot on the server's own processor already works.
        """
        is_lockstep = self._turn.is_lockstep
        if match.resting and match.game.frame_num >= min(match.resting.values()):
            match.update_receivers()
        if match.slots.has_ready_standby:
            self._apply(self._lifecycle.swap(match, is_answered=is_lockstep))
        is_fast = is_lockstep or self._turn.clock.is_fast
        receivers = match.hold_back(_clock(), is_lockstep=is_lockstep) if is_fast else match.receivers
        if match.slots.has_ready_standby:
            receivers += match.frames_on_trial(_clock())
        self._send_frames(match, receivers)
        now_s = _clock()
        has_ball = match.game.has_ball
        if is_lockstep:
            barrier = self._turn.barrier
            is_urgent = bool(barrier.absent) and match.game.phase is Phase.KICKOFF
            barrier.begin(now_s, is_urgent=is_urgent, is_optional=not has_ball)
        for stats in match.stats:
            if has_ball:
                stats.sent(now_s)
            else:
                stats.sent_optional(now_s)

    def _close_match(self, *, is_over: bool) -> list[Effect]:
        """Closes the match; if it is still played, every session gets the phase Ended before."""
        match = self._lifecycle.current
        if is_over and match is not None and match.is_running:
            match.game.end()
            self._show_end(match)
        return self._lifecycle.close(is_over=is_over)

    def _show_end(self, match: RunningMatch) -> None:
        match.has_ended = True
        match.interrupt()
        self._send_ended_packet(match)

    def _send_ended_packet(self, match: RunningMatch) -> None:
        """Sends the last state of an ended match to everybody, standbys and spares included; it needs no answer."""
        self._ended_packet_s = _clock() + ENDED_PACKET_S
        self._apply(match.swap())
        sessions = self.net.connections.values()
        self._send_frames(match, [session for session in sessions if session.has_joined and session.is_initialised])

    def _release(self, match: RunningMatch) -> None:
        """Sends the present frame to the sessions from which it was held back, and need not be any more."""
        receivers = match.release(_clock())
        if receivers:
            self._send_frames(match, receivers)

    def _send_frames(self, match: RunningMatch, receivers: Iterable[Session]) -> None:
        """Sends the present frame; the last one of a match has no prediction."""
        match.has_sent_packet = True
        is_through = True
        packet: tuple[bytes | bytearray | memoryview, ...] = (match.game.packet_frame(),)
        prediction = match.game.prediction_parts() if match.wants_prediction and not match.has_ended else None
        packet_and_prediction = packet if prediction is None else (*prediction, *packet)
        for session in receivers:
            if not session.send_frame(packet_and_prediction if session.wants_prediction else packet):
                is_through = False
                match.count_drops(session)
                self.net.attend(session)
        if not is_through:
            self._apply(())

    def _attend_swaps(self, now_s: float) -> None:
        """Takes the cars of sessions that hang; while no ticks are played, sends standbys the present frame."""
        match, turn = self._lifecycle.current, self._turn
        if match is None or not match.is_running:
            return
        if not (turn.is_paused or turn.granted == 0):
            self._apply(match.give_back_hanging(now_s) if not turn.is_lockstep else ())
        elif match.slots.has_ready_standby:
            receivers = match.frames_on_trial(now_s)
            self._apply([Send(session=session, data=match.frame_for(session)) for session in receivers])

    def _do_chores(self, now_s: float) -> None:
        self._chores_s = now_s + CHORES_S
        self.net.begin_turn()
        self.net.close_ended(now_s)
        self.net.end_strangers(now_s, INTRODUCTION_S)
        match = self._lifecycle.current
        frame_num = match.game.frame_num if match is not None else 0
        self._apply(self._drawings.poll(self.net.connections, self._lifecycle.slots, frame_num, now_s))
        self._apply(self._lifecycle.poll(now_s))
        self._attend_swaps(now_s)
        if self._step_mode is not None and self._learner is not None:
            self._learner.poll()
            self._apply(self._step_mode.poll(now_s))
        match = self._lifecycle.current
        if match is None:
            return
        if match.has_ended and now_s >= self._ended_packet_s:
            self._send_ended_packet(match)
        if self._reporter.is_due(now_s, is_paused=self._turn.is_paused, series=match.game.series):
            self._apply([Publish(report=self._lifecycle.report(match, now_s))])
