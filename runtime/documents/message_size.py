"""How large a match is as the one message in which games are sent it."""

from collections.abc import Sequence
from typing import Final

from runtime.documents.model import Car, Match, Script
from runtime.documents.wire import to_wire
from runtime.protocol import MAX_PAYLOAD, pack_interface

_AGENT_BYTES: Final = 400
"""More than a car or script takes without its texts."""
_KEY_BYTES: Final = 36
"""At most so much longer is an agent id with its key (see `agent_keys`)."""
_VARIABLE_BYTES: Final = 64
"""More than a variable of an environment takes without its texts."""


def fits(match: Match) -> bool:
    """Whether a match that is ready for a server can be sent."""
    return _at_most(match) <= MAX_PAYLOAD or message_bytes(match) <= MAX_PAYLOAD


def message_bytes(match: Match) -> int:
    """The size of the message, with room for the keys of all agents."""
    return len(pack_interface(to_wire(match))) + _KEY_BYTES * (len(match.cars) + len(match.scripts))


def longest(match: Match) -> Car | Script | None:
    """The car or script with the longest texts; None where there are none."""
    agents: Sequence[Car | Script] = (*match.cars, *match.scripts)
    return max(agents, key=_text_bytes, default=None)


def _at_most(match: Match) -> int:
    """A bound of the size; to know it takes a tenth of the time that packing takes."""
    agents: Sequence[Car | Script] = (*match.cars, *match.scripts)
    variables = sum(len(agent.environment) for agent in agents)
    texts = len((match.game_map_upk + match.launcher_arg).encode("utf-8", "replace")) + sum(map(_text_bytes, agents))
    return _AGENT_BYTES * (1 + len(agents)) + _VARIABLE_BYTES * variables + texts


def _text_bytes(agent: Car | Script) -> int:
    texts = [agent.name, agent.agent_id, agent.root_dir, agent.run_command]
    texts += [text for pair in agent.environment for text in pair]
    return sum(len(text.encode("utf-8", "replace")) for text in texts)
