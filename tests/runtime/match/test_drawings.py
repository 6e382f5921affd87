"""Drawings are requested only while they are shown; permissions reach the right sessions and outlive a restart."""

import json
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat

from runtime.agents.roster import roster
from runtime.agents.table import AgentTable
from runtime.match.drawings import NEVER, OFF, ON, Drawings
from runtime.model.drawings import DrawingRights, DrawnLine, DrawnPath, DrawnRect, DrawnText, Tie
from runtime.model.events import AgentChanged, DrawingsShown, FrameShown
from tests import every_drawing

LINE = {"kind": "PolyLine3D", "points": [[0, 0, 0], [1, 1, 1]], "color": [1, 2, 3, 4]}


def message(*numbers, gone=()):
    groups = [{"owner": 3, "id": number, "items": [LINE]} for number in numbers]
    gone = [{"owner": 3, "id": number} for number in gone]
    head = {"kickabout": "drawings", "version": 1, "frame": 3, "groups": groups, "gone": gone}
    return json.dumps(head, separators=(",", ":")).encode()


class Scene:
    """The drawings of a match of two bots, a hivemind of two cars and two scripts, with what it sends and emits."""

    def __init__(self, match, rights):
        self.table = AgentTable(roster(match))
        self.sent, self.events, self.notes = [], [], []
        self.watch = Drawings(
            table=self.table,
            rights=rights,
            send=lambda message: self.sent.append(message) or True,
            emit=self.events.append,
            note=self.notes.append,
        )

    @property
    def commands(self):
        return [message.command for message in self.sent if isinstance(message, flat.ConsoleCommand)]

    @property
    def statuses(self):
        return [(m.index, m.is_bot, m.status) for m in self.sent if isinstance(m, flat.RenderingStatus)]

    @property
    def shown(self):
        self.watch.tick()
        return [[group.number for group in event.groups] for event in self.events if isinstance(event, DrawingsShown)]

    def draws(self, key):
        return self.table[key].status.can_draw


@pytest.fixture
def scene(bot, script, match_of):
    def make(rights=DrawingRights.OFF_BY_DEFAULT):
        hive = {"agent_id": "h", "hivemind": True, "name": "Hive", "root_dir": "/h"}
        cars = (bot("Ada"), bot(**hive), bot("Bob", team=1, agent_id="b"), bot(**hive))
        return Scene(match_of(*cars, scripts=(script(), script("Second", "tests/second"))), rights)

    return make


def test_the_arena_is_asked_once_it_is_known_and_somebody_looks(scene):
    made = scene()
    made.watch.follow(is_wanted=True)
    assert made.commands == []
    made.watch.on_report()
    made.watch.on_report()
    made.watch.follow(is_wanted=True)
    assert made.commands == [ON]
    made.watch.follow(is_wanted=False)
    made.watch.follow(is_wanted=True)
    assert made.commands == [ON, OFF, ON]


def test_no_question_is_asked_while_the_window_is_hidden(scene):
    made = scene()
    made.watch.on_report()
    made.watch.on_content(message(1))
    assert (made.commands, made.shown) == ([], [])


def test_all_that_is_to_be_seen_is_told_and_only_when_it_changed(scene):
    made = scene()
    made.watch.follow(is_wanted=True)
    made.watch.on_content(b"chat")
    assert made.shown == []
    made.watch.on_content(message(1, 2))
    made.watch.on_content(message(3, gone=[1]))
    assert made.shown == [[2, 3]]
    assert made.shown == [[2, 3]]
    made.watch.follow(is_wanted=False)
    assert made.shown == [[2, 3], []]


@pytest.mark.parametrize(
    ("keys", "statuses"),
    [
        (("blue-1",), [(0, True, True)]),
        (("orange-1",), [(2, True, True)]),
        (("blue-2",), [(1, True, True)]),
        (("script-2",), [(1, False, True)]),
        (("script",), [(0, False, True), (1, False, True)]),
        ((), [(0, True, True), (1, True, True), (2, True, True), (0, False, True), (1, False, True)]),
        (("nobody",), []),
    ],
)
def test_permissions_are_sent_by_car_or_by_place_among_the_scripts(scene, keys, statuses):
    made = scene()
    made.watch.allow(keys, is_allowed=True)
    assert made.statuses == statuses


@pytest.mark.parametrize(
    ("status", "key"),
    [
        (flat.RenderingStatus(0, True, True), "blue-1"),
        (flat.RenderingStatus(3, True, True), "blue-2"),
        (flat.RenderingStatus(2, True, True), "orange-1"),
        (flat.RenderingStatus(0, False, True), "script-1"),
        (flat.RenderingStatus(9, True, True), None),
        (flat.RenderingStatus(2, False, True), None),
    ],
)
def test_reports_of_the_server_count(scene, status, key):
    made = scene()
    made.watch.on_status(status)
    assert [each.key for each in made.table.statuses if each.can_draw] == ([key] if key else [])


def test_the_match_says_who_may_draw_at_first(scene):
    for rights in DrawingRights:
        is_on = rights is DrawingRights.ON_BY_DEFAULT
        assert {status.can_draw for status in scene(rights).table.statuses} == {is_on}


def test_where_drawing_is_off_for_good_nothing_is_sent_and_that_is_said(scene):
    made = scene(DrawingRights.ALWAYS_OFF)
    made.watch.allow(("blue-1",), is_allowed=True)
    assert (made.statuses, made.notes) == ([], [NEVER])


def test_a_process_that_comes_later_gets_the_permission_too(scene):
    made = scene()
    made.table["blue-1"].started(10)
    made.table.kickoff_for_all()
    made.watch.tick()
    assert made.statuses == []
    made.watch.allow(("blue-1",), is_allowed=True)
    made.watch.tick()
    assert made.statuses == [(0, True, True)]
    made.table["blue-1"].ended(1, "crashed")
    made.watch.tick()
    made.table["blue-1"].started(11)
    made.watch.tick()
    made.watch.tick()
    assert made.statuses == [(0, True, True)] * 2


DRAWER = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
cars = raw.join()
line = flat.Line3D(flat.RenderAnchor(flat.Vector3(cars[0], 2, 3)), flat.RenderAnchor(), flat.Color(1, 2, 3, 4))
for count, message in enumerate(raw.messages()):
    if isinstance(message, flat.GamePacket):
        raw.drive(cars)
        raw.send(flat.RenderGroup([flat.RenderMessage(line)] * (1 + count % 3), 7))
"""


def test_what_a_bot_draws_in_a_real_match_is_told_while_it_may_draw(stage, workshop):
    """Only orange may draw; it draws, is restarted, draws again, and loses the permission."""
    for name in ("a", "b"):
        workshop.bot(name, DRAWER)
    seen = []
    steps = [
        lambda: stage.runner.allow_drawing(["orange-1"], is_allowed=True),
        lambda: stage.runner.request_restart(["orange-1"]),
        lambda: None,
        lambda: stage.runner.allow_drawing(["orange-1"], is_allowed=False),
        lambda: stage.runner.request_stop(),  # noqa: PLW0108 - there is no runner yet
    ]

    def on_event(event):
        if isinstance(event, FrameShown) and not stage.of(DrawingsShown) and not seen:
            seen.append(())
            stage.runner.follow_drawings(is_wanted=True)
            steps.pop(0)()
        elif isinstance(event, DrawingsShown):
            drawn = tuple(group.items[0].start.world for group in event.groups)
            if drawn != seen[-1]:
                seen.append(drawn)
                steps.pop(0)()

    stage.on_event = on_event
    stage.play(workshop.match(("a", 0), ("b", 1)), pace="realtime", seconds_limit=12.0)
    orange = ((1.0, 2.0, 3.0),)
    assert seen == [(), orange, (), orange, ()]
    told = [event.agent for event in stage.of(AgentChanged)]
    assert {agent.can_draw for agent in told if agent.key == "blue-1"} == {False}
    assert {agent.can_draw for agent in told if agent.key == "orange-1"} == {True, False}
    assert any(agent.is_drawing_refused for agent in told if agent.key == "blue-1")


def test_every_kind_alignment_and_anchor_of_a_script_is_shown_and_removed(stage, workshop):
    """The script removes one of its groups, and then all."""
    workshop.bot("every", Path(every_drawing.__file__).read_text(encoding="utf-8"), document="script.toml")
    workshop.bot("a")
    shown = []

    def on_event(event):
        if isinstance(event, FrameShown) and not stage.of(DrawingsShown) and not shown:
            shown.append(())
            stage.runner.follow_drawings(is_wanted=True)
        elif isinstance(event, DrawingsShown) and event.groups != shown[-1]:
            shown.append(event.groups)
            if not event.groups:
                stage.runner.request_stop()

    stage.on_event = on_event
    match = workshop.match(("a", 0), scripts=("every",), head="enable_rendering = true")
    stage.play(match, pace="realtime", seconds_limit=20.0)
    most = max(shown, key=len)
    items = [item for group in most for item in group.items]
    aligned = [item for item in items if isinstance(item, DrawnText | DrawnRect)]
    kinds = {(type(item), type(item.place), item.h_align, item.v_align) for item in aligned}
    assert len(kinds) == 2 * 2 * 9, "texts and rectangles, on the screen and in the arena"
    assert {anchor.tie for item in items if isinstance(item, DrawnLine) for anchor in (item.start, item.end)} == {
        None,
        *Tie,
    }
    assert any(isinstance(item, DrawnPath) for item in items)
    assert [len(groups) for groups in shown[shown.index(most) :]] == [4, 3, 0]
