"""What is to be known of one entry: description, problems, README and files, and what can be done with it."""

from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTabBar, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from runtime.model.entries import EntryDetails, EntryKind, LibraryEntry, Relation
from runtime.model.teams import BLUE, ORANGE
from widgets.elided_label import ElidedLabel
from widgets.library.description import description_html, files_html, partner_of
from widgets.library.values import FileAction
from widgets.library.words import kind_word, why_not
from widgets.looks import Tinted, scaled_font, set_property, set_tone, tinted_icon
from widgets.words import key_text

ABOUT: Final = 0
README: Final = 1
FILES: Final = 2
_ICON_PX: Final = 15
_BUTTON_PX: Final = 24


class QuietBrowser(QTextBrowser):
    """Shows text and asks nobody for more: no pictures, no style sheets, no pages from disk or network."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802, ARG002 - Qt's
        """Nothing, whatever is asked for."""
        return None


class DetailsPane(QFrame):
    """Shows one `LibraryEntry`, and its `EntryDetails` when they arrive; GUI thread.

    Signals:
        add_requested: the number of a team.
        favourite_toggled: whether the entry is to be a favourite.
        file_action_requested: a `FileAction`.
        link_activated: the address of a link, as it is written.
        entry_wanted: the `Path` of another entry's document, which the user wants to see.
    """

    add_requested = Signal(int)
    favourite_toggled = Signal(bool)
    file_action_requested = Signal(FileAction)
    link_activated = Signal(object)
    entry_wanted = Signal(Path)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._entry: LibraryEntry | None = None
        self._details: EntryDetails | None = None
        self._relations: tuple[Relation, ...] = ()
        self._is_locked = False
        self.name = ElidedLabel()
        self.name.setFont(scaled_font(self, 1.1, QFont.Weight.DemiBold))
        self.about = ElidedLabel()
        set_tone(self.about, "muted")
        self.add_blue = self._button("add", self.tr("Add to blue"), "Enter")
        self.add_orange = self._button("add", self.tr("Add to orange"), "Shift+Enter")
        self.favourite = self._button("star", self.tr("Favourite"), "Ctrl+D")
        self.favourite.setCheckable(True)
        self.folder = self._button("open", self.tr("Open folder"), "Ctrl+Shift+F")
        self.edit = self._button("edit", self.tr("Open in editor"), "Ctrl+E")
        self.copy = self._button("copy", self.tr("Copy path"), "Ctrl+Shift+C")
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName(self.tr("Details shown"))
        for word in (self.tr("About"), self.tr("README"), self.tr("Files")):
            self.tabs.addTab(word)
        self.text = QuietBrowser()
        self.text.setAccessibleName(self.tr("Details of the entry"))
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        self.tabs.currentChanged.connect(self._fill)
        self.add_blue.clicked.connect(self._on_add_blue_clicked)
        self.add_orange.clicked.connect(self._on_add_orange_clicked)
        self.favourite.clicked.connect(self.favourite_toggled)
        self.folder.clicked.connect(self._on_folder_clicked)
        self.edit.clicked.connect(self._on_edit_clicked)
        self.copy.clicked.connect(self._on_copy_clicked)
        self._arrange()
        self.set_looks(looks)
        self.show_entry(None, is_favourite=False)

    @property
    def entry(self) -> LibraryEntry | None:
        """What is shown."""
        return self._entry

    def show_entry(self, entry: LibraryEntry | None, *, is_favourite: bool) -> None:
        """Shows an entry; its README and files follow with `show_details`."""
        is_same = entry == self._entry
        if entry is None or self._details is None or self._details.path != entry.path:
            self._details = None
        if self._entry is None or entry is None or entry.path != self._entry.path:
            self._relations = ()
        self._entry = entry
        self.favourite.setChecked(is_favourite)
        self.setVisible(entry is not None)
        if is_same and entry is not None:
            return
        self.name.setText(entry.name if entry is not None else "")
        self.name.setToolTip(str(entry.path) if entry is not None else "")
        self.about.setText(_headline(entry) if entry is not None else "")
        self._show_buttons()
        self._fill()

    def show_details(self, details: EntryDetails) -> None:
        """Shows what was read of the entry; of another one it is too late."""
        if self._entry is not None and details.path == self._entry.path and details != self._details:
            self._details = details
            self._fill()

    def show_relations(self, relations: tuple[Relation, ...]) -> None:
        """Shows what the entry requires, supports and enables."""
        if relations != self._relations:
            self._relations = relations
            if self.tabs.currentIndex() == ABOUT:
                self._fill()

    def set_locked(self, *, is_locked: bool) -> None:
        """Keeps the teams as they are while a match runs."""
        self._is_locked = is_locked
        self._show_buttons()

    def set_looks(self, looks: Looks) -> None:
        """Draws icons and text in the colours of the theme."""
        self._looks = looks
        for button, name, colour in (
            (self.add_blue, "add", looks.blue),
            (self.add_orange, "add", looks.orange),
            (self.folder, "open", looks.text),
            (self.edit, "edit", looks.text),
            (self.copy, "copy", looks.text),
        ):
            button.setIcon(tinted_icon(Tinted(name=name, colour=colour), _ICON_PX))
        star = tinted_icon(Tinted(name="star", colour=looks.text), _ICON_PX)
        full = tinted_icon(Tinted(name="star_full", colour=looks.warning), _ICON_PX)
        self._stars = (star, full)
        self._show_star()
        self._fill()

    @Slot()
    def _on_add_blue_clicked(self) -> None:
        self.add_requested.emit(BLUE)

    @Slot()
    def _on_add_orange_clicked(self) -> None:
        self.add_requested.emit(ORANGE)

    @Slot()
    def _on_folder_clicked(self) -> None:
        self.file_action_requested.emit(FileAction.OPEN_FOLDER)

    @Slot()
    def _on_edit_clicked(self) -> None:
        self.file_action_requested.emit(FileAction.EDIT)

    @Slot()
    def _on_copy_clicked(self) -> None:
        self.file_action_requested.emit(FileAction.COPY_PATH)

    @Slot(QUrl)
    def _on_anchor_clicked(self, address: QUrl) -> None:
        written = address.toString()
        partner = partner_of(written, self._relations) if self.tabs.currentIndex() == ABOUT else None
        if partner is not None:
            self.entry_wanted.emit(partner.path)
        else:
            self.link_activated.emit(written)

    @Slot()
    def _show_star(self) -> None:
        self.favourite.setIcon(self._stars[self.favourite.isChecked()])

    @Slot()
    def _fill(self) -> None:
        self.text.clear()
        if self._entry is None:
            return
        tab = self.tabs.currentIndex()
        if tab == ABOUT:
            self.text.setHtml(description_html(self._entry, self._looks, self._relations))
        elif self._details is None:
            self.text.setPlainText(self.tr("Reading …"))
        elif tab == FILES:
            self.text.setHtml(files_html(self._details, self._looks))
        elif self._details.readme:
            document = self.text.document()
            document.setMarkdown(self._details.readme, QTextDocument.MarkdownFeature.MarkdownNoHTML)
        else:
            self.text.setPlainText(self.tr("There is no README."))

    def _show_buttons(self) -> None:
        entry = self._entry
        reason = why_not(entry) if entry is not None else ""
        if self._is_locked:
            reason = self.tr("Teams are locked while a match is running.")
        is_script = entry is not None and entry.kind is EntryKind.SCRIPT
        self.add_blue.setText(self.tr("Add") if is_script else self.tr("Blue"))
        self.add_orange.setVisible(not is_script)
        for button in (self.add_blue, self.add_orange):
            button.setEnabled(entry is not None and not reason)
            button.setToolTip(reason or str(button.property("hint")))

    def _button(self, icon: str, hint: str, keys: str) -> QToolButton:
        button = QToolButton()
        shortcut = key_text(keys)
        button.setObjectName(f"details_{icon}")
        button.setProperty("hint", f"{hint} ({shortcut})")
        button.setToolTip(f"{hint} ({shortcut})")
        button.setAccessibleName(hint)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        set_property(button, "role", "small")
        return button

    def _arrange(self) -> None:
        self.favourite.toggled.connect(self._show_star)
        icons = QHBoxLayout()
        icons.setSpacing(0)
        icons.addWidget(self.about, 1)
        for button in (self.favourite, self.folder, self.edit, self.copy):
            set_property(button, "role", "quiet")
            button.setFixedSize(_BUTTON_PX, _BUTTON_PX)
            icons.addWidget(button)
        adding = QHBoxLayout()
        adding.setSpacing(4)
        self.add_orange.setText(self.tr("Orange"))
        for button in (self.add_blue, self.add_orange):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            adding.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.name)
        column.addLayout(icons)
        column.addLayout(adding)
        column.addWidget(self.tabs)
        column.addWidget(self.text, 1)


def _headline(entry: LibraryEntry) -> str:
    return " · ".join(word for word in (kind_word(entry), entry.developer, entry.language) if word)
