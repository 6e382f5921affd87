"""What `play` says of agents that lack a package, as soon as one ends for it or its new version fails for it."""

import sys
from pathlib import Path

from app.commands.packages import install_command
from runtime.agents.preparation import missing_packages
from runtime.agents.roster import listed, roster
from runtime.documents import Match
from runtime.model.events import AgentChanged, Event, SwapChanged
from runtime.model.states import AgentState, SwapOutcome


class Advice:
    """Knows what was said already; owned by the thread of the match.

    Args:
        match: the validated match.
        environments: the folder of the environments that were made for bots.
        document: where the match lies; None for the example.
    """

    def __init__(self, match: Match, environments: Path, *, document: Path | None) -> None:
        self._agents = {agent.key: agent for agent in roster(match)}
        self._environments = environments
        self._document = document
        self._heard: set[tuple[str, str]] = set()
        self._told: set[tuple[str, tuple[str, ...]]] = set()

    def on(self, event: Event) -> str:
        """What mends an agent that lacks packages, in sentences; empty where none does, or where it was said before."""
        key, text = _fault(event)
        if not text or key not in self._agents or (key, text) in self._heard:
            return ""
        self._heard.add((key, text))
        agent = self._agents[key]
        missing = missing_packages(agent, text, configured=Path(sys.executable), environments=self._environments)
        if missing is None or (key, missing.modules) in self._told:
            return ""
        self._told.add((key, missing.modules))
        how = f" Run: {install_command(self._document)}" if missing.can_install else ""
        return f"{agent} lacks {listed(missing.modules)}. {missing.fix}{how}"


def _fault(event: Event) -> tuple[str, str]:
    """The key of an agent that ended unasked, or whose new version did, and why; empty texts for other events."""
    if isinstance(event, AgentChanged):
        agent = event.agent
        has_ended = agent.state.is_fault or agent.state is AgentState.RESTARTING
        return agent.key, str(agent.reason) if has_ended else ""
    if isinstance(event, SwapChanged) and event.record.outcome is SwapOutcome.FAILED:
        return event.record.key, str(event.record.reason)
    return "", ""
