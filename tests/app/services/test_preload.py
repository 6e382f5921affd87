"""Loading in the background."""

import threading

from app.services import preload
from app.services.preload import Preload


def test_modules_are_imported_once_on_another_thread(qtbot, monkeypatch):
    seen = []
    monkeypatch.setattr(
        preload.importlib, "import_module", lambda name: seen.append((name, threading.current_thread()))
    )
    loading = Preload(("one", "two"))
    with qtbot.waitSignal(loading.loaded):
        loading.start()
        loading.start()
    assert [name for name, _ in seen] == ["one", "two"]
    assert all(thread is not threading.main_thread() for _, thread in seen)
    loading.start()
    loading.stop()
    assert len(seen) == 2


def test_an_end_waits_for_the_import_that_has_begun_and_for_no_other(qtbot, monkeypatch):
    seen, may_end = [], threading.Event()
    monkeypatch.setattr(preload.importlib, "import_module", lambda name: (seen.append(name), may_end.wait(5)))
    loading = Preload(("one", "two"))
    with qtbot.assertNotEmitted(loading.loaded, wait=50):
        loading.start()
        qtbot.waitUntil(lambda: bool(seen))
        threading.Timer(0.1, may_end.set).start()
        loading.stop()
    assert seen == ["one"]
    Preload(("three",)).stop()
    assert seen == ["one"]
