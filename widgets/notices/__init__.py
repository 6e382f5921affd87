"""Notices of the program: shown for a while, kept in a history, never in the way."""
