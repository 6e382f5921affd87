"""The panel with the plots: which of them are shown, the time axis, the legend, and a list of channels to add."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QMimeData, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QActionGroup, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from resources.looks import Looks
from widgets.looks import scaled_font
from widgets.plots.legend import NARROW_PX, WIDTH_PX, Legend, MarkKey
from widgets.plots.plot_canvas import CHANNEL_TYPE, PlotCanvas
from widgets.plots.plot_spec import FREE, PLOTS, SPAN_S, SPANS_S
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, scroll_area, set_icons, tool_button, vbox
from widgets.shared.labels import FittingLabel

NARROW_BELOW_PX: Final = 600
"""Width of the panel below which a list replaces the buttons, and the legend is narrow."""
LIST_PX: Final = 170
MIN_BOX_PX: Final = 62


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelEntry:
    """A channel that can be added to the user's own plots."""

    key: str
    title: str
    hint: str
    """Definition and unit."""
    group: str
    """The subjects of its curves: cars, agents, the match, the server."""
    is_shown: bool = False


class ChannelList(QListWidget):
    """The channels with a check box each; they can be dragged onto a plot. GUI thread.

    Signals:
        channel_switched: identifier of a channel, and whether it should be shown.
    """

    channel_switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Channels"))
        self.setFont(scaled_font(self, 0.88))
        self.setFixedWidth(LIST_PX)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setDragDropMode(QListWidget.DragDropMode.DragOnly)
        self._entries: tuple[ChannelEntry, ...] = ()
        self.itemChanged.connect(self._on_item_changed)

    def show_channels(self, entries: Sequence[ChannelEntry]) -> None:
        """Shows channels under the names of their groups."""
        if self._entries == tuple(entries):
            return
        self._entries = tuple(entries)
        blocker, place = QSignalBlocker(self), self.verticalScrollBar().value()
        current = self.currentRow()
        self.clear()
        group = ""
        for entry in entries:
            if entry.group != group:
                group = entry.group
                head = QListWidgetItem(group, self)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
            item = QListWidgetItem(entry.title, self)
            item.setToolTip(entry.hint)
            item.setData(Qt.ItemDataRole.UserRole, entry.key)
            item.setCheckState(Qt.CheckState.Checked if entry.is_shown else Qt.CheckState.Unchecked)
        self.setCurrentRow(current)
        self.verticalScrollBar().setValue(place)
        blocker.unblock()

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:  # noqa: N802 - Qt's name
        """Qt's: the channel that is dragged."""
        data = QMimeData()
        if items:
            data.setData(CHANNEL_TYPE, str(items[0].data(Qt.ItemDataRole.UserRole)).encode())
        return data

    @Slot(QListWidgetItem)
    def _on_item_changed(self, item: QListWidgetItem) -> None:
        key = item.data(Qt.ItemDataRole.UserRole)
        if key:
            self.channel_switched.emit(key, item.checkState() is Qt.CheckState.Checked)


class PlotPanel(QFrame):
    """Shows one or several plots over one time axis; GUI thread.

    Signals:
        plots_chosen: keys of the plots to show, in their order; at least one.
        span_chosen: length of the time axis in seconds.
        live_switched: whether the newest samples are shown.
        export_requested: `png`, `svg` or `csv`.
        comparison_requested: intervals before and after the newest swap or crash should be compared.
        looks_changed: everything has to be shown again.
    """

    plots_chosen = Signal(tuple)
    span_chosen = Signal(float)
    live_switched = Signal(bool)
    export_requested = Signal(str)
    comparison_requested = Signal()
    looks_changed = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.looks = looks
        self._chosen: tuple[str, ...] = (PLOTS[0].key,)
        self._make_controls()
        self.headline = FittingLabel()
        self.hint = label(
            self.tr("Curves of every bot, of the match and of the game appear here."), "muted", wraps=True
        )
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.canvas = PlotCanvas(looks)
        self.area: QScrollArea = scroll_area(self.canvas)
        self.area.hide()
        self.legend = Legend(looks)
        self.key = MarkKey(looks)
        for part in (self.legend, self.key):
            part.hide()
        self.channels = ChannelList()
        self.channels.hide()
        row = hbox(self._button_row, self.choice, (self.headline, 1), self.span, self.live_button, self.menu_button)
        plots = vbox(self.key, (self.area, 1), spacing=0)
        body = hbox(self.channels, (self.hint, 1), (plots, 1), self.legend, spacing=6)
        vbox(row, (body, 1), spacing=4, margins=(8, 6, 8, 4), parent=self)
        self._connect()
        self.set_looks(looks)
        self._show_chosen()

    @property
    def chosen(self) -> tuple[str, ...]:
        """Keys of the plots that are shown, in the order of `PLOTS`."""
        return self._chosen

    @property
    def is_built(self) -> bool:
        """True if curves can be drawn."""
        return not self.area.isHidden()

    @Slot()
    def build(self) -> None:
        """Shows the plots; numpy has been imported."""
        self.hint.hide()
        for part in (self.area, self.legend, self.key):
            part.show()

    def choose(self, keys: Iterable[str]) -> None:
        """Shows other plots; without a known key, nothing changes."""
        wanted = set(keys)
        chosen = tuple(spec.key for spec in PLOTS if spec.key in wanted)
        if chosen and chosen != self._chosen:
            self._chosen = chosen
            self._show_chosen()
            self.plots_chosen.emit(chosen)
        else:
            self._show_chosen()

    def show_time(self, *, is_live: bool, span_s: float) -> None:
        """Shows how the time axis moves."""
        blockers = QSignalBlocker(self.live_button), QSignalBlocker(self.span)
        self.live_button.setChecked(is_live)
        self.span.setCurrentIndex(SPANS_S.index(span_s) if span_s in SPANS_S else -1)
        for blocker in blockers:
            blocker.unblock()

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self.looks = looks
        self.canvas.set_looks(looks)
        self.legend.set_looks(looks)
        self.key.set_looks(looks)
        set_icons(looks.text, ((self.menu_button, "more"),))
        self.looks_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Shows a list in place of the buttons and a narrow legend where there is little room."""
        is_narrow = self.width() < NARROW_BELOW_PX
        self._button_row.setVisible(not is_narrow)
        self.choice.setVisible(is_narrow)
        self.legend.setFixedWidth(NARROW_PX if is_narrow else WIDTH_PX)

    def _make_controls(self) -> None:
        """Makes what stands above the plots."""
        self.buttons = {spec.key: self._plot_button(spec.key, spec.title) for spec in PLOTS}
        self.live_button = tool_button(
            self.tr("Live"),
            self.tr("Show the newest values; drag a plot or use Ctrl+wheel to look around"),
            is_checkable=True,
        )
        self.live_button.setChecked(True)
        self.span = ElidingBox(self.tr("Length of the time axis"), min_characters=4)
        for span_s in SPANS_S:
            text = (
                self.tr("{0} s").format(round(span_s)) if span_s < 60 else self.tr("{0} min").format(round(span_s / 60))
            )
            self.span.addItem(text, span_s)
        self.span.setCurrentIndex(SPANS_S.index(SPAN_S))
        self.menu_button = tool_button(
            hint=self.tr("Save, compare, and show several plots at once"), name=self.tr("Plots")
        )
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = self._menu()
        self.menu_button.setMenu(self.menu)
        self._button_row = QWidget()
        self._button_row.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._button_row.setMinimumWidth(1)  # so that the panel can become narrow, and shows the list instead
        hbox(*self.buttons.values(), parent=self._button_row).setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.choice = ElidingBox(self.tr("Plot to show"), min_characters=5)
        for spec in PLOTS:
            self.choice.addItem(QCoreApplication.translate("Plots", spec.title), spec.key)
        for box in (self.choice, self.span):
            box.setMinimumWidth(MIN_BOX_PX)

    def _plot_button(self, key: str, title: str) -> QToolButton:
        words = QCoreApplication.translate("Plots", title)
        hint = self.tr("Ctrl+click shows it together with the others")
        button = tool_button(words, hint, role="segment", is_checkable=True)
        button.clicked.connect(partial(self._on_button_clicked, key))
        return button

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        self.plot_actions = {}
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for spec in PLOTS:
            action = menu.addAction(self.tr("Show: {0}").format(QCoreApplication.translate("Plots", spec.title)))
            action.setCheckable(True)
            action.triggered.connect(partial(self._on_toggled, spec.key))
            group.addAction(action)
            self.plot_actions[spec.key] = action
        menu.addSeparator()
        for kind, words in (
            ("png", self.tr("Save as picture (PNG) …")),
            ("svg", self.tr("Save as drawing (SVG) …")),
            ("csv", self.tr("Save values (CSV) …")),
        ):
            menu.addAction(words).triggered.connect(partial(self._on_export, kind))
        menu.addSeparator()
        menu.addAction(self.tr("Compare before and after …")).triggered.connect(self.comparison_requested)
        return menu

    def _connect(self) -> None:
        self.span.activated.connect(lambda place: self.span_chosen.emit(SPANS_S[place]))
        self.live_button.toggled.connect(self.live_switched)
        self.choice.activated.connect(lambda place: self.choose((PLOTS[place].key,)))

    def _on_button_clicked(self, key: str, _is_checked: bool = False) -> None:
        if QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier:
            self._on_toggled(key)
        else:
            self.choose((key,))

    def _on_toggled(self, key: str, _is_checked: bool = False) -> None:
        self.choose(set(self._chosen) ^ {key})

    def _on_export(self, kind: str, _is_checked: bool = False) -> None:
        self.export_requested.emit(kind)

    def _show_chosen(self) -> None:
        for key, button in self.buttons.items():
            button.setChecked(key in self._chosen)
            self.plot_actions[key].setChecked(key in self._chosen)
        self.channels.setVisible(FREE in self._chosen)
        self.choice.setCurrentIndex(self.choice.findData(self._chosen[0]))
