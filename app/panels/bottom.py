"""What the bar at the bottom shows of a match, and what it asks for."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from app.services.settings import SettingsStore
from app.session.bridge import Bridge, FrameBatch
from app.session.match_session import MatchController
from app.session.match_state import MatchState
from runtime.documents import Match
from runtime.model.events import AgentChanged, MatchEnded, PaceMeasured, StageChanged
from widgets.bottom.bottom_bar import BottomBar
from widgets.bottom.game_chooser import PlayWish

GAME_PAUSE: Final = "Pause"
"""The game's own command, which interrupts a match and lets it go on; in the arena and in Rocket League."""


class BottomController(QObject):
    """Connects the bar with the match; GUI thread.

    Signals:
        paused: whether the match stands still.
    """

    paused = Signal(bool)

    def __init__(
        self,
        bar: BottomBar,
        match: MatchController,
        bridge: Bridge,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._match = match
        self._settings = settings
        self._state = MatchState()
        self._may_set_state = True
        bar.start_requested.connect(match.start)
        bar.stop_requested.connect(match.stop)
        bar.pause_requested.connect(self._on_pause_requested)
        bar.wish_changed.connect(self._on_wish_changed)
        match.started.connect(self._on_started)
        match.arena_met.connect(self._show)
        match.ended.connect(self._on_ended)
        bridge.stage_changed.connect(bar.show_stage)
        bridge.stage_changed.connect(self._on_stage_changed)
        bridge.agent_changed.connect(self._on_agent_changed)
        bridge.pace_measured.connect(self._on_pace_measured)
        bridge.frames_arrived.connect(self._on_frames_arrived)
        kept = settings.settings
        bar.chooser.show_wish(PlayWish(game=kept.game, pace=kept.pace))
        match.wish(bar.chooser.wish)
        self._show()

    @property
    def is_halted(self) -> bool:
        """Whether the match stands still, and no frames of it are played."""
        return self._state.is_halted

    @Slot(PlayWish)
    def _on_wish_changed(self, wish: PlayWish) -> None:
        self._settings.change(game=wish.game, pace=wish.pace)
        self._match.wish(wish)

    @Slot(str)
    def take_command(self, command: str) -> None:
        """Follows a console command that was typed to the game of the running match."""
        match command.split():
            case ["kickabout", "pause"]:
                self._state.take_pause(is_wanted=True)
            case ["kickabout", "step", *_]:
                self._state.take_step()
            case ["kickabout", "resume"]:
                self._state.take_pause(is_wanted=False)
            case ["kickabout", "pace", pace]:
                self._bar.chooser.show_wish(replace(self._bar.chooser.wish, pace=_as_listed(pace)))
        self._show()

    @Slot()
    def _on_pause_requested(self) -> None:
        if self._state.is_interrupted or not self._match.is_arena:
            self._match.send(GAME_PAUSE)
            self._show()
            return
        is_wanted = not self._state.is_paused
        self._match.set_paused(is_wanted)
        self._state.take_pause(is_wanted=is_wanted)
        self._show()

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        self._may_set_state = match.enable_state_setting
        self._state.begin()
        self._show()

    @Slot(StageChanged)
    def _on_stage_changed(self, change: StageChanged) -> None:
        self._state.take_stage(change)
        self._show()

    @Slot(AgentChanged)
    def _on_agent_changed(self, event: AgentChanged) -> None:
        self._state.take_agent(event.agent)
        self._show()

    @Slot(PaceMeasured)
    def _on_pace_measured(self, pace: PaceMeasured) -> None:
        self._state.take_pace(pace)
        self._show()

    @Slot(FrameBatch)
    def _on_frames_arrived(self, batch: FrameBatch) -> None:
        if self._state.take_phase(batch.views[-1].phase):
            self._show()

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        self._state.end(event.result)
        self._show()

    @Slot()
    def _show(self) -> None:
        self._bar.lamps.show_value(self._state.value)
        is_paused = self._state.is_paused
        is_foreign = self._state.is_in_play and not self._match.is_arena
        remark = self.tr("Uses the game's own pause command, because this server is not a Kickabout arena.")
        self._bar.show_pause(reason=self._why_no_pause(), is_paused=is_paused, remark=remark if is_foreign else "")
        self.paused.emit(is_paused)
        self._bar.chooser.set_running(is_running=self._match.is_running)

    def _why_no_pause(self) -> str:
        if not self._state.is_in_play:
            return self.tr("No match is running.")
        if self._match.is_arena or self._may_set_state:
            return ""
        return self.tr(
            "This server is not a Kickabout arena, and the game's own pause command needs “Bots may move "
            "things”, which is off in this match's settings."
        )


def _as_listed(pace: str) -> str:
    """A pace that was typed, as lists write it: `LOCKSTEP` is `lockstep`, `4.0` is `4`."""
    from runtime.arena import CommandError, parse_pace  # noqa: PLC0415 - not needed until somebody types

    try:
        return str(parse_pace(pace))
    except CommandError:
        return pace
