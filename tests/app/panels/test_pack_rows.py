"""Texts of packs."""

from app.panels.packs.rows import listed


def test_many_names_are_cut():
    assert listed(["a"] * 6) == "a, a, a, a, a, a"
    assert listed(["a"] * 7) == "a, a, a, a, a, a and 1 more"
