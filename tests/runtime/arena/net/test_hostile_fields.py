"""Lone surrogates in every text and bad floats in every number, one field at a time: the match goes on."""

import math
import struct

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.protocol import frame, pack_core, pack_interface, unpack_core

pytestmark = pytest.mark.usefixtures("walls")

LONE_SURROGATE = b"\xed\xa0\x80"
BAD_NUMBERS = (math.nan, math.inf, -math.inf, 3e38, -1e-40)


class Marks:
    """Creates texts and numbers that can be found again in a packed message."""

    def __init__(self):
        self.texts, self.numbers = [], []

    def text(self):
        self.texts.append(f"<text {len(self.texts):02d}>")
        return self.texts[-1]

    def number(self):
        self.numbers.append(0.40625 + len(self.numbers) / 1024)
        return self.numbers[-1]

    def vector(self, kind=flat.Vector3Partial):
        return kind(self.number(), self.number(), self.number())


def anchor(m):
    return flat.RenderAnchor(m.vector(flat.Vector3), flat.CarAnchor(0, m.vector(flat.Vector3)))


def physics(m):
    turn = flat.RotatorPartial(m.number(), m.number(), m.number())
    return flat.DesiredPhysics(m.vector(), turn, m.vector(), m.vector())


def drawing(*varieties):
    return flat.RenderGroup([flat.RenderMessage(variety) for variety in varieties], 3)


MESSAGES = {
    "input": lambda m: flat.PlayerInput(0, flat.ControllerState(*(m.number() for _ in range(5)))),
    "state": lambda m: flat.DesiredGameState(
        [flat.DesiredBallState(physics(m))],
        [flat.DesiredCarState(physics(m), m.number())],
        flat.DesiredMatchInfo(m.number(), m.number()),
    ),
    "lines": lambda m: drawing(
        flat.Line3D(anchor(m), flat.RenderAnchor(relative=flat.BallAnchor(0, m.vector(flat.Vector3)))),
        flat.PolyLine3D([m.vector(flat.Vector3), m.vector(flat.Vector3)]),
    ),
    "texts": lambda m: drawing(
        flat.String2D(m.text(), m.number(), m.number(), m.number()), flat.String3D(m.text(), anchor(m), m.number())
    ),
    "rectangles": lambda m: drawing(
        flat.Rect2D(m.number(), m.number(), m.number(), m.number()), flat.Rect3D(anchor(m), m.number(), m.number())
    ),
    "chat": lambda m: flat.MatchComm(0, 0, False, m.text(), b"content"),
    "command": lambda m: flat.ConsoleCommand(m.text()),
    "game command": lambda m: flat.ConsoleCommand("Set " + m.text()),
    "match file": lambda m: flat.StartCommand(m.text()),
    "introduction": lambda m: flat.ConnectionSettings(m.text(), True, True, True),
    "configuration": lambda m: flat.MatchConfiguration(
        launcher=flat.Launcher.Custom,
        launcher_arg=m.text(),
        game_map_upk=m.text(),
        player_configurations=[
            flat.PlayerConfiguration(
                flat.CustomBot(
                    m.text(), m.text(), m.text(), None, m.text(), False, [flat.EnvironmentVariable(m.text(), m.text())]
                ),
                0,
                0,
            ),
            flat.PlayerConfiguration(flat.PsyonixBot(m.text()), 1, 0),
        ],
        script_configurations=[flat.ScriptConfiguration(m.text(), m.text(), m.text(), 0, m.text())],
    ),
}


def spoilt(make_message, *, texts):
    """Yields the packed message once for each text or number and bad value, with only that one replaced."""
    marks = Marks()
    payload = pack_interface(make_message(marks))
    for text in marks.texts if texts else ():
        assert payload.count(text.encode()) == 1
        yield payload.replace(text.encode(), text.encode()[:-4] + LONE_SURROGATE + b">")
    for number in () if texts else marks.numbers:
        mark = struct.pack("<f", number)
        assert payload.count(mark) == 1
        yield from (payload.replace(mark, struct.pack("<f", bad)) for bad in BAD_NUMBERS)


@pytest.fixture
def played(arena, make):
    """A fast match with real physics, and a manager that receives drawings."""
    server = arena(pace="20", make_game=lambda match: Game(match, seed=1))
    match = make.match(
        make.bot("Good", "good"),
        make.bot("Bad", "bad", 1),
        wait_for_agents=False,
        enable_state_setting=True,
        enable_rendering=flat.DebugRendering.OnByDefault,
    )
    manager = server.launch(match)
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    good = server.agent("good", prediction=True)

    def go_on():
        count = len(good.of(flat.GamePacket))
        good.answer(0)
        good.wait_for_kind(flat.GamePacket, count + 1)
        good.messages = good.of(flat.GamePacket)[-1:]
        manager.read(0)
        return good.messages[-1]

    go_on()
    return server, manager, go_on


def numbers_of(packet):
    for moved in (*packet.players, *packet.balls):
        for vector in (moved.physics.location, moved.physics.velocity, moved.physics.angular_velocity):
            yield from (vector.x, vector.y, vector.z)


def names_with(kind):
    found = []
    for name, make_message in MESSAGES.items():
        marks = Marks()
        make_message(marks)
        found += [name] if getattr(marks, kind) else []
    return found


@pytest.mark.parametrize("name", names_with("texts"))
def test_a_lone_surrogate_in_a_text_ends_its_sender_by_name_and_nothing_else(played, name):
    server, manager, go_on = played
    for payload in spoilt(MESSAGES[name], texts=True):
        bad = server.raw()
        bad.send(flat.ConnectionSettings("bad", False, False, True))
        bad.link.sendall(frame(payload))
        assert type(bad.read_all()[-1]) is flat.DisconnectSignal
        go_on()
    manager.wait_for_report(
        lambda report: "Bot 'Bad' sent garbage and was disconnected." in report["notes"], "the culprit's name"
    )


@pytest.mark.parametrize("name", names_with("numbers"))
def test_numbers_that_are_not_finite_do_no_harm(played, name):
    server, _, go_on = played
    bad = server.raw()
    bad.send(flat.ConnectionSettings("bad", False, False, True), flat.InitComplete())
    for payload in spoilt(MESSAGES[name], texts=False):
        bad.link.sendall(frame(payload))
        assert all(map(math.isfinite, numbers_of(go_on())))
    bad.send(flat.PingRequest(1))
    wait_for_pong(bad)


def wait_for_pong(raw):
    messages = []
    while not any(type(message) is flat.PingResponse for message in messages):
        data = raw.link.recv(1 << 16)
        assert data, "its session was ended"
        messages += [unpack_core(payload) for payload in raw.reader.feed(data)]


def test_messages_of_the_servers_own_root_leave_the_server_standing(played, make):
    """The two unions number their messages differently: the server reads its own messages as others, or as none."""
    server, manager, _ = played
    own = (
        *(flat.GamePacket(), flat.FieldInfo(), flat.BallPrediction(), flat.ControllableTeamInfo()),
        *(flat.MatchComm(0, 0, False, "hello", b"content"), flat.MatchConfiguration()),
    )
    for message in own:
        bad = server.raw()
        bad.send(flat.ConnectionSettings("bad", False, False, True))
        bad.link.sendall(frame(pack_core(message)))
        manager.settle()
    server.launch(make.match(make.bot("Good", "good")))
    server.agent("good").wait_for_kind(flat.GamePacket)
