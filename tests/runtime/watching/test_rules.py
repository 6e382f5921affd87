import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.watching.rules import (
    MAX_RULES,
    MAX_STARS,
    GitIgnore,
    Kind,
    Scope,
    kind_of,
)

SOURCE = """bot.py BOT.PY bot.toml match.cfg bot.exe libbot.so bot.jar main.rs index.js a.b.py requirements.txt
    requirements-dev.txt dev_requirements.txt Pipfile .env settings.yaml go.mod 4913.py sedation.py temp.py backup.py
    bot_old.py"""
DATA = "weights.pt model.onnx state.json policy.zip params.npz x.PKL"
OTHER = """bot.log bot.log.1 game.csv notes.txt README.md picture.png core bot x.db out.jsonl bot.pyc bot.py~
    .bot.py.swp .bot.py.swx 4913 #bot.py# .#bot.py ._bot.py bot.py.orig bot.py___jb_tmp___ bot.py___jb_old___
    .goutputstream-9XK2S1 ~$table.xml bot.py.3f9a21.tmp flycheck_bot.py bot_flymake.py bot.tmp.json bot.py.bak
    .~lock.bot.xml# bot.py.kate-swp .gitignore .coverage requirements.md py toml"""
IGNORED = (
    ".git .hg .svn .venv venv node_modules __pycache__ x.egg-info .mypy_cache .ruff_cache .pytest_cache .idea .vscode"
)
ENTERED = "src env target build dist bin git venv2 lib .config"


@pytest.mark.parametrize(("kind", "names"), [(Kind.SOURCE, SOURCE), (Kind.DATA, DATA), (Kind.OTHER, OTHER)])
def test_the_name_of_a_file_decides_whether_it_counts(kind, names):
    assert [name for name in names.split() if kind_of(name) is not kind] == []
    assert kind_of("") is Kind.OTHER


def ignores(text, path):
    """Returns whether a path or a folder above it is ignored."""
    scope = Scope(GitIgnore.parse(text), ())
    parts = tuple(path.rstrip("/").split("/"))
    above = [parts[:end] for end in range(1, len(parts))]
    return any(scope.ignores(folder, is_folder=True) for folder in above) or scope.ignores(
        parts, is_folder=path.endswith("/")
    )


@pytest.mark.parametrize(
    ("text", "ignored", "kept"),
    [
        ("*.log", ["x.log", "d/x.log"], ["x.log2", "log"]),
        ("/build", ["build", "build/x"], ["d/build"]),
        ("build/", ["build/", "d/build/x"], ["build"]),
        ("d/*.py", ["d/a.py"], ["d/e/a.py", "e/d/a.py"]),
        ("*.py\n!keep.py", ["a.py"], ["keep.py", "d/keep.py"]),
        ("d/\n!d/keep.py", ["d/keep.py"], []),
        ("d/**\n!d/keep.py", ["d/a.py", "d/e/"], ["d/", "d/keep.py"]),
        ("**\n!**/\n!*.py", ["a", "d/a"], ["a.py", "d/", "d/a.py"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["b", "a/bb"]),
        ("# no rule\n\n   \n\\#file", ["#file"], ["# no rule", "   "]),
        ("trailing  \nkept\\ ", ["trailing", "kept "], ["trailing  ", "kept"]),
        ("\ufeffa\r\n[!a-c]?", ["a", "dx"], ["ax", "d"]),
        ("lone\\\n[open\n/\n!", [], ["lone\\", "lone", "[open", "x"]),
    ],
)
def test_examples_of_the_manual(text, ignored, kept):
    assert [path for path in ignored if not ignores(text, path)] == []
    assert [path for path in kept if ignores(text, path)] == []


def test_a_deeper_file_decides_first_and_about_its_own_folder():
    above = Scope(GitIgnore.parse("*.json\n/only_here.py\n*.py"), ("/", "bot"))
    below = Scope(GitIgnore.parse("!keep.json\n/*.py\n!deep/"), ("/", "bot", "src"), above)
    assert not below.ignores(("/", "bot", "src", "keep.json"), is_folder=False)
    assert below.ignores(("/", "bot", "src", "other.json"), is_folder=False)
    assert below.ignores(("/", "bot", "src", "x.py"), is_folder=False)
    assert not below.ignores(("/", "bot", "src", "deep"), is_folder=True)
    assert below.ignores(("/", "bot", "src", "deep", "x.py"), is_folder=False)
    assert not below.ignores(("/", "bot", "src", "deep", "x.toml"), is_folder=False)


def test_case_counts_only_where_the_file_system_says_so():
    assert not ignores("*.LOG", "x.log")
    assert Scope(GitIgnore.parse("*.LOG", is_case_sensitive=False), ()).ignores(("X.Log",), is_folder=False)


@pytest.mark.parametrize("count", [MAX_RULES - 1, MAX_RULES, MAX_RULES + 1])
def test_a_file_has_a_bound(count):
    assert len(GitIgnore.parse("a\n" * count).patterns) == min(count, MAX_RULES)


@pytest.mark.parametrize("piece", ["*a", "**/a/"])
@pytest.mark.parametrize(("stars", "is_rule"), [(MAX_STARS, True), (MAX_STARS + 1, False), (400, False)])
def test_patterns_that_would_take_long_are_left_out(piece, stars, is_rule):
    rules = GitIgnore.parse(piece * stars + "b")
    assert bool(rules.patterns) is is_rule
    rules.decides("/".join(["a" * 200] * 15), is_folder=False)


@settings(max_examples=200)
@given(text=st.text(max_size=80), path=st.text(min_size=1, max_size=20))
def test_any_text_is_accepted(text, path):
    assert ignores(text, path) in (True, False)
