"""What a person does with keyboard and mouse."""

from PySide6.QtCore import Qt


def choose(qtbot, box, key):
    """As a person does with the keyboard: the first or the last of the list."""
    box.setFocus()
    qtbot.keyClick(box, key)


def activate(panel, qtbot):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
