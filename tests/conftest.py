"""Fixtures of all tests: no screen, temporary settings, and no thread or process left running."""

import functools
import gc
import itertools
import os
import threading
import time
from pathlib import Path

from bench.offscreen import OFFSCREEN

os.environ["QT_QPA_PLATFORM"] = OFFSCREEN

import psutil
import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from runtime import endpoints
from tests.clock import Clock
from tests.heap import set_aside
from tests.process_table import is_alive

SETTLE_S = 15.0
WAIT_MS = 30_000
"""Default limit for waiting in tests; generous, because the machine may be busy."""

TESTS = Path(__file__).parent
LONGEST_FIRST = (
    "app/end_to_end/test_driving.py",
    "app/pictures/test_references.py",
    "runtime/services/test_play.py",
    "runtime/training/runs/test_run.py",
    "scripted_server/test_conformance.py",
    "app/end_to_end",
    "runtime/match/test_run.py",
    "runtime/match/test_swaps.py",
    "runtime/match/test_restarts.py",
    "runtime/match/test_interference.py",
    "runtime/match/test_other_servers.py",
    "runtime/v4_host/test_agents.py",
    "runtime/environments/test_provision.py",
    "runtime/training/workers",
    "runtime/training/learners",
    "runtime/arena/match/test_soak.py",
    "runtime/arena/stadium",
    "app/commands",
    "app/panels",
)
"""Files and folders that take longest; they run first, so that none of them runs alone at the end."""
assert all((TESTS / name).exists() for name in LONGEST_FIRST)

_homes = itertools.count(1)
"""Numbers of home folders; `mktemp` would list all earlier folders to find the next number, up to 7 ms per test."""

settings.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")


def pytest_collection_modifyitems(items):
    """Moves the tests of `LONGEST_FIRST` to the front; test processes share the files in this order."""
    ranks = {TESTS / name: rank for rank, name in enumerate(LONGEST_FIRST)}

    @functools.cache
    def rank(file):
        return min((ranks[path] for path in (file, *file.parents) if path in ranks), default=len(ranks))

    items.sort(key=lambda item: rank(item.path))


def pytest_collection_finish():
    """Freezes the imported modules, which live until the end."""
    set_aside()


def _alive(child):
    try:
        if "from multiprocessing.resource_tracker" in " ".join(child.cmdline()):
            return False  # Python's own; it ends with this process
    except psutil.NoSuchProcess:
        return False
    return is_alive(child)


@pytest.fixture(autouse=True, scope="module")
def nothing_left_running():
    """Fails the module whose tests leave a thread or a child process behind."""
    set_aside()
    threads = set(threading.enumerate())
    children = set(psutil.Process().children(recursive=True))
    yield
    deadline = time.monotonic() + SETTLE_S
    while True:
        left_threads = [
            thread
            for thread in threading.enumerate()
            if thread not in threads and thread.is_alive() and not thread.name.startswith("Dask-Callback-Thread")
        ]  # Dask keeps one for the rest of the process
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


class _Probe(QWidget):
    """Records the buttons that are pressed while the mouse moves."""

    held = Qt.MouseButton.NoButton

    def mouseMoveEvent(self, event):
        self.held = event.buttons()


@pytest.fixture(autouse=True, scope="module")
def no_button_pressed():
    """Fails the module whose tests leave a mouse button pressed, because QTest adds it to events of later tests.

    A click needs two calls, and a double click on a widget needs a release after it.
    """
    yield
    if QApplication.instance() is None:
        return
    probe = _Probe()
    QTest.mouseMove(probe, QPoint(5, 5))
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        if probe.held & button:
            QTest.mouseRelease(probe, button)
    assert probe.held == Qt.MouseButton.NoButton, "a mouse button is still pressed"


class PatientBot(QtBot):
    """A qtbot whose default timeout is `WAIT_MS`."""

    def waitUntil(self, callback, *, timeout=WAIT_MS):  # noqa: N802 - name of pytest-qt
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=WAIT_MS, **how):  # noqa: N802 - name of pytest-qt
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitSignals(self, signals, *, timeout=WAIT_MS, **how):  # noqa: N802 - name of pytest-qt
        return super().waitSignals(signals, timeout=timeout, **how)


@pytest.fixture
def qtbot(qapp, request):
    """Replaces the fixture of pytest-qt."""
    return PatientBot(request)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(autouse=True)
def home_of_its_own(tmp_path_factory, monkeypatch):
    """A temporary folder for settings, logs and caches, in place of the developer's."""
    home = tmp_path_factory.getbasetemp() / "homes" / str(next(_homes))
    home.mkdir(parents=True)
    monkeypatch.setenv("KICKABOUT_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def collect_now_and_then():
    """Collects garbage at every 20th call, on the main thread: Qt objects must not be deleted on another one."""
    calls = itertools.count(1)

    def collect():
        if next(calls) % 20 == 0:
            gc.collect()

    return collect


@pytest.fixture
def no_automatic_garbage_collection(collect_now_and_then):
    """For tests with widgets: as in the window, no other thread collects cycles that contain Qt objects."""
    was_on = gc.isenabled()
    gc.disable()
    yield
    if was_on:
        gc.enable()
    collect_now_and_then()


@pytest.fixture(scope="session")
def mesh_cache(tmp_path_factory):
    """A cache folder for generated meshes that all tests share."""
    return tmp_path_factory.mktemp("meshes")


@pytest.fixture(autouse=True)
def ports_of_this_process(monkeypatch):
    """Test processes that run side by side choose the stable ports of a window from ranges of their own."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for name in ("FIRST_PORT", "FIRST_DEBUG_PORT"):
        monkeypatch.setattr(endpoints, name, getattr(endpoints, name) + 200 * number)
