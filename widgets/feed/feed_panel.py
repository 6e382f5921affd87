"""The feed: chat and events of a match as one list with filters."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, islice
from math import inf
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, tinted_icon
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, vbox
from widgets.shared.search_line import SearchLine
from widgets.words import clock

MAX_ENTRIES: Final = 2000
"""Entries that are kept; older ones are removed."""
REPEATED_S: Final = 60.0
"""Maximum game time between repetitions that are counted in one entry."""
ICON_PX: Final = 14
REFILTER_MS: Final = 120
"""Delay from the last key until a new filter is applied."""
Index = QModelIndex | QPersistentModelIndex
ROOT: Final = QModelIndex()


class FeedKind(Enum):
    """The subject of an entry; the value is the name of its icon."""

    CHAT = "chat"
    DATA = "console"
    GOAL = "goal"
    SAVE = "shield"
    DEMOLITION = "demolition"
    CRASH = "failed"
    RESTART = "restart"
    SWAP = "swap"
    LATE = "warning"
    NOTE = "info"


_AGENT_KINDS: Final = frozenset((FeedKind.CRASH, FeedKind.RESTART, FeedKind.SWAP, FeedKind.LATE))


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One line of the feed."""

    kind: FeedKind
    time: str
    """Time on the match's clock."""
    text: str
    """In the user's language, with the name of who said or did it."""
    team: int | None = None
    subjects: tuple[str, ...] = ()
    """Names of the cars and agents that the entry is about."""
    game_s: float
    """Since the start of the match."""
    wall_s: float
    count: int = 1
    """Number of times that it happened."""
    last_s: float = -inf
    """Game time of the last repetition."""

    def is_repeated_by(self, entry: "FeedEntry") -> bool:
        """Returns whether a later entry says the same, soon enough to be counted here."""
        is_same = (entry.kind, entry.text, entry.subjects) == (self.kind, self.text, self.subjects)
        return is_same and entry.game_s - max(self.game_s, self.last_s) <= REPEATED_S


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedFilter:
    """The entries to show."""

    kinds: frozenset[FeedKind] | None = None
    """None for all."""
    subject: str = ""
    """Name of a car or agent; empty for all."""
    text: str = ""
    """Only entries that contain this, ignoring case."""

    def takes(self, entry: FeedEntry) -> bool:
        """Returns whether an entry is shown."""
        return (
            (self.kinds is None or entry.kind in self.kinds)
            and (not self.subject or self.subject in entry.subjects)
            and (not self.text or self.text.casefold() in entry.text.casefold())
        )


class FeedModel(QAbstractListModel):
    """The newest entries; the rows are those that pass the filter. GUI thread."""

    def __init__(self, looks: Looks, parent: QWidget) -> None:
        super().__init__(parent)
        self._looks = looks
        self._all: deque[FeedEntry] = deque(maxlen=MAX_ENTRIES)
        self._rows: list[FeedEntry] = []
        self._filter = FeedFilter()

    @property
    def rows(self) -> Sequence[FeedEntry]:
        """The entries that are shown, oldest first."""
        return self._rows

    def append(self, entries: Sequence[FeedEntry]) -> None:
        """Adds newer entries and removes the oldest beyond `MAX_ENTRIES`; a repetition only counts."""
        entries = self._without_repetitions(entries)[-MAX_ENTRIES:]
        dropped = max(0, len(self._all) + len(entries) - MAX_ENTRIES)
        gone = sum(self._filter.takes(self._all[place]) for place in range(dropped))
        self._all.extend(entries)
        if gone:
            self.beginRemoveRows(ROOT, 0, gone - 1)
            del self._rows[:gone]
            self.endRemoveRows()
        shown = [entry for entry in entries if self._filter.takes(entry)]
        if shown:
            self.beginInsertRows(ROOT, len(self._rows), len(self._rows) + len(shown) - 1)
            self._rows += shown
            self.endInsertRows()

    def _without_repetitions(self, entries: Sequence[FeedEntry]) -> list[FeedEntry]:
        """Counts repetitions at the entries that they repeat, and returns the others."""
        new: list[FeedEntry] = []
        for entry in entries:
            known: Iterator[FeedEntry] = chain(reversed(new), reversed(self._all))
            if entry.kind is not FeedKind.LATE:
                known = islice(known, 1 if entry.kind in (FeedKind.CHAT, FeedKind.DATA) else 0)
            earlier = next((before for before in known if before.is_repeated_by(entry)), None)
            if earlier is None:
                new.append(entry)
                continue
            counted = replace(earlier, count=earlier.count + 1, last_s=entry.game_s)
            for held in (new, self._all, self._rows):
                if earlier in held:
                    held[held.index(earlier)] = counted
            if counted in self._rows:
                index = self.index(self._rows.index(counted))
                self.dataChanged.emit(index, index)
        return new

    def clear(self) -> None:
        """Removes all entries."""
        self._all.clear()
        self.set_filter(self._filter)

    def set_filter(self, choice: FeedFilter) -> None:
        """Shows other entries."""
        self.beginResetModel()
        self._filter = choice
        self._rows = [entry for entry in self._all if choice.takes(entry)]
        self.endResetModel()

    def set_looks(self, looks: Looks) -> None:
        """Draws icons in the colours of the theme."""
        self._looks = looks
        self.set_filter(self._filter)

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Qt's: the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Qt's: text, icon and tooltip of a row."""
        entry = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.time}   {entry.text}" + (f"   ({entry.count}x)" if entry.count > 1 else "")
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(entry)
        return self._hint(entry) if role == Qt.ItemDataRole.ToolTipRole else None

    def _hint(self, entry: FeedEntry) -> str:
        words = self.tr("Game time since the start: {0}").format(clock(entry.game_s))
        if entry.count > 1:
            times = self.tr("{0}; {1} times, the last at {2}")
            words = times.format(words, entry.count, clock(entry.last_s))
        return f"{entry.text}\n{words}"

    def _icon(self, entry: FeedEntry) -> QIcon:
        looks = self._looks
        tones = {FeedKind.CRASH: looks.bad, FeedKind.LATE: looks.warning, FeedKind.NOTE: looks.muted}
        team = looks.muted if entry.team is None else looks.team(entry.team)
        return tinted_icon(Tinted(name=entry.kind.value, colour=tones.get(entry.kind, team)), ICON_PX)


class FeedPanel(QFrame):
    """Shows entries, newest last, and follows them unless the user scrolls away; GUI thread.

    Signals:
        entry_chosen: a `FeedEntry` that was clicked, or on which Enter was pressed.
    """

    entry_chosen = Signal(FeedEntry)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._subjects: tuple[str, ...] = ()
        self.kinds = ElidingBox(self.tr("Kinds of entries"), min_characters=6)
        for words, kinds in (
            (self.tr("Everything"), None),
            (self.tr("Chat"), frozenset((FeedKind.CHAT, FeedKind.DATA))),
            (self.tr("Goals and saves"), frozenset((FeedKind.GOAL, FeedKind.SAVE))),
            (self.tr("Demolitions"), frozenset((FeedKind.DEMOLITION,))),
            (self.tr("Crashes, restarts, new versions"), _AGENT_KINDS),
        ):
            self.kinds.addItem(words, kinds)
        self.subjects = ElidingBox(self.tr("Car or agent"), min_characters=6)
        self.show_subjects(())
        self.filter = SearchLine(self.tr("Filter"), self.tr("Show only entries with this text"))
        self.model = FeedModel(looks, self)
        self.view = FeedView(self)
        self.view.setModel(self.model)
        self.view.setAccessibleName(self.tr("Chat and events of the match"))
        self.empty = label(
            self.tr("Chat, goals, saves, demolitions, crashes and new versions appear here."), "muted", wraps=True
        )
        self._refilter = QTimer(self, singleShot=True, interval=REFILTER_MS)
        self._refilter.timeout.connect(self._apply_filter)
        self.kinds.currentIndexChanged.connect(self._apply_filter)
        self.subjects.currentIndexChanged.connect(self._apply_filter)
        self.filter.textChanged.connect(self._refilter.start)
        self.view.clicked.connect(self._on_chosen)
        self.view.activated.connect(self._on_chosen)
        vbox(
            hbox((self.kinds, 1), (self.subjects, 1), (self.filter, 1), spacing=6),
            self.empty,
            (self.view, 1),
            spacing=6,
            margins=(10, 8, 8, 8),
            parent=self,
        )

    def show_subjects(self, names: Iterable[str]) -> None:
        """Offers these cars and agents as filters; the chosen one stays chosen if it is among them."""
        subjects = tuple(dict.fromkeys(names))
        if self.subjects.count() and subjects == self._subjects:
            return
        self._subjects = subjects
        blocker, chosen = QSignalBlocker(self.subjects), self.subjects.currentData()
        self.subjects.clear()
        self.subjects.addItem(self.tr("All cars and agents"), "")
        for name in subjects:
            self.subjects.addItem(name, name)
        self.subjects.setCurrentIndex(max(0, self.subjects.findData(chosen)))
        blocker.unblock()
        if (chosen or "") != self.subjects.currentData():
            self._apply_filter()

    def append(self, entries: Sequence[FeedEntry]) -> None:
        """Adds newer entries."""
        if entries:
            self.empty.hide()
            bar = self.view.verticalScrollBar()
            was_at_end = bar.value() == bar.maximum()
            self.model.append(entries)
            if was_at_end:
                self.view.scrollToBottom()

    def clear(self) -> None:
        """Removes all entries."""
        self.model.clear()
        self.empty.show()

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self.model.set_looks(looks)
        self.view.scrollToBottom()

    @Slot()
    def _apply_filter(self) -> None:
        text, subject = self.filter.text().strip(), self.subjects.currentData() or ""
        self.model.set_filter(FeedFilter(kinds=self.kinds.currentData(), subject=subject, text=text))
        self.view.scrollToBottom()

    @Slot(QModelIndex)
    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self.entry_chosen.emit(self.model.rows[index.row()])


class FeedView(QListView):
    """The list; copies the selected entries with the usual key."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("entry_view")
        self.setUniformItemSizes(True)
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_C and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            rows = sorted(self.selectedIndexes(), key=lambda index: index.row())
            QGuiApplication.clipboard().setText("\n".join(str(index.data()) for index in rows))
        else:
            super().keyPressEvent(event)
