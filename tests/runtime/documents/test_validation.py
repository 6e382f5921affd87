from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.documents import Car, CarKind, Loadout, Match, Mutators, Script, from_wire, read_match, to_wire, validate
from runtime.documents.agent_keys import AgentKeys
from runtime.documents.model import Place
from runtime.documents.validation import fits, message_bytes, unique_names
from runtime.protocol import MAX_PAYLOAD, pack_interface

BOT = Car(name="A", agent_id="a", root_dir="/a", run_command="run")
PSYONIX = Car(kind=CarKind.PSYONIX, team=1)
HUMAN = Car(kind=CarKind.HUMAN)
SCRIPT = Script(name="S", agent_id="s", run_command="run")


def judged(match):
    return validate(match, random=Random(3))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"launcher": "Custom"}, "cannot be"),
        ({"launcher": "Custom", "launcher_arg": "other"}, "cannot be"),
        ({"launcher": "Steem"}, "no value"),
        ({"mutators": Mutators(gravity="Sideways")}, "no value"),
        ({"cars": (replace(BOT, team=2),)}, "Team 2"),
        ({"cars": (replace(BOT, team=-1),)}, "Team -1"),
        ({"cars": (replace(PSYONIX, team=7),)}, "Team 7"),
        ({"cars": (replace(BOT, agent_id="  "),)}, "no agent_id"),
        ({"cars": (replace(PSYONIX, skill="Best"),)}, "no value"),
        ({"cars": (HUMAN, HUMAN)}, "Only one car"),
        ({"scripts": (replace(SCRIPT, agent_id=""),)}, "no agent_id"),
        ({"scripts": (SCRIPT, SCRIPT)}, "already in use"),
        ({"scripts": (replace(SCRIPT, agent_id="a"),)}, "already in use"),
    ],
)
def test_errors_of_matches(change, message):
    reading = judged(replace(Match(cars=(BOT,)), **change))
    assert reading.value is None
    assert message in str(reading.errors[0].message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cars": ()}, "no cars"),
        ({"cars": (BOT, replace(BOT, run_command="other"))}, "different ways"),
        ({"cars": (BOT, replace(BOT, root_dir="/b"))}, "different ways"),
        ({"cars": (replace(BOT, run_command=""),)}, 'Bot "A" must be started manually'),
        ({"scripts": (replace(SCRIPT, run_command=""),)}, 'Script "S" must be started manually'),
        ({"auto_start_agents": False}, "auto_start_agents is off"),
        ({"game_map_upk": "Stadium"}, "does not look like a map"),
    ],
)
def test_warnings_of_matches(change, message):
    reading = judged(replace(Match(cars=(BOT,)), **change))
    assert reading.value is not None
    assert [message in str(problem.message) for problem in reading.problems] == [True]


@pytest.mark.parametrize(
    "match",
    [
        Match(cars=(BOT,)),
        Match(cars=(BOT, BOT, PSYONIX, HUMAN), scripts=(SCRIPT,)),
        Match(cars=(BOT,), game_map_upk="custom.UPK"),
        Match(cars=(BOT,), launcher="Custom", launcher_arg="HEROIC"),
        Match(cars=(replace(BOT, run_command=""), BOT), auto_start_agents=True, scripts=()),
        Match(cars=(replace(BOT, run_command=""),), scripts=(replace(SCRIPT, agent_id="a"),)),
    ],
)
def test_valid_matches(match):
    assert judged(match).value is not None


def test_the_human_changes_places_with_the_last():
    cars = tuple(replace(BOT, agent_id=name, name=name) for name in "abc")
    match = judged(Match(cars=(cars[0], HUMAN, *cars[1:]))).value
    assert [car.name for car in match.cars] == ["a", "c", "b", ""]
    assert match.cars[-1].player_id == 0


def test_names_are_told_apart():
    names = ["X", "X (2)", "X", "Y", "X"]
    cars = tuple(replace(BOT, name=name) for name in names)
    match = judged(Match(cars=cars, scripts=(replace(SCRIPT, name="X"),))).value
    assert [car.name for car in match.cars] == ["X", "X (2)", "X (3)", "Y", "X (4)"]
    assert match.scripts[0].name == "X"


def test_unnamed_psyonix_bots_get_unused_names_by_the_seed():
    cars = (replace(PSYONIX, name="Tusk"), *[PSYONIX] * 40)
    first, again = judged(Match(cars=cars)).value, judged(Match(cars=cars)).value
    other = validate(Match(cars=cars), random=Random(4)).value
    names = [car.name for car in first.cars]
    assert len(set(names)) == len(names)
    assert all(names)
    assert first == again
    assert first != other


def test_more_psyonix_bots_than_names():
    names = [car.name for car in judged(Match(cars=(PSYONIX,) * 70)).value.cars]
    assert len(set(names)) == 70


def test_missing_values_get_defaults():
    match = judged(Match(cars=(BOT, PSYONIX), game_map_upk="", launcher_arg="x")).value
    assert (match.game_map_upk, match.launcher_arg) == ("Stadium_P", "")
    assert judged(Match(cars=(BOT,), game_map_upk="", game_mode="Hoops")).value.game_map_upk == "HoopsStadium_P"
    assert match.cars[0].loadout == Loadout()
    assert match.cars[1].loadout is None


def test_ids_are_the_same_in_every_run():
    match = judged(Match(cars=(BOT, replace(BOT, team=1), PSYONIX), scripts=(SCRIPT,))).value
    assert [car.player_id for car in match.cars] == [-1970275367, -62217864, -698867215]
    assert match.scripts[0].script_id == -1825838251


def test_a_problem_points_into_the_document(league):
    path = league.write("m.toml", '[match]\n\n[rlbot]\nlauncher = "Custom"\nlauncher_arg = "x"\n[[cars]]\n\n[[cars]]\n')
    match = read_match(path).value
    problems = judged(replace(match, cars=(match.cars[0], replace(match.cars[1], team=3)))).problems
    assert [(problem.path, problem.line, problem.key) for problem in problems] == [
        (path, 5, "rlbot.launcher_arg"),
        (path, 8, "cars[1]"),
    ]


NAMES = st.sampled_from(["", "X", "X (2)", "Y", "Tusk", "é"])
CARS = st.one_of(
    st.builds(Car, team=st.integers(0, 1), name=NAMES, agent_id=st.sampled_from("ab"), run_command=NAMES),
    st.builds(Car, kind=st.just(CarKind.PSYONIX), team=st.integers(0, 1), name=NAMES),
)


@given(st.lists(CARS, max_size=12), st.booleans(), st.integers(0, 11))
def test_a_validated_match_comes_out_as_it_went_in(cars, has_human, place):
    if has_human:
        cars.insert(place, HUMAN)
    once = judged(Match(cars=tuple(cars))).value
    again = validate(from_wire(to_wire(once)), random=Random(9)).value
    assert again == once
    ids = [car.player_id for car in once.cars]
    assert len(set(ids)) == len(ids)
    names = [car.name for car in once.cars if car.kind is not CarKind.HUMAN]
    assert len(set(names)) == len(names)
    assert all(-(2**31) <= number < 2**31 for number in ids)


def test_a_match_that_exceeds_a_message_is_rejected_at_its_longest_agent():
    short, long = replace(BOT, place=Place(path=Path("m.toml"), line=3)), Place(path=Path("m.toml"), line=7)
    bare = message_bytes(judged(Match(cars=(short, replace(BOT, name="B" * 40_000)))).value) - 40_000
    for size, is_fine in ((MAX_PAYLOAD - bare - 8, True), (MAX_PAYLOAD - bare + 8, False)):
        reading = judged(Match(cars=(short, replace(BOT, name="B" * size, place=long))))
        assert (reading.value is not None) is is_fine
        assert [(problem.line, problem.is_error) for problem in reading.problems] == [] if is_fine else [(7, True)]


def test_a_match_that_is_not_too_large_can_be_sent_with_the_keys_of_its_agents():
    cars = tuple(replace(BOT, name=f"B{number}", agent_id=f"b{number}") for number in range(40))
    bare = len(pack_interface(to_wire(judged(Match(cars=cars)).value)))
    for spare in (-2000, -1400, -1300, -1000, 0):
        padded = (replace(cars[0], name="B" * (MAX_PAYLOAD - bare + spare)), *cars[1:])
        match = judged(Match(cars=padded)).value
        if match is not None:
            assert len(pack_interface(to_wire(AgentKeys.new(match).write(match)))) <= MAX_PAYLOAD
    assert judged(Match(cars=(replace(cars[0], name="B" * (MAX_PAYLOAD - bare)), *cars[1:]))).value is None


@given(st.integers(0, 60), st.integers(0, 1500), st.integers(0, 20))
def test_the_quick_bound_of_the_size_is_one(cars, letters, variables):
    environment = tuple((f"V{number}", "x" * number) for number in range(variables))
    bot = replace(BOT, name="ä" * letters, environment=environment, loadout=Loadout(car_id=5))
    match = Match(cars=(bot,) * cars, scripts=(SCRIPT,) * 3)
    assert fits(match) is (message_bytes(match) <= MAX_PAYLOAD)


def test_numbering_many_equal_names_is_fast():
    names = unique_names(["A"] * 20_000 + ["A (2)", "A"])
    assert names[:2] == ["A", "A (3)"]
    assert len(set(names)) == len(names)
    assert names[-2:] == ["A (2)", "A (20002)"]
