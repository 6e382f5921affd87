"""What the sessions draw, told to the managers that asked for it: JSON objects in the content of a `MatchComm`.

A session without agent id asks by the console command `kickabout drawings on` and gets, at most 20 times a second, what
has changed since it was told last; `off` ends it. The `MatchComm` has index 4294967295, which no session's has, team 3,
no display. Keys:

- `kickabout`: "drawings"; `version`: 1; `frame`: number of the last frame, 0 without a match
- `groups`: the groups that are new or changed; each replaces what was told of that `owner` and `id` before:
  `owner` (number of the session), `agent_id`, `team` (2 is a script, 3 a manager), `index` (its first car or script,
  null for none), `id` (the group's number), `items` and `left_out` (items beyond what one message holds)
- `gone`: the groups that are no longer to be seen: `owner` and `id`

An item has `kind`, the name of its table in the protocol, and that table's fields under their names. Colours are
[r, g, b, a] from 0 to 255, points [x, y, z] in uu. `start`, `end` and `anchor` have `world`, a point, and `ball` or
`car`, an index, with `local`, a point relative to it, where the drawing is tied to one. `x`, `y`, `width`, `height` of
`String2D` and `Rect2D` are parts of the window, y down. Numbers that are none are 0.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

import rlbot_flatbuffers as flat

from runtime.arena.match.drawing_size import size_of
from runtime.arena.match.session import Session
from runtime.arena.net.connection_server import Hub
from runtime.arena.report.report import MANAGER_TEAM
from runtime.documents.agent_keys import without_token
from runtime.model.teams import SERVER_INDEX
from runtime.protocol import clean_text, frame, pack_core

VERSION: Final = 1
MAX_CONTENT: Final = 60_000
"""Bytes of one message's content."""
MAX_ITEMS: Final = 400
"""So many lines, texts and rectangles are told at a time, so that no frame is late for it; the rest follows. A group is
never divided."""
PERIOD_S: Final = 0.05
_POINT: Final = len("[0.0,0.0,0.0]")
"""No point takes fewer bytes than this."""

_Key: TypeAlias = tuple[int, int]
"""Number of a session and of a group."""
_Json: TypeAlias = dict[str, Any]


class DrawingsFeed:
    """Knows which manager was told of which group; owned by the server's thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._told: dict[int, dict[_Key, flat.RenderGroup]] = {}
        """By number of the manager's session; the group told last comes last."""
        self._next_s = 0.0

    def follow(self, manager: Session, *, is_on: bool) -> None:
        """Begins to tell a manager of all that is drawn, or ends it."""
        if is_on:
            self._told[manager.number] = {}
        else:
            self._told.pop(manager.number, None)

    def tell(self, frame_num: int, now_s: float) -> None:
        """Tells every manager that asked what has changed, unless it was told a moment ago or does not read."""
        if not self._told or now_s < self._next_s:
            return
        self._next_s = now_s + PERIOD_S
        groups = dict(self._groups())
        for number in list(self._told):
            manager = self._hub.sessions.get(number)
            if manager is None:
                del self._told[number]
            elif manager.takes_chat:
                self._tell(manager, groups, frame_num)

    def _groups(self) -> Iterator[tuple[_Key, flat.RenderGroup]]:
        for session in self._hub.sessions.values():
            for number, group in session.renders.items():
                yield (session.number, number), group

    def _tell(self, manager: Session, groups: dict[_Key, flat.RenderGroup], frame_num: int) -> None:
        told = self._told[manager.number]
        gone = [key for key in told if key not in groups]
        for key in gone:
            del told[key]
        news = [key for key in groups if key not in told]
        news += [key for key, group in told.items() if groups[key] is not group]
        entries = [_entry({"owner": owner, "id": number}) for owner, number in gone]
        self._send(manager, "gone", entries, frame_num)
        self._send(manager, "groups", self._written(told, groups, news), frame_num)

    def _written(
        self, told: dict[_Key, flat.RenderGroup], groups: dict[_Key, flat.RenderGroup], news: list[_Key]
    ) -> Iterator[bytes]:
        items = 0
        for key in news:
            group = groups[key]
            size = 1 + size_of(group)
            items += size
            if items > MAX_ITEMS and items > size:
                return
            told.pop(key, None)
            told[key] = group
            yield group_entry(self._hub.sessions[key[0]], group)

    def _send(self, manager: Session, name: str, entries: Iterable[bytes], frame_num: int) -> None:
        batch: list[bytes] = []
        size = 0
        for entry in entries:
            if batch and size + len(entry) > MAX_CONTENT:
                self._send_batch(manager, name, batch, frame_num)
                batch, size = [], 0
            batch.append(entry)
            size += len(entry) + 1
        if batch:
            self._send_batch(manager, name, batch, frame_num)

    def _send_batch(self, manager: Session, name: str, batch: list[bytes], frame_num: int) -> None:
        lists = {"groups": b"", "gone": b"", name: b",".join(batch)}
        content = b'{"kickabout":"drawings","version":%d,"frame":%d,"groups":[%b],"gone":[%b]}' % (
            VERSION,
            frame_num,
            lists["groups"],
            lists["gone"],
        )
        self._hub.send(manager, frame(pack_core(flat.MatchComm(SERVER_INDEX, MANAGER_TEAM, False, None, content))))


def group_entry(session: Session, group: flat.RenderGroup) -> bytes:
    """One group as it is written among `groups`, with as many items as one message holds."""
    written: list[bytes] = []
    size = 0
    for message in group.render_messages:
        if type(message.variety) is flat.PolyLine3D and len(message.variety.points) * _POINT > MAX_CONTENT:
            break
        item = _item(message.variety)
        size += len(item) + 1
        if size > MAX_CONTENT - 1000:
            break
        written.append(item)
    head: _Json = {
        "owner": session.number,
        "agent_id": clean_text(without_token(session.agent_id or ""))[:200],
        "team": session.team,
        "index": session.index,
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
    """Bots draw paths of hundreds of points in every frame, so these are written without detours."""
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
    return {
        "width": _part(rect.width),
        "height": _part(rect.height),
        "color": _color(rect.color),
        **_alignment(rect),
    }


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
