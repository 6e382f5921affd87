"""Packs of bots in the window: downloaded, updated, repaired and removed at the user's request."""

import logging
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from app.panels.context import WindowContext
from app.panels.library.controller import LibraryController
from app.panels.packs.jobs import RESTING, Job, Phase
from app.panels.packs.rows import (
    failed_notice,
    library_title,
    placed_notice,
    placed_words,
    removed_notice,
    row_of,
    title_of,
)
from app.services.background_tasks import BackgroundTasks
from app.services.file_opener import open_folder
from app.services.pack_services import pack_services
from runtime.model.events import MatchEnded
from runtime.model.messages import literal
from runtime.packs import (
    CancelledError,
    Differences,
    Offer,
    Pack,
    PackError,
    PackServices,
    Placed,
    PreparedPack,
    Source,
    differences,
    is_installed,
    newest,
    parse_source,
    place,
    prepare,
    remove,
    repair,
    same_again,
)
from widgets.messages import rendered
from widgets.packs.packs_dialog import PacksDialog
from widgets.packs.values import PackAction, PackRequested

POLL_MS: Final = 100
THREADS: Final = 3
JOIN_S: Final = 2.0
NEW: Final = "new: "
"""Prefix of the keys of packs that are not installed yet; no folder has such a name."""
T = TypeVar("T")
_LOG = logging.getLogger(__name__)


class PackController(QObject):
    """Carries out the requests of the dialog on worker threads; GUI thread."""

    def __init__(
        self,
        context: WindowContext,
        library: LibraryController,
        parent: QObject | None = None,
        *,
        make_services: Callable[[], PackServices] = pack_services,
    ) -> None:
        super().__init__(parent)
        self._window = context.window
        self._library = library
        self._session = context.session
        self._notifications = context.notifications
        self._make_services = make_services
        self._is_started = False
        self._jobs: dict[str, Job] = {}
        self._tasks = BackgroundTasks(THREADS, self, join_s=JOIN_S, cancel=self._cancel_jobs)
        self.dialog: PacksDialog | None = None
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._show)
        context.session.ended.connect(self._on_match_ended)

    @property
    def is_busy(self) -> bool:
        """True while a job works in the background."""
        return self._tasks.is_busy

    @cached_property
    def _services(self) -> PackServices:
        """Made on a worker thread, because its network modules take long to import."""
        return self._make_services()

    @Slot()
    def start(self) -> None:
        """Finds the installed packs, and repairs what a crash left unfinished; later calls do nothing."""
        if self._is_started:
            return
        self._is_started = True

        def work() -> tuple[Pack, ...]:
            self._services.store.repair_leftovers()
            return self._services.store.packs()

        self._tasks.run(work, self._take_packs)

    def _cancel_jobs(self) -> None:
        """Cancels all jobs, because the program ends."""
        self._poll.stop()
        for job in self._jobs.values():
            job.progress.cancel()
            if job.prepared is not None:
                job.prepared.lock.release()

    @Slot()
    def show_dialog(self) -> None:
        """Opens the dialog, or brings it forward."""
        self.start()
        if self.dialog is None:
            self.dialog = PacksDialog(self._window)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.source_entered.connect(self.add)
            self.dialog.requested.connect(self._on_requested)
            self.dialog.all_requested.connect(self.check_all_for_updates)
            self.dialog.finished.connect(self._on_dialog_closed)
            self.dialog.show()
            self.refresh()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._show()

    @Slot(Path)
    def take(self, path: Path) -> None:
        """Shows what a dropped archive contains, and offers to install it."""
        self.show_dialog()
        self.add(str(path))

    @Slot(str)
    def add(self, text: str) -> None:
        """Looks up and shows the newest version of a source; does not download it."""

        def find() -> tuple[Source, str]:
            source = parse_source(text)
            known = self._services.store.pack_from(source)
            return source, known.key if known is not None else f"{NEW}{source}"

        self._run(find, self._on_found, self._refuse)

    @Slot()
    def check_all_for_updates(self) -> None:
        """Looks up the newest version of every installed pack."""
        for job in list(self._jobs.values()):
            if job.pack is not None and job.pack.record is not None and job.phase in RESTING:
                self._check_for_update(job)

    @Slot(PackRequested)
    def _on_requested(self, request: PackRequested) -> None:
        job = self._jobs.get(request.key)
        actions: dict[PackAction, Callable[[Job], object]] = {
            PackAction.CHECK: self._check_for_update,
            PackAction.RETRY: self._check_for_update,
            PackAction.FETCH: self._fetch,
            PackAction.UNPACK: self._fetch,
            PackAction.PLACE: self._place,
            PackAction.DISMISS: self._dismiss,
            PackAction.CANCEL: lambda job: job.progress.cancel(),
            PackAction.REPAIR: self._check,
            PackAction.REMOVE: self._ask_removal,
            PackAction.REMOVE_KEEPING: partial(self._remove, keep_own=True),
            PackAction.REMOVE_ALL: partial(self._remove, keep_own=False),
            PackAction.OPEN: lambda job: open_folder(_folder(job)),
            PackAction.SHOW: lambda job: self._library.take_folder(_folder(job)),
        }
        if job is not None:
            actions[request.action](job)
            self._show()

    def _on_found(self, offer: tuple[Source, str]) -> None:
        source, key = offer
        if self.dialog is not None:
            self.dialog.clear_source()
        job = self._jobs.setdefault(key, Job(key=key, source=source))
        if job.phase in RESTING:
            self._check_for_update(job)

    def _check_for_update(self, job: Job) -> None:
        source, progress = job.source, job.begin(Phase.LOOKING)
        if source is None:
            return
        self._work(job, lambda: newest(source, self._services.web, progress), self._on_offer)

    def _on_offer(self, job: Job, offer: Offer) -> None:
        record = job.pack.record if job.pack is not None else None
        if record is not None and is_installed(offer, record):
            job.finish(self.tr("{0} is the newest version.").format(record.version), is_good=True)
        else:
            job.offer, job.phase = offer, Phase.OFFERED

    def _fetch(self, job: Job) -> None:
        offer, progress = job.offer, job.begin(Phase.FETCHING)
        if offer is not None:
            self._work(job, lambda: prepare(offer, self._services, progress), self._on_delivered)

    def _on_delivered(self, job: Job, prepared: PreparedPack) -> None:
        job.prepared, job.phase = prepared, Phase.READY
        if job.pack is None or job.damage is not None:
            self._place(job)

    def _place(self, job: Job) -> None:
        """Installs a download; waits for the end of a match before it replaces files."""
        prepared, pack, damage = job.prepared, job.pack, job.damage
        if prepared is None or (pack is not None and self._waits(job, self._place)):
            return
        progress = job.begin(Phase.PLACING)
        job.prepared = None

        def work() -> Placed:
            if pack is not None and damage is not None:
                return repair(pack, prepared, self._services, progress)
            return place(prepared, self._services, progress)

        self._work(job, work, self._on_placed)

    def _on_placed(self, job: Job, placed: Placed) -> None:
        is_new, is_repair, record = job.pack is None, job.damage is not None, placed.pack.record
        job.pack, job.source = placed.pack, record.source if record is not None else job.source
        del self._jobs[job.key]
        job.key = placed.pack.key
        self._jobs[job.key] = job
        job.finish(placed_words(placed, is_new=is_new, is_repair=is_repair), is_good=True)
        self._notifications.show(placed_notice(title_of(job), placed))
        self._library.take_folder(placed.pack.folder)
        self._name_folders()

    def _check(self, job: Job) -> None:
        """Looks for modified files."""
        pack, progress = job.pack, job.begin(Phase.CHECKING)
        if pack is not None:
            self._work(job, lambda: differences(pack, progress, is_thorough=True), self._on_checked)

    def _on_checked(self, job: Job, differences: Differences) -> None:
        record = job.pack.record if job.pack is not None else None
        if not differences.damaged or record is None:
            job.finish(self.tr("All files are unmodified."), is_good=True)
        else:
            job.phase, job.damage, job.offer = Phase.DAMAGED, differences, same_again(record)

    def _ask_removal(self, job: Job) -> None:
        pack, progress = job.pack, job.begin(Phase.CHECKING)
        if pack is not None:
            self._work(job, lambda: differences(pack, progress), self._on_own_found)

    def _on_own_found(self, job: Job, own: Differences) -> None:
        job.own, job.phase = own, Phase.OWN
        if not own.own:
            self._remove(job, keep_own=False)

    def _remove(self, job: Job, *, keep_own: bool) -> None:
        pack = job.pack
        if pack is None or self._waits(job, partial(self._remove, keep_own=keep_own)):
            return
        progress = job.begin(Phase.PLACING)
        self._work(job, lambda: (remove(pack, self._services, progress, keep_own=keep_own),), self._on_removed)

    def _on_removed(self, job: Job, gone: tuple[Path | None]) -> None:
        (kept,) = gone
        del self._jobs[job.key]
        if job.pack is not None and job.pack.folder in self._library.folders:
            self._library.remove_folder(job.pack.folder)
        self._notifications.show(removed_notice(title_of(job), kept))

    def _dismiss(self, job: Job) -> None:
        """Cancels a job and leaves the pack as it is."""
        prepared = job.prepared
        job.rest()
        if job.pack is None:
            del self._jobs[job.key]
        if prepared is not None:
            self._tasks.run(prepared.discard, lambda _: None)

    def _waits(self, job: Job, then: Callable[[Job], None]) -> bool:
        """Returns whether a match runs, whose bots may be using the files; `then` is called after it."""
        if self._session.is_running:
            job.phase, job.then = Phase.WAITING, partial(then, job)
        return self._session.is_running

    @Slot(MatchEnded)
    def _on_match_ended(self, _event: MatchEnded) -> None:
        QTimer.singleShot(0, self, self._go_on)

    @Slot()
    def _go_on(self) -> None:
        for job in list(self._jobs.values()):
            then, job.then = job.then, None
            if then is not None:
                then()
        self._show()

    def refresh(self) -> None:
        """Finds the installed packs again."""

        def work() -> tuple[Pack, ...]:
            return self._services.store.packs()

        self._tasks.run(work, self._take_packs)

    def _take_packs(self, packs: tuple[Pack, ...]) -> None:
        """Shows the installed packs; running jobs continue."""
        by_key = {pack.key: pack for pack in packs}
        for key in [key for key, job in self._jobs.items() if job.pack is not None and key not in by_key]:
            if not self._jobs[key].is_busy:
                del self._jobs[key]
        for key, pack in by_key.items():
            source = pack.record.source if pack.record is not None else None
            job = self._jobs.setdefault(key, Job(key=key, source=source))
            job.pack = pack
        self._name_folders()
        self._show()

    def _name_folders(self) -> None:
        packs = [job.pack for job in self._jobs.values() if job.pack is not None]
        self._library.name_folders({pack.folder: library_title(pack) for pack in packs})

    def _work(self, job: Job, work: Callable[[], T], done: Callable[[Job, T], None]) -> None:
        """Runs work on a pack in the background; shows its error."""

        def fail(error: PackError) -> None:
            if isinstance(error, CancelledError):
                self._dismiss(job)
                return
            job.finish(error.message, is_good=False)
            if self.dialog is None:
                self._notifications.show(failed_notice(title_of(job), error, self.show_dialog))

        self._run(work, partial(done, job), fail)
        self._show()

    def _run(self, work: Callable[[], T], done: Callable[[T], None], fail: Callable[[PackError], None]) -> None:
        def attempt() -> T | PackError:
            try:
                return work()
            except PackError as error:
                return error
            except Exception as error:  # noqa: BLE001 - the job would otherwise never end
                _LOG.exception("The work on a pack failed")
                text = self.tr("Internal error ({0}). Try again.").format(f"{type(error).__name__}: {error}")
                return PackError(literal(text))

        def finish(result: T | PackError) -> None:
            if isinstance(result, PackError):
                fail(result)
            else:
                done(result)
            self._show()

        self._tasks.run(attempt, finish)

    def _refuse(self, error: PackError) -> None:
        if self.dialog is not None:
            self.dialog.show_fault(rendered(error.message))

    @Slot()
    def _show(self) -> None:
        if any(job.is_busy for job in self._jobs.values()) and self.dialog is not None:
            self._poll.start()
        else:
            self._poll.stop()
        if self.dialog is not None:
            folders = self._library.folders
            ordered = sorted(self._jobs.values(), key=lambda job: (job.pack is not None, job.key.casefold()))
            self.dialog.show_rows([row_of(job, is_in_library=_folder(job) in folders) for job in ordered])

    @Slot()
    def _on_dialog_closed(self) -> None:
        """Clears messages that the user has read."""
        self.dialog = None
        self._poll.stop()
        for job in self._jobs.values():
            if job.pack is not None and job.phase in RESTING:
                job.rest()


def _folder(job: Job) -> Path:
    """Returns the folder of a pack; for one that is not installed, a path that does not exist."""
    return job.pack.folder if job.pack is not None else Path(job.key)


def create(context: WindowContext, library: LibraryController) -> PackController:
    """Creates the controller; it looks for installed packs after the modules of a match are imported."""
    controller = PackController(context, library, context.window)
    context.window.library.packs_requested.connect(controller.show_dialog)
    context.incoming.archive_dropped.connect(controller.take)
    context.preload.loaded.connect(controller.start)
    return controller
