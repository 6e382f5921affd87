"""The left of the window: the bots, hiveminds and scripts that can be put into a match."""
