"""Step mode over its socket, in an arena with the real game."""

import json
import socket
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.arena.game.game import Game
from runtime.model.interference import WRONG_LEARNER
from runtime.model.step_mode import KEY_VARIABLE, WhenLearnerLeaves
from runtime.protocol.step_mode import MAX_LINE
from runtime.training.stepping import StepClient, StepCommunicationError, StepError

FORWARD = [1, 0, 0, 0, 0, 0, 1, 0]
PATIENCE_S = 20.0


KEY = "learner~" + 32 * "5"


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, KEY)


@pytest.fixture
def stepped(arena, make, walls):
    """Starts an arena with a match of a learner and other players; returns it with the learner's client."""
    clients, managers = [], []

    def start(*players, **options):
        server = arena(make_game=partial(Game, seed=4), step_mode=options)
        server.manager = server.launch(make.match(make.bot("Learner", "me/learner"), *players, instant_start=True))
        managers.append(server.manager)
        clients.append(connected(server))
        return server, clients[-1]

    yield start
    for one in (*clients, *managers):
        one.close()


def connected(server):
    return StepClient(server.step_port, connect_s=PATIENCE_S, timeout_s=PATIENCE_S)


def raw_link(server):
    link = socket.create_connection(("127.0.0.1", server.step_port), timeout=PATIENCE_S)
    link.sendall(b'{"key": "%s"}\n' % KEY.encode())
    lines = link.makefile("rb")
    assert json.loads(lines.readline())["id"] is None
    return link, lines


def stranger(server, sent):
    """Connects, sends something, and returns what comes back until the connection is closed."""
    with socket.create_connection(("127.0.0.1", server.step_port), timeout=PATIENCE_S) as link:
        link.sendall(sent)
        with closing(link.makefile("rb")) as lines:
            return lines.read()


FORGERIES = [
    b'{"id": 1, "command": "enable"}\n',
    b'{"id": 1, "command": "end", "key": ""}\n',
    b'{"id": 1, "command": "reset", "key": "learner~55"}\n',
    b'{"id": 1, "command": "reset", "key": null}\n' + b'{"id": 2, "command": "enable", "key": "%s"}\n' % KEY.encode(),
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + b'{"id": 1, "command": "end", "key": "%s"}\n' % KEY.encode(),
    b"[" * 3000 + b"\n",
    (b'{"key": "%s"' % KEY.encode()).ljust(MAX_LINE),
    b"\n",
]


@pytest.mark.parametrize("sent", FORGERIES)
def test_a_connection_without_the_key_is_refused_and_named(stepped, sent):
    server, client = stepped()
    client.close()
    answer = json.loads(stranger(server, sent))
    assert (answer["id"], answer["code"]) == (-1, "step-wrong-key")
    assert KEY not in answer["error"]
    with closing(connected(server)) as learner:
        assert learner.enable()["state"]["score"] == [0, 0]
    report = server.manager.wait_for_report(lambda report: report["interference"])
    (act,) = [act for act in report["interference"] if act["what"] == WRONG_LEARNER]
    assert (act["by"], act["count"], act["refused"]) == ("unknown connections", 1, True)


def test_silent_connections_keep_no_learner_out(stepped, monkeypatch):
    monkeypatch.setattr("runtime.arena.net.learner_link.FIRST_LINE_S", 0.5)
    server, client = stepped()
    client.close()
    silent = [socket.create_connection(("127.0.0.1", server.step_port), timeout=PATIENCE_S) for _ in range(20)]
    with closing(connected(server)) as learner:
        assert learner.enable()["status"] == "ok"
        for link in silent:
            assert b"step-wrong-key" in link.recv(1 << 16)
            link.close()
        assert learner.step()["status"] == "ok"


def test_a_car_is_driven_tick_by_tick(stepped):
    server, client = stepped()
    begun = client.enable(ticks=4)
    before = begun["state"]["cars"][0]["location"]
    states = [client.step([FORWARD])["state"] for _ in range(10)]
    assert [state["frame"] for state in states] == [begun["state"]["frame"] + 4 * count for count in range(1, 11)]
    assert states[-1]["cars"][0]["location"] != before
    assert states[-1]["cars"][0]["controls"] == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    assert len(begun["pad_locations"]) == len(states[-1]["pads"]) == 34
    report = server.manager.wait_for_report(lambda report: report["learner"]["mode"] == "held")
    assert (report["learner"]["cars"], report["learner"]["connected"]) == ([0], True)
    assert report["agents"][0]["connected"]


@pytest.mark.parametrize("others", [(), (flat.PlayerConfiguration(flat.PsyonixBot(), 1, 0),)])
def test_the_same_seed_and_actions_give_the_same_states(stepped, others):
    _, client = stepped(*others)
    client.enable()
    client.step([FORWARD], ticks=200)  # earlier steps have no influence

    def played():
        begun = client.reset(seed=11)
        frames = begun["frame"]
        states = [begun, *(client.step([[1, 0.3, 0, 0, 0, turn % 3 == 0, 1, 0]])["state"] for turn in range(30))]
        for state in states:
            state["frame"] -= frames
            state["seconds_elapsed"] -= frames / 120
            for car in state["cars"]:
                car["touch_s"] -= frames / 120 if car["touch_s"] >= 0 else 0
        return [
            (state["ball"], state["cars"], state["pads"], state["phase"], state["time_remaining"]) for state in states
        ]

    first = played()
    assert played() == first
    assert client.reset(seed=12)["cars"] != first[0][1] or client.reset(seed=13)["cars"] != first[0][1]


def test_reset_to_a_state(stepped):
    _, client = stepped()
    client.enable()
    wanted = {"location": [500.0, 1000.0, 700.0], "velocity": [0.0, 0.0, 100.0], "angular_velocity": [0.0, 0.0, 0.0]}
    car = {"car": 0, "location": [0.0, -2000.0, 17.0], "rotation": [0.0, 1.0, 0.0], "boost": 77}
    state = client.reset(state={"ball": wanted, "cars": [car]})
    assert state["ball"]["location"] == pytest.approx(wanted["location"], abs=0.1)
    assert state["cars"][0]["location"] == pytest.approx(car["location"], abs=0.1)
    assert state["cars"][0]["rotation"] == pytest.approx(car["rotation"], abs=0.01)
    assert (state["cars"][0]["boost"], state["score"], state["phase"]) == (77.0, [0, 0], "Kickoff")


def test_an_agent_of_the_match_answers_every_tick_of_a_step(stepped, make):
    server, client = stepped(make.bot("A", "a", 1))
    agent = server.agent("a")
    client.enable()
    for count in range(1, 4):
        client.step(ticks=5, wait=False)
        for frame in range(5 * count - 5, 5 * count):
            packet = agent.wait_for_kind(flat.GamePacket, frame + 1)
            agent.settle()
            assert packet.match_info.frame_num == server.game.frame_num == frame  # there is no tick before the answer
            agent.answer(1, throttle=frame / 1000)
        state = client.wait_for_step()["state"]
        assert state["frame"] == 5 * count
        used = 1000 * state["cars"][1]["controls"][0]
        assert used == pytest.approx(5 * count - 1, abs=0.01)  # the answer to the packet before the last tick


def test_the_second_learner_is_told_why_it_is_turned_away(stepped):
    server, client = stepped()
    client.enable()
    with closing(connected(server)) as second, pytest.raises(StepCommunicationError, match="Another learner"):
        second.status()
    assert client.step()["status"] == "ok"


@pytest.mark.parametrize("when_gone", list(WhenLearnerLeaves))
def test_a_learner_that_goes_and_comes_back(stepped, when_gone):
    server, client = stepped(when_gone=when_gone)
    client.enable()
    client.step([FORWARD])
    server.manager.wait_for(lambda peer: [one["learner"]["connected"] for one in peer.reports()][-1:] == [True])
    client.close()
    if when_gone is WhenLearnerLeaves.END:
        final = server.manager.wait_for_report(lambda report: report["final"])
        assert final["phase"] == "Ended"
        assert final["state_hash"]
        return
    server.manager.wait_for(lambda peer: not peer.reports()[-1]["learner"]["connected"])
    gone = server.manager.reports()[-1]
    assert not gone["agents"][0]["connected"]
    if when_gone is WhenLearnerLeaves.HOLD:
        assert gone["frame"] == 8
    else:
        server.manager.wait_for(lambda peer: peer.of(flat.GamePacket)[-1].match_info.frame_num > 100)
    with closing(connected(server)) as other:
        frame = other.enable()["state"]["frame"]
        assert frame == 8 or when_gone is WhenLearnerLeaves.CONTINUE
        assert other.step()["state"]["frame"] == frame + 8


def test_a_half_open_connection_ends_the_learner(stepped):
    server, client = stepped(when_gone=WhenLearnerLeaves.HOLD)
    client.close()
    link, lines = raw_link(server)
    with closing(link), closing(lines):
        link.sendall(b'{"id": 1, "command": "enable"}\n{"id": 2, "comm')
        assert json.loads(lines.readline())["status"] == "ok"
        link.shutdown(socket.SHUT_WR)
        assert lines.readline() == b""
    with closing(connected(server)) as other:
        assert other.enable()["status"] == "ok"


@pytest.mark.parametrize(
    ("size", "code"), [(MAX_LINE - 1, ""), (MAX_LINE, "step-line-too-long"), (5 * MAX_LINE, "step-line-too-long")]
)
def test_a_long_line_is_refused_and_the_next_one_is_read(stepped, size, code):
    server, client = stepped()
    client.close()
    link, lines = raw_link(server)
    with closing(link), closing(lines):
        line = b'{"id": 1, "command": "status"}'
        link.sendall(line.ljust(size) + b"\n" + b'{"id": 2, "command": "status"}\n')
        assert json.loads(lines.readline()).get("code", "") == code
        assert json.loads(lines.readline())["id"] == 2


def test_a_learner_that_reads_nothing_is_dropped_and_delays_nobody(stepped):
    server, client = stepped()
    client.close()
    link, lines = raw_link(server)
    with closing(link), closing(lines):
        link.sendall(b'{"id": 1, "command": "enable"}\n')
        flood = b"".join(b'{"id": %d, "command": "observe"}\n' % count for count in range(2, 200_000))
        with pytest.raises(OSError):  # noqa: PT011 - reset, broken pipe or time-out, depending on the system
            link.sendall(flood)
    server.manager.settle()
    with closing(connected(server)) as other:
        assert other.enable()["status"] == "ok"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chunks=st.lists(st.binary(max_size=300), max_size=6))
def test_bytes_of_any_kind_leave_the_arena_standing(garbage_target, chunks):
    server = garbage_target
    link, lines = raw_link(server)
    with closing(link), closing(lines):
        for chunk in chunks:
            link.sendall(chunk)
        link.sendall(b'\n{"id": 900, "command": "status"}\n')
        while (answer := json.loads(lines.readline()))["id"] != 900:
            assert answer["status"] == "error"
        link.shutdown(socket.SHUT_WR)
        assert lines.readline() == b""  # the next example must not be refused as a second learner


@pytest.fixture
def garbage_target(stepped):
    server, client = stepped()
    client.close()
    return server


def test_the_end_of_the_arena_is_said(stepped):
    server, client = stepped()
    client.enable()
    server.server.request_stop()
    with pytest.raises(StepCommunicationError, match="The arena ends"):
        client.request("step", ticks=1_000_000)


def test_an_arena_that_breaks_down_says_why(stepped, monkeypatch):
    _, client = stepped()
    client.enable()

    def break_down(_game):
        raise RuntimeError("the ball burst")

    monkeypatch.setattr(Game, "advance", break_down)
    monkeypatch.setattr("threading.excepthook", lambda _args: None)
    with pytest.raises(StepCommunicationError, match="the ball burst"):
        client.step()


DOCS = Path(__file__).parents[4] / "docs"


def python_in(page, heading):
    """Returns the first Python example below a heading of a page of the documentation."""
    section = (DOCS / page).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    return section.partition("```python\n")[2].partition("```")[0]


@pytest.mark.parametrize(
    ("page", "heading", "printed"),
    [("step_mode.md", "A learner in thirty lines", "The ball was touched after"), ("training.md", "Step mode", "[0]")],
)
def test_the_examples_of_the_documentation_run(stepped, capsys, page, heading, printed):
    server, client = stepped()
    client.close()
    text = python_in(page, heading).replace("23235", str(server.step_port))
    text = text.replace("StepClient()", f"StepClient({server.step_port})")
    names = {}
    exec(text, names)
    if "link" in names:
        names["lines"].close()
        names["link"].close()
    assert printed in capsys.readouterr().out


def test_step_mode_without_a_learner_changes_nothing(arena, make, walls):
    hashes = set()
    for step_mode in (None, {}):
        server = arena(make_game=partial(Game, seed=9, seconds_limit=3.0), step_mode=step_mode)
        manager = server.launch(make.match(make.bot("A", "a"), instant_start=True))
        agent = server.agent("a")
        for frame in range(1, 360):
            agent.wait_for_kind(flat.GamePacket, frame)
            agent.answer(0, throttle=1.0, steer=0.2, boost=frame % 50 < 20)
        hashes.add(manager.wait_for_report(lambda report: report["final"])["state_hash"])
        manager.close()
        agent.close()
    assert len(hashes) == 1


def test_ending_the_match(stepped):
    server, client = stepped()
    client.enable()
    client.step(ticks=20)
    client.end()
    assert server.manager.wait_for_report(lambda report: report["final"])["frame"] == 20
    with pytest.raises(StepError, match="has ended"):
        client.enable()
