"""The page with the match settings: presets, all options with a search, and scripts."""

import time
from collections import deque
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from widgets.options.option_row import OptionRow, OptionSection, RowStyle
from widgets.options.option_value import (
    OptionChosen,
    OptionsShown,
    OptionValue,
    PresetRequested,
    ResetRequested,
    ScriptRequested,
)
from widgets.options.option_words import SECTIONS, Section
from widgets.options.preset_bar import PresetBar
from widgets.options.script_list import ScriptList
from widgets.shared.controls import hbox, label, scroll_area, set_icons, tool_button, vbox
from widgets.shared.search_line import SearchLine
from widgets.words import key_text

SEARCH_KEYS: Final = "Ctrl+F"
MAKING_S: Final = 0.008
"""Time spent on creating rows per turn of the event loop."""


class OptionPanel(QWidget):
    """Shows `OptionsShown`; its rows are created when it is first visible, a few per turn of the event loop.

    A section becomes visible with its last row, so that the page is not laid out for every row.

    Signals:
        option_chosen: an `OptionChosen`.
        reset_requested: a `ResetRequested`.
        preset_chosen: a `PresetRequested`.
        preset_removal_requested: a `PresetRequested`.
        preset_keep_requested: the name of a new preset of the current options.
        script_add_requested: a script from disk, to be chosen.
        script_removal_requested: a `ScriptRequested`.
        script_start_chosen: a `ScriptRequested`.
    """

    option_chosen = Signal(OptionChosen)
    reset_requested = Signal(ResetRequested)
    preset_chosen = Signal(PresetRequested)
    preset_removal_requested = Signal(PresetRequested)
    preset_keep_requested = Signal(str)
    script_add_requested = Signal()
    script_removal_requested = Signal(ScriptRequested)
    script_start_chosen = Signal(ScriptRequested)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Match settings"))
        self._looks = looks
        self.shown: OptionsShown | None = None
        """The options of the open match."""
        self._unmade: deque[tuple[Section, str]] = deque(
            (section, key) for section in SECTIONS for key in section.options
        )
        self._half_made: OptionSection | None = None
        self._style: RowStyle | None = None
        self._making = QTimer(self)
        self._making.setInterval(0)
        self._making.timeout.connect(self._make_some)
        self.sections: list[OptionSection] = []
        self.presets = PresetBar()
        self.scripts = ScriptList(looks)
        hint = self.tr("Search settings and their values ({keys})").format(keys=key_text(SEARCH_KEYS))
        self.search = SearchLine(self.tr("Search the settings"), self.tr("Search match settings"), hint)
        self.changed_button = tool_button(
            self.tr("Changed ({count})").format(count=0),
            self.tr("Show only settings that differ from the default"),
            name=self.tr("Show only changed settings"),
            role="",
            is_checkable=True,
        )
        self.reset_button = tool_button(hint=self.tr("Reset all match settings"), role="", icon_px=14)
        self._lock_line = label(self.tr("Settings are locked while a match is running."), "muted", wraps=True)
        self._nothing = label(tone="muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lock_line.hide()
        self._nothing.hide()
        self._page = QWidget()
        self._column = vbox(self.scripts, self._nothing, None, spacing=8, margins=(0, 0, 4, 0), parent=self._page)
        vbox(
            self.presets,
            hbox((self.search, 1), self.changed_button, self.reset_button, spacing=6),
            self._lock_line,
            (scroll_area(self._page), 1),
            spacing=8,
            margins=(0, 8, 0, 0),
            parent=self,
        )
        self._connect()
        self.set_looks(looks)

    @property
    def is_made(self) -> bool:
        """True if all rows exist."""
        return not self._unmade

    @property
    def rows(self) -> tuple[OptionRow, ...]:
        """The rows that exist, from top to bottom."""
        return tuple(row for section in self.sections for row in section.rows)

    def row(self, key: str) -> OptionRow:
        """Returns the row of an option.

        Raises:
            LookupError: no row with this key exists yet.
        """
        found = next((row for row in self.rows if row.option.key == key), None)
        if found is None:
            raise LookupError(key)
        return found

    def show_options(self, shown: OptionsShown) -> None:
        """Shows the options of a document."""
        self.shown = shown
        options = {option.key: option for option in shown.options}
        for section in self._all_sections():
            section.show_options(options)
        self.presets.show_presets(shown.presets, shown.current_preset, shown.game)
        self.scripts.show_scripts(shown.scripts)
        changed = len(self._changed())
        self.changed_button.setText(self.tr("Changed ({count})").format(count=changed))
        self.reset_button.setEnabled(changed > 0)
        if self._is_searched:
            self._apply_search()
        if self.isVisible():
            self._make_on()

    @Slot()
    def show_all(self) -> None:
        """Ends the search."""
        self.search.clear()
        self.changed_button.setChecked(False)

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables all controls while a match runs."""
        self._lock_line.setVisible(is_locked)
        self.presets.setEnabled(not is_locked)
        self._page.setEnabled(not is_locked)
        self.reset_button.setEnabled(not is_locked and bool(self._changed()))

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self.presets.set_looks(looks)
        self.scripts.set_looks(looks)
        set_icons(looks.text, [(self.reset_button, "reset")])
        self._style = None
        for section in self._all_sections():
            section.set_style(self._row_style())

    @property
    def _is_searched(self) -> bool:
        return bool(self.search.text().strip()) or self.changed_button.isChecked()

    @Slot()
    def _make_some(self) -> None:
        """Creates rows for `MAKING_S`."""
        until_s = time.perf_counter() + MAKING_S
        while self._unmade and self.shown is not None and time.perf_counter() < until_s:
            section, key = self._unmade.popleft()
            self._make_row(section, key)
            if not self._unmade or self._unmade[0][0] != section:
                self._show_section()
        if not self._unmade or self.shown is None:
            self._making.stop()
        if self._is_searched:
            self._apply_search()

    def _show_section(self) -> None:
        section, self._half_made = self._half_made, None
        if section is not None:
            self._column.insertWidget(len(self.sections), section)
            self.sections.append(section)
            section.show()

    def _make_row(self, section: Section, key: str) -> None:
        option = next((option for option in self.shown.options if option.key == key), None) if self.shown else None
        if option is None or self.shown is None:
            return
        if self._half_made is None:
            self._half_made = OptionSection(section, self._page)
            self._half_made.hide()
            self._half_made.chosen.connect(self.option_chosen)
            self._half_made.reset_requested.connect(self.reset_requested)
        self._half_made.add_row(option, self.shown.game, self._row_style())

    @Slot()
    def _apply_search(self) -> None:
        words = tuple(self.search.text().lower().split())
        only_changed = self.changed_button.isChecked()
        found = [section.show_matches(words, only_changed=only_changed) for section in self.sections]
        scripts = " ".join((self.tr("Scripts"), *(row.accessibleName() for row in self.scripts.rows))).lower()
        has_scripts = not only_changed and all(word in scripts for word in words)
        self.scripts.setVisible(has_scripts)
        self._nothing.setVisible(self._is_searched and self.is_made and not any(found) and not has_scripts)
        what = (
            self.tr("All settings are at their defaults.")
            if only_changed and not words
            else self.tr("No matching settings")
        )
        self._nothing.setText(what)

    @Slot()
    def _on_reset_clicked(self) -> None:
        keys = tuple(option.key for option in self._changed())
        if keys:
            self.reset_requested.emit(ResetRequested(keys=keys))

    @Slot()
    def _on_search_asked(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _row_style(self) -> RowStyle:
        """Returns the style, created on first use so that it does not delay the first paint."""
        if self._style is None:
            self._style = RowStyle.of(self, self._looks)
        return self._style

    def _all_sections(self) -> tuple[OptionSection, ...]:
        return (*self.sections, self._half_made) if self._half_made is not None else tuple(self.sections)

    def _changed(self) -> tuple[OptionValue, ...]:
        options = self.shown.options if self.shown is not None else ()
        return tuple(option for option in options if option.is_changed)

    def _make_on(self) -> None:
        if self._unmade and self.shown is not None and not self._making.isActive():
            self._making.start()

    def _connect(self) -> None:
        self.search.textChanged.connect(self._apply_search)
        self.changed_button.toggled.connect(self._apply_search)
        self.reset_button.clicked.connect(self._on_reset_clicked)
        find = QAction(self.tr("Search the settings"), self)
        find.setShortcut(SEARCH_KEYS)
        find.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.triggered.connect(self._on_search_asked)
        self.addAction(find)
        self.presets.chosen.connect(self.preset_chosen)
        self.presets.removal_requested.connect(self.preset_removal_requested)
        self.presets.keep_requested.connect(self.preset_keep_requested)
        self.scripts.add_requested.connect(self.script_add_requested)
        self.scripts.removal_requested.connect(self.script_removal_requested)
        self.scripts.start_chosen.connect(self.script_start_chosen)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_on()
