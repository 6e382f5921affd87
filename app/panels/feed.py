"""Fills the list of chat and events; a click on an entry shows its moment."""

from PySide6.QtCore import QObject, Slot

from app.panels.cast import Cast
from app.panels.context import Moment, WindowContext
from app.session.bridge import FrameBatch
from runtime.model.events import CommsReceived, SwapChanged, TelemetryRecorded
from runtime.model.game_facts import SCRIPTS
from runtime.model.states import SwapOutcome
from runtime.model.telemetry import Mark, MarkKind, Subject
from runtime.model.values import AgentStatus, ArenaView, Comm
from widgets.feed.feed_panel import FeedEntry, FeedKind, FeedPanel
from widgets.messages import rendered
from widgets.words import number, size_words

_KINDS = {
    MarkKind.GOAL: FeedKind.GOAL,
    MarkKind.DEMOLITION: FeedKind.DEMOLITION,
    MarkKind.CRASH: FeedKind.CRASH,
    MarkKind.LATE_BURST: FeedKind.LATE,
}
"""Without swaps, which the match itself reports in more detail, and touches, which are too many."""


class FeedController(QObject):
    """Turns chat, marks, frames and changes of agents into entries; GUI thread."""

    def __init__(self, context: WindowContext, panel: FeedPanel) -> None:
        super().__init__(context.window)
        self.panel = panel
        self._session = context.session
        self._navigator = context.navigator
        self._cast = Cast(context.session, self)
        self._view: ArenaView | None = None
        self._wall_s = 0.0
        """Time of the newest event that had one, in seconds since the start of the match."""
        panel.entry_chosen.connect(self._on_entry_chosen)
        bridge = context.session.bridge
        context.session.started.connect(self._on_started)
        context.session.agent_changed.connect(self._on_agent_changed)
        bridge.comms_arrived.connect(self._on_comms)
        bridge.telemetry_arrived.connect(self._on_recorded)
        bridge.frames_arrived.connect(self._on_frames)
        bridge.swap_changed.connect(self._on_swap)

    @Slot()
    def _on_started(self) -> None:
        self._view, self._wall_s = None, 0.0
        self.panel.clear()
        self.panel.show_subjects(())

    @Slot(CommsReceived)
    def _on_comms(self, received: CommsReceived) -> None:
        entries = [self._chat(comm) for comm in received.comms]
        if received.dropped and entries:
            text = self.tr("{0} older messages were left out: they came too fast.").format(number(received.dropped))
            note = FeedEntry(
                kind=FeedKind.NOTE,
                time=entries[0].time,
                text=text,
                game_s=entries[0].game_s,
                wall_s=entries[0].wall_s,
            )
            entries.insert(0, note)
        self.panel.append(entries)

    def _chat(self, comm: Comm) -> FeedEntry:
        name = self._speaker(comm)
        text = f"{name}: {comm.text}" if comm.size is None else f"{name}: [{size_words(comm.size)}] {comm.text}"
        if comm.is_team_only:
            text = self.tr("{0} (to the team)").format(text)
        return self._entry(
            FeedKind.CHAT if comm.size is None else FeedKind.DATA,
            text,
            (name,),
            team=comm.team if comm.team <= SCRIPTS else None,
            game_s=comm.game_s,
            wall_s=comm.time_s,
        )

    def _speaker(self, comm: Comm) -> str:
        """Returns the name of the car or script that sent a message; other clients have none."""
        if comm.team < SCRIPTS:
            return self._cast.name(comm.index)
        scripts = [agent for agent in self._cast.agents.values() if agent.team == SCRIPTS]
        if comm.team == SCRIPTS and comm.index < len(scripts):
            return scripts[comm.index].name
        return self.tr("Another program")

    @Slot(TelemetryRecorded)
    def _on_recorded(self, recorded: TelemetryRecorded) -> None:
        if recorded.samples:
            self._wall_s = max(self._wall_s, recorded.samples[-1].wall_s)
        self.panel.append([self._event(mark) for mark in recorded.marks if mark.kind in _KINDS])

    def _event(self, mark: Mark) -> FeedEntry:
        subjects = tuple(self._cast.name(who) for who in (mark.subject, mark.by) if who is not None)
        by: Subject = mark.by if mark.kind is MarkKind.DEMOLITION and mark.by is not None else mark.subject
        team = mark.team if mark.kind is MarkKind.GOAL else self._cast.team(by)
        text = self._cast.describe(mark)
        return self._entry(_KINDS[mark.kind], text, subjects, team=team, game_s=mark.game_s, wall_s=mark.wall_s)

    @Slot(FrameBatch)
    def _on_frames(self, batch: FrameBatch) -> None:
        """Adds saves, which only the scoreboard shows, and offers the cars as filters."""
        view, before = batch.views[-1], self._view
        self._view = view
        cast = self._cast
        self.panel.show_subjects([*map(cast.name, cast.cars), *map(cast.name, cast.agents)])
        known = {car.index: car for car in before.cars} if before is not None else {}
        for car in view.cars:
            if car.index in known and car.saves > known[car.index].saves:
                name = self._cast.name(car.index)
                text = self.tr("Save by {0}").format(name)
                self.panel.append([self._entry(FeedKind.SAVE, text, (name,), team=car.team)])

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        if before is not None and agent.restarts > before.restarts:
            name, reason = self._cast.name(agent.key, agent.name), rendered(agent.reason)
            text = self.tr("{0} restarts.").format(name)
            text = f"{text} {reason}".strip()
            self.panel.append([self._entry(FeedKind.RESTART, text, (name,), team=agent.team)])

    @Slot(SwapChanged)
    def _on_swap(self, event: SwapChanged) -> None:
        record = event.record
        agent = self._cast.agents.get(record.key)
        name = self._cast.name(record.key, record.name)
        if record.outcome is SwapOutcome.SWAPPED:
            text = self.tr("{0} plays version {1} ({2})").format(
                name, record.version, ", ".join(record.files[:3]) or self.tr("on request")
            )
        elif record.outcome in (SwapOutcome.REFUSED, SwapOutcome.FAILED, SwapOutcome.RETURNED):
            text = self.tr("{0}: new version rejected.").format(name)
            if record.outcome is SwapOutcome.RETURNED:
                text = self.tr("{0} plays version {1} again.").format(name, record.version)
            text = f"{text} {rendered(record.reason)}".strip()
        else:
            return
        kind = FeedKind.SWAP if record.outcome is SwapOutcome.SWAPPED else FeedKind.CRASH
        wall_s = record.time_s + record.duration_s
        entry = self._entry(kind, text, (name,), team=agent.team if agent else None, wall_s=wall_s)
        self.panel.append([entry])

    def _entry(
        self,
        kind: FeedKind,
        text: str,
        subjects: tuple[str, ...],
        *,
        team: int | None,
        game_s: float | None = None,
        wall_s: float | None = None,
    ) -> FeedEntry:
        """Returns an entry; by default, its moment is that of the newest frame."""
        if game_s is None:
            game_s = self._view.seconds_elapsed if self._view is not None else 0.0
        return FeedEntry(
            kind=kind,
            time=self._cast.clock(game_s),
            text=text,
            team=team,
            subjects=subjects,
            game_s=game_s,
            wall_s=self._wall_s if wall_s is None else wall_s,
        )

    @Slot(FeedEntry)
    def _on_entry_chosen(self, entry: FeedEntry) -> None:
        self._navigator.moment_requested.emit(Moment(game_s=entry.game_s, wall_s=entry.wall_s))


def create(context: WindowContext) -> FeedController:
    """Creates the controller."""
    return FeedController(context, context.window.panel(FeedPanel))
