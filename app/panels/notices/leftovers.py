"""Notices at the start: a welcome, and processes that a crashed run left behind."""

from PySide6.QtCore import QObject, QTimer, Slot

from app.services.background_tasks import BackgroundTasks
from app.services.notifications import Notifications
from runtime.model.values import Leftover
from widgets.notices.notice import BAD, GOOD, WARNING, Notice

LOOK_MS = 700
"""Delay after the window was shown: what the user waits for comes first."""
MAX_NAMED = 4
JOIN_S = 4.0
"""Ending them takes up to 3 s and must not be cut off."""


class LeftoverController(QObject):
    """Searches for such processes once per start, in the background, and offers to end them; GUI thread."""

    def __init__(self, notifications: Notifications, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notifications = notifications
        self._found: tuple[Leftover, ...] = ()
        self._delay = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._tasks = BackgroundTasks(1, self, join_s=JOIN_S, cancel=self._delay.stop)
        self._delay.timeout.connect(self.check)

    def start(self) -> None:
        """Starts the search soon."""
        self._delay.start()

    @Slot()
    def check(self) -> None:
        """Looks for processes of abandoned runs, and removes the temporary files of killed programs."""
        self._tasks.run(_found, self._offer)

    def _offer(self, leftovers: tuple[Leftover, ...]) -> None:
        self._found = leftovers
        if not leftovers:
            return
        names = ", ".join(map(str, leftovers[:MAX_NAMED])) + (", ..." if len(leftovers) > MAX_NAMED else "")
        if len(leftovers) == 1:
            text = self.tr("A process of an earlier run is still running: {0}.").format(names)
            action = self.tr("End process")
        else:
            text = self.tr("%n processes of an earlier run are still running: {0}.", "", len(leftovers)).format(names)
            action = self.tr("End processes")
        self._notifications.show(Notice(text=text, tone=WARNING, action=action, on_action=self._end))

    def _end(self) -> None:
        leftovers, self._found = self._found, ()
        if leftovers:
            self._tasks.run(lambda: _end(leftovers), self._report)

    def _report(self, survivors: tuple[str, ...]) -> None:
        if survivors:
            text, tone = self.tr("These processes could not be ended: {0}.").format(", ".join(survivors)), BAD
        else:
            text, tone = self.tr("Processes of an earlier run were ended."), GOOD
        self._notifications.show(Notice(text=text, tone=tone))


def _found() -> tuple[Leftover, ...]:
    from app.services.litter import remove_litter  # noqa: PLC0415 - loaded after the first paint
    from runtime.processes import find_leftovers  # noqa: PLC0415 - loaded after the first paint

    remove_litter()
    return find_leftovers()


def _end(leftovers: tuple[Leftover, ...]) -> tuple[str, ...]:
    from runtime.processes import end_leftovers  # noqa: PLC0415 - rarely needed

    return end_leftovers(leftovers)
