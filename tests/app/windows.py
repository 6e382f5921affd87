"""Functions that reach the parts of a window that are not public attributes."""

from app.services.background_tasks import BackgroundTasks


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
