"""The scripts of the match."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, set_tone, tinted_pixmap
from widgets.messages import rendered
from widgets.options.option_row import BUTTON_PX, MARK_PX
from widgets.options.option_value import ScriptEntry, ScriptRequested
from widgets.shared.controls import hbox, heading, label, set_icons, tool_button, vbox
from widgets.shared.labels import ElidedLabel


class ScriptRow(QWidget):
    """One script.

    Signals:
        removal_requested: a `ScriptRequested`.
        start_chosen: a `ScriptRequested` that says whether it starts with the match.
    """

    removal_requested = Signal(ScriptRequested)
    start_chosen = Signal(ScriptRequested)

    def __init__(self, script: ScriptEntry, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._script = script
        self.setAccessibleName(script.name)
        problem = rendered(script.problem)
        self._name = ElidedLabel(f"{script.name}: {problem}" if problem else script.name)
        self._name.setToolTip("\n".join(part for part in (script.about, problem) if part))
        self.check = QCheckBox(self.tr("Start"))
        self.check.setChecked(script.is_auto_start)
        self.check.setToolTip(self.tr("If off, you start this script by hand"))
        self.check.setAccessibleName(self.tr("Start {script} with the match").format(script=script.name))
        self.check.clicked.connect(self._on_clicked)
        self.remove_button = tool_button(
            hint=self.tr("Remove {script} from the match (Del)").format(script=script.name),
            name=self.tr("Remove {script}").format(script=script.name),
            role="quiet",
            icon_px=BUTTON_PX - 8,
        )
        self.remove_button.setFixedSize(BUTTON_PX, BUTTON_PX)
        set_icons(looks.muted, [(self.remove_button, "remove")])
        self.remove_button.clicked.connect(self._on_remove_clicked)
        mark = QLabel()
        if not problem:
            mark.hide()
        else:
            mark.setPixmap(tinted_pixmap(Tinted(name="error", colour=looks.bad), MARK_PX, self.devicePixelRatioF()))
            mark.setToolTip(problem)
            set_tone(self._name, "bad")
        hbox(mark, (self._name, 1), self.check, self.remove_button, spacing=6, margins=(0, 2, 0, 2), parent=self)

    @Slot(bool)
    def _on_clicked(self, is_on: bool) -> None:
        self.start_chosen.emit(ScriptRequested(position=self._script.position, is_auto_start=is_on))

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.removal_requested.emit(ScriptRequested(position=self._script.position))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._on_remove_clicked()
        else:
            super().keyPressEvent(event)


class ScriptList(QFrame):
    """All scripts, and the button that adds one.

    Signals:
        add_requested: a script from disk, to be chosen.
        removal_requested: a `ScriptRequested`.
        start_chosen: a `ScriptRequested`.
    """

    add_requested = Signal()
    removal_requested = Signal(ScriptRequested)
    start_chosen = Signal(ScriptRequested)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._scripts: tuple[ScriptEntry, ...] = ()
        self.rows: tuple[ScriptRow, ...] = ()
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Scripts"))
        self._hint = label(
            self.tr("A script is a program without a car, for example to draw or to set up situations."),
            "muted",
            wraps=True,
        )
        self.add_button = tool_button(
            self.tr("+ Add a script"), self.tr("Choose a script.toml"), name=self.tr("Add a script"), role="add"
        )
        self.add_button.clicked.connect(self.add_requested)
        self._list = vbox()
        vbox(
            heading(self, self.tr("Scripts"), 1.05),
            self._hint,
            self._list,
            (self.add_button, Qt.AlignmentFlag.AlignLeft),
            margins=(12, 8, 8, 10),
            parent=self,
        )

    def show_scripts(self, scripts: tuple[ScriptEntry, ...]) -> None:
        """Shows these scripts."""
        if scripts != self._scripts:
            self._scripts = scripts
            self._rebuild()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self._rebuild()

    def _rebuild(self) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = tuple(ScriptRow(script, self._looks) for script in self._scripts)
        for row in self.rows:
            row.removal_requested.connect(self.removal_requested)
            row.start_chosen.connect(self.start_chosen)
            self._list.addWidget(row)
        self._hint.setVisible(not self.rows)
