"""What the program has to say without being asked: shown for a while, kept in a history, never in the way."""
