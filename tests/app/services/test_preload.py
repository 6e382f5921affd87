"""Loading in the background."""

import sys
import threading

from app.services import preload
from app.services.preload import Preload


def test_modules_are_loaded_off_the_gui_thread_and_told_once(qtbot, monkeypatch):
    seen = []
    monkeypatch.setattr(preload, "DELAY_MS", 0)
    monkeypatch.setattr(preload, "MODULES", ("one", "two"))
    monkeypatch.setattr(
        preload.importlib, "import_module", lambda name: seen.append((name, threading.current_thread()))
    )
    loading = Preload()
    with qtbot.waitSignal(loading.loaded, timeout=5000):
        loading.start()
        loading.start()
    assert [name for name, _ in seen] == ["one", "two"]
    assert all(thread is not threading.main_thread() for _, thread in seen)
    loading.start()
    loading.join()
    assert len(seen) == 2


def test_a_window_that_closes_at_once_loads_nothing(qtbot, monkeypatch):
    monkeypatch.setattr(preload.importlib, "import_module", sys.exit)
    loading = Preload()
    loading.start()
    loading.join()
    qtbot.wait(150)
