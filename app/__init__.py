"""Kickabout's composition: command line, window and everything that knows all rooms."""
