"""Widgets: they show values and emit requests."""
