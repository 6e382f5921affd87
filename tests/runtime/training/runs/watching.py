"""Runs a training run on a thread of its own and waits for its events."""

import threading
import time

from runtime.model.events import LinesLogged
from runtime.model.training import RunChanged, RunEnded
from runtime.training.runs import TrainingRun, read_run

PATIENCE_S = 90.0


class WatchedRun:
    def __init__(self, path, **options):
        self.plan = read_run(path).value
        assert self.plan is not None, read_run(path).problems
        self.run = TrainingRun(self.plan, path.read_text(), **options)
        self.events, self.result = [], None
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        self.result = self.run.run(self._take)

    def _take(self, event):
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def post(self, *commands):
        for command in commands:
            self.run.post(command)

    @property
    def views(self):
        return [event.view for event in self.events if isinstance(event, RunChanged)]

    @property
    def view(self):
        return self.views[-1] if self.views else None

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def lines(self):
        return [line.text for event in self.of(LinesLogged) for line in event.lines]

    def wait(self, condition):
        """Waits until the newest view, or the events, satisfy a condition."""
        with self._news:
            reached = self._news.wait_for(
                lambda: (self.view is not None and condition(self.view)) or self.is_over, PATIENCE_S
            )
        assert reached, self.explained()
        assert self.view is not None
        assert condition(self.view), self.explained()
        return self.view

    @property
    def is_over(self):
        return any(isinstance(event, RunEnded) for event in self.events)

    def end(self):
        """Waits for the end and returns the result."""
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), self.explained()
        assert self.result.survivors == ()
        return self.result

    def explained(self):
        return "\n".join([*map(str, self.events[-5:]), *self.lines()[-30:]])


def wait_until(condition, patience_s=PATIENCE_S):
    deadline_s = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.05)  # polls, because other processes send no events
