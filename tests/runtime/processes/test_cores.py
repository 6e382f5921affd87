import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.processes.cores import CoreShares, fair_shares, listed_cores
from runtime.processes.platforms import usable_cores
from runtime.processes.platforms.linux import linux_cores, parsed


def plain(count):
    return [(number,) for number in range(count)]


@pytest.mark.parametrize("count", range(1, 65))
def test_teams_get_the_same_and_the_game_has_its_own_from_three_cores_on(count):
    shares = fair_shares(plain(count))
    blue, orange = shares.teams
    assert (
        len(blue)
        == len(orange)
        == (0 if count == 1 else 1 if count == 2 else (count - 1) // 2 if count % 2 else (count - 2) // 2)
    )
    assert not set(blue) & set(orange)
    assert not set(shares.game) & {*blue, *orange}
    assert bool(shares.game) is (count > 2)
    if shares.is_any and shares.game:
        assert sorted([*blue, *orange, *shares.game]) == list(range(count))


def test_threads_of_one_core_stay_together():
    shares = fair_shares([(0, 4), (1, 5), (2, 6), (3, 7)])
    assert shares == CoreShares(teams=((2, 6), (3, 7)), game=(0, 1, 4, 5))


def test_small_cores_are_shared_out_as_fairly_as_big_ones():
    shares = fair_shares([(0, 1), (2, 3), (4, 5), (6, 7), (8,), (9,), (10,)])
    assert shares == CoreShares(teams=((0, 1, 4, 5, 8), (2, 3, 6, 7, 9)), game=(10,))


def test_without_two_equal_cores_there_are_no_shares():
    assert not fair_shares([(0, 1), (2,)]).is_any
    assert not fair_shares([]).is_any


@given(st.lists(st.integers(1, 4), max_size=64))
def test_whatever_the_machine_both_teams_get_cores_of_the_same_make(sizes):
    numbers = iter(range(300))
    cores = [tuple(next(numbers) for _ in range(size)) for size in sizes]
    shares = fair_shares(cores)
    makes = [sorted(len(core) for core in cores if set(core) <= set(team)) for team in shares.teams]
    assert makes[0] == makes[1]
    assert sum(makes[0]) == len(shares.teams[0])


@pytest.mark.parametrize(
    ("numbers", "text"), [([], ""), ([3], "3"), ([0, 1, 2, 5], "0-2, 5"), ([7, 1, 3, 2], "1-3, 7")]
)
def test_processors_are_listed_in_runs(numbers, text):
    assert listed_cores(numbers) == text


def test_shares_list_the_processors_of_teams_and_game():
    assert str(fair_shares(plain(5))) == "blue 0, 2, orange 1, 3, game 4"
    assert str(fair_shares(plain(2))) == "blue 0, orange 1"


@pytest.mark.parametrize(("text", "numbers"), [("0\n", {0}), ("0,4", {0, 4}), ("0-2,8-9", {0, 1, 2, 8, 9})])
def test_lists_of_the_kernel_are_read(text, numbers):
    assert parsed(text) == numbers


def _tell(cpus, number, siblings):
    folder = cpus / f"cpu{number}" / "topology"
    folder.mkdir(parents=True)
    (folder / "thread_siblings_list").write_text(siblings)


def test_cores_are_read_from_the_system_as_far_as_it_tells_and_lets_us_use_them(tmp_path):
    for number, siblings in enumerate(["0,2", "1,3", "0,2", "1,3", "rubbish"]):
        _tell(tmp_path, number, siblings)
    assert linux_cores({0, 1, 2, 4, 5}, str(tmp_path)) == ((0, 2), (1,), (4,), (5,))


def test_this_machine_has_cores_or_cannot_tie_to_any():
    processors = [number for core in usable_cores() for number in core]
    assert len(set(processors)) == len(processors)
