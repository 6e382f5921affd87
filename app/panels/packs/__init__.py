"""Packs of bots: download, update, repair and removal."""
