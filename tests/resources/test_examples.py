"""The example documents exist, are valid, and fit together."""

import tomllib

import pytest

from resources.examples import example_bots, example_match, example_matches
from runtime.arena.refusals import refusal
from runtime.documents import check, read_bot, read_match, read_script
from runtime.documents.model import CarKind

BOTS = ("chaser", "duo", "keeper", "striker")


def test_examples_have_no_problem():
    assert check([example_bots(), *example_matches()]) == ()


def test_matches_are_listed_smallest_first_and_then_the_other_kinds():
    names = ["1v1", "2v2", "3v3", "heatseeker", "hoops", "snowday", "stand_ins"]
    assert [path.stem for path in example_matches()] == names


def test_match_by_name():
    assert example_match("2v2") in example_matches()


def test_unknown_match_names_the_known_ones():
    with pytest.raises(LookupError, match="1v1, 2v2, 3v3, heatseeker, hoops, snowday, stand_ins"):
        example_match("4v4")


@pytest.mark.parametrize("name", ["1v1", "2v2", "3v3"])
def test_matches_have_the_cars_that_their_name_says(name):
    match = read_match(example_match(name)).value
    blue, orange = map(int, name.split("v"))
    assert [car.team for car in match.cars] == [0] * blue + [1] * orange
    assert match.game_mode == "Soccar"


@pytest.mark.parametrize("name", ["heatseeker", "hoops", "snowday"])
def test_matches_have_the_mode_that_their_name_says(name):
    match = read_match(example_match(name)).value
    assert match.game_mode.lower() == name
    assert len({car.team for car in match.cars}) == 2


@pytest.mark.parametrize("path", example_matches(), ids=lambda path: path.stem)
def test_matches_are_played_by_the_arena_without_replays(path):
    match = read_match(path).value
    assert refusal(match) is None
    assert match.skip_replays


def test_stand_ins_are_psyonix_bots_against_a_bot():
    match = read_match(example_match("stand_ins")).value
    assert [car.kind for car in match.cars] == [CarKind.BOT, CarKind.PSYONIX, CarKind.PSYONIX]


def test_two_against_two_has_a_hivemind_and_a_script():
    match = read_match(example_match("2v2")).value
    assert [car.hivemind for car in match.cars] == [True, True, False, False]
    assert len({car.name for car in match.cars if car.hivemind}) == 1
    assert [script.agent_id for script in match.scripts] == ["kickabout/painter"]


def test_every_folder_is_an_example():
    assert sorted(path.name for path in example_bots().iterdir() if path.is_dir()) == sorted((*BOTS, "painter"))


@pytest.mark.parametrize("name", [*BOTS, "painter"])
def test_documents_agree_with_their_folder(name):
    folder = example_bots() / name
    is_script = name == "painter"
    document = folder / ("script.toml" if is_script else "bot.toml")
    found = (read_script if is_script else read_bot)(document)
    assert found.problems == ()
    settings = tomllib.loads(document.read_text(encoding="utf-8"))["settings"]
    program = folder / ("script.py" if is_script else "bot.py")
    assert settings["agent_id"] == f"kickabout/{name}"
    assert f'("{settings["agent_id"]}")' in program.read_text(encoding="utf-8")
    assert (folder / settings["logo_file"]).is_file()
    for key in ("run_command", "run_command_linux"):
        assert settings[key].split()[1] == program.name
