"""A panel of the library, empty and with entries."""

import pytest

from runtime.model.entries import EntryKind
from tests.widgets.library.shown_entries import BROKEN, entry, folder
from widgets.library.library_panel import LibraryPanel
from widgets.shared.logos import Logos


@pytest.fixture
def panel(qtbot, dark):
    made = LibraryPanel(dark, Logos())
    qtbot.addWidget(made)
    made.resize(280, 640)
    made.show()
    qtbot.waitExposed(made)
    made.show_folders((folder(),))
    return made


@pytest.fixture
def full(panel):
    script = entry("Painter", kind=EntryKind.SCRIPT)
    panel.take_entries([entry("Alpha"), entry("Beta"), script, entry("Wreck", problems=(BROKEN,))])
    panel.view.setCurrentIndex(panel.model.index(0))
    panel.view.setFocus()
    return panel
