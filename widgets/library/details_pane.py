"""The details of one library entry: description, problems, README and files, and actions."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from html import escape
from itertools import count
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QFrame, QTabBar, QTextBrowser, QToolButton, QWidget

from resources.looks import Looks
from runtime.model.entries import EntryDetails, EntryKind, LibraryEntry, Relation, RelationKind
from runtime.model.game_facts import BLUE, ORANGE
from runtime.model.problems import Problem
from widgets.library.values import FileAction
from widgets.library.words import kind_word, translate, why_not
from widgets.looks import scaled_font, set_tone
from widgets.messages import rendered
from widgets.shared.controls import hbox, set_icons, tool_button, vbox, widen
from widgets.shared.labels import ElidedLabel
from widgets.words import size_words

MANY = 1_000_000
PARTNER: Final = "partner:"
"""Prefix of links to other entries; the index of the partner among all relations follows."""


def description_html(entry: LibraryEntry, looks: Looks, relations: Sequence[Relation] = ()) -> str:
    """Returns an entry's problems, description, relations and facts."""
    parts = [_problem_html(problem, entry.path, looks) for problem in entry.problems]
    if entry.description.strip():
        parts.append(f"<p>{_lines(entry.description)}</p>")
    if entry.fun_fact.strip():
        parts.append(f"<p><i>{_lines(entry.fun_fact)}</i></p>")
    rows = "".join(_row(label, value, looks) for label, value in _relation_facts(relations, looks))
    rows += "".join(_row(label, value, looks) for label, value in _facts(entry) if value)
    parts.append(f'<table cellspacing="0" cellpadding="0" style="margin-top:6px">{rows}</table>')
    return "".join(parts)


def partner_of(address: str, relations: Sequence[Relation]) -> LibraryEntry | None:
    """Returns the entry that a link leads to; None for other links."""
    partners = [partner for relation in relations for partner in relation.partners]
    number_ = address.removeprefix(PARTNER)
    is_known = address.startswith(PARTNER) and number_.isdecimal() and len(number_) < len(str(MANY))
    return partners[int(number_)] if is_known and int(number_) < len(partners) else None


def files_html(details: EntryDetails, looks: Looks) -> str:
    """Returns a table of the files and their sizes."""
    rows = "".join(
        f'<tr><td>{escape(file.name)}</td><td align="right" style="color:{looks.muted};padding-left:10px">'
        f"{size_words(file.size)}</td></tr>"
        for file in details.files
    )
    words = translate("Library", "More files are not shown.")
    more = f'<p style="color:{looks.muted}">{words}</p>' if details.is_cut else ""
    return f'<table cellspacing="0" cellpadding="1">{rows}</table>{more}'


def version_words(entry: LibraryEntry) -> str:
    """Returns the digest of the sources and the time of their last change; empty if unknown."""
    version = entry.version
    if version is None:
        return ""
    mark = "~" if version.is_partial else ""
    if not version.changed_s:
        return f"{mark}{version.digest}"
    try:
        changed = datetime.fromtimestamp(version.changed_s).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return f"{mark}{version.digest}"
    return translate("Library", "{digest}, changed {when}").format(digest=f"{mark}{version.digest}", when=changed)


def _facts(entry: LibraryEntry) -> tuple[tuple[str, str], ...]:
    return (
        (translate("Library", "Developer"), escape(entry.developer)),
        (translate("Library", "Language"), escape(entry.language)),
        (translate("Library", "Tags"), escape(", ".join(entry.tags))),
        (translate("Library", "Version"), escape(version_words(entry))),
        (translate("Library", "Source"), _link(entry.source_link)),
        (translate("Library", "Command"), f"<code>{escape(entry.run_command)}</code>" if entry.run_command else ""),
        (translate("Library", "Agent id"), escape(entry.agent_id)),
        (translate("Library", "Document"), escape(str(entry.path))),
    )


def _relation_facts(relations: Sequence[Relation], looks: Looks) -> Iterator[tuple[str, str]]:
    labels = {
        RelationKind.REQUIRES: translate("Library", "Requires"),
        RelationKind.SUPPORTS: translate("Library", "Supports"),
        RelationKind.ENABLES: translate("Library", "Provides"),
    }
    numbers = count()
    for relation in relations:
        links = [f'<a href="{PARTNER}{next(numbers)}">{escape(partner.name)}</a>' for partner in relation.partners]
        if links and relation.kind is RelationKind.ENABLES:
            words = translate("Library", "for {names}")
        elif links:
            words = translate("Library", "with {names}")
        elif relation.kind is RelationKind.REQUIRES:
            missing = translate("Library", "no script in the library provides it")
            words = f'<span style="color:{looks.warning}">{escape(missing)}</span>'
        elif relation.kind is RelationKind.SUPPORTS:
            words = escape(translate("Library", "no script in the library provides it"))
        else:
            words = escape(translate("Library", "nothing in the library needs it"))
        yield labels[relation.kind], f"{escape(relation.word)}: {words.format(names=', '.join(links))}"


def _row(label: str, value: str, looks: Looks) -> str:
    return f'<tr><td style="color:{looks.muted};padding-right:8px">{escape(label)}</td><td>{value}</td></tr>'


def _problem_html(problem: Problem, document: Path, looks: Looks) -> str:
    colour = looks.bad if problem.is_error else looks.warning
    name = problem.path.name if problem.path != document or problem.line is not None else ""
    place = f"{name}:{problem.line} " if problem.line is not None else f"{name} "
    fix = f"<br>→ {escape(rendered(problem.fix))}" if problem.fix else ""
    return (
        f'<p><span style="color:{colour}">{escape(place.strip())} {escape(rendered(problem.message))}</span>{fix}</p>'
    )


def _link(address: str) -> str:
    """Returns a link for a web address, else the text."""
    if address.startswith(("https://", "http://")):
        return f'<a href="{escape(address, quote=True)}">{escape(address)}</a>'
    return escape(address)


def _lines(text: str) -> str:
    return "<br>".join(escape(line) for line in text.strip().splitlines())


ABOUT: Final = 0
README: Final = 1
FILES: Final = 2
PLAY_KEYS: Final = "Ctrl+Shift+G"
_ICON_PX: Final = 15
_BUTTON_PX: Final = 24


class QuietBrowser(QTextBrowser):
    """Shows text and loads nothing: no pictures, style sheets or pages from disk or network."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802, ARG002 - Qt's
        """Returns None for every resource."""
        return None


class DetailsPane(QFrame):
    """Shows one `LibraryEntry`, and its `EntryDetails` when they arrive; GUI thread.

    Signals:
        add_requested: the number of a team.
        play_requested: a match of the user against the entry.
        favourite_toggled: whether the entry becomes a favourite.
        file_action_requested: a `FileAction`.
        link_activated: the address of a link, as it is written.
        entry_wanted: the `Path` of another entry's document, to be shown.
    """

    add_requested = Signal(int)
    play_requested = Signal()
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
        self.name, self.about = ElidedLabel(), ElidedLabel()
        self.name.setFont(scaled_font(self, 1.1, QFont.Weight.DemiBold))
        set_tone(self.about, "muted")
        self.add_blue = self._button(self.tr("Add to blue"), "Enter", lambda: self.add_requested.emit(BLUE))
        self.add_orange = self._button(self.tr("Add to orange"), "Shift+Enter", lambda: self.add_requested.emit(ORANGE))
        self.add_orange.setText(self.tr("Orange"))
        self.play = self._button(self.tr("Play against it yourself"), PLAY_KEYS, self.play_requested.emit)
        self.play.setText(self.tr("Play against it"))
        self.favourite = self._button(self.tr("Favourite"), "Ctrl+D", role="quiet")
        self.favourite.setCheckable(True)
        self.favourite.clicked.connect(self.favourite_toggled)
        self.favourite.toggled.connect(self._show_star)
        self.folder = self._file_button(self.tr("Open folder"), "Ctrl+Shift+F", FileAction.OPEN_FOLDER)
        self.edit = self._file_button(self.tr("Open in editor"), "Ctrl+E", FileAction.EDIT)
        self.copy = self._file_button(self.tr("Copy path"), "Ctrl+Shift+C", FileAction.COPY_PATH)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName(self.tr("Details shown"))
        for word in (self.tr("About"), self.tr("README"), self.tr("Files")):
            self.tabs.addTab(word)
        self.text = QuietBrowser(self.tr("Details of the entry"))
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        self.tabs.currentChanged.connect(self._fill)
        self._arrange()
        self.set_looks(looks)
        self.show_entry(None, is_favourite=False)

    @property
    def entry(self) -> LibraryEntry | None:
        """The entry that is shown."""
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
        """Shows what was read of the entry; details of another entry are ignored."""
        if self._entry is not None and details.path == self._entry.path and details != self._details:
            self._details = details
            self._fill()

    def show_relations(self, relations: tuple[Relation, ...]) -> None:
        """Shows what the entry requires, supports and provides."""
        if relations != self._relations:
            self._relations = relations
            if self.tabs.currentIndex() == ABOUT:
                self._fill()

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables changes of the teams while a match runs."""
        self._is_locked = is_locked
        self._show_buttons()

    def set_looks(self, looks: Looks) -> None:
        """Draws icons and text in the colours of the theme."""
        self._looks = looks
        set_icons(looks.blue, [(self.add_blue, "add")], _ICON_PX)
        set_icons(looks.orange, [(self.add_orange, "add")], _ICON_PX)
        icons = ((self.play, "start"), (self.folder, "open"), (self.edit, "edit"), (self.copy, "copy"))
        set_icons(looks.text, icons, _ICON_PX)
        self._show_star()
        self._fill()

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
        is_on = self.favourite.isChecked()
        colour = self._looks.warning if is_on else self._looks.text
        set_icons(colour, [(self.favourite, "star_full" if is_on else "star")], _ICON_PX)

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
        self.play.setVisible(not is_script)
        for button in (self.add_blue, self.add_orange, self.play):
            button.setEnabled(entry is not None and not reason)
            button.setToolTip(reason or str(button.property("hint")))

    def _button(
        self, hint: str, keys: str, press: Callable[[], object] | None = None, role: str = "small"
    ) -> QToolButton:
        button = tool_button(hint=hint, keys=keys, role=role, icon_px=_ICON_PX)
        button.setProperty("hint", button.toolTip())
        if press is not None:
            button.clicked.connect(lambda _checked=False: press())
        return button

    def _file_button(self, hint: str, keys: str, action: FileAction) -> QToolButton:
        return self._button(hint, keys, lambda: self.file_action_requested.emit(action), role="quiet")

    def _arrange(self) -> None:
        icons = (self.favourite, self.folder, self.edit, self.copy)
        for button in icons:
            button.setFixedSize(_BUTTON_PX, _BUTTON_PX)
        for button in (self.add_blue, self.add_orange, self.play):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            widen(button)
        vbox(
            self.name,
            hbox((self.about, 1), *icons, spacing=0),
            hbox(self.add_blue, self.add_orange),
            self.play,
            self.tabs,
            (self.text, 1),
            spacing=3,
            margins=(0, 4, 0, 0),
            parent=self,
        )


def _headline(entry: LibraryEntry) -> str:
    return " · ".join(word for word in (kind_word(entry), entry.developer, entry.language) if word)
