"""The physics handle cars in the order of their index, whatever their addresses in memory."""

import pytest
import RocketSim

from runtime.arena.physics.engine import ATTEMPTS, ORDERED_CARS, in_order
from runtime.arena.physics.hitboxes import CarBuild, Hitbox
from runtime.arena.physics.world import World
from runtime.arena.stadium.containment import SoccarConfines

pytestmark = pytest.mark.usefixtures("walls")


def make():
    return RocketSim.Arena(RocketSim.GameMode.SOCCAR, config=RocketSim.ArenaConfig(use_custom_broadphase=False))


def teams(count):
    return [(index % 2, index % 6) for index in range(count)]


def takers(arena, cars):
    """Returns which cars get a pad that all of `cars` reach in the same frame."""
    taken = []
    arena.set_boost_pickup_callback(lambda *, car, **_: taken.append(car.id))
    arena.set_car_car_collision(False)
    pad = arena.get_boost_pads()[20]
    for car in cars:
        state = RocketSim.CarState()
        state.pos = RocketSim.Vec(pad.get_pos().x, pad.get_pos().y, 17.0)
        state.boost = 0.0
        car.set_state(state)
    arena.step(1)
    return taken


@pytest.mark.parametrize("count", [2, 6, ORDERED_CARS])
def test_first_car_gets_the_pad_in_every_arena(count):
    kept = []
    for _ in range(12):
        arena, cars = in_order(make, teams(count))
        kept.append(arena)
        assert [car.id for car in cars] == list(range(1, count + 1))
        for first in range(count - 1):
            full = RocketSim.BoostPadState()
            full.is_active = True
            arena.get_boost_pads()[20].set_state(full)
            for car in cars[:first]:
                away = RocketSim.CarState()
                away.pos = RocketSim.Vec(0.0, 0.0, 1000.0)
                car.set_state(away)
            assert takers(arena, cars[first:]) == [cars[first].id]


@pytest.mark.parametrize("count", [0, 1, ORDERED_CARS + 1, 64])
def test_nothing_to_order(count):
    calls = []

    def make_counted():
        calls.append(count)
        return make()

    _, cars = in_order(make_counted, teams(count))
    assert (len(cars), len(calls)) == (count, 1)


def test_cars_collide_afterwards():
    arena, cars = in_order(make, teams(2))
    for car, y in zip(cars, (-100.0, 100.0), strict=True):
        state = RocketSim.CarState()
        state.pos = RocketSim.Vec(2000.0, y, 300.0)
        state.vel = RocketSim.Vec(0.0, -15.0 * y, 0.0)
        car.set_state(state)
    arena.step(30)
    assert cars[0].get_state().pos.y < 0.0 < cars[1].get_state().pos.y


class Unordered:
    """An arena in which no car ever gets a pad."""

    def __init__(self):
        self._arena = make()

    def __getattr__(self, name):
        return getattr(self._arena, name)

    def set_boost_pickup_callback(self, callback):
        pass


def test_gives_up_with_a_warning(caplog):
    calls = []

    def make_unordered():
        calls.append(1)
        return Unordered()

    _, cars = in_order(make_unordered, teams(2))
    assert (len(cars), len(calls)) == (2, ATTEMPTS)
    assert "not in order" in caplog.text


def test_worlds_give_the_pad_to_the_same_car_before_and_after_a_new_body():
    kept = []
    for _ in range(6):
        world = World([CarBuild(index % 2, Hitbox.OCTANE) for index in range(6)], seed=1, walls=SoccarConfines())
        kept.append(world)
        for _ in range(2):
            assert takers(world._arena, world._cars) == [world._cars[0].id]
            world.rebuild_cars({3: Hitbox.MERC})
            world.kickoff()
