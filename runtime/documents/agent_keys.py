"""Keys of a match that its launcher owns; the launcher's session and the agents send them as agent ids.

A key consists of an agent id, `~` and 128 random bits; the launcher's key has an empty id. The server gets the
launcher's key from its environment, and the agents' keys from the match configuration. Other clients see only the ids.
The keys of agents that the user starts have `~~`: the plain id opens them too, but never replaces a running agent.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from runtime.documents.model import Match

MANAGER_KEY_VARIABLE: Final = "KICKABOUT_MANAGER_KEY"
"""The environment variable with the key of the launcher that owns a server."""
_TOKEN_BYTES: Final = 16
_OPEN: Final = "~~"
_KEY: Final = re.compile(rf"~~?[0-9a-f]{{{2 * _TOKEN_BYTES}}}\Z")


def new_key(agent_id: str = "", *, is_open: bool = False) -> str:
    """Returns an unguessable key for an agent, or for a launcher without an id.

    `is_open` means that the user starts the agent, and that its plain id is accepted too.
    """
    return f"{agent_id}{_OPEN if is_open else '~'}{secrets.token_hex(_TOKEN_BYTES)}"


def without_token(presented: str) -> str:
    """Returns the agent id of a key; a plain id is returned unchanged."""
    return _KEY.sub("", presented)


@dataclass(frozen=True, slots=True)
class AgentKeys:
    """The keys of a match by agent id; without keys, agents send plain ids."""

    keys: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def new(cls, match: Match, known: Mapping[str, str] = MappingProxyType({})) -> "AgentKeys":
        """Returns keys for the agents of a match: new ones, except for the agents in `known`."""
        return cls({agent_id: known.get(agent_id) or new_key(agent_id) for agent_id in _ids(match)})

    @classmethod
    def read(cls, match: Match) -> tuple[Match, "AgentKeys"]:
        """Returns a match from `write` with plain ids again, and its keys."""
        keys = {without_token(key): key for key in _ids(match)}
        return _renamed(match, {key: agent_id for agent_id, key in keys.items()}), cls(keys)

    def write(self, match: Match, only: Iterable[str] | None = None) -> Match:
        """Returns the match with keys instead of ids, for all agents or `only` for some agent ids."""
        keys = self.keys if only is None else {name: self.keys[name] for name in only if name in self.keys}
        return _renamed(match, keys)

    def key_of(self, agent_id: str) -> str:
        """Returns the id that the process of an agent sends."""
        return self.keys.get(agent_id, agent_id)

    def id_of(self, presented: str) -> str | None:
        """Returns the agent id for the id that a process has sent; None if the key is wrong."""
        if not self.keys:
            return presented
        agent_id = without_token(presented)
        expected = self.keys.get(agent_id, "")
        if presented == agent_id:
            return agent_id if expected.startswith(f"{agent_id}{_OPEN}") else None
        is_right = secrets.compare_digest(expected.encode("utf-8", "replace"), presented.encode("utf-8", "replace"))
        return agent_id if is_right else None

    def is_plain(self, presented: str | None) -> bool:
        """Returns whether a process has sent an agent id without a key, which is not enough to replace an agent."""
        return bool(self.keys) and presented == without_token(presented or "")


NO_KEYS: Final = AgentKeys()


def _ids(match: Match) -> tuple[str, ...]:
    """Returns the agent ids of a match, without duplicates, in order."""
    names = [*(car.agent_id for car in match.cars), *(script.agent_id for script in match.scripts)]
    return tuple(dict.fromkeys(name for name in names if name))


def _renamed(match: Match, names: Mapping[str, str]) -> Match:
    cars = tuple(replace(car, agent_id=names.get(car.agent_id, car.agent_id)) for car in match.cars)
    scripts = tuple(replace(script, agent_id=names.get(script.agent_id, script.agent_id)) for script in match.scripts)
    return replace(match, cars=cars, scripts=scripts)
