"""The bar at the bottom: Start, Stop, Pause, game, server and pace, and the state of the match."""

from typing import Final

from PySide6.QtCore import QObject, Slot

from app.panels.cast import Cast
from app.panels.context import WindowContext
from app.services.settings import SettingsStore
from app.session.match_session import MatchSession
from runtime.games import GAMES, LOOPBACK, RLBOT_PORT, Capabilities, GameError, parse_address, risk_of
from runtime.model.events import MatchEnded
from runtime.model.placements import PAUSE_SPEED
from runtime.model.states import AgentState, MatchStage, StageState
from runtime.model.values import GameChoice
from widgets.bottom.bottom_bar import BottomBar, Lamp, LampsValue
from widgets.bottom.game_chooser import PACES, GameEntry, PacesValue
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
        self._address_fault = ""
        """Why the typed address cannot be used."""
        self._speed_before = 1.0
        """Game speed before the pause of a game without commands."""
        self._paces_of: tuple[Capabilities, bool] | None = None
        """The game whose paces are shown, and whether its speed may be set."""
        bar.start_requested.connect(self._on_start_requested)
        bar.stop_requested.connect(session.stop)
        bar.pause_requested.connect(self._on_pause_requested)
        bar.choice_changed.connect(self._on_choice)
        session.bridge.stage_changed.connect(bar.show_stage)
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)
        session.changed.connect(self._show)
        bar.chooser.show_games(map(_entry, GAMES))
        bar.chooser.show_choice(GameChoice(game=settings.settings.game, pace=settings.settings.pace))
        bar.chooser.show_address(settings.settings.server_address, f"{LOOPBACK}:{RLBOT_PORT}")
        bar.chooser.address_edited.connect(self._on_address_edited)
        bar.chooser.address_chosen.connect(self._on_address_chosen)
        session.choose(bar.chooser.choice)
        session.choice_changed.connect(bar.chooser.show_choice)
        session.choice_changed.connect(self._show_address)
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

    @Slot(str)
    def _on_address_edited(self, _text: str) -> None:
        self._show_address()

    @Slot(str)
    def _on_address_chosen(self, text: str) -> None:
        self._settings.change(server_address=text.strip())

    @Slot()
    def _on_start_requested(self) -> None:
        """Starts the match; an address whose line still has the focus counts too."""
        self._on_address_chosen(self._bar.chooser.address.text())
        if not self._address_fault:
            self._session.start()

    @Slot()
    def _show_address(self) -> None:
        """Shows whether the address can be used, and what the user should know about it."""
        chooser, fault, risk = self._bar.chooser, None, None
        if GAMES[chooser.choice.game].capabilities.takes_address:
            try:
                risk = risk_of(parse_address(chooser.address.text())[0])
            except GameError as error:
                fault = error.text
        self._address_fault = rendered(fault) if fault is not None else ""
        if fault is not None:
            chooser.show_remark(self._address_fault, "bad")
        else:
            chooser.show_remark(rendered(risk) if risk is not None else "", "warning")
        self._show()

    @Slot()
    def _on_pause_requested(self) -> None:
        session = self._session
        if session.is_interrupted:
            session.send(GAME_PAUSE)
        elif session.game.takes_commands:
            session.send("kickabout resume" if session.is_halted else "kickabout pause")
        elif session.is_halted:
            session.set_speed(self._speed_before)
        else:
            self._speed_before = session.view.game_speed if session.view is not None else 1.0
            session.set_speed(PAUSE_SPEED)

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
        self._bar.show_buttons(start=session.reasons.start or self._address_fault, stop=session.reasons.stop)
        self._bar.lamps.show_value(
            LampsValue(server=self._server_lamp(), game=self._game_lamp(), agents=self._agents_lamp())
        )
        is_foreign = session.phase is not None and not session.game.takes_commands
        remark = self.tr("Slows the game down so far that it stands still: it has no pause command.")
        self._bar.show_pause(
            reason=self._why_no_pause(), is_paused=session.is_paused, remark=remark if is_foreign else ""
        )
        self._bar.chooser.set_running(is_running=session.is_running)
        self._show_paces()

    def _show_paces(self) -> None:
        """Shows the paces of the chosen game, or of the running one, which may have turned out to be an arena."""
        session, chooser = self._session, self._bar.chooser
        game = session.game if session.is_running else GAMES[chooser.choice.game].capabilities
        can_set = game.takes_commands or session.permissions.can_set_state
        if self._paces_of == (game, can_set):
            return
        self._paces_of = (game, can_set)
        refusals = {pace: game.pace_refusal(pace) for pace in PACES}
        refused = {pace: rendered(text) for pace, text in refusals.items() if text is not None}
        reason = next(iter(refused.values())) if len(refused) == len(PACES) - 1 else ""
        if not reason and not can_set:
            reason = self.tr(
                "The speed of this game can only be set if “Bots may move things” is on in the match's settings."
            )
        if chooser.show_paces(PacesValue(refused=refused, reason=reason)):
            self._on_choice(chooser.choice)

    def _why_no_pause(self) -> str:
        if self._session.phase is None:
            return self.tr("No match is running.")
        game = self._session.game
        if self._session.is_interrupted and not game.has_console:
            return self.tr("The match was paused in the game itself. Resume it there.")
        if game.takes_commands or self._session.permissions.can_set_state:
            return ""
        return self.tr(
            "This game has no pause command, and slowing it down needs “Bots may move things”, which is off in this "
            "match's settings."
        )

    def _server_lamp(self) -> Lamp:
        is_kept = self._session.kept_server.is_running
        if not self._session.is_running and is_kept:
            hint = self.tr("The game's server waits for the next match. To end it: Stop the game server.")
            return Lamp(text=self.tr("server on"), tone="good", hint=hint)
        if not self._session.is_running:
            return Lamp(text=self.tr("server off"), tone="muted", hint=self.tr("No match is running."))
        state = self._session.stages.get(MatchStage.GAME, StageState.PENDING)
        if state is StageState.FAILED and not is_kept:
            return Lamp(text=self.tr("no server"), tone="bad")
        if state is StageState.DONE or is_kept:
            return Lamp(text=self.tr("server on"), tone="good")
        return Lamp(text=self.tr("server starting"), tone="accent")

    def _game_lamp(self) -> Lamp:
        phase, pace = self._session.phase, self._session.pace
        if phase is None:
            return Lamp(text=self.tr("no match"), tone="muted", hint=self.tr("No packet of a match has arrived yet."))
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
    return GameEntry(key=key, name=rendered(game.name), hint=rendered(game.hint), takes_address=game.takes_address)


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
    stop_server = context.window.commands.stop_server
    stop_server.triggered.connect(context.session.stop_server)

    def show_server() -> None:
        stop_server.setEnabled(context.session.kept_server.is_running)

    context.session.changed.connect(show_server)
    show_server()
    return controller
