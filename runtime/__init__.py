"""Everything that runs a match; free of Qt."""
