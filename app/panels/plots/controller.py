"""Shows the history of the match in the plots: time axis, cursor, isolated car, marks, and the user's own channels."""

import time
from collections import deque
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Slot

from app.panels.cast import Cast
from app.panels.context import Moment, WindowContext
from app.panels.plots.comparing import ComparisonController
from app.panels.plots.exporting import ExportController
from runtime.model.events import MatchEnded, TelemetryRecorded
from runtime.model.telemetry import Mark, MarkKind, Scope
from runtime.model.values import MatchOverview, slow_agents
from widgets.looks import set_tone
from widgets.messages import rendered
from widgets.plots.plot_panel import ChannelEntry, PlotPanel
from widgets.plots.plot_spec import FREE, MAX_SPAN_S, SPAN_S, PlotMark, TimeRange
from widgets.words import number, percentage

if TYPE_CHECKING:
    from runtime.telemetry.history import History
    from widgets.plots.plot_spec import AxisSpec

STEP_PX: Final = 0.4
"""While it runs, the time axis is drawn again when it has moved this far."""
MAX_WAIT_S: Final = 0.25
VALUES_S: Final = 0.2
"""Minimum time between two changes of the values in the legend, so that they can be read."""
CURVES_AT_ONCE: Final = 16
"""Curves that are drawn in one turn of the event loop: twice as many take longer than a frame of the screen."""
TURN_MS: Final = 8
"""Time from one turn to the next, in which the window paints what the first has changed."""
MAX_SHARE: Final = 0.12
"""Part of the GUI thread that plots may take while a match runs."""
CURSOR_MS: Final = 15
"""Moves of the cursor within this time are drawn together."""
MAX_MARKS: Final = 4096
NO_VALUE: Final = "-"
"""Value of an agent that does not answer."""
LEAD_S: Final = 0.6
"""Part of the time axis before a moment that is shown."""


class PlotController(QObject):
    """Owns what the plots show of the running or last match; GUI thread."""

    def __init__(self, context: WindowContext, panel: PlotPanel) -> None:
        super().__init__(context.window)
        self.panel = panel
        self.cast = Cast(context.session, self)
        self._session = context.session
        self._settings = context.settings
        self._navigator = context.navigator
        self._document: Path | None = None
        self.is_live = True
        self._span_s = SPAN_S
        self._from_s = 0.0
        self._cursor_s: float | None = None
        self._moment_s: float | None = None
        """Game time of the last requested moment; the cursor stays there until the mouse moves it."""
        self._isolated = ""
        self._slowest = ""
        """Key of the agent that the headline names; empty if it names none."""
        self.marks: deque[PlotMark] = deque(maxlen=MAX_MARKS)
        self._drawn_s = self._valued_s = float("-inf")
        self._redraw = QTimer(self, singleShot=True, interval=CURSOR_MS)
        self._redraw.timeout.connect(self.draw_in_turns)
        self._keys: list[str] = []
        """Keys of the cells that were drawn last."""
        self._due: deque[tuple[str, AxisSpec]] = deque()
        """Cells that the present turns still have to draw."""
        self._subjects = 1
        """Curves per channel in the cells that were drawn last."""
        self._cost_s = 0.0
        """CPU time of the last turn."""
        self._next = QTimer(self, singleShot=True, interval=TURN_MS)
        self._next.timeout.connect(self._draw_some)
        self.comparison = ComparisonController(context.session, self.cast, context.window)
        self.exports = ExportController(context, panel, self.cast, self.specs)
        self._connect(context)
        panel.choose(context.settings.settings.plots)

    @property
    def history(self) -> "History | None":
        """The samples of the running or last match; None before its first."""
        return self._session.history

    @property
    def own(self) -> tuple[str, ...]:
        """The user's own axes, as `channel+channel`."""
        return self._settings.settings.plot_channels

    def specs(self) -> "list[tuple[str, AxisSpec]]":
        """Returns key and axis of every cell that is shown."""
        from app.panels.plots.cells import specs_of  # noqa: PLC0415 - brings numpy, which first paint does not wait for

        return specs_of(self.panel.chosen, self.own)

    @property
    def time_range(self) -> TimeRange:
        """The part of the match that is shown."""
        if self.is_live:
            newest_s = self._newest_s()
            return TimeRange(from_s=newest_s - self._span_s, to_s=newest_s)
        return TimeRange(from_s=self._from_s, to_s=self._from_s + self._span_s)

    @Slot()
    def clear(self) -> None:
        """Removes the curves of the last match."""
        self.marks.clear()
        self._isolated, self._cursor_s, self._moment_s, self._slowest = "", None, None, ""
        self.is_live = True
        self.panel.headline.show_wordings("")
        self._show_nothing()

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Removes the curves when another document is opened; an edit keeps them."""
        if overview.path != self._document:
            self._document = overview.path
            if not self._session.is_running:
                self._show_nothing()

    def _show_nothing(self) -> None:
        self._keys, self._drawn_s, self._valued_s = [], float("-inf"), float("-inf")
        self._due.clear()
        self.panel.canvas.clear()
        self.panel.legend.show_entries(())

    @Slot()
    def build(self) -> None:
        """Shows the plots; numpy has been imported."""
        self.panel.build()
        self._show_channels()
        self.draw()

    @Slot(TelemetryRecorded)
    def on_recorded(self, recorded: TelemetryRecorded) -> None:
        """Draws new samples, each time they have moved the curves by a noticeable part of a pixel."""
        self.marks.extend(self.plot_mark(mark) for mark in recorded.marks)
        now_s = time.monotonic()
        wide = self.panel.canvas.columns_px(len(self._keys)) if self.panel.is_built else 1
        wait_s = max(min(STEP_PX * self._span_s / wide, MAX_WAIT_S), self._rest_s)
        if self.panel.isVisible() and now_s - self._drawn_s >= wait_s:
            self.draw_in_turns()

    @Slot(MatchEnded)
    def on_ended(self, _event: MatchEnded) -> None:
        """Draws the last samples."""
        self.draw()

    @Slot()
    def draw(self) -> None:
        """Draws everything that is shown."""
        self._due.clear()
        specs = self.specs() if self.panel.is_built else []
        if self._draw(specs, is_part=False):
            self._keys = [key for key, _ in specs]

    def draw_in_turns(self) -> None:
        """Draws everything, in several turns of the event loop if there are many curves."""
        if self._due:
            return
        specs = self.specs()
        if [key for key, _ in specs] != self._keys:
            self.draw()
        else:
            self._due = deque(specs)
            self._draw_some()

    @Slot()
    def _draw_some(self) -> None:
        """Draws the next cells, with about `CURVES_AT_ONCE` curves."""
        batch, curves = [], 0
        while self._due and curves < CURVES_AT_ONCE:
            batch.append(self._due.popleft())
            curves += self._subjects * len(batch[-1][1].channels)
        if batch and self._draw(batch, is_part=True) and self._due:
            self._next.start(max(TURN_MS, round(1000 * self._rest_s)))

    @property
    def _rest_s(self) -> float:
        """Time after a turn in which nothing is drawn, so that plots keep to their share of the GUI thread."""
        return min((self._cost_s + self.panel.canvas.paint_s) / MAX_SHARE, MAX_WAIT_S)

    def _draw(self, specs: "list[tuple[str, AxisSpec]]", *, is_part: bool) -> bool:
        """Draws these cells; returns False if nothing can be seen."""
        history = self.history
        if not self.panel.is_built or history is None or not self.panel.isVisible():
            self._due.clear()
            return False
        from app.panels.plots.cells import cells_of, clock_of  # noqa: PLC0415 - brings numpy

        began_s = time.thread_time()
        self._drawn_s = time.monotonic()
        shown, canvas = self.time_range, self.panel.canvas
        columns = canvas.columns_px(len(self._keys) if is_part else len(specs))
        cells = cells_of(specs, history, self.cast, self.panel.looks, time_range=shown, columns=columns)
        at_s = self._cursor_s if self._cursor_s is not None else self._moment_s
        isolated = self.cast.related(self._isolated)
        canvas.show_cells(
            cells,
            shown,
            marks=self.marks,
            cursor_s=at_s,
            isolated=isolated,
            game_clock=clock_of(history, shown),
            is_part=is_part,
        )
        self.panel.show_time(is_live=self.is_live, span_s=self._span_s)
        if at_s is not None or self._drawn_s - self._valued_s >= VALUES_S:
            self._valued_s = self._drawn_s
            self._show_values()
            self._show_headline()
        self._subjects = max((len(cell.curves) for cell in cells), default=1)
        self._cost_s = time.thread_time() - began_s
        return True

    @Slot()
    def redraw_soon(self) -> None:
        """Draws within `CURSOR_MS`."""
        if not self._redraw.isActive():
            self._redraw.start()

    @Slot(Moment)
    def show_moment(self, moment: Moment) -> None:
        """Moves the time axis to a moment and the cursor onto it."""
        shown = self.time_range
        if not shown.from_s <= moment.game_s <= shown.to_s:
            shown = TimeRange(from_s=moment.game_s - LEAD_S * self._span_s, to_s=0.0)
        self.is_live, self._from_s = False, shown.from_s
        self._cursor_s, self._moment_s = None, moment.game_s
        self.draw()

    def plot_mark(self, mark: Mark) -> PlotMark:
        """Returns a mark as the plots show it."""
        looks = self.panel.looks
        team = mark.team if mark.team is not None else self.cast.team(mark.subject)
        colours = {MarkKind.CRASH: looks.bad, MarkKind.LATE_BURST: looks.warning}
        colour = colours.get(mark.kind, looks.team(team) if team is not None else looks.muted)
        return PlotMark(
            kind=mark.kind.value,
            time_s=mark.game_s,
            wall_s=mark.wall_s,
            colour=colour,
            label=self.cast.describe(mark),
            subject=self.cast.key(mark.subject),
        )

    def _newest_s(self) -> float:
        history = self.history
        return history.span().last_s if history is not None else 0.0

    def _show_values(self) -> None:
        """Shows the values on the chosen axis in the legend; quantities of match and server have one axis each."""
        from app.panels.plots.cells import entries_of  # noqa: PLC0415 - brings numpy

        picture, canvas = self.panel.canvas.picture, self.panel.canvas
        shown = picture.cells if picture is not None else ()
        entries = entries_of(shown, self.cast, self.panel.looks)
        slow = {self.cast.key(key) for key in slow_agents(self.cast.agents.values())}
        at_s = self.time_range.to_s if picture is None or picture.cursor_s is None else picture.cursor_s
        unit = next((cell.cell.unit for cell in shown if cell.cell.key == canvas.chosen), "")
        for cell in shown:
            limit = cell.cell.axis.limit
            for trace in cell.traces:
                is_quantity = trace.subject in cell.cell.axis.channels
                is_silent = any(from_s < at_s <= to_s for from_s, to_s in trace.silences)
                if is_silent and cell.cell.key == canvas.chosen:
                    entries[trace.subject] = replace(entries[trace.subject], value=NO_VALUE, tone="bad")
                elif isfinite(trace.at_cursor) and (is_quantity or cell.cell.key == canvas.chosen):
                    is_above = limit is not None and trace.at_cursor > limit
                    entries[trace.subject] = replace(
                        entries[trace.subject],
                        value=number(trace.at_cursor, cell.cell.decimals),
                        tone=("bad" if trace.subject in slow else "warning") if is_above else "",
                    )
        self.panel.legend.show_entries(tuple(entries.values()), self._isolated, unit)

    def _find_slowest(self) -> str:
        return next(iter(slow_agents(self.cast.agents.values())), "")

    @Slot()
    def _on_agent_changed(self) -> None:
        """Renews headline and legend at once if another agent is the slowest one."""
        if self.history is not None and self._slowest != self._find_slowest():
            self._show_values()
            self._show_headline()

    def _show_headline(self) -> None:
        """Names the slowest agent, if any is slow, with the figure of its card."""
        self._slowest = worst = self._find_slowest()
        if not worst:
            self.panel.headline.show_wordings("")
            return
        name, agent = self.cast.name(worst), self.cast.agents[worst]
        text = self.tr("{0} is slow: {1} % of its answers are late").format(
            name, percentage(agent.late / max(1, agent.answers))
        )
        short = self.tr("Slow: {0}")
        self.panel.headline.show_wordings(text, short.format(name), short.format(self.cast.labels[worst]))
        self.panel.headline.setToolTip(text)
        set_tone(self.panel.headline, "bad")

    def _show_channels(self) -> None:
        from runtime.telemetry import CHANNELS  # noqa: PLC0415 - brings the packet's types

        groups = {
            "car": self.tr("Cars"),
            "agent": self.tr("Agents"),
            "match": self.tr("Match"),
            "server": self.tr("Game"),
        }
        shown = {name for text in self.own for name in text.split("+")}
        entries = (
            ChannelEntry(
                key=channel.id,
                title=rendered(channel.title),
                hint=f"{rendered(channel.definition)} ({channel.unit})"
                if channel.unit
                else rendered(channel.definition),
                group=groups[channel.scope.value],
                is_shown=channel.id in shown,
            )
            for channel in CHANNELS.values()
        )
        self.panel.channels.show_channels(tuple(entries))

    # Requests of the user

    @Slot(object)
    def _on_cursor_moved(self, time_s: float | None) -> None:
        self._cursor_s = time_s
        if time_s is not None:
            self._moment_s = None
        self.redraw_soon()

    @Slot(TimeRange)
    def _on_range_requested(self, time_range: TimeRange) -> None:
        self._span_s = min(time_range.span_s, MAX_SPAN_S)
        newest_s = self._newest_s()
        self.is_live = self.is_live and time_range.to_s >= newest_s
        self._from_s = min(max(time_range.from_s, 0.0), max(0.0, newest_s - self._span_s / 2))
        self.redraw_soon()

    @Slot(float)
    def _on_span_chosen(self, span_s: float) -> None:
        shown = self.time_range
        self._span_s, self._from_s = span_s, max(0.0, shown.to_s - span_s)
        self.draw()

    @Slot(bool)
    def _on_live_switched(self, is_live: bool) -> None:
        self._from_s = self.time_range.from_s
        self.is_live = is_live
        if is_live:
            self._moment_s = None
        self.draw()

    @Slot()
    def _on_live_requested(self) -> None:
        self._on_live_switched(True)

    @Slot(PlotMark)
    def _on_mark_chosen(self, mark: PlotMark) -> None:
        self._navigator.moment_requested.emit(Moment(game_s=mark.time_s, wall_s=mark.wall_s))
        if mark.kind in (MarkKind.SWAP.value, MarkKind.CRASH.value):
            self.comparison.open(mark)

    @Slot(float)
    def _on_moment_chosen(self, game_s: float) -> None:
        self._navigator.moment_requested.emit(Moment(game_s=game_s, wall_s=self.wall_s(game_s)))

    def wall_s(self, game_s: float) -> float:
        """Returns the time since the start of the match at a game time, by the newest sample before it."""
        from runtime.telemetry.history import Axis  # noqa: PLC0415 - brings numpy

        history = self.history
        subjects = history.subjects(Scope.MATCH) if history is not None else ()
        if history is None or not subjects:
            return game_s
        games = history.curve("match.score_blue", None).times_s
        walls = history.curve("match.score_blue", None, axis=Axis.WALL).times_s
        place = min(max(0, int(games.searchsorted(game_s, "right")) - 1), len(walls) - 1)
        return float(walls[place]) if len(walls) else game_s

    @Slot(str)
    def _on_isolated(self, subject: str) -> None:
        self._isolated = subject
        self._valued_s = float("-inf")
        self.draw()

    @Slot(str)
    def _on_cell_chosen(self, _key: str) -> None:
        self._valued_s = float("-inf")
        self.redraw_soon()

    @Slot(tuple)
    def _on_plots_chosen(self, chosen: tuple[str, ...]) -> None:
        self._settings.change(plots=chosen)
        self._valued_s = float("-inf")
        self.draw()

    @Slot(str, bool)
    def _on_channel_switched(self, name: str, is_on: bool) -> None:
        without = ("+".join(part for part in text.split("+") if part != name) for text in self.own)
        self._set_own((*filter(None, without), *((name,) if is_on else ())))

    @Slot(str, str)
    def _on_channel_dropped(self, name: str, cell: str) -> None:
        """Adds a channel to the axis it was dropped on if that is the user's own and has the same unit, else below."""
        from runtime.telemetry import CHANNELS  # noqa: PLC0415 - brings the packet's types

        if name not in CHANNELS or any(name in text.split("+") for text in self.own):
            return
        target = cell.removeprefix(f"{FREE}/") if cell.startswith(f"{FREE}/") else ""
        first = CHANNELS.get(target.partition("+")[0])
        if first is not None and first.unit == CHANNELS[name].unit:
            self._set_own(tuple(f"{text}+{name}" if text == target else text for text in self.own))
        else:
            self._set_own((*self.own, name))
        self.panel.choose((*self.panel.chosen, FREE))

    def _set_own(self, own: tuple[str, ...]) -> None:
        self._settings.change(plot_channels=own)
        self._show_channels()
        self._valued_s = float("-inf")
        self.draw()

    def _connect(self, context: WindowContext) -> None:
        panel, canvas = self.panel, self.panel.canvas
        canvas.cursor_moved.connect(self._on_cursor_moved)
        canvas.range_requested.connect(self._on_range_requested)
        canvas.live_requested.connect(self._on_live_requested)
        canvas.mark_chosen.connect(self._on_mark_chosen)
        canvas.moment_chosen.connect(self._on_moment_chosen)
        canvas.cell_chosen.connect(self._on_cell_chosen)
        canvas.channel_dropped.connect(self._on_channel_dropped)
        canvas.resized.connect(self.redraw_soon)
        panel.legend.isolated.connect(self._on_isolated)
        panel.plots_chosen.connect(self._on_plots_chosen)
        panel.span_chosen.connect(self._on_span_chosen)
        panel.live_switched.connect(self._on_live_switched)
        panel.channels.channel_switched.connect(self._on_channel_switched)
        panel.looks_changed.connect(self._on_looks_changed)
        panel.comparison_requested.connect(self.comparison.open)
        panel.export_requested.connect(self.exports.ask)
        context.session.started.connect(self.clear)
        context.session.ended.connect(self.on_ended)
        context.session.agent_changed.connect(self._on_agent_changed)
        context.session.bridge.telemetry_arrived.connect(self.on_recorded)
        context.navigator.moment_requested.connect(self.show_moment)
        context.document.overview_changed.connect(self.show_overview)
        context.preload.loaded.connect(self.build)

    @Slot()
    def _on_looks_changed(self) -> None:
        history = self.history
        if history is not None:
            self.marks.clear()
            self.marks.extend(self.plot_mark(mark) for mark in history.marks)
        self._valued_s = float("-inf")
        self.draw()


def create(context: WindowContext) -> PlotController:
    """Creates the controller; plots are drawn as soon as their libraries are imported."""
    return PlotController(context, context.window.plots)
