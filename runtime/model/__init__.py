"""Values that all packages share: match, agents, events, problems. They import nothing else from the runtime."""
