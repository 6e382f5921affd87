"""The panel of all settings: made when it is first shown, searched, reset, locked, used by keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

from tests.labels import texts
from tests.widgets.options.shown_options import (
    BALL,
    FREEPLAY,
    MAP,
    PAINTER,
    ball,
    option,
    shown,
    values,
)
from tests.widgets.options.user_actions import activate, click
from widgets.options.option_panel import OptionPanel
from widgets.options.option_value import Choice


def test_rows_are_made_when_they_are_seen(qtbot, dark):
    made = OptionPanel(dark)
    made.show_options(shown())
    assert made.rows == ()
    with pytest.raises(LookupError):
        made.row(BALL)
    made.show()
    qtbot.waitUntil(lambda: made.is_made)
    assert {row.option.key for row in made.rows} == {option.key for option in values()}
    made.close()
    made.deleteLater()


def test_everything_is_reset_at_once(panel, qtbot):
    assert not panel.reset_button.isEnabled()
    flags = (Choice(name="false"), Choice(name="true"))
    freeplay = option(FREEPLAY, value="true", default="false", choices=flags)
    panel.show_options(shown(ball_type=ball("Puck"), freeplay=freeplay))
    with qtbot.waitSignal(panel.reset_requested) as reset:
        click(qtbot, panel.reset_button)
    assert reset.args[0].keys == (BALL, FREEPLAY)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("ball", [BALL]),
        ("BALL type", [BALL]),
        ("puck", [BALL]),
        ("beckwith", [MAP]),
        ("clock, score", [FREEPLAY]),
        ("launcher", ["rlbot.launcher"]),
        ("freeplay on", [FREEPLAY]),
        ("xyzzy", []),
    ],
)
def test_words_find_settings(panel, qtbot, typed, keys):
    qtbot.keyClicks(panel.search, typed)
    assert [row.option.key for row in panel.rows if row.isVisible()] == keys
    assert [section for section in panel.sections if section.isVisible()] == [
        section for section in panel.sections if any(row.option.key in keys for row in section.rows)
    ]
    assert ("No matching settings" in texts(panel)) is not bool(keys)
    qtbot.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.search.text() == ""
    assert all(row.isVisible() for row in panel.rows)
    assert panel.scripts.isVisible()


def test_the_search_has_a_key(panel, qtbot):
    activate(panel, qtbot)
    panel.row(BALL).control.setFocus()
    qtbot.keyClick(panel.row(BALL).control, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.search.hasFocus()


def test_only_what_is_changed(panel, qtbot):
    click(qtbot, panel.changed_button)
    assert not any(row.isVisible() for row in panel.rows)
    assert "All settings are at their defaults." in texts(panel)
    panel.show_options(shown(ball_type=ball("Puck")))
    assert [row.option.key for row in panel.rows if row.isVisible()] == [BALL]
    click(qtbot, panel.changed_button)
    assert all(row.isVisible() for row in panel.rows)


def test_nothing_can_be_changed_while_a_match_runs(panel, qtbot):
    panel.show_options(shown(ball_type=ball("Puck")))
    panel.set_locked(is_locked=True)
    assert "Settings are locked while a match is running." in texts(panel)
    for control in (panel.row(BALL).control, panel.row(BALL).reset_button, panel.presets.box, panel.reset_button):
        assert not control.isEnabled()
    assert panel.search.isEnabled()
    panel.set_locked(is_locked=False)
    assert panel.row(BALL).control.isEnabled()
    assert panel.reset_button.isEnabled()


def test_every_control_has_a_name(panel):
    panel.show_options(shown(scripts=(PAINTER,), ball_type=ball("Puck")))
    controls = [child for kind in (QAbstractButton, QComboBox, QLineEdit) for child in panel.findChildren(kind)]
    assert len(controls) > 20
    for control in controls:
        assert control.accessibleName(), control


def test_tab_visits_every_control_from_top_to_bottom(panel):
    panel.show_options(shown(ball_type=ball("Puck")))
    order, widget = [], panel.presets.box
    while widget not in order:
        order.append(widget)
        widget = widget.nextInFocusChain()
    rows = [order.index(row.control) for row in panel.rows]
    assert rows == sorted(rows)
    assert order.index(panel.search) < rows[0]
