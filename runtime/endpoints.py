"""Ports and agent ids that stay the same for all matches of a window, so that editors can be set up for them."""

import socket
import sys
import threading
from collections.abc import Collection
from typing import Final

from runtime.documents.agent_keys import new_key

LOOPBACK: Final = "127.0.0.1"
SERVER: Final = "server"
"""Name of the port of the game's server; those of debuggers have the keys of their agents."""
LEARNER: Final = "learner"
"""Name of the key of step mode."""
FIRST_PORT: Final = 23235
"""The server's port unless it is taken: the one after RLBot's."""
FIRST_DEBUG_PORT: Final = 5678
"""The port of the first debugger unless it is taken; editors propose it."""
_MAX_TRIES: Final = 100


class Endpoints:
    """The ports and keys of one window; any thread may use them."""

    def __init__(self) -> None:
        self._ports: dict[str, int] = {}
        self._keys: dict[str, str] = {}
        self._lock = threading.Lock()

    def port(self, name: str = SERVER) -> int:
        """Returns the port of the server or of an agent's debugger; chooses it when it is first needed."""
        with self._lock:
            return self._ports.get(name) or self._choose(name)

    def free_port(self, name: str = SERVER) -> int:
        """Works like `port`, but chooses another port if another program uses it."""
        with self._lock:
            known = self._ports.get(name)
            return known if known is not None and is_free(known) else self._choose(name)

    def take_port(self, port: int) -> None:
        """Notes the port that the server listens on: another program may have taken the chosen one meanwhile."""
        with self._lock:
            self._ports[SERVER] = port

    def key_of(self, agent_id: str) -> str:
        """Returns the key of an agent that the user starts."""
        with self._lock:
            return self._keys.setdefault(agent_id, new_key(agent_id, is_open=True))

    def _choose(self, name: str) -> int:
        first = FIRST_PORT if name == SERVER else FIRST_DEBUG_PORT
        self._ports[name] = free_port(first, self._ports.values())
        return self._ports[name]


def free_port(first: int, others: Collection[int] = ()) -> int:
    """Returns the first of 100 ports on which a server can listen, without `others`; 0 if there is none."""
    ports = (port for port in range(first, first + _MAX_TRIES) if port not in others)
    return next(filter(is_free, ports), 0)


def is_free(port: int) -> bool:
    """Returns whether a server can listen on a port, even if connections of the last one have not expired."""
    with socket.socket() as probe:
        if sys.platform == "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True
