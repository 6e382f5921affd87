"""The worker processes of a training run."""

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from resources.looks import Looks
from runtime.model.training import RunView
from runtime.model.workers import WorkerState, WorkerView
from widgets.messages import rendered
from widgets.shared.controls import hbox, label, set_columns, tool_button, vbox
from widgets.training.run_words import WORKER_TONES, budget_hint, budget_text, training_word
from widgets.words import amount, hint_text, number

NAME, STATE, SPEED, RESTARTS, POLICY = range(5)
DOT: Final = "●"
MIN_COLUMN_PX: Final = 40
NARROW_PX: Final = 380
"""Below this width the policy is only in the tooltip."""


class WorkerGrid(QWidget):
    """Shows all workers, and adds or removes one; GUI thread.

    Signals:
        add_requested: one more worker should start.
        remove_requested: number of the worker that should stop, or None for the last one.
    """

    add_requested = Signal()
    remove_requested = Signal(object)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._shown: tuple[WorkerView, ...] = ()
        self.summary = label(tone="muted", wraps=True)
        self.add_button = tool_button("+", self.tr("Start one more worker"))
        self.remove_button = tool_button("\u2212", self.tr("Stop the chosen worker, else the last one"))
        self.add_button.clicked.connect(lambda _checked=False: self.add_requested.emit())
        self.remove_button.clicked.connect(self._on_remove)
        self.table = QTreeWidget()
        heads = (self.tr("No."), self.tr("State"), self.tr("Steps/s"), self.tr("Restarts"), self.tr("Policy"))
        set_columns(self.table, self.tr("Workers"), heads, STATE)
        self.table.header().setMinimumSectionSize(MIN_COLUMN_PX)
        for column in (SPEED, RESTARTS, POLICY):
            self.table.headerItem().setTextAlignment(
                column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
        self.table.headerItem().setToolTip(
            RESTARTS,
            self.tr(
                "Used and allowed restarts, and the time until the period allows another one.\nThe run fails when a "
                "worker needs one more."
            ),
        )
        self.table.headerItem().setToolTip(POLICY, self.tr("Version of the policy that the worker acted with last"))
        vbox(hbox((self.summary, 1), self.add_button, self.remove_button), (self.table, 1), margins=6, parent=self)
        self.show_run(None, is_running=False)

    def show_run(self, view: RunView | None, *, is_running: bool) -> None:
        """Shows the workers of a run; they can be added and removed while it is running."""
        workers = view.workers if view is not None else ()
        self.add_button.setEnabled(is_running)
        self.remove_button.setEnabled(is_running and sum(one.state is not WorkerState.CLOSED for one in workers) > 1)
        self.summary.setText(self._summary(view) if view is not None and workers else self.tr("No worker is running."))
        if [worker.worker for worker in workers] != [worker.worker for worker in self._shown]:
            self.table.clear()
            self._shown = ()
            self.table.addTopLevelItems([QTreeWidgetItem() for _ in workers])
        for row, worker in enumerate(workers):
            if not self._shown or self._shown[row] != worker:
                self._show_worker(self.table.topLevelItem(row), worker)
        self._shown = workers

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self._looks = looks
        for row, worker in enumerate(self._shown):
            self._show_worker(self.table.topLevelItem(row), worker)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.setColumnHidden(POLICY, self.width() < NARROW_PX)

    def _summary(self, view: RunView) -> str:
        parts = [self.tr("{0} arenas").format(view.arenas)]
        if view.discarded_steps:
            parts.append(self.tr("{0} steps discarded").format(amount(view.discarded_steps)))
        if view.failed_updates:
            parts.append(self.tr("{0} updates failed").format(view.failed_updates))
        if view.learner_restarts.used:
            parts.append(self.tr("learner restarted: {0}").format(budget_text(view.learner_restarts)))
        return " · ".join(parts)

    def _show_worker(self, item: QTreeWidgetItem | None, worker: WorkerView) -> None:
        if item is None:
            return
        colour = QColor(getattr(self._looks, WORKER_TONES[worker.state]))
        budget = worker.restarts
        slot = self.tr("{0} s").format(number(budget.next_slot_s))
        texts = {
            NAME: self.tr("{0} on {1}").format(worker.worker + 1, worker.machine)
            if worker.machine
            else str(worker.worker + 1),
            STATE: f"{DOT} {training_word(worker.state)}",
            SPEED: number(worker.steps_per_s),
            RESTARTS: f"{budget_text(budget)} · {slot}" if budget.next_slot_s > 0 else budget_text(budget),
            POLICY: str(worker.policy_version),
        }
        reason = rendered(worker.reason) if worker.reason is not None else ""
        pid = self.tr("Process {0}").format(worker.pid) if worker.pid is not None else ""
        steps = self.tr("{0} steps").format(amount(worker.steps))
        hint = hint_text(reason, budget_hint(budget), steps, self.tr("policy {0}").format(worker.policy_version), pid)
        for column, text in texts.items():
            item.setText(column, text)
            item.setToolTip(column, hint)
            if column >= SPEED:
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(STATE, colour)
        used_up = budget.allowed is not None and budget.used >= budget.allowed
        item.setForeground(RESTARTS, QColor(self._looks.bad if used_up else self._looks.text))

    @Slot()
    def _on_remove(self) -> None:
        item = self.table.currentItem()
        row = self.table.indexOfTopLevelItem(item) if item is not None and item.isSelected() else -1
        self.remove_requested.emit(self._shown[row].worker if 0 <= row < len(self._shown) else None)
