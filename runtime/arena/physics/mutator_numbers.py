"""The mutators of ball, boost, gravity and demolition in numbers; the module does not load RocketSim.

Ball speed, boost strength and gravity come from the RLBot wiki, ball types from RocketSim. Sizes, weights and
bounciness of the other balls and the recharge of boost are not published; we chose these numbers.
"""

from typing import Final

from runtime.model.game_facts import GRAVITY_Z, MAX_BALL_SPEED

GRAVITIES_Z: Final = {
    "Default": GRAVITY_Z,
    "Low": -325.0,
    "High": -1137.5,
    "SuperHigh": -3250.0,
    "Reverse": 650.0,
}
BALL_MAX_SPEED: Final = {"Default": MAX_BALL_SPEED, "Slow": 1500.0, "Fast": 9000.0, "SuperFast": 15000.0}
BOOST_STRENGTH: Final = {"One": 1.0, "OneAndAHalf": 1.5, "Two": 2.0, "Five": 5.0, "Ten": 10.0}
RESPAWN_TIMES_S: Final = {"ThreeSeconds": 3, "TwoSeconds": 2, "OneSecond": 1, "DisableGoalReset": 3}
BALL_GRAVITY_Z: Final = {"Default": None, "Low": -325.0, "High": -1137.5, "SuperHigh": -3250.0}
"""None: the gravity of the cars."""
BALL_RADIUS_UU: Final = {"Default": None, "Puck": None, "Basketball": 96.38, "Dropshot": 100.26}
"""By the ball's type; None is the mode's radius."""
BALL_SIZE: Final = {"Default": 1.0, "Small": 0.75, "Medium": 1.25, "Large": 1.5, "Gigantic": 2.0}
"""Our factors of the radius."""
BALL_WEIGHT: Final = {"Default": (1.0, 1.0), "Light": (0.5, 1.25), "SuperLight": (0.25, 1.5), "Heavy": (2.0, 0.75)}
"""Our factors of the ball's mass and of the extra force of a hit."""
BALL_BOUNCINESS: Final = {"Default": None, "Low": 0.3, "Lowish": 0.45, "High": 0.8, "SuperHigh": 0.95}
"""Share of its speed that the ball keeps when it bounces off a wall; our values. None is the mode's value."""
BOOST_AMOUNTS: Final = ("NormalBoost", "UnlimitedBoost", "SlowRecharge", "RapidRecharge", "NoBoost")
RECHARGE_PER_S: Final = {"SlowRecharge": 10.0, "RapidRecharge": 100.0 / 3.0}
"""Boost regained by a car that uses none; our values."""
DEMOLISH: Final = {
    "Default": ("NORMAL", False),
    "Disabled": ("DISABLED", False),
    "FriendlyFire": ("NORMAL", True),
    "OnContact": ("ON_CONTACT", False),
    "OnContactFF": ("ON_CONTACT", True),
    "OnBallContact": ("NORMAL", False),
    "OnBallContactFF": ("NORMAL", True),
    "OnBallContactSilent": ("NORMAL", False),
    "OnBallContactFFSilent": ("NORMAL", True),
}
"""RocketSim's name, and whether team mates can be demolished. The effect of the ball is in `game.mutators`."""
