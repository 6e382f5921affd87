"""A dialog that stays on its screen."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog

from widgets.main_window import USUAL_FRAME


class ScreenDialog(QDialog):
    """Grows with what it shows, as far as the screen has room; GUI thread."""

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest):
            room = self.screen().availableGeometry().marginsRemoved(USUAL_FRAME).size()
            self.resize(self.size().expandedTo(self.sizeHint()).boundedTo(room))
        return super().event(event)
