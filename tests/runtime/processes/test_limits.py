"""Processors and memory of real children."""

import sys

import pytest

from runtime.processes.platforms import usable_cores
from runtime.processes.usage import MemoryCeiling
from runtime.processes.wire import ChildEnded, ChildNotice, ChildUsage

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ties to processors and reads /proc")

HOG = """
    import time
    ballast = bytearray(int(48e6))
    print("up")
    time.sleep(600)
"""
TELLS_ITS_PROCESSORS = """
    import os, subprocess, sys, threading
    tell = "import os; print(sorted(os.sched_getaffinity(0)))"
    thread = threading.Thread(target=lambda: subprocess.run([sys.executable, "-c", tell]))
    thread.start()
    thread.join()
    exec(tell)
    os.sched_setaffinity(0, range(os.cpu_count()))
    print("escaped")
    while sorted(os.sched_getaffinity(0)) != eval(sys.argv[1]):
        pass
    print("caught")
"""


def test_a_child_above_its_memory_limit_is_ended_with_a_reason(bench):
    bench.launch("hog", HOG, memory=MemoryCeiling(limit_bytes=40_000_000))
    bench.launch("modest", HOG, memory=MemoryCeiling(limit_bytes=400_000_000))
    bench.launch("warned", HOG, memory=MemoryCeiling(limit_bytes=40_000_000, is_deadly=False))
    ended = bench.ended("hog")
    assert str(ended.text).startswith("killed above its memory limit: used ")
    assert str(ended.text).endswith("MB, limit 40 MB")
    assert not ended.asked
    bench.wait_for(ChildUsage, "warned", count=2)
    (notice,) = bench.of(ChildNotice, "warned")
    assert str(notice.text).startswith("Above its memory limit: used ")
    assert bench.of(ChildNotice, "modest") == bench.of(ChildNotice, "hog") == []
    assert [event.key for event in bench.of(ChildEnded)] == ["hog"]


def test_a_tree_stays_on_its_processors(bench):
    cores = (usable_cores()[-1][0],)
    bench.launch("a", TELLS_ITS_PROCESSORS, str(list(cores)), cores=cores)
    bench.wait_for_line("a", "caught")
    assert bench.lines("a") == [str(list(cores))] * 2 + ["escaped", "caught"]
    assert bench.of(ChildNotice) == []


def test_processors_that_there_are_not_cost_a_notice_and_nothing_else(bench, awkward):
    for key in ("a", "b"):
        bench.launch(key, awkward["sleeper"], cores=(4000,))
        bench.wait_for_line(key, "up")
    (notice,) = bench.of(ChildNotice)
    assert (notice.key, str(notice.text)[:38]) == ("", "CPU cores 4000 cannot be reserved: [Er")


def test_usage_of_the_tree_is_reported(bench):
    bench.launch(
        "a",
        """
        import os, subprocess, sys
        held = [open(os.devnull) for _ in range(50)]
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        while True:
            pass
        """,
    )
    usage = bench.wait_for(ChildUsage, "a", count=2)
    assert usage.processes == 2
    assert usage.threads >= 2
    assert usage.peak_rss_bytes >= usage.rss_bytes > 5 << 20
    assert 0.1 < usage.cpu_share < 1.5
    assert 0.05 < usage.mean_cpu_share < 1.5
    assert 56 <= usage.handles < 70
