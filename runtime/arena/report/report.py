"""Writes the report to launchers, described in `runtime.protocol.report`, and collects its notes."""

from typing import Any, Final

import rlbot_flatbuffers as flat
from msgspec.structs import replace

from runtime.codec import CodecError, decode, encode, plain
from runtime.model.teams import SERVER_INDEX
from runtime.protocol.report import REPORT_VERSION, GameReport, MissingAgent
from runtime.texts import printable

PERIOD_S: Final = 1.0
MAX_NOTES: Final = 20
MAX_NOTE: Final = 300
MAX_CONTENT: Final = 60_000
"""Maximum number of bytes of a report; names and agent ids are cut to it."""
_MAX_NAMES_LENGTH: Final = (1 << 16, 200, 20)
_MANAGER_TEAM: Final = 3
_NOT_EMPTY: Final = ("key", "learner", "refused")
"""Keys that are left out if they are empty."""


def report_message(report: GameReport) -> flat.MatchComm:
    """Returns the message that carries a report; adds the missing agents."""
    content = b""
    for longest in _MAX_NAMES_LENGTH:
        content = encode(_document(report, longest), is_ascii=False)
        if len(content) <= MAX_CONTENT:
            break
    return flat.MatchComm(index=SERVER_INDEX, team=_MANAGER_TEAM, team_only=False, display=None, content=content)


def _document(report: GameReport, longest: int) -> dict[str, Any]:
    agents = tuple(
        replace(agent, agent_id=agent.agent_id[:longest], name=agent.name[:longest], note=agent.note[:longest])
        for agent in report.agents
    )
    missing = tuple(MissingAgent(agent_id=agent.agent_id, name=agent.name) for agent in agents if not agent.is_ready)
    values = plain(replace(report, agents=agents, missing=missing))
    present = {key: value for key, value in values.items() if value or key not in _NOT_EMPTY}
    return {"kickabout": "report", "version": REPORT_VERSION, **present}


def is_reserved(content: bytes) -> bool:
    """Returns whether a launcher could take the content of a `MatchComm` for a message of the arena."""
    if not content.startswith(b"{"):
        return False
    try:
        return "kickabout" in decode(content)
    except CodecError:
        return False


def one_line(text: str, longest: int = MAX_NOTE) -> str:
    """Returns a text for reports and logs: cut to `longest`, with signs in place of unprintable characters."""
    return printable(text if len(text) <= longest else text[: longest - 1] + "…")


class Notes:
    """Sentences on what went wrong: each once, limited in number."""

    __slots__ = ("_texts",)

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}

    def add(self, text: str) -> bool:
        """Adds a sentence; returns false if it is present already."""
        if text in self._texts:
            return False
        while len(self._texts) >= MAX_NOTES:
            del self._texts[next(iter(self._texts))]
        self._texts[text] = None
        return True

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences, oldest first."""
        return tuple(self._texts)
