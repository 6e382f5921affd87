"""The game modes that the arena plays."""
