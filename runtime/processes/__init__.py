"""The processes of a match: a supervisor program, its client and the life cycle of a child."""
