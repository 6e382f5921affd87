"""The middle of the window: score, clock and the arena from above."""
