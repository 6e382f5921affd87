"""Notices which cars get new inputs, by what packets say of the last one; pure."""

import rlbot_flatbuffers as flat

Input = tuple[float, float, float, float, float, bool, bool, bool, bool]


class InputWatch:
    """Compares each packet with the one before; that an input stays the same says nothing of who gives it."""

    def __init__(self) -> None:
        self._inputs: tuple[Input, ...] = ()

    def take(self, packet: flat.GamePacket) -> frozenset[int]:
        """The indices of the cars whose last input is another one than in the packet before."""
        before, self._inputs = self._inputs, tuple(_input(player.last_input) for player in packet.players)
        pairs = enumerate(zip(before, self._inputs, strict=False))
        return frozenset(index for index, (old, new) in pairs if old != new)


def _input(state: flat.ControllerState) -> Input:
    return (
        state.throttle,
        state.steer,
        state.pitch,
        state.yaw,
        state.roll,
        state.jump,
        state.boost,
        state.handbrake,
        state.use_item,
    )
