"""Carries out what a recovery decides, with the processes of the match and sessions of our own."""

import time
from collections.abc import Callable

from runtime.agents.launcher import Backstage
from runtime.agents.process_table import Role
from runtime.agents.roster import Agent
from runtime.agents.stand_down import StandDown
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.games.game import ServerAddress


class AgentActions:
    """The actions of a running match, see `RecoveryActions`; owned by its thread, which calls `look` at every beat."""

    def __init__(
        self,
        *,
        backstage: Backstage,
        server: ServerAddress,
        keys: AgentKeys = NO_KEYS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keys = keys
        self._backstage = backstage
        self._server = server
        self._clock = clock
        self._stand_downs: dict[str, StandDown] = {}

    def relaunch(self, key: str) -> bool:
        """See `RecoveryActions`; an agent that somebody else has started meanwhile is left alone."""
        backstage = self._backstage
        if backstage.crew.playing(key) is not None:
            return True
        if key in self._stand_downs:
            return False
        backstage.lineup.recovers(key)
        backstage.launch(self._agent(key), Role.PLAYING)
        return True

    def kill(self, key: str) -> None:
        """See `RecoveryActions`."""
        process = self._backstage.crew.playing(key)
        if process is not None:
            self._backstage.stop(process, 0.0)

    def stand_down(self, key: str) -> None:
        """See `RecoveryActions`; it is done by and by."""
        if key not in self._stand_downs and self._server.port is not None:
            self._stand_downs[key] = StandDown(
                self._agent(key), self._server.host, self._server.port, self._clock, keys=self._keys
            )

    def look(self) -> None:
        """One look at what is under way."""
        for key, session in list(self._stand_downs.items()):
            session.step()
            if session.is_done:
                del self._stand_downs[key]

    def close(self) -> None:
        """Breaks off what is under way; may be called twice."""
        for session in self._stand_downs.values():
            session.close()
        self._stand_downs.clear()

    def _agent(self, key: str) -> Agent:
        return next(agent for agent in self._backstage.lineup.agents if agent.key == key)
