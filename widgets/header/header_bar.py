"""Name of the document, whether it has unsaved changes, and the buttons that open, save and choose the theme."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFont, QIcon, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks, icon
from runtime.values import MatchOverview
from widgets.elided_label import ElidedLabel
from widgets.looks import Tinted, scaled_font, set_tone, tinted_icon

THEMES: Final = {"system": "Like the system", "light": "Light", "dark": "Dark"}
LOGO_PX: Final = 30


class HeaderBar(QFrame):
    """Shows a `MatchOverview`; lives on the GUI thread.

    Signals:
        open_requested: another document is to be chosen.
        save_requested: the document is to be written.
        theme_requested: one of the keys of `THEMES`.
    """

    open_requested = Signal()
    save_requested = Signal()
    theme_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setProperty("role", "bar")
        self._name = ElidedLabel("No match")
        self._name.setFont(scaled_font(self, 1.25, QFont.Weight.DemiBold))
        self._name.setAccessibleName("Open match")
        self._about = ElidedLabel("")
        set_tone(self._about, "muted")
        self.open_button = self._button("Open", "Open a match", QKeySequence(QKeySequence.StandardKey.Open))
        self.save_button = self._button("Save", "Save the match", QKeySequence(QKeySequence.StandardKey.Save))
        self.theme_button = self._button("Theme", "Choose light or dark", QKeySequence())
        self.theme_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._themes = self._theme_menu()
        self.open_button.clicked.connect(self.open_requested)
        self.save_button.clicked.connect(self.save_requested)
        self._arrange()

    def show_overview(self, overview: MatchOverview) -> None:
        """Shows name, dirty mark and rules of a document."""
        mark = " •" if overview.is_dirty else ""
        self._name.setText(f"{overview.title}{mark}")
        self._name.setToolTip(str(overview.path) if overview.path else "Not saved yet")
        self._name.setAccessibleDescription("has unsaved changes" if overview.is_dirty else "saved")
        self._about.setText(" · ".join(part for part in _about(overview) if part))
        self.save_button.setEnabled(overview.is_dirty)

    def show_theme(self, key: str) -> None:
        """Marks the chosen entry of the theme menu."""
        for action in self._themes.actions():
            is_chosen = action.data() == key
            action.setChecked(is_chosen)
            action.setText(("✓ " if is_chosen else "    ") + THEMES[action.data()])

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        for button, name in ((self.open_button, "open"), (self.save_button, "save"), (self.theme_button, "theme")):
            button.setIcon(tinted_icon(Tinted(name=name, colour=looks.text)))

    @Slot(QAction)
    def _on_theme_triggered(self, action: QAction) -> None:
        self.theme_requested.emit(action.data())

    def _theme_menu(self) -> QActionGroup:
        menu = QMenu(self.theme_button)
        group = QActionGroup(self)
        for key, text in THEMES.items():
            action = menu.addAction(text)
            action.setData(key)
            action.setCheckable(True)
            group.addAction(action)
        group.triggered.connect(self._on_theme_triggered)
        self.theme_button.setMenu(menu)
        return group

    def _button(self, text: str, hint: str, keys: QKeySequence) -> QToolButton:
        button = QToolButton(self)
        button.setText(f" {text}")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        shortcut = keys.toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{hint} ({shortcut})" if shortcut else hint)
        button.setAccessibleName(hint)
        return button

    def _arrange(self) -> None:
        logo = QLabel()
        logo.setPixmap(QIcon(str(icon("kickabout"))).pixmap(QSize(LOGO_PX, LOGO_PX)))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._about)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(logo)
        row.addSpacing(2)
        row.addLayout(words, 1)
        for button in (self.open_button, self.save_button, self.theme_button):
            row.addWidget(button)


def _about(overview: MatchOverview) -> tuple[str, ...]:
    cars = len(overview.cars)
    return (
        f"{cars} car{'' if cars == 1 else 's'}",
        overview.game_mode,
        overview.game_map,
        overview.match_length,
    )
