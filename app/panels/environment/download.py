"""The download of RLBotServer: found on request, downloaded after consent."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.panels.packs.jobs import RESTING, Job, Phase
from app.panels.packs.rows import row_of
from app.services.background_tasks import BackgroundTasks
from app.services.notifications import Notifications
from app.services.paths import made, servers_dir
from app.services.version import version
from runtime.packs import CancelledError, Offer, PackError, Progress
from widgets.messages import rendered
from widgets.notices.notice import GOOD, Notice
from widgets.packs.values import PackAction, PackRequested, PackRow

if TYPE_CHECKING:
    from runtime.packs.rlbot_server import InstalledServer

POLL_MS: Final = 100
T = TypeVar("T")


def find_offer(progress: Progress) -> Offer:
    """Returns the newest server."""
    from runtime.packs import HttpWeb  # noqa: PLC0415 - takes a while, and is hardly ever needed
    from runtime.packs.rlbot_server import server_offer  # noqa: PLC0415 - loads the network

    return server_offer(HttpWeb(version=version()), progress)


def download_offer(offer: Offer, progress: Progress) -> "InstalledServer":
    """Downloads a server."""
    from runtime.games.rocket_league.system import native_system  # noqa: PLC0415 - needed for a download only
    from runtime.packs import HttpWeb  # noqa: PLC0415 - loads the network
    from runtime.packs.rlbot_server import download  # noqa: PLC0415 - loads the network

    return download(offer, HttpWeb(version=version()), progress, made(servers_dir()), native_system())


class ServerDownload(QObject):
    """One download, which continues when the page is closed; GUI thread.

    Args:
        find: returns the newest server, on another thread.
        download: downloads it, on another thread.

    Signals:
        changed: `row` has changed.
        installed: a server was installed.
    """

    changed = Signal()
    installed = Signal()

    def __init__(
        self,
        notifications: Notifications,
        parent: QObject | None = None,
        *,
        find: Callable[[Progress], Offer] = find_offer,
        download: "Callable[[Offer, Progress], InstalledServer]" = download_offer,
    ) -> None:
        super().__init__(parent)
        self._notifications = notifications
        self._find = find
        self._download = download
        self._job = Job(key="RLBotServer", source=None)
        self._tasks = BackgroundTasks(1, self, cancel=self._cancel)
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.changed)

    @property
    def row(self) -> PackRow | None:
        """The state of the download; None if there is nothing to show."""
        if self._job.phase is Phase.IDLE:
            return None
        row = replace(row_of(self._job, is_in_library=True), about="", address="")
        return replace(row, state=rendered(self._job.text)) if self._job.phase is Phase.OFFERED else row

    @Slot()
    def find(self) -> None:
        """Looks for the newest version, unless there is an offer or a download already."""
        if self._job.phase in RESTING:
            self._run(Phase.LOOKING, self._find, self._on_found)

    @Slot(PackRequested)
    def act(self, request: PackRequested) -> None:
        """Carries out what the user has chosen for the offer or the download."""
        offer = self._job.offer
        if request.action is PackAction.FETCH and offer is not None:
            self._run(Phase.FETCHING, partial(self._download, offer), self._on_installed)
        elif request.action is PackAction.CANCEL:
            self._cancel()
        elif request.action is PackAction.RETRY:
            self.find()
        else:
            self._rest()

    def _run(self, phase: Phase, work: Callable[[Progress], T], done: Callable[[T], None]) -> None:
        progress = self._job.begin(phase)

        def attempt() -> T | Exception:
            try:
                return work(progress)
            except Exception as error:  # noqa: BLE001 - the download would otherwise never end
                return error

        self._tasks.run(attempt, partial(self._finish, done))
        self._timer.start()
        self.changed.emit()

    def _finish(self, done: Callable[[T], None], result: T | Exception) -> None:
        self._timer.stop()
        if isinstance(result, CancelledError):
            self._rest()
        elif isinstance(result, Exception):
            self._job.finish(result.message if isinstance(result, PackError) else repr(result), is_good=False)
        else:
            done(result)
        self.changed.emit()

    def _on_found(self, offer: Offer) -> None:
        from runtime.packs.rlbot_server import describe  # noqa: PLC0415 - loads the network

        self._job.phase, self._job.offer, self._job.text = Phase.OFFERED, offer, describe(offer)

    def _on_installed(self, server: "InstalledServer") -> None:
        self._rest()
        self._notifications.show(Notice(text=rendered(server.text), tone=GOOD))
        self.installed.emit()

    def _cancel(self) -> None:
        self._job.progress.cancel()

    def _rest(self) -> None:
        self._job.rest()
        self.changed.emit()
