"""The top of the window: which document is open, and what can be done with it."""
