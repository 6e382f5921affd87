"""The settings of the match: mode, map, mutators, and everything else that a document decides."""
