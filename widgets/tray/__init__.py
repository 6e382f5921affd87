"""Desktop notifications and the tray icon."""
