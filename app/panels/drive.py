"""Driving the human's car of a running match in the arena view."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from app.services.settings import Settings
from app.session.bridge import FrameBatch
from runtime.documents import CarKind, Match, MatchDocument
from runtime.driving import HumanInputs
from runtime.games import capabilities_of
from runtime.model.commands import DriveCar
from runtime.model.driving import DriveAction, keys_from
from runtime.model.events import MatchEnded
from runtime.model.states import Phase
from runtime.model.values import LOCKSTEP, REALTIME
from widgets.notices.notice import WARNING, Notice
from widgets.stage.cameras import CameraKind


class DriveController(QObject):
    """Begins and ends driving, and passes presses on to the match; GUI thread.

    The inputs take their own path to the game (`runtime.match.side_sessions`); only what the user sees goes through the
    events of the match.
    """

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._session = context.session
        self._settings = context.settings
        self._document = context.document
        self._questions = context.questions
        self._notifications = context.notifications
        self._canvas = context.window.stage.canvas
        self._overlay = overlay = context.window.stage.driving
        self._human: int | None = None
        """Packet index of the human's car."""
        self._inputs: HumanInputs | None = None
        self._ball_cam_presses = 0
        self._camera_before: tuple[CameraKind, int | None] = (CameraKind.DIRECTOR, None)
        """Camera and followed car before driving."""
        self.begins_at_start = False
        """True if driving begins with the next match by itself."""
        self._set_keys(context.settings.settings)
        overlay.toggled.connect(self.toggle)
        overlay.held_changed.connect(self._on_held_changed)
        overlay.all_released.connect(self._on_all_released)
        overlay.ball_cam_wanted.connect(self._on_ball_cam_wanted)
        context.window.commands.drive.triggered.connect(self.toggle)
        context.settings.subscribe(lambda _before, after: self._set_keys(after))
        self._session.started.connect(self._on_started)
        self._session.ended.connect(self._on_ended)
        self._session.changed.connect(self._offer)
        self._session.bridge.frames_arrived.connect(self._on_frames_arrived)

    @property
    def is_driving(self) -> bool:
        """True if the user drives."""
        return self._inputs is not None

    @Slot()
    def toggle(self) -> None:
        """Begins driving, or ends it; does nothing without a human's car that can be driven."""
        if self.is_driving:
            self._session.post(DriveCar(source=None))
            self._end()
        elif self._is_offered and not self._reason:
            self._begin()

    @Slot(Path)
    def play_against(self, bot: Path) -> None:
        """Opens a new match of the user against a bot and starts it, after asking about unsaved changes.

        It is played in real time. Driving begins with it, unless the game has a window of its own.
        """
        if self._session.is_running:
            self._notifications.refuse(self.tr("A match is running."))
        else:
            self._questions.go_on_from_saved(lambda: self._play_against(bot))

    def _play_against(self, bot: Path) -> None:
        self._document.adopt(MatchDocument.against(bot))
        game = capabilities_of(self._session.choice.game)
        if game.takes_commands:
            self._session.choose(replace(self._session.choice, pace=REALTIME))
        reason = self._session.reasons.start
        if reason:
            self._notifications.refuse(reason)
            return
        self.begins_at_start = not game.has_own_window
        self._session.start()

    def _begin(self) -> None:
        self._inputs = HumanInputs(ramp_s=self._settings.settings.drive_ramp_ms / 1000.0)
        self._ball_cam_presses = 0
        self._session.post(DriveCar(source=self._inputs))
        self._camera_before = (self._canvas.camera, self._canvas.chosen)
        self._canvas.choose_car(self._human)
        self._canvas.choose_camera(CameraKind.BALL_CAM)
        if self._session.choice.pace == LOCKSTEP:
            text = self.tr("In lockstep the match runs as fast as it can. Choose real time to drive.")
            self._notifications.show(Notice(text=text, tone=WARNING))
        self._overlay.begin()
        self._offer()

    def _end(self) -> None:
        self._inputs = None
        camera, car = self._camera_before
        self._canvas.choose_car(car)
        self._canvas.choose_camera(camera)
        self._overlay.end()
        self._offer()

    @property
    def _is_offered(self) -> bool:
        return self._human is not None and self._session.phase not in (None, Phase.ENDED)

    @property
    def _reason(self) -> str:
        return self.tr("You drive in the game's own window") if self._session.game.has_own_window else ""

    @Slot()
    def _offer(self) -> None:
        self._overlay.offer(is_offered=self._is_offered, reason=self._reason)

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        has_human = any(car.kind is CarKind.HUMAN for car in match.cars)
        self._human = len(match.cars) - 1 if has_human else None  # validation puts the human last
        self._offer()

    @Slot(MatchEnded)
    def _on_ended(self, _event: MatchEnded) -> None:
        self._human = None
        self.begins_at_start = False
        if self.is_driving:
            self._end()
        self._offer()

    @Slot(FrameBatch)
    def _on_frames_arrived(self, batch: FrameBatch) -> None:
        if self.begins_at_start and self._is_offered and not self.is_driving:
            self.begins_at_start = False
            self.toggle()
        if self._inputs is None:
            return
        cars = batch.views[-1].cars
        car = next((car for car in cars if car.index == self._human), None)
        self._overlay.show_car(car, self._inputs.gamepad_name)
        if self._inputs.ball_cam_presses != self._ball_cam_presses:
            self._ball_cam_presses = self._inputs.ball_cam_presses
            self._on_ball_cam_wanted()

    @Slot(DriveAction, bool)
    def _on_held_changed(self, action: DriveAction, is_held: bool) -> None:
        if self._inputs is not None:
            self._inputs.held.set(action, is_held=is_held)

    @Slot()
    def _on_all_released(self) -> None:
        if self._inputs is not None:
            self._inputs.held.release_all()

    @Slot()
    def _on_ball_cam_wanted(self) -> None:
        """Switches between the ball camera and the one behind the car."""
        is_ball_cam = self._canvas.camera is CameraKind.BALL_CAM
        self._canvas.choose_camera(CameraKind.CAR if is_ball_cam else CameraKind.BALL_CAM)

    def _set_keys(self, settings: Settings) -> None:
        self._overlay.set_keys(keys_from(settings.drive_keys))


create = DriveController
