"""The map of a match whose document leaves it to the lot: drawn at Start, and told."""

from random import SystemRandom

from PySide6.QtCore import QObject, Signal

from app.document.open_document import DocumentController
from app.services.recent_maps import MapTurns, drawn_match
from app.services.settings import SettingsStore
from runtime.documents import DRAWN_MAP, Match, map_name
from widgets.bottom.game_chooser import ARENA
from widgets.notices.notice import GOOD, Notice


class MapLotController(QObject):
    """Stands between document and Start; GUI thread.

    Signals:
        noticed: a `Notice`.
    """

    noticed = Signal(Notice)

    def __init__(self, document: DocumentController, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings

    def match(self) -> Match | None:
        """The match that is to be played now, drawn anew; None when the document has errors, which is told."""
        match = self._document.match()
        if match is None:
            self._document.look_again()
            return None
        in_arena = self._settings.settings.game == ARENA
        drawn = drawn_match(match, in_arena=in_arena, random=SystemRandom(), turns=MapTurns())
        if drawn.map_choice == DRAWN_MAP:
            words = self.tr("Random map: {name}.")
            if in_arena:
                words += " " + self.tr("Bots receive its name; the arena looks the same on every map.")
            self.noticed.emit(Notice(text=words.format(name=map_name(drawn.game_map_upk)), tone=GOOD))
        return drawn
