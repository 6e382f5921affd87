"""The header: the document's name, new, open, recent, save, undo and redo, and the theme."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Slot

from app.document.editor import StepNames
from app.document.open_document import DocumentController
from app.document.questions import Questions
from app.panels.context import WindowContext
from app.services.settings import Settings, SettingsStore
from runtime.model.values import MatchOverview
from widgets.header.header_bar import HeaderBar

MAX_RECENT: Final = 12


class HeaderController(QObject):
    """Connects the header with the document and the settings; GUI thread."""

    def __init__(
        self,
        header: HeaderBar,
        document: DocumentController,
        questions: Questions,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._header = header
        self._document = document
        self._questions = questions
        self._settings = settings
        header.new_requested.connect(self.new)
        header.open_requested.connect(questions.ask_open)
        header.recent_requested.connect(questions.open_document)
        header.save_requested.connect(document.save)
        header.save_as_requested.connect(questions.ask_place)
        header.undo_requested.connect(document.undo)
        header.redo_requested.connect(document.redo)
        header.theme_requested.connect(self._on_theme_requested)
        document.steps_changed.connect(self._on_steps)
        document.overview_changed.connect(self._on_overview)
        document.saved.connect(self._on_overview)
        document.place_requested.connect(questions.ask_place)
        settings.subscribe(self._on_settings)
        header.show_theme(settings.settings.theme)
        header.show_recent(self._recent())

    @Slot()
    def new(self) -> None:
        """Opens an empty document, after asking about unsaved changes."""
        self._questions.go_on_from_saved(self._document.new)

    @Slot(MatchOverview)
    def _on_overview(self, overview: MatchOverview) -> None:
        self._header.show_overview(overview)
        path = self._document.path
        if path is None or not path.is_absolute():
            return
        others = (name for name in self._settings.settings.recent_documents if name != str(path))
        recent = (str(path), *others)[:MAX_RECENT]
        if recent != self._settings.settings.recent_documents:
            self._settings.change(recent_documents=recent)
            self._header.show_recent(self._recent())

    @Slot(StepNames)
    def _on_steps(self, steps: StepNames) -> None:
        self._header.show_steps(steps.undo, steps.redo)

    @Slot(str)
    def _on_theme_requested(self, theme: str) -> None:
        self._settings.change(theme=theme)

    def _on_settings(self, before: Settings, after: Settings) -> None:
        if after.theme != before.theme:
            self._header.show_theme(after.theme)

    def _recent(self) -> tuple[Path, ...]:
        return tuple(Path(name) for name in self._settings.settings.recent_documents)


def create(context: WindowContext) -> HeaderController:
    """Creates the controller."""
    window = context.window
    return HeaderController(window.header, context.document, context.questions, context.settings, window)
