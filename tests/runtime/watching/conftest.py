"""Folders of agents to watch."""

import pytest

from runtime.watching import Watched
from runtime.watching.recursive import RecursiveSource
from runtime.watching.watcher import SystemSource, Watcher
from tests.runtime.watching.monitors import FakeSource, MonitorBench
from tests.runtime.watching.watchers import QUICK_LATEST_S, QUICK_SETTLE_S, is_ready


@pytest.fixture
def folder(tmp_path):
    """An agent's folder."""
    root = tmp_path / "bot"
    (root / "src").mkdir(parents=True)
    (root / "bot.py").write_text("one")
    (root / "src" / "brain.py").write_text("two")
    return root


@pytest.fixture
def monitor():
    """A change monitor on a system that sends events."""
    return MonitorBench(source=FakeSource())


@pytest.fixture
def watcher():
    with Watcher(settle_s=QUICK_SETTLE_S, latest_s=QUICK_LATEST_S, scan_s=0.2) as watcher:
        yield watcher


@pytest.fixture
def watched(watcher, folder):
    """A watcher that follows one agent's folder."""
    watcher.watch([Watched(key="blue-1", folders=(folder,))])
    is_ready(watcher, folder)
    return watcher


@pytest.fixture(params=[SystemSource, RecursiveSource], ids=["system", "recursive"])
def any_watched(request, folder):
    """As `watched`, with either source of events."""
    with Watcher(settle_s=QUICK_SETTLE_S, latest_s=QUICK_LATEST_S, scan_s=0.2, source=request.param) as watcher:
        watcher.watch([Watched(key="blue-1", folders=(folder,))])
        is_ready(watcher, folder)
        yield watcher


@pytest.fixture
def patient(folder):
    """As `watched`, with the delays of the product."""
    with Watcher() as watcher:
        watcher.watch([Watched(key="blue-1", folders=(folder,))])
        is_ready(watcher, folder)
        yield watcher
