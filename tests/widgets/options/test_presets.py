"""Presets: offered, chosen, kept under a name, forgotten."""

import pytest
from PySide6.QtCore import Qt

from tests.widgets.options.shown_options import MINE, shown
from tests.widgets.options.user_actions import activate, choose, click
from widgets.options.preset_bar import NAME_LENGTH


def test_presets_are_offered_with_ones_own_first(panel, qtbot):
    box = panel.presets.box
    assert [box.itemText(index) for index in range(box.count())] == [
        "Evening",
        "Default soccar",
        "Super cube (not available in the arena)",
    ]
    assert box.currentText() == "Default soccar"
    assert not panel.presets.remove_button.isEnabled()
    with qtbot.waitSignal(panel.preset_chosen) as chosen:
        choose(qtbot, box, Qt.Key.Key_Home)
    assert chosen.args[0].preset == MINE
    assert box.currentText() == "Default soccar"


def test_a_mix_is_no_preset(panel, qtbot):
    panel.show_options(shown(current=None))
    assert panel.presets.box.currentText() == "Custom"
    with qtbot.assertNotEmitted(panel.preset_chosen):
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


def test_an_own_preset_is_not_replaced_without_a_question(panel, qtbot):
    bar = panel.presets
    kept = []
    panel.preset_keep_requested.connect(kept.append)
    click(qtbot, bar.keep_button)
    qtbot.keyClicks(bar.name_line, "Evening")
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    assert kept == []
    assert bar.name_line.isVisible()
    assert bar.question.text() == (
        "A preset named 'Evening' exists. Press Enter again to replace it, or choose another name."
    )
    qtbot.keyClicks(bar.name_line, "s")
    assert not bar.question.isVisible()
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Backspace)
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    assert bar.question.isVisible(), "asked again, because another name was typed in between"
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Escape)
    assert not bar.question.isVisible()
    assert kept == []


@pytest.mark.parametrize("by_key", [True, False])
def test_an_own_preset_is_replaced_after_the_question(panel, qtbot, by_key):
    bar = panel.presets
    click(qtbot, bar.keep_button)
    qtbot.keyClicks(bar.name_line, "Evening")
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.preset_keep_requested) as kept:
        if by_key:
            qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
        else:
            click(qtbot, bar.replace_button)
    assert kept.args == ["Evening"]
    assert not bar.name_line.isVisible()
    assert not bar.question.isVisible()


def test_what_is_set_as_its_preset_says_is_kept_without_a_question(panel, qtbot):
    panel.show_options(shown(current=MINE))
    click(qtbot, panel.presets.keep_button)
    with qtbot.waitSignal(panel.preset_keep_requested) as kept:
        qtbot.keyClick(panel.presets.name_line, Qt.Key.Key_Return)
    assert kept.args == ["Evening"]


def test_the_name_of_a_known_preset_is_free(panel, qtbot):
    click(qtbot, panel.presets.keep_button)
    qtbot.keyClicks(panel.presets.name_line, "soccar")
    with qtbot.waitSignal(panel.preset_keep_requested):
        qtbot.keyClick(panel.presets.name_line, Qt.Key.Key_Return)


def test_ones_own_preset_is_forgotten(panel, qtbot):
    panel.show_options(shown(current=MINE))
    with qtbot.waitSignal(panel.preset_removal_requested) as removed:
        click(qtbot, panel.presets.remove_button)
    assert removed.args[0].preset == MINE
    click(qtbot, panel.presets.keep_button)
    assert panel.presets.name_line.text() == "Evening"
