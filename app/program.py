"""The window as a program: one per user, started, closed by signals, and ended without delay."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMessageLogContext, QObject, QSocketNotifier, QTimer, QtMsgType, Slot, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.exit_codes import ExitCode
from app.frame import Frame
from app.services.background_tasks import BackgroundTasks, has_abandoned_tasks
from app.services.paths import config_dir
from app.services.qt_packages import INSTALL_QT_PACKAGES
from app.services.settings import SettingsFile, SettingsStore
from app.services.single_instance import SingleInstance, hand_over, instance_name

WRITE_S: Final = 5.0
"""Maximum wait at the end for settings that are being written."""
SWITCH_S: Final = 0.001
"""Time slice of a thread; Python's 5 ms are visible in a window that is painted all the time."""
UNPAINTED_MS: Final = 1_000
"""Time after which a window that was not painted, because it is minimised, is built anyway."""
NO_SCREEN: Final = "The window cannot be opened: there is no screen here."
NO_QT: Final = f"The window cannot be opened: Qt cannot use the screen; the lines above say why.\n{INSTALL_QT_PACKAGES}"
WITHOUT: Final = "`kickabout play` plays without a window."
if TYPE_CHECKING:
    from app.window import Desktop
_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


def run_window(match: Path | None, bots: tuple[Path, ...], *, run: Path | None = None, is_new: bool = False) -> int:
    """Opens the window with a match, bots, a training run, or the last document, and returns when it is closed.

    An open window takes the files instead, unless `is_new`.
    """
    sys.setswitchinterval(SWITCH_S)
    application = start_qt()
    name = "" if is_new else instance_name()
    if name and hand_over(name, (*filter(None, (match, run)), *bots)):
        return 0
    application.setApplicationName("Kickabout")
    application.setDesktopFileName("kickabout")
    writer = BackgroundTasks(1)
    store = SettingsStore(SettingsFile(config_dir()), writer.run)
    try:
        code = _run(application, store, name, (match, bots, run))
    finally:
        if writer.stop(WRITE_S):
            store.flush()
    if has_abandoned_tasks():
        os._exit(code)  # the interpreter would wait for a task that hangs on a dead network drive
    return code


def _run(
    application: QApplication,
    store: SettingsStore,
    name: str,
    files: tuple[Path | None, tuple[Path, ...], Path | None],
) -> int:
    match, bots, run = files
    launch = Launch(application, store, name, match, bots, run=run)
    launch.frame.window.show()
    with quitting_on_signals(launch.close_now):
        return application.exec()


class Launch(QObject):
    """Builds the inside of the window after its first paint: imports on a thread, then steps of the event loop."""

    def __init__(
        self,
        application: QApplication,
        store: SettingsStore,
        name: str,
        match: Path | None,
        bots: tuple[Path, ...],
        *,
        run: Path | None = None,
    ) -> None:
        super().__init__()
        self._run = run
        self._application = application
        self._store = store
        self._name = name
        self._instance: SingleInstance | None = None
        self._files = match, bots
        self.frame = Frame(application, store)
        self._desktop: Desktop | None = None
        self._steps: Iterator[None] = iter(())
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._step)
        self.frame.window.painted.connect(self._begin)
        QTimer.singleShot(UNPAINTED_MS, self, self._begin)

    def close_now(self) -> None:
        """Closes the window without a question."""
        if self._desktop is not None:
            self._desktop.closing.close_now()
        else:
            self._application.quit()

    @Slot()
    def _begin(self) -> None:
        """Imports the rest, unless another start was faster: two starts at once open one window."""
        if self._instance is not None:
            return
        from app.panels import PANELS  # noqa: PLC0415 - loaded after the first paint
        from app.services.preload import Preload  # noqa: PLC0415 - likewise
        from app.services.translation import set_language  # noqa: PLC0415 - likewise

        set_language(self._application, self._store.settings.language)
        self.frame.furnish()
        self._application.setWindowIcon(self.frame.window.windowIcon())
        self._instance = SingleInstance(self._name, self)
        match, bots = self._files
        if self._instance.listen((*filter(None, (match, self._run)), *bots)):
            self._application.aboutToQuit.connect(self._instance.close)
            docked = [panel.dock.widget[0] for panel in PANELS if panel.dock is not None]
            preload = Preload(("app.window", *docked, *(panel.module for panel in PANELS)), self)
            preload.loaded.connect(self._build)
            self._application.aboutToQuit.connect(preload.stop)
            preload.start()
        else:
            self._application.quit()

    @Slot()
    def _build(self) -> None:
        from app.services.garbage import GarbageCollector  # noqa: PLC0415 - loaded after the first paint
        from app.session.match_runner import match_runner  # noqa: PLC0415 - likewise
        from app.window import Desktop  # noqa: PLC0415 - likewise

        store = self._store
        desktop: Desktop = Desktop(
            self._application,
            store,
            lambda match, choice: match_runner(
                match, choice, store.settings, desktop.session.endpoints, desktop.session.kept_server
            ),
            self.frame,
        )
        match, bots = self._files
        self._steps = desktop.build(match, bots, is_first=store.is_first)
        self._desktop = desktop
        garbage = GarbageCollector(desktop)
        desktop.preload.loaded.connect(garbage.set_aside)
        desktop.session.ended.connect(garbage.look_through_all)
        self._application.aboutToQuit.connect(garbage.stop)
        self.frame.window.completed.connect(self._on_completed)
        self._next.start()

    @Slot()
    def _step(self) -> None:
        """Does one step; a fault in it ends the program, because half a window is of no use."""
        self._next.stop()
        is_fine = False
        try:
            is_over = next(self._steps, True)
            is_fine = True
        finally:
            if not is_fine:
                self._application.exit(ExitCode.INFRASTRUCTURE)
        if not is_over:
            self._next.start()

    @Slot()
    def _on_completed(self) -> None:
        if self._desktop is not None and self._instance is not None:
            self._instance.started_again.connect(self._desktop.incoming.take_start)
            self._instance.answer()
            if self._run is not None:
                self._desktop.incoming.run_arrived.emit(self._run)


def start_qt() -> QApplication:
    """Starts Qt; if that fails, prints why and exits, where Qt itself would crash."""
    messages: list[str] = []

    def on_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        messages.append(text)
        if kind == QtMsgType.QtFatalMsg:
            _give_up(messages)

    before = qInstallMessageHandler(on_message)
    try:
        application = QApplication([sys.argv[0], "-style", "fusion"])  # `setStyle` would take 4 ms more
    finally:
        qInstallMessageHandler(before)
    sys.stderr.writelines(f"{text}\n" for text in messages)
    return application


def _give_up(messages: list[str]) -> None:
    has_screen = sys.platform != "linux" or any(os.environ.get(name) for name in _SCREENS)
    lines = [*messages, NO_QT, WITHOUT] if has_screen else [NO_SCREEN, WITHOUT]
    sys.stderr.write("\n".join(lines) + "\n")
    sys.stderr.flush()
    os._exit(ExitCode.INFRASTRUCTURE)  # Qt would not let an exception through, and then crash


@contextlib.contextmanager
def quitting_on_signals(close: Callable[[], None]) -> Iterator[None]:
    """Calls `close` on the GUI thread when a signal asks the program to end, while the block runs.

    Python runs signal handlers only between its own instructions, and an idle event loop executes none. The
    interpreter therefore writes to a socket pair, which wakes Qt.
    """
    ours, pythons = socket.socketpair()
    ours.setblocking(False)
    pythons.setblocking(False)
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    received: list[int] = []

    def on_readable(*_: object) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            while ours.recv(4096):
                pass
        if received:
            received.clear()
            close()

    notifier.activated.connect(on_readable)
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]

    def handle(number: int, _frame: FrameType | None) -> None:
        received.append(number)

    before_fd = signal.set_wakeup_fd(pythons.fileno(), warn_on_full_buffer=False)
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_fd)
        notifier.setEnabled(False)
        ours.close()
        pythons.close()
