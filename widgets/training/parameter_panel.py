"""Sliders for the parameters of a training run that can be changed while it runs."""

from functools import partial
from math import ceil, log10
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QSlider, QWidget

from runtime.model.training import ParameterView
from widgets.shared.controls import label, scroll_area, vbox

SLIDER_STEPS: Final = 1000
SEND_MS: Final = 100
"""Time without a change after which the last values are sent."""
NUMBER_PX: Final = 84


class _Parameter:
    """Slider and number of one parameter."""

    def __init__(self, view: ParameterView, name: str) -> None:
        self.view = view
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setAccessibleName(name)
        self.number = QDoubleSpinBox()
        self.number.setProperty("role", "number")
        span = view.most - view.least
        self.number.setDecimals(min(6, max(0, ceil(3 - log10(span)))) if span > 0 else 3)
        self.number.setRange(view.least, view.most)
        self.number.setFixedWidth(NUMBER_PX)
        self.number.setAccessibleName(name)
        self.slider.setEnabled(span > 0)
        self.show(view.value)

    def show(self, value: float) -> None:
        """Shows a value in both."""
        blockers = QSignalBlocker(self.slider), QSignalBlocker(self.number)
        span = self.view.most - self.view.least
        self.slider.setValue(round((value - self.view.least) / span * SLIDER_STEPS) if span > 0 else 0)
        self.number.setValue(value)
        for blocker in blockers:
            blocker.unblock()

    @property
    def is_in_use(self) -> bool:
        """True while the user changes it."""
        return self.slider.isSliderDown() or self.number.hasFocus()

    @property
    def slider_value(self) -> float:
        """The value of the slider."""
        return self.view.least + (self.view.most - self.view.least) * self.slider.value() / SLIDER_STEPS


class ParameterPanel(QWidget):
    """Shows the parameters of a run and changes them; GUI thread.

    Signals:
        parameter_changed: name and new value of a parameter.
    """

    parameter_changed = Signal(str, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameters: dict[str, _Parameter] = {}
        self._due: dict[str, float] = {}
        self._send = QTimer(self, singleShot=True, interval=SEND_MS)
        self._send.timeout.connect(self._on_due)
        self.hint = label(tone="muted", wraps=True)
        content = QWidget()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 1)
        self._grid.setHorizontalSpacing(8)
        vbox(self.hint, self._grid, None, margins=8, parent=content)
        vbox((scroll_area(content), 1), margins=0, parent=self)
        self.show_parameters((), is_running=False)

    def show_parameters(self, parameters: tuple[ParameterView, ...], *, is_running: bool) -> None:
        """Shows parameters; they can be changed while the run is running."""
        ranges = [(parameter.name, parameter.least, parameter.most) for parameter in parameters]
        if ranges != [
            (parameter.view.name, parameter.view.least, parameter.view.most) for parameter in self._parameters.values()
        ]:
            self._rebuild(parameters)
        for parameter in parameters:
            row = self._parameters[parameter.name]
            if parameter.value != row.view.value and not row.is_in_use:
                row.view = parameter
                row.show(parameter.value)
            row.slider.setEnabled(is_running and parameter.most > parameter.least)
            row.number.setEnabled(is_running)
        nothing = self.tr("This run has no sliders. Add some under Sliders to change parameters while it runs.")
        waiting = self.tr("The parameters can be changed while the run is running.")
        self.hint.setText(nothing if not parameters else "" if is_running else waiting)
        self.hint.setVisible(bool(self.hint.text()))

    def _rebuild(self, parameters: tuple[ParameterView, ...]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._parameters = {}
        for row, parameter in enumerate(parameters):
            controls = self._parameters[parameter.name] = _Parameter(parameter, parameter.name)
            controls.slider.valueChanged.connect(partial(self._on_slider_moved, parameter.name))
            controls.number.valueChanged.connect(partial(self._on_typed, parameter.name))
            self._grid.addWidget(label(parameter.name), 2 * row, 0, 1, 2)
            for column, widget in enumerate((controls.slider, controls.number)):
                self._grid.addWidget(widget, 2 * row + 1, column)

    def _on_slider_moved(self, name: str, _position: int) -> None:
        row = self._parameters[name]
        row.show(row.slider_value)
        self._change(name, row.slider_value)

    def _on_typed(self, name: str, value: float) -> None:
        self._parameters[name].show(value)
        self._change(name, value)

    def _change(self, name: str, value: float) -> None:
        self._due[name] = value
        self._send.start()

    @Slot()
    def _on_due(self) -> None:
        due, self._due = self._due, {}
        for name, value in due.items():
            self.parameter_changed.emit(name, value)
