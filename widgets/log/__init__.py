"""Output of agents and of the game."""
