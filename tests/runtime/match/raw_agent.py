"""A client of the protocol on bare sockets; copied into the folders of test agents, which run as separate programs."""

import os
import socket
import time

import rlbot_flatbuffers as flat


class Raw:
    def __init__(self):
        self.address = (os.environ["RLBOT_SERVER_IP"], int(os.environ["RLBOT_SERVER_PORT"]))
        self.link = None
        self.buffer = b""

    def reach(self):
        while self.link is None:
            try:
                self.link = socket.create_connection(self.address)
            except OSError:
                time.sleep(0.02)

    def connect(self):
        self.reach()
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.send(flat.ConnectionSettings(os.environ["RLBOT_AGENT_ID"], False, False, True))

    def send(self, message):
        payload = flat.InterfacePacket(message).pack()
        self.link.sendall(len(payload).to_bytes(2, "big") + payload)

    def messages(self):
        while True:
            while len(self.buffer) >= 2 and len(self.buffer) >= 2 + int.from_bytes(self.buffer[:2], "big"):
                size = int.from_bytes(self.buffer[:2], "big")
                payload, self.buffer = self.buffer[2 : 2 + size], self.buffer[2 + size :]
                message = flat.CorePacket.unpack(payload).message
                if isinstance(message, flat.DisconnectSignal):
                    return
                yield message
            data = self.link.recv(1 << 16)
            if not data:
                return
            self.buffer += data

    def join(self):
        self.connect()
        for message in self.messages():
            if isinstance(message, flat.ControllableTeamInfo):
                self.send(flat.InitComplete())
                return [part.index for part in message.controllables]
        raise SystemExit(4)

    def drive(self, indices, **controls):
        for index in indices:
            self.send(flat.PlayerInput(index, flat.ControllerState(**controls)))

    def play(self, indices, **controls):
        for message in self.messages():
            if isinstance(message, flat.GamePacket):
                self.drive(indices, **controls)
