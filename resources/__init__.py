"""Files that ship with Kickabout: example bots and matches, icons, styles."""
