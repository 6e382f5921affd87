"""What tests need of a window besides its public attributes."""


def panel(desktop, name):
    """The controller of a panel."""
    return desktop.context.panels[name]


def packages_of(desktop):
    """What looks after the packages of a window's matches."""
    return panel(desktop, "packages")


def stop_tasks(desktop):
    """Ends everything that a window does in the background, as the end of the program would."""
    desktop.preload.join()
    packages_of(desktop).stop()
    panel(desktop, "notices").leftovers.stop()
    for name in ("library", "packs"):
        panel(desktop, name).stop()
    desktop._stop_drags()
