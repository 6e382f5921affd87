"""The arrangement of the window's panels: what is where, and what is shown."""
