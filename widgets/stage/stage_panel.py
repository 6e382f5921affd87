"""Scoreboard above, arena below."""

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from resources.looks import Looks
from runtime.events import PaceMeasured
from runtime.values import ArenaView
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.field_shape import HOOPS, SOCCAR
from widgets.stage.scoreboard import Scoreboard


class StagePanel(QFrame):
    """Shows a running match, the last frame of one that ended, or a hint; GUI thread."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.scoreboard = Scoreboard()
        self.canvas = ArenaCanvas(looks)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 2, 6, 8)
        column.setSpacing(2)
        column.addWidget(self.scoreboard)
        column.addWidget(self.canvas, 1)

    def show_view(self, view: ArenaView) -> None:
        """Shows a frame of the match."""
        self.scoreboard.show_view(view)
        self.canvas.show_view(view)

    def show_pace(self, pace: PaceMeasured) -> None:
        """Shows how fast the match runs."""
        self.scoreboard.show_pace(pace.speed, pace.overruns)

    def show_note(self, note: str) -> None:
        """Shows a sentence over the field; empty takes it away."""
        self.canvas.show_note(note)

    def show_field(self, *, is_hoops: bool) -> None:
        """Shows the field that is played on before there is a frame of the match."""
        self.canvas.show_shape(HOOPS if is_hoops else SOCCAR)

    def clear(self) -> None:
        """Forgets the last match."""
        self.scoreboard.clear()
        self.canvas.clear()

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self.canvas.set_looks(looks)
