"""The list of problems: findings about the open document, their places and repairs."""

from functools import partial

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from runtime.documents.match_file import V4_MATCH
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
        action, on_action = "", None
        if problem.line is not None:
            action = self.tr("Open line {0}").format(problem.line)
            on_action = partial(self._context.places.show_problem, problem)
        elif problem.message.code == V4_MATCH:
            action, on_action = self.tr("Convert"), partial(self._context.incoming.convert, problem.path)
        text = rendered_problem(problem)
        self._context.notifications.show(
            Notice(text=text, tone=BAD, key=UNREADABLE, action=action, on_action=on_action)
        )

    @Slot()
    def _on_readable(self) -> None:
        self._list.show_unreadable(None)
        self._context.notifications.withdraw(UNREADABLE)


create = ProblemController
