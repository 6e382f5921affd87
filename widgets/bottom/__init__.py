"""The bottom of the window: Start, Stop, how far the match is, how it ended."""
