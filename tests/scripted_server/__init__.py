"""Stand-ins for RLBotServer and for Rocket League: programs of their own that tests and people can start.

`tests.scripted_server.driver` installs and drives them; `python -m tests.scripted_server` starts both by hand.
"""
