"""Problems that know their repair: the repaired document is as its author meant it, and nothing else changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.config import EditError, MatchDocument, surgery


def repaired(tmp_path, text):
    path = tmp_path / "match.toml"
    path.write_text(text, encoding="utf-8")
    document = MatchDocument.open(path)
    repairs = [problem.repair for problem in document.reading().problems if problem.repair is not None]
    for repair in repairs:
        document.repair(repair)
    return document, len(repairs)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ('[match]\ngame_mod = "Hoops"  # mine\n', '[match]\ngame_mode = "Hoops"  # mine\n'),
        ('[match]\n"game_mod" = "Hoops"\n', '[match]\ngame_mode = "Hoops"\n'),
        ('match.game_mod = "Hoops"\n', 'match.game_mode = "Hoops"\n'),
        ('match = { game_mod = "Hoops" }\n', 'match = { game_mode = "Hoops" }\n'),
        ('[match]\ngame_mode = "Hops" # mine\n', '[match]\ngame_mode = "Hoops" # mine\n'),
        ('[match]\nskip_replays = "True"\n', "[match]\nskip_replays = true\n"),
        ("[match]\nskip_replays = 1\n", "[match]\nskip_replays = true\n"),
        ("[match]\ngame_map_upk = 3\n", '[match]\ngame_map_upk = "3"\n'),
        ('[rlbot]\nauto_start_bots = false\n', "[rlbot]\nauto_start_agents = false\n"),
        ('[mutator] # rules\nmatch_length = "Unlimited"\n', '[mutators] # rules\nmatch_length = "Unlimited"\n'),
        ('[mutators]\nmax_score = "default"\n', '[mutators]\nmax_score = "Unlimited"\n'),
        ('[[cars]]\nconfg_file = "x"\nteam = 1\n', '[[cars]]\nconfig_file = "x"\nteam = 1\n'),
    ],
)  # fmt: skip
def test_a_repair_changes_only_what_is_wrong(tmp_path, written, right):
    document, count = repaired(tmp_path, "# My match\n" + written)
    assert count == 1
    assert document.text == "# My match\n" + right
    assert [problem.repair for problem in document.reading().problems if problem.repair is not None] == []


@pytest.mark.parametrize(
    "written",
    [
        '[match]\ngame_mod = "Hoops"\ngame_mode = "Soccar"\n',
        '[match]\ngame_mode = "xyzzy"\n',
        "[match]\nskip_replays = 7\n",
        "[match]\nskip_replays = [true]\n",
    ],
)
def test_what_was_meant_is_not_guessed(tmp_path, written):
    document, count = repaired(tmp_path, written)
    assert count == 0
    assert document.reading().problems


def test_a_key_is_not_renamed_onto_another():
    with pytest.raises(EditError, match=r"a\.c is written already, so b cannot be renamed"):
        surgery.rename_key("[a]\nb = 1\nc = 2\n", ("a", "b"), "c")
    with pytest.raises(EditError, match=r"There is no a\.x"):
        surgery.rename_key("[a]\nb = 1\n", ("a", "x"), "c")
    with pytest.raises(EditError, match="cannot follow"):
        surgery.rename_key("[a]\nb = 1\n[a.d]\nc = 2\n", ("a",), "e")


@given(st.text(min_size=1, max_size=20), st.text(max_size=20))
def test_a_renamed_key_keeps_its_value(key, value):
    written = surgery.set_value("", ("t", "k"), value)
    try:
        renamed = surgery.rename_key(written, ("t", "k"), key)
    except EditError:
        return
    assert surgery.parsed(renamed).data == {"t": {key: value}}
