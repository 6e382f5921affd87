import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.match.slots import Reservations, agents_of
from runtime.documents import Car, CarKind, Match, Script


def bot(agent_id, team=0, *, hivemind=False, player_id=0):
    return Car(kind=CarKind.BOT, agent_id=agent_id, name=agent_id, team=team, hivemind=hivemind, player_id=player_id)


PSYONIX = Car(kind=CarKind.PSYONIX, name="Poncho")
HUMAN = Car(kind=CarKind.HUMAN)


def reservations(*cars, scripts=()):
    return Reservations(agents_of(Match(cars=cars, scripts=scripts)))


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


def test_first_free_agent_of_that_id_in_order_of_the_document():
    held = reservations(bot("a"), bot("b"), bot("a", 1))
    assert held.reserve(10, "a") == 0
    assert held.reserve(11, "a") == 2
    assert held.reserve(12, "a") is None
    assert held.reserve(13, "b") == 1
    assert held.reserve(14, "unknown") is None


def test_hivemind_takes_all_of_its_team_and_the_second_session_the_other():
    cars = [bot("h", 1, hivemind=True), bot("h", 0, hivemind=True), bot("x"), bot("h", 1, hivemind=True)]
    held = reservations(*cars)
    assert held.agents[held.reserve(1, "h")].cars == (0, 3)
    assert held.agents[held.reserve(2, "h")].cars == (1,)
    assert held.reserve(3, "h") is None


def test_released_agent_is_free_again_and_not_ready():
    held = reservations(bot("a"))
    held.reserve(1, "a")
    assert held.mark_ready(1)
    assert held.is_complete
    assert held.release(1) == 0
    assert not held.is_complete
    assert held.release(1) is None
    assert held.reserve(2, "a") == 0
    assert not held.is_ready(0)


def test_ready_counts_once_and_only_for_holders():
    held = reservations(bot("a"), bot("b"))
    held.reserve(1, "a")
    assert held.mark_ready(1)
    assert not held.mark_ready(1)
    assert not held.mark_ready(2)
    assert [agent.agent_id for agent in held.missing] == ["b"]


def test_a_match_without_agents_is_complete():
    assert reservations(PSYONIX, HUMAN).is_complete


def test_missing_agents_are_named_with_how_far_they_came():
    held = reservations(bot("a"), bot("b"), bot("h", hivemind=True), bot("h", hivemind=True))
    held.reserve(1, "b")
    assert held.describe_missing() == (
        "Bot 'a' (agent id 'a') never connected; Bot 'b' (agent id 'b') connected but never finished its preparations; "
        "Hivemind 'h' (agent id 'h') never connected."
    )
    for session, agent in enumerate(("a", "h"), start=2):
        held.reserve(session, agent)
    for session in (1, 2, 3):
        held.mark_ready(session)
    assert held.describe_missing() == ""


def test_an_agent_that_went_away_is_told_from_one_that_never_came():
    held = reservations(bot("a"), bot("b"))
    held.reserve(1, "a")
    held.mark_ready(1)
    held.release(1)
    assert held.describe_missing() == (
        "Bot 'a' (agent id 'a') connected but went away again; Bot 'b' (agent id 'b') never connected."
    )
    held.reserve(2, "a")
    assert "'a') connected but never finished its preparations;" in held.describe_missing()


cars = st.lists(
    st.builds(bot, st.sampled_from("abc"), st.integers(0, 1), hivemind=st.booleans()) | st.just(PSYONIX), max_size=8
)
moves = st.lists(st.tuples(st.sampled_from(["reserve", "release", "ready"]), st.integers(1, 5), st.sampled_from("abc")))


@given(cars, moves)
def test_no_agent_has_two_sessions_and_no_car_two_agents(all_cars, all_moves):
    held = reservations(*all_cars)
    bots = [index for index, car in enumerate(all_cars) if car.kind is CarKind.BOT]
    assert sorted(car for agent in held.agents for car in agent.cars) == bots
    holds: dict[int, int] = {}
    for move, session, agent_id in all_moves:
        if move == "reserve" and session not in holds:
            place = held.reserve(session, agent_id)
            if place is None:
                assert all(held.is_held(at) for at, agent in enumerate(held.agents) if agent.agent_id == agent_id)
            else:
                assert place not in holds.values()
                assert held.agents[place].agent_id == agent_id
                holds[session] = place
        elif move == "release":
            assert held.release(session) == holds.pop(session, None)
        elif move == "ready":
            was_ready = session in holds and held.is_ready(holds[session])
            assert held.mark_ready(session) == (session in holds and not was_ready)
    for place, _ in enumerate(held.agents):
        assert held.is_held(place) == (place in holds.values())
    assert held.is_complete == (not held.missing)


@pytest.mark.parametrize(("size", "title"), [(1, "Bot 'h'"), (2, "Hivemind 'h'")])
def test_titles(size, title):
    assert reservations(*[bot("h", hivemind=True)] * size).agents[0].title == title


def test_standby_is_for_the_first_that_was_swapped_least():
    places = reservations(*(bot("a") for _ in range(3)))
    assert places.stand_by(9, "a") is None, "nobody to stand by for"
    for session in range(3):
        places.reserve(session, "a")
    assert [places.stand_by(session, "a") for session in (3, 4, 5, 6)] == [0, 1, 2, None]
    assert places.stand_by(7, "b") is None
    places.swap(1)
    assert (places.holder_of(1), places.standby_of(1), places.swaps_of(1), places.is_ready(1)) == (4, None, 1, False)
    assert places.release(3) is None
    assert [places.stand_by(session, "a") for session in (7, 8)] == [0, 1]
    places.release(0)
    places.swap(0)
    assert (places.holder_of(0), places.swaps_of(0)) == (7, 0), "nobody was replaced"
