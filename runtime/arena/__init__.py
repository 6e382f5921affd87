"""The built-in game: RocketSim physics behind the RLBot v5 socket protocol.

README.md follows one tick, one input and one swap through the code. `commands`, `refusals` and `net.listening`, which
other packages use, do not load the physics.
"""
