"""Lets one notice pass at a time: those that come too soon after it are collected, and told as one."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from widgets.tray.system_tray import OutsideNotice
from widgets.words import Counts

GAP_MS: Final = 5_000
"""At most one notice within this time."""
MOST_TOLD: Final = 4
"""So many of those that were collected are told word by word, the newest."""


class NoticeGate(QObject):
    """Holds notices back; GUI thread.

    Signals:
        passed: an `OutsideNotice` whose time has come.
    """

    passed = Signal(OutsideNotice)

    def __init__(self, gap_ms: int = GAP_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._held: list[OutsideNotice] = []
        self._pause = QTimer(self, singleShot=True, interval=gap_ms)
        self._pause.timeout.connect(self._on_pause_over)

    def take(self, notice: OutsideNotice) -> None:
        """Lets a notice pass, now or with others; of those that wait for the same place only the newest counts."""
        self.withdraw(notice.place)
        self._held.append(notice)
        if not self._pause.isActive():
            self._on_pause_over()

    def withdraw(self, place: object) -> None:
        """Forgets what waits and leads to a place."""
        self._held = [notice for notice in self._held if notice.place != place]

    def drop(self) -> None:
        """Forgets all that waits; the next notice passes at once."""
        self._held.clear()
        self._pause.stop()

    @Slot()
    def _on_pause_over(self) -> None:
        held, self._held = self._held, []
        if held:
            self._pause.start()
            self.passed.emit(held[0] if len(held) == 1 else _joined(held))


def _joined(notices: list[OutsideNotice]) -> OutsideNotice:
    """Several as one, which leads to the place of the newest."""
    told = [f"{notice.title}: {notice.text}" for notice in notices[-MOST_TOLD:]]
    left = len(notices) - len(told)
    newest = notices[-1]
    return OutsideNotice(
        title=Counts().notices(len(notices)),
        text="\n".join([*told, *(["…"] if left else [])]),
        tone=newest.tone,
        place=newest.place,
    )
