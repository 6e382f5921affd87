"""Scripts that bots and scripts of a match require and that the match does not have."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.documents import Car, CarKind, Match, Script, check, read_match, validate
from runtime.documents.validation import unmet
from runtime.model.needs import Need, enabled_by, folded_word, required

WORDS = ("twitch", "Twitch", "50/50-MiniGame", "tron")
TAGS = st.lists(
    st.sampled_from([f"{prefix}{word}" for prefix in ("requires-", "supports-", "enables-") for word in WORDS]),
    max_size=4,
).map(tuple)
CARS = st.lists(st.tuples(st.sampled_from("ABC"), TAGS), max_size=6)


@given(CARS, st.lists(TAGS, max_size=4))
def test_unmet_needs_are_required_and_not_enabled(cars, scripts):
    tags_of = dict(cars)
    match = Match(
        cars=tuple(Car(name=name, agent_id=name, tags=tags_of[name]) for name, _ in cars),
        scripts=tuple(Script(name=f"S{place}", tags=tags) for place, tags in enumerate(scripts)),
    )
    there = enabled_by(scripts)
    expected = {
        (False, place, folded_word(word))
        for place, (name, _) in enumerate(cars)
        for word in required(tags_of[name])
        if folded_word(word) not in there
    } | {
        (True, place, folded_word(word))
        for place, tags in enumerate(scripts)
        for word in required(tags)
        if folded_word(word) not in there
    }
    needs = unmet(match)
    told = [(need.is_script, place, folded_word(need.word)) for need in needs for place in need.positions]
    assert sorted(told) == sorted(expected), "each place once"
    assert len({(need.is_script, need.name, folded_word(need.word)) for need in needs}) == len(needs)
    problems = validate(match, random=Random(0)).problems
    assert sum("requires" in str(problem.message) for problem in problems) == len(needs)
    assert not any(problem.is_error and "requires" in str(problem.message) for problem in problems)


@given(CARS, TAGS)
def test_an_enabling_script_meets_all_needs(cars, tags):
    match = Match(
        cars=tuple(Car(name=name, tags=own) for name, own in cars),
        scripts=(Script(name="All", tags=(*tags, *(f"enables-{word}" for word in WORDS))),),
    )
    assert unmet(match) == ()


def test_only_scripts_enable_and_only_programs_require():
    bot = Car(name="A", tags=("requires-x", "enables-x"))
    assert unmet(Match(cars=(bot, bot))) == (Need(word="x", name="A", positions=(0, 1)),)
    assert unmet(Match(cars=(Car(kind=CarKind.PSYONIX, name="A", tags=("requires-x",)),))) == ()


BOT = (
    '[settings]\nagent_id = "o"\nname = "Omus"\nrun_command_linux = "x"\nrun_command = "x"\n[details]\ntags = {tags}\n'
)
MATCH = '[[cars]]\nconfig_file = "bot.toml"\n\n[[cars]]\nconfig_file = "bot.toml"\nteam = 1\n'
SCRIPTS = '\n[[scripts]]\nconfig_file = "script.toml"\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bot.toml").write_text(BOT.format(tags='["1v1", "requires-50/50-MiniGame"]'), encoding="utf-8")
    (tmp_path / "script.toml").write_text(
        BOT.replace('"o"', '"s"').format(tags='["enables-50/50-minigame"]'), encoding="utf-8"
    )
    (tmp_path / "match.toml").write_text(MATCH, encoding="utf-8")
    return tmp_path


def needs(folder):
    problems = check([folder / "match.toml"])
    assert not any("usual tags" in str(problem.message) for problem in problems)
    return [problem for problem in problems if problem.path.name == "match.toml"]


def test_an_unmet_need_has_line_and_fix(folder):
    (problem,) = needs(folder)
    assert str(problem.message) == 'Bot "Omus" requires "50/50-MiniGame", and no script of this match provides it.'
    assert str(problem.fix or "") == 'Add a script that has the tag "enables-50/50-MiniGame".'
    assert (problem.line, problem.key, problem.is_error) == (1, "cars[0]", False)
    assert unmet(read_match(folder / "match.toml").value)[0].positions == (0, 1)


def test_a_script_that_enables_it_meets_the_need(folder):
    (folder / "match.toml").write_text(MATCH + SCRIPTS, encoding="utf-8")
    assert needs(folder) == []


def test_a_script_has_needs_too(folder):
    (folder / "script.toml").write_text(
        BOT.replace('"o"', '"s"').format(tags='["requires-twitch", "enables-50/50-minigame"]'), encoding="utf-8"
    )
    (folder / "match.toml").write_text(MATCH + SCRIPTS, encoding="utf-8")
    (problem,) = needs(folder)
    assert str(problem.message) == 'Script "Omus" requires "twitch", and no script of this match provides it.'
    assert (problem.line, problem.key) == (8, "scripts[0]")
