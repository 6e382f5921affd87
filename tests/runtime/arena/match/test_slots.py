"""Slots: who gets which car, who waits for a car, and who is missing. Sessions are numbers here."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.match.slots import TAKEOVER_TIMEOUT_S, SlotTable, agents_of
from runtime.documents import Car, CarKind, Match, Script


def bot(agent_id, team=0, *, hivemind=False, player_id=0):
    return Car(kind=CarKind.BOT, agent_id=agent_id, name=agent_id, team=team, hivemind=hivemind, player_id=player_id)


PSYONIX = Car(kind=CarKind.PSYONIX, name="Poncho")
HUMAN = Car(kind=CarKind.HUMAN)


def table(*cars, scripts=()):
    return SlotTable(agents_of(Match(cars=cars, scripts=scripts)))


def place(slots, slot):
    """Returns the position of a slot in the table; None if there is no slot."""
    return None if slot is None else slots.slots.index(slot)


def test_indices_count_every_car_but_humans():
    agents = agents_of(Match(cars=(bot("a", player_id=-5), PSYONIX, HUMAN, bot("b", 1, player_id=7))))
    assert [(agent.agent_id, agent.team, agent.cars) for agent in agents] == [("a", 0, (0,)), ("b", 1, (2,))]
    assert [agent.controllables[0].identifier for agent in agents] == [-5, 7]


def test_scripts_come_last_with_team_2_and_no_cars():
    scripts = (Script(agent_id="s", name="S", script_id=3), Script(agent_id="t", name="T", script_id=4))
    agents = agents_of(Match(cars=(bot("a"),), scripts=scripts))
    assert [agent.agent_id for agent in agents] == ["a", "s", "t"]
    assert agents[2].is_script
    assert agents[2].team == 2
    assert agents[2].cars == ()
    assert [(part.index, part.identifier) for part in agents[2].controllables] == [(1, 4)]


def test_a_session_gets_the_first_free_slot_of_its_agent_id():
    slots = table(bot("a"), bot("b"), bot("a", 1))
    taken = [place(slots, slots.take(number, agent)) for number, agent in enumerate(("a", "a", "a", "b", "unknown"))]
    assert taken == [0, 2, None, 1, None]
    assert [place(slots, slots.held_by(number)) for number in range(5)] == taken


def test_a_hivemind_gets_all_its_cars_of_one_team_and_a_second_session_the_others():
    cars = [bot("h", 1, hivemind=True), bot("h", 0, hivemind=True), bot("x"), bot("h", 1, hivemind=True)]
    slots = table(*cars)
    assert slots.take(1, "h").cars == (0, 3)
    assert slots.take(2, "h").cars == (1,)
    assert slots.take(3, "h") is None


def test_a_released_slot_is_free_and_not_ready():
    slots = table(bot("a"))
    slot = slots.take(1, "a")
    slots.mark_ready(1, 0.0)
    assert slots.is_complete
    assert slots.release(1) is slot
    assert not slots.is_complete
    assert slots.release(1) is None
    assert slots.take(2, "a") is slot
    assert not slot.is_ready


def test_a_slot_becomes_ready_only_by_its_holder():
    slots = table(bot("a"), bot("b"))
    slots.take(1, "a")
    for number in (1, 1, 2):
        slots.mark_ready(number, 0.0)
    assert [slot.is_ready for slot in slots.slots] == [True, False]


def test_a_match_without_agents_is_complete():
    assert table(PSYONIX, HUMAN).is_complete


def test_missing_agents_are_named_with_their_progress():
    slots = table(bot("a"), bot("b"), bot("c"), bot("h", hivemind=True), bot("h", hivemind=True))
    slots.take(1, "b")
    slots.take(2, "c")
    slots.mark_ready(2, 0.0)
    slots.release(2)
    assert str(slots.missing()) == (
        "Bot 'a' (agent id 'a') never connected; Bot 'b' (agent id 'b') connected but never finished its preparations; "
        "Bot 'c' (agent id 'c') connected but went away again; Hivemind 'h' (agent id 'h') never connected."
    )


def test_a_standby_waits_for_the_first_slot_with_the_fewest_swaps():
    slots = table(bot("a"), bot("a"), bot("a"))
    assert slots.stand_by(9, "a") is None, "no slot is held"
    for number in range(3):
        slots.take(number, "a")
    assert [place(slots, slots.stand_by(number, "a")) for number in (3, 4, 5, 6)] == [0, 1, 2, None]
    assert slots.stand_by(7, "b") is None
    slot = slots.slots[1]
    assert slots.hand_over(slot) == 4
    assert (slot.holder, slot.standby, slot.swaps, slot.is_ready) == (4, None, 1, False)
    assert slots.held_by(4) is slot
    assert slots.held_by(1) is slots.awaited_by(4) is None
    assert slots.release(3) is None
    assert [place(slots, slots.stand_by(number, "a")) for number in (7, 8)] == [0, 1]
    slots.release(0)
    assert slots.hand_over(slots.slots[0]) == 7
    assert slots.slots[0].swaps == 0, "no session was replaced"


@pytest.mark.parametrize(
    ("is_answered", "waited_s", "is_due"),
    [(False, TAKEOVER_TIMEOUT_S - 0.001, False), (False, TAKEOVER_TIMEOUT_S, True), (True, 0.0, True)],
)
def test_a_takeover_waits_for_the_last_answer_of_the_old_session(is_answered, waited_s, is_due):
    slots = table(bot("a"))
    slot = slots.take(1, "a")
    slots.stand_by(2, "a")
    assert not slots.has_ready_standby
    slots.mark_ready(2, 50.0)
    assert slots.has_ready_standby
    assert slots.due_takeovers(50.0, is_answered=False) == [slot], "nothing was sent that could be answered"
    slot.stats.sent(50.0)
    assert slots.due_takeovers(50.0 + waited_s, is_answered=is_answered) == ([slot] if is_due else [])
    slots.hand_over(slot)
    assert not slots.has_ready_standby
    assert slot.stats.is_answered, "the new session does not owe the answer of the old one"


cars = st.lists(
    st.builds(bot, st.sampled_from("abc"), st.integers(0, 1), hivemind=st.booleans()) | st.just(PSYONIX), max_size=8
)
moves = st.lists(
    st.tuples(st.sampled_from(["join", "release", "ready", "swap"]), st.integers(1, 5), st.sampled_from("abc"))
)


@given(cars, moves)
def test_a_session_has_one_use_and_a_slot_one_holder(all_cars, all_moves):
    slots = table(*all_cars)
    bots = [index for index, car in enumerate(all_cars) if car.kind is CarKind.BOT]
    assert sorted(car for slot in slots.slots for car in slot.cars) == bots
    for move, number, agent_id in all_moves:
        match move:
            case "join" if not slots.has_use_for(number):
                slots.take(number, agent_id) or slots.stand_by(number, agent_id)
            case "release":
                slots.release(number)
                assert not slots.has_use_for(number)
            case "ready":
                slots.mark_ready(number, 0.0)
                held = slots.held_by(number)
                assert held is None or held.is_ready
            case "swap":
                for slot in slots.due_takeovers(1.0, is_answered=True):
                    slots.hand_over(slot)
        for slot in slots.slots:
            assert slot.holder is None or slots.held_by(slot.holder) is slot
            assert slot.standby is None or slots.awaited_by(slot.standby) is slot
        uses = [use for slot in slots.slots for use in (slot.holder, slot.standby) if use is not None]
        assert len(uses) == len(set(uses))
        assert [n for n in range(1, 6) if slots.has_use_for(n)] == sorted(uses)
    assert slots.is_complete == all(slot.is_ready for slot in slots.slots)


@pytest.mark.parametrize(("size", "title"), [(1, "Bot 'h'"), (2, "Hivemind 'h'")])
def test_titles(size, title):
    assert str(table(*[bot("h", hivemind=True)] * size).slots[0].agent.title) == title
