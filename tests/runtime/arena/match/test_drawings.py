"""Managers that ask for drawings receive them."""

import json

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.drawings import MAX_CONTENT, MAX_ITEMS

ON = flat.DebugRendering.OnByDefault
NAN = float("nan")
LINE = flat.Line3D(
    flat.RenderAnchor(flat.Vector3(1.26, NAN, float("-inf"))),
    flat.RenderAnchor(flat.Vector3(), flat.CarAnchor(3, flat.Vector3(1, 2, 3))),
    flat.Color(1, 2, 3, 4),
)
ALL_KINDS = [
    LINE,
    flat.PolyLine3D([flat.Vector3(1, 2, 3), flat.Vector3(4, 5, 6)]),
    flat.String2D("hi", 0.25, 0.5, 2.0, h_align=flat.TextHAlign.Right),
    flat.String3D("hö", flat.RenderAnchor(relative=flat.BallAnchor(0))),
    flat.Rect2D(0.1, 0.2, -0.3, 0.4, v_align=flat.TextVAlign.Center),
    flat.Rect3D(flat.RenderAnchor(), 0.5, 0.5),
]


def group(number, *varieties):
    return flat.RenderGroup([flat.RenderMessage(variety) for variety in varieties], number)


def told(peer):
    messages = [json.loads(m.content) for m in peer.of(flat.MatchComm) if m.content.startswith(b'{"kickabout":"draw')]
    assert all((m["version"], list(m)) == (1, ["kickabout", "version", "frame", "groups", "gone"]) for m in messages)
    return messages


def screen(peer):
    """Returns what a client that follows the messages would show."""
    shown = {}
    for message in told(peer):
        for entry in message["gone"]:
            del shown[entry["owner"], entry["id"]]
        for entry in message["groups"]:
            shown[entry["owner"], entry["id"]] = entry
    return shown


@pytest.fixture
def gallery(arena, make):
    """A lockstep match of one bot that may draw: server, manager, bot."""
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), enable_rendering=ON))
    bot = server.agent("a")
    bot.wait_for_kind(flat.GamePacket)
    return server, manager, bot


def test_drawings_are_only_sent_on_request(gallery):
    _, manager, bot = gallery
    bot.send(group(1, LINE))
    bot.settle()
    manager.wait_for(lambda peer: len(peer.reports()) >= 3)
    assert told(manager) == []


def test_every_kind_is_written_with_its_fields(gallery):
    _, manager, bot = gallery
    bot.send(group(-7, *ALL_KINDS))
    bot.settle()
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    entry = manager.wait_for(told)[0]["groups"][0]
    assert (entry["agent_id"], entry["team"], entry["index"], entry["id"], entry["left_out"]) == ("a", 0, 0, -7, 0)
    line, poly, text, text_3d, rect, rect_3d = entry["items"]
    assert line == {
        "kind": "Line3D",
        "start": {"world": [1.3, 0.0, 0.0]},
        "end": {"world": [0.0, 0.0, 0.0], "car": 3, "local": [1.0, 2.0, 3.0]},
        "color": [1, 2, 3, 4],
    }
    assert poly["points"] == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert (text["text"], text["x"], text["y"], text["scale"], text["h_align"]) == ("hi", 0.25, 0.5, 2.0, "Right")
    assert (text_3d["text"], text_3d["anchor"]["ball"]) == ("hö", 0)
    assert (rect["width"], rect["height"], rect["v_align"]) == (-0.3, 0.4, "Center")
    assert rect_3d["kind"] == "Rect3D"


def test_changes_follow_and_what_did_not_change_is_not_repeated(gallery):
    _, manager, bot = gallery
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    bot.send(group(1, LINE), group(2, LINE))
    manager.wait_for(lambda peer: len(screen(peer)) == 2)
    bot.send(group(2, LINE, LINE))
    manager.wait_for(lambda peer: {len(entry["items"]) for entry in screen(peer).values()} == {1, 2})
    bot.send(flat.RemoveRenderGroup(1))
    manager.wait_for(lambda peer: len(screen(peer)) == 1)
    bot.close()
    manager.wait_for(lambda peer: not screen(peer))
    assert sum(entry["id"] == 1 for message in told(manager) for entry in message["groups"]) == 1


def test_off_ends_the_feed_and_on_sends_everything_again(gallery):
    _, manager, bot = gallery
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    bot.send(group(1, LINE))
    manager.wait_for(told)
    manager.send(flat.ConsoleCommand("kickabout drawings off"))
    manager.settle()
    count = len(told(manager))
    bot.send(group(2, LINE))
    bot.settle()
    reports = len(manager.reports())
    manager.wait_for(lambda peer: len(peer.reports()) > reports)
    assert len(told(manager)) == count
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    manager.wait_for(lambda peer: {entry["id"] for m in told(peer)[count:] for entry in m["groups"]} == {1, 2})


@pytest.mark.parametrize("size", [MAX_ITEMS - 2, MAX_ITEMS, 700])
def test_many_drawings_are_sent_in_portions(gallery, size):
    _, manager, bot = gallery
    for number in range(4):
        bot.send(group(number, *[LINE] * size))
    bot.settle()
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    manager.wait_for(lambda peer: len(screen(peer)) == 4)
    for message in manager.of(flat.MatchComm):
        assert len(message.content) <= MAX_CONTENT + 1000
    for entry in screen(manager).values():
        assert len(entry["items"]) + entry["left_out"] == size
        assert len(entry["items"]) >= min(size, 300)


def test_agents_may_not_ask(gallery):
    _, manager, bot = gallery
    bot.send(flat.ConsoleCommand("kickabout drawings on"), group(1, LINE))
    manager.wait_for_report(lambda report: any("only launchers may" in note for note in report["notes"]))
    bot.settle()
    assert told(bot) == []
