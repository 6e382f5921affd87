"""Notices about a running match: swaps, failed agents, refused drawings, and questions about changed bots."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot

from app.panels.cast import Cast
from app.panels.context import WindowContext
from app.panels.notices.leftovers import LeftoverController
from runtime.model.commands import AllowDrawing, AnswerSwap, SetSwapMode, SwapAgents
from runtime.model.events import MatchEnded, MatchNoted, NoteWithdrawn, SwapChanged
from runtime.model.game_facts import SCRIPTS
from runtime.model.states import AgentState, Remedy, SwapMode, SwapOutcome, SwapState
from runtime.model.values import AgentStatus, SwapRecord
from widgets.messages import rendered, rendered_problem
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.words import number

TONES = {
    SwapOutcome.SWAPPED: GOOD,
    SwapOutcome.APPLIED: GOOD,
    SwapOutcome.REFUSED: BAD,
    SwapOutcome.FAILED: BAD,
    SwapOutcome.RETURNED: BAD,
}
"""The other outcomes follow from what the user did, so they need no notice."""
Key = tuple[str, str]
"""The kind of a notice and what it is about, mostly the key of an agent."""


class MatchNotices(QObject):
    """Turns events of a match into notices, and withdraws them when they no longer matter; GUI thread."""

    def __init__(self, context: WindowContext, leftovers: LeftoverController) -> None:
        super().__init__(context.window)
        self._context = context
        self._session = context.session
        self._cast = Cast(context.session, self)
        self._notifications = context.notifications
        self.leftovers = leftovers
        self._open: dict[Key, str] = {}
        """The texts of the notices of this match that still matter."""
        self._failed: set[str] = set()
        """Keys of the agents that a notice reports as out of the match."""
        self._known_drawers: set[str] = set()
        """Keys of the agents that were allowed to draw in this match, or whose refused drawings were reported."""
        session = context.session
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)
        session.agent_changed.connect(self._on_agent_changed)
        session.bridge.swap_changed.connect(self._on_swap)
        session.bridge.noted.connect(self._on_note)
        session.bridge.note_withdrawn.connect(self._on_note_withdrawn)

    @Slot()
    def _on_started(self) -> None:
        self._known_drawers.clear()
        self._failed.clear()
        self._withdraw_all()

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        """Withdraws what was about the match, and offers what can be done about a game that failed it."""
        self._withdraw_all()
        remedy = event.result.remedy
        if remedy is Remedy.RESTART_GAME:
            action, act = self.tr("Close it and start again"), self._session.start_with_new_game
        elif remedy is not None:
            action, act = self.tr("Show Environment"), self._context.window.commands.environment.trigger
        else:
            return
        self._show(("game", ""), rendered(event.result.reason), tone=BAD, action=action, on_action=act)

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        self._report_failure(agent, before)
        self._report_refused_drawing(agent)
        if before is not None and before.swap_state is SwapState.REFUSED and agent.swap_state is not SwapState.REFUSED:
            self._withdraw(("swap", agent.key))
        if agent.swap_state is SwapState.CHANGED and agent.swap_mode is SwapMode.ASK:
            self._ask_to_reload(agent)
        else:
            self._withdraw(("reload", agent.key))

    def _ask_to_reload(self, agent: AgentStatus) -> None:
        name = self._cast.name(agent.key, agent.name)
        text = self.tr("{0} changed on disk. Reload?").format(name)
        if agent.swap_text:
            text = self.tr("{0} changed on disk ({1}). Reload?").format(name, rendered(agent.swap_text))
        if agent.cars and not self._session.game.has_standby:
            text += " " + self.tr("In this game, the car stands still until the bot has started again.")
        key = ("reload", agent.key)
        if self._open.get(key) != text:
            self._show(
                key,
                text,
                action=self.tr("Reload"),
                on_action=self._if_open(key, partial(self._session.post, SwapAgents(keys=(agent.key,)))),
                other_action=self.tr("Always"),
                on_other=self._if_open(key, self._reload_always),
                third_action=self.tr("Not now"),
                on_third=self._if_open(
                    key, partial(self._session.post, AnswerSwap(keys=(agent.key,), is_wanted=False))
                ),
            )

    def _reload_always(self) -> None:
        """Reloads what has changed, and from now on everything as soon as it is saved."""
        self._context.settings.change(swap_mode=SwapMode.AUTO.value)
        self._session.post(SetSwapMode(mode=SwapMode.AUTO))

    @Slot(SwapChanged)
    def _on_swap(self, event: SwapChanged) -> None:
        record = event.record
        if record.outcome not in TONES:
            return
        problem = next((problem for problem in record.problems if problem.line is not None), None)
        self._show(
            ("swap", record.key),
            self._swap_text(record),
            tone=TONES[record.outcome],
            action=self.tr("Open line {0}").format(problem.line) if problem is not None else "",
            on_action=partial(self._context.places.show_problem, problem) if problem is not None else None,
            is_report=True,
        )

    def _swap_text(self, record: SwapRecord) -> str:
        name = self._cast.name(record.key, record.name)
        if record.outcome is SwapOutcome.SWAPPED:
            took = f"{number(record.duration_s, 1)} s"
            text = self.tr("{0} reloaded (version {1}) in {2}.").format(name, record.version, took)
        elif record.outcome is SwapOutcome.APPLIED:
            text = self.tr("{0}: change applied.").format(name)
        elif record.outcome is SwapOutcome.RETURNED:
            text = self.tr("{0} plays version {1} again.").format(name, record.version)
        else:
            text = self.tr("{0}: new version rejected.").format(name)
        reason = rendered(record.reason) or " ".join(map(rendered_problem, record.problems))
        return f"{text} {reason}".strip()

    @Slot(MatchNoted)
    def _on_note(self, event: MatchNoted) -> None:
        self._show(("note", event.topic or str(event.text)), rendered(event.text), tone=WARNING)

    @Slot(NoteWithdrawn)
    def _on_note_withdrawn(self, event: NoteWithdrawn) -> None:
        self._withdraw(("note", event.topic))

    def _report_failure(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        """Reports that an agent failed or restarts, until it plays again or has a new version."""
        key = ("failure", agent.key)
        is_back = agent.state is AgentState.PLAYING and agent.key in self._failed
        if is_back or (before is not None and agent.version > before.version):
            self._failed.discard(agent.key)
            self._withdraw(key)
        if before is not None and (agent.state, agent.reason) == (before.state, before.reason):
            return
        if agent.state is AgentState.RESTARTING and agent.reason:
            text, tone = self.tr("{0} restarts. {1}"), WARNING
        elif agent.state.is_fault and not (agent.state is AgentState.EXITED and agent.team == SCRIPTS):
            text, tone = self.tr("{0} is out of the match. {1}"), BAD
            self._failed.add(agent.key)
        else:
            return
        self._show(
            key,
            text.format(self._cast.name(agent.key, agent.name), rendered(agent.reason)).strip(),
            tone=tone,
            action=self.tr("Show log"),
            on_action=partial(self._context.navigator.show_log, agent.key),
            is_report=True,
        )

    def _report_refused_drawing(self, agent: AgentStatus) -> None:
        """Reports once that an agent draws although it may not; not after the user allowed and then forbade it."""
        key = ("drawing", agent.key)
        if agent.can_draw:
            self._known_drawers.add(agent.key)
            self._withdraw(key)
        elif agent.is_drawing_refused and agent.key not in self._known_drawers:
            self._known_drawers.add(agent.key)
            self._show(
                key,
                self.tr("{0} draws, but drawing is not allowed for it.").format(self._cast.name(agent.key, agent.name)),
                action=self.tr("Allow drawing"),
                on_action=partial(self._session.post, AllowDrawing(keys=(agent.key,), is_allowed=True)),
            )

    def _if_open(self, key: Key, act: Callable[[], None]) -> Callable[[], None]:
        """Returns a callback that does nothing once the notice is withdrawn; the history still offers its button."""
        return lambda: act() if key in self._open else None

    def _show(self, key: Key, text: str, **values: object) -> None:
        self._open[key] = text
        self._notifications.show(Notice(text=text, key=key, **values))  # type: ignore[arg-type]  # fields of a Notice

    def _withdraw(self, key: Key) -> None:
        if self._open.pop(key, None) is not None:
            self._notifications.withdraw(key)

    @Slot()
    def _withdraw_all(self) -> None:
        for key in tuple(self._open):
            self._withdraw(key)


def create(context: WindowContext) -> MatchNotices:
    """Connects the strip and the history, and creates the controllers."""
    context.notifications.shown.connect(context.window.show_notice)
    context.notifications.withdrawn.connect(context.window.notices.withdraw)
    leftovers = LeftoverController(context.notifications, context.window)
    context.window.completed.connect(leftovers.start)
    return MatchNotices(context, leftovers)
