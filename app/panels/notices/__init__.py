"""The notices of the window: the strip, the history, and what they are about."""

from app.panels.context import WindowContext
from app.panels.notices.leftovers import LeftoverController
from app.panels.notices.match_notices import MatchNotices

__all__ = ["LeftoverController", "MatchNotices", "create"]


def create(context: WindowContext) -> MatchNotices:
    """Connects the strip and the history, and creates the controllers."""
    context.notifications.shown.connect(context.window.show_notice)
    context.notifications.withdrawn.connect(context.window.notices.withdraw)
    leftovers = LeftoverController(context.notifications, context.window)
    context.application.aboutToQuit.connect(leftovers.stop)
    return MatchNotices(context, leftovers)
