"""Feed of all drawings for the managers that ask for it: JSON objects in the content of a `MatchComm`.

A session without agent id starts the feed with the console command `kickabout drawings on`, and then receives the
changes at most 20 times a second; `off` ends the feed. The `MatchComm` has index 4294967295, which no session has, team
3 and no display. Keys:

- `kickabout`: "drawings"; `version`: 1; `frame`: number of the last frame, 0 without a match
- `groups`: new and changed groups; each replaces the earlier one with the same `owner` and `id`:
  `owner` (number of the session), `agent_id`, `team` (2 is a script, 3 a manager), `index` (its first car or script,
  null for none), `id` (number of the group), `items` and `left_out` (items beyond what one message holds)
- `gone`: groups that are no longer visible: `owner` and `id`

An item has `kind`, the name of its table in the protocol, and that table's fields under their names. Colours are [r, g,
b, a] from 0 to 255, points [x, y, z] in uu. `start`, `end` and `anchor` have `world`, a point, and, if the drawing is
attached to something, `ball` or `car`, an index, with `local`, a point relative to it. `x`, `y`, `width`, `height` of
`String2D` and `Rect2D` are fractions of the window, y down. Numbers that are not finite are written as 0.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import rlbot_flatbuffers as flat

from runtime.arena.match.effects import Send
from runtime.arena.match.render_groups import size_of
from runtime.arena.match.session import MANAGER_TEAM, Session
from runtime.arena.match.slots import Slot, SlotTable
from runtime.documents.agent_keys import without_token
from runtime.model.game_facts import SERVER_INDEX
from runtime.protocol import clean_text, frame, pack_core

VERSION: Final = 1
MAX_CONTENT: Final = 60_000
"""Maximum number of bytes of one message's content."""
MAX_ITEMS: Final = 400
"""Maximum number of lines, texts and rectangles sent at a time, so that no tick is late; the rest follows. A group is
never divided."""
PERIOD_S: Final = 0.05
_POINT: Final = len("[0.0,0.0,0.0]")
"""Minimum number of bytes of a point."""

_Key: TypeAlias = tuple[int, int]
"""Number of a session and of a group."""
_Json: TypeAlias = dict[str, Any]


class DrawingsFeed:
    """Remembers which manager was sent which group; owned by the server's thread."""

    def __init__(self) -> None:
        self._sent: dict[int, dict[_Key, flat.RenderGroup]] = {}
        """By number of the manager's session; the group sent last comes last."""
        self._next_s = 0.0

    def follow(self, manager: Session, *, is_on: bool) -> None:
        """Starts or stops the feed for a manager."""
        if is_on:
            self._sent[manager.number] = {}
        else:
            self._sent.pop(manager.number, None)

    def poll(self, sessions: Mapping[int, Session], slots: SlotTable, frame_num: int, now_s: float) -> Iterator[Send]:
        """Returns the changes for managers that follow, every `PERIOD_S` at most; none for one that does not read."""
        if not self._sent or now_s < self._next_s:
            return
        self._next_s = now_s + PERIOD_S
        groups = {
            (session.number, number): group
            for session in sessions.values()
            if not slots.is_aside(session.number)
            for number, group in session.render_groups.groups.items()
        }
        for number, sent in list(self._sent.items()):
            manager = sessions.get(number)
            if manager is None:
                del self._sent[number]
            elif manager.accepts_chat:
                gone = [key for key in sent if key not in groups]
                for key in gone:
                    del sent[key]
                entries = [_entry({"owner": owner, "id": group}) for owner, group in gone]
                for data in _messages("gone", entries, frame_num):
                    yield Send(session=manager, data=data)
                portion = _portion(sent, groups)
                entries = [group_entry(sessions[key[0]], slots.held_by(key[0]), groups[key]) for key in portion]
                for data in _messages("groups", entries, frame_num):
                    yield Send(session=manager, data=data)


def _portion(sent: dict[_Key, flat.RenderGroup], groups: dict[_Key, flat.RenderGroup]) -> Iterator[_Key]:
    """Returns the new and changed groups of at most `MAX_ITEMS` items, at least one, and notes them as sent."""
    news = [key for key in groups if key not in sent]
    news += [key for key, group in sent.items() if groups[key] is not group]
    items = 0
    for key in news:
        size = 1 + size_of(groups[key])
        items += size
        if items > MAX_ITEMS and items > size:
            return
        sent.pop(key, None)
        sent[key] = groups[key]
        yield key


def _messages(name: str, entries: Iterable[bytes], frame_num: int) -> Iterator[bytes]:
    """Distributes entries of the list `name` over framed messages."""
    batch: list[bytes] = []
    size = 0
    for entry in entries:
        if batch and size + len(entry) > MAX_CONTENT:
            yield _message(name, batch, frame_num)
            batch, size = [], 0
        batch.append(entry)
        size += len(entry) + 1
    if batch:
        yield _message(name, batch, frame_num)


def _message(name: str, batch: list[bytes], frame_num: int) -> bytes:
    lists = {"groups": b"", "gone": b"", name: b",".join(batch)}
    content = b'{"kickabout":"drawings","version":%d,"frame":%d,"groups":[%b],"gone":[%b]}' % (
        VERSION,
        frame_num,
        lists["groups"],
        lists["gone"],
    )
    return frame(pack_core(flat.MatchComm(SERVER_INDEX, MANAGER_TEAM, False, None, content)))


def group_entry(session: Session, slot: Slot | None, group: flat.RenderGroup) -> bytes:
    """Returns the entry in `groups` for a group of a session that holds `slot`, with the items one message holds."""
    written: list[bytes] = []
    size = 0
    for item in group.render_messages:
        if type(item.variety) is flat.PolyLine3D and len(item.variety.points) * _POINT > MAX_CONTENT:
            break
        entry = _item(item.variety)
        size += len(entry) + 1
        if size > MAX_CONTENT - 1000:
            break
        written.append(entry)
    head: _Json = {
        "owner": session.number,
        "agent_id": clean_text(without_token(session.agent_id or ""))[:200],
        "team": MANAGER_TEAM if slot is None else slot.agent.team,
        "index": None if slot is None else slot.agent.controllables[0].index,
        "id": group.id,
        "left_out": len(group.render_messages) - len(written),
    }
    return _entry(head)[:-1] + b',"items":[' + b",".join(written) + b"]}"


def _entry(written: _Json) -> bytes:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace")


def _item(variety: Any) -> bytes:
    if type(variety) is flat.PolyLine3D:
        return _polyline(variety)
    return _entry({"kind": type(variety).__name__, **_WRITERS[type(variety)](variety)})


def _line(line: flat.Line3D) -> _Json:
    return {"start": _anchor(line.start), "end": _anchor(line.end), "color": _color(line.color)}


def _polyline(line: flat.PolyLine3D) -> bytes:
    """Writes a path directly, because bots draw paths of hundreds of points every tick."""
    points = ",".join([f"[{point.x:.1f},{point.y:.1f},{point.z:.1f}]" for point in line.points])
    if "n" in points:
        points = json.dumps([_point(point) for point in line.points], separators=(",", ":"))[1:-1]
    color = json.dumps(_color(line.color), separators=(",", ":"))
    return f'{{"kind":"PolyLine3D","points":[{points}],"color":{color}}}'.encode()


def _text_2d(text: flat.String2D) -> _Json:
    return {**_text(text), "x": _part(text.x), "y": _part(text.y)}


def _text_3d(text: flat.String3D) -> _Json:
    return {**_text(text), "anchor": _anchor(text.anchor)}


def _text(text: flat.String2D | flat.String3D) -> _Json:
    return {
        "text": text.text,
        "scale": _part(text.scale),
        "foreground": _color(text.foreground),
        "background": _color(text.background),
        **_alignment(text),
    }


def _rect_2d(rect: flat.Rect2D) -> _Json:
    return {**_rect(rect), "x": _part(rect.x), "y": _part(rect.y)}


def _rect_3d(rect: flat.Rect3D) -> _Json:
    return {**_rect(rect), "anchor": _anchor(rect.anchor)}


def _rect(rect: flat.Rect2D | flat.Rect3D) -> _Json:
    return {"width": _part(rect.width), "height": _part(rect.height), "color": _color(rect.color), **_alignment(rect)}


def _alignment(item: flat.String2D | flat.String3D | flat.Rect2D | flat.Rect3D) -> _Json:
    return {"h_align": str(item.h_align).rpartition(".")[2], "v_align": str(item.v_align).rpartition(".")[2]}


def _anchor(anchor: flat.RenderAnchor) -> _Json:
    written: _Json = {"world": _point(anchor.world)}
    relative = anchor.relative
    if relative is not None:
        name = "ball" if type(relative) is flat.BallAnchor else "car"
        written[name] = relative.index
        written["local"] = _point(relative.local)
    return written


def _color(color: flat.Color) -> list[int]:
    return [color.r, color.g, color.b, color.a]


def _point(point: flat.Vector3) -> list[float]:
    return [_number(point.x, 1), _number(point.y, 1), _number(point.z, 1)]


def _part(value: float) -> float:
    return _number(value, 5)


def _number(value: float, digits: int) -> float:
    return round(value, digits) if math.isfinite(value) else 0.0


_WRITERS: Final[dict[type, Callable[[Any], _Json]]] = {
    flat.Line3D: _line,
    flat.String2D: _text_2d,
    flat.String3D: _text_3d,
    flat.Rect2D: _rect_2d,
    flat.Rect3D: _rect_3d,
}
