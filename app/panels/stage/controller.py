"""What the arena view shows of drawings, and what its switches ask of the running match."""

from typing import Final

from PySide6.QtCore import QObject, Slot

from app.document.open_document import DocumentController
from app.panels.bottom import BottomController
from app.panels.stage.drawing_commands import DrawingCommands
from app.panels.teams.card_controller import CardController
from app.services.settings import SettingsStore
from app.session.bridge import Bridge, FrameBatch
from app.session.match_rights import MatchRights
from app.session.match_session import MatchController
from runtime.documents import Match
from runtime.model.events import AgentChanged, DrawingsShown, MatchEnded
from runtime.model.placements import Placement
from runtime.model.states import Phase
from runtime.model.values import MatchOverview
from widgets.main_window import MainWindow
from widgets.teams.card_words import no_drawing

STEP: Final = "kickabout step"
_IMMOVABLE: Final = (Phase.INACTIVE, Phase.ENDED)


class StageController(QObject):
    """Follows drawings only while they are wanted and the arena view is in sight; GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        match: MatchController,
        bridge: Bridge,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._stage = window.stage
        self._match = match
        self._settings = settings
        self._next_rights = MatchRights()
        self._running_rights: MatchRights | None = None
        self._phase: Phase | None = None
        self._is_watched = False
        self._is_followed = False
        self._bottom: BottomController | None = None
        self.commands = DrawingCommands(self._allow, self)
        tools = self._stage.tools
        tools.show_drawings(is_on=settings.settings.shows_drawings)
        tools.drawings_switched.connect(self._on_drawings_switched)
        tools.refused.connect(self._refuse)
        self._stage.watched.connect(self._on_watched)
        self._stage.canvas.placed.connect(self._on_placed)
        match.started.connect(self._on_started)
        match.ended.connect(self._on_ended)
        bridge.frames_arrived.connect(self._on_frames_arrived)
        bridge.drawings_shown.connect(self._on_drawings_shown)
        bridge.agent_changed.connect(self._on_agent_changed)

    def attend(self, document: DocumentController, cards: CardController, bottom: BottomController) -> None:
        """Knows from now on what the document allows, which bots are let draw by their cards, and what stands still."""
        self._bottom = bottom
        document.overview_changed.connect(self.show_overview)
        cards.drawing_switched.connect(self.on_drawing_switched)

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes note of the document, which says what the next match of it allows."""
        self._next_rights = MatchRights.of_document(overview)
        self._show_moving()

    @Slot(bool)
    def on_drawing_switched(self, is_allowed: bool) -> None:
        """An agent was let draw, or no longer: who lets it draw wants to see it."""
        if is_allowed:
            self._stage.tools.show_drawings(is_on=True)

    @Slot(str)
    def allow_drawing(self, key: str) -> None:
        """Lets an agent of the running match draw, and shows drawings."""
        self._allow((key,), True)

    @property
    def _rights(self) -> MatchRights:
        """What the running match allows; without one, the next."""
        return self._running_rights or self._next_rights

    def _allow(self, keys: tuple[str, ...], is_allowed: bool) -> None:
        if not self._rights.can_draw:
            self._refuse(no_drawing())
            return
        self._match.allow_drawing(keys, is_allowed=is_allowed)
        self.on_drawing_switched(is_allowed)

    @Slot(Placement)
    def _on_placed(self, placement: Placement) -> None:
        """In a match that is halted, one frame is played, without which nobody would see what was moved."""
        self._match.place(placement)
        if self._bottom is not None and self._bottom.is_halted:
            self._match.send(STEP)

    @Slot(str)
    def _refuse(self, reason: str) -> None:
        self._window.bottom.show_line(reason, "bad")

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        self._running_rights = MatchRights.of_match(match)
        self._forget_frames()

    @Slot(MatchEnded)
    def _on_ended(self, _event: MatchEnded) -> None:
        self._running_rights = None
        self._forget_frames()

    def _forget_frames(self) -> None:
        self._phase = None
        self._is_followed = False
        self.commands.clear()
        self._window.palette_box.set_passing(())
        self._show_moving()

    @Slot(AgentChanged)
    def _on_agent_changed(self, event: AgentChanged) -> None:
        if self.commands.take(event.agent):
            self._window.palette_box.set_passing(self.commands.all)

    @Slot(FrameBatch)
    def _on_frames_arrived(self, batch: FrameBatch) -> None:
        phase = batch.views[-1].phase
        if phase is not self._phase:
            self._phase = phase
            self._show_moving()
            self._follow()

    @Slot(DrawingsShown)
    def _on_drawings_shown(self, drawings: DrawingsShown) -> None:
        self._stage.show_drawings(drawings.groups if self._is_followed else ())

    @Slot(bool)
    def _on_drawings_switched(self, is_on: bool) -> None:
        self._settings.change(shows_drawings=is_on)
        if not is_on:
            self._stage.show_drawings(())
        self._follow()

    @Slot(bool)
    def _on_watched(self, is_watched: bool) -> None:
        self._is_watched = is_watched
        self._follow()

    def _follow(self) -> None:
        """Asks the match for drawings, or no longer; before its first frame there is nobody to be asked."""
        is_wanted = self._is_watched and self._stage.tools.drawings_button.isChecked()
        if self._phase is None or is_wanted == self._is_followed:
            return
        self._is_followed = is_wanted
        self._match.follow_drawings(is_wanted=is_wanted)

    def _show_moving(self) -> None:
        self._stage.tools.show_moving(self._why_immovable())

    def _why_immovable(self) -> str:
        if not self._rights.can_set_state:
            return self.tr("Nothing can be moved: “Bots may move things” is off in this match's settings.")
        if self._phase is None or self._phase in _IMMOVABLE:
            return self.tr("Cars and ball can be moved while a match runs.")
        return ""
