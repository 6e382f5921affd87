"""Packs of bots: where to get them, how far they are, what may be done with them."""
