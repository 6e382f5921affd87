"""Swaps of agents to new versions: when they begin, how they are carried out, and what is recorded about them."""
