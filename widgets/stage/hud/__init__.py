"""What is laid over the arena view: banners, names, the replay and the result."""
