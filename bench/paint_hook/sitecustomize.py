"""Prints the time of day at which the first QMainWindow of a program has been painted, and ends the program.

Python imports this module at startup if its folder is on PYTHONPATH. It acts once PySide6.QtWidgets is imported.
"""

import sys
from importlib.machinery import PathFinder


class _Finder:
    """Finds PySide6.QtWidgets once and adds to it after its import."""

    def find_spec(self, name, path=None, target=None):
        if name != "PySide6.QtWidgets":
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path)
        execute = spec.loader.exec_module

        def execute_and_watch(module):
            execute(module)
            _watch(module)

        spec.loader.exec_module = execute_and_watch
        return spec


def _watch(widgets):
    """Puts a widget on top of the main window, which Qt paints last."""
    show = widgets.QMainWindow.show

    class Last(widgets.QWidget):
        def paintEvent(self, event):
            import os
            import time

            print(time.time(), flush=True)
            os._exit(0)

    def show_and_watch(window):
        last = Last(window)
        last.setGeometry(0, 0, 1, 1)
        last.raise_()
        show(window)

    widgets.QMainWindow.show = show_and_watch


sys.meta_path.insert(0, _Finder())
