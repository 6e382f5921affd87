"""The result of a match: the card over the arena view, a rematch, and the result as a file."""

import csv
import io
from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QObject, Slot

from app.panels.context import WindowContext
from app.services.background_tasks import BackgroundTasks
from runtime.files import reason_of, write_atomically
from runtime.model.events import MatchEnded
from runtime.model.states import Outcome
from runtime.model.values import CarView, MatchResult
from widgets.bottom.result_words import result_line
from widgets.messages import rendered
from widgets.notices.notice import GOOD, Notice
from widgets.shared.dialogs import ask_place
from widgets.stage.hud.result_card import ResultRow, ResultValue

JOIN_S: Final = 3.0
"""Maximum wait for a file that is being written when the program ends."""


class ResultController(QObject):
    """Shows the card when a match with frames has ended, and acts on its buttons; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._session = context.session
        self._edits = context.edits
        self._notifications = context.notifications
        self._window = context.window
        self._card = card = context.window.stage.result_card
        self._tasks = BackgroundTasks(1, self, join_s=JOIN_S)
        self._session.started.connect(card.hide)
        self._session.ended.connect(self._on_ended)
        self._session.changed.connect(self._show_reason)
        context.document.opened.connect(card.hide)
        card.rematch_requested.connect(self._session.start)
        card.swap_requested.connect(self._on_swap_requested)
        card.save_requested.connect(self._on_save_requested)

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        view, result = self._session.view, event.result
        if view is not None and view.cars and result.outcome is not Outcome.FAILED:
            rows = tuple(self._row(car, result) for car in view.cars)
            self._card.show_value(ResultValue(words=result_line(result), score=result.score, rows=rows))

    def _row(self, car: CarView, result: MatchResult) -> ResultRow:
        history = self._session.history
        boost = history.value("car.boost_collected", car.index) if history is not None else float("nan")
        agent = next((agent for agent in result.agents if car.index in agent.cars), None)
        return ResultRow(
            name=car.name,
            team=car.team,
            score=car.score,
            goals=car.goals,
            assists=car.assists,
            saves=car.saves,
            shots=car.shots,
            demolitions=car.demolitions,
            boost=None if isnan(boost) else boost,
            late=agent.late if agent is not None and agent.packets else None,
        )

    @Slot()
    def _show_reason(self) -> None:
        self._card.show_reason(self._session.reasons.start)

    @Slot()
    def _on_swap_requested(self) -> None:
        if self._edits.swap_sides():
            self._session.start()

    @Slot()
    def _on_save_requested(self) -> None:
        suffixes = {
            self.tr("Result (*.json)"): "json",
            self.tr("Table of cars (*.csv)"): "csv",
            self.tr("Picture (*.png)"): "png",
        }
        ask_place(self._window, self.tr("Save the result"), self.save, Path.home() / "result.json", suffixes)

    def save(self, path: Path) -> None:
        """Writes the shown result in the background: a table for `.csv`, a picture for `.png`, otherwise JSON."""
        result, value = self._session.result, self._card.value
        if result is None or value is None:
            return
        if path.suffix.lower() == ".csv":
            data = csv_of(value).encode()
        elif path.suffix.lower() == ".png":
            data = self._picture()
        else:
            data = _json_of(result)
        self._tasks.run(lambda: _written(path, data), lambda fault: self._on_saved(path, fault))

    def _picture(self) -> bytes:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._card.grab().save(buffer, "PNG")
        return bytes(buffer.data().data())

    def _on_saved(self, path: Path, fault: str) -> None:
        if fault:
            self._notifications.refuse(self.tr("{0} cannot be written: {1}").format(path.name, fault))
        else:
            self._notifications.show(Notice(text=self.tr("{0} saved.").format(path.name), tone=GOOD))


def csv_of(value: ResultValue) -> str:
    """Returns the table of cars as CSV with a head line; unknown figures are empty."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    names = ("score", "goals", "assists", "saves", "shots", "demolitions", "boost_collected", "late_answers")
    writer.writerow(("name", "team", *names))
    for row in value.ranked:
        figures = ["" if figure is None else f"{figure:g}" for figure in row.figures]
        writer.writerow((row.name, ("blue", "orange")[row.team], *figures))
    return written.getvalue()


def _json_of(result: MatchResult) -> bytes:
    from runtime.records.match_result import result_json  # noqa: PLC0415 - loaded after the first paint

    return f"{result_json(result)}\n".encode()


def _written(path: Path, data: bytes) -> str:
    """Writes a file; returns why that failed, or an empty string."""
    try:
        write_atomically(path, data)
    except OSError as error:
        return rendered(reason_of(error))
    return ""


create: Callable[[WindowContext], QObject] = ResultController
