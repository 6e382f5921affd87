"""Functions that open a window and reach its parts that are not public attributes."""

from app.frame import Frame
from app.services.background_tasks import BackgroundTasks
from app.window import Desktop


def open_desktop(application, store, make_runner, match=None, bots=(), *, is_first=False):
    """Builds a window at once, without waiting for its first paint."""
    frame = Frame(application, store)
    frame.window.show()
    frame.furnish()
    desktop = Desktop(application, store, make_runner, frame)
    for _ in desktop.build(match, bots, is_first=is_first):
        pass
    return desktop


def panel(desktop, name):
    """The controller of a panel."""
    return desktop.panels[name]


def packages_of(desktop):
    """Returns the controller of the packages of a window's matches."""
    return panel(desktop, "packages")


def stop_tasks(desktop):
    """Ends all background work of a window, as at the end of the program."""
    desktop.preload.stop()
    panel(desktop, "library").stop()
    for tasks in (*desktop.findChildren(BackgroundTasks), *desktop.window.findChildren(BackgroundTasks)):
        tasks.stop()
