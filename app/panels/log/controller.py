"""Keeps the newest lines of every agent and of the game, and shows the chosen log."""

from collections import defaultdict, deque
from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication

from app.panels.cast import Cast
from app.panels.context import Moment, WindowContext
from app.panels.log.console import ConsoleController
from app.panels.teams.controller import TeamController
from app.services.diagnostics import LAST_LINES, report
from app.session.bridge import LineBatch
from app.session.match_session import MatchSession
from resources.looks import Looks
from runtime.model.values import GAME_LOG, AgentStatus, LogLine, MatchOverview, Traceback
from widgets.log.log_lines import Level, Run, level_of, plain_text, runs, without_rlbot_prefix
from widgets.log.log_panel import ALL, LogFilter, LogPanel
from widgets.log.log_view import MAX_LINES, SLICE_LINES, LogRow
from widgets.notices.notice import GOOD, Notice
from widgets.words import Counts

REFILTER_MS = 120
"""Delay from the last key until a new filter is applied."""
FILL_MS = 40
"""Time between two slices of older lines, in which the window does other work."""
NAME_CHARACTERS = 16


class LogController(QObject):
    """Owns the lines of the match; GUI thread."""

    def __init__(self, panel: LogPanel, session: MatchSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._session = session
        self._cast = Cast(session, self)
        self._names: dict[str, str] = {}
        """Names of the agents by their keys."""
        self._key = GAME_LOG
        self._filter = LogFilter()
        self._lines: defaultdict[str, deque[LogLine]] = defaultdict(lambda: deque(maxlen=MAX_LINES))
        self._tracebacks: dict[str, Traceback] = {}
        self._refilter = QTimer(self, singleShot=True, interval=REFILTER_MS)
        self._refilter.timeout.connect(self._show)
        self._older: list[LogLine] = []
        """Lines of the chosen log that are not shown yet, oldest first."""
        self._filling = QTimer(self, interval=FILL_MS)
        self._filling.timeout.connect(self._fill)
        panel.filter_changed.connect(self._on_filter_changed)
        session.started.connect(self._on_started)
        session.agent_changed.connect(self._on_agent_changed)
        session.bridge.lines_arrived.connect(self._on_lines)

    @property
    def key(self) -> str:
        """The key of the log that is shown."""
        return self._key

    def copy_report(self, overview: MatchOverview | None) -> None:
        """Copies a report of the running or last match to the clipboard."""
        agents = self._session.agents
        logs = {key: tuple(self._lines[key])[-LAST_LINES:] for key in agents if key in self._lines}
        QGuiApplication.clipboard().setText(report(overview, agents.values(), self._session.result, logs))

    @Slot()
    def _on_started(self) -> None:
        self._lines.clear()
        self._tracebacks.clear()
        self._names.clear()
        self._older.clear()
        self._panel.traceback.show_traceback("", None)
        self._panel.show_rows(())

    @Slot(str)
    def choose(self, key: str) -> None:
        """Shows another log, or all of them."""
        if key != self._key:
            self._key = key
            self._show()

    @Slot(Moment)
    def show_moment(self, moment: Moment) -> None:
        """Scrolls to the lines of a moment, also to those that are not shown yet."""
        while self._older and self._older[-1].time_s >= moment.wall_s:
            self._fill()
        self._panel.show_time(moment.wall_s)

    @Slot(LineBatch)
    def _on_lines(self, batch: LineBatch) -> None:
        lines = list(batch.lines)
        if batch.dropped:
            text = Counts().left_out_lines(batch.dropped)
            key = GAME_LOG if self._key == ALL else self._key
            lines.insert(0, LogLine(key=key, text=text, time_s=lines[0].time_s))
        for line in lines:
            self._lines[line.key].append(line)
            self._lines[ALL].append(line)
        self._panel.append_rows(self._rows(line for line in lines if self._key in (ALL, line.key)))

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        if before is None:
            self._names = {key: self._cast.name(key) for key in self._session.agents}
        if self._tracebacks.get(agent.key) != agent.traceback:
            self._tracebacks.pop(agent.key, None)
            if agent.traceback is not None:
                self._tracebacks[agent.key] = agent.traceback
            self._show_traceback()

    @Slot(Looks)
    def set_looks(self, looks: Looks) -> None:
        """Shows all rows in the colours of another theme."""
        self._panel.set_looks(looks)
        self._show()

    @Slot(LogFilter)
    def _on_filter_changed(self, chosen: LogFilter) -> None:
        self._filter = chosen
        self._refilter.start()

    @Slot()
    def _show(self) -> None:
        """Shows the chosen log again: the newest lines at once, older ones in slices."""
        self._panel.say_why_empty(is_filtered=self._filter != LogFilter())
        self._panel.show_rows(())
        self._older = list(self._lines[self._key])
        self._fill()
        self._show_traceback()

    @Slot()
    def _fill(self) -> None:
        """Shows the next slice of older lines."""
        newest = self._older[-SLICE_LINES:]
        del self._older[-SLICE_LINES:]
        self._panel.prepend_rows(self._rows(newest))
        if self._older:
            self._filling.start()
        else:
            self._filling.stop()

    def _show_traceback(self) -> None:
        newest = next(reversed(self._tracebacks), "")
        key = newest if self._key == ALL else self._key
        self._panel.traceback.show_traceback(key, self._tracebacks.get(key))

    def _rows(self, lines: Iterable[LogLine]) -> list[LogRow]:
        return [row for line in lines if (row := self._row(line)) is not None]

    def _row(self, line: LogLine) -> LogRow | None:
        if self._filter.text or self._filter.level > Level.DETAIL:
            plain = _plain(line.text)
            if self._filter.text.casefold() not in plain.casefold() or level_of(plain) < self._filter.level:
                return None
        name = f"{self._names.get(line.key, line.key)[:NAME_CHARACTERS]:{NAME_CHARACTERS}} " if self._key == ALL else ""
        return LogRow(prefix=f"{line.time_s:7.2f}  {name}", runs=_shown_runs(line.text), time_s=line.time_s)


@lru_cache(maxsize=MAX_LINES)
def _plain(text: str) -> str:
    """Returns a line for the filter; kept, because each key and each switch of the log asks for the same lines."""
    return plain_text(text)


@lru_cache(maxsize=2 * MAX_LINES)
def _shown_runs(text: str) -> tuple[Run, ...]:
    """Returns a line as it is shown; kept for the next time."""
    return without_rlbot_prefix(runs(text))


def create(context: WindowContext, teams: TeamController) -> LogController:
    """Creates the controllers of the lines and of the console line."""
    panel, commands = context.window.log, context.window.commands
    controller = LogController(panel, context.session, context.window)
    console = ConsoleController(panel, context.session, context.settings, context.notifications, controller)
    teams.log_chosen.connect(controller.choose)
    context.appearance.looks_changed.connect(controller.set_looks)
    context.navigator.moment_requested.connect(controller.show_moment)
    panel.source_chosen.connect(teams.choose_source)
    panel.place_requested.connect(context.places.show_source)
    console.sent.connect(teams.choose_game_log)

    def copy_report() -> None:
        controller.copy_report(context.document.overview)
        context.notifications.show(Notice(text=controller.tr("Report copied."), tone=GOOD))

    def start_command() -> None:
        context.navigator.show_panel("log")
        console.start_command()

    panel.report_requested.connect(copy_report)
    commands.report.triggered.connect(copy_report)
    commands.console.triggered.connect(start_command)
    return controller
