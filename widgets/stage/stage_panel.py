"""The arena panel: scoreboard, cameras, switches and the view."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QHideEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QToolButton, QWidget

from resources.looks import Looks
from runtime.model.drawings import DrawnGroup
from runtime.model.events import PaceMeasured
from runtime.model.values import ArenaView
from widgets.drive.drive_overlay import DriveOverlay
from widgets.shared.controls import hbox, push_button, set_icons, tool_button, vbox, widen
from widgets.stage.camera_tool import CAMERA_KEYS, NEXT_KEYS, PREVIOUS_KEYS
from widgets.stage.cameras import CameraKind
from widgets.stage.field import HOOPS, SOCCAR
from widgets.stage.hud.banners import Banners
from widgets.stage.hud.replay import ReplayBar
from widgets.stage.hud.result_card import ResultCard
from widgets.stage.movable_arena import MovableArena
from widgets.stage.scoreboard import Scoreboard
from widgets.words import car_names, key_text

APART_KEYS: Final = "Shift+F11"
FOLLOWING: Final = (CameraKind.CAR, CameraKind.BALL_CAM, CameraKind.TEAM)
"""Cameras that depend on the chosen car."""
DRAWINGS_KEYS: Final = "Ctrl+Shift+D"
MOVE_KEYS: Final = "Ctrl+Shift+M"
BUTTON_PX: Final = 26
ARROW_PX: Final = 18
WIDEST_PX: Final = 160
"""Width of a switch with its name."""


class _Tools(QWidget):
    """Buttons beside the scoreboard; GUI thread."""

    def __init__(self, *buttons: QToolButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all = buttons
        self._least_px = BUTTON_PX
        self._buttons = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._buttons.setSpacing(2)
        for button in buttons:
            button.setFixedHeight(BUTTON_PX)
            widen(button)
            self._buttons.addWidget(button)
        vbox(self._buttons, None, margins=(4, 4, 4, 0), parent=self)

    def set_form(self, *, is_low: bool, is_wide: bool) -> None:
        """Puts the buttons beside each other or one above the other, with or without their names."""
        direction = QBoxLayout.Direction.LeftToRight if is_low else QBoxLayout.Direction.TopToBottom
        self._buttons.setDirection(direction)
        style = Qt.ToolButtonStyle
        for button in self._all:
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if is_wide else style.ToolButtonIconOnly)
            button.setMinimumWidth(self._least_px)
            button.setMaximumWidth(WIDEST_PX if is_wide else self._least_px)


class CameraTools(_Tools):
    """The menu of cameras, and the button that moves the arena into its own window; GUI thread.

    Signals:
        camera_chosen: a `CameraKind`.
        car_stepped: 1 for the next car, -1 for the previous one.
        path_switched: whether the predicted path of the ball is shown.
    """

    camera_chosen = Signal(CameraKind)
    car_stepped = Signal(int)
    path_switched = Signal(bool)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        self.camera_button = tool_button(name="", role="segment", icon_px=16)
        self.window_button = tool_button(role="segment", icon_px=16, is_checkable=True)
        super().__init__(self.camera_button, self.window_button, parent=parent)
        words = self.tr("Own window")
        self.window_button.setText(words)
        self.window_button.setAccessibleName(words)
        hint = self.tr("Show the arena in its own window, for example on a second screen ({0})")
        self.window_button.setToolTip(hint.format(key_text(APART_KEYS)))
        self.menu = QMenu(self)
        group = QActionGroup(self.menu)
        self._choices = {kind: self._choice(kind, group) for kind in CameraKind}
        self.menu.addSeparator()
        for step, text in ((1, self.tr("Next car")), (-1, self.tr("Previous car"))):
            key = QKeySequence((NEXT_KEYS if step > 0 else PREVIOUS_KEYS)[0]).toString(
                QKeySequence.SequenceFormat.NativeText
            )
            self.menu.addAction(f"{text}\t{key}").triggered.connect(partial(self._step, step))
        self.menu.addSeparator()
        self.path_action = self.menu.addAction(self.tr("Predicted path of the ball"))
        self.path_action.setCheckable(True)
        self.path_action.toggled.connect(self.path_switched)
        self.menu.addSeparator()
        self.replays_action = self.menu.addAction(self.tr("Show goals again"))
        self.replays_action.setCheckable(True)
        self.camera_button.setMenu(self.menu)
        self.camera_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.show_camera(CameraKind.ABOVE, "")
        self.set_looks(looks)

    def show_camera(self, kind: CameraKind, car: str) -> None:
        """Shows the chosen camera and the name of the car that it follows."""
        words = camera_word(kind)
        self._choices[kind].setChecked(True)
        self.camera_button.setText(words)
        self.camera_button.setAccessibleName(self.tr("Camera: {0}").format(words))
        about = self.tr("Camera: {0}").format(f"{words} · {car}" if car and kind in FOLLOWING else words)
        keys = self.tr(
            "Keys 1 to 7 in the arena choose a camera, a click chooses a car.\nDrag to look around freely, turn the "
            "wheel to come closer."
        )
        self.camera_button.setToolTip(f"{about}\n{keys}")

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        set_icons(looks.text, [(self.camera_button, "camera"), (self.window_button, "window")])

    def _choice(self, kind: CameraKind, group: QActionGroup) -> QAction:
        action = self.menu.addAction(f"{camera_word(kind)}\t{CAMERA_KEYS[kind]}")
        action.setCheckable(True)
        group.addAction(action)
        action.triggered.connect(lambda _checked=False: self.camera_chosen.emit(kind))
        return action

    def _step(self, step: int, _is_checked: bool = False) -> None:
        self.car_stepped.emit(step)


def camera_word(kind: CameraKind) -> str:
    """Returns the name of a camera."""
    translate = QCoreApplication.translate
    return {
        CameraKind.DIRECTOR: translate("CameraTools", "Director"),
        CameraKind.BALL: translate("CameraTools", "Ball"),
        CameraKind.CAR: translate("CameraTools", "Follow car"),
        CameraKind.BALL_CAM: translate("CameraTools", "Ball cam"),
        CameraKind.TEAM: translate("CameraTools", "Team"),
        CameraKind.FREE: translate("CameraTools", "Free"),
        CameraKind.ABOVE: translate("CameraTools", "From above"),
    }[kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingAgent:
    """An agent in the menu of drawings."""

    key: str
    name: str
    is_allowed: bool


class StageTools(_Tools):
    """The switches beside the scoreboard: drawings of agents, and moving cars and ball; GUI thread.

    Signals:
        drawing_allowed: keys of agents, and whether they may draw.
        drawings_switched, moving_switched: whether the switch is on.
        refused: a sentence that says why nothing can be moved now.
    """

    drawings_switched = Signal(bool)
    moving_switched = Signal(bool)
    refused = Signal(str)
    drawing_allowed = Signal(object, bool)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        self._looks = looks
        self._reason = ""
        self._agents: tuple[DrawingAgent, ...] = ()
        self._no_drawing = ""
        self.drawings_button = tool_button(role="segment", icon_px=16, is_checkable=True)
        self.move_button = tool_button(role="segment", icon_px=16, is_checkable=True)
        super().__init__(self.drawings_button, self.move_button, parent=parent)
        self.drawings_button.setText(self.tr("Drawings"))
        self.drawings_button.setAccessibleName(self.tr("Show bot drawings"))
        self.move_button.setText(self.tr("Move"))
        self.move_button.setAccessibleName(self.tr("Move cars and ball"))
        self.drawings_button.setToolTip(
            self.tr(
                "Show bot drawings in the arena ({0}). Rocket League shows them on its own screen.\nThe arrow opens "
                "the list of bots that may draw."
            ).format(key_text(DRAWINGS_KEYS))
        )
        self.agents_menu = QMenu(self)
        self.agents_menu.setToolTipsVisible(True)
        self.agents_menu.aboutToShow.connect(self._fill_agents)
        self.drawings_button.setMenu(self.agents_menu)
        self.drawings_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._least_px = BUTTON_PX + ARROW_PX
        self.drawings_button.toggled.connect(self.drawings_switched)
        self.move_button.toggled.connect(self._on_moving_toggled)
        self.show_moving(self.tr("No match is running."))
        self.set_looks(looks)

    def show_drawings(self, *, is_on: bool) -> None:
        """Shows whether drawings are on."""
        self.drawings_button.setChecked(is_on)

    def show_agents(self, agents: Sequence[DrawingAgent], reason: str) -> None:
        """Takes the agents of the match for the menu; a reason tells why none may draw."""
        self._agents, self._no_drawing = tuple(agents), reason

    @Slot()
    def _fill_agents(self) -> None:
        self.agents_menu.clear()
        self.agents_menu.addSection(self.tr("These bots may draw"))
        if self._no_drawing or not self._agents:
            self.agents_menu.addAction(self._no_drawing or self.tr("No match is running.")).setEnabled(False)
            return
        for agent in self._agents:
            action = self.agents_menu.addAction(agent.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(agent.is_allowed)
            action.toggled.connect(partial(self.drawing_allowed.emit, (agent.key,)))
        if len(self._agents) > 1:
            self.agents_menu.addSeparator()
            keys = tuple(agent.key for agent in self._agents)
            for text, is_allowed in ((self.tr("All"), True), (self.tr("None"), False)):
                action = self.agents_menu.addAction(text)
                action.triggered.connect(partial(self._allow_all, keys, is_allowed=is_allowed))

    def _allow_all(self, keys: tuple[str, ...], _is_checked: bool = False, *, is_allowed: bool) -> None:
        self.drawing_allowed.emit(keys, is_allowed)

    def show_moving(self, reason: str) -> None:
        """Enables moving if the reason is empty; otherwise the reason is the tooltip."""
        self._reason = reason
        self.move_button.setEnabled(not reason)
        if reason:
            self.move_button.setChecked(False)
        words = self.tr(
            "Move cars and ball ({0}): drag to place one, with the right button or Shift to throw "
            "it, with Ctrl to turn a car.\nKeyboard: Tab selects, arrows move, Enter drops, Shift+Enter throws, "
            "Escape cancels."
        ).format(key_text(MOVE_KEYS))
        self.move_button.setToolTip(reason or words)
        self._draw()

    @Slot()
    def toggle_moving(self) -> None:
        """Switches moving on or off, or emits `refused`."""
        if self._reason:
            self.refused.emit(self._reason)
        else:
            self.move_button.toggle()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self._draw()

    @Slot(bool)
    def _on_moving_toggled(self, is_on: bool) -> None:
        self._draw()
        self.moving_switched.emit(is_on)

    def _draw(self) -> None:
        set_icons(self._looks.text, [(self.drawings_button, "drawings")])
        colour = self._looks.text if self.move_button.isEnabled() else self._looks.muted
        set_icons(colour, [(self.move_button, "move")])


LOW_PX: Final = 320
"""Below this height, score, phase and switches share one row."""
LARGE_PX: Final = 540
"""Above this height, the scoreboard grows."""
MAX_SCALE: Final = 2.5
WIDE_PX: Final = 560
"""From this width on, the switches have their names beside them."""


class StagePanel(QFrame):
    """Shows a running match, the last frame of one that ended, or a hint; GUI thread.

    Signals:
        watched: whether the panel is visible.
        examples_requested: an example match, to be chosen.
    """

    watched = Signal(bool)
    examples_requested = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.scoreboard = Scoreboard()
        self.tools = StageTools(looks)
        self.cameras = CameraTools(looks)
        self.canvas = MovableArena(looks)
        self.banners = Banners(looks, self.canvas)
        self.canvas.overlays.append(self.banners.paint)
        self.result_card = ResultCard(looks, self.canvas)
        self.replay = ReplayBar(self.canvas, self.banners.show_mark)
        self.driving = DriveOverlay(looks, self.canvas)
        self.tools.moving_switched.connect(self._on_moving_switched)
        self.canvas.moving_left.connect(self.tools.toggle_moving)
        self.canvas.camera_changed.connect(self._on_camera_changed)
        self.cameras.camera_chosen.connect(self.canvas.choose_camera)
        self.cameras.car_stepped.connect(self.canvas.step_car)
        self.examples_button = push_button(self.tr("Open an example"), name=self.tr("Open an example match"))
        self.examples_button.clicked.connect(self.examples_requested)
        self.examples_button.hide()
        over = vbox(None, None, (self.examples_button, Qt.AlignmentFlag.AlignHCenter), None, parent=self.canvas)
        over.setSpacing(0)
        head = hbox(self.cameras, (self.scoreboard, 1), self.tools, spacing=0)
        vbox(head, (self.canvas, 1), spacing=2, margins=(6, 2, 6, 5), parent=self)
        self._scale = 1.0
        self._arrange_head(is_low=False, is_wide=False)

    def show_view(self, view: ArenaView) -> None:
        """Shows a frame of the match."""
        self.scoreboard.show_view(view)
        self.banners.take(view)
        self.canvas.show_view(view)

    def play(self, views: Sequence[ArenaView]) -> None:
        """Plays frames of the match, oldest first."""
        self.scoreboard.show_view(views[-1])
        self.banners.take(views[-1])
        self.canvas.play(views)

    def show_drawings(self, groups: tuple[DrawnGroup, ...]) -> None:
        """Shows the drawings of the agents."""
        self.canvas.show_drawings(groups)

    def show_pace(self, pace: PaceMeasured) -> None:
        """Shows the speed of the match."""
        self.scoreboard.show_pace(pace.speed, pace.overruns)

    @Slot(bool)
    def show_paused(self, is_paused: bool) -> None:
        """Shows whether the match is paused."""
        self.scoreboard.show_paused(is_paused=is_paused)
        self.banners.show_paused(is_paused=is_paused)

    def show_note(self, note: str, *, offers_examples: bool = False) -> None:
        """Shows a sentence over the field, and the button for the examples; an empty note hides both."""
        self.canvas.show_note(note)
        self.examples_button.setVisible(offers_examples)

    def show_field(self, *, is_hoops: bool) -> None:
        """Shows the field of the mode before the first frame of a match."""
        self.canvas.show_shape(HOOPS if is_hoops else SOCCAR)

    def clear(self) -> None:
        """Removes the last match."""
        self.scoreboard.clear()
        self.banners.moments.clear()
        self.canvas.clear()

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self.tools.set_looks(looks)
        self.cameras.set_looks(looks)
        self.canvas.set_looks(looks)
        self.banners.set_looks(looks)
        self.result_card.set_looks(looks)
        self.driving.set_looks(looks)

    @Slot()
    def _on_camera_changed(self) -> None:
        scene = self.canvas.scene
        car, view = scene.chosen_car, scene.view
        name = car_names(view)[car.index] if car is not None and view is not None else ""
        self.cameras.show_camera(self.canvas.camera, name)

    @Slot(bool)
    def _on_moving_switched(self, is_on: bool) -> None:
        self.canvas.set_moving(is_on=is_on)

    def _arrange_head(self, *, is_low: bool, is_wide: bool) -> None:
        self._form = (is_low, is_wide)
        self.scoreboard.set_low(is_low=is_low)
        self.tools.set_form(is_low=is_low, is_wide=is_wide)
        self.cameras.set_form(is_low=is_low, is_wide=is_wide)
        width = 0 if is_low else max(self.tools.sizeHint().width(), self.cameras.sizeHint().width())
        for tools in (self.cameras, self.tools):
            tools.setMinimumWidth(width)  # the clock is above the centre of the field

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves more of a low panel to the field, and names the tools in a wide one."""
        super().resizeEvent(event)
        is_low, is_wide = self.height() < LOW_PX, self.width() >= WIDE_PX
        scale = min(MAX_SCALE, max(1.0, min(self.height() / LARGE_PX, self.width() / (1.4 * LARGE_PX))))
        if self._scale != (scale := round(2 * scale) / 2):
            self._scale = scale
            self.scoreboard.set_scale(scale)
        if self._form != (is_low, is_wide):
            self._arrange_head(is_low=is_low, is_wide=is_wide)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.watched.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watched.emit(False)
