"""The library panel: scanned folders, new agents, recommended teams, and scripts that bots require."""
