"""What agents draw, followed while somebody looks, and who of them may draw."""

from collections.abc import Callable, Iterable
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents import AgentTable
from runtime.agents.roster import Agent, chosen
from runtime.match.drawing_reader import DrawnGroups, read_drawings
from runtime.model.drawings import DrawingRights
from runtime.model.events import DrawingsShown, Event
from runtime.model.messages import Message, message
from runtime.model.states import AgentState
from runtime.model.teams import SCRIPTS
from runtime.protocol import InterfaceMessage

ON: Final = "kickabout drawings on"
OFF: Final = "kickabout drawings off"
NEVER: Final = message("drawing-off", "Drawing is switched off for the whole match, in its settings.")


class Drawings:
    """Asks the arena for drawings when they are wanted, and sends agents the permission to draw.

    Owned by the match's thread. Only the arena tells drawings; other games show them on their own screen.

    Args:
        send: sends a message to the server; false when there is no session.
        note: tells the user a sentence.
    """

    def __init__(
        self,
        *,
        table: AgentTable,
        rights: DrawingRights,
        send: Callable[[InterfaceMessage], bool],
        emit: Callable[[Event], None],
        note: Callable[[Message], None],
    ) -> None:
        self._table = table
        self._rights = rights
        self._send = send
        self._emit = emit
        self._note = note
        self._book = DrawnGroups()
        self._is_wanted = False
        self._is_arena = False
        self._has_news = False
        self._permissions: dict[str, bool] = {}
        """Who was given another permission than the match's, by key; a new process begins with the match's."""
        self._settled: dict[str, object] = {}
        table.may_draw(self._keys(), is_allowed=rights is DrawingRights.ON_BY_DEFAULT)

    def follow(self, *, is_wanted: bool) -> None:
        """Somebody wants to see what is drawn, or no longer."""
        if is_wanted == self._is_wanted:
            return
        self._is_wanted = is_wanted
        if self._is_arena:
            self._ask()
        if not is_wanted:
            self._book.clear()
            self._has_news = True

    def allow(self, keys: Iterable[str], *, is_allowed: bool) -> None:
        """These agents may draw from now on, or no longer; none means all."""
        if self._rights is DrawingRights.ALWAYS_OFF:
            self._note(NEVER)
            return
        for agent in chosen(self._table.agents, keys):
            self._permissions[agent.key] = is_allowed
            self._settled[agent.key] = self._process_of(agent)
            self._send_status(agent, is_allowed=is_allowed)

    def on_arena(self) -> None:
        """The server sent a report, which only the arena does."""
        if not self._is_arena:
            self._is_arena = True
            if self._is_wanted:
                self._ask()

    def on_content(self, content: bytes) -> None:
        """Match communication arrived, about drawings or something else."""
        news = read_drawings(content) if self._is_wanted else None
        if news is not None:
            self._book.take(news)
            self._has_news = True

    def on_status(self, status: flat.RenderingStatus) -> None:
        """Takes the server's word about who may draw from now on."""
        for agent in self._table.agents:
            if (agent.team == SCRIPTS) != status.is_bot and self._owns(agent, status.index):
                self._table.may_draw([agent.key], is_allowed=status.status)

    def tick(self) -> None:
        """Tells what is new, and repeats permissions to processes that came since they were given."""
        for agent in self._table.agents:
            if agent.key not in self._permissions:
                continue
            process = self._process_of(agent)
            if process is not None and process != self._settled.get(agent.key):
                self._settled[agent.key] = process
                self._send_status(agent, is_allowed=self._permissions[agent.key])
        if self._has_news:
            self._has_news = False
            self._emit(DrawingsShown(groups=self._book.groups))

    def _ask(self) -> None:
        self._send(flat.ConsoleCommand(ON if self._is_wanted else OFF))

    def _send_status(self, agent: Agent, *, is_allowed: bool) -> None:
        """One of a hivemind's cars stands for all of them."""
        is_bot = agent.team != SCRIPTS
        self._send(flat.RenderingStatus(agent.cars[0] if is_bot else self._place(agent), is_bot, is_allowed))

    def _process_of(self, agent: Agent) -> object:
        """What tells one process of an agent in the match from the next; None while none plays."""
        status = self._table.status(agent.key)
        return (status.pid, status.starts, status.version) if status.state is AgentState.PLAYING else None

    def _owns(self, agent: Agent, index: int) -> bool:
        return index in agent.cars if agent.cars else index == self._place(agent)

    def _place(self, agent: Agent) -> int:
        """The place of a script among the match's scripts."""
        scripts = [each.key for each in self._table.agents if each.team == SCRIPTS]
        return scripts.index(agent.key) if agent.key in scripts else -1

    def _keys(self) -> list[str]:
        return [agent.key for agent in self._table.agents]
