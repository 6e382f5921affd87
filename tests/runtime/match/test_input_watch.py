import pytest
import rlbot_flatbuffers as flat

from runtime.match.spectator import InputChanges

FIELDS = ("throttle", "steer", "pitch", "yaw", "roll", "jump", "boost", "handbrake", "use_item")


def packet(*inputs):
    return flat.GamePacket(players=[flat.PlayerInfo(last_input=state) for state in inputs])


@pytest.mark.parametrize("name", FIELDS)
def test_a_car_whose_input_is_another_one_than_before_is_named(name):
    watch = InputChanges()
    still, other = flat.ControllerState(throttle=0.5), flat.ControllerState(throttle=0.5)
    setattr(other, name, True if name in FIELDS[5:] else 0.25)
    assert watch.take(packet(still, still)) == frozenset()
    assert watch.take(packet(still, still)) == frozenset()
    assert watch.take(packet(still, other)) == {1}
    assert watch.take(packet(still, other)) == frozenset()


def test_cars_that_come_or_go_have_no_input_before():
    watch = InputChanges()
    fast = flat.ControllerState(throttle=1.0)
    watch.take(packet(fast))
    assert watch.take(packet(fast, fast)) == frozenset()
    assert watch.take(packet(fast)) == frozenset()
    assert watch.take(packet()) == frozenset()
