"""The processes of a match: a supervisor program, its client and the life cycle of a child.

For neighbours: `client` (start and stop children), `wire` (the events that come back), `command` (from a run command to
arguments). Nothing is imported here, so that the supervisor program starts fast.
"""
