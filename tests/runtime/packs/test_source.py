"""Sources of packs that a user types, pastes or drops."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.packs.archive import parts_of
from runtime.packs.model import PackError, Source, SourceKind
from runtime.packs.source import MAX_CHARACTERS, MAX_KEY_LENGTH, is_archive_name, key_of, parse_source


@pytest.mark.parametrize(
    ("text", "place", "branch"),
    [
        ("RLBot/botpack", "RLBot/botpack", ""),
        ("  RLBot/botpack \n", "RLBot/botpack", ""),
        ("https://github.com/RLBot/botpack", "RLBot/botpack", ""),
        ("https://github.com/RLBot/botpack.git", "RLBot/botpack", ""),
        ("github.com/RLBot/botpack/", "RLBot/botpack", ""),
        ("https://github.com/RLBot/botpack/releases", "RLBot/botpack", ""),
        ("https://github.com/RLBot/botpack/releases/tag/r-7", "RLBot/botpack", ""),
        ("https://github.com/RLBot/botpack/tree/feature/new", "RLBot/botpack", "feature/new"),
    ],
)
def test_a_repository(text, place, branch):
    assert parse_source(text) == Source(kind=SourceKind.GITHUB, place=place, branch=branch)


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/a/pack.zip",
        "http://127.0.0.1:8000/pack.tar.xz?token=1",
        "https://example.org/%C3%BC.TAR.GZ",
        "https://github.com/RLBot/botpack/releases/download/r-7/botpack_x86_64-linux.tar.xz",
        "https://github.com/RLBot/botpack/archive/refs/heads/main.zip",
    ],
)
def test_the_address_of_a_file(text):
    assert parse_source(text) == Source(kind=SourceKind.ADDRESS, place=text)


def test_a_file_of_this_machine(tmp_path):
    archive = tmp_path / "Größe.tar.xz"
    archive.touch()
    assert parse_source(f'"{archive}"') == Source(kind=SourceKind.FILE, place=str(archive))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Enter a repository"),
        ("botpack", "is not a pack source"),
        ("a/b/c", "is not a pack source"),
        ("-a/b", "is not a pack source"),
        ("[x", "is not a pack source"),
        ("/there/is/none.zip", "File not found"),
        ("ftp://example.org/pack.zip", "begin with https://"),
        ("file:///etc/pack.zip", "begin with https://"),
        ("https:///pack.zip", "begin with https://"),
        ("https://[broken/pack.zip", "begin with https://"),
        ("https://example.org/pack.exe", "not have the suffix of an archive"),
        ("https://user:secret@example.org/pack.zip", "name or password"),
        ("RLBot/bot\x00pack", "Enter a repository"),
        ("https://example.org/" + "a" * MAX_CHARACTERS + ".zip", "Enter a repository"),
    ],
)
def test_other_texts_are_refused_with_the_expected_form(text, said):
    with pytest.raises(PackError, match=said):
        parse_source(text)


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_path_of_this_machine_is_no_repository(tmp_path, monkeypatch, is_folder):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my" / "bots"
    path.parent.mkdir()
    assert parse_source("my/bots").kind is SourceKind.GITHUB
    path.mkdir() if is_folder else path.touch()
    with pytest.raises(PackError, match="my/bots does not have the suffix of an archive"):
        parse_source("my/bots")
    assert parse_source("https://github.com/my/bots").place == "my/bots"


def test_a_password_is_not_repeated():
    with pytest.raises(PackError) as caught:
        parse_source("https://user:secret@example.org/pack.zip")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "key"),
    [
        (Source(kind=SourceKind.GITHUB, place="RLBot/botpack"), "RLBot--botpack"),
        (Source(kind=SourceKind.GITHUB, place="RLBot/botpack", branch="a/b"), "RLBot--botpack--a-b"),
        (Source(kind=SourceKind.ADDRESS, place="https://example.org/x/my%20pack.zip?a=1"), "example.org--my-pack"),
        (Source(kind=SourceKind.FILE, place="/home/me/Größe 1.2.tar.xz"), "Größe-1.2"),
        (Source(kind=SourceKind.FILE, place="/home/me/....zip"), "pack"),
    ],
)
def test_names_of_folders(source, key):
    assert key_of(source) == key


@given(st.text(min_size=1, max_size=200))
def test_every_file_makes_the_name_of_one_folder(name):
    key = key_of(Source(kind=SourceKind.FILE, place=f"{name}.zip"))
    assert 1 <= len(key) <= MAX_KEY_LENGTH
    assert "/" not in key
    assert not key.startswith(".")
    assert parts_of(key, is_windows=False) == (parts_of(key, is_windows=False)[0],)


@pytest.mark.parametrize(("name", "is_one"), [("a.zip", True), ("A.TAR.XZ", True), ("a.tgz", True), ("a.rar", False)])
def test_archives_are_known_by_their_names(name, is_one):
    assert is_archive_name(name) is is_one
