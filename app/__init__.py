"""Composition of Kickabout: the command line, the window, and all code that may import every package."""
