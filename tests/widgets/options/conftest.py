"""The option panel of the tests."""

import pytest

from resources.looks import Theme, looks
from tests.widgets.options.shown_options import shown
from widgets.options.option_panel import OptionPanel


@pytest.fixture(scope="module")
def made_panel(qapp):
    """One panel for all tests of a module, because its rows take long to make."""
    made = OptionPanel(looks(Theme.DARK))
    yield made
    made.deleteLater()


@pytest.fixture
def panel(qtbot, made_panel):
    made_panel.resize(460, 700)
    made_panel.show_options(shown())
    made_panel.show()
    qtbot.waitExposed(made_panel)
    qtbot.waitUntil(lambda: made_panel.is_made)
    yield made_panel
    made_panel.search.clear()
    made_panel.changed_button.setChecked(False)
    made_panel.set_locked(is_locked=False)
    made_panel.presets.name_line.hide()
    made_panel.close()
