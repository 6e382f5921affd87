"""The page that lists what this computer has for matches, what is missing, and how the real game is started."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QCoreApplication, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QPushButton, QWidget

from resources.looks import Looks
from runtime.model.findings import Finding, FindingAction, FindingState
from runtime.model.messages import Message
from runtime.model.values import STARTERS
from widgets.looks import Tinted, tinted_pixmap
from widgets.messages import rendered
from widgets.packs.pack_row import PackCard, breakable
from widgets.packs.values import PackRow
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, heading, label, push_button, scroll_area, text_field, vbox
from widgets.shared.screen_dialog import ScreenDialog

USUAL_SIZE: Final = QSize(760, 640)
MIN_SIZE: Final = QSize(560, 360)
MARK_PX: Final = 16
translate = QCoreApplication.translate


class EnvironmentDialog(ScreenDialog):
    """A modeless dialog; GUI thread. `meaning` says what the choice about anti-cheat means.

    Signals:
        check_requested: everything should be checked again.
        copy_requested: the report should be copied.
        action_requested: a `FindingAction`.
        changed: the name and the new value of a setting in `fields`.
    """

    check_requested = Signal()
    copy_requested = Signal()
    action_requested = Signal(FindingAction)
    changed = Signal(str, object)

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
        hint = self.tr("Copy the list for a report, without names or paths of yours")
        self.copy_button = push_button(self.tr("Copy report"), hint)
        self.check_button = push_button(self.tr("Check again"))
        self.close_button = push_button(self.tr("Close"))
        self.browse = push_button(self.tr("Choose …"), name=self.tr("Choose RLBotServer"))
        usual = self.tr("looked for in the usual places")
        self.program = text_field(self.tr("Program of RLBotServer"), usual)
        name = self.tr("Command that starts Rocket League; {arguments} stands for the game's arguments")
        self.command = text_field(name, self.tr("the store that has installed it"))
        self.starter = ElidingBox(self.tr("Who starts Rocket League"))
        starters = (self.tr("The program that started RLBotServer"), self.tr("Always Kickabout"))
        for words, key in zip(starters, STARTERS, strict=True):
            self.starter.addItem(words, key)
        self.anti_cheat = QCheckBox(self.tr("Start Rocket League with anti-cheat"))
        self.fields: dict[str, QLineEdit | ElidingBox | QCheckBox] = {
            "server_program": self.program,
            "game_command": self.command,
            "game_starter": self.starter,
            "has_anti_cheat": self.anti_cheat,
        }
        """The fields by the names of their settings."""
        self._rows = QWidget()
        self._list = vbox(self._rows)
        self._arrange(meaning)
        self._connect()
        self.close_button.setFocus()

    def show_values(self, values: Mapping[str, object]) -> None:
        """Shows the settings of `fields` without emitting `changed`."""
        for name, field in self.fields.items():
            blocker = QSignalBlocker(field)
            if isinstance(field, QLineEdit):
                field.setText(str(values[name]))
            elif isinstance(field, QCheckBox):
                field.setChecked(bool(values[name]))
            else:
                field.setCurrentIndex(max(0, field.findData(values[name])))
            blocker.unblock()

    def show_checking(self, areas: Iterable[Message]) -> None:
        """Shows that the areas are being checked, below earlier findings."""
        self._show_summary(self.tr("Checking …"), is_checked=False)
        if not self._findings:
            self._show_areas({area: [label(self.tr("Checking …"), "muted")] for area in areas})

    def show_findings(self, findings: Mapping[Message, Sequence[Finding]], *, can_play: bool) -> None:
        """Shows the result of a check."""
        self._findings = findings
        fine, faulty = self.tr("Matches can be played."), self.tr("No match can be played until this is fixed.")
        self._show_summary(fine if can_play else faulty, is_checked=True)
        self.set_looks(self._looks)

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

    def _show_summary(self, text: str, *, is_checked: bool) -> None:
        self.summary.setText(text)
        self.check_button.setEnabled(is_checked)
        self.copy_button.setEnabled(is_checked)

    def _show_areas(self, areas: Mapping[Message, Sequence[QWidget]]) -> None:
        before, self._rows = self._rows, QWidget()
        groups = [vbox(heading(self, rendered(area), 1.1), *rows) for area, rows in areas.items()]
        vbox(*groups, spacing=12, parent=self._rows)
        self._list.replaceWidget(before, self._rows)
        self._rows.show()
        before.hide()
        before.deleteLater()
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Puts the focus of buttons that were made later where they stand."""
        made = (*self.download.buttons.values(), *self._rows.findChildren(QPushButton))
        fields = (self.program, self.browse, self.command, self.starter, self.anti_cheat)
        for first, second in pairwise((*made, *fields, self.copy_button, self.check_button, self.close_button)):
            QWidget.setTabOrder(first, second)

    def _row(self, finding: Finding) -> QWidget:
        (icon, colour, state), text = self._mark(finding.state), rendered(finding.text)
        mark = QLabel()
        mark.setPixmap(tinted_pixmap(Tinted(name=icon, colour=colour), MARK_PX, self.devicePixelRatioF()))
        mark.setToolTip(state)
        lines = vbox(label(breakable(text), wraps=True, name=f"{state}: {text}", is_selectable=True), spacing=2)
        if finding.fix is not None:
            fix = rendered(finding.fix)
            lines.addWidget(label(breakable(fix), "muted", wraps=True, name=self.tr("Fix: {0}").format(fix)))
        if finding.actions:
            lines.addLayout(hbox(*map(self._button, finding.actions), None, spacing=6))
        row = QWidget()
        hbox((mark, Qt.AlignmentFlag.AlignTop), (lines, 1), spacing=8, parent=row)
        return row

    def _mark(self, state: FindingState) -> tuple[str, str, str]:
        """Returns icon, colour and word of a state."""
        return {
            FindingState.GOOD: ("done", self._looks.good, self.tr("Good")),
            FindingState.INFO: ("info", self._looks.muted, self.tr("For information")),
            FindingState.WARNING: ("warning", self._looks.warning, self.tr("Warning")),
            FindingState.MISSING: ("error", self._looks.bad, self.tr("Missing")),
        }[state]

    def _button(self, action: FindingAction) -> QPushButton:
        words, hint = {
            FindingAction.CHOOSE_SERVER: (self.tr("Choose RLBotServer …"), self.tr("Choose its program")),
            FindingAction.DOWNLOAD_SERVER: (
                self.tr("Download RLBotServer …"),
                self.tr("Find the newest version; downloads nothing yet"),
            ),
            FindingAction.STOP_SERVER: (
                self.tr("Stop server"),
                self.tr("End the RLBotServer that Kickabout has started"),
            ),
        }[action]
        button = push_button(words, hint)
        button.clicked.connect(partial(self.action_requested.emit, action))
        return button

    def _on_edited(self, name: str, field: QLineEdit) -> None:
        self.changed.emit(name, field.text().strip())

    def _connect(self) -> None:
        for name, field in self.fields.items():
            if isinstance(field, QLineEdit):
                field.editingFinished.connect(
                    lambda name=name, field=field: self.changed.emit(name, field.text().strip())
                )
        self.starter.activated.connect(lambda: self.changed.emit("game_starter", self.starter.currentData()))
        self.anti_cheat.toggled.connect(partial(self.changed.emit, "has_anti_cheat"))
        self.browse.clicked.connect(partial(self.action_requested.emit, FindingAction.CHOOSE_SERVER))
        self.check_button.clicked.connect(self.check_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        self.close_button.clicked.connect(self.close)

    def _arrange(self, meaning: str) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setHorizontalSpacing(14)
        form.addRow(heading(self, self.tr("Start of Rocket League"), 1.1))
        form.addRow(self.tr("RLBotServer"), hbox((self.program, 1), self.browse, spacing=6))
        form.addRow(self.tr("Command"), self.command)
        form.addRow(self.tr("Started by"), self.starter)
        form.addRow("", self.anti_cheat)
        inner = QWidget()
        vbox(
            self.download,
            self._list,
            4,
            form,
            label(meaning, "muted", wraps=True),
            None,
            spacing=8,
            margins=(0, 0, 8, 0),
            parent=inner,
        )
        buttons = hbox(self.copy_button, self.check_button, None, self.close_button, spacing=6)
        vbox(self.summary, (scroll_area(inner), 1), buttons, spacing=8, margins=(14, 12, 14, 12), parent=self)
