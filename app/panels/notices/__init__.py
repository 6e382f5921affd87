"""Notices of the window and their actions."""
