"""Ends an agent's process and starts the agent again in its place."""

from runtime.agents.launcher import Backstage
from runtime.agents.process_table import Role
from runtime.agents.roster import Agent
from runtime.processes import ChildEnded, ChildEvent, ChildFailed


class Relaunch:
    """Agents between two processes of theirs; owned by the match's thread."""

    def __init__(self, backstage: Backstage) -> None:
        self._backstage = backstage
        self._awaited: dict[str, Agent] = {}

    def again(self, agent: Agent) -> None:
        """Starts the agent, as soon as nothing of the process is left that plays for it now, which is ended at once."""
        backstage = self._backstage
        process = backstage.crew.playing(agent.key)
        if process is None:
            self._start(agent)
            return
        backstage.lineup.returning(agent.key)
        self._awaited[process] = agent
        backstage.stop(process, 0.0)

    def awaits(self, key: str) -> bool:
        """Whether an agent is to start as soon as its old process is gone."""
        return any(agent.key == key for agent in self._awaited.values())

    def give_up(self, key: str) -> None:
        """The agent is not wanted any more."""
        self._awaited = {process: agent for process, agent in self._awaited.items() if agent.key != key}

    def hear(self, event: ChildEvent) -> bool:
        """Takes news of a process; true when that was the end that a new start waits for."""
        if not isinstance(event, ChildEnded | ChildFailed) or event.key not in self._awaited:
            return False
        agent = self._awaited.pop(event.key)
        self._backstage.crew.forget(event.key)
        self._start(agent)
        return True

    def _start(self, agent: Agent) -> None:
        self._backstage.launch(agent, Role.PLAYING)
