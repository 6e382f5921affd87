"""The last error of the agent whose log is shown, with links to the places that it came through."""

from dataclasses import dataclass
from html import escape
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from runtime.tracebacks import Traceback
from widgets.looks import Tinted, scaled_font, set_tone, tinted_icon

MOST_FRAMES: Final = 6
"""The innermost places; the log has all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePlace:
    """A line in a file of an agent."""

    agent_key: str
    file: str
    """As the program named it, which may be relative to the agent's folder."""
    line: int


class TracebackBox(QFrame):
    """Pinned above the log while there is an error; GUI thread.

    Signals:
        place_requested: the `SourcePlace` that the user wants to see.
    """

    place_requested = Signal(SourcePlace)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("traceback")
        self.setProperty("role", "card")
        self._looks = looks
        self._agent_key = ""
        self._traceback: Traceback | None = None
        self._error = QLabel()
        self._error.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        self._error.setWordWrap(True)
        self._error.setTextFormat(Qt.TextFormat.PlainText)
        self._error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_tone(self._error, "bad")
        self._places = QLabel()
        self._places.setTextFormat(Qt.TextFormat.RichText)
        self._places.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._places.setAccessibleName(self.tr("Places that the error came through"))
        self._places.linkActivated.connect(self._on_link)
        self.close_button = QToolButton()
        self.close_button.setProperty("role", "quiet")
        self.close_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_button.setIconSize(QSize(14, 14))
        self.close_button.setToolTip(self.tr("Hide this error; it stays in the log"))
        self.close_button.setAccessibleName(self.tr("Hide the error"))
        self.close_button.clicked.connect(self.hide)
        head = QHBoxLayout()
        head.addWidget(self._error, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 6, 6)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._places)
        self.set_looks(looks)
        self.hide()

    def show_traceback(self, agent_key: str, traceback: Traceback | None) -> None:
        """Shows the last error of an agent; one that was hidden stays hidden until another comes."""
        if (agent_key, traceback) == (self._agent_key, self._traceback):
            return
        self._agent_key, self._traceback = agent_key, traceback
        self.setVisible(traceback is not None)
        self._draw()

    def set_looks(self, looks: Looks) -> None:
        """Draws links and icon in the colours of the theme."""
        self._looks = looks
        self.close_button.setIcon(tinted_icon(Tinted(name="remove", colour=looks.muted)))
        self._draw()

    @Slot(str)
    def _on_link(self, link: str) -> None:
        if self._traceback is not None:
            frame = self._traceback.frames[int(link)]
            self.place_requested.emit(SourcePlace(agent_key=self._agent_key, file=frame.file, line=frame.line))

    def _draw(self) -> None:
        if self._traceback is None:
            return
        self._error.setText(self._traceback.error)
        frames = list(enumerate(self._traceback.frames))[-MOST_FRAMES:]
        accent = self._looks.accent
        links = [
            f'<a href="{place}" style="color:{accent}">{escape(_short(frame.file))}:{frame.line}</a>'
            f"&nbsp;&nbsp;{escape(frame.function)}&nbsp;&nbsp;<code>{escape(frame.code)}</code>"
            for place, frame in frames
        ]
        self._places.setText("<br>".join(links))
        self._places.setVisible(bool(links))


def _short(file: str) -> str:
    """The last two parts of a path."""
    parts = file.replace("\\", "/").split("/")
    return "/".join(parts[-2:])
