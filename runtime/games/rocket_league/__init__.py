"""Rocket League behind RLBotServer: finding, starting and watching both."""
