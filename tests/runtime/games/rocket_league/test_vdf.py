from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.games.rocket_league.vdf import MAX_BYTES, MAX_DEPTH, VdfError, read_vdf, section_at, text_at


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("vdf") / "file.vdf"


def content(file, text):
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_vdf(file)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        (" \n// nothing\n", {}),
        ('"Key" "Value"', {"key": "Value"}),
        ("Key Value // comment\nother{a b}", {"key": "Value", "other": {"a": "b"}}),
        ('"a"\r\n{\r\n\t"b"\t\t""\r\n}\r\n', {"a": {"b": ""}}),
        ('"a" "1" "A" "2"', {"a": "2"}),
        (r'"path" "D:\\Steam Library\\new"', {"path": "D:\\Steam Library\\new"}),
        (r'"path" "D:\Games"', {"path": "D:\\Games"}),
        (r'"quote" "\"x\" // {no}"', {"quote": '"x" // {no}'}),
        ('"a" "x\ny"', {"a": "x\ny"}),
        (b'"a" "\xff"', {"a": "\udcff"}),
        ('"a"{}' * 3, {"a": {}}),
    ],
)
def test_keys_and_values_are_read(file, text, expected):
    assert content(file, text) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('"a', 1),
        ('\n"a" "b', 2),
        ('"a" "b" "c"', 1),
        ('"a"\n{', 2),
        ("}", 1),
        ('"a" }', 1),
        ("{ }", 1),
        ('"" "x"', 1),
        ('"a" { "b" "c" } }', 1),
        ('\n\n"a" "b" {', 3),
        (r'"a" "b\"', 1),
        ("\x00{", 1),
    ],
)
def test_other_text_is_an_error_with_its_line(file, text, line):
    with pytest.raises(VdfError, match=f"line {line} is not in Valve's format"):
        content(file, text)


@pytest.mark.parametrize(("depth", "is_read"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_sections_are_nested_up_to_a_limit(file, depth, is_read):
    text = '"a"{' * depth + "}" * depth
    if is_read:
        assert section_at(content(file, text), *["a"] * depth) == {}
    else:
        with pytest.raises(VdfError):
            content(file, text)
    with pytest.raises(VdfError):
        content(file, '"a"{' * 100_000)


@pytest.mark.parametrize(("size", "is_read"), [(MAX_BYTES - 1, True), (MAX_BYTES, True), (MAX_BYTES + 1, False)])
def test_large_files_are_not_read(file, size, is_read):
    text = b'"a" "b"'.ljust(size)
    if is_read:
        assert content(file, text) == {"a": "b"}
    else:
        with pytest.raises(OSError, match="larger"):
            content(file, text)


def test_values_are_found_in_sections(file):
    document = content(file, '"a" { "b" { "c" "1" } "d" "2" }')
    assert text_at(document, "a", "b", "c") == "1"
    assert section_at(document, "a", "b") == {"c": "1"}
    for keys in [("a",), ("a", "x", "c"), ("a", "d", "c"), ("a", "b")]:
        assert text_at(document, *keys) == ""
    assert section_at(document, "a", "d") == section_at(document, "x") == {}


@given(st.text(alphabet='"\\{}/ \na\0é'))
def test_no_text_surprises_the_reader(file, text):
    with suppress(VdfError):
        assert isinstance(content(file, text), dict)
