"""The arena's server: sessions, who drives what, pace, and what is told to whom."""
