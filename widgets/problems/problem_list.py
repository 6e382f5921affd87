"""The list of problems of the open document."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, Qt, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QListWidgetItem, QSizePolicy, QWidget

from resources.looks import Looks
from runtime.model.problems import Problem, Severity
from widgets.looks import Tinted, set_property, tinted_icon
from widgets.messages import rendered, rendered_problem
from widgets.shared.controls import hbox, heading, list_widget, push_button, vbox
from widgets.words import Counts

NONE: Final = str(QT_TRANSLATE_NOOP("ProblemList", "No problems. The match can start."))


class ProblemList(QFrame):
    """The problems of the document, errors first.

    Signals:
        problem_chosen: the `Problem` whose location is opened.
        fix_requested: a `Problem` that another part of the window fixes.
        repair_requested: a tuple of `Problem` to repair.
        counted: the number of problems.
    """

    problem_chosen = Signal(Problem)
    fix_requested = Signal(Problem)
    repair_requested = Signal(tuple)
    counted = Signal(int)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problem_list")
        self.setProperty("role", "panel")
        self._looks = looks
        self._problems: tuple[Problem, ...] = ()
        """The rows: the unreadable file, then the problems of the open match."""
        self._findings: tuple[Problem, ...] = ()
        self._is_empty = False
        self._fixes: Mapping[Problem, str] = {}
        self._repairable: tuple[Problem, ...] = ()
        self._unreadable: Problem | None = None
        self._is_locked = False
        self._title = heading(self)
        self.rows = list_widget(self.tr("Problems in the match file"), icon_px=16)
        self.fix_button = push_button(hint=self.tr("Fix problem"), name=self.tr("Fix problem"))
        self.fix_button.clicked.connect(self._on_fix_clicked)
        all_hint = self.tr("Fix all problems whose fix cannot be wrong, in one step")
        self.fix_all_button = push_button(self.tr("Fix all"), all_hint, name=self.tr("Fix all problems"))
        self.fix_all_button.clicked.connect(self._on_fix_all_clicked)
        for button in (self.fix_button, self.fix_all_button):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.rows.currentRowChanged.connect(self._show_fix)
        buttons = hbox(self.fix_button, self.fix_all_button, None)
        vbox(self._title, self.rows, buttons, margins=(12, 8, 8, 8), parent=self)
        self.rows.itemActivated.connect(self._on_activated)
        self._fill()

    def show_problems(
        self, problems: tuple[Problem, ...], *, is_empty: bool = False, repairable: tuple[Problem, ...] = ()
    ) -> None:
        """Shows the problems of a match; one that `is_empty` has no cars and cannot start.

        Problems that are `repairable` can be fixed with a button, and those whose repair is certain also together.
        """
        self._repairable = repairable
        self._is_empty = is_empty
        self._findings = tuple(sorted(problems, key=lambda problem: not problem.is_error))
        self._fixes = {}
        self._arrange()

    @Slot()
    def show_unreadable(self, problem: Problem | None = None) -> None:
        """Shows why a file could not be opened above the other problems; None removes it."""
        self._unreadable = problem
        self._arrange()

    @property
    def title(self) -> str:
        """The line above the list."""
        return self._title.text()

    def show_fixes(self, fixes: Mapping[Problem, str]) -> None:
        """Sets the button texts of problems that other parts of the window fix."""
        self._fixes = fixes
        self._show_fix()

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables repairs while a match runs."""
        self._is_locked = is_locked
        self._show_fix()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self._fill()

    @Slot(QListWidgetItem)
    def _on_activated(self, item: QListWidgetItem) -> None:
        self.problem_chosen.emit(self._problems[self.rows.row(item)])

    @Slot()
    def _on_fix_clicked(self) -> None:
        problem = self._fixable()
        if problem in self._fixes:
            self.fix_requested.emit(problem)
        elif problem is not None:
            self.repair_requested.emit((problem,))

    @Slot()
    def _on_fix_all_clicked(self) -> None:
        self.repair_requested.emit(self._certain)

    @Slot()
    def _show_fix(self) -> None:
        problem = self._fixable()
        self.fix_button.setVisible(problem is not None)
        self.fix_all_button.setVisible(len(self._certain) > 1 and not self._is_locked)
        if problem is not None:
            words = self._fixes.get(problem) or self.tr("Fix")
            self.fix_button.setText(words)
            message = rendered(problem.message)
            self.fix_button.setAccessibleName(f"{words}: {message}")
            self.fix_button.setToolTip(f"{words}. {message}")

    @property
    def _certain(self) -> tuple[Problem, ...]:
        """The problems that are fixed together."""
        return tuple(problem for problem in self._repairable if problem.repair and problem.repair.is_certain)

    def _fixable(self) -> Problem | None:
        """Returns the problem that the button fixes."""
        repairable = () if self._is_locked else self._repairable
        fixable = [problem for problem in self._problems if problem in self._fixes or problem in repairable]
        row = self.rows.currentRow()
        current = self._problems[row] if 0 <= row < len(self._problems) else None
        return current if current in fixable else next(iter(fixable), None)

    def _arrange(self) -> None:
        self._problems = ((self._unreadable,) if self._unreadable is not None else ()) + self._findings
        self._fill()
        self.counted.emit(len(self._problems))

    def _fill(self) -> None:
        errors = sum(problem.is_error for problem in self._problems)
        set_property(self, "severity", "error" if errors else "warning" if self._problems else "none")
        self._title.setText(self.title_words(errors, len(self._problems) - errors))
        icons = {severity: self._icon(severity) for severity in {problem.severity for problem in self._problems}}
        self.rows.clear()
        for problem in self._problems:
            item = QListWidgetItem(icons[problem.severity], problem_text(problem))
            item.setToolTip(rendered_problem(problem))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, rendered_problem(problem))
            self.rows.addItem(item)
        self._show_fix()

    def _icon(self, severity: Severity) -> QIcon:
        if severity is Severity.ERROR:
            return tinted_icon(Tinted(name="error", colour=self._looks.bad))
        return tinted_icon(Tinted(name="warning", colour=self._looks.warning))

    def title_words(self, errors: int, warnings: int) -> str:
        """Returns the line above the list."""
        if self._unreadable is not None:
            return self.tr("{file} cannot be opened").format(file=self._unreadable.path.name)
        counts = Counts()
        if errors and warnings:
            both = self.tr("{errors} and {warnings}, the match cannot start")
            return both.format(errors=counts.errors(errors), warnings=counts.warnings(warnings))
        if errors:
            return self.tr("{errors}, the match cannot start").format(errors=counts.errors(errors))
        if self._is_empty:
            return self.tr("No cars yet, the match cannot start")
        if warnings:
            return self.tr("{warnings}, the match can start").format(warnings=counts.warnings(warnings))
        return self.tr(NONE)


def problem_text(problem: Problem) -> str:
    """Returns file and line, sentence and fix in one line."""
    place = problem.path.name if problem.line is None else f"{problem.path.name}:{problem.line}"
    fix = f"  →  {rendered(problem.fix)}" if problem.fix else ""
    return f"{place}   {rendered(problem.message)}{fix}"
