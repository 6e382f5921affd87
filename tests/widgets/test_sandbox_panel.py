"""The sandbox's parts are beside each other, or below each other in a narrow panel."""

import pytest
from PySide6.QtWidgets import QScrollArea

from resources.looks import Theme
from widgets.sandbox.sandbox_panel import SandboxPanel

pytestmark = pytest.mark.parametrize("themed", [Theme.LIGHT], indirect=True)
"""Themes change colours and no sizes."""


@pytest.fixture(params=["en", "de"])
def shown(request, themed, qtbot):
    """Shows the panel in one of the window's languages in a size."""
    if request.param == "de":
        request.getfixturevalue("german")
    panel = SandboxPanel(themed)
    qtbot.addWidget(panel)

    def show(width, height):
        panel.resize(width, height)
        panel.show()
        qtbot.waitExposed(panel)
        assert panel.width() == width
        return panel

    return show


@pytest.mark.parametrize("width", [340, 520, 640, 900])
@pytest.mark.parametrize("height", [150, 600])
def test_it_never_scrolls_sideways(shown, qtbot, width, height):
    panel = shown(width, height)
    qtbot.waitUntil(lambda: panel.findChild(QScrollArea).horizontalScrollBar().maximum() == 0)


@pytest.mark.parametrize(("width", "is_beside"), [(340, False), (900, True)])
def test_situations_are_beside_the_numbers_if_there_is_room(shown, qtbot, width, is_beside):
    panel = shown(width, 600)

    def place(part):
        return part.mapTo(panel, part.rect().topLeft())

    qtbot.waitUntil(lambda: (place(panel.save).x() > place(panel.inspector.boost).x()) is is_beside)
    qtbot.waitUntil(
        lambda: (place(panel.save).y() > place(panel.inspector).y() + panel.inspector.height()) is not is_beside
    )
