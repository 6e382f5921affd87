"""How a match's mutators bend the physics, as the numbers that RocketSim wants.

Numbers for ball speed, boost strength and gravity are the RLBot wiki's.
"""

from dataclasses import dataclass
from typing import Final

import RocketSim

from runtime.arena.frames import RATE
from runtime.config.model import Mutators

DEFAULT_GRAVITY_Z: Final = -650.0
NEVER_S: Final = 1e9
"""RocketSim's own respawn is put off for ever: it draws spots without a seed."""

GRAVITY_Z: Final = {
    "Default": DEFAULT_GRAVITY_Z,
    "Low": -325.0,
    "High": -1137.5,
    "SuperHigh": -3250.0,
    "Reverse": 650.0,
}
BALL_MAX_SPEED: Final = {"Default": 6000.0, "Slow": 1500.0, "Fast": 9000.0, "SuperFast": 15000.0}
BOOST_STRENGTH: Final = {"One": 1.0, "OneAndAHalf": 1.5, "Two": 2.0, "Five": 5.0, "Ten": 10.0}
RESPAWN_S: Final = {"ThreeSeconds": 3, "TwoSeconds": 2, "OneSecond": 1}
BOOST_AMOUNTS: Final = ("NormalBoost", "UnlimitedBoost", "NoBoost")
DEMOLISH: Final = {
    "Default": (RocketSim.DemoMode.NORMAL, False),
    "Disabled": (RocketSim.DemoMode.DISABLED, False),
    "FriendlyFire": (RocketSim.DemoMode.NORMAL, True),
    "OnContact": (RocketSim.DemoMode.ON_CONTACT, False),
    "OnContactFF": (RocketSim.DemoMode.ON_CONTACT, True),
}
"""RocketSim's mode, and whether team mates can be demolished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """The physics of one match: uu, s."""

    gravity_z: float = DEFAULT_GRAVITY_Z
    ball_max_speed: float = 6000.0
    boost_strength: float = 1.0
    boost_is_unlimited: bool = False
    has_pads: bool = True
    demo_mode: int = RocketSim.DemoMode.NORMAL
    has_team_demolitions: bool = False
    respawn_frames: int = 3 * RATE

    @classmethod
    def of(cls, mutators: Mutators) -> "Physics":
        """Reads the mutators that `refusal` lets pass."""
        demo_mode, team_demolitions = DEMOLISH[mutators.demolish]
        return cls(
            gravity_z=GRAVITY_Z[mutators.gravity],
            ball_max_speed=BALL_MAX_SPEED[mutators.ball_max_speed],
            boost_strength=BOOST_STRENGTH[mutators.boost_strength],
            boost_is_unlimited=mutators.boost_amount == "UnlimitedBoost",
            has_pads=mutators.boost_amount != "NoBoost",
            demo_mode=demo_mode,
            has_team_demolitions=team_demolitions,
            respawn_frames=RESPAWN_S[mutators.respawn_time] * RATE,
        )

    @property
    def kickoff_boost(self) -> float:
        """Boost of every car at a kickoff and after a respawn."""
        if self.boost_is_unlimited:
            return 100.0
        return 100.0 / 3.0 if self.has_pads else 0.0

    def configure(self, arena: RocketSim.Arena) -> None:
        """Gives `arena` these numbers; its cars keep their mass and the ball its place."""
        config = arena.get_mutator_config()
        config.gravity = RocketSim.Vec(0.0, 0.0, self.gravity_z)
        config.ball_max_speed = self.ball_max_speed
        config.boost_accel_ground = RocketSim.RLConst.BOOST_ACCEL_GROUND * self.boost_strength
        config.boost_accel_air = RocketSim.RLConst.BOOST_ACCEL_AIR * self.boost_strength
        config.boost_used_per_second = 0.0 if self.boost_is_unlimited else RocketSim.RLConst.BOOST_USED_PER_SECOND
        config.car_spawn_boost_amount = self.kickoff_boost
        config.demo_mode = self.demo_mode
        config.enable_team_demos = self.has_team_demolitions
        config.respawn_delay = NEVER_S
        arena.set_mutator_config(config)
