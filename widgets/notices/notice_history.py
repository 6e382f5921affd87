"""All notices of this session, the newest on top."""

from typing import Final

from PySide6.QtCore import QDateTime, QLocale, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QListWidgetItem, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, tinted_icon
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.shared.controls import label, list_widget, vbox

MAX_NOTICES: Final = 300
_ICONS: Final = {
    WARNING: ("warning", "warning"),
    BAD: ("error", "bad"),
    GOOD: ("done", "good"),
    "": ("info", "muted"),
}


class NoticeHistory(QFrame):
    """A list; GUI thread.

    Signals:
        counted: how many notices there are.
    """

    counted = Signal(int)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._looks = looks
        self._notices: list[Notice] = []
        self._empty = label(self.tr("No notices yet"), "muted")
        self.rows = list_widget(self.tr("Notices"), icon_px=16)
        self.rows.itemActivated.connect(self._on_activated)
        vbox(self._empty, (self.rows, 1), spacing=6, margins=(12, 8, 8, 8), parent=self)

    def add(self, notice: Notice) -> None:
        """Notes a notice, now."""
        self._notices.insert(0, notice)
        time = QLocale().toString(QDateTime.currentDateTime().time(), "HH:mm:ss")
        action = f"  [{notice.action}]" if notice.action else ""
        item = QListWidgetItem(self._icon(notice), f"{time}   {notice.text}{action}")
        item.setToolTip(self.tr("Press Enter: {0}").format(notice.action) if notice.action else notice.text)
        self.rows.insertItem(0, item)
        while len(self._notices) > MAX_NOTICES:
            self._notices.pop()
            self.rows.takeItem(self.rows.count() - 1)
        self._empty.hide()
        self.counted.emit(len(self._notices))

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        for row, notice in enumerate(self._notices):
            self.rows.item(row).setIcon(self._icon(notice))

    @Slot(QListWidgetItem)
    def _on_activated(self, item: QListWidgetItem) -> None:
        notice = self._notices[self.rows.row(item)]
        if notice.on_action is not None:
            notice.on_action()

    def _icon(self, notice: Notice) -> QIcon:
        name, tone = _ICONS[notice.tone]
        return tinted_icon(Tinted(name=name, colour=str(getattr(self._looks, tone))))
