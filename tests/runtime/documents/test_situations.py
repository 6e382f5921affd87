"""Situations are written and read again; problems of handwritten ones give line and fix."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.documents import examine, read_situation, situation_text
from runtime.documents.situations import MAX_CARS, RANGES
from runtime.model.placements import Body, Placement
from runtime.model.situations import Situation, SituationCar

CAR = SituationCar(
    team=1,
    location=(100.0, -2000.5, 17.0),
    rotation=(0.0, 1.5708, 0.0),
    velocity=(0.0, 900.0, 0.0),
    angular_velocity=(0.0, 0.0, 0.5),
    boost=33.0,
)
BALL = Placement(body=Body.BALL, index=0, location=(0.0, 0.0, 93.15), velocity=(10.0, 0.0, 0.0), spin=(0.0, 0.0, 1.0))
WHOLE = Situation(
    name='A "corner"', about="ä\nb", ball=BALL, cars=(CAR, SituationCar(team=0)), gravity_z=-325.0, game_speed=0.5
)


@pytest.fixture
def written(tmp_path):
    def write(text, name="corner.situation.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_written_values_are_read(written):
    reading = read_situation(written(situation_text(WHOLE)))
    assert reading.problems == ()
    assert reading.value == WHOLE


@given(name=st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1))
def test_every_name_is_read_as_it_was_written(tmp_path_factory, name):
    path = tmp_path_factory.mktemp("names") / "x.situation.toml"
    path.write_text(situation_text(Situation(name=name)), encoding="utf-8", newline="")
    assert read_situation(path).value.name == name


def test_an_omitted_value_is_kept_and_named_by_the_file(written):
    assert read_situation(written("version = 1\n[ball]\n")).value == Situation(
        name="corner", ball=Placement(body=Body.BALL, index=0)
    )


@pytest.mark.parametrize(
    ("text", "line", "words", "fix"),
    [
        ("", None, "no version", "Write version = 1."),
        ('version = "1"', 1, "version is", "Write version = 1."),
        ("version = 2", 1, "newer version of Kickabout", None),
        ("version = 1\n[ball]\nlocation = [1, 2]", 3, "three numbers", "Write location = [x, y, z]."),
        (
            'version = 1\n[[cars]]\nteam = 0\nrotation = "up"',
            4,
            "three numbers",
            "Write rotation = [pitch, yaw, roll].",
        ),
        ('version = 1\n[ball]\nlocation = [1, "2", 3]', 3, "a number from", "Write 2 without quotes."),
        ("version = 1\n[ball]\nlocation = [1, nan, 3]", 3, "a number from", None),
        ("version = 1\n[[cars]]\nboost = 5", 2, "no team", 'Write team = "blue" or team = "orange".'),
        ('version = 1\n[[cars]]\nteam = "bleu"', 3, "no value", 'Did you mean "blue"?'),
        ("version = 1\n[cars]\nteam = 0", 2, "array of tables", None),
        ("version = 1\n" + "[[cars]]\nteam = 0\n" * (MAX_CARS + 1), 2, "at most 128 cars", None),
    ],
)
def test_problems_name_line_and_fix(written, text, line, words, fix):
    reading = read_situation(written(text))
    assert reading.value is None
    problem = reading.errors[0]
    assert words in str(problem.message)
    assert problem.line == line
    if fix is not None:
        assert str(problem.fix) == fix


@pytest.mark.parametrize("key", ["location", "velocity", "angular_velocity", "rotation", "boost"])
@pytest.mark.parametrize("place", [0, 1], ids=["least", "most"])
def test_numbers_are_bounded(written, key, place):
    limit = (RANGES[key].minimum, RANGES[key].maximum)[place]
    beyond = limit + (0.001 if place else -0.001)

    def read(number):
        value = number if key == "boost" else f"[0, 0, {number!r}]"
        return read_situation(written(f"version = 1\n[[cars]]\nteam = 1\n{key} = {value}"))

    assert read(limit).value is not None
    assert read(beyond).value is None


def test_an_unknown_key_is_a_warning_with_the_key_that_was_meant(written):
    reading = read_situation(written("version = 1\n[ball]\nlokation = [0, 0, 100]"))
    assert reading.value is not None
    assert str(reading.problems[0].fix) == 'Did you mean "location"?'


def test_check_knows_situations(written):
    found = examine([written("version = 1\n[[cars]]\n")])
    assert found.documents == 1
    assert "no team" in str(found.problems[0].message)
    assert examine([written(situation_text(WHOLE))]).problems == ()
