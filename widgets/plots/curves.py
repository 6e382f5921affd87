"""What the live plot draws: one curve per car, on a shared time axis."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveName:
    """Whose curve it is."""

    name: str
    team: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """Samples of all cars, oldest first; the arrays may be views that change after the call that hands them over."""

    times_s: "NDArray[np.float64]"
    """Seconds before now, so all of them are 0 or less; shape (n,)."""
    speeds: "NDArray[np.float64]"
    """uu/s; shape (cars, n)."""
    boosts: "NDArray[np.float64]"
    """0 to 100; shape (cars, n)."""
