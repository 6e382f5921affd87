"""Live curves of a match."""
