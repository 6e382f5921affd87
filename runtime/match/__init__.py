"""The order of a match: who takes part, which stage comes next, how it ended."""
