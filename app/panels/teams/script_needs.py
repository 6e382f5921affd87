"""Scripts that bots of the match require: shown on cards and among the problems, with a button that adds them."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMenu

from app.panels.context import WindowContext
from app.panels.library.controller import LibraryController
from app.panels.teams.cards import CardFix, FixSource, car_key, joined, script_key
from app.panels.teams.controller import TeamController
from runtime.model.entries import LibraryEntry
from runtime.model.needs import Need
from runtime.model.problems import Problem
from runtime.model.values import MatchOverview
from widgets.teams.card_value import CardValue

Enablers = Callable[[str], Sequence[LibraryEntry]]
"""Returns the entries of the library that provide something; those that cannot play come last."""


class ScriptNeeds(QObject):
    """Joins the needs of the document with the library; GUI thread."""

    def __init__(self, context: WindowContext, teams: TeamController, enablers: Enablers) -> None:
        super().__init__(teams)
        self._window = context.window
        self._enablers = enablers
        self._teams = teams
        self._edits = context.edits
        self._session = context.session
        self._needs: tuple[Need, ...] = ()
        self._scripts: dict[str, tuple[LibraryEntry, ...]] = {}
        self._shown: dict[str, CardFix] = {}
        self._problems: tuple[Problem, ...] = ()
        self._helping: dict[Problem, tuple[LibraryEntry, ...]] = {}
        context.window.problems.fix_requested.connect(self._fix_problem)
        context.session.started.connect(self.refresh)
        context.session.ended.connect(self.refresh)

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes the needs of a document; its cards are new and show none of them yet."""
        self._needs, self._shown = overview.needs, {}
        self._problems = overview.problems
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Shows the needs and the scripts of the library that would help; nothing while a match runs."""
        fixes: dict[str, CardFix] = {}
        self._scripts, self._helping = {}, {}
        for need in () if self._session.is_running else self._needs:
            entries = tuple(self._enablers(need.word))
            scripts = tuple(entry for entry in entries if entry.can_play)
            fix = CardFix(reason=self._reason(need, entries), words=self._words(scripts))
            problem = next((problem for problem in self._problems if _is_about(problem, need)), None)
            if problem is not None and scripts:
                self._helping[problem] = scripts
            for position in need.positions:
                key = script_key(position) if need.is_script else car_key(position)
                before = fixes.get(key)
                fixes[key] = fix if before is None else _joined(before, fix)
                self._scripts[key] = self._scripts.get(key) or scripts
        if fixes != self._shown:
            self._shown = fixes
            self._teams.show_fixes("scripts", FixSource(fixes=fixes, apply=self._fix))
            self._window.problems.show_fixes(
                {problem: self._words(scripts) for problem, scripts in self._helping.items()}
            )

    def _fix(self, card: CardValue, _fix: CardFix) -> None:
        self._add_one(self._scripts.get(card.key, ()))

    @Slot(Problem)
    def _fix_problem(self, problem: Problem) -> None:
        self._add_one(self._helping.get(problem, ()))

    def _add_one(self, scripts: Sequence[LibraryEntry]) -> None:
        """Adds the script, or lets the user choose among several."""
        if not scripts:
            return
        if len(scripts) == 1:
            self._edits.add_script(scripts[0].path)
        else:
            self._choice(scripts).popup(_place())

    def _choice(self, scripts: Sequence[LibraryEntry]) -> QMenu:
        menu = QMenu(self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        for script in scripts:
            action = menu.addAction(script.name)
            action.setToolTip(str(script.path))
            action.triggered.connect(partial(self._add, script.path))
        menu.setToolTipsVisible(True)
        return menu

    def _add(self, path: Path) -> None:
        self._edits.add_script(path)

    def _words(self, scripts: Sequence[LibraryEntry]) -> str:
        if not scripts:
            return ""
        return (
            self.tr("Add {script}").format(script=scripts[0].name) if len(scripts) == 1 else self.tr("Add a script …")
        )

    def _reason(self, need: Need, entries: Sequence[LibraryEntry]) -> str:
        text = self.tr('It requires "{word}", which no script in this match provides.').format(word=need.word)
        names = ", ".join(entry.name for entry in entries)
        if not entries:
            rest = self.tr("The library has no such script.")
        elif not entries[0].can_play:
            rest = self.tr("The library scripts that provide it cannot be played: {names}.").format(names=names)
        else:
            rest = self.tr("Available in the library: {names}.").format(names=names)
        return f"{text} {rest}"


def _joined(before: CardFix, fix: CardFix) -> CardFix:
    """Returns both reasons with the first button; the other one appears once the first problem is fixed."""
    return CardFix(reason=joined(before.reason, fix.reason), words=before.words or fix.words)


def _is_about(problem: Problem, need: Need) -> bool:
    place = f"{'scripts' if need.is_script else 'cars'}[{need.positions[0]}]"
    return problem.key == place and ("written", need.word) in problem.message.args


def _place() -> QPoint:
    """Returns the point on the screen below the button that was pressed."""
    pressed = QApplication.focusWidget()
    return pressed.mapToGlobal(QPoint(0, pressed.height())) if pressed is not None else QCursor.pos()


def create(context: WindowContext, teams: TeamController, library: LibraryController) -> ScriptNeeds:
    """Creates the controller."""
    needs = ScriptNeeds(context, teams, library.relations.enablers)
    context.document.overview_changed.connect(needs.show_overview)
    library.relations_changed.connect(needs.refresh)
    return needs
