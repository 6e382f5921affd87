"""Overlays of the arena view: banners, names, the replay and the result."""
