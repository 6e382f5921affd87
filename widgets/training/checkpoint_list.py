"""The checkpoints of a training run."""

from typing import Final

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from resources.looks import Looks
from runtime.model.training import CheckpointView
from widgets.messages import rendered
from widgets.shared.controls import hbox, label, push_button, set_columns, vbox
from widgets.words import amount, hint_text, number, size_words

STEP, METRIC, CREATED, SIZE = range(4)
METRIC_DIGITS: Final = 2
NARROW_PX: Final = 330
"""Below this width the size is only in the tooltip."""


class CheckpointList(QWidget):
    """Shows all checkpoints, newest first; GUI thread.

    Signals:
        play_requested: the `CheckpointView` that should play in the open match.
        folder_requested: the `CheckpointView` whose folder should be opened.
    """

    play_requested = Signal(CheckpointView)
    folder_requested = Signal(CheckpointView)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._shown: tuple[CheckpointView, ...] = ()
        self._no_play = ""
        self.hint = label(tone="muted", wraps=True)
        self.table = QTreeWidget()
        heads = (self.tr("Steps"), self.tr("Metric"), self.tr("Created"), self.tr("Size"))
        set_columns(self.table, self.tr("Checkpoints"), heads, STEP)
        self.play_button = push_button(self.tr("Play this one"))
        self.folder_button = push_button(self.tr("Open folder"), self.tr("Open the folder of this checkpoint"))
        self.play_button.clicked.connect(lambda _checked=False: self._request(self.play_requested))
        self.folder_button.clicked.connect(lambda _checked=False: self._request(self.folder_requested))
        self.table.currentItemChanged.connect(self._show_buttons)
        self.resume_note = label(tone="warning", wraps=True)
        buttons = hbox(self.play_button, self.folder_button, None)
        vbox(self.hint, (self.table, 1), buttons, self.resume_note, margins=6, parent=self)
        self.show_resume("")
        self.show_checkpoints(())

    @property
    def chosen(self) -> CheckpointView | None:
        """The chosen checkpoint."""
        item = self.table.currentItem()
        row = self.table.indexOfTopLevelItem(item) if item is not None else -1
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def show_checkpoints(self, checkpoints: tuple[CheckpointView, ...]) -> None:
        """Shows checkpoints, given in any order."""
        shown = tuple(sorted(checkpoints, key=lambda one: (one.created_s, one.step), reverse=True))
        has_several = len({(one.phase, one.agent) for one in shown}) > 1
        if shown != self._shown or not shown:
            chosen = self.chosen
            self._shown = shown
            self.table.clear()
            self.table.addTopLevelItems([self._item(one, has_phase=has_several) for one in shown])
            folders = [one.folder for one in shown]
            row = folders.index(chosen.folder) if chosen is not None and chosen.folder in folders else 0
            self.table.setCurrentIndex(self.table.model().index(row, 0))
        self.hint.setText("" if shown else self.tr("The run saves checkpoints while it trains; they appear here."))
        self.hint.setVisible(not shown)
        self._show_buttons()

    def show_resume(self, reason: str) -> None:
        """Shows why the run cannot be resumed; empty if it can."""
        self.resume_note.setText(self.tr("Resume is not possible: {0}").format(reason) if reason else "")
        self.resume_note.setVisible(bool(reason))

    def show_playing(self, reason: str) -> None:
        """Shows why no checkpoint can be put into the match; empty if one can."""
        self._no_play = reason
        self._show_buttons()

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self._looks = looks
        shown, self._shown = self._shown, ()
        self.show_checkpoints(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.setColumnHidden(SIZE, self.width() < NARROW_PX)

    def _item(self, one: CheckpointView, *, has_phase: bool) -> QTreeWidgetItem:
        marks = [mark for mark, is_so in ((self.tr("best"), one.is_best), (self.tr("latest"), one.is_latest)) if is_so]
        name = amount(one.step) + (f" · {one.phase}" if has_phase else "")
        created = QDateTime.fromMSecsSinceEpoch(round(1000 * one.created_s))
        texts = (
            f"{name}  ({', '.join(marks)})" if marks else name,
            number(one.metric_value, METRIC_DIGITS) if one.metric_value is not None else "\u2013",
            QLocale().toString(created.time(), QLocale.FormatType.ShortFormat) if one.created_s else "\u2013",
            size_words(one.size_bytes),
        )
        item = QTreeWidgetItem(list(texts))
        problem = rendered(one.problem) if one.problem is not None else ""
        when = QLocale().toString(created, QLocale.FormatType.ShortFormat) if one.created_s else ""
        hint = hint_text(problem, f"{one.phase} · {one.agent}", when, texts[SIZE], str(one.folder))
        for column in range(len(texts)):
            item.setToolTip(column, hint)
            if column:
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if problem:
                item.setForeground(column, QColor(self._looks.bad))
        if one.is_best and not problem:
            item.setForeground(STEP, QColor(self._looks.good))
        return item

    @Slot()
    def _show_buttons(self) -> None:
        chosen = self.chosen
        problem = rendered(chosen.problem) if chosen is not None and chosen.problem is not None else ""
        reason = problem or self._no_play or ("" if chosen is not None else self.tr("There is no checkpoint yet."))
        usual = self.tr("Export this checkpoint as a bot and put it into the open match")
        self.play_button.setEnabled(not reason)
        self.play_button.setToolTip(reason or usual)
        self.folder_button.setEnabled(chosen is not None)

    def _request(self, signal: SignalInstance) -> None:
        if self.chosen is not None:
            signal.emit(self.chosen)
