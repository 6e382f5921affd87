"""One controller per panel of the window, named like the folder of its widgets."""
