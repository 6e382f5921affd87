"""A bot that prints ten megabytes a second harms nothing."""

import threading
import time

import psutil
import pytest

from runtime.model.states import AgentState, Outcome
from runtime.processes.logs import OLDER_SEGMENTS, SEGMENT_BYTES

SECONDS = 10.0
FLOODER = """
import subprocess, sys
code = '''
import os, time
block = (b"x" * 99 + b"\\\\n") * 1000
due = time.monotonic()
while True:
    os.write(1, block)
    due += 0.01
    time.sleep(max(0.0, due - time.monotonic()))
'''
subprocess.Popen([sys.executable, "-c", code])
from raw_agent import Raw
raw = Raw()
raw.play(raw.join(), throttle=1.0)
"""


class Watch:
    """Records the peak memory of launcher and supervisor, and the supervisor's CPU time."""

    def __init__(self):
        self.peak_bytes = 0
        self.supervisor_bytes = 0
        self.supervisor_s = 0.0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self):
        self.before_bytes = psutil.Process().memory_info().rss
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self._thread.join()

    def _look(self):
        while not self._is_over.wait(0.1):
            self.peak_bytes = max(self.peak_bytes, psutil.Process().memory_info().rss)
            for child in psutil.Process().children(recursive=True):
                try:
                    if child.cmdline()[-5:-3] != ["-m", "runtime.processes.supervisor"]:
                        continue
                    times = child.cpu_times()
                    self.supervisor_bytes = max(self.supervisor_bytes, child.memory_info().rss)
                except psutil.Error:
                    continue
                self.supervisor_s = max(self.supervisor_s, times.user + times.system)


@pytest.mark.soak
def test_ten_megabytes_a_second_cost_neither_memory_nor_frames(stage, car, match_of, programs, monkeypatch, tmp_path):
    monkeypatch.setitem(programs, "flooder", FLOODER)
    match = match_of(car("flooder"), car("driver", team=1), car("driver"), instant_start=True)
    began = time.monotonic()
    with Watch() as watch:
        result = stage.play(match, pace="realtime", seconds_limit=SECONDS, logs=tmp_path / "logs")
    took_s = time.monotonic() - began
    assert result.outcome is Outcome.FINISHED
    assert [agent.state for agent in result.agents] == [AgentState.STOPPED] * 3
    assert watch.peak_bytes - watch.before_bytes < 20 << 20
    assert watch.supervisor_bytes < 40 << 20
    assert watch.supervisor_s / took_s < 0.3
    assert len(stage.lines("blue-1")) < 4000 * took_s
    logs = list(result.logs.glob("blue-1*.log"))
    assert len(logs) == 1 + OLDER_SEGMENTS
    assert sum(path.stat().st_size for path in logs) <= (1 + OLDER_SEGMENTS) * (SEGMENT_BYTES + (1 << 16))
    others = [agent for agent in result.agents if agent.key != "blue-1"]
    assert all(agent.answers > 0.9 * agent.packets for agent in others)
