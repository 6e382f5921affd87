"""Reports of the arena to launchers, and what they are made of."""
