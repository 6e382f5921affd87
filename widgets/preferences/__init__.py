"""What the user decides once for all matches, and what this Kickabout is made of."""
