"""Settings dialog and about dialog."""
