"""The bar at the bottom: Start, Stop, Pause, game and pace, and the state of the match."""

from typing import Final

from PySide6.QtCore import QObject, Slot

from app.panels.cast import Cast
from app.panels.context import WindowContext
from app.services.settings import SettingsStore
from app.session.match_session import MatchSession
from runtime.games import GAMES
from runtime.model.events import MatchEnded
from runtime.model.states import AgentState, MatchStage, StageState
from runtime.model.values import GameChoice
from widgets.bottom.bottom_bar import BottomBar, Lamp, LampsValue
from widgets.bottom.game_chooser import GameEntry
from widgets.messages import rendered
from widgets.notices.notice import BAD, Notice
from widgets.words import Counts, word_of

GAME_PAUSE: Final = "Pause"
"""Rocket League's own console command; it pauses a match and resumes it, in the arena too."""


class BottomController(QObject):
    """Connects the bar with the match; GUI thread."""

    def __init__(
        self, bar: BottomBar, session: MatchSession, settings: SettingsStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._session = session
        self._cast = Cast(session, self)
        self._settings = settings
        bar.start_requested.connect(session.start)
        bar.stop_requested.connect(session.stop)
        bar.pause_requested.connect(self._on_pause_requested)
        bar.choice_changed.connect(self._on_choice)
        session.bridge.stage_changed.connect(bar.show_stage)
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)
        session.changed.connect(self._show)
        bar.chooser.show_games(map(_entry, GAMES))
        bar.chooser.show_choice(GameChoice(game=settings.settings.game, pace=settings.settings.pace))
        session.choose(bar.chooser.choice)
        session.choice_changed.connect(bar.chooser.show_choice)
        self._show()

    @Slot()
    def on_opened(self) -> None:
        """Clears the result of the last match, because another document is open."""
        if not self._session.is_running:
            self._bar.clear()

    @Slot()
    def on_edited(self) -> None:
        """Shows the result of the last match again."""
        if not self._session.is_running:
            self._bar.show_last_result()

    @Slot(GameChoice)
    def _on_choice(self, choice: GameChoice) -> None:
        self._settings.change(game=choice.game, pace=choice.pace)
        self._session.choose(choice)

    @Slot()
    def _on_pause_requested(self) -> None:
        if self._session.is_interrupted or not self._session.game.takes_commands:
            self._session.send(GAME_PAUSE)
        else:
            self._session.send("kickabout resume" if self._session.is_halted else "kickabout pause")

    @Slot()
    def _on_started(self) -> None:
        self._bar.clear()
        self._bar.show_line(self.tr("Starting …"))

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        self._session.choose(self._bar.chooser.choice)  # a pace typed in the console was for that match only
        self._bar.show_result(event.result)

    @Slot()
    def _show(self) -> None:
        session = self._session
        self._bar.show_buttons(start=session.reasons.start, stop=session.reasons.stop)
        self._bar.lamps.show_value(
            LampsValue(server=self._server_lamp(), game=self._game_lamp(), agents=self._agents_lamp())
        )
        is_foreign = session.phase is not None and not session.game.takes_commands
        remark = self.tr("Uses the game's own pause command, because this server is not a Kickabout arena.")
        self._bar.show_pause(
            reason=self._why_no_pause(), is_paused=session.is_paused, remark=remark if is_foreign else ""
        )
        self._bar.chooser.set_running(is_running=session.is_running)

    def _why_no_pause(self) -> str:
        if self._session.phase is None:
            return self.tr("No match is running.")
        if self._session.game.takes_commands or self._session.permissions.can_set_state:
            return ""
        return self.tr(
            "This server is not a Kickabout arena, and the game's own pause command needs “Bots may move "
            "things”, which is off in this match's settings."
        )

    def _server_lamp(self) -> Lamp:
        if not self._session.is_running:
            return Lamp(text=self.tr("server off"), tone="muted", hint=self.tr("No match is running."))
        state = self._session.stages.get(MatchStage.GAME, StageState.PENDING)
        if state is StageState.FAILED:
            return Lamp(text=self.tr("no server"), tone="bad")
        if state is StageState.DONE:
            return Lamp(text=self.tr("server on"), tone="good")
        return Lamp(text=self.tr("server starting"), tone="accent")

    def _game_lamp(self) -> Lamp:
        phase, pace = self._session.phase, self._session.pace
        if phase is None:
            return Lamp(text=self.tr("no game"), tone="muted", hint=self.tr("No packet has arrived yet."))
        if self._session.is_paused:
            return Lamp(text=self.tr("paused"), tone="warning")
        if pace is not None and pace.is_paused is not None and pace.steps_left:
            hint = self.tr("The match pauses again after this many ticks: {0}").format(pace.steps_left)
            return Lamp(text=self.tr("stepping"), tone="accent", hint=hint)
        return Lamp(text=self.tr("playing"), tone="good", hint=word_of(phase))

    def _agents_lamp(self) -> Lamp:
        agents = tuple(self._session.agents.values())
        if not agents:
            return Lamp(text=self.tr("no agents"), tone="muted")
        failed = sum(agent.state.is_fault for agent in agents)
        playing = sum(agent.state is AgentState.PLAYING for agent in agents)
        hint = ", ".join(f"{self._cast.name(agent.key, agent.name)}: {word_of(agent.state)}" for agent in agents)
        if failed:
            text = Counts().failed_agents(1) if len(agents) == 1 else self.tr("{0} of {1} agents failed")
            text = text.format(failed, len(agents))
            return Lamp(text=text, tone="bad", hint=hint)
        if not self._session.is_running:
            return Lamp(text=self.tr("agents stopped"), tone="muted", hint=hint)
        text = self.tr("{0} of 1 agent running") if len(agents) == 1 else self.tr("{0} of {1} agents running")
        text = text.format(playing, len(agents))
        return Lamp(text=text, tone="good" if playing == len(agents) else "accent", hint=hint)


def _entry(key: str) -> GameEntry:
    game = GAMES[key].capabilities
    return GameEntry(key=key, name=rendered(game.name), hint=rendered(game.hint), has_pace=game.takes_commands)


def create(context: WindowContext) -> BottomController:
    """Creates the controller."""
    controller = BottomController(context.window.bottom, context.session, context.settings, context.window)

    def show_refusal(reason: str) -> None:
        """Shows a refusal as a notice while a page covers the bar."""
        if context.window.shown_page is None:
            context.window.bottom.show_refusal(reason)
        else:
            context.notifications.show(Notice(text=reason, tone=BAD))

    context.notifications.refused.connect(show_refusal)
    context.document.opened.connect(controller.on_opened)
    context.document.overview_changed.connect(controller.on_edited)
    return controller
