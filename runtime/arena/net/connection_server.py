"""The sessions of a server and their sockets: accept, read, write and end, so that none of them delays another."""

import logging
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import rlbot_flatbuffers as flat

from runtime.arena.match.lockstep import RollCall
from runtime.arena.match.session import Session
from runtime.arena.match.slots import LONGEST_NAME
from runtime.arena.net.listening import Acceptor
from runtime.arena.net.poller import readiness
from runtime.documents.agent_keys import without_token
from runtime.protocol import CoreMessage, ProtocolError, frame, pack_core, unpack_interface
from runtime.protocol.inputs import pack_controls
from runtime.protocol.older import OLDEST_RLBOT, older_agent_id

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[Session, Any], None]
Drive: TypeAlias = Callable[[Session, int, bytes], None]

MAX_SESSIONS: Final = 256
"""More connections than this are turned away."""
MAX_STRANGERS: Final = 64
"""Connections that have not introduced themselves; of more, the oldest is closed."""
MAX_WORK: Final = 128
"""A session that sends more in one turn is not read again before the next; a message counts 1, and 1 per 512 bytes."""
LINGER_S: Final = 1.0
"""So long an ended session may take to read its last messages."""
LEAD_S: Final = 0.0012
"""A wait for a time is slept up to here before it, and then once more: a long sleep ends late where processors rest."""
AWAKE_S: Final = 0.0002
AWAKE_SHARE: Final = 0.05
"""The last part of a wait for a time is spent without sleep: this long, or this share of a short wait."""


def _drive_nothing(_session: Session, _car: int, _controls: bytes) -> None:
    """Without a match there are no cars."""


class Hub:
    """All sessions of a server; owned by the server's thread, only `wake` may be called from others.

    `left` gets each session once it has ended, `note` a sentence about each session that misbehaved; `turned_away` is
    called for each connection that was refused, or that never introduced itself.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        *,
        left: Callable[[Session], None],
        note: Callable[[str], None],
        turned_away: Callable[[], None] = lambda: None,
    ) -> None:
        self._left = left
        self._turned_away = turned_away
        self._note = note
        self._readiness = readiness()
        self._waker, self._woken = socket.socketpair()
        self._waker.setblocking(False)
        self._woken.setblocking(False)
        self._readiness.watch(self._woken, self._drain_waker, for_reading=True, for_writing=False)
        self._acceptor = Acceptor(listeners, self._readiness, take=self._take_link, note=note)
        self._handlers: Mapping[type, Handler] = {}
        self._drive: Drive = _drive_nothing
        self.payload = b""
        """The message that is being handled, as it came."""
        self.sessions: dict[int, Session] = {}
        """Sessions that stand, by number, oldest first."""
        self._ending: dict[int, Session] = {}
        self._throttled: list[Session] = []
        self._turn = 0
        self._has_news = False
        """Whether something came that was no input of a bot."""
        """When all sessions and listeners were asked for news by `collect`."""
        self._next_number = 1
        self._goodbye = frame(pack_core(flat.DisconnectSignal()))

    def serve(self, handlers: Mapping[type, Handler], drive: Drive = _drive_nothing) -> None:
        """Says who takes which message from now on, and who takes inputs: session, car, packed controls."""
        self._handlers = handlers
        self._drive = drive

    def wake(self) -> None:
        """Ends a wait of the server's thread; any thread and any signal handler may call it."""
        try:
            self._waker.send(b"!")
        except OSError:
            log.debug("The server is awake already.")

    def poll(self, timeout_s: float, until_s: float | None = None) -> bool:
        """Waits for events up to `timeout_s`, about a millisecond exact, and serves them; whether there were any.

        New ones wait at `until_s`, a time of `time.perf_counter`.
        """
        events = self._readiness.wait(timeout_s)
        for ready in events:
            self._serve_one(*ready)
            if until_s is not None and time.perf_counter() >= until_s:
                break
        return bool(events)

    def collect(self, roll: RollCall, *, until_s: float) -> bool:
        """Serves inputs until every car has answered; returns whether they have, and nothing else came meanwhile.

        Returns early at `until_s`, a time of `time.perf_counter`, and after anything that is no input.
        """
        self._has_news = False
        wait = self._readiness.wait
        now_s = time.perf_counter()
        while now_s < until_s:
            for target, is_readable, is_writable in wait(until_s - now_s):
                if type(target) is Session and not is_writable:
                    self._read(target)
                else:
                    self._serve_one(target, is_readable, is_writable)
            if self._has_news or not roll.owed:
                return not self._has_news
            now_s = time.perf_counter()
        return False

    def poll_until(self, until_s: float, now_s: float) -> None:
        """Waits for events up to `until_s` on `time.perf_counter`, about 0.02 ms exact, and serves the first ones."""
        awake_s = min(AWAKE_S, AWAKE_SHARE * (until_s - now_s))
        for early_s in (max(LEAD_S, awake_s), awake_s):
            wake_s = until_s - early_s
            if now_s < wake_s:
                has_news = self._readiness.wait_exactly(wake_s - now_s)
                now_s = time.perf_counter()
                if has_news and self.poll(0.0, until_s):
                    return
        while not self.poll(0.0, until_s) and time.perf_counter() < until_s:
            pass

    def send(self, session: Session, data: bytes) -> None:
        """Sends a framed message to one session, now or when it reads again."""
        if not session.is_ending and not session.send_control(data):
            self.attend(session)

    def send_message(self, session: Session, message: CoreMessage) -> None:
        """Packs and sends a message.

        Raises:
            ProtocolError: the message cannot be sent.
        """
        self.send(session, frame(pack_core(message)))

    def attend(self, session: Session) -> None:
        """Looks after a session whose last sending did not go through: it has failed or must wait."""
        if session.fault:
            self.end(session, session.fault)
        elif not session.is_watched_for_writing:
            self._watch(session, for_writing=True)

    def end(self, session: Session, fault: str = "") -> None:
        """Announces the end to the session, and lets go of it once it has read that; `fault` is noted under its name.

        A fault reads on from the session's name: "sent garbage".
        """
        if session.is_ending:
            return
        session.is_ending = True
        if fault:
            self._note(f"{session.label} {fault} and was disconnected.")
        self._has_news = True
        log.info("%s has ended%s.", session.label, f": {fault}" if fault else "")
        del self.sessions[session.number]
        self._left(session)
        session.linger_until_s = time.perf_counter() + LINGER_S
        self._ending[session.number] = session
        session.is_throttled = False
        session.say_goodbye(self._goodbye)
        if session.fault:
            self._close(session)
            return
        if not session.is_behind:
            session.shut_sending()
        self._watch(session, for_writing=session.is_behind)

    def begin_turn(self) -> None:
        """Lets sessions that were held back for flooding be read again, and connections be accepted after a failure.

        Called for every frame and in idle times.
        """
        self._turn += 1
        self._acceptor.look()
        if self._throttled:
            released, self._throttled = self._throttled, []
            for session in released:
                if session.is_throttled:
                    session.is_throttled = False
                    self._watch(session, for_writing=session.is_watched_for_writing)

    def close_ended(self, now_s: float) -> None:
        """Lets go of ended sessions that had their time."""
        for session in [session for session in self._ending.values() if now_s >= session.linger_until_s]:
            self._close(session)

    def end_strangers(self, now_s: float, after_s: float) -> None:
        """Ends connections that have not introduced themselves `after_s` seconds after they were opened."""
        strangers = [session for session in self.sessions.values() if session.agent_id is None]
        for session in strangers:
            if now_s - session.opened_s >= after_s:
                self._turn_away(session, f"A connection was closed: it did not introduce itself within {after_s:g} s.")

    def close(self, patience_s: float) -> None:
        """Ends all sessions, gives them `patience_s` to read that and to close, and closes everything.

        Closing a socket with unread input resets the connection: a client in the middle of sending would fail.
        """
        self._acceptor.close()
        for session in list(self.sessions.values()):
            self.end(session)
        deadline_s = time.perf_counter() + patience_s
        while self._ending:
            left_s = deadline_s - time.perf_counter()
            if left_s <= 0.0:
                break
            self.poll(left_s)
        for session in list(self._ending.values()):
            self._close(session)
        self._readiness.close()
        self._waker.close()
        self._woken.close()

    def _serve_one(self, target: Any, is_readable: bool, is_writable: bool) -> None:
        if type(target) is Session:
            if is_readable:
                self._read(target)
            if is_writable:
                self._write(target)
        else:
            self._has_news = True
            target()

    def _take_link(self, link: socket.socket) -> None:
        if self._ending and len(self.sessions) + len(self._ending) >= MAX_SESSIONS:
            self._close(next(iter(self._ending.values())))
        if len(self.sessions) + len(self._ending) >= MAX_SESSIONS:
            link.close()
            self._turned_away()
            self._note(f"A connection was turned away: there are {MAX_SESSIONS} already.")
            return
        session = Session(link, self._next_number)
        self._next_number += 1
        self.sessions[session.number] = session
        self._readiness.watch(session, session, for_reading=True, for_writing=False)
        self._make_room()

    def _make_room(self) -> None:
        """Closes the oldest connection that has not introduced itself where there are too many of them.

        Clients introduce themselves at once, so that they are not among the oldest for long.
        """
        strangers = [session for session in self.sessions.values() if session.agent_id is None]
        if len(strangers) > MAX_STRANGERS:
            self._turn_away(strangers[0], "A connection was closed: too many have not introduced themselves.")

    def _turn_away(self, session: Session, reason: str) -> None:
        """Closes a connection at once: one that waits for its last messages to be read still takes up room."""
        self._turned_away()
        self._note(reason)
        self.end(session)
        if session.number in self._ending:
            self._close(session)

    def _read(self, session: Session) -> None:
        if session.is_ending or session.is_throttled:
            self._leave_unread(session)
            return
        data = session.receive()
        if not data:
            if data is None:
                self.end(session)
            return
        try:
            if data == session.inputs.last:
                work = 1
                self._drive(session, *session.inputs.meaning)
            else:
                work = self._take_data(session, data)
        except ProtocolError:
            self._end_unread(session, data)
        except Exception as error:
            log.warning("A message of %s could not be handled.", session.label, exc_info=True)
            self.end(session, f"sent a message that could not be handled ({type(error).__name__}: {error})")
        else:
            if work == 1 and session.received_in != self._turn:
                session.received_in, session.received = self._turn, 1
            else:
                self._count(session, work)

    def _end_unread(self, session: Session, data: bytes) -> None:
        """Ends a session whose last message cannot be read; `data` is what came last."""
        agent_id = older_agent_id(self.payload, data) if session.agent_id is None else None
        if agent_id is None:
            self.end(session, "sent garbage")
            return
        if agent_id:
            session.label = f"Agent '{without_token(agent_id)[:LONGEST_NAME]}'"
        self.end(session, f"uses an rlbot package that is too old ({OLDEST_RLBOT} or newer is needed)")

    def _leave_unread(self, session: Session) -> None:
        """What an ended session still sends is thrown away; what a throttled one sends has to wait."""
        if session.is_ending and session.number in self._ending and not session.discard_input():
            self._close(session)

    def _take_data(self, session: Session, data: bytes) -> int:
        """Takes what came next, in any pieces; returns how much work that was."""
        session.inputs.last = b""
        work, size = (0, 0) if session.reader.pending_bytes else self._take_inputs(session, data)
        if size < len(data):
            work += self._take_all(session, session.reader.feed(data[size:]))
        return work

    def _take_inputs(self, session: Session, data: bytes) -> tuple[int, int]:
        """Takes the inputs that `data` begins with; how many they are, and how many bytes."""
        inputs = session.inputs
        at = count = 0
        end = len(data)
        while at < end:
            for shape in inputs.shapes:
                given = shape.read(data, at)
                if given is not None:
                    if shape.size == end:
                        inputs.last, inputs.meaning = data, given
                    self._drive(session, *given)
                    at += shape.size
                    count += 1
                    break
            else:
                break
        return count, at

    def _take_all(self, session: Session, payloads: Iterable[bytes]) -> int:
        """Takes messages of any kind, until one of them ends the session; returns how much work they were."""
        work = 0
        for payload in payloads:
            work += 1 + (len(payload) >> 9)
            self._take(session, payload)
            if session.is_ending:
                break
        return work

    def _take(self, session: Session, payload: bytes) -> None:
        self.payload = payload
        message = unpack_interface(payload)
        if type(message) is flat.PlayerInput:
            session.inputs.learn(payload)
            self._drive(session, message.player_index, pack_controls(message.controller_state))
            return
        self._has_news = True
        handler = self._handlers.get(type(message))
        if handler is not None:
            handler(session, message)

    def _count(self, session: Session, work: int) -> None:
        if session.received_in != self._turn:
            session.received_in = self._turn
            session.received = 0
        session.received += work
        if session.received > MAX_WORK and not session.is_ending:
            self._throttle(session)

    def _throttle(self, session: Session) -> None:
        if not session.is_throttled:
            session.is_throttled = True
            self._throttled.append(session)
            self._watch(session, for_writing=session.is_watched_for_writing)

    def _write(self, session: Session) -> None:
        if session.is_ending and session.number not in self._ending:
            return
        if session.flush():
            if session.is_ending:
                session.shut_sending()
            self._watch(session, for_writing=False)
        elif session.fault:
            if session.is_ending:
                self._close(session)
            else:
                self.end(session, session.fault)

    def _watch(self, session: Session, *, for_writing: bool) -> None:
        session.is_watched_for_writing = for_writing
        self._readiness.watch(session, session, for_reading=not session.is_throttled, for_writing=for_writing)

    def _close(self, session: Session) -> None:
        del self._ending[session.number]
        self._readiness.forget(session)
        session.close()

    def _drain_waker(self) -> None:
        try:
            self._woken.recv(64)
        except OSError:
            log.debug("Woken for nothing.")
