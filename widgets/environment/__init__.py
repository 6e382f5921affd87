"""The page with what this computer has for matches."""
