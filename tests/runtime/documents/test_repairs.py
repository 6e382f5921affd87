"""Problems with an automatic fix: the fixed document is as its author meant it, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.documents import EditError, MatchDocument, judged, surgery


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
        ('[match]\nskip_replays = "yes"\n', "[match]\nskip_replays = true\n"),
        ('[match]\nskip_replays = "Off"\n', "[match]\nskip_replays = false\n"),
        ('[match]\nskip_replays = "1"\n', "[match]\nskip_replays = true\n"),
        ("[rlbot]\nlauncher_arg = 3\n", '[rlbot]\nlauncher_arg = "3"\n'),
        ('[[cars]]\ntype = "Human"\nteam = "bleu"\n', '[[cars]]\ntype = "Human"\nteam = "blue"\n'),
        ('[[cars]]\ntype = "Human"\nteam = "1" # mine\n', '[[cars]]\ntype = "Human"\nteam = 1 # mine\n'),
        ('[rlbot]\ngame_mode = "Hoops"\n[match]\n', '[rlbot]\n[match]\ngame_mode = "Hoops"\n'),
        ("[match]\nwindow_s = 4\n", "[match]\n\n[kickabout.restarts]\nwindow_s = 4\n"),
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
        "[match]\ngame_map_upk = 3\n",
        '[match]\nskip_replays = "maybe"\n',
        "[[cars]]\nteam = 7\n",
        '[[cars]]\nteam = "north"\n',
        '[rlbot]\ngame_mode = "Hoops"\n[match]\ngame_mode = "Soccar"\n',
        '[rlbot]\ngame_mode = ["Hoops"]\n',
        "[rlbot]\nskill = 'Pro'\n",
        '[match]\ngame_mod = "Hoops"\ngame_mode = "Soccar"\n',
        '[match]\ngame_mode = "xyzzy"\n',
        "[match]\nskip_replays = 7\n",
        "[match]\nskip_replays = [true]\n",
    ],
)
def test_ambiguous_problems_have_no_repair(tmp_path, written):
    document, count = repaired(tmp_path, written)
    assert count == 0
    assert document.reading().problems


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("keepr/bot.toml", "keeper/bot.toml"),
        ("keeper/bot.tml", "keeper/bot.toml"),
        ("keeper", "keeper/bot.toml"),
        ("Keeper\\bot.toml", ""),
        ("keeper\\bot.toml", "keeper/bot.toml"),
        ("something/else.toml", ""),
    ],
)
def test_the_path_that_was_meant_is_written(tmp_path, written, right):
    (tmp_path / "keeper").mkdir()
    (tmp_path / "keeper" / "bot.toml").write_text('[settings]\nname = "Keeper"\nagent_id = "a/keeper"\n')
    document, count = repaired(tmp_path, f"[[cars]]\nconfig_file = '{written}'  # mine\n")
    assert count == bool(right)
    assert document.text == (f'[[cars]]\nconfig_file = "{right}"  # mine\n' if right else document.text)
    assert any(problem.key == "cars[0].config_file" for problem in document.reading().problems) is not bool(right)


CERTAIN = [
    '[match]\nskip_replays = "True"\n',
    "[match]\nskip_replays = 1\n",
    '[match]\nskip_replays = "yes"\n',
    "[rlbot]\nlauncher_arg = 3\n",
    '[[cars]]\ntype = "Human"\nteam = "1"\n',
    '[mutators]\nmax_score = "default"\n',
    '[mutators]\nmax_score = "one goal"\n',
    '[match]\ngame_mode = "hockey"\n',
    '[match]\ngame_map_upk = "Stadium_P.upk"\n',
    "[[cars]]\nconfig_file = 'keeper'\n",
    "[[cars]]\nconfig_file = 'keeper\\bot.toml'\n",
]
"""Problems whose fix writes the same in a valid form."""
GUESSES = [
    '[match]\ngame_mode = "Hops"\n',
    '[match]\ngame_mod = "Hoops"\n',
    "[rlbot]\nauto_start_bots = false\n",
    '[rlbot]\ngame_mode = "Hoops"\n[match]\n',
    "[match]\ninstant_start = true\nstart_without_countdown = false\n",
    '[[cars]]\ntype = "Human"\nteam = "bleu"\n',
    "[[cars]]\nconfig_file = 'kepper/bot.toml'\n",
    "[[cars]]\nconfig_file = 'both'\n",
    "[[cars]]\ntype = 'Psyonix'\nloadout_file = ''\n",
    "[[cars]]\ntype = 'Psyonix'\nloadout_file = 'octan.toml'\n",
    "[[cars]]\ntype = 'Psyonix'\nskil = 'Pro'\n",
    "[kickabout.restarts]\nwhen_spent = 'foreit'\n",
]
"""Problems whose fix is a guess, or changes what a match does."""


@pytest.mark.parametrize("text", [*CERTAIN, *GUESSES])
def test_only_fixes_that_cannot_be_wrong_are_certain(tmp_path, text):
    for name in ("keeper/bot.toml", "both/bot.toml", "both/script.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('[settings]\nname = "Keeper"\nagent_id = "a/keeper"\n')
    (tmp_path / "octane.toml").write_text("[blue_loadout]\ncar_id = 23\n")
    (tmp_path / "match.toml").write_text(text)
    reading = MatchDocument.open(tmp_path / "match.toml").reading()
    repairs = [problem.repair for problem in judged(reading, lambda _: ()).problems if problem.repair is not None]
    assert [repair.is_certain for repair in repairs] == [text in CERTAIN]


@pytest.mark.parametrize(
    ("written", "there"), [("none.toml", "bin.toml"), ("a.toml", "b.toml"), ("looks.toml", "match.toml")]
)
def test_an_unrelated_file_is_no_fix(tmp_path, written, there):
    (tmp_path / there).write_text("[blue_loadout]\n")
    path = tmp_path / ("x.toml" if there == "match.toml" else "match.toml")
    path.write_text(f"[[cars]]\ntype = 'Psyonix'\nloadout_file = '{written}'\n")
    (error,) = MatchDocument.open(path).reading().errors
    assert (error.fix, error.repair) == (None, None)


def test_a_loadout_is_repaired_as_well(tmp_path):
    (tmp_path / "octane.toml").write_text("[blue_loadout]\ncar_id = 23\n")
    document, _ = repaired(tmp_path, '[[cars]]\ntype = "Psyonix"\nloadout_file = "octan.toml"\n')
    assert document.text == '[[cars]]\ntype = "Psyonix"\nloadout_file = "octane.toml"\n'


def test_a_key_is_not_moved_where_it_cannot_be():
    with pytest.raises(EditError, match=r"c\.b already exists, so a\.b cannot be moved"):
        surgery.move_key("[a]\nb = 1\n[c]\nb = 2\n", ("a", "b"), ("c",))
    with pytest.raises(EditError, match=r"There is no a\.x"):
        surgery.move_key("[a]\nb = 1\n", ("a", "x"), ("c",))
    with pytest.raises(EditError, match=r"a\.b is a table or an array"):
        surgery.move_key("[a]\nb = [1]\n", ("a", "b"), ("c",))


def test_a_key_is_not_renamed_onto_another():
    with pytest.raises(EditError, match=r"a\.c already exists, so b cannot be renamed"):
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
