"""The start of Qt, with words of our own where there is no screen for it or a library is missing."""

import os
import sys
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.commands.exit_codes import ExitCode
from app.services.qt_packages import INSTALL_QT_PACKAGES

_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
NO_SCREEN: Final = "The window cannot be opened: there is no screen here."
NO_QT: Final = f"The window cannot be opened: Qt cannot use the screen; the lines above say why.\n{INSTALL_QT_PACKAGES}"
WITHOUT: Final = "`kickabout play` plays without a window."


def start_qt() -> QApplication:
    """Starts Qt; where it finds no screen, says so and ends the program, which Qt itself would do by a crash."""
    said: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        said.append(text)
        if kind == QtMsgType.QtFatalMsg:
            _give_up(said)

    before = qInstallMessageHandler(hear)
    try:
        application = QApplication(sys.argv[:1])
    finally:
        qInstallMessageHandler(before)
    sys.stderr.writelines(f"{text}\n" for text in said)
    return application


def _give_up(said: list[str]) -> None:
    has_screen = sys.platform != "linux" or any(os.environ.get(name) for name in _SCREENS)
    lines = [*said, NO_QT, WITHOUT] if has_screen else [NO_SCREEN, WITHOUT]
    sys.stderr.write("\n".join(lines) + "\n")
    sys.stderr.flush()
    os._exit(ExitCode.INFRASTRUCTURE)  # an exception would not come through Qt, which crashes next
