"""Presets: offered, chosen, kept under a name, forgotten."""

from PySide6.QtCore import Qt

from tests.widgets.options.hands import activate, choose, click
from tests.widgets.options.shown_options import MINE, shown
from widgets.options.preset_bar import NAME_LENGTH


def test_presets_are_offered_with_ones_own_first(panel, qtbot):
    box = panel.presets.box
    assert [box.itemText(index) for index in range(box.count())] == [
        "Evening",
        "Default soccar",
        "Super cube (not played in the arena)",
    ]
    assert box.currentText() == "Default soccar"
    assert not panel.presets.remove_button.isEnabled()
    with qtbot.waitSignal(panel.preset_chosen) as chosen:
        choose(qtbot, box, Qt.Key.Key_Home)
    assert chosen.args[0].preset == MINE
    assert box.currentText() == "Default soccar"


def test_a_mix_is_no_preset(panel, qtbot):
    panel.show_options(shown(current=None))
    assert panel.presets.box.currentText() == "A mix of your own"
    with qtbot.assertNotEmitted(panel.preset_chosen, wait=30):
        panel.presets.box.activated.emit(0)
    with qtbot.waitSignal(panel.preset_chosen):
        panel.presets.box.activated.emit(2)


def test_a_preset_is_kept_under_a_name(panel, qtbot):
    activate(panel, qtbot)
    bar = panel.presets
    click(qtbot, bar.keep_button)
    assert bar.name_line.hasFocus()
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    assert bar.name_line.isVisible()
    qtbot.keyClicks(bar.name_line, "  My   evening  ")
    with qtbot.waitSignal(panel.preset_keep_requested) as kept:
        qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    assert kept.args == ["My evening"]
    assert not bar.name_line.isVisible()
    click(qtbot, bar.keep_button)
    qtbot.keyClicks(bar.name_line, "x" * (NAME_LENGTH + 1))
    assert len(bar.name_line.text()) == NAME_LENGTH
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Escape)
    assert not bar.name_line.isVisible()


def test_ones_own_preset_is_forgotten(panel, qtbot):
    panel.show_options(shown(current=MINE))
    with qtbot.waitSignal(panel.preset_removal_requested) as removed:
        click(qtbot, panel.presets.remove_button)
    assert removed.args[0].preset == MINE
    click(qtbot, panel.presets.keep_button)
    assert panel.presets.name_line.text() == "Evening"
