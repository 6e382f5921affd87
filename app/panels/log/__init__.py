"""The log of a match and the line in which commands are typed to the game."""
