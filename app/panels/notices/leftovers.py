"""Offers to end what an earlier run left behind because it crashed."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.services.background_tasks import Errands
from runtime.model.values import Leftover
from widgets.notices.notice import BAD, GOOD, WARNING, Notice

LOOK_MS = 700
"""After the window was shown: what the user waits for comes first."""
MOST_NAMED = 4
JOIN_S = 4.0
"""To end them takes up to 3 s, and must not be broken off in the middle."""
REQUEST = "end leftovers"


class LeftoverController(QObject):
    """Looks once per start, in the background; GUI thread.

    Signals:
        noticed: a `Notice`.
    """

    noticed = Signal(Notice)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: tuple[Leftover, ...] = ()
        self._errands = Errands(1, self)
        self._delay = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._delay.timeout.connect(self.look)

    def start(self) -> None:
        """Looks soon."""
        self._delay.start()

    @Slot()
    def look(self) -> None:
        """Looks for processes of abandoned runs, and removes the temporary files of killed programs."""
        self._errands.run(_look, self._tell)

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Ends them, if that is what the notice asks for."""
        if notice.request != REQUEST or not self._found:
            return
        found, self._found = self._found, ()
        self._errands.run(lambda: _end(found), self._tell_survivors)

    def stop(self) -> None:
        """The program ends."""
        self._delay.stop()
        self._errands.stop(JOIN_S)

    def _tell(self, found: tuple[Leftover, ...]) -> None:
        self._found = found
        if not found:
            return
        names = ", ".join(map(str, found[:MOST_NAMED])) + (", ..." if len(found) > MOST_NAMED else "")
        if len(found) == 1:
            text = self.tr("A process of an earlier run is still running: {0}.").format(names)
            action = self.tr("End process")
        else:
            text = self.tr("%n processes of an earlier run are still running: {0}.", "", len(found)).format(names)
            action = self.tr("End processes")
        self.noticed.emit(Notice(text=text, tone=WARNING, action=action, request=REQUEST))

    def _tell_survivors(self, survivors: tuple[str, ...]) -> None:
        if survivors:
            text = self.tr("These processes could not be ended: {0}.").format(", ".join(survivors))
            self.noticed.emit(Notice(text=text, tone=BAD))
        else:
            self.noticed.emit(Notice(text=self.tr("Processes of an earlier run were ended."), tone=GOOD))


def _look() -> tuple[Leftover, ...]:
    from app.services.litter import remove_litter  # noqa: PLC0415 - the first paint comes first
    from runtime.processes import find_leftovers  # noqa: PLC0415 - likewise

    remove_litter()
    return find_leftovers()


def _end(found: tuple[Leftover, ...]) -> tuple[str, ...]:
    from runtime.processes import end_leftovers  # noqa: PLC0415 - hardly ever needed

    return end_leftovers(found)
