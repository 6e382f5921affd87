"""The scripts of the match."""

from PySide6.QtCore import Qt

from tests.labels import texts
from tests.widgets.options.shown_options import BROKEN, PAINTER, shown
from tests.widgets.options.user_actions import click


def test_scripts_are_added_removed_and_started_by_hand(panel, qtbot):
    with qtbot.waitSignal(panel.script_add_requested):
        click(qtbot, panel.scripts.add_button)
    panel.show_options(shown(scripts=(PAINTER, BROKEN)))
    first, second = panel.scripts.rows
    assert "It is gone." in texts(second)[0]
    with qtbot.waitSignal(panel.script_start_chosen) as start:
        qtbot.keyClick(first.check, Qt.Key.Key_Space)
    assert (start.args[0].position, start.args[0].is_auto_start) == (0, False)
    with qtbot.waitSignal(panel.script_removal_requested) as removed:
        click(qtbot, second.remove_button)
    assert removed.args[0].position == 1
    with qtbot.waitSignal(panel.script_removal_requested) as removed:
        qtbot.keyClick(first.check, Qt.Key.Key_Delete)
    assert removed.args[0].position == 0
    qtbot.keyClicks(panel.search, "painter")
    assert panel.scripts.isVisible()
