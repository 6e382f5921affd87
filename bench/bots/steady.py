"""A bot of the official package that does almost nothing, and prints how fast it is called.

After `WARM_UP` packets it times `COUNT` more and prints `called N frames in S seconds`.
"""

import os
import sys
import time

from rlbot.flat import ControllerState, GamePacket
from rlbot.managers import Bot

WARM_UP = int(os.environ.get("BENCH_WARM_UP", "600"))
COUNT = int(os.environ.get("BENCH_COUNT", "4000"))


class Steady(Bot):
    calls = 0
    began = 0.0

    def get_output(self, packet: GamePacket) -> ControllerState:
        self.calls += 1
        if self.calls == WARM_UP:
            self.began = time.perf_counter()
        elif self.calls == WARM_UP + COUNT:
            print(f"called {COUNT} frames in {time.perf_counter() - self.began:.6f} seconds", flush=True)
        return ControllerState(throttle=1.0, steer=0.3 if self.calls % 240 < 120 else -0.3)


if __name__ == "__main__":
    Steady("bench/steady").run(wants_match_communications=False, wants_ball_predictions="--prediction" in sys.argv)
