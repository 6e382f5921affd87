"""Widgets and helpers that several panels use."""
