"""Stand-ins: the arena's built-in drivers for cars of Psyonix bots."""
