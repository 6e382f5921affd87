"""The numbers of one ball or car of a running match, to be read and changed."""

from collections.abc import Callable
from dataclasses import dataclass
from math import radians
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QGridLayout, QWidget

from runtime.model.placements import Placement, Vector
from runtime.model.situations import placement_of_ball, placement_of_car
from runtime.model.values import ArenaView, BallView, CarView
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, vbox
from widgets.stage.moving import Handle, handles, thing
from widgets.words import car_names

FIELD_PX: Final = 62
HEIGHT_PX: Final = 23


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row of three numbers: a field of `Placement`, limit and step as shown, and the value of one unit shown."""

    field: str
    maximum: float
    step: float
    decimals: int = 0
    factor: float = 1.0


_ROWS: Final = (
    _Row(field="location", maximum=10_000.0, step=50.0),
    _Row(field="velocity", maximum=6_000.0, step=100.0),
    _Row(field="rotation", maximum=180.0, step=5.0, factor=radians(1.0)),
    _Row(field="spin", maximum=20.0, step=0.5, decimals=1),
)
BOOST_STEP: Final = 10.0


class Inspector(QWidget):
    """Shows the numbers of the chosen object, which follow the match while none of them has the focus; GUI thread.

    Signals:
        placed: the `Placement` of a number that the user has changed.
        chosen: the `Handle` of the object that the user has chosen.
    """

    placed = Signal(Placement)
    chosen = Signal(Handle)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ArenaView | None = None
        self._offered: tuple[tuple[Handle, str], ...] = ()
        self.object: QComboBox = ElidingBox(self.tr("Ball or car to change"), min_characters=10)
        self.object.activated.connect(self._on_activated)
        titles = (
            (self.tr("Position"), self.tr("uu"), ("x", "y", "z")),
            (self.tr("Speed"), self.tr("uu/s"), ("x", "y", "z")),
            (self.tr("Rotation"), self.tr("degrees"), (self.tr("pitch"), self.tr("yaw"), self.tr("roll"))),
            (self.tr("Spin"), self.tr("rad/s"), ("x", "y", "z")),
        )
        self.fields: dict[str, tuple[QDoubleSpinBox, ...]] = {}
        grid = QGridLayout()
        grid.setSpacing(3)
        for place, (row, (title, unit, parts)) in enumerate(zip(_ROWS, titles, strict=True)):
            boxes = tuple(self._box(f"{title}, {part} ({unit})", row.maximum, row.step, row.decimals) for part in parts)
            self.fields[row.field] = boxes
            grid.addWidget(label(f"{title}"), place, 0)
            for column, box in enumerate(boxes, 1):
                box.valueChanged.connect(self._changer(row))
                grid.addWidget(box, place, column)
        self.boost = self._box(self.tr("Boost (0 to 100)"), 100.0, BOOST_STEP, 0)
        self.boost.setMinimum(0.0)
        self.boost.valueChanged.connect(self._on_boost_changed)
        vbox(hbox((self.object, 1), label(self.tr("Boost")), self.boost), grid, None, spacing=3, parent=self)

    @property
    def handle(self) -> Handle | None:
        """The chosen object; None without a match."""
        place = self.object.currentIndex()
        return self._offered[place][0] if 0 <= place < len(self._offered) else None

    def show_view(self, view: ArenaView | None) -> None:
        """Shows a frame; without one, no object."""
        self._view = view
        offered = () if view is None else tuple((handle, self._name(handle, view)) for handle in handles(view))
        if offered != self._offered:
            kept = self.handle
            self._offered = offered
            self.object.clear()
            self.object.addItems([name for _, name in offered])
            self.choose(kept)
        self._show_numbers()

    def choose(self, handle: Handle | None) -> None:
        """Chooses an object, if it exists."""
        places = [place for place, (offered, _) in enumerate(self._offered) if offered == handle]
        if places and places[0] != self.object.currentIndex():
            self.object.setCurrentIndex(places[0])
            self._show_numbers()

    @Slot()
    def _on_activated(self) -> None:
        self._show_numbers()
        if self.handle is not None:
            self.chosen.emit(self.handle)

    def _show_numbers(self) -> None:
        body = thing(self.handle, self._view) if self.handle is not None and self._view is not None else None
        is_car = isinstance(body, CarView)
        for part in (*self.fields["rotation"], self.boost):
            part.setEnabled(is_car)
        if body is None:
            return
        placement = _placement(body, self.handle)
        for row in _ROWS:
            values = getattr(placement, row.field) or (0.0, 0.0, 0.0)
            for box, value in zip(self.fields[row.field], values, strict=True):
                _show(box, value / row.factor)
        _show(self.boost, placement.boost or 0.0)

    def _changer(self, row: _Row) -> Callable[[float], None]:
        """Returns what handles a changed number of a row; the other two keep the values that are shown."""

        def on_changed(_value: float) -> None:
            x, y, z = (box.value() * row.factor for box in self.fields[row.field])
            self._place(row.field, (x, y, z))

        return on_changed

    @Slot(float)
    def _on_boost_changed(self, boost: float) -> None:
        self._place("boost", boost)

    def _place(self, field: str, value: Vector | float) -> None:
        if self.handle is not None:
            changed: dict[str, Any] = {field: value}
            self.placed.emit(Placement(body=self.handle.body, index=self.handle.index, **changed))

    def _box(self, name: str, maximum: float, step: float, decimals: int) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(-maximum, maximum)
        box.setSingleStep(step)
        box.setDecimals(decimals)
        box.setKeyboardTracking(False)
        box.setFixedSize(FIELD_PX, HEIGHT_PX)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setProperty("role", "number")
        box.setAccessibleName(name)
        box.setToolTip(name)
        return box

    def _name(self, handle: Handle, view: ArenaView) -> str:
        body = thing(handle, view)
        return car_names(view)[body.index] if isinstance(body, CarView) else self.tr("Ball")


def _placement(body: CarView | BallView, handle: Handle | None) -> Placement:
    if isinstance(body, CarView):
        return placement_of_car(body)
    return placement_of_ball(body, handle.index if handle is not None else 0)


def _show(box: QDoubleSpinBox, value: float) -> None:
    """Shows a number of the match, unless the user is writing another one."""
    if not box.hasFocus() or not box.lineEdit().isModified():
        with QSignalBlocker(box):
            box.setValue(value)
