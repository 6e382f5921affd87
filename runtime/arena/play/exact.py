"""Keeps the physics and what is read of it equal to the last bit.

RocketSim computes in units of 50 uu and single precision, so a state that is read and set again is not quite the same.
A number with few enough digits survives both ways: after it, two arenas that were set to the same state stay equal.
"""

import math
from typing import Final

import RocketSim

_UU_PER_UNIT: Final = 50.0
_BITS: Final = 19
"""24 bits of single precision less 5: a number times 50 has at most 5 significant bits more."""


def exact(value: float) -> float:
    """The nearest place or speed (uu, uu/s) that the physics keeps to the last bit; at most 2e-6 of the value off.

    What is no number becomes 0.
    """
    if not math.isfinite(value):
        return 0.0
    mantissa, exponent = math.frexp(value / _UU_PER_UNIT)
    return math.ldexp(round(mantissa * (1 << _BITS)), exponent - _BITS) * _UU_PER_UNIT


def exact_vector(vector: RocketSim.Vec) -> RocketSim.Vec:
    """The same for every component."""
    return RocketSim.Vec(exact(vector.x), exact(vector.y), exact(vector.z))
