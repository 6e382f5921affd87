"""The live view of one arena of a training run."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from runtime.model.training import ArenaShown, RunView
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, tool_button, vbox
from widgets.shared.labels import ElidedLabel
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.cameras import CameraKind
from widgets.words import number

MAX_TERMS: Final = 4
"""Reward terms that are shown with their values."""


class LiveView(QWidget):
    """Plays what one arena does, at the speed of the game or as fast as it trains; GUI thread.

    Signals:
        watch_requested: number of an arena or None, and whether it should play at the speed of the game.
    """

    watch_requested = Signal(object, bool)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_running = False
        self._requested: tuple[int | None, bool] = (None, True)
        self.canvas = ArenaCanvas(looks)
        self.canvas.choose_camera(CameraKind.DIRECTOR)
        self.arena = ElidingBox(self.tr("Arena to watch"), min_characters=8)
        self.real_button = tool_button(
            self.tr("Real time"),
            self.tr("Show the present policy in an arena of its own, at the speed of the game"),
            role="segment",
            is_checkable=True,
        )
        self.full_button = tool_button(
            self.tr("Full speed"),
            self.tr("Show the present policy in an arena of its own, as fast as possible"),
            role="segment",
            is_checkable=True,
        )
        self.real_button.setChecked(True)
        self.real_button.clicked.connect(lambda _checked=False: self._choose_speed(is_realtime=True))
        self.full_button.clicked.connect(lambda _checked=False: self._choose_speed(is_realtime=False))
        self.arena.activated.connect(self._request)
        self.about = ElidedLabel()
        self.title = label(self.tr("Live"))
        head = hbox(self.title, None, self.arena, self.real_button, self.full_button)
        vbox(head, (self.canvas, 1), self.about, spacing=4, margins=(8, 6, 8, 4), parent=self)
        self.show_run(None, is_running=False)

    def show_run(self, view: RunView | None, *, is_running: bool) -> None:
        """Offers the arenas of a run."""
        if is_running and not self._is_running:
            self.clear()
        self._is_running = is_running
        count = view.arenas if view is not None else 0
        if self.arena.count() != count:
            blocker = QSignalBlocker(self.arena)
            chosen = max(0, self.arena.currentIndex())
            self.arena.clear()
            for place in range(count):
                self.arena.addItem(self.tr("Arena {0}").format(place + 1), place)
            self.arena.setCurrentIndex(min(chosen, count - 1))
            blocker.unblock()
        for part in (self.arena, self.real_button, self.full_button):
            part.setEnabled(is_running)
        if self.canvas.view is None:
            waiting = self.tr("Waiting for the first frame …")
            self.canvas.show_note(waiting if is_running else self.tr("Start the run to watch one of its arenas."))
        self._request()

    def clear(self) -> None:
        """Forgets the frames of the last run."""
        self.canvas.clear()
        self._requested = (None, True)
        self.about.setText("")

    def show_frames(self, frames: Sequence[ArenaShown]) -> None:
        """Shows frames of the watched arena, oldest first."""
        arena, is_realtime = self._requested
        frames_of_arena = [frame for frame in frames if frame.arena == arena]
        if not frames_of_arena:
            return
        self.canvas.show_note("")
        if is_realtime:
            self.canvas.play([frame.view for frame in frames_of_arena])
        else:
            self.canvas.show_view(frames_of_arena[-1].view)
        self._show_about(frames_of_arena[-1])

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self.canvas.set_looks(looks)

    def _show_about(self, frame: ArenaShown) -> None:
        terms = sorted(frame.reward_terms, key=lambda term: -abs(term[1]))
        parts = [self.tr("policy {0}").format(frame.policy_version)] if frame.policy_version else []
        parts += [f"{name} {number(value, 3)}" for name, value in terms[:MAX_TERMS]]
        self.about.setText(" · ".join(parts))
        self.about.setToolTip("\n".join(f"{name}: {number(value, 4)}" for name, value in terms))

    def _choose_speed(self, *, is_realtime: bool) -> None:
        self.real_button.setChecked(is_realtime)
        self.full_button.setChecked(not is_realtime)
        self.canvas.clear()
        self._request()

    @Slot()
    def _request(self) -> None:
        """Asks for the frames of the chosen arena while they can be seen."""
        arena = self.arena.currentData() if self._is_running and self.isVisible() else None
        request = (arena, self.real_button.isChecked())
        if request != self._requested and (self._is_running or self._requested[0] is not None):
            self._requested = request
            self.watch_requested.emit(*request)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._request()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._request()
