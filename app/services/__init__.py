"""What every part of the window may use: settings, folders, background tasks, opening files."""
