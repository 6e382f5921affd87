"""The library: scanned folders, entries, new agents and recommended teams."""
