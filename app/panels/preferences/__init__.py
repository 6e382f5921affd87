"""The settings page, the about box, and the removal of unused packages."""
