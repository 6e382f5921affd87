"""Common controls with their usual properties, and layouts in one call."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from widgets.looks import Tinted, scaled_font, set_property, set_tone, tinted_icon
from widgets.shared.drops import PathsDropped
from widgets.words import key_text

Part: TypeAlias = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, Qt.AlignmentFlag] | None
"""A part of a layout: a widget or layout, alone, with its stretch or its alignment; pixels of space; None stretches."""
Margins: TypeAlias = int | tuple[int, int, int, int]


def hbox(*parts: Part, spacing: int = 4, margins: Margins = 0, parent: QWidget | None = None) -> QHBoxLayout:
    """Returns a layout of parts from left to right; `parent` gets it as its layout."""
    layout = QHBoxLayout()
    _fill(layout, parts, spacing, margins, parent)
    return layout


def vbox(*parts: Part, spacing: int = 4, margins: Margins = 0, parent: QWidget | None = None) -> QVBoxLayout:
    """Returns a layout of parts from top to bottom; `parent` gets it as its layout."""
    layout = QVBoxLayout()
    _fill(layout, parts, spacing, margins, parent)
    return layout


def _fill(layout: QBoxLayout, parts: Iterable[Part], spacing: int, margins: Margins, parent: QWidget | None) -> None:
    """Adds the parts after the parent has the layout, because Qt traverses all children of a reparented widget."""
    if parent is not None:
        parent.setLayout(layout)
    layout.setSpacing(spacing)
    layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, tuple):
            _add(layout, *part)
        else:
            _add(layout, part, 0)


def _add(layout: QBoxLayout, part: QWidget | QLayout, place: int | Qt.AlignmentFlag) -> None:
    if isinstance(part, QLayout):
        layout.addLayout(part, place if isinstance(place, int) else 0)
    elif isinstance(place, Qt.AlignmentFlag):
        layout.addWidget(part, 0, place)
    else:
        layout.addWidget(part, place)


def tool_button(
    text: str = "",
    hint: str = "",
    *,
    name: str = "",
    keys: str = "",
    role: str = "small",
    icon_px: int = 0,
    is_checkable: bool = False,
) -> QToolButton:
    """Returns a button that takes the focus; its tooltip is `hint` with its keys, its accessible name `name`.

    Without a name, screen readers read the text, or the hint of a button without text.
    """
    button = QToolButton()
    button.setText(text)
    button.setToolTip(f"{hint} ({key_text(keys)})" if keys else hint)
    button.setAccessibleName(name or text or hint)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setCheckable(is_checkable)
    if role:
        button.setProperty("role", role)
    if icon_px:
        button.setIconSize(QSize(icon_px, icon_px))
    return button


def push_button(text: str = "", hint: str = "", *, name: str = "", is_default: bool = False) -> QPushButton:
    """Returns a button of a dialog or bar."""
    button = QPushButton(text)
    button.setToolTip(hint)
    button.setAccessibleName(name or text)
    button.setAutoDefault(is_default)
    button.setDefault(is_default)
    return button


def set_icons(colour: str, icons: Iterable[tuple[QAbstractButton, str]], size_px: int = 16) -> None:
    """Gives buttons their icons in one colour."""
    for button, name in icons:
        button.setIcon(tinted_icon(Tinted(name=name, colour=colour), size_px))


def text_field(name: str, placeholder: str) -> QLineEdit:
    """Returns a line of text that can be cleared; its tooltip and accessible name are `name`."""
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setPlaceholderText(placeholder)
    field.setClearButtonEnabled(True)
    return field


def label(
    text: str = "", tone: str = "", *, wraps: bool = False, name: str = "", is_selectable: bool = False
) -> QLabel:
    """Returns a label of plain text in a tone of the style sheet."""
    widget = QLabel(text)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setWordWrap(wraps)
    if name:
        widget.setAccessibleName(name)
    if is_selectable:
        widget.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    set_tone(widget, tone)
    return widget


def heading(owner: QWidget, text: str = "", factor: float = 1.0) -> QLabel:
    """Returns a label in the owner's font, `factor` times as large and semi-bold."""
    widget = label(text)
    widget.setFont(scaled_font(owner, factor, QFont.Weight.DemiBold))
    return widget


def list_widget(name: str, *, icon_px: int = 0) -> QListWidget:
    """Returns a list of wrapped lines that scrolls by pixels, and only vertically."""
    widget = QListWidget()
    widget.setAccessibleName(name)
    widget.setWordWrap(True)
    widget.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    widget.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if icon_px:
        widget.setIconSize(QSize(icon_px, icon_px))
    return widget


def set_columns(table: QTreeWidget, name: str, heads: Sequence[str], stretched: int = 0) -> None:
    """Makes a tree a table of plain rows, one of whose columns gets the room that the others leave."""
    table.setAccessibleName(name)
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setIndentation(0)
    table.setHeaderLabels(heads)
    header = table.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)


def scroll_area(content: QWidget, area: QScrollArea | None = None) -> QScrollArea:
    """Returns an area that scrolls its content vertically and does not take the focus."""
    scroller = area or QScrollArea()
    scroller.setWidgetResizable(True)
    scroller.setFrameShape(QFrame.Shape.NoFrame)
    scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroller.setWidget(content)
    return scroller


class WholeArea(QScrollArea):
    """Asks for room for its whole content, also when that grows; content that is too high scrolls."""

    def sizeHint(self) -> QSize:
        return self.viewportSizeHint() + self._bar

    def minimumSizeHint(self) -> QSize:
        content, minimum = self.widget(), super().minimumSizeHint()
        return minimum if content is None else QSize((content.minimumSizeHint() + self._bar).width(), minimum.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)

    @property
    def _bar(self) -> QSize:
        return QSize(self.verticalScrollBar().sizeHint().width(), 0)


def widen(*widgets: QWidget) -> None:
    """Makes widgets expand horizontally."""
    for widget in widgets:
        widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


class DropFrame(QFrame):
    """A frame that is highlighted while a drag that it takes is above it.

    Signals:
        paths_dropped: a `PathsDropped` for files and folders that were dropped on it.
    """

    paths_dropped = Signal(PathsDropped)

    def may_drop(self, event: QDropEvent) -> bool:
        """Returns whether the frame takes this drag."""
        raise NotImplementedError

    def on_drop(self, event: QDropEvent) -> None:
        """Takes a drag that `may_drop` has allowed."""
        raise NotImplementedError

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.may_drop(event):
            set_property(self, "drop", value=True)
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        is_taken = self.may_drop(event)
        set_property(self, "drop", value=is_taken)
        event.setAccepted(is_taken)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        set_property(self, "drop", value=False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        set_property(self, "drop", value=False)
        if self.may_drop(event):
            event.acceptProposedAction()
            self.on_drop(event)
