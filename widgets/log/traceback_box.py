"""The last error of the agent whose log is shown, with links into its source."""

from dataclasses import dataclass
from html import escape
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from resources.looks import Looks
from runtime.model.values import Traceback, TracebackFrame
from widgets.looks import Tinted, scaled_font, set_tone, tinted_icon
from widgets.shared.controls import hbox, label, tool_button, vbox
from widgets.shared.labels import ElidedLabel

MAX_FRAMES: Final = 6
"""Maximum number of frames; the innermost are shown."""
MAX_CHARACTERS: Final = 300
"""Maximum length of the error message in characters."""
_MARGINS: Final = (10, 6, 6, 6)
_MARGINS_OF_LINE: Final = (10, 2, 6, 2)
_SPACING_PX: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePlace:
    """A line in a file of an agent."""

    agent_key: str
    file: str
    """The path in the traceback, which may be relative to the agent's folder."""
    line: int


class TracebackBox(QFrame):
    """Shows the last error above the log: with its traceback if there is room, else in one line. GUI thread.

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
        self._room_px = self._max_px = 1 << 16
        self._is_expanded: bool | None = None
        """The user's choice to expand the error; None if the available height decides."""
        self._drawn: tuple[object, ...] = ()
        bold = scaled_font(self, 1.0, QFont.Weight.DemiBold)
        self._error, self._brief = label(wraps=True, is_selectable=True), ElidedLabel()
        for part in (self._error, self._brief):
            part.setFont(bold)
            set_tone(part, "bad")
        self._innermost = self._links(self.tr("Location of the error"))
        self._places = self._links(self.tr("Traceback"))
        self._places.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.fold_button = tool_button(role="quiet")
        self.fold_button.clicked.connect(self._on_fold_clicked)
        self._name_fold_button(is_whole=False)
        hint, name = self.tr("Dismiss this error; it stays in the log"), self.tr("Hide the error")
        self.close_button = tool_button(hint=hint, name=name, role="quiet", icon_px=14)
        self.close_button.clicked.connect(self.hide)
        buttons = ((button, Qt.AlignmentFlag.AlignTop) for button in (self.fold_button, self.close_button))
        head = hbox((self._error, 1), (self._brief, 1), self._innermost, *buttons, spacing=_SPACING_PX)
        self._column = vbox(head, self._places, spacing=_SPACING_PX, margins=_MARGINS, parent=self)
        self.set_looks(looks)
        self.hide()

    @property
    def is_whole(self) -> bool:
        """True if the error is shown with its traceback."""
        if self._is_expanded is not None:
            return self._is_expanded
        return self._height_of(self._most_frames) <= self._room_px

    def show_traceback(self, agent_key: str, traceback: Traceback | None) -> None:
        """Shows the last error of an agent; a hidden error stays hidden."""
        if (agent_key, traceback) == (self._agent_key, self._traceback):
            return
        self._agent_key, self._traceback, self._is_expanded = agent_key, traceback, None
        self.setVisible(traceback is not None)
        self._draw()

    def set_room(self, room_px: int, max_px: int) -> None:
        """Sets the height that it may take by itself, and the maximum height."""
        self._room_px, self._max_px = room_px, max_px
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

    @Slot()
    def _on_fold_clicked(self) -> None:
        self._is_expanded = not self.is_whole
        self._draw()

    @property
    def _most_frames(self) -> int:
        return min(MAX_FRAMES, len(self._traceback.frames)) if self._traceback is not None else 0

    @property
    def _frames_that_fit(self) -> int:
        fitting = (self._max_px - self._height_of(0)) // self._places.fontMetrics().lineSpacing()
        return max(1, min(self._most_frames, fitting))

    def _height_of(self, frames: int) -> int:
        """Returns the height with this number of frames."""
        _, above, _, below = _MARGINS
        beside = self.fold_button.sizeHint().width() + self.close_button.sizeHint().width() + sum(_MARGINS[::2])
        error = self._error.heightForWidth(max(1, self.width() - beside))
        places = _SPACING_PX + frames * self._places.fontMetrics().lineSpacing() if frames else 0
        return above + max(error, self.fold_button.sizeHint().height()) + places + below

    def _draw(self) -> None:
        if self._traceback is None:
            return
        error = self._traceback.error
        self._error.setText(error if len(error) <= MAX_CHARACTERS else f"{error[:MAX_CHARACTERS]}…")
        frames = list(enumerate(self._traceback.frames))
        is_whole = self.is_whole or not frames
        shown = frames[-self._frames_that_fit :] if is_whole else frames[-1:]
        drawn = (self._traceback, self._looks, is_whole, len(shown))
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self._brief.setText(error)
        self._brief.setToolTip(error)
        self._innermost.setText("".join(self._link(place, frame, parts=1) for place, frame in shown[-1:]))
        self._places.setText("<br>".join(self._line(place, frame) for place, frame in shown))
        for widget, is_seen in (
            (self._error, is_whole),
            (self._places, is_whole and bool(frames)),
            (self._brief, not is_whole),
            (self._innermost, not is_whole),
            (self.fold_button, bool(frames)),
        ):
            widget.setVisible(is_seen)
        self._column.setContentsMargins(*(_MARGINS if is_whole else _MARGINS_OF_LINE))
        self._name_fold_button(is_whole=is_whole)

    def _name_fold_button(self, *, is_whole: bool) -> None:
        self.fold_button.setText(self.tr("Less") if is_whole else self.tr("More"))
        words = self.tr("Show the error in one line") if is_whole else self.tr("Show the traceback")
        self.fold_button.setToolTip(words)
        self.fold_button.setAccessibleName(words)

    def _line(self, place: int, frame: TracebackFrame) -> str:
        rest = f"{escape(frame.function)}&nbsp;&nbsp;<code>{escape(frame.code)}</code>"
        return f"{self._link(place, frame)}&nbsp;&nbsp;{rest}"

    def _link(self, place: int, frame: TracebackFrame, *, parts: int = 2) -> str:
        words = f"{escape(_short(frame.file, parts))}:{frame.line}"
        return f'<a href="{place}" style="color:{self._looks.accent}">{words}</a>'

    def _links(self, name: str) -> QLabel:
        links = label(name=name)
        links.setTextFormat(Qt.TextFormat.RichText)
        links.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        links.linkActivated.connect(self._on_link)
        return links

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._draw()


def _short(file: str, parts: int) -> str:
    """Returns the last parts of a path."""
    return "/".join(file.replace("\\", "/").split("/")[-parts:])
