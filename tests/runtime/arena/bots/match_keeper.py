"""A match manager of the official package: starts two matches, prints its progress, and shuts the server down.

`match_keeper.py PORT MATCH.toml` starts the match by its path, then as an object.
"""

import sys
import threading
from pathlib import Path

from rlbot import flat
from rlbot.config import load_match_config
from rlbot.managers import MatchManager

FIRST_FRAMES = 10
FRAMES = 40


class MatchKeeper(MatchManager):
    def __init__(self):
        super().__init__()
        self.arrived = threading.Event()
        self.has_begun = False

    def _packet_reporter(self, packet: flat.GamePacket):
        super()._packet_reporter(packet)
        frame = packet.match_info.frame_num
        self.has_begun = self.has_begun or frame <= FIRST_FRAMES
        if self.has_begun and frame >= FRAMES:
            self.arrived.set()

    def watch(self, word: str):
        assert self.arrived.wait(20), "no frames"
        print(f"{word} cars={len(self.packet.players)} phase={self.packet.match_info.match_phase}", flush=True)


def main():
    port, path = int(sys.argv[1]), Path(sys.argv[2])
    manager = MatchKeeper()
    manager.rlbot_server_port = port
    manager.start_match(path, ensure_server_started=False)
    manager.watch("by path")
    manager.stop_match()
    manager.has_begun = False
    manager.arrived.clear()
    print("stopped", flush=True)
    sys.stdin.readline()
    manager.start_match(load_match_config(path), ensure_server_started=False)
    manager.watch("by object")
    manager.shut_down()
    print("shut down", flush=True)


if __name__ == "__main__":
    main()
