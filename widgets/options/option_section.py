"""Options under one heading."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from resources.looks import Looks
from widgets.looks import scaled_font
from widgets.options.option_row import OptionRow
from widgets.options.option_value import OptionChosen, OptionValue, ResetRequested
from widgets.options.option_words import Section, section_title


class OptionSection(QFrame):
    """A heading and its rows; without a row to show it is hidden.

    Signals:
        chosen: an `OptionChosen`.
        reset_requested: a `ResetRequested`.
    """

    chosen = Signal(OptionChosen)
    reset_requested = Signal(ResetRequested)

    def __init__(
        self,
        section: Section,
        options: Mapping[str, OptionValue],
        game: str,
        looks: Looks,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAccessibleName(section_title(section.key))
        title = QLabel(section_title(section.key))
        title.setFont(scaled_font(self, 1.05, QFont.Weight.DemiBold))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(2)
        column.addWidget(title)
        self.rows = tuple(OptionRow(options[key], game, looks) for key in section.options if key in options)
        for row in self.rows:
            row.chosen.connect(self.chosen)
            row.reset_requested.connect(self.reset_requested)
            column.addWidget(row)

    def show_options(self, options: Mapping[str, OptionValue]) -> None:
        """Shows another state of the same options."""
        for row in self.rows:
            row.show_option(options[row.option.key])

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        for row in self.rows:
            row.set_looks(looks)

    def sift(self, words: tuple[str, ...], *, only_changed: bool) -> bool:
        """Shows only the rows with all these words; tells whether there are any."""
        shown = [row.matches(words) and (row.option.is_changed or not only_changed) for row in self.rows]
        for row, is_shown in zip(self.rows, shown, strict=True):
            row.setVisible(is_shown)
        self.setVisible(any(shown))
        return any(shown)
