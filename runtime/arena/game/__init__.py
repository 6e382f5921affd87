"""The match in the arena: rules, mutators, scoreboard, packets."""
