"""Chat and events of a match."""
