"""Results of matches and games, and the ratings that are computed from them."""
