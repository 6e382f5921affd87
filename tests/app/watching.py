"""A session that watches the arena of a window's match, from outside the window."""

import threading
import time

import psutil
import rlbot_flatbuffers as flat

from runtime.protocol import Client, LinkError

DEADLINE_S = 30.0


class Eyes:
    """Keeps the newest packet of an arena, and each change of the throttle of the human's car."""

    def __init__(self, port):
        self.packet = None
        self.throttles = []
        """Times (`time.perf_counter`) and values."""
        self._client = Client("127.0.0.1", port, flat.ConnectionSettings(agent_id=""))
        self._client.connect(DEADLINE_S)
        self._client.send(flat.InitComplete())
        self._thread = threading.Thread(target=self._look, name="eyes")
        self._thread.start()

    def _look(self):
        try:
            while True:
                for message in self._client.receive(1.0):
                    if isinstance(message, flat.GamePacket):
                        self._take(message)
        except LinkError:
            self._client.close()

    def _take(self, packet):
        throttle = next(player.last_input.throttle for player in packet.players if not player.is_bot)
        if not self.throttles or throttle != self.throttles[-1][1]:
            self.throttles.append((time.perf_counter(), throttle))
        self.packet = packet

    def join(self):
        """Waits until the arena has ended the session."""
        self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive()


def arena_port(home):
    """Returns the port of the arena that runs with this home, or None."""
    for process in psutil.process_iter():
        try:
            is_arena = "runtime.arena" in process.cmdline() and process.environ().get("KICKABOUT_HOME") == str(home)
            ports = [each.laddr.port for each in process.net_connections("tcp") if each.status == "LISTEN"]
        except psutil.Error:
            continue
        if is_arena and ports:
            return ports[0]
    return None
