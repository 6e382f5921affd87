"""Plays one car of a match with a policy: packets in, controls out.

Exported bots include this module, so it imports only numpy, rlbot_flatbuffers and modules that are copied with it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any, Final

import numpy as np
import rlbot_flatbuffers as flat
from numpy.typing import NDArray

from runtime.training.environment.actions import ACTIONS, Actions
from runtime.training.environment.from_packet import PacketReader
from runtime.training.environment.observations import OBSERVATIONS, Observation
from runtime.training.environment.state import ArenaState
from runtime.training.learners.policy import Policy

PLAY: Final = (int(flat.MatchPhase.Kickoff), int(flat.MatchPhase.Active))
"""Phases of a match in which cars can move and the ball counts."""


_COPIED: Final = re.compile(r"(\.custom_\w+):(\w+(?:\.\w+)*)")
"""Name of a class that the export has copied into this package."""


def build(components: Mapping[str, Callable[..., Any]], description: Mapping[str, Any]) -> Any:
    """Creates a component from its description: one of `components`, or a class that was copied with the bot.

    Nothing else is imported, because a policy file can come from anyone.

    Raises:
        ValueError: There is no such class in the bot's folder.
    """
    name = str(description["name"])
    try:
        copied = _COPIED.fullmatch(name)
        make = attrgetter(copied[2])(import_module(copied[1], __package__)) if copied else components[name]
    except (KeyError, ImportError, AttributeError) as error:
        raise ValueError(
            f"The policy, policy.npz, names the class '{name}', which is not in this bot's folder and is not loaded "
            "from elsewhere, because a policy file may come from anyone. Export the policy again."
        ) from error
    return make(**description["parameters"])


class PolicyPlayer:
    """Decides every `tick_skip` ticks, as in training, and holds the controls in between.

    The policy sees as many cars as in training. If the match has more, it sees the nearest ones. If the match has
    fewer, it sees demolished ones instead.
    """

    def __init__(self, policy: Policy, field: flat.FieldInfo, index: int, team: int) -> None:
        """Prepares to play the car `index` of `team`.

        Raises:
            ValueError: The policy was trained on a field with another number of pads, or names an unknown class.
        """
        interface = policy.interface
        mates, opponents = int(interface["blue"]), int(interface["orange"])
        self._policy, self._index = policy, index
        self._tick_skip, self._delay = int(interface["tick_skip"]), int(interface["action_delay"])
        self._sizes = (mates, opponents) if team == 0 else (opponents, mates)
        self._teams = (0,) * self._sizes[0] + (1,) * self._sizes[1]
        self._row = 0
        self._observation: Observation = build(OBSERVATIONS, interface["observation"])
        self._actions: Actions = build(ACTIONS, interface["actions"])
        size = self._observation.size(self._teams, len(field.boost_pads))
        if size != policy.observation_size:
            raise ValueError(
                f"The policy observes {policy.observation_size} values, but {size} on this field with "
                f"{len(field.boost_pads)} boost pads. It plays only the mode in which it was trained."
            )
        self._out = np.zeros((1, len(self._teams), size), np.float32)
        self._reader = PacketReader(field)
        self._is_playing = False
        self._decided = 0
        """Frame of the newest decision."""
        self._previous = self._present = flat.ControllerState()

    def controls(self, packet: flat.GamePacket) -> flat.ControllerState:
        """Returns the controls that apply from this packet on."""
        frame = packet.match_info.frame_num
        if not packet.balls or int(packet.match_info.match_phase) not in PLAY:
            if packet.balls:
                self._read(packet)  # the reader compares touches and counters from packet to packet
            self._is_playing = False
            self._previous = self._present = flat.ControllerState()
            return self._present
        if not self._is_playing:
            self._begin(packet)
        if not self._is_playing or not 0 <= frame - self._decided < self._tick_skip:
            self._previous, self._present = self._present, self._decide(packet)
            self._is_playing, self._decided = True, frame
        return self._previous if frame - self._decided < self._delay else self._present

    def observe(self, packet: flat.GamePacket) -> NDArray[np.float32]:
        """Returns the policy's observation of a packet with a ball, (n,); the next call overwrites it."""
        self._observation.observe(self._read(packet), self._out)
        return np.asarray(self._out[0, self._row])

    def _begin(self, packet: flat.GamePacket) -> None:
        """Tells an observation with a memory that an episode begins."""
        reset = getattr(self._observation, "reset", None)
        if reset is not None:
            reset(self._read(packet))

    def _decide(self, packet: flat.GamePacket) -> flat.ControllerState:
        action = self._policy.act(self.observe(packet)[None])[0]
        values = self._actions.controls(action if self._actions.count is None else action[0])
        throttle, steer, pitch, yaw, roll, jump, boost, handbrake = (float(value) for value in values)
        return flat.ControllerState(
            throttle=throttle,
            steer=steer,
            pitch=pitch,
            yaw=yaw,
            roll=roll,
            jump=jump > 0.0,
            boost=boost > 0.0,
            handbrake=handbrake > 0.0,
        )

    def _read(self, packet: flat.GamePacket) -> ArenaState:
        blue, orange = self._sizes
        cars = [*self._chosen(packet, 0, blue), *self._chosen(packet, 1, orange)]
        self._row = cars.index(self._index)
        return self._reader.read(packet, cars, self._teams)

    def _chosen(self, packet: flat.GamePacket, team: int, room: int) -> Sequence[int | None]:
        """Returns the cars of a team that the policy sees, in order."""
        indices = [index for index, car in enumerate(packet.players) if car.team == team]
        if len(indices) > room:
            here = packet.players[self._index].physics.location
            indices.sort(key=lambda index: _distance(packet.players[index].physics.location, here))  # our car first
            indices = sorted(indices[:room])
        return [*indices, *[None] * (room - len(indices))]


def _distance(first: flat.Vector3, second: flat.Vector3) -> float:
    return (first.x - second.x) ** 2 + (first.y - second.y) ** 2 + (first.z - second.z) ** 2
