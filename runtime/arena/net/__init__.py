"""Sockets of the arena: listening, connections, framing. This package knows neither matches nor their clocks."""
