"""Numbers over time from what the game sends."""
