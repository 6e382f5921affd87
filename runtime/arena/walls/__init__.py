"""The surface of the arena: its shape, its meshes, and how far a point is inside."""
