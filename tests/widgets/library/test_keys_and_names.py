"""Every control of the library has an accessible name, and every command has its keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QListView, QToolButton

from tests.widgets.library.shown_entries import CONTROL


@pytest.mark.parametrize(
    ("key", "modifiers", "name"),
    [
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "rescan_requested"),
        (Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier, "new_requested"),
    ],
)
def test_keys_of_the_panel(full, qtbot, key, modifiers, name):
    with qtbot.waitSignal(getattr(full, name)):
        QTest.keyClick(full.view, key, modifiers)


def test_every_command_has_a_name_and_keys(full):
    assert {"New bot", "Bot packs"} <= {action.text() for action in full.commands}
    for action in full.commands:
        assert action.text()
        assert not action.shortcut().isEmpty()


def test_every_control_has_a_name_and_every_button_a_tooltip(full):
    kinds = (QAbstractButton, QComboBox, QLineEdit, QListView)
    controls = [child for kind in kinds for child in full.findChildren(kind)]
    own = [child for child in controls if not child.parent().inherits("QComboBoxPrivateContainer")]
    assert len(own) > 15
    for control in own:
        assert control.accessibleName(), control
    for button in full.findChildren(QToolButton):
        if button.parent() not in (full.filters.search, full.details.tabs):
            assert button.toolTip(), button.accessibleName()
