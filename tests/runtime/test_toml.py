import time
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.documents import MatchDocument, check
from runtime.documents.editing import DocumentError
from runtime.toml import MAX_DEPTH, MAX_DIGITS, MAX_PARTS, TomlLimitError, loads

TEXT_BYTES = 100_000
LINEAR_FACTOR = 40
"""Highest ratio of the time for a document to the time for a plain one of the same size."""


def dotted(parts):
    return ".".join(["a", '"b.c"', "'d'"][i % 3] for i in range(parts))


def nested(depth, opening, closing, inner=""):
    return "x = " + opening * depth + inner + closing * depth


@pytest.mark.parametrize("form", ["[{}]\n", "[[{}]]\n", "{} = 1\n", "x = {{ {} = 1 }}\n", "x = [{{ {} = 1 }}]\n"])
@pytest.mark.parametrize(("parts", "is_read"), [(MAX_PARTS - 1, True), (MAX_PARTS, True), (MAX_PARTS + 1, False)])
def test_a_key_has_so_many_parts(form, parts, is_read):
    text = "# first\n" + form.format(dotted(parts))
    if is_read:
        assert loads(text) == tomllib.loads(text)
    else:
        with pytest.raises(TomlLimitError, match=rf"more than {MAX_PARTS}\.") as caught:
            loads(text)
        assert caught.value.line == 2


@pytest.mark.parametrize(("opening", "closing", "inner"), [("[", "]", ""), ("{a=", "}", "1"), ("[\n", "\n]", "")])
@pytest.mark.parametrize(("depth", "is_read"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_arrays_and_tables_are_nested_so_deeply(opening, closing, inner, depth, is_read):
    text = nested(depth, opening, closing, inner)
    if is_read:
        assert loads(text) == tomllib.loads(text)
    else:
        with pytest.raises(TomlLimitError, match=f"more than {MAX_DEPTH} levels"):
            loads(text)


@pytest.mark.parametrize(("digits", "is_read"), [(MAX_DIGITS - 1, True), (MAX_DIGITS, False), (MAX_DIGITS + 1, False)])
@pytest.mark.parametrize("base", ["0x", "0o", "0b"])
def test_a_number_has_fewer_digits(base, digits, is_read):
    text = f"a = {base}{'1' * digits}\n"
    if is_read:
        assert str(loads(text)["a"])
    else:
        with pytest.raises(TomlLimitError, match="too many digits"):
            loads(text)


@pytest.mark.parametrize(
    "value",
    [
        '"""a"""""',
        '"""\n\\""" [[[[ """',
        "'''a'''''",
        '"[\\"["',
        "'[\"'",
        "[1.5, 2.5] # [[[ ...",
        '"' + "." * 100 + "[" * 100 + '"',
        "'''" + "[" * 100 + "\n'" + "." * 100 + "'''",
    ],
)
def test_marks_in_strings_and_comments_do_not_count(value):
    text = "".join(f"a{number} = {value}\n" for number in range(100))
    assert loads(text) == tomllib.loads(text)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="[]{}.=,\"'\\#\n a1", max_size=60))
def test_every_text_is_parsed_as_by_the_parser_itself(text):
    assert parsed(loads, text) == parsed(tomllib.loads, text)


def parsed(parser, text):
    try:
        return parser(text)
    except ValueError:
        return None


def test_the_problem_names_line_and_limit_and_the_editor_refuses_it_too(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text(f"[match]\n[{dotted(20_000)}]\n")
    (problem,) = check([path])
    assert (problem.line, str(problem.message)) == (2, f"This key has too many parts: more than {MAX_PARTS}.")
    with pytest.raises(DocumentError, match="too many parts"):
        MatchDocument.open(path)


def filled(head, line, tail=""):
    """A text of TEXT_BYTES: `line` is repeated, with a number instead of each N."""
    count = TEXT_BYTES // len(line)
    return head + "".join(line.replace("N", str(number)) for number in range(count)) + tail


HOSTILE = {
    "header": "[" + "a." * (TEXT_BYTES // 2) + "a]",
    "array header": "[[" + "a." * (TEXT_BYTES // 2) + "a]]",
    "dotted key": "a." * (TEXT_BYTES // 2) + "a = 1",
    "quoted key": '"a".' * (TEXT_BYTES // 4) + "a = 1",
    "many headers": filled("", "[" + "a." * (MAX_PARTS - 1) + "bN]\n"),
    "many dotted keys": filled("", "aN." + "a." * (MAX_PARTS - 2) + "b = 1\n"),
    "many keys": filled("[match]\n", "kN = 1\n"),
    "many tables": filled("", "[tN]\n"),
    "many cars": filled("", "[[cars]]\nteam = 7\n"),
    "many named cars": filled("", '[[cars]]\ntype = "Psyonix"\nname = "a"\n'),
    "many scripts": filled("", "[[scripts]]\n"),
    "long string": f'a = "{"x" * TEXT_BYTES}"',
    "long multi-line string": f'a = """{chr(10) * TEXT_BYTES}"""',
    "escapes": 'a = "' + "\\n" * (TEXT_BYTES // 2) + '"',
    "escaped quotes": 'a = """' + '\\"""' * (TEXT_BYTES // 4),
    "open quotes": filled("", 'a = "x\n'),
    "long array": f"a = [{'1,' * (TEXT_BYTES // 2)}]",
    "nested arrays": "a = [" + ("[" * 60 + "]" * 60 + ",") * (TEXT_BYTES // 121) + "]",
    "open arrays": "a = " + "[" * TEXT_BYTES,
    "nested tables": "a = [" + ("{a=" * 60 + "1" + "}" * 60 + ",") * (TEXT_BYTES // 241) + "]",
    "long table": "a = {" + filled("", "kN=1,") + "z=1}",
    "long number": f"a = {'1' * TEXT_BYTES}",
    "long hexadecimal number": f"[match]\ngame_map_upk = 0x{'f' * TEXT_BYTES}",
    "long fraction": f"a = 1.{'1' * TEXT_BYTES}",
}


@pytest.fixture(scope="module")
def plain_s(tmp_path_factory):
    """Returns the time to check a plain document of the same size: the fastest of three."""
    return min(
        checked_s(tmp_path_factory.mktemp("plain") / "match.toml", filled("", "# xxxx\na_N = 1\n")) for _ in "abc"
    )


def checked_s(path, text):
    path.write_text(text)
    begun = time.process_time()
    check([path])
    return time.process_time() - begun


@pytest.mark.parametrize("name", HOSTILE)
def test_a_check_takes_time_in_proportion_to_the_document(tmp_path, plain_s, name):
    assert checked_s(tmp_path / "match.toml", HOSTILE[name]) <= LINEAR_FACTOR * plain_s
