"""What agents and the game print."""
