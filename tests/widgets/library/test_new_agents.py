"""Requests for a new bot, hivemind or script."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from runtime.model.entries import EntryKind
from widgets.library.new_agent_dialog import NewAgentDialog
from widgets.library.values import NewAgentRequested


@pytest.fixture
def dialog(qtbot, panel):
    made = NewAgentDialog("My bot", Path("/bots"), lambda name: name.lower(), panel)
    made.open()
    qtbot.waitExposed(made)
    yield made
    made.reject()


def test_a_new_agent_needs_a_name(dialog):
    assert (dialog.name.text(), dialog.name.selectedText()) == ("My bot", "My bot")
    assert dialog.create_button.isEnabled()
    dialog.name.setText("  ")
    assert not dialog.create_button.isEnabled()
    dialog.name.setText("Mine")
    assert dialog.create_button.isEnabled()
    assert "/bots/mine" in dialog.place.text().replace("\\", "/")


@pytest.mark.parametrize("kind", [EntryKind.BOT, EntryKind.HIVEMIND, EntryKind.SCRIPT])
def test_a_new_agent_is_asked_for(dialog, qtbot, kind):
    dialog.name.setText("Mine")
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    with qtbot.waitSignal(dialog.requested) as asked:
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert asked.args == [NewAgentRequested(kind=kind, name="Mine", folder=Path("/bots"))]
    assert not dialog.create_button.isEnabled(), "not twice"


def test_the_dialog_says_why_not_and_lets_the_user_try_again(dialog):
    dialog.name.setText("Mine")
    dialog.create_button.click()
    dialog.show_fault("There is already something.")
    assert dialog.fault.isVisible()
    assert dialog.create_button.isEnabled()
    assert dialog.name.text() == "Mine"
