"""The log panel: lines of all agents, the report of a match, and the console line."""
