"""The time that agents have for their answers in lockstep."""

import contextlib
import threading
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.protocol import LinkError

SLOW_S = 0.1


class Player(threading.Thread):
    """Answers every packet of a peer after some time, until the server closes the connection."""

    def __init__(self, peer, car, after_s=0.0):
        super().__init__(name=f"player of car {car}")
        self.peer, self.car, self.after_s = peer, car, after_s
        self.may_stop = False
        self.start()

    def run(self):
        while not (self.peer.is_closed or self.may_stop):
            for message in self.peer.read():
                if isinstance(message, flat.GamePacket):
                    time.sleep(self.after_s)
                    with contextlib.suppress(LinkError):
                        self.peer.answer(self.car, throttle=1.0)


@pytest.fixture
def slow_match(arena, make):
    """Plays a match in which car 0 is slow; returns the server and the manager."""
    players = []

    def play(*commands, pace="lockstep"):
        server = arena(pace=pace)
        manager = server.launch(make.match(make.bot("Slow", "a"), make.bot("Quick", "b", 1)))
        manager.send(*map(flat.ConsoleCommand, commands))
        manager.settle()
        a, b = server.agent("a"), server.agent("b")
        players.extend([Player(a, 0, SLOW_S), Player(b, 1)])
        return server, manager

    yield play
    for player in players:
        player.may_stop = True
        player.join()


def test_an_agent_that_uses_up_its_time_is_out_and_its_car_stops(slow_match):
    server, manager = slow_match("kickabout budget 0.5")
    manager.wait_for_report(lambda one: one["agents"][0]["expired"])
    report = next(one for one in manager.reports() if one["agents"][0]["expired"])
    assert report["agents"][0]["connected"], "the report comes before the end of the session"
    assert report["agents"][1]["expired"] == 0
    gone = manager.wait_for_report(lambda one: not one["agents"][0]["connected"])
    assert "Bot 'Slow' used up its time for answers in lockstep and was disconnected." in gone["notes"]
    frame = gone["frame"]
    manager.wait_for_report(lambda one: one["frame"] > frame + 100, "the match goes on")
    assert [controls.throttle for _, car, controls in server.game.controls if car == 0][-1] == 0.0


@pytest.mark.parametrize(
    ("pace", "commands"),
    [
        ("lockstep", ["kickabout budget unlimited"]),
        ("lockstep", []),
        ("lockstep", ["kickabout budget 0.5", "kickabout debug 0 on"]),
        ("realtime", ["kickabout budget 0.5"]),
    ],
    ids=["unlimited", "the default is generous", "debugged", "realtime"],
)
def test_no_agent_is_out(slow_match, pace, commands):
    _, manager = slow_match(*commands, pace=pace)
    report = manager.wait_for_report(lambda one: one["agents"][0]["answers"] >= 15, "fifteen answers")
    assert (report["agents"][0]["expired"], report["agents"][0]["connected"]) == (0, True)


def test_time_at_another_pace_does_not_count(slow_match):
    _, manager = slow_match("kickabout budget 2", pace="realtime")
    manager.wait_for_report(lambda one: one["agents"][0]["answers"] >= 25, "answers that take more than the budget")
    manager.send(flat.ConsoleCommand("kickabout pace lockstep"))
    manager.wait_for_report(lambda one: one["pace"] == "lockstep" and one["agents"][0]["answers"] >= 30)
    assert manager.reports()[-1]["agents"][0]["expired"] == 0


@pytest.mark.parametrize("without_ball", [range(0), range(1, 10_000)])
def test_a_hivemind_is_out_too_if_only_its_second_car_is_slow(arena, make, without_ball):
    server = arena(make_game=lambda match: make.game(match, without_ball=without_ball))
    manager = server.launch(make.match(*[make.bot("H", "h", hivemind=True)] * 2))
    manager.send(flat.ConsoleCommand("kickabout budget 0.5"))
    manager.settle()
    peer = server.agent("h")
    answered = []

    def answer(number):
        peer.wait_for_kind(flat.GamePacket, number)
        peer.answer(0)
        time.sleep(SLOW_S)
        peer.answer(1)
        answered.append(number)

    while not any(report["agents"][0]["expired"] for report in manager.reports()):
        assert len(answered) < 50
        with contextlib.suppress(LinkError, AssertionError):
            answer(len(answered) + 1)
        manager.read()
