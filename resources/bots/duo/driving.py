"""Tools for the strategy: vectors, the state of a car, and the basic moves drive, recover and flip.

The same file lies in the folder of every example bot that needs it, so that each folder can be copied and changed
alone. Units: uu, uu/s, rad, s. The field is 8192 wide (x) and 10240 long (y); blue defends y = -5120.
"""

from math import atan2, cos, hypot, sin

from rlbot import flat

TOP_SPEED = 2300.0
THROTTLE_SPEED = 1410.0
"""The speed that a car reaches without boost."""
TURNS = ((252.0, 504.0), (430.0, 1005.0), (672.0, 1422.0), (850.0, 1678.0), (1065.0, 2114.0))
"""Radius in uu of the narrowest circle at a speed in uu/s, as (radius, speed)."""


class Vec:
    """A point or a direction in space."""

    __slots__ = ("x", "y", "z")

    def __init__(self, x: float, y: float, z: float = 0.0) -> None:
        self.x = x
        self.y = y
        self.z = z

    @staticmethod
    def of(point: flat.Vector3) -> "Vec":
        """Copies a vector of a packet."""
        return Vec(point.x, point.y, point.z)

    def __add__(self, other: "Vec") -> "Vec":
        return Vec(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Vec") -> "Vec":
        return Vec(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor: float) -> "Vec":
        return Vec(self.x * factor, self.y * factor, self.z * factor)

    def dot(self, other: "Vec") -> float:
        return self.x * other.x + self.y * other.y + self.z * other.z

    def length(self) -> float:
        return hypot(self.x, self.y, self.z)

    def flat(self) -> "Vec":
        """Returns the vector with z = 0."""
        return Vec(self.x, self.y)

    def unit(self) -> "Vec":
        """Returns the vector with length 1; a zero vector stays zero."""
        length = self.length()
        return self * (1.0 / length) if length > 0.0 else self

    def distance(self, other: "Vec") -> float:
        return hypot(self.x - other.x, self.y - other.y, self.z - other.z)

    def flat_distance(self, other: "Vec | flat.Vector3") -> float:
        return hypot(self.x - other.x, self.y - other.y)


def clamp(value: float, low: float = -1.0, high: float = 1.0) -> float:
    return low if value < low else high if value > high else value


class Car:
    """One car of a packet, with its forward, right and up axes."""

    __slots__ = (
        "boost",
        "forward",
        "has_wheels_down",
        "index",
        "is_demolished",
        "last_jump",
        "location",
        "right",
        "speed",
        "spin",
        "team",
        "up",
        "velocity",
    )

    def __init__(self, packet: flat.GamePacket, index: int) -> None:
        player = packet.players[index]
        physics = player.physics
        turn = physics.rotation
        cp, sp = cos(turn.pitch), sin(turn.pitch)
        cy, sy = cos(turn.yaw), sin(turn.yaw)
        cr, sr = cos(turn.roll), sin(turn.roll)
        self.index = index
        self.team = player.team
        self.location = Vec.of(physics.location)
        self.velocity = Vec.of(physics.velocity)
        self.spin = Vec.of(physics.angular_velocity)
        self.forward = Vec(cp * cy, cp * sy, sp)
        self.right = Vec(cy * sp * sr - cr * sy, sy * sp * sr + cr * cy, -cp * sr)
        self.up = Vec(-cr * cy * sp - sr * sy, -cr * sy * sp + sr * cy, cp * cr)
        self.speed = self.velocity.dot(self.forward)
        self.boost = player.boost
        self.has_wheels_down = player.air_state == flat.AirState.OnGround
        self.is_demolished = player.demolished_timeout >= 0.0
        self.last_jump = player.last_input.jump

    def local(self, direction: Vec) -> Vec:
        """Returns the direction in the car's own axes: x ahead, y to the right, z up."""
        return Vec(direction.dot(self.forward), direction.dot(self.right), direction.dot(self.up))

    def angle_to(self, point: "Vec | flat.Vector3") -> float:
        """Returns the angle from the car's nose to a point, in rad; positive to the right."""
        x, y, z = point.x - self.location.x, point.y - self.location.y, point.z - self.location.z
        ahead = x * self.forward.x + y * self.forward.y + z * self.forward.z
        right = x * self.right.x + y * self.right.y + z * self.right.z
        return atan2(right, ahead)


def turning_speed(radius: float) -> float:
    """Returns the highest speed at which a car can drive a circle, interpolated between measured values."""
    last_radius, last_speed = 145.0, 100.0
    for next_radius, next_speed in TURNS:
        if radius < next_radius:
            share = max(0.0, (radius - last_radius) / (next_radius - last_radius))
            return last_speed + share * (next_speed - last_speed)
        last_radius, last_speed = next_radius, next_speed
    return TOP_SPEED


def drive(car: Car, target: Vec, speed: float = TOP_SPEED, *, may_boost: bool = True) -> flat.ControllerState:
    """Drives forwards over the ground to a point, at most at `speed`, and slower in a tight turn."""
    local = car.local(target - car.location)
    angle = atan2(local.y, local.x)
    ahead = abs(angle)
    if ahead < 2.0:
        radius = (local.x * local.x + local.y * local.y) / max(1.0, 2.0 * abs(local.y))
        speed = min(speed, max(400.0, turning_speed(radius)))
    yaw_rate = car.spin.dot(car.up)
    missing = speed - car.speed
    controls = flat.ControllerState(steer=clamp(4.0 * angle - 0.2 * yaw_rate))
    controls.handbrake = ahead > 1.5 and car.speed > 500.0
    if missing > 0.0:
        controls.throttle = 1.0 if missing > 60.0 else 0.4
    else:
        controls.throttle = -1.0 if missing < -300.0 else 0.02
    is_worth_it = missing > 150.0 and speed > THROTTLE_SPEED - 100.0 and car.speed < TOP_SPEED - 10.0
    controls.boost = may_boost and is_worth_it and ahead < 0.3
    return controls


def reverse(car: Car, target: Vec, speed: float) -> flat.ControllerState:
    """Drives backwards to a point."""
    local = car.local(target - car.location)
    angle = atan2(-local.y, -local.x)
    missing = speed + car.speed
    return flat.ControllerState(throttle=clamp(-missing / 200.0), steer=clamp(3.0 * angle))


def recover(car: Car, heading: Vec) -> flat.ControllerState:
    """Turns a flying or overturned car so that it lands on its wheels, nose along `heading`."""
    nose = car.local(heading.flat().unit())
    sky = car.local(Vec(0.0, 0.0, 1.0))
    pitch_rate = -car.spin.dot(car.right)
    yaw_rate = car.spin.dot(car.up)
    roll_rate = -car.spin.dot(car.forward)
    controls = flat.ControllerState(throttle=1.0)
    controls.pitch = clamp(3.0 * atan2(nose.z, max(0.3, abs(nose.x))) - 0.8 * pitch_rate)
    controls.yaw = clamp(2.5 * atan2(nose.y, nose.x) - 0.8 * yaw_rate)
    controls.roll = clamp(3.0 * atan2(sky.y, sky.z) - 0.5 * roll_rate)
    is_overturned = car.location.z < 120.0 and car.up.z < 0.5 and car.velocity.length() < 300.0
    controls.jump = is_overturned and not car.last_jump
    return controls


class Flip:
    """A jump and a dodge in one direction: forwards to gain speed, or into the ball to hit it hard."""

    def __init__(self, now: float, *, rise_s: float = 0.1, boosts: bool = False) -> None:
        self.start = now
        self.ahead = 1.0
        self.side = 0.0
        self.boosts = boosts
        self.dodge_at = now + rise_s + 0.03

    def aim(self, car: Car, target: Vec) -> None:
        """Turns the dodge towards a point; has no effect once the dodge has begun."""
        angle = car.angle_to(target)
        self.ahead, self.side = cos(angle), sin(angle)

    def controls(self, car: Car, now: float) -> flat.ControllerState | None:
        """Returns the controls for this packet; None when the move is over."""
        since_dodge = now - self.dodge_at
        if now - self.start > 2.0 or (since_dodge > 0.2 and car.has_wheels_down) or now < self.start:
            return None
        if since_dodge > 0.7:
            controls = recover(car, car.velocity)
        elif since_dodge >= 0.0:
            controls = flat.ControllerState(throttle=1.0, jump=True, pitch=-self.ahead, yaw=self.side)
        else:
            is_rising = since_dodge < -0.03 and now - self.start < 0.2
            controls = flat.ControllerState(throttle=1.0, jump=is_rising)
        controls.boost = self.boosts and car.forward.dot(car.velocity) > 0.9 * car.velocity.length()
        return controls


class Pads:
    """The boost pads of the field."""

    def __init__(self, field: flat.FieldInfo) -> None:
        self._places = [Vec.of(pad.location) for pad in field.boost_pads]
        self._bonus = [400.0 if pad.is_full_boost else 0.0 for pad in field.boost_pads]

    def on_the_way(self, packet: flat.GamePacket, car: Car, target: Vec, detour: float) -> Vec | None:
        """Returns the active pad with the shortest detour; None if it is longer than `detour`.

        The detour of a big pad counts as 400 uu less."""
        best, best_extra = None, detour
        straight = car.location.flat_distance(target)
        for place, bonus, state in zip(self._places, self._bonus, packet.boost_pads, strict=False):
            first = car.location.flat_distance(place)
            extra = first + place.flat_distance(target) - straight - bonus
            if state.is_active and extra < best_extra and first > 100.0 and abs(car.angle_to(place)) < 1.2:
                best, best_extra = place, extra
        return best


class Patience:
    """Detects that a car has not moved for a second, and backs it out."""

    def __init__(self) -> None:
        self._moved_at = 0.0
        self._back_until = -1.0

    def rest(self, now: float) -> None:
        """Restarts the wait; for countdowns and demolitions, in which a car stands still."""
        self._moved_at = now
        self._back_until = -1.0

    def controls(self, car: Car, now: float) -> flat.ControllerState | None:
        """Returns controls that free the car; None while it moves."""
        if car.velocity.length() > 150.0 or now < self._moved_at:
            self._moved_at = now
        if now - self._moved_at > 1.0:
            self._moved_at = now
            self._back_until = now + 0.6
        if now < self._back_until and self._back_until - now <= 0.6:
            return flat.ControllerState(throttle=-1.0, steer=0.6 if car.location.x * car.forward.y > 0.0 else -0.6)
        return None
