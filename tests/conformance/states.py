"""States that tests set, and conditions that they wait for."""

import math

import rlbot_flatbuffers as flat

PHASE = flat.MatchPhase
AIR = flat.AirState
GROUND_Z = 17.0


def place(x=None, y=None, z=None):
    return flat.Vector3Partial(x, y, z)


def physics(location=None, velocity=None, rotation=None, angular_velocity=None):
    return flat.DesiredPhysics(location, rotation, velocity, angular_velocity)


def still(x, y, z, yaw=0.0):
    return physics(place(x, y, z), place(0, 0, 0), flat.RotatorPartial(0, yaw, 0), place(0, 0, 0))


def me(condition):
    return lambda packet: condition(packet.players[0])


def on_ground(packet):
    return packet.players[0].air_state == AIR.OnGround


def score(bot):
    """Shoots into the orange goal; returns the first packet after it."""
    bot.set_state(
        flat.DesiredCarState(
            physics(place(0, 4300, GROUND_Z), place(0, 1800, 0), flat.RotatorPartial(0, math.pi / 2, 0))
        )
    )
    bot.set_state(ball=still(0, 4600, 93))
    return bot.drive(lambda packet: packet.match_info.match_phase == PHASE.GoalScored, throttle=1.0, boost=True)
