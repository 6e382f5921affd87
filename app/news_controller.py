"""What a match has to say to the user while it goes on: swaps, questions about changed bots, and its report."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.diagnostics import LAST_LINES, report
from app.log_controller import LogController
from app.match_controller import MatchController
from runtime.events import AgentChanged, MatchEnded, MatchNoted, NoteWithdrawn, SwapChanged
from runtime.states import SwapMode, SwapOutcome, SwapState
from runtime.values import AgentStatus, MatchOverview, MatchResult, SwapRecord
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.sentences import spoken, spoken_problem
from widgets.words import number

TONES = {
    SwapOutcome.SWAPPED: GOOD,
    SwapOutcome.APPLIED: GOOD,
    SwapOutcome.REFUSED: BAD,
    SwapOutcome.FAILED: BAD,
}
"""Of the others, the user knows."""


class NewsController(QObject):
    """Turns events of a match into notices; GUI thread.

    Signals:
        noticed: a `Notice`.
        withdrawn: the request of a notice that no longer matters.
    """

    noticed = Signal(Notice)
    withdrawn = Signal(object)

    def __init__(self, match: MatchController, log: LogController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._match = match
        self._log = log
        self._overview: MatchOverview | None = None
        self._result: MatchResult | None = None
        self._agents: dict[str, AgentStatus] = {}
        self._asked: dict[str, Notice] = {}
        self._notes: dict[str, Notice] = {}
        """Those that hold for the time being, by their topics."""

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes note of the open document, for the report."""
        self._overview = overview

    @Slot()
    def begin(self) -> None:
        """A match begins."""
        self._result = None
        self._agents.clear()
        self._forget()

    @Slot(AgentChanged)
    def take_agent(self, event: AgentChanged) -> None:
        """Asks about an agent whose source has changed, where that is wished."""
        agent = event.agent
        self._agents[agent.key] = agent
        is_open = agent.swap_state is SwapState.CHANGED and agent.swap_mode is SwapMode.ASK
        asked = self._asked.get(agent.key)
        if is_open:
            notice = self._question(agent)
            if asked != notice:
                self._withdraw(agent.key)
                self._asked[agent.key] = notice
                self.noticed.emit(notice)
        elif asked is not None:
            self._withdraw(agent.key)

    @Slot(SwapChanged)
    def take_swap(self, event: SwapChanged) -> None:
        """Says how a swap ended."""
        record = event.record
        if record.outcome in TONES:
            self.noticed.emit(Notice(text=self._words(record), tone=TONES[record.outcome]))

    @Slot(MatchNoted)
    def take_note(self, event: MatchNoted) -> None:
        """Says what the match wants to be known."""
        self._drop_note(event.topic)
        request = ("note", event.topic) if event.topic else None
        notice = Notice(text=spoken(event.text), tone=WARNING, request=request)
        if event.topic:
            self._notes[event.topic] = notice
        self.noticed.emit(notice)

    @Slot(NoteWithdrawn)
    def drop_note(self, event: NoteWithdrawn) -> None:
        """Takes away what no longer holds."""
        self._drop_note(event.topic)

    @Slot(MatchEnded)
    def end(self, event: MatchEnded) -> None:
        """The match is over."""
        self._result = event.result
        self._agents = {agent.key: agent for agent in event.result.agents}
        self._forget()

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Carries out the user's answer to a question that is still open."""
        match notice.request:
            case ("swap", str(key)) if key in self._asked:
                self._match.swap((key,))
            case ("keep", str(key)) if key in self._asked:
                self._match.decline_swap((key,))
            case _:
                pass

    @Slot()
    def copy_report(self) -> None:
        """Copies a report of the match that is on, or of the last one."""
        logs = {key: self._log.last_lines(key, LAST_LINES) for key in self._agents}
        text = report(self._overview, self._agents.values(), self._result, logs)
        QGuiApplication.clipboard().setText(text)
        self.noticed.emit(Notice(text=self.tr("The report is on the clipboard."), tone=GOOD))

    def _question(self, agent: AgentStatus) -> Notice:
        if agent.swap_text:
            text = self.tr("{0} has changed ({1}). Let the new version play?").format(
                agent.name, spoken(agent.swap_text)
            )
        else:
            text = self.tr("{0} has changed. Let the new version play?").format(agent.name)
        return Notice(
            text=text,
            action=self.tr("Swap"),
            request=("swap", agent.key),
            other_action=self.tr("Keep the old one"),
            other_request=("keep", agent.key),
        )

    def _words(self, record: SwapRecord) -> str:
        took = f"{number(record.duration_s, 1)} s"
        if record.outcome is SwapOutcome.SWAPPED:
            words = self.tr("{0}: version {1} plays, {2} after the save.").format(record.name, record.version, took)
        elif record.outcome is SwapOutcome.APPLIED:
            words = self.tr("{0}: the change holds.").format(record.name)
        else:
            words = self.tr("{0}: the new version does not play, the old one goes on.").format(record.name)
        problems = " ".join(map(spoken_problem, record.problems))
        return " ".join(part for part in (words, spoken(record.reason), problems) if part)

    def _forget(self) -> None:
        """Takes away what concerns a running match only."""
        for key in list(self._asked):
            self._withdraw(key)
        for topic in list(self._notes):
            self._drop_note(topic)

    def _drop_note(self, topic: str) -> None:
        notice = self._notes.pop(topic, None)
        if notice is not None:
            self.withdrawn.emit(notice.request)

    def _withdraw(self, key: str) -> None:
        notice = self._asked.pop(key, None)
        if notice is not None:
            self.withdrawn.emit(notice.request)
