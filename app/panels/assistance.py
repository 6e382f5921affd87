"""What helps the user along: places of errors, missing and unused packages, leftovers, first steps, all keys."""

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.document.open_document import DocumentController
from app.document.places import PlaceController
from app.panels.notices.first_steps import WELCOME, welcome
from app.panels.notices.leftovers import LeftoverController
from app.panels.preferences.environments import EnvironmentController
from app.panels.teams.packages import PackageController
from app.services.settings import SettingsStore
from widgets.keys.key_overview import KeyOverview, key_rows
from widgets.main_window import MainWindow
from widgets.notices.notice import Notice


class Assistance(QObject):
    """Builds what helps and connects it with the window; GUI thread.

    Signals:
        noticed: a `Notice`.
        withdrawn: the request of a notice that no longer matters.
        refused: a sentence; something could not be done.
    """

    noticed = Signal(Notice)
    withdrawn = Signal(object)
    refused = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        packages: PackageController,
        document: DocumentController,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._packages = packages
        self.leftovers = LeftoverController(self)
        self.environments = EnvironmentController(self)
        self.places = PlaceController(document, settings, self)
        self.places.refused.connect(self.refused)
        self.leftovers.noticed.connect(self.noticed)
        self.environments.noticed.connect(self.noticed)
        packages.noticed.connect(self.noticed)
        packages.withdrawn.connect(self.withdrawn)
        packages.file_wanted.connect(self.places.show_path)
        window.log.place_requested.connect(self.places.show_source)
        window.problems.problem_chosen.connect(self.places.show_problem)
        window.commands.keys.triggered.connect(self.show_keys)
        window.commands.settings.triggered.connect(self.environments.look)

    def start(self, *, is_first: bool) -> None:
        """The window is open: welcomes who never had one, and looks for what an earlier run left behind."""
        self.leftovers.start()
        if is_first:
            self.noticed.emit(welcome())

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Carries out what the button of one of our notices promises."""
        if notice.request == WELCOME:
            self.show_keys()
        else:
            self._packages.answer(notice)
            self.leftovers.answer(notice)

    @Slot()
    def show_keys(self) -> None:
        """Opens the list of all keys."""
        library = self._window.library
        commands = (*self._window.commands.all, *library.commands)
        box = KeyOverview(key_rows(commands, library.actions_of_entry.of_entry), self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.show()

    @Slot()
    def stop(self) -> None:
        """Gives up what goes on in the background; the program ends."""
        self._packages.stop()
        self.leftovers.stop()
        self.environments.stop()
