"""A bot that plays normally but ignores the end of the match and SIGTERM."""

import signal
import time

from steady import Steady

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Steady("bench/stubborn").run(wants_match_communications=False, wants_ball_predictions=False)
    time.sleep(600)
