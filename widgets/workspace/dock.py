"""A docked panel of the window, before its widget exists."""

from dataclasses import dataclass
from importlib import import_module

from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from widgets.shared.logos import Logos
from widgets.workspace.workspace import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class WidgetParts:
    """The objects that all panels of one window share."""

    looks: Looks
    logos: Logos


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """A docked panel, before its widget exists."""

    title: str
    """English text, marked for translation in the context MainWindow."""
    side: Side
    keys: str
    """Shortcut that focuses the panel."""
    widget: tuple[str, str]
    """Module and class of the widget; one with a method `set_looks` gets the colours of a new theme."""
    takes: tuple[str, ...] = ("looks",)
    """Names of the `WidgetParts` that the class takes."""

    def make(self, parts: WidgetParts) -> QWidget:
        """Imports the class and creates the widget."""
        module, name = self.widget
        widget: QWidget = getattr(import_module(module), name)(*(getattr(parts, part) for part in self.takes))
        return widget
