"""Functions that reach the parts of a window that are not public attributes."""


def panel(desktop, name):
    """The controller of a panel."""
    return desktop.context.panels[name]


def packages_of(desktop):
    """Returns the controller of the packages of a window's matches."""
    return panel(desktop, "packages")


def stop_tasks(desktop):
    """Ends all background work of a window, as at the end of the program."""
    desktop.preload.stop()
    packages_of(desktop).stop()
    panel(desktop, "notices").leftovers.stop()
    panel(desktop, "plots").exports.stop()
    for name in ("library", "packs", "result", "sandbox", "training"):
        panel(desktop, name).stop()
    for name in ("debugging", "versions"):
        panel(desktop, name).tasks.stop()
    desktop.incoming.stop()
