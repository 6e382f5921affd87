"""The scripts of the match: which run, and who starts them."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, scaled_font, set_tone, tinted_icon, tinted_pixmap
from widgets.options.option_row import BUTTON_PX, MARK_PX
from widgets.options.option_value import ScriptEntry, ScriptRequested
from widgets.sentences import spoken
from widgets.shared.labels import ElidedLabel


class ScriptRow(QWidget):
    """One script.

    Signals:
        removal_requested: a `ScriptRequested`.
        start_chosen: a `ScriptRequested` with who is to start it.
    """

    removal_requested = Signal(ScriptRequested)
    start_chosen = Signal(ScriptRequested)

    def __init__(self, script: ScriptEntry, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._script = script
        self.setAccessibleName(script.name)
        problem = spoken(script.problem)
        self._name = ElidedLabel(script.name)
        self._name.setToolTip("\n".join(part for part in (script.about, problem) if part))
        self.check = QCheckBox(self.tr("Start"))
        self.check.setChecked(script.is_auto_start)
        self.check.setToolTip(self.tr("If off, you start this script by hand"))
        self.check.setAccessibleName(self.tr("Start {script} with the match").format(script=script.name))
        self.check.clicked.connect(self._on_clicked)
        self.remove_button = QToolButton()
        self.remove_button.setProperty("role", "quiet")
        self.remove_button.setFixedSize(BUTTON_PX, BUTTON_PX)
        self.remove_button.setIconSize(QSize(BUTTON_PX - 8, BUTTON_PX - 8))
        self.remove_button.setIcon(tinted_icon(Tinted(name="remove", colour=looks.muted)))
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.remove_button.setToolTip(self.tr("Remove {script} from the match (Del)").format(script=script.name))
        self.remove_button.setAccessibleName(self.tr("Remove {script}").format(script=script.name))
        self.remove_button.clicked.connect(self._on_remove_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(6)
        if problem:
            mark = QLabel()
            mark.setPixmap(tinted_pixmap(Tinted(name="error", colour=looks.bad), MARK_PX, self.devicePixelRatioF()))
            mark.setToolTip(problem)
            row.addWidget(mark)
            set_tone(self._name, "bad")
            self._name.setText(f"{script.name}: {problem}")
        row.addWidget(self._name, 1)
        row.addWidget(self.check)
        row.addWidget(self.remove_button)

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
    """All scripts, and the way to add one.

    Signals:
        add_requested: the user wants to choose a script from disk.
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
        title = QLabel(self.tr("Scripts"))
        title.setFont(scaled_font(self, 1.05, QFont.Weight.DemiBold))
        self._hint = QLabel(
            self.tr("A script is a program without a car, for example to draw or to set up situations.")
        )
        self._hint.setWordWrap(True)
        set_tone(self._hint, "muted")
        self.add_button = QToolButton()
        self.add_button.setText(self.tr("+ Add a script"))
        self.add_button.setProperty("role", "add")
        self.add_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add_button.setToolTip(self.tr("Choose a script.toml"))
        self.add_button.setAccessibleName(self.tr("Add a script"))
        self.add_button.clicked.connect(self.add_requested)
        self._list = QVBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 10)
        column.setSpacing(4)
        column.addWidget(title)
        column.addWidget(self._hint)
        column.addLayout(self._list)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

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
