"""Arrays and inline tables of any document are edited in place; comments, spacing and everything around them stay."""

import pytest

from runtime.documents import EditError, add_element, remove_element, remove_table, set_inline

TEXT = """\
# top
names = ["a", "b"]  # short
lines = [
    "a",  # first
    "b"   # last
]
plain = [
    1,
    2
]

# why
[table]
number = 1  # one
value = { uniform = [1, 2] }  # a range

[table.inner]
x = 1

[last]
"""


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        (lambda text: add_element(text, ("names",), "c"), '["a", "b"]', '["a", "b", "c"]'),
        (lambda text: add_element(text, ("lines",), 3), '"b"   # last\n', '"b",   # last\n    3,\n'),
        (lambda text: add_element(text, ("plain",), 3), "    2\n", "    2,\n    3,\n"),
        (lambda text: remove_element(text, ("plain",), 1), "    2\n", ""),
        (lambda text: remove_element(text, ("names",), 0), '["a", "b"]', '["b"]'),
        (lambda text: remove_element(text, ("names",), 1), '["a", "b"]', '["a"]'),
        (lambda text: remove_element(text, ("lines",), 0), '    "a",  # first\n', ""),
        (lambda text: remove_element(text, ("lines",), 1), '    "b"   # last\n', ""),
        (
            lambda text: set_inline(text, ("table", "value"), {"a.b": [0.5], "c": {}}),
            "{ uniform = [1, 2] }",
            '{ "a.b" = [0.5], c = {} }',
        ),
        (lambda text: set_inline(text, ("table", "number"), [1, True]), "number = 1", "number = [1, true]"),
        (lambda text: add_element(text, ("last", "new"), "x"), "[last]\n", '[last]\nnew = ["x"]\n'),
        (lambda text: remove_table(text, "table"), TEXT[TEXT.index("# why") : TEXT.index("[last]")], ""),
    ],
)
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_only_the_value_changes(edit, before, after, line_break):
    text, before, after = (one.replace("\n", line_break) for one in (TEXT, before, after))
    assert edit(text) == text.replace(before, after)


@pytest.mark.parametrize(
    "edit",
    [
        lambda: remove_element(TEXT, ("names",), 2),
        lambda: remove_element(TEXT, ("missing",), 0),
        lambda: remove_table(TEXT, "missing"),
        lambda: set_inline(TEXT, ("table",), 1),
        lambda: set_inline("[[a]]\n[[a]]\n", ("a",), [1]),
    ],
)
def test_what_is_written_elsewhere_is_refused(edit):
    with pytest.raises(EditError):
        edit()
