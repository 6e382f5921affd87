"""The cards of both teams and of scripts, and what their buttons do."""
