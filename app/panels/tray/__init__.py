"""The tray icon and notices outside the window."""
