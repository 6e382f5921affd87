"""A bot that answers every packet with the same bytes and prints a coloured line every half second.

It first prints BENCH_LINES lines, four a packet, which fills the window's log.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.senders import Sender

PACKETS_A_LINE = 60
LINES_A_PACKET = 4


def joined(kind: type[Sender] = Sender) -> Sender:
    """Connects as soon as the server listens."""
    while True:
        try:
            return kind(int(os.environ["RLBOT_SERVER_PORT"]), os.environ["RLBOT_AGENT_ID"])
        except ConnectionRefusedError:
            time.sleep(0.05)


def main() -> None:
    """Plays until the server ends."""
    sender = joined()
    told = 0
    lines = int(os.environ.get("BENCH_LINES", "0"))
    while True:
        sender.pump()
        if lines > 0 and sender.answer:
            lines -= LINES_A_PACKET
            print(
                "\n".join(f"\x1b[33mwarn\x1b[0m {lines + n} lines to come" for n in range(LINES_A_PACKET)), flush=True
            )
        if sender.packets - told >= PACKETS_A_LINE:
            told = sender.packets
            print(f"\x1b[32minfo\x1b[0m {told} packets, and a few words as a bot may print them", flush=True)


if __name__ == "__main__":
    main()
