"""The cards of both teams and what their buttons do."""
