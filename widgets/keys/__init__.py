"""Every key of the window in one list."""
