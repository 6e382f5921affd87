"""What every test stands on: no screen, no real settings, nothing left running."""

import gc
import itertools
import os
import threading
import time

from tests.offscreen import OFFSCREEN

os.environ["QT_QPA_PLATFORM"] = OFFSCREEN

import psutil
import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

from tests.heap import set_aside

SETTLE_S = 3.0
PATIENCE_MS = 30_000
"""So long tests wait for what is to come soon: it costs nothing where it comes, and a machine may have other work."""

_homes = itertools.count(1)
"""Numbers of homes: `mktemp` looks through all that there are for the next one, which takes 7 ms in the end."""

settings.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")


def pytest_collection_finish():
    """All that was imported until now stays."""
    set_aside()


def _alive(child):
    try:
        return child.is_running() and child.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture(autouse=True, scope="module")
def nothing_left_running():
    """Fails the module whose tests leave a thread or a child process behind."""
    set_aside()
    threads = set(threading.enumerate())
    children = set(psutil.Process().children(recursive=True))
    yield
    deadline = time.monotonic() + SETTLE_S
    while True:
        left_threads = [thread for thread in threading.enumerate() if thread not in threads and thread.is_alive()]
        left_children = [child for child in psutil.Process().children(recursive=True) if child not in children]
        left_children = [child for child in left_children if _alive(child)]
        if not left_threads and not left_children:
            return
        if time.monotonic() > deadline:
            break
        time.sleep(0.02)
    names = [child.cmdline() for child in left_children]
    for child in left_children:
        child.kill()
    pytest.fail(f"left running: threads {left_threads}, processes {names}")


class PatientBot(QtBot):
    """Waits for signals and states for `PATIENCE_MS`, where tests give no limit of their own."""

    def waitUntil(self, callback, *, timeout=PATIENCE_MS):  # noqa: N802 - its name there
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=PATIENCE_MS, **how):  # noqa: N802 - its name there
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitSignals(self, signals, *, timeout=PATIENCE_MS, **how):  # noqa: N802 - its name there
        return super().waitSignals(signals, timeout=timeout, **how)


@pytest.fixture
def qtbot(qapp, request):
    """As that of pytest-qt, with more patience."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def home_of_its_own(tmp_path_factory, monkeypatch):
    """Keeps tests away from the developer's settings, logs and caches; the meshes are shared, they take a while."""
    home = tmp_path_factory.getbasetemp() / "homes" / str(next(_homes))
    home.mkdir(parents=True)
    monkeypatch.setenv("KICKABOUT_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def collect_now_and_then():
    """Collects garbage on the main thread at every 20th call: Qt objects in cycles must not go on another thread."""
    calls = itertools.count(1)

    def collect():
        if next(calls) % 20 == 0:
            gc.collect()

    return collect


@pytest.fixture
def no_automatic_garbage_collection(collect_now_and_then):
    """For tests with widgets, as the window has it: no other thread collects cycles with Qt objects in them."""
    was_on = gc.isenabled()
    gc.disable()
    yield
    if was_on:
        gc.enable()
    collect_now_and_then()


@pytest.fixture(scope="session")
def mesh_cache(tmp_path_factory):
    """A cache folder that holds the generated meshes for the whole run."""
    return tmp_path_factory.mktemp("meshes")
