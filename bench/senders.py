"""Many trivial sessions in one process: each answers every packet with the same bytes.

`python -m bench.senders PORT SESSIONS WARM_UP COUNT` prints `begin` after WARM_UP packets of the first session
and `called COUNT frames in S seconds` after COUNT more.
"""

import selectors
import socket
import sys
import time

import rlbot_flatbuffers as flat

from bench.matches import AGENT, CIRCLE_STEER
from runtime.protocol import frame, pack_interface, unpack_core

READ_BYTES = 1 << 16
"""Size of one read. For 256 KiB, each read maps and clears memory, which takes longer than everything else."""


class Sender:
    """One session; `answer` is empty until the server has assigned a car."""

    def __init__(self, port: int, agent_id: str = AGENT) -> None:
        self.link = socket.create_connection(("127.0.0.1", port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()
        self.answer = b""
        self.packets = 0
        self.link.sendall(frame(pack_interface(flat.ConnectionSettings(agent_id, False, False, True))))

    def pump(self) -> None:
        """Reads what has arrived; answers the newest packet."""
        data = self.link.recv(READ_BYTES)
        if not data:
            sys.exit(0)
        self.buffer += data
        packets = self.packets
        while len(self.buffer) >= 2:
            end = 2 + int.from_bytes(self.buffer[:2], "big")
            if len(self.buffer) < end:
                break
            if self.answer:
                self.packets += 1
                self.on_packet(bytes(self.buffer[2:end]))
            else:
                self.open(bytes(self.buffer[2:end]))
            del self.buffer[:end]
        if self.packets > packets:
            self.link.sendall(self.answer)

    def on_packet(self, payload: bytes) -> None:
        """Handles a packet of the running match; for subclasses."""

    def open(self, payload: bytes) -> None:
        """Plays the opening: waits for the car, then says that the session is ready."""
        message = unpack_core(payload)
        if isinstance(message, flat.ControllableTeamInfo):
            controls = flat.ControllerState(throttle=1.0, steer=CIRCLE_STEER)
            self.answer = frame(pack_interface(flat.PlayerInput(message.controllables[0].index, controls)))
            self.link.sendall(frame(pack_interface(flat.InitComplete())))


def main(port: int, sessions: int, warm_up: int, count: int) -> None:
    """Opens the sessions and answers until the server ends."""
    selector = selectors.DefaultSelector()
    senders = [Sender(port) for _ in range(sessions)]
    for sender in senders:
        selector.register(sender.link, selectors.EVENT_READ, sender)
    began = 0.0
    while senders[0].packets < warm_up + count:
        for key, _ in selector.select():
            key.data.pump()
        if not began and senders[0].packets >= warm_up:
            began = time.perf_counter()
            print("begin", flush=True)
    print(f"called {count} frames in {time.perf_counter() - began:.6f} seconds", flush=True)
    while True:
        for key, _ in selector.select():
            key.data.pump()


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:5]))
