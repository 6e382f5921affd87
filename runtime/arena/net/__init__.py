"""Sockets of the arena: listening, connections, framing; knows nothing of matches."""
