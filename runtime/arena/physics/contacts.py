"""The contacts of cars with ball, pads and each other, as RocketSim reports them."""

from typing import Any

import RocketSim


class Contacts:
    """Collects RocketSim's callbacks of one frame by car index; called during a step, on the stepping thread."""

    __slots__ = (
        "_index",
        "_pads",
        "bumps",
        "demolitions",
        "has_any",
        "pickups",
        "scored_by",
        "touches",
    )

    def __init__(self) -> None:
        self._index: dict[int, int] = {}
        self._pads: dict[tuple[float, float, float], int] = {}
        self.has_any = False
        """True if there was any contact; a goal does not count."""
        self.touches: list[int] = []
        self.bumps: list[tuple[int, int]] = []
        """Bumper and victim."""
        self.demolitions: list[tuple[int, int]] = []
        """Attacker and victim."""
        self.pickups: list[tuple[int, int]] = []
        """Car and pad."""
        self.scored_by: int | None = None
        """The team that scored, in each frame in which the ball is in the goal."""

    def listen(self, arena: RocketSim.Arena, cars: list[RocketSim.Car], pads: list[RocketSim.BoostPad]) -> None:
        """Registers the callbacks of `arena`; indices are positions in `cars` and `pads`."""
        self._index = {car.id: index for index, car in enumerate(cars)}
        self._pads = {pad.get_pos().as_tuple(): index for index, pad in enumerate(pads)}
        arena.set_ball_touch_callback(self._on_touch)
        arena.set_car_bump_callback(self._on_bump)
        arena.set_car_demo_callback(self._on_demolition)
        arena.set_boost_pickup_callback(self._on_pickup)
        arena.set_goal_score_callback(self._on_goal)

    def clear(self) -> None:
        """Removes the events of the last frame."""
        if self.touches:
            self.touches = []
        if self.bumps or self.demolitions or self.pickups:
            self.bumps, self.demolitions, self.pickups = [], [], []
        self.has_any = False
        self.scored_by = None

    def _on_touch(self, *, car: RocketSim.Car, **_: Any) -> None:
        self.has_any = True
        self.touches.append(self._index[car.id])

    def _on_bump(self, *, bumper: RocketSim.Car, victim: RocketSim.Car, **_: Any) -> None:
        self.has_any = True
        self.bumps.append((self._index[bumper.id], self._index[victim.id]))

    def _on_demolition(self, *, bumper: RocketSim.Car, victim: RocketSim.Car, **_: Any) -> None:
        self.has_any = True
        self.demolitions.append((self._index[bumper.id], self._index[victim.id]))

    def _on_pickup(self, *, car: RocketSim.Car, boost_pad: RocketSim.BoostPad, **_: Any) -> None:
        self.has_any = True
        self.pickups.append((self._index[car.id], self._pads[boost_pad.get_pos().as_tuple()]))

    def _on_goal(self, *, team: int, **_: Any) -> None:
        self.scored_by = int(team)
