import re
import shutil
import subprocess
import time
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from runtime.watching.gitignore import MAX_PATTERN, MAX_RULES, Scope, parse

PATHS = (
    *("a", "b", "ab", "aab", "a.b", "a b", "a ", "#a", "!a", "a-b", "a]", "[a", "A", "\\a", "a*", "z9", "-", "^"),
    *(
        "d/",
        "d/a",
        "d/b",
        "d/ab",
        "d/a.b",
        "d/d/",
        "d/d/a",
        "d/d/b",
        "d/e/",
        "d/e/f/",
        "d/e/f/a",
        "e/",
        "e/d/",
        "e/d/a",
    ),
    *("ab.d/", "ab.d/a", "ab.d/ab", "ab.d/e/", "ab.d/e/b", "d/d/d/", "d/d/d/a", "d/d/d/ab"),
)
PIECES = (
    *("a", "b", "ab", "d", "e", "f", ".", "*", "**", "***", "?", "/", "**/", "/**", "/**/", "!", "#", "\\", " ", "-"),
    *("[ab]", "[!a]", "[^a]", "[a-c]", "[]a]", "[!]a]", "[a", "[[:alpha:]]", "[[:digit:]a]", "[[:nope:]]", "[\\]]"),
    *("[a-]", "[-a]", "[b-a]", "[/]", "[!/]", "[.-0]", "[[:alpha:]-z]", "[[a]", "[[:a]", "\\*", "\\a", "\\ ", "[]"),
)
PATTERNS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)

STARS_INSIDE_A_NAME = re.compile(r"[^/*!\n]\*\*|[^\n]!\*\*")
"""Git's manual says that `a**/b` is `a*/b`; git 2.39 takes it for `a/**/b` without the first slash."""

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is the judge")


def ignores(text, path, *, base=()):
    """Whether a path or a folder above it is ignored, as git sees it."""
    scope = Scope(parse(text), base)
    parts = path.rstrip("/").split("/")
    above = [(*base, *parts[:end]) for end in range(1, len(parts))]
    return any(scope.ignores(folder, is_folder=True) for folder in above) or scope.ignores(
        (*base, *parts), is_folder=path.endswith("/")
    )


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    """Asks git which of `PATHS` the text of a .gitignore leaves out."""
    root = tmp_path_factory.mktemp("judge")
    subprocess.run(["git", "init", "-q", root], check=True)
    for path in PATHS:
        if path.endswith("/"):
            (root / path).mkdir(parents=True, exist_ok=True)
        else:
            (root / path).write_text("")
    names = b"\0".join(path.rstrip("/").encode() for path in PATHS)
    rules = root / ".git" / "rules"

    def ask(text):
        rules.write_bytes(text.encode())
        command = ["git", "-C", root, "-c", f"core.excludesFile={rules}", "-c", "core.ignoreCase=false"]
        answer = subprocess.run(
            [*command, "check-ignore", "--stdin", "-z", "--no-index"], input=names, capture_output=True, check=False
        )
        assert answer.returncode in (0, 1), answer.stderr
        left_out = {name.decode() for name in answer.stdout.split(b"\0") if name}
        return {path for path in PATHS if path.rstrip("/") in left_out}

    return ask


@needs_git
@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(PATTERNS, min_size=1, max_size=4))
@example(lines=["*", "!*/", "!*.b"])
@example(lines=["/d/*", "!/d/d", "a "])
@example(lines=["a\\ ", "d/**/a", "**/e/**"])
@example(lines=["[!/]b", "d[/]a", "a[[:upper:]"])
@example(lines=["\ufeffa", "b\r", "\\#a", "\\!a"])
@example(lines=["d/", "!d/a"])
@example(lines=["**", "!**/", "!a*b"])
@example(lines=["e/**/", "/**/f", "**d/a"])
def test_agrees_with_git(judge, lines):
    text = "\n".join(lines)
    assume(not STARS_INSIDE_A_NAME.search(text) and "\\/" not in text)
    assert {path for path in PATHS if ignores(text, path)} == judge(text)


@pytest.mark.parametrize(
    ("text", "ignored", "kept"),
    [
        ("*.log", ["x.log", "d/x.log"], ["x.log2", "log"]),
        ("/build", ["build", "build/x"], ["d/build"]),
        ("build/", ["build/", "d/build/x"], ["build"]),
        ("d/*.py", ["d/a.py"], ["d/e/a.py", "e/d/a.py"]),
        ("*.py\n!keep.py", ["a.py"], ["keep.py", "d/keep.py"]),
        ("d/\n!d/keep.py", ["d/keep.py"], []),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["b", "a/bb"]),
        ("a**/b", ["a/b", "ax/b"], ["ab", "a/x/b"]),
        ("a/**", ["a/b", "a/x/b"], ["a/"]),
        ("# no rule\n\n   \n\\#file", ["#file"], ["# no rule", "   "]),
        ("trailing  \nkept\\ ", ["trailing", "kept "], ["trailing  ", "kept"]),
        ("[!a-c]?", ["dx"], ["ax", "d"]),
        ("lone\\\n[open\n/\n!", [], ["lone\\", "lone", "[open", "x"]),
    ],
)
def test_examples_of_the_manual(text, ignored, kept):
    assert [path for path in ignored if not ignores(text, path)] == []
    assert [path for path in kept if ignores(text, path)] == []


def test_a_deeper_file_decides_first_and_speaks_of_its_own_folder():
    above = Scope(parse("*.json\n/only_here.py"), ("/", "bot"))
    below = Scope(parse("!keep.json\n/*.py"), ("/", "bot", "src"), above)
    assert not below.ignores(("/", "bot", "src", "keep.json"), is_folder=False)
    assert below.ignores(("/", "bot", "src", "other.json"), is_folder=False)
    assert below.ignores(("/", "bot", "src", "x.py"), is_folder=False)
    assert not below.ignores(("/", "bot", "src", "deep", "x.py"), is_folder=False)
    assert not below.ignores(("/", "bot", "src", "deep", "only_here.py"), is_folder=False)


def test_case_counts_only_where_the_file_system_says_so():
    assert not ignores("*.LOG", "x.log")
    assert Scope(parse("*.LOG", is_case_sensitive=False), ()).ignores(("x.log",), is_folder=False)


@pytest.mark.parametrize(
    ("length", "is_rule"), [(MAX_PATTERN - 1, True), (MAX_PATTERN, True), (MAX_PATTERN + 1, False)]
)
def test_a_pattern_has_a_bound(length, is_rule):
    assert bool(parse("a" * length)) is is_rule


@pytest.mark.parametrize("count", [MAX_RULES - 1, MAX_RULES, MAX_RULES + 1])
def test_a_file_has_a_bound(count):
    assert len(parse("a\n" * count)) == min(count, MAX_RULES)


@settings(max_examples=200)
@given(text=st.text(max_size=80), path=st.text(min_size=1, max_size=20))
def test_takes_any_text(text, path):
    assert ignores(text, path) in (True, False)
    assert len(parse(text)) <= len(text)


@pytest.mark.parametrize("pattern", ["*a" * 400 + "b", "**/a/" * 180 + "b", "**/*/" * 180 + "b", "?*" * 400 + "b"])
def test_no_pattern_takes_long(pattern):
    started = time.thread_time()
    ignores(pattern, "/".join(["a" * 200] * 15))
    assert time.thread_time() - started < 0.5


def test_ignored_folders_end_the_search():
    folders = ["d", "d/e", "d/e/f"]
    answers = [ignores("e/", f"{folder}/x.py") for folder in folders]
    assert all(not before or after for before, after in pairwise(answers))
    assert answers == [False, True, True]
