"""The view of the arena and its switches."""
