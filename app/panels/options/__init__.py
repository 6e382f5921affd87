"""The panel of match settings."""
