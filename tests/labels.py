"""The labels of a widget as a user sees them."""

from PySide6.QtWidgets import QLabel


def labels(widget):
    """Returns the visible labels that have a text."""
    return [label for label in widget.findChildren(QLabel) if label.text() and label.isVisibleTo(widget)]


def texts(widget):
    """Returns the texts of the visible labels."""
    return [label.text() for label in labels(widget)]


def named(widget, name):
    """Returns the label that a screen reader calls `name`."""
    return next(label for label in widget.findChildren(QLabel) if label.accessibleName() == name)
