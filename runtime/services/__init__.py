"""Agent services: one program drives many cars in many matches. The kit for authors is in `kit`."""
