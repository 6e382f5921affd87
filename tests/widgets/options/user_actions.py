"""Actions of a user with keyboard and mouse."""

from PySide6.QtCore import Qt


def choose(qtbot, box, key):
    """Chooses the first or the last item of a list by keyboard."""
    box.setFocus()
    qtbot.keyClick(box, key)


def activate(panel, qtbot):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
