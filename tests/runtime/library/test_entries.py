"""Searching ignores case and accents."""

import pytest

from runtime.model.entries import folded


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Überflieger", "uberflieger"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("  two \n words ", "two words"),
        ("é", "e"),
        ("e\u0301", "e"),
        ("ﬁn", "fin"),
        ("日本", "日本"),
        ("", ""),
    ],
)
def test_folding(text, plain):
    assert folded(text) == plain
