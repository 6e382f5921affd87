"""The drawings of agents, followed while somebody watches, and their permissions to draw.

The arena sends drawings as JSON in the content of a `MatchComm`; `runtime/arena/match/drawings.py` documents the
schema.
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import rlbot_flatbuffers as flat

from runtime.agents import AgentTable
from runtime.agents.roster import Agent, chosen
from runtime.model.drawings import (
    Anchor,
    Colour,
    DrawingRights,
    DrawnGroup,
    DrawnItem,
    DrawnLine,
    DrawnPath,
    DrawnRect,
    DrawnText,
    HAlign,
    Point,
    Screen,
    Tie,
    VAlign,
    cost,
)
from runtime.model.events import DrawingsShown, Event
from runtime.model.messages import Message, message
from runtime.model.states import AgentState
from runtime.model.teams import SCRIPTS
from runtime.protocol import InterfaceMessage

ON: Final = "kickabout drawings on"
OFF: Final = "kickabout drawings off"
NEVER: Final = message("drawing-off", "Drawing is switched off for the whole match, in its settings.")


class Drawings:
    """Requests drawings from the arena while they are watched, and sends agents the permission to draw.

    Owned by the match's thread. Only the arena sends drawings; other games show them on their own screen.

    Args:
        send: sends a message to the server; returns false without a session.
        note: shows a sentence to the user.
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
        self._groups = DrawnGroups()
        self._is_wanted = False
        self._is_reported = False
        self._has_news = False
        self._permissions: dict[str, bool] = {}
        """Permissions that were changed during the match, by agent key; new processes start with the match's."""
        self._settled: dict[str, object] = {}
        for entry in table.values():
            entry.update(can_draw=rights is DrawingRights.ON_BY_DEFAULT)

    def follow(self, *, is_wanted: bool) -> None:
        """Starts or ends watching the drawings."""
        if is_wanted == self._is_wanted:
            return
        self._is_wanted = is_wanted
        if self._is_reported:
            self._ask()
        if not is_wanted:
            self._groups.clear()
            self._has_news = True

    def allow(self, keys: Iterable[str], *, is_allowed: bool) -> None:
        """Allows or forbids these agents to draw; no keys mean all agents."""
        if self._rights is DrawingRights.ALWAYS_OFF:
            self._note(NEVER)
            return
        for agent in chosen(self._table.agents, keys):
            self._permissions[agent.key] = is_allowed
            self._settled[agent.key] = self._process_of(agent)
            self._send_status(agent, is_allowed=is_allowed)

    def on_report(self) -> None:
        """Handles a report of the server, which only the arena sends."""
        if not self._is_reported:
            self._is_reported = True
            if self._is_wanted:
                self._ask()

    def on_content(self, content: bytes) -> None:
        """Handles the content of a MatchComm, about drawings or something else."""
        news = read_drawings(content) if self._is_wanted else None
        if news is not None:
            self._groups.apply(news)
            self._has_news = True

    def on_status(self, status: flat.RenderingStatus) -> None:
        """Handles a permission that the server has set."""
        for agent in self._table.agents:
            if (agent.team == SCRIPTS) != status.is_bot and self._owns(agent, status.index):
                self._table[agent.key].update(can_draw=status.status)

    def tick(self) -> None:
        """Emits new drawings, and repeats permissions to processes that have started since."""
        for agent in self._table.agents:
            if agent.key not in self._permissions:
                continue
            process = self._process_of(agent)
            if process is not None and process != self._settled.get(agent.key):
                self._settled[agent.key] = process
                self._send_status(agent, is_allowed=self._permissions[agent.key])
        if self._has_news:
            self._has_news = False
            self._emit(DrawingsShown(groups=self._groups.groups))

    def _ask(self) -> None:
        self._send(flat.ConsoleCommand(ON if self._is_wanted else OFF))

    def _send_status(self, agent: Agent, *, is_allowed: bool) -> None:
        """Sends a permission; for a hivemind, the index of its first car."""
        is_bot = agent.team != SCRIPTS
        self._send(flat.RenderingStatus(agent.cars[0] if is_bot else self._script_index(agent), is_bot, is_allowed))

    def _process_of(self, agent: Agent) -> object:
        """Identifies the process of an agent that plays; None while none plays."""
        status = self._table[agent.key].status
        return (status.pid, status.starts, status.version) if status.state is AgentState.PLAYING else None

    def _owns(self, agent: Agent, index: int) -> bool:
        return index in agent.cars if agent.cars else index == self._script_index(agent)

    def _script_index(self, agent: Agent) -> int:
        """Returns the position of a script among the match's scripts; -1 for other agents."""
        scripts = [other.key for other in self._table.agents if other.team == SCRIPTS]
        return scripts.index(agent.key) if agent.key in scripts else -1


VERSION: Final = 1
MAX_BYTES: Final = 1 << 16
MAX_KEPT: Final = 2048
"""Maximum cost of the items kept for one owner: more than the screen shows, and few enough for 64 owners."""
FARTHEST_UU: Final = 1e6
MAX_TEXT_LENGTH: Final = 2000
MAX_COLOUR: Final = 255
_START: Final = b'{"kickabout":"drawings"'
_BROKEN: Final = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)

_Key = tuple[int, int]
_Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingNews:
    """One message about drawings."""

    groups: tuple[DrawnGroup, ...]
    """Each is new or replaces the group with the same owner and number."""
    gone: tuple[_Key, ...]
    """Owner and number of each group that is no longer visible."""


class DrawnGroups:
    """The drawings that are visible now; for an owner with very many, only the first items are kept."""

    def __init__(self) -> None:
        self._groups: dict[_Key, DrawnGroup] = {}
        self._kept: dict[int, int] = {}

    @property
    def groups(self) -> tuple[DrawnGroup, ...]:
        """All groups, in the order in which they arrived."""
        return tuple(self._groups.values())

    def apply(self, news: DrawingNews) -> None:
        """Applies a message."""
        for key in news.gone:
            self._forget(key)
        for group in news.groups:
            self._forget((group.owner, group.number))
            self._keep(group)

    def clear(self) -> None:
        """Forgets everything."""
        self._groups.clear()
        self._kept.clear()

    def _forget(self, key: _Key) -> None:
        group = self._groups.pop(key, None)
        if group is not None:
            self._kept[group.owner] -= group.cost

    def _keep(self, group: DrawnGroup) -> None:
        kept = self._kept.get(group.owner, 0)
        if kept + group.cost > MAX_KEPT:
            group = _shortened(group, MAX_KEPT - kept)
        self._kept[group.owner] = kept + group.cost
        self._groups[group.owner, group.number] = group


def read_drawings(content: bytes) -> DrawingNews | None:
    """Returns what the content of a MatchComm says about drawings; None if it is about something else or is malformed.

    Malformed items of a group are left out.
    """
    if not content.startswith(_START) or len(content) > MAX_BYTES:
        return None
    try:
        document = json.loads(content)
        if document.get("version") != VERSION:
            return None
        groups = tuple(_group(group) for group in document.get("groups", ()))
        gone = tuple((int(group["owner"]), int(group["id"])) for group in document.get("gone", ()))
    except _BROKEN:
        return None
    return DrawingNews(groups=groups, gone=gone)


def _shortened(group: DrawnGroup, room: int) -> DrawnGroup:
    """Returns the first items of a group whose cost is at most `room`."""
    count = 0
    for item in group.items:
        room -= cost(item)
        if room < 0:
            break
        count += 1
    return replace(group, items=group.items[:count], left_out=group.left_out + len(group.items) - count)


def _group(written: _Json) -> DrawnGroup:
    items = tuple(item for item in map(_item, written["items"]) if item is not None)
    return DrawnGroup(
        owner=int(written["owner"]),
        number=int(written["id"]),
        items=items,
        left_out=max(0, int(written.get("left_out", 0))),
    )


def _item(written: _Json) -> DrawnItem | None:
    try:
        return _READERS[written["kind"]](written)
    except _BROKEN:
        return None


def _line(written: _Json) -> DrawnLine:
    return DrawnLine(start=_anchor(written["start"]), end=_anchor(written["end"]), colour=_colour(written["color"]))


def _path(written: _Json) -> DrawnPath:
    return DrawnPath(points=tuple(map(_point, written["points"])), colour=_colour(written["color"]))


def _text(written: _Json) -> DrawnText:
    return DrawnText(
        text=str(written["text"])[:MAX_TEXT_LENGTH],
        place=_place(written),
        scale=_number(written["scale"]),
        foreground=_colour(written["foreground"]),
        background=_colour(written["background"]),
        h_align=HAlign(written["h_align"]),
        v_align=VAlign(written["v_align"]),
    )


def _rect(written: _Json) -> DrawnRect:
    return DrawnRect(
        place=_place(written),
        width=_number(written["width"]),
        height=_number(written["height"]),
        colour=_colour(written["color"]),
        h_align=HAlign(written["h_align"]),
        v_align=VAlign(written["v_align"]),
    )


def _place(written: _Json) -> Anchor | Screen:
    if "anchor" in written:
        return _anchor(written["anchor"])
    return Screen(x=_number(written["x"]), y=_number(written["y"]))


def _anchor(written: _Json) -> Anchor:
    world = _point(written["world"])
    if len(written) == 1:
        return Anchor(world=world)
    tie = Tie.BALL if "ball" in written else Tie.CAR
    return Anchor(world=world, tie=tie, index=int(written[tie.value]), local=_point(written["local"]))


def _colour(written: list[int]) -> Colour:
    red, green, blue, opacity = map(_part, written)
    return red, green, blue, opacity


def _part(written: int) -> int:
    part = int(written)
    return part if 0 <= part <= MAX_COLOUR else min(MAX_COLOUR, max(0, part))


def _point(written: list[float]) -> Point:
    x, y, z = written
    return _number(x), _number(y), _number(z)


def _number(written: float) -> float:
    """Returns a finite number that can be painted; JSON allows NaN and infinity, and agents send huge numbers."""
    number = float(written)
    if -FARTHEST_UU <= number <= FARTHEST_UU:
        return number
    return math.copysign(FARTHEST_UU, number) if math.isfinite(number) else 0.0


_READERS: Final[Mapping[str, Callable[[_Json], DrawnItem]]] = {
    "Line3D": _line,
    "PolyLine3D": _path,
    "String2D": _text,
    "String3D": _text,
    "Rect2D": _rect,
    "Rect3D": _rect,
}
