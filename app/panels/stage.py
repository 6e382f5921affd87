"""The arena view: the field, what is said over it, what bots draw, and moving cars and ball."""

from itertools import chain
from typing import Final

from PySide6.QtCore import QObject, Slot

from app.panels.cast import Cast
from app.panels.context import WindowContext
from app.session.bridge import FrameBatch
from runtime.model.commands import AllowDrawing, FollowDrawings, FollowPath, SetState
from runtime.model.events import DrawingsShown, MatchEnded, PathPredicted
from runtime.model.placements import Placement, StateChange
from runtime.model.states import Outcome, Phase
from runtime.model.values import AgentStatus, MatchOverview, slow_agents
from widgets.stage.cameras import CameraKind
from widgets.stage.stage_panel import DrawingAgent
from widgets.teams.card_words import no_drawing
from widgets.words import word_of

_IMMOVABLE: Final = (None, Phase.INACTIVE, Phase.ENDED)


class StageController(QObject):
    """Shows the document's field or the running match; GUI thread.

    Drawings are requested from the match only while they are switched on and the view is in sight.
    """

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._session = context.session
        self._cast = Cast(context.session, self)
        self._settings = context.settings
        self._header = context.window.header
        self._stage = stage = context.window.stage
        self._is_in_sight = False
        self._is_followed = False
        self._is_path_followed = False
        self._phase: Phase | None = None
        stage.tools.show_drawings(is_on=self._settings.settings.shows_drawings)
        stage.tools.drawings_switched.connect(self._on_drawings_switched)
        stage.tools.drawing_allowed.connect(self._on_agents_allowed)
        stage.tools.refused.connect(context.notifications.refuse)
        stage.cameras.path_action.setChecked(self._settings.settings.shows_path)
        stage.cameras.path_switched.connect(self._on_path_switched)
        stage.watched.connect(self._on_watched)
        context.preload.loaded.connect(stage.canvas.build)
        stage.canvas.choose_camera(_camera_of(self._settings.settings.camera))
        stage.canvas.camera_changed.connect(self._on_camera_changed)
        stage.canvas.placed.connect(self._on_placed)
        stage.examples_requested.connect(self._on_examples_requested)
        self._session.started.connect(self._on_started)
        self._session.ended.connect(self._on_ended)
        self._session.changed.connect(self._on_changed)
        self._session.agent_changed.connect(self._on_agent_changed)
        self._session.drawing_allowed.connect(self._on_drawing_allowed)
        self._session.bridge.pace_measured.connect(stage.show_pace)
        self._session.bridge.frames_arrived.connect(self._on_frames_arrived)
        self._session.bridge.drawings_shown.connect(self._on_drawings_shown)
        self._session.bridge.path_predicted.connect(self._on_path_predicted)
        context.document.overview_changed.connect(self._on_overview)

    @Slot(MatchOverview)
    def _on_overview(self, overview: MatchOverview) -> None:
        if not self._session.is_running:
            self._stage.clear()
            self._stage.show_field(is_hoops=overview.is_hoops)
            self._stage.show_note(self._invitation(overview), offers_examples=overview.is_empty)

    def _invitation(self, overview: MatchOverview) -> str:
        if not overview.can_start:
            return self.tr("This match has errors. See Problems.")
        if overview.is_empty:
            return self.tr("Drop a bot's folder on each team, or a match file anywhere.")
        return self.tr("Press Start to play this match.")

    @Slot()
    def _on_examples_requested(self) -> None:
        button = self._stage.examples_button
        self._header.open_examples_menu(button.mapToGlobal(button.rect().bottomLeft()))

    @Slot()
    def _on_started(self) -> None:
        self._is_followed = self._is_path_followed = False
        self._stage.clear()
        self._stage.show_note(self.tr("Starting …"))

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        self._is_followed = self._is_path_followed = False
        self._stage.canvas.show_path(None)
        self._stage.scoreboard.end(word_of(event.result.outcome))
        has_no_picture = event.result.outcome is Outcome.FAILED and self._stage.canvas.view is None
        self._stage.show_note(self.tr("The match failed.") if has_no_picture else "")

    @Slot(FrameBatch)
    def _on_frames_arrived(self, batch: FrameBatch) -> None:
        self._stage.show_note("")
        self._stage.play(batch.views)

    @Slot()
    def _on_changed(self) -> None:
        self._stage.show_paused(self._session.is_paused)
        self._stage.tools.show_moving(self._why_immovable())
        self._show_agents()
        if self._session.phase is not self._phase:
            self._phase = self._session.phase
            self._follow()

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, _agent: AgentStatus, _before: AgentStatus | None) -> None:
        agents = self._session.agents
        slow = (agents[key].cars for key in slow_agents(agents.values()))
        self._stage.canvas.show_slow(frozenset(chain.from_iterable(slow)))

    def _show_agents(self) -> None:
        agents = self._session.agents.values() if self._session.is_running else ()
        shown = [
            DrawingAgent(key=agent.key, name=self._cast.name(agent.key), is_allowed=agent.can_draw) for agent in agents
        ]
        self._stage.tools.show_agents(shown, "" if self._session.permissions.can_draw else no_drawing())

    @Slot(object, bool)
    def _on_agents_allowed(self, keys: tuple[str, ...], is_allowed: bool) -> None:
        self._session.post(AllowDrawing(keys=keys, is_allowed=is_allowed))

    def _why_immovable(self) -> str:
        if not self._session.permissions.can_set_state:
            return self.tr("Moving is off: “Bots may move things” is off in this match's settings.")
        if self._session.phase in _IMMOVABLE:
            return self.tr("Cars and ball can be moved while a match runs.")
        return ""

    @Slot(Placement)
    def _on_placed(self, placement: Placement) -> None:
        self._session.post(SetState(change=StateChange(placements=(placement,))))

    @Slot()
    def _on_camera_changed(self) -> None:
        self._settings.change(camera=self._stage.canvas.camera.value)

    @Slot(bool)
    def _on_drawing_allowed(self, is_allowed: bool) -> None:
        """Switches drawings on for a user who has just allowed an agent to draw."""
        if is_allowed:
            self._stage.tools.show_drawings(is_on=True)

    @Slot(DrawingsShown)
    def _on_drawings_shown(self, drawings: DrawingsShown) -> None:
        self._stage.show_drawings(drawings.groups if self._is_followed else ())

    @Slot(bool)
    def _on_drawings_switched(self, is_on: bool) -> None:
        self._settings.change(shows_drawings=is_on)
        if not is_on:
            self._stage.show_drawings(())
        self._follow()

    @Slot(PathPredicted)
    def _on_path_predicted(self, path: PathPredicted) -> None:
        self._stage.canvas.show_path(path if self._is_path_followed else None)

    @Slot(bool)
    def _on_path_switched(self, is_on: bool) -> None:
        self._settings.change(shows_path=is_on)
        if not is_on:
            self._stage.canvas.show_path(None)
        self._follow()

    @Slot(bool)
    def _on_watched(self, is_watched: bool) -> None:
        self._is_in_sight = is_watched
        self._follow()

    def _follow(self) -> None:
        """Starts or ends drawings and path of the match; it takes commands about them from its first frame on."""
        is_wanted = self._is_in_sight and self._stage.tools.drawings_button.isChecked()
        if self._session.phase is not None and is_wanted != self._is_followed:
            self._is_followed = is_wanted
            self._session.post(FollowDrawings(is_wanted=is_wanted))
        is_path_wanted = self._is_in_sight and self._stage.cameras.path_action.isChecked()
        if self._session.phase is not None and is_path_wanted != self._is_path_followed:
            self._is_path_followed = is_path_wanted
            self._session.post(FollowPath(is_wanted=is_path_wanted))


def _camera_of(word: str) -> CameraKind:
    """Returns the camera of a settings value; the director for an unknown one."""
    return next((kind for kind in CameraKind if kind.value == word), CameraKind.DIRECTOR)


create = StageController
