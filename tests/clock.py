"""A clock for code that takes its time from outside, and waiting for code that does not."""

import time


class Clock:
    """Stands still until a test sets `now`, in seconds."""

    def __init__(self, now=100.0):
        self.now = now

    def __call__(self):
        return self.now


def until(condition, within_s=60.0):
    """Waits until a condition holds."""
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
