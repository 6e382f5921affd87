"""The settings page and the about box."""
