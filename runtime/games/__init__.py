"""How a match gets its game: the built-in arena, or a server that already runs."""
