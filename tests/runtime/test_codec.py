"""Typed JSON."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from runtime.codec import CodecError, decode, encode
from runtime.model.messages import Message, message
from runtime.model.sizes import size_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    path: Path
    count: int = 0
    share: float = 0.0
    reason: Message | None = None
    names: tuple[str, ...] = ()


FULL = Entry(
    path=Path("/bots/\udcff"),
    count=10**30,
    share=0.5,
    reason=message("outer", "{inner}: {sizes}", inner=message("inner", "{n}", n=2), sizes=(size_of(2_000), "b")),
    names=("a", "ö"),
)


@pytest.mark.parametrize("options", [{}, {"indent": 1}, {"is_ascii": False}, {"indent": 2, "is_ascii": False}])
def test_a_value_survives(options: Any) -> None:
    assert decode(encode(FULL, **options), Entry) == FULL


def test_lines_are_short_and_in_ascii() -> None:
    assert encode(Entry(path=Path("ö"))) == rb'{"path":"\u00f6","count":0,"share":0.0,"reason":null,"names":[]}'


def test_unknown_keys_are_ignored() -> None:
    assert decode('{"path": "a", "new": {"deep": 1}}', Entry) == Entry(path=Path("a"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value in line 1"),
        ('{\n"path" "a"}', "Expecting ':' delimiter in line 2"),
        (b"\xff\xff", "codec can't decode"),
        ("[" * 100_000, "recursion"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `path`"),
        ('{"path": 3}', "3 is not a Path - at `$.path`"),
        ('{"path": "a", "count": true}', "Expected `int`, got `bool` - at `$.count`"),
        ('{"path": "a", "count": 1.5}', "Expected `int`, got `float`"),
        ('{"path": "a", "share": NaN}', "NaN is not a number"),
        ('{"path": "a", "share": %s}' % ("9" * 400), "out of range"),
        ('{"path": "a", "count": %s}' % ("9" * 5_000), "Exceeds the limit"),
        ('{"path": "a", "names": ["b", 4]}', r"Expected `str`, got `int` - at `$.names[1]`"),
        ('{"path": "a", "\\udcff": 4}', "surrogates"),
        ('{"path": "a", "reason": {"code": "a", "template": "b", "args": [["c", {"unit": 4}]]}}', "Expected `str`"),
    ],
)
def test_other_texts_are_refused_with_a_reason(text: str | bytes, reason: str) -> None:
    with pytest.raises(CodecError) as error:
        decode(text, Entry)
    assert reason in str(error.value)


def test_values_without_a_json_form_are_refused() -> None:
    with pytest.raises(TypeError, match="object has no JSON form"):
        encode({"a": object()})
