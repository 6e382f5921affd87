"""Driving the human's car from the arena view."""
