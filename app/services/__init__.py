"""Services for every part of the window: settings, folders, background tasks, opening files."""
