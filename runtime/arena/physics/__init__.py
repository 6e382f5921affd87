"""Cars, ball and pads in RocketSim."""
