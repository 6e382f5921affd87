"""The stadium: its dimensions, its meshes, and whether a point is inside."""
