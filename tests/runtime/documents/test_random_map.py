"""Random maps: each one gets its turn, and the choice is a key of the document."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.documents import Match, examine, option_values, read_match_text
from runtime.documents.choices import GAME_MODES
from runtime.documents.maps import MAPS, MapDraw, draw_map, maps_of
from runtime.documents.options import MAP_CHOICE

NAMES = st.text("abcdefgh", min_size=1, max_size=1)
POOLS = st.lists(NAMES, min_size=1, max_size=6, unique=True)


@given(POOLS, st.lists(NAMES, max_size=12), st.integers(0, 99), st.integers(1, 4))
def test_every_map_has_its_turn_before_one_comes_again(pool, before, seed, rounds):
    random, drawn, told = Random(seed), tuple(before), []
    left = [name for name in pool if name not in before]
    for _ in range(len(left) + rounds * len(pool)):
        result = draw_map(pool, drawn, random)
        drawn = result.drawn
        told.append(result.name)
    assert sorted(told[: len(left)]) == sorted(left), "those that had no turn come first"
    for start in range(len(left), len(told), len(pool)):
        assert sorted(told[start : start + len(pool)]) == sorted(pool)
    if len(pool) > 1:
        assert all(one != next_one for one, next_one in pairwise(told))
    others = [name for name in before if name not in pool]
    assert [name for name in drawn if name not in pool] == others, "turns of other maps stay"
    assert len(drawn) <= len(before) + len(pool)


def test_the_same_seed_draws_the_same():
    pool = maps_of("Soccar")
    assert [draw_map(pool, (), Random(7)) for _ in range(3)] == [draw_map(pool, (), Random(7))] * 3
    assert len({draw_map(pool, (), Random(seed)).name for seed in range(40)}) > 15


def test_one_map_comes_each_time_and_none_never():
    assert draw_map(["A"], ("A",), Random(0)) == MapDraw(name="A", drawn=("A",))
    with pytest.raises(ValueError, match="no map"):
        draw_map([], (), Random(0))


@pytest.mark.parametrize("mode", GAME_MODES)
def test_every_mode_has_maps_of_its_own_shape(mode):
    names = maps_of(mode)
    assert set(names) <= set(MAPS)
    assert any("hoops" in name.lower() for name in names) is (mode == "Hoops")
    assert any(name.startswith("KO_") for name in names) is (mode == "Knockout")
    assert not any(name.startswith(("Labs_", "Throwback")) for name in names)
    assert ("Stadium_P" in names) is (mode not in ("Hoops", "Dropshot", "Knockout"))


@pytest.mark.parametrize(
    ("written", "choice"),
    [("", "named"), ('map = "random"', "random"), ('map = "RANDOM"', "random"), ('map = "named"', "named")],
)
def test_content_of_a_document(tmp_path, written, choice):
    text = f"[kickabout]\n{written}\n"
    reading = read_match_text(text, tmp_path / "x.toml")
    assert (reading.value.map_choice, reading.problems) == (choice, ())
    assert option_values(text)[MAP_CHOICE] == choice


@pytest.mark.parametrize(("mode", "warnings"), [("Dropshot", 1), ("Hoops", 0), ("Soccar", 0)])
def test_a_random_map_without_choice_is_reported(tmp_path, mode, warnings):
    path = tmp_path / "match.toml"
    path.write_text(
        f'[match]\ngame_mode = "{mode}"\n[[cars]]\ntype = "Psyonix"\n[kickabout]\nmap = "random"\n', encoding="utf-8"
    )
    found = [problem for problem in examine([path]).problems if problem.key == MAP_CHOICE]
    assert len(found) == warnings
    assert all("one map for Dropshot" in str(problem.message) and problem.line == 6 for problem in found)


def test_the_choice_is_no_part_of_the_wire():
    from runtime.documents import from_wire, to_wire, validate

    match = validate(Match(map_choice="random"), random=Random(0)).value
    assert from_wire(to_wire(match)).map_choice == "named"
