"""The plots of a match."""
