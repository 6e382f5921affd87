"""Brings the cars of an agent that has ended to rest: servers let them go on with the last input otherwise.

A session of our own takes the agent's place, sends neutral controls once, and leaves. The protocol needs no more, so
it works with every server.
"""

import time
from collections.abc import Callable
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.roster import Agent
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.protocol import Client, LinkError, ProtocolError

CONNECT_S: Final = 0.1
PATIENCE_S: Final = 1.0
"""How long the server may take to give the place; after that the cars are left as they are."""


class StandDown:
    """One such session; owned by the match's thread, which is never held up: `step` is called until `is_done`."""

    def __init__(
        self,
        agent: Agent,
        host: str,
        port: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        keys: AgentKeys = NO_KEYS,
    ) -> None:
        agent_id = keys.key_of(agent.agent_id)
        settings = flat.ConnectionSettings(agent_id=agent_id, wants_comms=False, close_between_matches=True)
        self._client = Client(host, port, settings)
        self._cars = frozenset(agent.cars)
        self._clock = clock
        self._until_s = clock() + PATIENCE_S
        self._is_done = False

    @property
    def is_done(self) -> bool:
        """Whether the session has done its part, or has given up."""
        return self._is_done

    def step(self) -> None:
        """Does what can be done now."""
        try:
            if not self._is_done and self._has_acted():
                self.close()
        except (LinkError, ProtocolError):
            self.close()

    def close(self) -> None:
        """Ends the session; may be called twice."""
        self._is_done = True
        self._client.close()

    def _has_acted(self) -> bool:
        if not self._client.is_connected and not self._client.try_connect(CONNECT_S):
            return True
        for message in self._client.receive(0.0):
            if isinstance(message, flat.ControllableTeamInfo):
                self._rest(message)
                return True
        return self._clock() >= self._until_s

    def _rest(self, place: flat.ControllableTeamInfo) -> None:
        for part in place.controllables:
            if part.index in self._cars:
                self._client.send(flat.PlayerInput(part.index, flat.ControllerState()))
        self._client.send(flat.DisconnectSignal())
