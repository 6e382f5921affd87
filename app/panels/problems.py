"""The list of problems: findings about the open document, their places and repairs."""

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from runtime.model.problems import Problem
from runtime.model.values import MatchOverview
from widgets.messages import rendered_problem
from widgets.notices.notice import BAD, Notice

UNREADABLE = "unreadable"
"""Key of the notice about a file that could not be opened."""


class ProblemController(QObject):
    """Shows the problems of the document; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._list = context.window.problems
        self._list.problem_chosen.connect(context.places.show_problem)
        self._list.repair_requested.connect(context.document.repair)
        context.document.overview_changed.connect(self._on_overview)
        context.document.unreadable.connect(self._on_unreadable)
        context.document.readable.connect(self._on_readable)
        context.session.started.connect(context.document.forget_unreadable)

    @Slot(MatchOverview)
    def _on_overview(self, overview: MatchOverview) -> None:
        repairable = self._context.document.repairable()
        self._list.show_problems(overview.problems, is_empty=overview.is_empty, repairable=repairable)
        if not overview.can_start:
            self._context.navigator.show_panel("problems")

    @Slot(Problem)
    def _on_unreadable(self, problem: Problem) -> None:
        """Shows why a file could not be opened, in the list, in the bar at the bottom and as a notice."""
        self._list.show_unreadable(problem)
        self._context.notifications.refuse(self._list.title)
        self._context.navigator.show_panel("problems")
        has_line = problem.line is not None
        self._context.notifications.show(
            Notice(
                text=rendered_problem(problem),
                tone=BAD,
                key=UNREADABLE,
                action=self.tr("Open line {0}").format(problem.line) if has_line else "",
                on_action=(lambda: self._context.places.show_problem(problem)) if has_line else None,
            )
        )

    @Slot()
    def _on_readable(self) -> None:
        self._list.show_unreadable(None)
        self._context.notifications.withdraw(UNREADABLE)


create = ProblemController
