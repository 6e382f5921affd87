"""The header: name and state of the document, and the buttons for document and theme."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFont, QIcon
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QToolButton, QWidget

from resources.examples import example_matches
from resources.looks import Looks, icon
from runtime.model.values import MatchOverview
from widgets.looks import scaled_font, set_tone
from widgets.shared.controls import hbox, set_icons, tool_button, vbox
from widgets.shared.labels import ElidedLabel
from widgets.words import Counts, key_text

THEMES: Final = {
    "system": QT_TRANSLATE_NOOP("HeaderBar", "System"),
    "light": QT_TRANSLATE_NOOP("HeaderBar", "Light"),
    "dark": QT_TRANSLATE_NOOP("HeaderBar", "Dark"),
}
LOGO_PX: Final = 30
NEW_KEYS: Final = "Ctrl+N"
OPEN_KEYS: Final = "Ctrl+O"
TRAINING_KEYS: Final = "Ctrl+8"
RECENT_KEYS: Final = "Ctrl+Shift+O"
SAVE_KEYS: Final = "Ctrl+S"
SAVE_AS_KEYS: Final = "Ctrl+Shift+S"
UNDO_KEYS: Final = "Ctrl+Z"
REDO_KEYS: Final = "Ctrl+Shift+Z"
REDO_KEYS_TOO: Final = "Ctrl+Y"


class HeaderBar(QFrame):
    """Shows a `MatchOverview`; lives on the GUI thread.

    Signals:
        new_requested: a new document.
        open_requested: another document, to be chosen.
        recent_requested: the `Path` of a recent document or an example.
        save_requested, save_as_requested, undo_requested, redo_requested: the command of this name.
        theme_requested: one of the keys of `THEMES`.
        training_requested: the page of training runs should be shown.
    """

    new_requested = Signal()
    open_requested = Signal()
    recent_requested = Signal(Path)
    save_requested = Signal()
    save_as_requested = Signal()
    undo_requested = Signal()
    redo_requested = Signal()
    theme_requested = Signal(str)
    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setProperty("role", "bar")
        self._name = ElidedLabel(self.tr("No match"))
        self._name.setFont(scaled_font(self, 1.25, QFont.Weight.DemiBold))
        self._name.setAccessibleName(self.tr("Open match"))
        self._about = ElidedLabel("")
        set_tone(self._about, "muted")
        self._is_locked = False
        self._undo: str | None = None
        self._redo: str | None = None
        self.new_button = self._button(self.tr("New"), self.tr("New match"), NEW_KEYS)
        self.open_button = self._button(self.tr("Open"), self.tr("Open a match"), OPEN_KEYS)
        self.save_button = self._button(self.tr("Save"), self.tr("Save the match"), SAVE_KEYS)
        self.undo_button = self._button("", self.tr("Undo"), UNDO_KEYS)
        self.redo_button = self._button("", self.tr("Redo"), REDO_KEYS)
        self.examples_menu = self._examples_menu()
        self._recent = self._recent_menu()
        self.save_as_action = self._save_menu()
        self.theme_button = self._button(self.tr("Theme"), self.tr("Choose the theme"))
        self.theme_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._themes = self._theme_menu()
        self.training_button = self._button(self.tr("Training"), self.tr("Training runs"), TRAINING_KEYS)
        self.menu_button = self._button("", self.tr("Panels, commands, settings"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.new_button.clicked.connect(self.new_requested)
        self.open_button.clicked.connect(self.open_requested)
        self.save_button.clicked.connect(self.save_requested)
        self.undo_button.clicked.connect(self.undo_requested)
        self.redo_button.clicked.connect(self.redo_requested)
        self.training_button.clicked.connect(self.training_requested)
        self.show_recent(())
        self.show_steps(None, None)
        self._arrange()

    def show_overview(self, overview: MatchOverview) -> None:
        """Shows name, rules and unsaved changes of a document."""
        mark = " •" if overview.is_dirty else ""
        self._name.setText(f"{overview.title}{mark}")
        self._name.setToolTip(str(overview.path) if overview.path else self.tr("Not saved yet"))
        self._name.setAccessibleDescription(self.tr("unsaved changes") if overview.is_dirty else self.tr("saved"))
        self._about.setText(" · ".join(part for part in _about(overview) if part))
        self.save_button.setEnabled(overview.is_dirty)
        clean = "" if overview.is_dirty else self.tr("No unsaved changes")
        self.save_button.setToolTip("\n".join(filter(None, (str(self.save_button.property("hint")), clean))))

    def show_steps(self, undo: str | None, redo: str | None) -> None:
        """Names the steps that undo and redo would change; None disables the button."""
        self._undo, self._redo = undo, redo
        sides = (
            (self.undo_button, self.tr("Undo"), undo, UNDO_KEYS),
            (self.redo_button, self.tr("Redo"), redo, REDO_KEYS),
        )
        for button, word, step, keys in sides:
            hint = f"{word}: {step}" if step else word
            button.setEnabled(step is not None and not self._is_locked)
            button.setToolTip(self._hint(f"{hint} ({key_text(keys)})"))
            button.setAccessibleName(hint)

    def show_recent(self, paths: Iterable[Path]) -> None:
        """Offers recent documents, newest first."""
        self._recent.clear()
        for path in paths:
            action = self._recent.addAction(f"{path.stem}    {path.parent}")
            action.setData(path)
            action.setToolTip(str(path))
        if self._recent.isEmpty():
            self._recent.addAction(self.tr("No recent matches")).setEnabled(False)
        self._recent.addSeparator()
        self._recent.addMenu(self.examples_menu)

    def show_commands(self, groups: Iterable[Iterable[QAction]]) -> None:
        """Offers these commands in the menu."""
        menu = QMenu(self.menu_button)
        for actions in groups:
            if not menu.isEmpty():
                menu.addSeparator()
            for action in actions:
                menu.addAction(action)
        self.menu_button.setMenu(menu)

    def open_recent_menu(self) -> None:
        """Opens the menu of recent documents and examples."""
        if self.open_button.isEnabled():
            self._recent.popup(self.open_button.mapToGlobal(self.open_button.rect().bottomLeft()))
            self._recent.setActiveAction(self._recent.actions()[0])

    def open_examples_menu(self, place: QPoint) -> None:
        """Opens the menu of example matches at a point of the screen."""
        self.examples_menu.popup(place)

    def show_training(self, *, is_running: bool) -> None:
        """Shows whether a training run is running."""
        running = self.tr("A training run is running.")
        hint = str(self.training_button.property("hint"))
        self.training_button.setToolTip(f"{hint}\n{running}" if is_running else hint)
        self.training_button.setAccessibleDescription(running if is_running else "")
        set_tone(self.training_button, "accent" if is_running else "")

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables all edits while a match runs, except saving."""
        self._is_locked = is_locked
        for action in self.examples_menu.actions():
            action.setEnabled(not is_locked)
        for button in (self.new_button, self.open_button):
            button.setEnabled(not is_locked)
            button.setToolTip(self._hint(str(button.property("hint"))))
        self.show_steps(self._undo, self._redo)

    def show_theme(self, key: str) -> None:
        """Ticks the chosen theme."""
        for action in self._themes.actions():
            action.setChecked(action.data() == key)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        icons = (
            *((self.new_button, "new"), (self.open_button, "open"), (self.save_button, "save")),
            *((self.undo_button, "undo"), (self.redo_button, "redo")),
            *((self.menu_button, "more"), (self.theme_button, "theme"), (self.training_button, "training")),
        )
        set_icons(looks.text, icons)

    @Slot(QAction)
    def _on_theme_triggered(self, action: QAction) -> None:
        self.theme_requested.emit(action.data())

    @Slot(QAction)
    def _on_recent_triggered(self, action: QAction) -> None:
        if isinstance(action.data(), Path):
            self.recent_requested.emit(action.data())

    def _examples_menu(self) -> QMenu:
        """Returns the menu of example matches; its actions are listed as commands too."""
        menu = QMenu(self.tr("Examples"), self)
        for path in example_matches():
            action = menu.addAction(self.tr("Open example: {name}").format(name=path.stem.replace("_", " ")))
            action.triggered.connect(partial(self.recent_requested.emit, path))
        return menu

    def _recent_menu(self) -> QMenu:
        menu = QMenu(self.open_button)
        menu.setToolTipsVisible(True)
        menu.triggered.connect(self._on_recent_triggered)
        self.open_button.setMenu(menu)
        self.open_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        hint = self.tr("Open a match ({keys}); recent matches: {more}")
        self.open_button.setProperty("hint", hint.format(keys=key_text(OPEN_KEYS), more=key_text(RECENT_KEYS)))
        self.open_button.setToolTip(str(self.open_button.property("hint")))
        return menu

    def _save_menu(self) -> QAction:
        menu = QMenu(self.save_button)
        action = menu.addAction(self.tr("Save as …"))
        action.setShortcut(SAVE_AS_KEYS)
        action.triggered.connect(self.save_as_requested)
        self.save_button.setMenu(menu)
        self.save_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        return action

    def _theme_menu(self) -> QActionGroup:
        menu = QMenu(self.theme_button)
        group = QActionGroup(self)
        for key in THEMES:
            action = menu.addAction(_theme_name(key))
            action.setData(key)
            action.setCheckable(True)
            group.addAction(action)
        group.triggered.connect(self._on_theme_triggered)
        self.theme_button.setMenu(menu)
        return group

    def _button(self, text: str, hint: str, keys: str = "") -> QToolButton:
        button = tool_button(f" {text}" if text else "", hint, name=hint, keys=keys, role="")
        button.setProperty("hint", button.toolTip())
        if text:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return button

    def _hint(self, words: str) -> str:
        """Returns the tooltip of a button, with the reason why it is disabled while a match runs."""
        locked = self.tr("The match cannot be edited while it is running.")
        return f"{words}\n{locked}" if self._is_locked else words

    def _arrange(self) -> None:
        logo = QLabel()
        logo.setPixmap(QIcon(str(icon("kickabout"))).pixmap(QSize(LOGO_PX, LOGO_PX)))
        hbox(
            *(logo, 2, (vbox(self._name, self._about, spacing=0), 1)),
            *(self.new_button, self.open_button, self.save_button),
            *(self.undo_button, self.redo_button, self.training_button, self.theme_button, self.menu_button),
            spacing=8,
            margins=(14, 8, 12, 8),
            parent=self,
        )


def _theme_name(key: str) -> str:
    return QCoreApplication.translate("HeaderBar", str(THEMES[key]))


def _about(overview: MatchOverview) -> tuple[str, ...]:
    return (
        Counts().cars(len(overview.cars)),
        overview.game_mode,
        overview.game_map,
        overview.match_length,
    )
