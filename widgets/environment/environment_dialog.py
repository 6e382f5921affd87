"""The page that lists what this computer has for matches, what is missing, and how the real game is started."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QCoreApplication, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QPushButton, QWidget

from resources.looks import Looks
from runtime.model.findings import Finding, FindingAction, FindingState
from runtime.model.messages import Message
from runtime.model.values import Starter
from widgets.looks import Tinted, tinted_pixmap
from widgets.messages import rendered
from widgets.packs.pack_row import PackCard, breakable
from widgets.packs.values import PackRow
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, heading, label, push_button, scroll_area, vbox
from widgets.shared.screen_dialog import ScreenDialog

USUAL_SIZE: Final = QSize(760, 640)
MIN_SIZE: Final = QSize(560, 360)
MARK_PX: Final = 16
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStart:
    """The choices about the real game and its server."""

    server_program: str = ""
    command: str = ""
    starter: Starter = "auto"
    has_anti_cheat: bool = False


class EnvironmentDialog(ScreenDialog):
    """A modeless dialog; GUI thread. `meaning` says what the choice about anti-cheat means.

    Signals:
        check_requested: everything should be checked again.
        copy_requested: the report should be copied.
        action_requested: a `FindingAction`.
        changed: the new `GameStart`.
    """

    check_requested = Signal()
    copy_requested = Signal()
    action_requested = Signal(FindingAction)
    changed = Signal(GameStart)

    def __init__(self, looks: Looks, meaning: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Environment"))
        self.setMinimumSize(MIN_SIZE)
        self.resize(USUAL_SIZE)
        self._looks = looks
        self._findings: Mapping[Message, Sequence[Finding]] = {}
        self.summary = label(wraps=True, name=self.tr("Summary"))
        self.download = PackCard()
        self.download.hide()
        self.copy_button = push_button(
            self.tr("Copy report"), self.tr("Copy the list for a report, without names or paths of yours")
        )
        self.check_button = push_button(self.tr("Check again"))
        self.close_button = push_button(self.tr("Close"))
        self.server_program = _field(self.tr("Program of RLBotServer"), self.tr("looked for in the usual places"))
        self.browse = push_button(self.tr("Choose …"), name=self.tr("Choose RLBotServer"))
        self.command = _field(
            self.tr("Command that starts Rocket League; {arguments} stands for the game's arguments"),
            self.tr("the store that has installed it"),
        )
        self.starter = ElidingBox(self.tr("Who starts Rocket League"))
        for words, key in (
            (self.tr("Automatic: Kickabout, if it runs RLBotServer"), "auto"),
            (self.tr("RLBotServer"), "server"),
            (self.tr("Kickabout"), "kickabout"),
        ):
            self.starter.addItem(words, key)
        self.anti_cheat = QCheckBox(self.tr("Start Rocket League with anti-cheat"))
        self._list = vbox(spacing=4)
        self._rows = QWidget()
        self._arrange(meaning)
        self._connect()
        self.close_button.setFocus()

    @property
    def start(self) -> GameStart:
        """The current choices."""
        return GameStart(
            server_program=self.server_program.text().strip(),
            command=self.command.text().strip(),
            starter=self.starter.currentData(),
            has_anti_cheat=self.anti_cheat.isChecked(),
        )

    def show_start(self, start: GameStart) -> None:
        """Shows these choices without emitting `changed`."""
        blockers = [QSignalBlocker(box) for box in (self.server_program, self.command, self.starter, self.anti_cheat)]
        self.server_program.setText(start.server_program)
        self.command.setText(start.command)
        self.starter.setCurrentIndex(self.starter.findData(start.starter))
        self.anti_cheat.setChecked(start.has_anti_cheat)
        for blocker in blockers:
            blocker.unblock()

    def show_checking(self, areas: Iterable[Message]) -> None:
        """Shows that the areas are being checked."""
        self.summary.setText(self.tr("Checking …"))
        for button in (self.check_button, self.copy_button):
            button.setEnabled(False)
        if not self._findings:
            self._show_areas({area: [label(self.tr("Checking …"), "muted")] for area in areas})

    def show_findings(self, findings: Mapping[Message, Sequence[Finding]], *, can_play: bool) -> None:
        """Shows the result of a check."""
        self._findings = findings
        fine, faulty = self.tr("Matches can be played."), self.tr("No match can be played until this is fixed.")
        self.summary.setText(fine if can_play else faulty)
        for button in (self.check_button, self.copy_button):
            button.setEnabled(True)
        self._show_areas({area: [self._row(finding) for finding in found] for area, found in findings.items()})

    def show_download(self, row: PackRow | None) -> None:
        """Shows the state of the download of the server; None if there is none."""
        self.download.setVisible(row is not None)
        if row is not None:
            self.download.show_row(row)
        self._order_tabs()

    def set_looks(self, looks: Looks) -> None:
        """Draws the marks in the colours of the theme."""
        self._looks = looks
        self._show_areas({area: [self._row(finding) for finding in found] for area, found in self._findings.items()})

    def _show_areas(self, areas: Mapping[Message, Sequence[QWidget]]) -> None:
        before, self._rows = self._rows, QWidget()
        parts: list[QWidget | int] = []
        for area, rows in areas.items():
            parts += [heading(self, rendered(area), 1.1), *rows, 8]
        vbox(*parts, spacing=4, parent=self._rows)
        self._list.replaceWidget(before, self._rows)
        self._rows.show()
        before.hide()
        before.deleteLater()
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Puts the focus of buttons that were made later where they stand."""
        fields = (self.server_program, self.browse, self.command, self.starter, self.anti_cheat)
        made = (*self.download.buttons.values(), *self._rows.findChildren(QPushButton))
        for first, second in pairwise((*made, *fields, self.copy_button, self.check_button, self.close_button)):
            QWidget.setTabOrder(first, second)

    def _row(self, finding: Finding) -> QWidget:
        state, text = state_word(finding.state), rendered(finding.text)
        colours = {
            FindingState.GOOD: ("done", self._looks.good),
            FindingState.INFO: ("info", self._looks.muted),
            FindingState.WARNING: ("warning", self._looks.warning),
            FindingState.MISSING: ("error", self._looks.bad),
        }
        icon, colour = colours[finding.state]
        mark = QLabel()
        mark.setPixmap(tinted_pixmap(Tinted(name=icon, colour=colour), MARK_PX, self.devicePixelRatioF()))
        mark.setToolTip(state)
        words = label(breakable(text), wraps=True, name=f"{state}: {text}", is_selectable=True)
        parts: list[QWidget] = [words]
        if finding.fix is not None:
            fix = rendered(finding.fix)
            parts.append(label(breakable(fix), "muted", wraps=True, name=self.tr("Fix: {0}").format(fix)))
        lines = vbox(*parts, spacing=2)
        if finding.actions:
            lines.addLayout(hbox(*(self._button(action) for action in finding.actions), None, spacing=6))
        row = QWidget()
        hbox((mark, Qt.AlignmentFlag.AlignTop), (lines, 1), spacing=8, parent=row)
        return row

    def _button(self, action: FindingAction) -> QPushButton:
        words = {
            FindingAction.CHOOSE_SERVER: self.tr("Choose RLBotServer …"),
            FindingAction.DOWNLOAD_SERVER: self.tr("Download RLBotServer …"),
            FindingAction.STOP_SERVER: self.tr("Stop server"),
        }
        hints = {
            FindingAction.CHOOSE_SERVER: self.tr("Choose its program on this computer"),
            FindingAction.DOWNLOAD_SERVER: self.tr("Find the newest version; downloads nothing yet"),
            FindingAction.STOP_SERVER: self.tr("End the RLBotServer that Kickabout has started"),
        }
        button = push_button(words[action], hints[action])
        button.clicked.connect(partial(self.action_requested.emit, action))
        return button

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit(self.start)

    def _connect(self) -> None:
        for field in (self.server_program, self.command):
            field.editingFinished.connect(self._on_changed)
        self.starter.activated.connect(self._on_changed)
        self.anti_cheat.toggled.connect(self._on_changed)
        self.browse.clicked.connect(partial(self.action_requested.emit, FindingAction.CHOOSE_SERVER))
        self.check_button.clicked.connect(self.check_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        self.close_button.clicked.connect(self.close)

    def _arrange(self, meaning: str) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setHorizontalSpacing(14)
        form.addRow(heading(self, self.tr("Start of Rocket League"), 1.1))
        form.addRow(self.tr("RLBotServer"), hbox((self.server_program, 1), self.browse, spacing=6))
        form.addRow(self.tr("Command"), self.command)
        form.addRow(self.tr("Started by"), self.starter)
        form.addRow("", self.anti_cheat)
        form.addRow("", hbox((label(meaning, "muted", wraps=True), 1)))
        inner = QWidget()
        self._list.addWidget(self._rows)
        vbox(self.download, self._list, form, None, spacing=8, margins=(0, 0, 8, 0), parent=inner)
        vbox(
            self.summary,
            (scroll_area(inner), 1),
            hbox(self.copy_button, self.check_button, None, self.close_button, spacing=6),
            spacing=8,
            margins=(14, 12, 14, 12),
            parent=self,
        )


def state_word(state: FindingState) -> str:
    """Returns the word for a state."""
    words = {
        FindingState.GOOD: translate("EnvironmentDialog", "Good"),
        FindingState.INFO: translate("EnvironmentDialog", "For information"),
        FindingState.WARNING: translate("EnvironmentDialog", "Warning"),
        FindingState.MISSING: translate("EnvironmentDialog", "Missing"),
    }
    return words[state]


def _field(name: str, placeholder: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setPlaceholderText(placeholder)
    field.setClearButtonEnabled(True)
    return field
