"""Requirements on scripts in the tags of agents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.model.needs import enabled, enabled_by, folded_word, is_about_others, required, supported

READERS = {"requires-": required, "supports-": supported, "enables-": enabled}


@pytest.mark.parametrize(("prefix", "read"), READERS.items())
def test_what_stands_behind_a_prefix(prefix, read):
    tags = (
        "1v1",
        f"{prefix}50/50-MiniGame",
        f" {prefix.upper()}Dojo ",
        f"{prefix}dojo",
        prefix,
        f"{prefix}  ",
        "goalie",
    )
    assert read(tags) == ("50/50-MiniGame", "Dojo"), "each once, as it is written first"
    assert read(()) == ()
    assert read((f"x{prefix}y", prefix.removesuffix("-"))) == ()


@given(st.lists(st.text(max_size=12)), st.sampled_from(list(READERS)))
def test_words_of_others_are_not_taken(tags, prefix):
    words = READERS[prefix]([f"{prefix}{tag}" for tag in tags])
    assert {folded_word(word) for word in words} == {folded_word(tag) for tag in tags} - {""}
    assert len(words) == len({folded_word(word) for word in words})
    for other, read in READERS.items():
        if other != prefix:
            assert read([f"{prefix}{tag}" for tag in tags]) == ()


def test_rights_of_several_scripts():
    assert enabled_by([("enables-Twitch", "meme"), ("enables-tron", "ENABLES-twitch"), ()]) == {"twitch", "tron"}
    assert enabled_by([]) == frozenset()


@pytest.mark.parametrize(
    ("tag", "is_about"),
    [
        ("requires-x", True),
        ("Supports-x", True),
        ("enables-x", True),
        ("requires-", False),
        ("1v1", False),
        ("x", False),
    ],
)
def test_which_tags_are_about_others(tag, is_about):
    assert is_about_others(tag) is is_about
