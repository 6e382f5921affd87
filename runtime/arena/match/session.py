"""One connection to the server: what it asked for, what it drives, and bytes that never wait for it."""

import contextlib
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

import rlbot_flatbuffers as flat

from runtime.arena.net.input_memory import InputMemory
from runtime.arena.report.agent_stats import Tally
from runtime.arena.report.report import MANAGER_TEAM
from runtime.protocol import FrameReader

READ_BYTES: Final = 2048
"""Read at most so much at a time, so that a flood is handled in small helpings."""
CAN_GATHER: Final = hasattr(socket.socket, "sendmsg")
"""Whether the system sends pieces without putting them together; Windows does not."""
MAX_CONTROL_BACKLOG: Final = 4 << 20
"""A session that leaves more than this unread, frames not counted, is ended."""
SEND_BUFFER: Final = 1 << 18
"""Bytes the operating system may hold back for a session: a few frames, so that what a slow one reads is fresh."""
CHAT_BACKLOG: Final = 1 << 20
"""Match communication is not added to a backlog longer than this, so that nobody can be talked out of a match."""
MAX_RENDER_GROUPS: Final = 256
"""So many groups a session can keep on the screen."""
MAX_RENDER_MESSAGES: Final = 16384
"""So many lines, texts and rectangles a session can keep on the screen, in all groups."""


class Session:
    """One connection; owned by the server's thread.

    A frame (prediction and packet, one piece of bytes) that a session is not ready to take waits, and a newer one
    takes its place. All other messages are kept in order, however long it takes.
    """

    __slots__ = (
        "_control",
        "_control_bytes",
        "_frame",
        "_link",
        "_partial",
        "agent_id",
        "agent_place",
        "can_render",
        "cars",
        "closes_between_matches",
        "fault",
        "has_joined",
        "index",
        "inputs",
        "is_ending",
        "is_initialised",
        "is_owner",
        "is_throttled",
        "is_watched_for_writing",
        "label",
        "linger_until_s",
        "number",
        "opened_s",
        "reader",
        "received",
        "received_in",
        "rendered",
        "renders",
        "stands_by_for",
        "tally",
        "team",
        "wants_comms",
        "wants_prediction",
    )

    def __init__(self, link: socket.socket, number: int) -> None:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._link = link
        self._control: deque[bytes] = deque()
        self._control_bytes = 0
        self._frame: bytes | None = None
        self._partial: memoryview | None = None
        self.number = number
        self.opened_s = time.perf_counter()
        self.label = f"Session {number}"
        """What a note calls it."""
        self.reader = FrameReader()
        self.inputs = InputMemory()
        self.agent_id: str | None = None
        """None until `ConnectionSettings` came; empty for a match manager."""
        self.is_owner = False
        """Whether it is the session of the launcher that owns the arena."""
        self.wants_prediction = False
        self.wants_comms = False
        self.closes_between_matches = True
        self.is_initialised = False
        """Whether `InitComplete` came."""
        self.has_joined = False
        """Whether it was given a match; such a session is ended when that match is replaced."""
        self.agent_place: int | None = None
        """Which agent of the match it is, as a place in the list of agents."""
        self.index: int | None = None
        """Its first car in the packet, or its place among the scripts."""
        self.stands_by_for: int | None = None
        """Which agent it is to take over once it has sent `InitComplete`; until then it gets no frames."""
        self.team = MANAGER_TEAM
        self.cars: tuple[int, ...] = ()
        self.tally = Tally()
        self.can_render = False
        self.renders: dict[int, flat.RenderGroup] = {}
        self.rendered = 0
        """Lines, texts and rectangles in all of its groups."""
        self.fault = ""
        """Why it has to be ended; empty while all is well."""
        self.is_ending = False
        self.linger_until_s = 0.0
        self.is_watched_for_writing = False
        self.is_throttled = False
        self.received = 0
        """Work its messages made during the turn `received_in`."""
        self.received_in = 0

    def fileno(self) -> int:
        """The connection's handle, for a selector."""
        return self._link.fileno()

    @property
    def is_manager(self) -> bool:
        """Whether it is no agent: a launcher, a spectator, a tool."""
        return self.agent_id == ""

    def holds(self, index: int) -> bool:
        """Whether it drives the car with this index, or is the script with it."""
        return index in self.cars or (not self.cars and index == self.index)

    @property
    def gets_frames(self) -> bool:
        """Whether it has introduced itself and finished its preparations."""
        return self.is_initialised and self.agent_id is not None and self.stands_by_for is None and not self.is_ending

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be sent."""
        return self._partial is not None or bool(self._control) or self._frame is not None

    @property
    def takes_chat(self) -> bool:
        """Whether it reads well enough to be sent what others say."""
        return self._control_bytes <= CHAT_BACKLOG

    def receive(self) -> bytes | None:
        """Returns what has arrived, in any pieces; None when the other side has gone."""
        try:
            return self._link.recv(READ_BYTES) or None
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError:
            return None

    def discard_input(self) -> bool:
        """Reads and forgets; false when the other side has gone."""
        try:
            return bool(self._link.recv(1 << 16))
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False

    def send_frame(self, data: bytes | bytearray) -> bool:
        """Sends a frame, or keeps it as the newest one; false when the session needs the selector's attention.

        `data` may be changed afterwards.
        """
        if self._partial is not None or self._control:
            self._keep(data)
            return False
        try:
            sent = self._link.send(data)
        except (BlockingIOError, InterruptedError):
            self._keep(data)
            return False
        except OSError as error:
            self._fail(error)
            return False
        if sent != len(data):
            self._partial = memoryview(bytes(data))[sent:]
            return False
        return True

    def send_frame_of(self, parts: Sequence[bytes | bytearray | memoryview]) -> bool:
        """Sends a frame that lies in several pieces, which may change afterwards; see `send_frame`."""
        if not CAN_GATHER or self._partial is not None or self._control:
            return self.send_frame(b"".join(parts))
        try:
            sent = self._link.sendmsg(parts)
        except (BlockingIOError, InterruptedError):
            self._keep(b"".join(parts))
            return False
        except OSError as error:
            self._fail(error)
            return False
        if sent != sum(map(len, parts)):
            self._partial = memoryview(b"".join(parts))[sent:]
            return False
        return True

    def send_control(self, data: bytes) -> bool:
        """Sends a message after those that still wait; false when the session needs the selector's attention."""
        if self.fault:
            return False
        self._control.append(data)
        self._control_bytes += len(data)
        if self._control_bytes > MAX_CONTROL_BACKLOG:
            self.fault = "did not read what it was sent"
            return False
        return self.flush()

    def flush(self) -> bool:
        """Sends what waits as far as it goes; true when nothing waits any more."""
        try:
            while (piece := self._next_piece()) is not None:
                sent = self._link.send(piece)
                self._partial = piece[sent:] if sent < len(piece) else None
        except (BlockingIOError, InterruptedError):
            return False
        except OSError as error:
            self._fail(error)
            return False
        return True

    def say_goodbye(self, data: bytes) -> None:
        """Sends a last message, in front of which only what has begun is finished; then no more is sent."""
        self._control.clear()
        self._frame = None
        self._control.append(data)
        self.flush()

    def shut_sending(self) -> None:
        """Tells the other side that nothing more comes."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Lets go of the connection."""
        self._link.close()

    def leave_match(self) -> None:
        """Forgets what it drove and drew."""
        self.agent_place = None
        self.index = None
        self.stands_by_for = None
        self.team = MANAGER_TEAM
        self.cars = ()
        self.tally = Tally()
        self.clear_renders()

    def clear_renders(self) -> None:
        """Forgets what it drew."""
        self.renders.clear()
        self.rendered = 0

    def _next_piece(self) -> memoryview | None:
        if self._partial is not None:
            return self._partial
        if self._control:
            data = self._control.popleft()
            self._control_bytes -= len(data)
        elif self._frame is not None:
            data, self._frame = self._frame, None
        else:
            return None
        self._partial = memoryview(data)
        return self._partial

    def _keep(self, data: bytes | bytearray) -> None:
        if self._frame is not None:
            self.tally.drops += 1
        self._frame = bytes(data)

    def _fail(self, error: OSError) -> None:
        self.fault = f"lost its connection ({error.strerror or error})"
