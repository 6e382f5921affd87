"""Which widgets keep Escape from the window."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from widgets.escape import keeps_escape


@pytest.mark.parametrize(
    ("kind", "key", "is_kept"),
    [
        (QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, True),
        (QEvent.Type.ShortcutOverride, Qt.Key.Key_Return, False),
        (QEvent.Type.KeyPress, Qt.Key.Key_Escape, False),
    ],
)
def test_only_the_question_about_escape_is_answered(kind, key, is_kept):
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    assert keeps_escape(event) is is_kept
    assert event.isAccepted() is is_kept


def test_other_events_are_no_business_of_it():
    assert not keeps_escape(QEvent(QEvent.Type.Show))
