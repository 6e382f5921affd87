"""Notices about a running match: swaps, agents that end or restart, questions about changed bots, and the report."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.panels.log.controller import LogController
from app.services.diagnostics import LAST_LINES, report
from app.session.match_session import MatchController
from runtime.model.events import AgentChanged, MatchEnded, MatchNoted, NoteWithdrawn, SwapChanged
from runtime.model.problems import Problem
from runtime.model.states import AgentState, SwapMode, SwapOutcome, SwapState
from runtime.model.teams import SCRIPTS
from runtime.model.values import AgentStatus, MatchOverview, MatchResult, SwapRecord
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.sentences import spoken, spoken_problem
from widgets.words import number

TONES = {
    SwapOutcome.SWAPPED: GOOD,
    SwapOutcome.APPLIED: GOOD,
    SwapOutcome.REFUSED: BAD,
    SwapOutcome.FAILED: BAD,
}
"""The other outcomes follow from what the user did, so they need no notice."""


class NewsController(QObject):
    """Turns events of a match into notices; GUI thread.

    Signals:
        noticed: a `Notice`.
        withdrawn: the request of a notice that no longer matters.
        log_requested: the key of the agent whose log the user wants to read.
        drawing_requested: the key of the agent that the user wants to let draw.
        place_requested: a `Problem` whose line the user wants to see.
    """

    noticed = Signal(Notice)
    withdrawn = Signal(object)
    log_requested = Signal(str)
    drawing_requested = Signal(str)
    place_requested = Signal(Problem)

    def __init__(self, match: MatchController, log: LogController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._match = match
        self._log = log
        self._overview: MatchOverview | None = None
        self._result: MatchResult | None = None
        self._agents: dict[str, AgentStatus] = {}
        self._asked: dict[str, Notice] = {}
        self._fallen: set[str] = set()
        """Keys of the agents of which a notice says that they are out of the match."""
        self._known_drawers: set[str] = set()
        """Keys of the agents that were allowed to draw in this match, or whose refused drawings were told."""
        self._current: dict[tuple[str, str], object] = {}
        """Requests of the notices of this match that still hold, by what they are about."""

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes note of the open document, for the report."""
        self._overview = overview

    @Slot()
    def begin(self) -> None:
        """A match begins."""
        self._result = None
        self._agents.clear()
        self._known_drawers.clear()
        self._fallen.clear()
        self._forget()

    @Slot(AgentChanged)
    def take_agent(self, event: AgentChanged) -> None:
        """Tells about faults and refused drawings, and asks about changed sources where the settings say so."""
        agent = event.agent
        before = self._agents.get(agent.key)
        self._agents[agent.key] = agent
        self._tell_fault(agent, before)
        self._tell_refused_drawing(agent)
        if before is not None and before.swap_state is SwapState.REFUSED and agent.swap_state is not SwapState.REFUSED:
            self._retire(("swap", agent.key))
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
        """Tells how a swap ended; the result of the agent's last swap no longer matters."""
        record = event.record
        if record.outcome not in TONES:
            return
        notice = Notice(text=self._words(record), tone=TONES[record.outcome], is_report=True)
        problem = next((problem for problem in record.problems if problem.line is not None), None)
        if problem is not None:
            action = self.tr("Open line {0}").format(problem.line)
            notice = replace(notice, action=action, request=("open", record.key, problem))
        self._publish(("swap", record.key), notice)

    @Slot(Problem)
    def take_unreadable(self, problem: Problem) -> None:
        """Tells that a file could not be opened, with a way to its line."""
        notice = Notice(text=spoken_problem(problem), tone=BAD)
        if problem.line is not None:
            action = self.tr("Open line {0}").format(problem.line)
            notice = replace(notice, action=action, request=("open", str(problem.path), problem))
        self._publish(("unreadable", ""), notice)

    @Slot()
    def drop_unreadable(self) -> None:
        """Withdraws the notice of a file that could not be opened."""
        self._retire(("unreadable", ""))

    @Slot(MatchNoted)
    def take_note(self, event: MatchNoted) -> None:
        """Tells what the match reports; a note replaces the one before on the same topic."""
        self._publish(("note", event.topic or str(event.text)), Notice(text=spoken(event.text), tone=WARNING))

    @Slot(NoteWithdrawn)
    def drop_note(self, event: NoteWithdrawn) -> None:
        """Withdraws the note on a topic."""
        self._retire(("note", event.topic))

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
            case ("log", str(key)):
                self.log_requested.emit(key)
            case ("draw", str(key)):
                self.drawing_requested.emit(key)
            case ("open", _, Problem() as problem):
                self.place_requested.emit(problem)
            case _:
                pass

    @Slot()
    def copy_report(self) -> None:
        """Copies a report of the match that is on, or of the last one."""
        logs = {key: self._log.last_lines(key, LAST_LINES) for key in self._agents}
        text = report(self._overview, self._agents.values(), self._result, logs)
        QGuiApplication.clipboard().setText(text)
        self.noticed.emit(Notice(text=self.tr("Report copied."), tone=GOOD))

    def _question(self, agent: AgentStatus) -> Notice:
        if agent.swap_text:
            text = self.tr("{0} changed on disk ({1}). Reload?").format(
                agent.name, spoken(agent.swap_text, agent.swap_output)
            )
        else:
            text = self.tr("{0} changed on disk. Reload?").format(agent.name)
        return Notice(
            text=text,
            action=self.tr("Reload"),
            request=("swap", agent.key),
            other_action=self.tr("Not now"),
            other_request=("keep", agent.key),
        )

    def _words(self, record: SwapRecord) -> str:
        took = f"{number(record.duration_s, 1)} s"
        if record.outcome is SwapOutcome.SWAPPED:
            words = self.tr("{0} reloaded (version {1}) in {2}.").format(record.name, record.version, took)
        elif record.outcome is SwapOutcome.APPLIED:
            words = self.tr("{0}: change applied.").format(record.name)
        else:
            words = self.tr("{0}: new version rejected.").format(record.name)
        why = spoken(record.reason, record.output) or " ".join(map(spoken_problem, record.problems))
        return " ".join(part for part in (words, why) if part)

    def _tell_fault(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        """Tells that an agent ended by itself or is restarted for it, until it is back or a new version plays."""
        is_back = agent.state is AgentState.PLAYING and agent.key in self._fallen
        if is_back or (before is not None and agent.version > before.version):
            self._fallen.discard(agent.key)
            self._retire(("fault", agent.key))
        if before is not None and (agent.state, agent.reason) == (before.state, before.reason):
            return
        if agent.state is AgentState.RESTARTING and agent.reason:
            text, tone = self.tr("{0} restarts. {1}"), WARNING
        elif agent.state.is_fault and not (agent.state is AgentState.EXITED and agent.team == SCRIPTS):
            text, tone = self.tr("{0} is out of the match. {1}"), BAD
        else:
            return
        notice = Notice(
            text=text.format(agent.name, spoken(agent.reason, agent.output)).strip(),
            tone=tone,
            action=self.tr("Show log"),
            request=("log", agent.key),
            is_report=True,
        )
        self._publish(("fault", agent.key), notice)
        if tone is BAD:
            self._fallen.add(agent.key)

    def _tell_refused_drawing(self, agent: AgentStatus) -> None:
        """Tells once that an agent draws in vain; a user who allowed and then disallowed it knows."""
        if agent.can_draw:
            self._known_drawers.add(agent.key)
            self._retire(("drawing", agent.key))
        elif agent.is_drawing_refused and agent.key not in self._known_drawers:
            self._known_drawers.add(agent.key)
            notice = Notice(
                text=self.tr("{0} draws, but drawing is not allowed for it.").format(agent.name),
                action=self.tr("Allow drawing"),
                request=("draw", agent.key),
            )
            self._publish(("drawing", agent.key), notice)

    def _publish(self, about: tuple[str, str], notice: Notice) -> None:
        """Shows a notice until the match ends, or another one about the same subject replaces it."""
        self._retire(about)
        self._current[about] = notice.request or about
        self.noticed.emit(notice if notice.request else replace(notice, request=about))

    def _retire(self, about: tuple[str, str]) -> None:
        request = self._current.pop(about, None)
        if request is not None:
            self.withdrawn.emit(request)

    def _forget(self) -> None:
        """Withdraws all notices of the match."""
        for key in list(self._asked):
            self._withdraw(key)
        for about in list(self._current):
            self._retire(about)

    def _withdraw(self, key: str) -> None:
        notice = self._asked.pop(key, None)
        if notice is not None:
            self.withdrawn.emit(notice.request)
