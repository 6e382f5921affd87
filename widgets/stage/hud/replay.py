"""The buttons over a part of the match that is shown again."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QFrame, QWidget

from widgets.shared.controls import hbox, push_button
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.replay import Clip, Replay
from widgets.words import key_text

MARGIN_PX: Final = 14
SKIP_KEY: Final = "Space"


class ReplayBar(QFrame):
    """Shows replays in the arena view, and the buttons that end them; GUI thread.

    A click on the view, Space while the view has the focus, or the choice of a camera skips the rest.

    Signals:
        switched_off: no goal should be shown again from now on.
        ended: the view shows the match again.
    """

    switched_off = Signal()
    ended = Signal()

    def __init__(self, canvas: ArenaCanvas, show_mark: Callable[[str], None]) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._show_mark = show_mark
        self.setProperty("role", "panel")
        self.skip_button = push_button(
            self.tr("Skip ({0})").format(key_text(SKIP_KEY)), name=self.tr("Skip the replay")
        )
        self.skip_button.clicked.connect(self.skip)
        self.off_button = push_button(
            self.tr("No replays"), self.tr("Turn goal replays off; the camera menu turns them on again")
        )
        self.off_button.clicked.connect(self._on_off_clicked)
        for button in (self.skip_button, self.off_button):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        hbox(self.skip_button, self.off_button, spacing=6, margins=5, parent=self)
        self._shortcut = QShortcut(
            QKeySequence(SKIP_KEY), canvas, context=Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        self._shortcut.activated.connect(self.skip)
        self._shortcut.setEnabled(False)
        canvas.replay_ended.connect(self._on_ended)
        canvas.camera_changed.connect(self.skip)
        canvas.installEventFilter(self)
        self.hide()

    @property
    def is_playing(self) -> bool:
        """True while a replay is shown."""
        return self.isVisibleTo(self._canvas)

    def play(self, clip: Clip) -> None:
        """Shows a clip, in place of one that is being shown."""
        self._canvas.play_replay(Replay(clip, self._canvas.shape))
        self._show_mark(clip.words)
        self._shortcut.setEnabled(True)
        self.show()
        self.raise_()
        self._arrange()

    @Slot()
    def skip(self) -> None:
        """Shows the match again."""
        self._canvas.play_replay(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the place of the bar, and skips on a click on the view."""
        if watched is self._canvas and self.is_playing:
            if event.type() is QEvent.Type.Resize:
                self._arrange()
            elif event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
                self.skip()
                return True
        return False

    @Slot()
    def _on_off_clicked(self) -> None:
        self.switched_off.emit()
        self.skip()

    @Slot()
    def _on_ended(self) -> None:
        self.hide()
        self._show_mark("")
        self._shortcut.setEnabled(False)
        self.ended.emit()

    def _arrange(self) -> None:
        over: QWidget = self._canvas
        size = self.sizeHint().boundedTo(over.size())
        x, y = (over.width() - size.width()) // 2, over.height() - size.height() - MARGIN_PX
        self.setGeometry(x, max(0, y), size.width(), size.height())
