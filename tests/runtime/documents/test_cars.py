"""Edits of the list of cars change what they should, and nothing else."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.documents import EditError, MatchDocument, cars
from runtime.documents.surgery import duplicate_table, reorder_tables
from tests.runtime.documents.conftest import BLOCKS

TEXT = """\
# My league

[match]
game_mode = "Soccar"

# the keeper
[[cars]]
config_file = "a/bot.toml"
team = 0 # home
name = "Wall"
loadout_file = "red.toml"

[[cars]]
config_file = "b/bot.toml"
team = "Orange"

[[cars]]
type = "Psyonix"
skill = "Pro"

# the last word
[mutators]
gravity = "Low"
"""


def listed(text):
    return tomllib.loads(text).get("cars", [])


def teams(text):
    return [{"blue": 0, "orange": 1}.get(str(car.get("team", 0)).lower(), car.get("team", 0)) for car in listed(text)]


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_swapping_sides_keeps_the_way_teams_are_written(line_break):
    swapped = cars.swap_sides(TEXT.replace("\n", line_break))
    expected = (
        TEXT.replace("team = 0 # home", "team = 1 # home")
        .replace('"Orange"', '"blue"')
        .replace('skill = "Pro"\n', 'skill = "Pro"\nteam = "orange"\n')
    )
    assert swapped == expected.replace("\n", line_break)
    assert teams(cars.swap_sides(swapped)) == [0, 1, 0]


def test_swapping_without_cars():
    assert cars.swap_sides("[match]\n") == "[match]\n"


def test_shuffling_depends_on_the_seed_alone_and_keeps_the_sizes_of_teams():
    results = {cars.shuffle(TEXT, seed) for seed in range(20)}
    assert len(results) > 3
    assert cars.shuffle(TEXT, 7) == cars.shuffle(TEXT, 7)
    for text in results:
        assert teams(text) == [0, 1, 0]
        assert sorted(str(car.get("config_file")) for car in listed(text)) == ["None", "a/bot.toml", "b/bot.toml"]
        assert "# the last word\n[mutators]" in text
        assert '# the keeper\n[[cars]]\nconfig_file = "a/bot.toml"' in text


def test_a_car_is_copied_with_everything_right_behind_it():
    expected = TEXT.replace(
        'loadout_file = "red.toml"\n',
        'loadout_file = "red.toml"\n\n[[cars]]\nconfig_file = "a/bot.toml"\nteam = 0 # home\nname = "Wall"\n'
        'loadout_file = "red.toml"\n',
    )
    assert duplicate_table(TEXT, "cars", 0) == expected
    assert len(listed(duplicate_table("[[cars]]\nteam = 0", "cars", 0))) == 2
    nested = "[[cars]]\nteam = 0\n[cars.extra]\nx = 1\n"
    assert listed(duplicate_table(nested, "cars", 0)) == [{"team": 0, "extra": {"x": 1}}] * 2


@pytest.mark.parametrize("position", [-1, 3])
def test_positions_without_cars(position):
    for edit in (
        lambda: duplicate_table(TEXT, "cars", position),
        lambda: cars.move_car(TEXT, position, 0, 0),
        lambda: cars.replace_car(TEXT, position, {"type": "Human"}),
        lambda: cars.set_key(TEXT, "cars", position, "name", "x"),
        lambda: cars.set_teams(TEXT, {position: 0}),
    ):
        with pytest.raises(EditError):
            edit()


@pytest.mark.parametrize("team", [-1, 2])
def test_there_are_two_teams(team):
    with pytest.raises(EditError):
        cars.set_teams(TEXT, {0: team})


def test_scattered_tables_are_not_edited():
    text = "[[cars]]\n[match]\n[cars.x]\ny = 1\n[[cars]]\nteam = 1\n"
    for edit in (lambda: reorder_tables(text, "cars", (1, 0)), lambda: duplicate_table(text, "cars", 0)):
        with pytest.raises(EditError, match="several places"):
            edit()


@pytest.mark.parametrize(
    ("position", "team", "place", "order", "sides"),
    [
        (0, 0, 0, "abp", [0, 1, 0]),
        (0, 0, 1, "bpa", [1, 0, 0]),
        (0, 0, 99, "bpa", [1, 0, 0]),
        (2, 0, 0, "pab", [0, 0, 1]),
        (1, 0, 0, "bap", [0, 0, 0]),
        (1, 0, 1, "abp", [0, 0, 0]),
        (1, 0, 2, "apb", [0, 0, 0]),
        (0, 1, 0, "abp", [1, 1, 0]),
        (0, 1, 1, "bap", [1, 1, 0]),
        (2, 1, 0, "apb", [0, 1, 1]),
    ],
)
def test_a_car_moves_within_its_team_and_to_the_other(position, team, place, order, sides):
    moved = cars.move_car(TEXT, position, team, place)
    assert "".join(str(car.get("config_file", "p"))[0] for car in listed(moved)) == order
    assert teams(moved) == sides
    assert moved.endswith('# the last word\n[mutators]\ngravity = "Low"\n')


def test_a_car_moves_to_an_empty_team_where_it_stands():
    text = "[[cars]]\nteam = 0\n\n[[cars]]\nteam = 0\nname = 'x'\n"
    assert cars.move_car(text, 0, 1, 0) == "[[cars]]\nteam = 1\n\n[[cars]]\nteam = 0\nname = 'x'\n"


def test_a_last_car_without_line_break_can_move_up():
    assert reorder_tables('[[cars]]\nname = "a"\n[[cars]]\nname = "b"', "cars", (1, 0)) == (
        '[[cars]]\nname = "b"\n[[cars]]\nname = "a"\n'
    )


@pytest.mark.parametrize("order", [(0,), (0, 0, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_an_order_names_every_table_once(order):
    with pytest.raises(EditError):
        reorder_tables(TEXT, "cars", order)


def test_another_driver_takes_the_place_and_the_team():
    replaced = cars.replace_car(TEXT, 0, {"config_file": "c/bot.toml"})
    assert replaced == TEXT.replace('name = "Wall"\nloadout_file = "red.toml"\n', "").replace("a/bot", "c/bot")
    human = cars.replace_car(TEXT, 1, {"type": "Human"})
    assert listed(human)[1] == {"team": "Orange", "type": "Human"}
    bot = cars.replace_car(TEXT, 2, {"config_file": "c/bot.toml"})
    assert listed(bot)[2] == {"config_file": "c/bot.toml"}


def test_single_keys_of_a_car():
    text = cars.set_key(TEXT, "cars", 1, "auto_start", False)
    text = cars.set_key(text, "cars", 0, "name", None)
    text = cars.set_key(text, "cars", 2, "skill", "Rookie")
    text = cars.set_key(text, "cars", 1, "loadout_file", "")
    first, second, third = listed(text)
    assert "name" not in first
    assert second == {"config_file": "b/bot.toml", "team": "Orange", "auto_start": False, "loadout_file": ""}
    assert third == {"type": "Psyonix", "skill": "Rookie"}
    assert cars.set_key(TEXT, "cars", 1, "name", None) == TEXT


@pytest.mark.parametrize("text", ["cars = 3\n", "cars = [{}]\n", "cars = [1]\n"])
def test_cars_that_are_no_list_of_tables(text):
    for edit in (
        lambda: duplicate_table(text, "cars", 0),
        lambda: cars.move_car(text, 0, 1, 0),
    ):
        with pytest.raises(EditError):
            edit()


COUNT = st.integers(0, 4)
EDITS = st.one_of(
    st.tuples(st.just(duplicate_table), st.just("cars"), COUNT),
    st.tuples(st.just(cars.move_car), COUNT, st.integers(0, 1), COUNT),
    st.tuples(st.just(cars.swap_sides)),
    st.tuples(st.just(cars.shuffle), COUNT),
    st.tuples(st.just(cars.replace_car), COUNT, st.just({"config_file": "n"})),
    st.tuples(st.just(cars.set_key), st.just("cars"), COUNT, st.just("name"), st.sampled_from(["n", None])),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(BLOCKS, max_size=7).map("".join), EDITS, st.sampled_from(["\n", "\r\n"]))
def test_every_comment_and_every_other_table_survives(text, edit, line_break):
    document = MatchDocument(text.replace("\n", line_break), None)
    function, *arguments = edit
    try:
        document.edit(lambda before: function(before, *arguments))
    except EditError:
        assert document.text == text.replace("\n", line_break)
        return
    for mark in ("# note", "# about", "# inside", "# after", "# one"):
        assert document.text.count(mark) >= text.count(mark)
    data, before = tomllib.loads(document.text), tomllib.loads(text)
    assert [data.get(key) for key in ("scripts", "other")] == [before.get(key) for key in ("scripts", "other")]
    assert len(data.get("cars", [])) == len(before.get("cars", [])) + (function is duplicate_table)
    assert line_break == "\r\n" or "\r" not in document.text
