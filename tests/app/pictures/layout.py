"""Layout rules: no text is cut off, no siblings overlap, nothing is outside the window."""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMainWindow,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QSplitterHandle,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from widgets.shared.labels import ElidedLabel

STEP_MS: Final = 50
STEPS: Final = 30
SLACK_PX: Final = 1
"""Tolerance for sizes that are rounded at scales of the screen."""


def lasting_faults(window: QWidget) -> list[str]:
    """The faults that remain once layouts are done, after `STEPS` attempts at most."""
    found = faults(window)
    for _ in range(STEPS):
        if not found:
            break
        QTest.qWait(STEP_MS)
        found = faults(window)
    return found


def faults(window: QWidget) -> list[str]:
    """A sentence for each fault of the visible part of a window."""
    visible = [window, *(widget for widget in window.findChildren(QWidget) if widget.isVisible())]
    found = []
    for widget in visible:
        if widget.window() is window and not _is_behind_a_tab(widget):
            found += [*_cut_off(widget), *_outside(widget, window), *_overlaps(widget), *_beyond_reach(widget)]
    return found


def label_of(widget: QWidget) -> str:
    """The class, name or text, and parents of a widget, for messages."""
    text = getattr(widget, "text", None)
    words = widget.accessibleName() or widget.objectName() or (text() if callable(text) else "")
    parents = [type(parent).__name__ for parent in islice(_above(widget), 3)]
    return f"{type(widget).__name__} {words!r} in {' in '.join(parents)}"


def _above(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def _is_behind_a_tab(widget: QWidget) -> bool:
    """True in a panel behind another tab: Qt moves such a panel out of the window."""
    docks = (above for above in (widget, *_above(widget)) if isinstance(above, QDockWidget))
    return any(dock.geometry().right() < 0 for dock in docks)


def _cut_off(widget: QWidget) -> Iterator[str]:
    needed = _needed(widget)
    if needed is None:
        return
    width, height = needed
    if width > widget.width() + SLACK_PX:
        yield f"{label_of(widget)} is cut off: {widget.width()} px wide, needs {width}"
    if height > widget.height() + SLACK_PX:
        yield f"{label_of(widget)} is cut off: {widget.height()} px high, needs {height}"


def _needed(widget: QWidget) -> tuple[int, int] | None:
    """Width and height that the text of a widget needs in pixels; None for widgets without a text."""
    if isinstance(widget, ElidedLabel):
        return 0, widget.fontMetrics().height()
    if isinstance(widget, QLabel):
        if widget.wordWrap():
            return 0, widget.heightForWidth(widget.width())
        return (widget.sizeHint().width(), widget.sizeHint().height()) if widget.text() else None
    if isinstance(widget, QComboBox):
        return _needed_of_combo(widget)
    if isinstance(widget, QLineEdit):
        words = widget.placeholderText() if not widget.text() else ""
        return widget.fontMetrics().horizontalAdvance(words) + 14, widget.fontMetrics().height()
    if isinstance(widget, QAbstractButton):
        return _needed_of_button(widget)
    if isinstance(widget, QTabBar) and widget.count():
        scrollers = [child for child in widget.findChildren(QToolButton) if child.isVisible()]
        if scrollers:
            return sum(widget.tabSizeHint(index).width() for index in range(widget.count())), 0
    return None


def _needed_of_button(button: QAbstractButton) -> tuple[int, int]:
    height = button.fontMetrics().height()
    if isinstance(button, QCheckBox | QRadioButton):
        return button.sizeHint().width(), height
    if _shows_text(button):
        return button.fontMetrics().horizontalAdvance(button.text().replace("&", "")), height
    return 0, 0


def _shows_text(button: QAbstractButton) -> bool:
    if isinstance(button, QToolButton):
        is_icon_alone = button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
        return bool(button.text()) and (not is_icon_alone or button.icon().isNull())
    return bool(button.text())


def _needed_of_combo(box: QComboBox) -> tuple[int, int]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    control, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(control, option, field, box)
    text = box.fontMetrics().horizontalAdvance(box.currentText())
    missing = max(0, text - room.width())
    return box.width() + missing if missing > SLACK_PX else 0, box.fontMetrics().height()


def _outside(widget: QWidget, window: QWidget) -> Iterator[str]:
    if widget is window or any(isinstance(above, QAbstractScrollArea) for above in _above(widget)):
        return
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    if not window.rect().contains(place) and not place.isEmpty():
        yield f"{label_of(widget)} is outside the window: {place.getRect()} in {window.rect().getRect()}"


def _beyond_reach(widget: QWidget) -> Iterator[str]:
    """A fault if a scroll area without a horizontal scroll bar has content that is wider than its viewport."""
    if not isinstance(widget, QScrollArea) or widget.widget() is None:
        return
    hidden = widget.widget().width() - widget.viewport().width()
    if hidden > SLACK_PX and widget.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
        yield f"{label_of(widget.widget())} is cut off: {hidden} px cannot be scrolled to"


def _overlaps(parent: QWidget) -> Iterator[str]:
    if isinstance(parent, QAbstractScrollArea | QLineEdit | QTabBar):
        return
    for one, other in combinations(_parts(parent), 2):
        shared = one.geometry().intersected(other.geometry())
        if shared.width() > SLACK_PX and shared.height() > SLACK_PX:
            yield f"{label_of(one)} overlaps {label_of(other)} by {shared.width()} x {shared.height()} px"


def _parts(parent: QWidget) -> Iterable[QWidget]:
    """Children that must not overlap; those that float above others have the property `overlay`."""
    for child in parent.children():
        if not isinstance(child, QWidget) or not child.isVisible() or child.isWindow() or child.size().isEmpty():
            continue
        if isinstance(child, QSplitterHandle | QScrollBar) or child.property("overlay") or _is_behind_a_tab(child):
            continue
        if isinstance(parent, QMainWindow) and type(child) is QWidget:
            continue
        yield child
