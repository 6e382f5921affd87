"""Debugging from the cards: start a bot under a debugger, copy its command, write launch configurations of editors."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from app.panels.context import WindowContext
from app.panels.teams.controller import TeamController
from app.panels.teams.package_fixes import cards_of
from app.services.background_tasks import BackgroundTasks
from app.services.paths import cache_dir, environments_dir
from app.session.game_settings import game_settings
from app.session.match_runner import python_of
from runtime.documents import Match, validate
from runtime.files import reason_of
from runtime.games import GameError, ServerAddress, capabilities_of, new_game, numeric_form, unknown_host
from runtime.model.commands import DebugAgents
from runtime.model.messages import Message
from widgets.messages import rendered
from widgets.notices.notice import BAD, WARNING, Notice
from widgets.shared.page_dialog import PageDialog
from widgets.teams.card_value import CardAction, CardRequest, CardValue

if TYPE_CHECKING:
    from runtime.agents.editor_files import EditorFile
    from runtime.agents.program import OwnStart
    from runtime.agents.roster import Agent

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "debugging.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The agent of a card, and how the user starts it, without a secret."""

    agent: "Agent"
    start: "OwnStart"
    debugger: Path | None
    """The folder of debugpy for its interpreter; None if its own packages include it."""
    has_debugger: bool


class DebugController(QObject):
    """Carries out the requests of cards about debugging; GUI thread."""

    def __init__(self, context: WindowContext, teams: TeamController) -> None:
        super().__init__(teams)
        self._window = context.window
        self._settings = context.settings
        self._document = context.document
        self._session = context.session
        self._notifications = context.notifications
        self._questions = context.questions
        self._running: Match | None = None
        self.tasks = BackgroundTasks(1, self)
        for column in self._window.teams:
            column.card_requested.connect(self.take_card)
        context.window.commands.debugging.triggered.connect(self.show_page)
        self._session.started.connect(self._on_started)

    @Slot(CardRequest)
    def take_card(self, request: CardRequest) -> None:
        """Carries out a request, if it is about debugging."""
        actions: dict[CardAction, Callable[[Target], None]] = {
            CardAction.DEBUG: self._debug,
            CardAction.COPY_START: self._copy,
            CardAction.WRITE_LAUNCH: self._write,
        }
        if request.action in actions:
            self._find(request.card, actions[request.action])
        elif request.action is CardAction.END_DEBUG:
            self._session.post(DebugAgents(keys=(request.card.log_key,), is_on=False))
        elif request.action is CardAction.DEBUG_HELP:
            self.show_page()

    @Slot()
    def show_page(self) -> None:
        """Shows how a bot is debugged."""
        PageDialog(self.tr("How to debug a bot"), PAGE, self._window).show()

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        self._running = match

    def _find(self, card: CardValue, then: Callable[[Target], None]) -> None:
        match = self._running if self._session.is_running else self._document.match()
        if match is None:
            self._notifications.refuse(self.tr("The match has errors. See Problems."))
            return
        python, endpoints = python_of(self._settings.settings), self._session.endpoints
        try:
            game = new_game(self._session.choice.game, game_settings(self._settings.settings))
        except GameError as error:
            self._notifications.refuse(rendered(error.text))
            return

        def work() -> Target | GameError | None:
            from runtime.agents.program import LaunchContext, own_start  # noqa: PLC0415 - loaded after the first paint
            from runtime.agents.roster import roster, with_own_ids  # noqa: PLC0415 - loaded after the first paint
            from runtime.environments.debugger import debugger_folder, has_debugger  # noqa: PLC0415 - loaded after the first paint

            judged, keys = validate(match, random=Random(0)).value, cards_of(match)
            agents = roster(with_own_ids(judged)) if judged is not None else ()
            agent = next((agent for agent in agents if card.key in keys.get(agent.key, ())), None)
            if agent is None:
                return None
            try:
                host = numeric_form(game.host)
            except OSError as error:
                return GameError(unknown_host(game.host, reason_of(error)))
            server = ServerAddress(host, game.port or endpoints.port())
            context = LaunchContext(server=server, python=python, environments=environments_dir())
            start = own_start(agent, context)
            folder = debugger_folder(start.python, cache_dir())
            return Target(agent=agent, start=start, debugger=folder, has_debugger=has_debugger(folder))

        def done(target: Target | GameError | None) -> None:
            if isinstance(target, GameError):
                self._notifications.refuse(rendered(target.text))
            elif target is not None:
                then(target)

        self.tasks.run(work, done)

    def _debug(self, target: Target) -> None:
        """Starts the agent under a debugger, after a question if debugpy has to be installed."""
        if target.has_debugger or target.agent.is_manual:
            self._begin(target)
            return
        from runtime.environments.debugger import SIZE_MB  # noqa: PLC0415 - loaded by now

        text = self.tr(
            "Debugging needs debugpy, which is not installed for this bot's Python. Kickabout keeps it in a folder of "
            "its own (about {0} MB), and the bot's packages stay as they are."
        )
        verb, question = self.tr("Install debugpy"), text.format(SIZE_MB)
        self._questions.ask_stop(partial(self._install, target), verb=verb, running=question)

    def _install(self, target: Target) -> None:
        folder = target.debugger
        if folder is None:
            return
        self._notifications.show(Notice(text=self.tr("Installing debugpy …"), key="debugger"))

        def work() -> Message | None:
            from runtime.environments.debugger import install_debugger  # noqa: PLC0415 - loaded after the first paint

            return install_debugger(target.start.python, folder)

        def done(reason: Message | None) -> None:
            self._notifications.withdraw("debugger")
            if reason is None:
                self._begin(target)
            else:
                text = self.tr("debugpy was not installed. {0}").format(rendered(reason))
                self._notifications.show(Notice(text=text, tone=BAD, key="debugger"))

        self.tasks.run(work, done)

    def _begin(self, target: Target) -> None:
        if not self._session.is_running:
            self._notifications.refuse(self._session.reasons.start)
            self._session.start()
        self._session.post(DebugAgents(keys=(target.agent.key,), is_on=True, debugpy=target.debugger))

    def _copy(self, target: Target) -> None:
        start = target.start
        if capabilities_of(self._session.choice.game).takes_keys:
            start = start.with_id(self._session.endpoints.key_of(target.agent.agent_id))
        QGuiApplication.clipboard().setText(start.line)
        text = self.tr("Copied the command that starts {0}. It works as long as this window is open.")
        self._notifications.show(Notice(text=text.format(target.agent.name), key="start command"))

    def _write(self, target: Target) -> None:
        """Writes launch configurations into the bot's folder, after a question about each file."""
        agent, port = target.agent, self._session.endpoints.port(target.agent.agent_id)
        folder = agent.source.parent if agent.source is not None else Path(agent.root_dir)

        def work() -> "tuple[EditorFile, ...]":
            from runtime.agents.editor_files import editor_files  # noqa: PLC0415 - loaded after the first paint

            return editor_files(agent.name, folder, target.start, port)

        self.tasks.run(work, self._ask_to_write)

    def _ask_to_write(self, files: "tuple[EditorFile, ...]") -> None:
        for file in files:
            if not file.is_safe:
                QGuiApplication.clipboard().setText(file.text)
                text = self.tr("{0} cannot be changed without losing something in it. Paste the copied text into it.")
                self._notifications.show(Notice(text=text.format(file.path), tone=WARNING, key="launch"))
        safe = tuple(file for file in files if file.is_safe)
        if safe:
            words = {True: self.tr("{0} (new)"), False: self.tr("{0} (changed)")}
            listed = "\n".join(words[file.is_new].format(file.path) for file in safe)
            text = self.tr("Write launch configurations for editors?")
            self._questions.ask_stop(partial(self._save, safe), verb=self.tr("Write"), running=f"{text}\n\n{listed}")
        elif not files:
            text = self.tr("The launch configurations are up to date.")
            self._notifications.show(Notice(text=text, key="launch"))

    def _save(self, files: "tuple[EditorFile, ...]") -> None:
        changed = self.tr("{0} has changed meanwhile, so it was left as it is.")

        def work() -> str:
            for file in files:
                try:
                    if not file.write():
                        return changed.format(file.path)
                except (OSError, UnicodeDecodeError) as error:
                    return f"{file.path}: {rendered(reason_of(error))}"
            return ""

        def done(fault: str) -> None:
            text = fault or self.tr("Wrote the launch configurations. Choose one in the editor: F5 in VS Code.")
            self._notifications.show(Notice(text=text, tone=WARNING if fault else "", key="launch"))

        self.tasks.run(work, done)


create = DebugController
