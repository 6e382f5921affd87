"""Drawing of one entry: logo, name, description, and marks for favourites and problems."""

from collections import OrderedDict
from typing import Final

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from resources.looks import Looks
from runtime.model.entries import EntryKind, LibraryEntry
from widgets.library.entry_model import AnyIndex, EntryModel
from widgets.library.words import name_of, second_line, worst_problem
from widgets.looks import Tinted, tinted_pixmap
from widgets.shared.logos import paint_logo

LOGO_PX: Final = 32
_PAD_PX: Final = 8
_MARK_PX: Final = 14
_RADIUS_PX: Final = 6.0
_SMALL: Final = 0.88
MAX_PICTURES: Final = 200
"""Maximum number of cached rows."""
_TELLING: Final = (
    QStyle.StateFlag.State_Selected.value
    | QStyle.StateFlag.State_MouseOver.value
    | QStyle.StateFlag.State_HasFocus.value
)
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_BADGED: Final = (EntryKind.HIVEMIND, EntryKind.SCRIPT)


class EntryDelegate(QStyledItemDelegate):
    """Paints rows of equal height; GUI thread."""

    def __init__(self, model: EntryModel, looks: Looks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._looks = looks
        self._marks: dict[tuple[str, str, float], QPixmap] = {}
        self._pictures: OrderedDict[tuple[object, ...], tuple[LibraryEntry, QPixmap]] = OrderedDict()
        """Each with its entry, so that the entry's id stays valid."""
        self._fonts: dict[str, _Fonts] = {}

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self._looks = looks
        self._marks.clear()
        self._pictures.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:  # noqa: ARG002 - all rows are alike
        fonts = self._fonts_of(option.font)
        lines = fonts.above.height() + fonts.below.height()
        return QSize(120, max(LOGO_PX, lines) + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry = self._model.entry(index)
        if entry is None:
            return
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(option.rect.topLeft(), self._picture(option, entry, ratio))

    def _picture(self, option: QStyleOptionViewItem, entry: LibraryEntry, ratio: float) -> QPixmap:
        """Returns the cached picture of a row, because most rows only move."""
        size, logo = option.rect.size(), self._model.logo(entry)
        state = int(option.state.value) & _TELLING
        key = (
            *(id(entry), state, size.width(), size.height(), ratio, option.font.key()),
            *(logo.cacheKey() if logo is not None else 0, self._model.is_favourite(entry.path)),
        )
        known = self._pictures.get(key)
        if known is not None:
            self._pictures.move_to_end(key)
            return known[1]
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(self._looks.surface))
        self._draw(picture, option, entry, ratio)
        self._pictures[key] = (entry, picture)
        if len(self._pictures) > MAX_PICTURES:
            self._pictures.popitem(last=False)
        return picture

    def _draw(self, picture: QPixmap, option: QStyleOptionViewItem, entry: LibraryEntry, ratio: float) -> None:
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        place = QRect(QPoint(0, 0), option.rect.size())
        self._paint_ground(painter, place, option.state)
        row = place.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        logo = QRect(row.left(), row.center().y() - LOGO_PX // 2 + 1, LOGO_PX, LOGO_PX)
        self._paint_logo(painter, logo, entry, option.font)
        right = self._paint_marks(painter, row, entry, ratio)
        words = QRect(logo.right() + 9, row.top(), right - logo.right() - 13, row.height())
        self._paint_words(painter, words, entry, option.font)
        painter.end()

    def _paint_ground(self, painter: QPainter, place: QRect, state: QStyle.StateFlag) -> None:
        ground = QRectF(place).adjusted(1.5, 1.5, -1.5, -1.5)
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        if is_selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._looks.selected if is_selected else self._looks.hover))
            painter.drawRoundedRect(ground, _RADIUS_PX, _RADIUS_PX)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(self._looks.accent), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground, _RADIUS_PX, _RADIUS_PX)

    def _paint_logo(self, painter: QPainter, place: QRect, entry: LibraryEntry, font: QFont) -> None:
        if not entry.can_play:
            painter.setOpacity(0.55)
        painter.setFont(font)
        paint_logo(painter, place, self._model.logo(entry), entry.name, self._looks)
        painter.setOpacity(1.0)

    def _paint_marks(self, painter: QPainter, row: QRect, entry: LibraryEntry, ratio: float) -> int:
        """Draws the marks from the right; returns where the text has to end."""
        right = row.right()
        for name, colour in self._marks_of(entry):
            place = QPointF(right - _MARK_PX + 1, row.center().y() - _MARK_PX / 2 + 1)
            painter.drawPixmap(place, self._mark(name, colour, ratio))
            right -= _MARK_PX + 4
        return right

    def _marks_of(self, entry: LibraryEntry) -> list[tuple[str, str]]:
        marks = []
        worst = worst_problem(entry)
        if worst is not None and worst.is_error:
            marks.append(("error", self._looks.bad))
        elif worst is not None:
            marks.append(("warning", self._looks.warning))
        if self._model.is_favourite(entry.path):
            marks.append(("star_full", self._looks.warning))
        return marks

    def _paint_words(self, painter: QPainter, place: QRect, entry: LibraryEntry, font: QFont) -> None:
        fonts = self._fonts_of(font)
        height = fonts.above.height()
        top = place.top() + (place.height() - height - fonts.below.height()) // 2
        name_place = QRect(place.left(), top, place.width(), height)
        if entry.kind in _BADGED or entry.is_v4:
            self._paint_badge(painter, name_place, "RLBot v4" if entry.is_v4 else name_of(entry.kind), fonts)
        painter.setFont(fonts.bold)
        painter.setPen(QColor(self._looks.text if entry.can_play else self._looks.muted))
        name = fonts.above.elidedText(entry.name, Qt.TextElideMode.ElideRight, name_place.width())
        painter.drawText(name_place, _LEFT, name)
        painter.setFont(fonts.small)
        painter.setPen(QColor(self._looks.bad if entry.is_broken else self._looks.muted))
        line = fonts.below.elidedText(second_line(entry), Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(QRect(place.left(), top + height, place.width(), fonts.below.height()), _LEFT, line)

    def _paint_badge(self, painter: QPainter, place: QRect, word: str, fonts: "_Fonts") -> None:
        """Draws the kind at the right of the name's line, and shrinks `place`."""
        width = fonts.below.horizontalAdvance(word)
        if width > place.width() // 2:
            return
        painter.setFont(fonts.small)
        painter.setPen(QColor(self._looks.script))
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, word)
        place.setWidth(place.width() - width - 6)

    def _fonts_of(self, font: QFont) -> "_Fonts":
        key = font.key()
        if key not in self._fonts:
            self._fonts[key] = _Fonts(font)
        return self._fonts[key]

    def _mark(self, name: str, colour: str, ratio: float) -> QPixmap:
        key = (name, colour, ratio)
        if key not in self._marks:
            self._marks[key] = tinted_pixmap(Tinted(name=name, colour=colour), _MARK_PX, ratio)
        return self._marks[key]


class _Fonts:
    """Fonts and metrics of a row's two lines."""

    def __init__(self, font: QFont) -> None:
        self.bold, self.small = QFont(font), QFont(font)
        self.bold.setWeight(QFont.Weight.DemiBold)
        self.small.setPointSizeF(max(6.0, font.pointSizeF() * _SMALL))
        self.above, self.below = QFontMetrics(self.bold), QFontMetrics(self.small)
