"""The notices of the window: the strip, the history, and what they are about."""
