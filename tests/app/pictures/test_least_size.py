"""The smallest window that there can be holds all of its panels, if not all of their words."""

import pytest

from tests.app.pictures.layout import lasting_faults
from widgets.main_window import LEAST_SIZE
from widgets.notices.notice import WARNING, Notice


@pytest.mark.parametrize("has_notice", [False, True], ids=["quiet", "with-notice"])
def test_no_panel_is_outside_or_covered(desktop, qtbot, has_notice):
    window = desktop.window
    window.resize(1, 1)
    assert window.size() == LEAST_SIZE
    qtbot.waitUntil(lambda: window.plot.is_built and not desktop.context.panels["library"].is_scanning)
    if has_notice:
        window.show_notice(Notice(text="A bot has changed, its new version waits for an answer. " * 3, tone=WARNING))
    for panel in ("plots", "log", "problems", "notices"):
        window.workspace.show_panel(panel)
        found = [fault for fault in lasting_faults(window) if "cut off" not in fault]
        assert found == []
