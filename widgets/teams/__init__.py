"""The sides of the window: who plays, and how each of them is doing."""
