"""Chaser: the simplest example bot. It always drives at the ball. Start from it to write a bot of your own."""

from math import atan2, cos, hypot, sin

from rlbot import flat
from rlbot.managers import Bot

TOP_SPEED = 2300.0
PLAY = (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)
"""The phases of a match in which cars can move and the ball counts."""


class Chaser(Bot):
    """Turns towards the ball, boosts when it faces it, and fetches boost when the ball is far away."""

    def initialize(self) -> None:
        """Called once, when the bot knows its car, the match and the field."""
        self.big_pads = [
            (index, pad.location) for index, pad in enumerate(self.field_info.boost_pads) if pad.is_full_boost
        ]
        self.moved_at = 0.0
        """Match time in s at which the car last moved."""
        self.back_until = 0.0

    def get_output(self, packet: flat.GamePacket) -> flat.ControllerState:
        """Called for every packet, in every phase of the match; returns the controls."""
        me = packet.players[self.index]
        now = packet.match_info.seconds_elapsed
        if not packet.balls or me.demolished_timeout >= 0.0 or packet.match_info.match_phase not in PLAY:
            self.moved_at = now
            return flat.ControllerState()
        if me.air_state != flat.AirState.OnGround:
            return self.land(me)
        if self.is_stuck(me, now):
            return flat.ControllerState(throttle=-1.0, steer=0.7)
        return self.drive_at(me, self.choose_target(packet, me))

    def choose_target(self, packet: flat.GamePacket, me: flat.PlayerInfo) -> flat.Vector3:
        """Returns where the ball will be, or a big pad if boost is low, the ball far away and the pad near."""
        ball = packet.balls[0].physics
        here = me.physics.location
        distance = hypot(ball.location.x - here.x, ball.location.y - here.y)
        if me.boost < 10.0 and distance > 3000.0:
            for index, place in self.big_pads:
                is_ready = index < len(packet.boost_pads) and packet.boost_pads[index].is_active
                if is_ready and hypot(place.x - here.x, place.y - here.y) < 1500.0:
                    return place
        later = min(1.0, distance / 2000.0)
        x = ball.location.x + later * ball.velocity.x
        y = ball.location.y + later * ball.velocity.y
        return flat.Vector3(max(-4000.0, min(4000.0, x)), max(-5100.0, min(5100.0, y)), ball.location.z)

    def drive_at(self, me: flat.PlayerInfo, target: flat.Vector3) -> flat.ControllerState:
        """Drives at full throttle and steers towards the target."""
        ahead, right = self.seen_from_seat(me, target)
        angle = atan2(right, ahead)
        velocity = me.physics.velocity
        speed = hypot(velocity.x, velocity.y, velocity.z)
        controls = flat.ControllerState(throttle=1.0)
        controls.steer = max(-1.0, min(1.0, 3.0 * angle))
        controls.boost = abs(angle) < 0.25 and speed < TOP_SPEED - 10.0
        controls.handbrake = abs(angle) > 1.4 and speed > 600.0
        return controls

    def seen_from_seat(self, me: flat.PlayerInfo, target: flat.Vector3) -> tuple[float, float]:
        """Returns the distances of a point ahead of the car and to its right, in the car's own axes."""
        turn = me.physics.rotation
        cp, sp, cy, sy = cos(turn.pitch), sin(turn.pitch), cos(turn.yaw), sin(turn.yaw)
        cr, sr = cos(turn.roll), sin(turn.roll)
        x = target.x - me.physics.location.x
        y = target.y - me.physics.location.y
        z = target.z - me.physics.location.z
        ahead = x * cp * cy + y * cp * sy + z * sp
        right = x * (cy * sp * sr - cr * sy) + y * (sy * sp * sr + cr * cy) - z * cp * sr
        return ahead, right

    def land(self, me: flat.PlayerInfo) -> flat.ControllerState:
        """Levels the car in the air; rolls and hops when it lies on its roof or side."""
        turn = me.physics.rotation
        spin = me.physics.angular_velocity
        controls = flat.ControllerState(throttle=1.0)
        controls.pitch = max(-1.0, min(1.0, -2.0 * turn.pitch))
        controls.roll = max(-1.0, min(1.0, -1.5 * turn.roll))
        is_on_its_roof = abs(turn.roll) > 1.0 and me.physics.location.z < 120.0
        is_calm = hypot(spin.x, spin.y, spin.z) < 1.0
        controls.jump = is_on_its_roof and is_calm and not me.last_input.jump
        return controls

    def is_stuck(self, me: flat.PlayerInfo, now: float) -> bool:
        """Returns whether to back out, because the car has not moved for a second."""
        velocity = me.physics.velocity
        if hypot(velocity.x, velocity.y, velocity.z) > 150.0 or now < self.moved_at:
            self.moved_at = now
        if now - self.moved_at > 1.0:
            self.moved_at = now
            self.back_until = now + 0.6
        return now < self.back_until <= now + 0.6


if __name__ == "__main__":
    # Chaser does not use the ball prediction. With True, self.ball_prediction has the ball's future path, but every
    # frame takes longer.
    Chaser("kickabout/chaser").run(wants_ball_predictions=False)
