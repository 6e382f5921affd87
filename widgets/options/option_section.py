"""Options under one heading."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from widgets.looks import scaled_font
from widgets.options.option_row import OptionRow
from widgets.options.option_value import OptionChosen, OptionValue, ResetRequested
from widgets.options.option_words import Section, section_title
from widgets.options.row_style import RowStyle


class OptionSection(QFrame):
    """A heading and its rows; without a row to show it is hidden.

    Signals:
        chosen: an `OptionChosen`.
        reset_requested: a `ResetRequested`.
    """

    chosen = Signal(OptionChosen)
    reset_requested = Signal(ResetRequested)

    def __init__(self, section: Section, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[OptionRow] = []
        self.setProperty("role", "panel")
        self.setAccessibleName(section_title(section.key))
        title = QLabel(section_title(section.key))
        title.setFont(scaled_font(self, 1.05, QFont.Weight.DemiBold))
        title.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 8, 8)
        self._column.setSpacing(2)
        self._column.addWidget(title)

    def add_row(self, option: OptionValue, game: str, style: RowStyle) -> None:
        """Adds the row of an option."""
        row = OptionRow(option, game, style)
        row.chosen.connect(self.chosen)
        row.reset_requested.connect(self.reset_requested)
        self._column.addWidget(row)
        self.rows.append(row)

    def show_options(self, options: Mapping[str, OptionValue]) -> None:
        """Shows another state of the same options."""
        for row in self.rows:
            row.show_option(options[row.option.key])

    def set_style(self, style: RowStyle) -> None:
        """Takes the fonts and icons of another theme."""
        for row in self.rows:
            row.set_style(style)

    def sift(self, words: tuple[str, ...], *, only_changed: bool) -> bool:
        """Shows only the rows with all these words; tells whether there are any."""
        shown = [row.matches(words) and (row.option.is_changed or not only_changed) for row in self.rows]
        for row, is_shown in zip(self.rows, shown, strict=True):
            row.setVisible(is_shown)
        self.setVisible(any(shown))
        return any(shown)
