"""A bot that records when it gets each packet: it appends rows of frame number and monotonic nanoseconds to a file.

The file lies in the folder BENCH_RECORDS and is written when the match ends, so that writing disturbs nothing.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import rlbot_flatbuffers as flat

from bench.bots.sender import joined
from bench.senders import Sender
from runtime.protocol import unpack_core

_rows: list[tuple[int, int]] = []


class Recorder(Sender):
    """Answers each packet and records its arrival."""

    def on_packet(self, payload: bytes) -> None:
        """Takes the time first: unpacking is the bot's own work."""
        now_ns = time.monotonic_ns()
        message = unpack_core(payload)
        if isinstance(message, flat.GamePacket):
            _rows.append((message.match_info.frame_num, now_ns))


def main() -> None:
    """Plays until the server closes the connection."""
    try:
        bot = joined(Recorder)
        while True:
            bot.pump()
    finally:
        path = Path(os.environ["BENCH_RECORDS"]) / f"{os.getpid()}.txt"
        path.write_text("".join(f"{frame} {now_ns}\n" for frame, now_ns in _rows), encoding="ascii")


if __name__ == "__main__":
    main()
