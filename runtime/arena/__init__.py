"""The built-in game: RocketSim physics behind the RLBot v5 socket protocol."""
