import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.documents.outline import MAX_DEPTH, Outline, written_key

SAMPLE = '''\
# head
top = 1
"quoted key" = 2
a.b.c = 3

text = """
[cars]
x = 1
"""
literal = \'\'\'
# no comment
\'\'\'
list = [
  "a", # [x]
  { k = 1, m = "}" },
  3,
]

[[cars]]
team = 0
[cars.inner]
deep = true

[[cars]] # second
team = 1
when = 1979-05-27 07:32:00
[match]
name = "a\\"b" # x
'''


def test_every_key_has_its_line():
    outline = Outline(SAMPLE)
    assert outline.is_whole
    lines = SAMPLE.split("\n")
    places = {
        ("top",): "top = 1",
        ("quoted key",): '"quoted key"',
        ("a", "b", "c"): "a.b.c",
        ("a",): "a.b.c",
        ("text",): "text =",
        ("literal",): "literal =",
        ("list",): "list =",
        ("list", 0): '"a",',
        ("list", 1): "{ k",
        ("list", 1, "m"): "{ k",
        ("list", 2): "  3,",
        ("cars", 0): "[[cars]]",
        ("cars", 0, "inner", "deep"): "deep",
        ("cars", 1): "# second",
        ("cars", 1, "team"): "team = 1",
        ("cars", 1, "when"): "1979",
        ("match", "name"): "name =",
    }
    for path, part in places.items():
        assert part in lines[outline.line_of(path) - 1], path


def test_a_key_that_is_not_written_has_the_line_of_its_table():
    outline = Outline(SAMPLE)
    assert outline.line_of(("cars", 1, "skill")) == outline.line_of(("cars", 1))
    assert outline.line_of(("nothing",)) is None


def test_a_line_break_belongs_to_the_line_that_it_ends():
    assert [Outline("a=1\n\nb=2").line_at(offset) for offset in range(6)] == [1, 1, 1, 1, 2, 3]


def test_windows_line_breaks_do_not_move_lines():
    assert Outline(SAMPLE.replace("\n", "\r\n")).line_of(("match", "name")) == Outline(SAMPLE).line_of(
        ("match", "name")
    )


@pytest.mark.parametrize(("depth", "is_whole"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_depth_has_a_bound(depth, is_whole):
    assert Outline(f"a = {'[' * depth}{']' * depth}").is_whole is is_whole


def test_written_key():
    assert written_key(("cars", 0, "team")) == "cars[0].team"


STRINGS = st.sampled_from(['"x"', "'y'", '"""a\n"b" # c\n"""', "'''\n[z]\n'''", '"\\"#"', '""', '""""q"""""'])
ATOMS = st.one_of(STRINGS, st.sampled_from(["1", "-2.5", "true", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z"]))
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[\n# c ]\n{' ,'.join(items)} ]"),
        st.lists(ATOMS.filter(lambda text: "\n" not in text), max_size=3).map(
            lambda items: "{" + ", ".join(f"k{number} = {item}" for number, item in enumerate(items)) + "}"
        ),
    ),
    max_leaves=6,
)
BODIES = st.lists(VALUES, max_size=3).map(
    lambda values: "".join(f"key{number}.x = {value} # end\n" for number, value in enumerate(values))
)


@given(st.lists(st.tuples(st.sampled_from(["[[cars]]", "[[ 'cars' . wheels ]]", "[[other]]"]), BODIES), max_size=5))
def test_the_outline_knows_every_value_the_parser_knows(blocks):
    text = "[[cars]]\n" + "".join(f"{header}\n{body}" for header, body in blocks)
    outline = Outline(text)
    assert outline.is_whole
    for path in leaves(tomllib.loads(text)):
        spot = outline.spots[path]
        written = text[spot.value_start : spot.value_end]
        assert tomllib.loads(f"v = {written}")["v"] == value_at(tomllib.loads(text), path)


def leaves(data, path=()):
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def value_at(data, path):
    for part in path:
        data = data[part]
    return data
