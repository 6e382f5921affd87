"""An agent that leaves during a match and comes back, if its launcher says that it will."""

import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.running_match import RESTART_TICKS

LEFT_AT = 10


def frames(peer):
    return [packet.match_info.frame_num for packet in peer.of(flat.GamePacket)]


class Playing:
    """A match of cars 0 and 1; car 0's agent has left after frame `LEFT_AT`, and everybody has answered that frame."""

    def __init__(self, arena, make, *, awaits=(0, 1), pace="lockstep", has_answered=True):
        self.server = arena(pace=pace)
        self.manager = self.server.launch(make.match(make.bot("a", "a"), make.bot("b", "b", 1)))
        for car in awaits:
            self.manager.send(flat.ConsoleCommand(f"kickabout await {car} on"))
        self.manager.settle()
        self.a, self.b = self.server.agent("a"), self.server.agent("b")
        for frame in range(1, LEFT_AT + 1):
            for car, peer in enumerate((self.a, self.b)):
                peer.wait_for(lambda one: frame in frames(one), f"frame {frame}")  # noqa: B023 - called at once
                if frame < LEFT_AT or has_answered or car:
                    peer.answer(car, throttle=1.0)
        if has_answered:
            self.a.settle()
        self.a.send(flat.DisconnectSignal())
        self.a.wait_until_closed()

    def is_held_at(self, frame):
        until_s = time.monotonic() + 0.3
        while time.monotonic() < until_s:
            self.b.read()
        return frames(self.b)[-1] == frame == self.server.game.frame_num

    def play_on(self, frame):
        """Answers for car 1 until `frame` has arrived."""
        while frames(self.b)[-1] < frame:
            self.b.answer(1)
            number = frames(self.b)[-1]
            self.b.wait_for(lambda one: frames(one)[-1] > number, "the next frame")  # noqa: B023 - called at once

    def inputs(self):
        return [(frame, controls.throttle) for frame, car, controls in self.server.game.controls if car == 0]


@pytest.mark.parametrize("has_answered", [False, True])
def test_a_restart_costs_a_fixed_number_of_ticks_whatever_time_it_takes(arena, make, has_answered):
    match = Playing(arena, make, has_answered=has_answered)
    held = LEFT_AT + has_answered
    match.play_on(held)
    match.b.answer(1)
    assert match.is_held_at(held)
    back = match.server.agent("a")
    back.answer(0, throttle=0.25)
    match.b.wait_for(lambda one: frames(one)[-1] > held, "the match goes on")
    match.play_on(held + RESTART_TICKS)
    assert back.wait_for_kind(flat.GamePacket).match_info.frame_num == held + RESTART_TICKS
    assert match.inputs()[-1] == (held, 0.0)
    match.b.answer(1)
    assert match.is_held_at(held + RESTART_TICKS)
    back.answer(0, throttle=0.75)
    match.b.wait_for(lambda one: frames(one)[-1] > held + RESTART_TICKS, "the next frame")
    assert match.inputs()[-1] == (held + RESTART_TICKS, 0.75)


def test_inputs_before_the_agent_is_ready_or_gets_frames_change_nothing(arena, make):
    match = Playing(arena, make)
    match.play_on(LEFT_AT + 1)
    match.b.answer(1)
    back = match.server.join("a")
    back.wait_for_kind(flat.ControllableTeamInfo)
    back.answer(0, throttle=0.25)
    back.settle()
    assert match.is_held_at(LEFT_AT + 1)
    back.send(flat.InitComplete())
    back.settle()
    back.answer(0, throttle=0.25)
    back.settle()
    match.play_on(LEFT_AT + 50)
    assert match.inputs()[-1][1] == 0.0


def test_the_launcher_says_that_it_does_not_come_back(arena, make):
    match = Playing(arena, make)
    match.play_on(LEFT_AT + 1)
    match.b.answer(1)
    assert match.is_held_at(LEFT_AT + 1)
    match.manager.send(flat.ConsoleCommand("kickabout await 0 off"))
    match.play_on(LEFT_AT + 30)
    assert match.inputs()[-1] == (LEFT_AT + 1, 0.0)


def test_without_a_launcher_lockstep_goes_on_and_the_car_keeps_its_input(arena, make):
    match = Playing(arena, make, awaits=())
    match.play_on(LEFT_AT + 30)
    assert match.inputs()[-1][1] == 1.0


def test_an_agent_that_is_not_awaited_is_not_waited_for_but_its_car_stops(arena, make):
    match = Playing(arena, make, awaits=(1,))
    match.play_on(LEFT_AT + 30)
    assert match.inputs()[-1][1] == 0.0


def test_the_end_of_the_launcher_ends_the_wait(arena, make):
    match = Playing(arena, make)
    match.play_on(LEFT_AT + 1)
    match.b.answer(1)
    assert match.is_held_at(LEFT_AT + 1)
    match.manager.send(flat.DisconnectSignal())
    match.play_on(LEFT_AT + 30)


def test_a_match_by_the_clock_is_not_held_and_a_return_costs_no_ticks(arena, make):
    match = Playing(arena, make, pace="realtime")
    back = match.server.agent("a")
    first = back.wait_for_kind(flat.GamePacket).match_info.frame_num
    assert first < LEFT_AT + 100 or first - frames(match.b)[-1] < 60
    assert match.inputs()[-1][1] == 0.0


def test_a_debugged_agent_comes_back_like_others(arena, make):
    match = Playing(arena, make)
    match.play_on(LEFT_AT + 1)
    match.manager.send(flat.ConsoleCommand("kickabout debug 0 on"))
    match.manager.settle()
    match.b.answer(1)
    assert match.is_held_at(LEFT_AT + 1)
    back = match.server.agent("a")
    match.play_on(LEFT_AT + 1 + RESTART_TICKS)
    assert back.wait_for_kind(flat.GamePacket).match_info.frame_num == LEFT_AT + 1 + RESTART_TICKS


def test_a_match_that_is_held_can_be_stopped(arena, make):
    match = Playing(arena, make)
    match.manager.send(flat.StopCommand(False))
    match.b.wait_until_closed()
