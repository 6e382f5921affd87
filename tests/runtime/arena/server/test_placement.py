"""The server leaves the processor to a bot where two take turns on the other."""

import time
from itertools import pairwise
from typing import ClassVar

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.server import server as server_module
from runtime.arena.server import wakefulness
from runtime.arena.server.placement import ANSWERS, LEAST_S, LONGER, LONGEST_REST, MOST, Placement
from runtime.arena.server.server import CHORES_S

DEADLINE_S = 10.0
TURNS = ([70e-6] * ANSWERS, [140e-6] * ANSWERS)
TOGETHER = ([70e-6] * ANSWERS, [75e-6] * ANSWERS)


class Changes:
    """Counts the changes of the processor."""

    def __init__(self, processors=2):
        self.count = 0
        self.placement = Placement(processors, self._change)

    def _change(self):
        self.count += 1

    def after(self, answers, looks=1):
        for _ in range(looks):
            self.placement.look(answers)
        return self.count


@pytest.mark.parametrize("answers", [TURNS, TURNS[::-1], ([70e-6, 140e-6] * ANSWERS, [140e-6, 70e-6] * ANSWERS)])
def test_two_bots_that_take_turns_are_given_the_other_processor(answers):
    assert Changes().after(answers) == 1


def test_two_bots_that_work_at_the_same_time_are_left_alone():
    assert Changes().after(TOGETHER, 100) == 0


@pytest.mark.parametrize("processors", [1, 3, 64])
def test_other_machines_leave_it_to_the_system(processors):
    assert Changes(processors).after(TURNS) == 0


@pytest.mark.parametrize("bots", [0, 1, 3])
def test_other_matches_leave_it_to_the_system(bots):
    assert Changes().after([*TURNS, TURNS[0]][:bots]) == 0


@pytest.mark.parametrize(("late", "changes"), [(MOST - 1, 0), (MOST, 1), (MOST + 1, 1)])
def test_most_of_the_last_answers_have_to_come_one_after_the_other(late, changes):
    second = [70e-6] * (ANSWERS - late) + [140e-6] * late
    assert Changes().after((TURNS[0], second)) == changes


def test_only_the_last_answers_count():
    assert Changes().after(([70e-6] * 500, [140e-6] * (500 - ANSWERS) + [70e-6] * ANSWERS)) == 0
    assert Changes().after(([70e-6] * 500, [70e-6] * (500 - ANSWERS) + [140e-6] * ANSWERS)) == 1


@pytest.mark.parametrize("known", [0, MOST - 1])
def test_too_few_answers_tell_nothing(known):
    assert Changes().after(([70e-6] * known, [140e-6] * ANSWERS)) == 0


@pytest.mark.parametrize(("share", "changes"), [(-1e-3, 0), (1e-3, 1)])
def test_the_second_answer_takes_much_longer_in_proportion(share, changes):
    first_s = 100e-6
    assert Changes().after(([first_s] * ANSWERS, [first_s * (LONGER + share)] * ANSWERS)) == changes


@pytest.mark.parametrize(("more_s", "changes"), [(-1e-7, 0), (1e-7, 1)])
def test_the_second_answer_takes_noticeably_longer(more_s, changes):
    first_s = 10e-6
    assert Changes().after(([first_s] * ANSWERS, [first_s + LEAST_S + more_s] * ANSWERS)) == changes


def test_a_change_in_vain_is_tried_again_ever_more_rarely():
    changes = Changes()
    looks = [changes.after(TURNS) for _ in range(4 * LONGEST_REST)]
    at = [number for number, count in enumerate(looks) if number == 0 or count > looks[number - 1]]
    rests = [later - earlier - 1 for earlier, later in pairwise(at)]
    assert rests == [1, 2, 4, 8, 16, 32, 64, 64]


def test_after_a_change_that_helped_the_next_one_is_not_put_off():
    changes = Changes()
    changes.after(TURNS, 20)
    before = changes.after(TOGETHER)
    assert changes.after(TURNS) == before + 1


class Looks:
    """What a server shows of its bots' answers."""

    seen: ClassVar[list[list[int]]] = []

    def __init__(self, processors):
        assert processors == 2

    def look(self, answers_s):
        self.seen.append([len(ones) for ones in answers_s])


@pytest.fixture
def looks(monkeypatch):
    monkeypatch.setattr(Looks, "seen", [])
    monkeypatch.setattr(server_module, "Placement", Looks)
    monkeypatch.setattr(server_module, "usable_processors", lambda: 2)
    monkeypatch.setattr(wakefulness, "SPIN_S", 10.0)
    return Looks.seen


def play(server, make, frames):
    """Two bots that answer `frames` frames, and the chores of the server thereafter."""
    starter = server.join()
    starter.send(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    starter.wait_for_kind(flat.FieldInfo)
    bots = server.agent("a"), server.agent("b")
    for number in range(1, frames + 1):
        for car, bot in enumerate(bots):
            bot.wait_for_kind(flat.GamePacket, number)
            bot.answer(car)
            time.sleep(CHORES_S / 10)
    time.sleep(2 * CHORES_S)
    return starter


def test_a_server_in_lockstep_looks_at_the_answers_of_its_bots(arena, make, looks):
    play(arena(), make, 20)
    patience_s = time.monotonic() + DEADLINE_S
    while [20, 20] not in looks:
        assert time.monotonic() < patience_s
        time.sleep(CHORES_S)


def test_a_server_that_leaves_lockstep_looks_no_more(arena, make, looks):
    starter = play(arena(), make, 20)
    starter.send(flat.ConsoleCommand("kickabout pace realtime"))
    starter.wait_for_report(lambda report: report["pace"] == "realtime")
    seen = len(looks)
    time.sleep(4 * CHORES_S)
    assert 0 < len(looks) == seen


def test_a_server_looks_no_more_when_the_match_is_over(arena, make, looks):
    server = arena(make_game=lambda match: make.game(match, frames=20))
    play(server, make, 20)
    seen = len(looks)
    time.sleep(4 * CHORES_S)
    assert server.game.is_over
    assert len(looks) == seen


def test_a_server_that_goes_by_the_clock_does_not(arena, make, looks):
    play(arena(pace="realtime"), make, 20)
    assert looks == []


def test_a_server_whose_bots_are_slow_sleeps_and_does_not_look(arena, make, looks, monkeypatch):
    monkeypatch.setattr(wakefulness, "SPIN_S", 0.0)
    play(arena(), make, 20)
    assert looks == []
